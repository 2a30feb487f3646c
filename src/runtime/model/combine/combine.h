/// Clips of one model on another: pairs of joints, the transfer of a clip, and the model that has them.
#ifndef SINEW_RUNTIME_MODEL_COMBINE_COMBINE_H
#define SINEW_RUNTIME_MODEL_COMBINE_COMBINE_H

#include "core/base/arena.h"
#include "core/base/error.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/combine/with_clips.h"
#include "sinew/model.h"
#include "sinew/raw_model.h"

// ---- pairs of joints -----------------------------------------------------------------------------------------------
// Joints of two hierarchies that are the same by name.

/// Joints with their parents before them.
typedef struct sinew__joint_names {
    int32_t count;
    const int32_t *parent;   ///< [count] SINEW_NONE for a root
    const char *const *name; ///< [count]
} sinew__joint_names;

/// Lists the joints of a model, in arrays from `memory` and names of the model. Returns 0 when out of memory.
int sinew__joint_names_of(const sinew_model *model, sinew__arena *memory, sinew__joint_names *out);

typedef struct sinew__joint_pairs {
    int32_t *in_b; ///< [a->count] the joint in the other hierarchy, or SINEW_NONE
    int32_t *in_a; ///< [b->count] the same back
    int32_t count; ///< pairs
} sinew__joint_pairs;

/// Pairs joints that have the same name under paired parents, then joints of one name anywhere, then joints of one name
/// without its namespace or prefix (`mixamorig:Hips`, `mixamorig1:Hips`, `mixamorig_Hips`); joints that share a name
/// pair in their order. Gives 0 when memory runs out. Freed by `sinew__joint_pairs_free`.
int sinew__joint_pairs_init(sinew__joint_pairs *pairs, const sinew__joint_names *a, const sinew__joint_names *b);
void sinew__joint_pairs_free(sinew__joint_pairs *pairs);

/// One kind of difference.
typedef struct sinew__bone_difference {
    int32_t count; ///< bones that differ
    double most;   ///< largest difference
    int32_t joint; ///< its joint in the animation; SINEW_NONE: no bone differs
} sinew__bone_difference;

typedef struct sinew__bone_differences {
    int32_t compared;
    sinew__bone_difference length;    ///< as a fraction of the character's
    sinew__bone_difference direction; ///< degrees
} sinew__bone_differences;

/// Compares the translations of joints relative to their parents, for joints and parents that exist in both models. The
/// rest poses do not matter, because they differ in rotations only. Joints with animated translations are ignored, as
/// they are not ends of bones. `in_character` is the corresponding joint for each joint of the animation, or
/// SINEW_NONE; `unit` is the number of units of the character per unit of the animation. Returns 0 when out of memory.
int sinew__compare_bones(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                         double unit, sinew__arena *memory, sinew__bone_differences *out);

/// The ratio of bone lengths in the animation to those in the character: the median over the bones that
/// `sinew__compare_bones` compares, 1 for fewer than three. Returns 0 when out of memory.
int sinew__bone_scale(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                      double unit, sinew__arena *memory, double *out_scale);

// ---- transfer ------------------------------------------------------------------------------------------------------
// Matches the joints and morphs of an animation with a character's, for models that play clips of other files.

/// The counterparts of a model's animated joints and morphs in the other model.
typedef struct sinew__clip_targets {
    const int32_t *joint; ///< [joint_count] or SINEW_NONE: left out
    const int32_t *mesh;  ///< [morph_count] or SINEW_NONE: left out
    const int32_t *morph; ///< [morph_count] of that mesh
    double unit;          ///< of the model, in units of the other
} sinew__clip_targets;

/// Fills `clips` [model->clip_count] in `memory`; with `unit` 1 keys stay in the model. Gives 0 when out of memory.
int sinew__raw_clips(const sinew_model *model, const sinew__clip_targets *targets, sinew__arena *memory,
                     sinew_raw_clip *clips);

typedef struct sinew__clip_transfer {
    const sinew_model *character, *animation;
    sinew__arena memory;
    sinew__joint_pairs pairs; ///< a: the animation's, b: the character's
    uint8_t *moves;           ///< [animation joint_count]
    sinew__clip_targets targets;
    sinew_clip_match match;
    double rescaled; ///< divisor of the animation's translations, because its units are not as stated; 0: they are
} sinew__clip_transfer;

/// Fails as `sinew__model_with_clips` does. `match` is set also when no joint matches. Free in all cases.
sinew_result sinew__clip_transfer_init(sinew__clip_transfer *transfer, const sinew_model *character,
                                       const sinew_model *animation, sinew_error *error);
void sinew__clip_transfer_free(sinew__clip_transfer *transfer);

/// Returns whether a joint of the character takes values from its counterpart. A bone always does: exporters leave out
/// the curves of bones that stay in the pose of the animation's file. Other joints do if a clip animates them.
int sinew__clip_transfer_merges(const sinew__clip_transfer *transfer, int32_t joint);

/// Returns the character's stack with the values that the animation brings, for a merged joint.
sinew_transform_stack sinew__clip_transfer_stack(const sinew__clip_transfer *transfer, int32_t joint, int32_t animated);

/// Returns the rest as a transform, for an animated joint without a stack.
sinew_transform sinew__clip_transfer_rest(const sinew__clip_transfer *transfer, int32_t joint, int32_t animated);

/// Returns the name of the animation's file, or "".
const char *sinew__clip_transfer_file(const sinew__clip_transfer *transfer);

/// Adds the sources and warnings of the animation, and warnings of joints without a match, of other units and of bones
/// that differ.
/// Returns 0 when out of memory.
int sinew__clip_transfer_report(sinew__clip_transfer *transfer, sinew__builder *builder);

/// Builds the animation's clips `raw` [animation clip_count] for the joints of the character. `ticks_per_second` is the
/// rate of their keys.
sinew_result sinew__clip_transfer_build(sinew__clip_transfer *transfer, const sinew_raw_clip *raw,
                                        int64_t ticks_per_second, sinew__builder *builder);

// ---- the model -----------------------------------------------------------------------------------------------------
// A block that differs from another in its baked clips and their warnings.

/// Copies a model's block with `baked` for the section of that name, and `warnings` instead of the warnings of an
/// earlier baking. *out_block is released by sinew_free; NULL on failure.
SINEW_NODISCARD sinew_result sinew__replace_baked_clips(const sinew_model *model, const void *baked,
                                                        size_t baked_byte_count, const sinew_raw_warning *warnings,
                                                        int32_t warning_count, void **out_block, size_t *out_size,
                                                        sinew_error *error);

#endif
