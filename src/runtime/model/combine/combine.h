/// Combines models: pairs their joints by name, transfers clips, and builds the resulting model.
#ifndef SINEW_RUNTIME_MODEL_COMBINE_COMBINE_H
#define SINEW_RUNTIME_MODEL_COMBINE_COMBINE_H

#include "core/base/arena.h"
#include "core/base/error.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/combine/with_clips.h"
#include "sinew/model.h"
#include "sinew/raw_model.h"

// ---- pairs of joints -----------------------------------------------------------------------------------------------
// Finds joints that two hierarchies share, by name.

/// The names of a hierarchy's joints. Parents come before their children.
typedef struct sinew__joint_names {
    int32_t count;
    const int32_t *parent;   ///< [count] SINEW_NONE for a root
    const char *const *name; ///< [count]
} sinew__joint_names;

/// Lists the joints of a model. The arrays are in `memory`; the names belong to the model. Returns 0 when out of
/// memory.
int sinew__joint_names_of(const sinew_model *model, sinew__arena *memory, sinew__joint_names *out);

typedef struct sinew__joint_pairs {
    int32_t *in_b; ///< [a->count] the joint in the other hierarchy, or SINEW_NONE
    int32_t *in_a; ///< [b->count] the joint in hierarchy a, or SINEW_NONE
    int32_t count; ///< number of pairs
} sinew__joint_pairs;

/// Pairs joints that have the same name and paired parents, then joints with the same name anywhere, then joints whose
/// names are equal without namespace or prefix (`mixamorig:Hips`, `mixamorig1:Hips`, `mixamorig_Hips`). Joints that
/// share a name are paired in their order. Returns 0 when out of memory. Free with sinew__joint_pairs_free in both
/// cases.
int sinew__joint_pairs_init(sinew__joint_pairs *pairs, const sinew__joint_names *a, const sinew__joint_names *b);
void sinew__joint_pairs_free(sinew__joint_pairs *pairs);

/// One kind of difference between the bones of two models.
typedef struct sinew__bone_difference {
    int32_t count; ///< bones that differ
    double most;   ///< largest difference
    int32_t joint; ///< joint of the animation with the largest difference; SINEW_NONE: no bone differs
} sinew__bone_difference;

typedef struct sinew__bone_differences {
    int32_t compared;
    sinew__bone_difference length;    ///< as a fraction of the character's bone
    sinew__bone_difference direction; ///< in degrees
} sinew__bone_differences;

/// Compares the bones of two models: the translations of joints relative to their parents, for joints that have a
/// counterpart with the same parent. Different rest poses do not count, because they differ only in rotations. Joints
/// with animated translations are not ends of bones and are ignored. `in_character` is each animation joint's
/// counterpart, or SINEW_NONE; `unit` is the animation's unit in units of the character. Returns 0 when out of memory.
int sinew__compare_bones(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                         double unit, sinew__arena *memory, sinew__bone_differences *out);

/// Sets *out_scale to the median ratio of bone lengths, animation / character, over the bones that sinew__compare_bones
/// compares; 1 for fewer than three bones. Returns 0 when out of memory.
int sinew__bone_scale(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                      double unit, sinew__arena *memory, double *out_scale);

// ---- transfer ------------------------------------------------------------------------------------------------------
// Pairs the joints and morphs of an animation with a character's and converts its clips.

/// The counterparts in another model of a model's joints and morphs.
typedef struct sinew__clip_targets {
    const int32_t *joint; ///< [joint_count] the counterpart, or SINEW_NONE: dropped
    const int32_t *mesh;  ///< [morph_count] mesh of the counterpart, or SINEW_NONE: dropped
    const int32_t *morph; ///< [morph_count] index of the counterpart in that mesh
    double unit;          ///< length unit of this model, in units of the other model
} sinew__clip_targets;

/// Fills `clips`, [model->clip_count], with arrays in `memory`. If `unit` is 1, keys are not copied and point into the
/// model. Returns 0 when out of memory.
int sinew__raw_clips(const sinew_model *model, const sinew__clip_targets *targets, sinew__arena *memory,
                     sinew_raw_clip *clips);

typedef struct sinew__clip_transfer {
    const sinew_model *character, *animation;
    sinew__arena memory;
    sinew__joint_pairs pairs; ///< hierarchy a is the animation, b is the character
    uint8_t *moves;           ///< [animation joint_count] the parts of each joint that the animation's clips change
    sinew__clip_targets targets;
    sinew_clip_match match;
    double rescaled; ///< divisor of the animation's translations if its stated unit is wrong; else 0
} sinew__clip_transfer;

/// Pairs the models' joints and checks them; fails as sinew__model_with_clips does. `match` is also set if no joint
/// matches. Call sinew__clip_transfer_free in all cases.
sinew_result sinew__clip_transfer_init(sinew__clip_transfer *transfer, const sinew_model *character,
                                       const sinew_model *animation, sinew_error *error);
void sinew__clip_transfer_free(sinew__clip_transfer *transfer);

/// Whether a joint of the character takes values from its counterpart. A bone always does, because exporters leave out
/// curves of bones that stay in the rest pose of their file. Other joints do if a clip animates them.
int sinew__clip_transfer_merges(const sinew__clip_transfer *transfer, int32_t joint);

/// Returns the character's stack of a merged joint, with the values that the animation replaces.
sinew_transform_stack sinew__clip_transfer_stack(const sinew__clip_transfer *transfer, int32_t joint, int32_t animated);

/// Returns the rest transform of a merged joint whose counterpart has no stack.
sinew_transform sinew__clip_transfer_rest(const sinew__clip_transfer *transfer, int32_t joint, int32_t animated);

/// Returns the name of the animation's file, or "".
const char *sinew__clip_transfer_file(const sinew__clip_transfer *transfer);

/// Adds the animation's sources and warnings, and warnings about joints without a counterpart, a wrong unit and bones
/// that differ. Returns 0 when out of memory.
int sinew__clip_transfer_report(sinew__clip_transfer *transfer, sinew__builder *builder);

/// Builds the animation's clips `raw`, [animation clip_count], for the character's joints. `ticks_per_second` applies
/// to the keys.
sinew_result sinew__clip_transfer_build(sinew__clip_transfer *transfer, const sinew_raw_clip *raw,
                                        int64_t ticks_per_second, sinew__builder *builder);

// ---- the model -----------------------------------------------------------------------------------------------------
// Replaces the baked clips of a block and their warnings.

/// Copies a model's block with the section `baked` replaced, and with `warnings` in place of the warnings of an earlier
/// baking. *out_block is released by sinew_free; NULL on failure.
SINEW_NODISCARD sinew_result sinew__replace_baked_clips(const sinew_model *model, const void *baked,
                                                        size_t baked_byte_count, const sinew_raw_warning *warnings,
                                                        int32_t warning_count, void **out_block, size_t *out_size,
                                                        sinew_error *error);

#endif
