/// The transform of one joint at a time, with the values that `sinew pose` prints.
#ifndef SINEW_PROGRAM_VIEWER_CORE_JOINT_VALUES_H
#define SINEW_PROGRAM_VIEWER_CORE_JOINT_VALUES_H

#include "sinew/pose.h"

/// Translation, rotation as XYZ Euler angles in degrees, scale.
typedef struct joint_values {
    double t[3], r[3], s[3];
} joint_values;

/// Poses the model with the exact engine into `pose` and returns one joint's local and global transform. `seconds` are
/// from the clip's start.
void joint_values_find(const sinew_model *model, int32_t clip, double seconds, int32_t joint, sinew_pose *pose,
                       joint_values *out_local, joint_values *out_global);

/// Returns the decimals that show a hundred-thousandth of a model's size, 3 … 6.
int joint_value_decimals(double model_size);

enum { JOINT_VALUE_SIZE = 32 };

/// Writes a number with `decimals`, or with as many as fit in `max` ≥ 6 characters, or with an exponent if not even the
/// integer part fits. Negative zero is written without a sign.
void joint_value_format(double number, int decimals, size_t max, char out[JOINT_VALUE_SIZE]);

#endif
