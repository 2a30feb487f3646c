/// Facts for the window's panels: about the model, the selected joint, and the durations of steps.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_MODEL_FACTS_H
#define SINEW_PROGRAM_VIEWER_PANELS_MODEL_FACTS_H

#include "sinew/model.h"
#include "sinew/pose.h"

enum { MODEL_FACTS_MAX = 16 };

/// A row of two columns. Both texts are printable.
typedef struct model_fact {
    char name[24];
    char value[160];
} model_fact;

/// Lists the facts that apply to a model. Returns their number.
int panel_model_facts_list(const sinew_model *model, model_fact out_facts[MODEL_FACTS_MAX]);

/// Translation in file units, rotation as XYZ Euler angles in degrees, and scale.
typedef struct joint_values {
    double t[3], r[3], s[3];
} joint_values;

/// Evaluates the pose by the exact engine into `pose`, at `seconds` from the clip's start, and returns one joint's
/// local and global transform.
void panel_joint_values_find(const sinew_model *model, int32_t clip, double seconds, int32_t joint, sinew_pose *pose,
                             joint_values *out_local, joint_values *out_global);

/// Returns the local and global transform of a joint in a pose with local transforms.
void panel_joint_values_of(const sinew_pose *pose, int32_t joint, joint_values *out_local, joint_values *out_global);

/// Returns the number of decimals that show 1/100,000 of a model's size: 3 … 6.
int panel_joint_value_decimals(double model_size);

enum { JOINT_VALUE_SIZE = 32 };

/// Writes a number with `decimals`; with fewer, if it would exceed `max` ≥ 6 characters; with an exponent, if not even
/// its integer part fits. Negative zero is written without a sign.
void panel_joint_value_format(double number, int decimals, size_t max, char out[JOINT_VALUE_SIZE]);

/// Durations of the steps. Zeroed: not measured.
typedef struct step_times {
    double sample, local_to_global, skin; ///< seconds, by the exact engine
    double measured_at;                   ///< time of the measurement, in seconds of a monotonic clock
    float *memory;                        ///< [memory_count] memory for skinning
    size_t memory_count;
} step_times;

/// Measures the steps once at `seconds` from the clip's start. Does nothing if the last measurement is recent, because
/// measuring takes time itself. The duration of skinning is 0 if nothing is skinned, or when out of memory.
void panel_step_times_update(step_times *times, const sinew_model *model, int32_t clip, double seconds,
                             sinew_pose *pose);
void panel_step_times_free(step_times *times);

#endif
