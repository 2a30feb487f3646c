#include "author/bake/bake_in_load.h"

/// Of the memory, for one baked clip and for all. While a clip is baked it takes nine times that, while the block
/// is copied the clips three times.
enum { CLIP_SHARE = 32, ALL_CLIPS_SHARE = 8 };

/// Part of the time in which all clips must be baked; the rest is for handing the block over.
static const double baked_by = 0.8;

sinew_bake_options sinew__bake_options_in_load(double error, size_t memory, double used, double seconds)
{
    const double left = baked_by * seconds - used, shortest = 1e-6; // 0 would be no limit
    return (sinew_bake_options){.error = error,
                                .byte_limit = memory / CLIP_SHARE,
                                .total_byte_limit = memory / ALL_CLIPS_SHARE,
                                .seconds = left > shortest ? left : shortest};
}
