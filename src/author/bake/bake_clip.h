/// Declarations shared by the steps of baking a clip: bind matrices and palette entries, influence bounds, joint
/// constants, and the clip being baked.
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
// Matrices that convert skinning matrices to palette entries; see runtime/model/baked_clips.h.

typedef struct sinew__binds {
    sinew_affine *globals; ///< [joint_count] bind matrices, made only of rotation, uniform scale and translation, so
                           ///< that rotations stay rotations
    sinew_affine *back;    ///< [joint_count] the inverses of `globals`
    sinew_affine *offset; ///< [skin_joint_count] mesh space → bind space: `globals` of the joint · inverse bind matrix
} sinew__binds;

/// Computes the bind matrices. Out of memory is reported by memory->failed.
sinew__binds sinew__binds_of_model(const sinew_model *model, sinew__arena *memory);

/// Returns the uniform scale that is nearest to the scale of `map`.
double sinew__even_scale(const sinew_affine *map);

/// Tables of the section's header; see sinew__baked_header.
typedef struct sinew__palette_tables {
    int32_t *copies;          ///< [joint_count]
    sinew__joint_step *steps; ///< [joint_count]
    int32_t *needed;          ///< [sinew__joint_chunks_of]
    sinew__palette_entry *entries;
    sinew__palette_link *repeats;
    int32_t entry_count, repeat_count;
} sinew__palette_tables;

/// Computes the tables. Out of memory is reported by memory->failed.
sinew__palette_tables sinew__palette_tables_of(const sinew_model *model, const sinew__binds *binds,
                                               sinew__arena *memory);

// ---- influence bounds ----------------------------------------------------------------------------------------------
// Boxes around the vertices that each joint moves, to measure how far an error of the joint displaces them.

/// A box in bind space.
typedef struct sinew__influence_box {
    sinew_vec3 center, half;
    double weight; ///< factor of the displacement: 1 for the character and objects near it; for a distant camera or
                   ///< prop, 4 × the character's diagonal / the diagonal of a box around both
} sinew__influence_box;

typedef struct sinew__influence_bounds {
    sinew__influence_box *joints; ///< [joint_count] box around the vertices that the joint moves, with every morph
                                  ///< applied
    double *scales;               ///< [joint_count] scale of the joint at rest relative to bind space
    double *morphs;               ///< [morph_count] largest displacement of a vertex per unit of weight
} sinew__influence_bounds;

/// Computes the bounds. Out of memory is reported by memory->failed.
sinew__influence_bounds sinew__influence_bounds_of_model(const sinew_model *model, const sinew__binds *binds,
                                                         sinew__arena *memory);

/// Returns the larger of `farthest` and the largest distance between a corner of the box under map `a` and the same
/// corner under map `b`, times the box's weight. NaN if one of them is NaN. For most boxes, a quick estimate shows that
/// no distance exceeds `farthest`.
double sinew__influence_bounds_widen(const sinew__influence_box *box, const sinew_affine *a, const sinew_affine *b,
                                     double farthest);

/// Returns [joint_count] distances from each joint to the farthest vertex that the joint or a descendant moves.
double *sinew__compact_reach(const sinew_model *model, const sinew__binds *binds,
                             const sinew__influence_bounds *influence, sinew__arena *memory);

// ---- joint constants -----------------------------------------------------------------------------------------------
// Constants that a skeleton adds to the values of compact clips; see runtime/model/compact_clip.h.

/// The parts of a joint's transform stack that are the same in all clips, in double.
typedef struct sinew__stack_constants {
    int axes[3];          ///< axes of the rotation order; the first one is applied first
    double sign;          ///< −1 if reordering the axes mirrors, which negates angles
    sinew_quat pre, post; ///< Rpre and Rpost
    double shift[3], inside[3], scale_pivot[3];
} sinew__stack_constants;

sinew__stack_constants sinew__stack_constants_of(const sinew_model *model, int32_t joint);

/// Converts a joint's whole rotation to the quaternion of the animated rotation, without pre- and post-rotation and
/// with its axes reordered to XYZ.
sinew_quat sinew__joint_constants_inner(const sinew__stack_constants *joint, sinew_quat rotation);

/// Computes T, the translation of the stack, from a joint's local transform.
void sinew__joint_constants_translation(const sinew__stack_constants *joint, const sinew_transform *local,
                                        double out[3]);

/// Whether the joint's rest scale is not the scale in the joint constants, because it is not uniform or mirrors.
int sinew__joint_constants_is_scaled(const sinew_model *model, const sinew__binds *binds, int32_t joint);

/// Fills the joint constants of all groups.
void sinew__joint_constants_fill(const sinew_model *model, const sinew__binds *binds, sinew__joint_constants *groups);

// ---- a clip --------------------------------------------------------------------------------------------------------
// Data that the steps of baking one clip share: options and limits, the exact poses to compare with, and the section to
// write to. compact_curves.h lists the steps.

/// Largest error at measured times, as a fraction of the error bound. It is less than 1 because the error at other
/// times may be larger: measured times are off the middle between samples, to show curves that swing to both sides, but
/// other curves have their largest error in the middle.
#define SINEW__BAKE_MEASURED_SHARE 0.75

typedef enum sinew__bake_outcome {
    SINEW__BAKE_OK,
    SINEW__BAKE_NO_MEMORY,
    SINEW__BAKE_TOO_LARGE, ///< more bytes than allowed
    SINEW__BAKE_TOO_LONG,  ///< more work than allowed
    SINEW__BAKE_CANCELLED,
    SINEW__BAKE_HOPELESS,     ///< the error is too large for a closer fit to fix
    SINEW__BAKE_OUT_OF_REACH, ///< the error bound is not met
    SINEW__BAKE_BEYOND_FLOATS ///< the clip would hold numbers that validation rejects
} sinew__bake_outcome;

/// The time spent on baking all clips.
typedef struct sinew__bake_clock {
    const sinew_bake_options *options;
    double begin;     ///< sinew__now() at the beginning
    double spent;     ///< sinew__thread_time() at the beginning
    double asked;     ///< sinew__now() at the last call of options->progress
    uint32_t sampled; ///< number of joints and morphs sampled; the time is read once per 256, because reading it takes
                      ///< longer than sampling one
} sinew__bake_clock;

typedef struct sinew__bake {
    const sinew_model *model;
    const sinew_clip *clip;
    int32_t clip_index;
    const sinew__binds *binds;
    const sinew__influence_bounds *influence;
    double bound;      ///< allowed displacement in the model's units
    double rate;       ///< measured frames per second; 0: the bound holds at all times
    size_t byte_limit; ///< largest size of the clip in the section, bytes
    uint64_t *work_left;
    sinew__bake_clock *clock;

    const sinew__sample_cursor *cursor;
    sinew_pose *pose;     ///< pose of the exact engine
    sinew_pose *played;   ///< pose of the baked clip while it is measured
    sinew_affine *wanted; ///< [joint_count] global · bind⁻¹ of `pose`, including the importer's root
    sinew__arena *memory; ///< freed when the clip is done
} sinew__bake;

/// Returns SINEW__BAKE_OK if there is time to continue.
sinew__bake_outcome sinew__bake_look_at_clock(sinew__bake_clock *clock);

/// A tick that needs a key, and the values that need it.
typedef struct sinew__bake_tick {
    int64_t tick;
    uint32_t values; ///< bits of the values that may change at the key
} sinew__bake_tick;

/// The bit of one axis of a translation, rotation or scaling channel.
#define SINEW__VALUE_BIT(property, axis) (1u << (3u * (uint32_t)(property) + (uint32_t)(axis)))
#define SINEW__VISIBILITY_VALUE (UINT32_C(1) << 31)
#define SINEW__EVERY_VALUE UINT32_MAX

/// Returns the ticks of the clip that need keys, rising: the first, the last, every key time between them, and both
/// sides of every jump. NULL, with memory->failed set, when out of memory.
sinew__bake_tick *sinew__bake_times(const sinew__bake *bake, size_t *out_count);

/// Returns the ticks that need keys for the motion of one joint or morph, allocated from `memory`.
sinew__bake_tick *sinew__bake_times_of(const sinew__bake *bake, const sinew__joint_motion *motion, sinew__arena *memory,
                                       size_t *out_count);

/// Sets the local transforms, weights and visibility of `bake->pose` to the exact pose at a tick.
sinew__bake_outcome sinew__bake_sample(sinew__bake *bake, int64_t tick);

/// Sets `bake->pose` to the exact pose at a tick, with global transforms, and fills `bake->wanted`.
sinew__bake_outcome sinew__bake_pose(sinew__bake *bake, int64_t tick);

/// Returns the larger of two displacements; NaN if one of them is NaN.
static inline double sinew__bake_larger(double a, double b)
{
    return a >= b || a != a ? a : b;
}

/// Returns a view of the model that plays the clips being written to `section`.
sinew_model sinew__bake_view(const sinew_model *model, const sinew__buffer *section);

/// Appends zeroed bytes to the section, aligned to SINEW__BAKED_ALIGN, and returns their offset. When out of memory,
/// returns 0 and sets `failed`.
uint64_t sinew__bake_reserve(sinew__buffer *section, uint64_t count, size_t size);

/// Appends zeroed bytes for an array of a clip, aligned to SINEW__CLIP_ALIGN, and returns their offset. When out of
/// memory, returns 0 and sets `failed`.
uint64_t sinew__bake_reserve_clip(sinew__buffer *section, uint64_t count, size_t size);

#endif
