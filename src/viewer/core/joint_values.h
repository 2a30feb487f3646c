/// Where one joint stands at a time: the numbers that `sinew pose` prints.
#ifndef SINEW_VIEWER_CORE_JOINT_VALUES_H
#define SINEW_VIEWER_CORE_JOINT_VALUES_H

#include "sinew/pose.h"

/// Translation, rotation as Euler angles about X, then Y, then Z in degrees, scale.
typedef struct joint_values {
    double t[3], r[3], s[3];
} joint_values;

/// Poses the model with the exact engine into `pose` and takes out one joint's numbers: relative to its parent, and in
/// the model's space. `seconds` are of the file's timeline.
void joint_values_find(const sinew_model *model, int32_t clip, double seconds, int32_t joint, sinew_pose *pose,
                       joint_values *out_local, joint_values *out_global);

/// Decimals that show a hundred-thousandth of a model's size, 3 … 6.
int joint_value_decimals(double model_size);

enum { JOINT_VALUE_SIZE = 32 };

/// A number with so many decimals, or as many as `most` ≥ 6 letters have room for; a power of ten where even a whole
/// number has none. What is written as nothing has no sign.
void joint_value_format(double number, int decimals, size_t max, char out[JOINT_VALUE_SIZE]);

#endif
