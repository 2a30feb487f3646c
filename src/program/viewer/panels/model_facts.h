/// The facts of the window's info panel: of the model, of the selected joint, and how long each step takes.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_MODEL_FACTS_H
#define SINEW_PROGRAM_VIEWER_PANELS_MODEL_FACTS_H

#include "sinew/model.h"
#include "sinew/pose.h"

enum { MODEL_FACTS_MAX = 16 };

/// A row of two columns, printable.
typedef struct model_fact {
    char name[24];
    char value[160];
} model_fact;

/// Lists the facts that apply to a model. Returns their number.
int panel_model_facts_list(const sinew_model *model, model_fact out_facts[MODEL_FACTS_MAX]);

/// Translation, rotation as XYZ Euler angles in degrees, scale.
typedef struct joint_values {
    double t[3], r[3], s[3];
} joint_values;

/// Poses the model with the exact engine into `pose` and returns one joint's local and global transform. `seconds` are
/// from the clip's start.
void panel_joint_values_find(const sinew_model *model, int32_t clip, double seconds, int32_t joint, sinew_pose *pose,
                             joint_values *out_local, joint_values *out_global);

/// Returns the local and global transform of a joint in a pose with local transforms.
void panel_joint_values_of(const sinew_pose *pose, int32_t joint, joint_values *out_local, joint_values *out_global);

/// Returns the decimals that show a hundred-thousandth of a model's size, 3 … 6.
int panel_joint_value_decimals(double model_size);

enum { JOINT_VALUE_SIZE = 32 };

/// Writes a number with `decimals`, or with fewer so that it fits in `max` ≥ 6 characters, or with an exponent if not
/// even the integer part fits. Negative zero is written without a sign.
void panel_joint_value_format(double number, int decimals, size_t max, char out[JOINT_VALUE_SIZE]);

/// Zeroed: not measured.
typedef struct step_times {
    double sample, local_to_global, skin; ///< seconds, with the exact engine
    double measured_at;                   ///< seconds of a monotonic clock
    float *memory;                        ///< [memory_count] scratch memory and results of skinning
    size_t memory_count;
} step_times;

/// Runs the steps once, unless that was done recently, because measuring costs time itself. `seconds` are from the
/// clip's start. Skinning is 0 if nothing is skinned or when out of memory.
void panel_step_times_update(step_times *times, const sinew_model *model, int32_t clip, double seconds,
                             sinew_pose *pose);
void panel_step_times_free(step_times *times);

#endif
