/// Compares the bones of two skeletons.
#ifndef SINEW_MODEL_COMBINE_COMPARE_BONES_H
#define SINEW_MODEL_COMBINE_COMPARE_BONES_H

#include "base/arena.h"
#include "sinew/model.h"

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

/// The number by which bones are longer in the animation than in the character: the median of those that are compared
/// as above, 1 for fewer than three. Returns 0 when out of memory.
int sinew__bone_scale(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                      double unit, sinew__arena *memory, double *out_scale);

#endif
