/// Joints of two hierarchies that are the same by name.
#ifndef SINEW_RUNTIME_MODEL_COMBINE_PAIR_JOINTS_H
#define SINEW_RUNTIME_MODEL_COMBINE_PAIR_JOINTS_H

#include "core/base/arena.h"
#include "sinew/model.h"

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

/// Pairs joints that have the same name under paired parents, then those of one name anywhere, then those of one name
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

/// The number by which bones are longer in the animation than in the character: the median of those that
/// `sinew__compare_bones` compares, 1 for fewer than three. Returns 0 when out of memory.
int sinew__bone_scale(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                      double unit, sinew__arena *memory, double *out_scale);

#endif
