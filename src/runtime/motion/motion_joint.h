/// Which joints are the character's, which of them moves it, and how far apart two transforms are.
#ifndef SINEW_RUNTIME_MOTION_MOTION_JOINT_H
#define SINEW_RUNTIME_MOTION_MOTION_JOINT_H

#include "core/base/affine.h"
#include "runtime/model/clip_span.h"
#include "sinew/contacts.h"

/// Marks the joints of the character: bones; in a file without bones all but cameras and lights. Helpers never count.
/// out_marks is [joint_count]. Returns their number.
int32_t sinew__mark_character(const sinew_model *model, uint8_t *out_marks);

/// The joint that moves the character in a clip, during `span`: that of sinew_model_find_motion_joint. Where it stands
/// still it is a root on the ground, and the joint below it counts from which its legs start. SINEW_NONE if there is
/// none.
int32_t sinew__motion_joint_of_clip(const sinew_model *model, int32_t clip, const sinew__span *span,
                                    const sinew_foot *feet, int32_t foot_count, sinew_pose *scratch);

typedef struct sinew__rigid_difference {
    double distance; ///< between the translations
    double degrees;  ///< between the rotations
} sinew__rigid_difference;

sinew__rigid_difference sinew__rigid_difference_of(const sinew_affine *a, const sinew_affine *b);

/// The angle between two rotations.
double sinew__rotation_degrees(sinew_quat a, sinew_quat b);

#endif
