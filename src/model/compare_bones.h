/// How far the bones of two skeletons are the same.
#ifndef SINEW_MODEL_COMPARE_BONES_H
#define SINEW_MODEL_COMPARE_BONES_H

#include "base/arena.h"
#include "sinew/model.h"

/// One way in which bones differ.
typedef struct sinew__bone_difference {
    int32_t count; ///< bones that do
    double most;   ///< of them
    int32_t joint; ///< the one, in the animation; SINEW_NONE: none does
} sinew__bone_difference;

typedef struct sinew__bone_differences {
    int32_t compared;
    sinew__bone_difference length;    ///< as a part of the character's
    sinew__bone_difference direction; ///< degrees
} sinew__bone_differences;

/// Compares how joints lie in the axes of their parents, where both are there in both models. How the skeletons stand
/// at rest makes no difference: only rotations tell one stance from another, and these say nothing about a bone. Joints
/// that wander from their parents are no ends of bones. `in_character` gives each joint of the animation its pair or
/// SINEW_NONE; `unit` is how many units of the character one of the animation is. Gives 0 when `memory` runs out.
int sinew__compare_bones(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                         double unit, sinew__arena *memory, sinew__bone_differences *out);

#endif
