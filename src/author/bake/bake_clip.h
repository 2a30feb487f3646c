/// What the steps of baking one clip share (compact_bake.h lists them): its options and limits, the exact poses that it
/// is measured against, and the bytes that it is written to.
#ifndef SINEW_AUTHOR_BAKE_BAKE_CLIP_H
#define SINEW_AUTHOR_BAKE_BAKE_CLIP_H

#include "author/bake/influence_bounds.h"
#include "core/base/buffer.h"
#include "runtime/model/baked_clips.h"
#include "runtime/sampler/sample_clip.h"
#include "sinew/bake.h"
#include "sinew/pose.h"

/// Of the bound, where playing is measured: off the middle of an interval, where a curve that swings to both sides is
/// seen, but the worst of others is not.
#define SINEW__BAKE_MEASURED_SHARE 0.75

typedef enum sinew__bake_outcome {
    SINEW__BAKE_OK,
    SINEW__BAKE_NO_MEMORY,
    SINEW__BAKE_TOO_LARGE, ///< more bytes than allowed
    SINEW__BAKE_TOO_LONG,  ///< more work than allowed
    SINEW__BAKE_CANCELLED,
    SINEW__BAKE_HOPELESS,     ///< so far off that a closer fit does not help
    SINEW__BAKE_OUT_OF_REACH, ///< the error bound is not reached
    SINEW__BAKE_BEYOND_FLOATS ///< the clip would hold numbers that validation refuses
} sinew__bake_outcome;

/// The time that baking all clips takes.
typedef struct sinew__bake_clock {
    const sinew_bake_options *options;
    double begin; ///< of sinew__now()
    double spent; ///< of sinew__thread_time(), at the beginning
    double asked; ///< what sinew__thread_time() was, when options->progress was last
} sinew__bake_clock;

typedef struct sinew__bake {
    const sinew_model *model;
    const sinew_clip *clip;
    int32_t clip_index;
    const sinew__binds *binds;
    const sinew__influence_bounds *influence;
    double bound;      ///< displacement allowed, in the model's units
    double rate;       ///< frames a second at which it is; 0: at all times
    size_t byte_limit; ///< of the clip in the section
    uint64_t *work_left;
    sinew__bake_clock *clock;

    const sinew__sample_cursor *cursor;
    sinew_pose *pose;     ///< of the exact engine
    sinew_pose *played;   ///< of the baked clip, while measuring
    sinew_affine *wanted; ///< [joint_count] skinning matrices of `pose`, with the importer's root: global · bind⁻¹
    sinew__arena *memory; ///< until the clip is done
} sinew__bake;

/// Whether there is time to go on.
sinew__bake_outcome sinew__bake_look_at_clock(sinew__bake_clock *clock);

/// A tick at which a key stands, and of which values.
typedef struct sinew__bake_tick {
    int64_t tick;
    uint32_t values; ///< bits of those that the key may change
} sinew__bake_tick;

/// An axis of a translation, rotation or scaling channel.
#define SINEW__VALUE_BIT(property, axis) (1u << (3u * (uint32_t)(property) + (uint32_t)(axis)))
#define SINEW__VISIBILITY_VALUE (UINT32_C(1) << 31)
#define SINEW__EVERY_VALUE UINT32_MAX

/// Ticks at which keys must stand, rising: first and last, every key time between, both sides of every jump. NULL,
/// with memory->failed set, when memory is out.
sinew__bake_tick *sinew__bake_times(const sinew__bake *bake, size_t *out_count);

/// Such ticks for what moves one joint or morph, in memory of the caller.
sinew__bake_tick *sinew__bake_times_of(const sinew__bake *bake, const sinew__joint_motion *motion, sinew__arena *memory,
                                       size_t *out_count);

/// Poses `bake->pose` exactly: locals, weights, visibility.
sinew__bake_outcome sinew__bake_sample(sinew__bake *bake, int64_t tick);

/// Poses `bake->pose` exactly, with globals, and fills `bake->wanted`.
sinew__bake_outcome sinew__bake_pose(sinew__bake *bake, int64_t tick);

/// The larger of two displacements; not a number if one of them is not a number.
static inline double sinew__bake_larger(double a, double b)
{
    return a >= b || a != a ? a : b;
}

/// A model whose baked clips are those that are being written.
sinew_model sinew__bake_view(const sinew_model *model, const sinew__buffer *section);

/// Appends zeroed bytes to the section on a 64-byte boundary and returns their offset; 0 and `failed` when memory is
/// out.
uint64_t sinew__bake_reserve(sinew__buffer *section, uint64_t count, size_t size);

#endif
