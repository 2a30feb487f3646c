/// How long the steps from clip to vertices take, each by itself, on one core.
#ifndef SINEW_VIEWER_PANELS_STEP_TIMES_H
#define SINEW_VIEWER_PANELS_STEP_TIMES_H

#include "sinew/pose.h"

/// Zeroed: not measured yet.
typedef struct step_times {
    double sample, local_to_global, skin; ///< seconds of the exact engine's last round
    double measured_at;                   ///< on sinew's clock
    float *memory;                        ///< [memory_count] scratch and results of skinning
    size_t memory_count;
} step_times;

/// Runs the steps once, unless that has been done lately: they shall not slow down what they measure. `seconds` are of
/// the file's timeline. Skinning is 0 where nothing is skinned, or without memory.
void step_times_update(step_times *times, const sinew_model *model, int32_t clip, double seconds, sinew_pose *pose);
void step_times_free(step_times *times);

#endif
