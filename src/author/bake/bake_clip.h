/// What baking a clip shares: bind matrices and palette entries, how far joints move vertices, the constants of joints,
/// and the clip that is being baked.
#ifndef SINEW_AUTHOR_BAKE_BAKE_CLIP_H
#define SINEW_AUTHOR_BAKE_BAKE_CLIP_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "runtime/model/baked_clips.h"
#include "runtime/model/compact_clip.h"
#include "runtime/sampler/sample_clip.h"
#include "sinew/bake.h"
#include "sinew/model.h"
#include "sinew/pose.h"

// ---- bind matrices and the palette ---------------------------------------------------------------------------------
// What leads from skinning matrices to palette entries; see runtime/model/baked_clips.h.

typedef struct sinew__binds {
    sinew_affine *globals; ///< [joint_count] a turn, an even scale and a shift: they keep rotations rotations
    sinew_affine *back;    ///< [joint_count] the inverses
    sinew_affine *offset;  ///< [skin_joint_count] bind · the skin_joint's offset: mesh space → bind space
} sinew__binds;

/// Memory running out shows in memory->failed.
sinew__binds sinew__binds_of_model(const sinew_model *model, sinew__arena *memory);

/// The scale, the same along all axes, that is nearest to a map's.
double sinew__even_scale(const sinew_affine *map);

/// The tables of a section's header.
typedef struct sinew__palette_tables {
    int32_t *copies;          ///< [joint_count]
    sinew__joint_step *steps; ///< [joint_count]
    int32_t *needed;          ///< [sinew__joint_chunks_of]
    sinew__palette_entry *entries;
    sinew__palette_link *repeats;
    int32_t entry_count, repeat_count;
} sinew__palette_tables;

/// Memory running out shows in memory->failed.
sinew__palette_tables sinew__palette_tables_of(const sinew_model *model, const sinew__binds *binds,
                                               sinew__arena *memory);

// ---- influence bounds ----------------------------------------------------------------------------------------------
// The vertices that an error of a joint displaces: a box around all that it moves.

/// A box in bind space.
typedef struct sinew__influence_box {
    sinew_vec3 center, half;
    double weight; ///< factor of its displacement: 1 for the character and what is near it; less for a
                   ///< camera or a prop far away, by the bounds of the character and itself
} sinew__influence_box;

typedef struct sinew__influence_bounds {
    sinew__influence_box *joints; ///< [joint_count] around the vertices that the joint moves, with all their morphs
    double *scales;               ///< [joint_count] how much the joint at rest enlarges bind space
    double *morphs;               ///< [morph_count] largest displacement of a vertex at weight 1
} sinew__influence_bounds;

/// Memory running out shows in memory->failed.
sinew__influence_bounds sinew__influence_bounds_of_model(const sinew_model *model, const sinew__binds *binds,
                                                         sinew__arena *memory);

/// The larger of `farthest` and the largest distance between the corners of a box under two maps, times its weight; not
/// a number if one of them is not a number. Of most boxes it is seen at once that they come no farther.
double sinew__influence_bounds_widen(const sinew__influence_box *box, const sinew_affine *a, const sinew_affine *b,
                                     double farthest);

/// Distances from joints to the vertices that they and their children move, [joint_count].
double *sinew__compact_reach(const sinew_model *model, const sinew__binds *binds,
                             const sinew__influence_bounds *influence, sinew__arena *memory);

// ---- joint constants -----------------------------------------------------------------------------------------------
// Constants that the skeleton adds to the values of compact clips; see runtime/model/compact_clip.h.

/// The parts of a joint's transform stack that are the same in all clips, in double.
typedef struct sinew__stack_constants {
    int axes[3];          ///< of the rotation order, first rotated first
    double sign;          ///< −1 if the exchange of axes mirrors: angles change their sign
    sinew_quat pre, post; ///< Rpre and Rpost
    double shift[3], inside[3], scale_pivot[3];
} sinew__stack_constants;

sinew__stack_constants sinew__stack_constants_of(const sinew_model *model, int32_t joint);

/// The quaternion of the innermost rotation, axes exchanged, of a joint's whole rotation, and back.
sinew_quat sinew__joint_constants_inner(const sinew__stack_constants *joint, sinew_quat rotation);

/// T of the stack from a joint's transform.
void sinew__joint_constants_translation(const sinew__stack_constants *joint, const sinew_transform *local,
                                        double out[3]);

/// Whether a joint rests with another scale than the joint constants hold: one that is not uniform, or mirrors.
int sinew__joint_constants_is_scaled(const sinew_model *model, const sinew__binds *binds, int32_t joint);

/// Fills the joint constants of all groups.
void sinew__joint_constants_fill(const sinew_model *model, const sinew__binds *binds, sinew__joint_constants *groups);

// ---- a clip --------------------------------------------------------------------------------------------------------
// Data that the steps of baking one clip share (compact_curves.h lists them): its options and limits, the exact poses
// that it is measured against, and the bytes that it is written to.

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
    double begin;     ///< of sinew__now()
    double spent;     ///< of sinew__thread_time(), at the beginning
    double asked;     ///< what sinew__thread_time() was, when options->progress was last
    uint32_t sampled; ///< joints and morphs, each of which takes less time than a look
} sinew__bake_clock;

typedef struct sinew__bake {
    const sinew_model *model;
    const sinew_clip *clip;
    int32_t clip_index;
    const sinew__binds *binds;
    const sinew__influence_bounds *influence;
    double bound;      ///< displacement allowed, in the model's units
    double rate;       ///< frames per second of the measurement; 0: at all times
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

/// A tick with a key, and the values that have the key.
typedef struct sinew__bake_tick {
    int64_t tick;
    uint32_t values; ///< bits of those that the key may change
} sinew__bake_tick;

/// An axis of a translation, rotation or scaling channel.
#define SINEW__VALUE_BIT(property, axis) (1u << (3u * (uint32_t)(property) + (uint32_t)(axis)))
#define SINEW__VISIBILITY_VALUE (UINT32_C(1) << 31)
#define SINEW__EVERY_VALUE UINT32_MAX

/// Ticks that need keys, rising: first and last, every key time between, both sides of every jump. NULL,
/// with memory->failed set, when memory is out.
sinew__bake_tick *sinew__bake_times(const sinew__bake *bake, size_t *out_count);

/// Ticks that need keys for the motion of one joint or morph, in memory of the caller.
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

/// Appends zeroed bytes to the section on a multiple of SINEW__BAKED_ALIGN and returns their offset; 0 and `failed`
/// when memory is out.
uint64_t sinew__bake_reserve(sinew__buffer *section, uint64_t count, size_t size);

/// Appends an array of a clip, on a multiple of SINEW__CLIP_ALIGN; else as sinew__bake_reserve.
uint64_t sinew__bake_reserve_clip(sinew__buffer *section, uint64_t count, size_t size);

#endif
