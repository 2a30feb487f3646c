/// Curves of an FBX document → curves of a raw model: keys in order, slopes worked out, handles instead of slopes and
/// weights.
#ifndef SINEW_IMPORT_FBX_READ_CURVES_H
#define SINEW_IMPORT_FBX_READ_CURVES_H

#include "fbx/fbx_animation.h"
#include "sinew/raw_model.h"

/// What had to be changed so that keys are finite and in order.
typedef struct fbx_curve_repairs {
    size_t not_finite; ///< keys dropped
    size_t same_time;  ///< keys dropped that lie between others of the same time, or begin a curve before one
    int sorted;
} fbx_curve_repairs;

/// Converts one curve, its values multiplied by `scale` (0.01 turns per cent into fractions). Handles are seconds and
/// values. Arrays come from `arena`. A curve without usable keys gives a key_count of 0.
SINEW_NODISCARD sinew_result sinew__fbx_convert_curve(sinew__arena *arena, const fbx_curve *curve, double scale,
                                                      int64_t ticks_per_second, sinew_raw_curve *out_curve,
                                                      fbx_curve_repairs *out_repairs, sinew_error *out_error);

#endif
