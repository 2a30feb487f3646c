/// Measures each step from clip to vertices, on one core.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_STEP_TIMES_H
#define SINEW_PROGRAM_VIEWER_PANELS_STEP_TIMES_H

#include "sinew/pose.h"

/// Zeroed: not measured.
typedef struct step_times {
    double sample, local_to_global, skin; ///< seconds, with the exact engine
    double measured_at;                   ///< seconds of a monotonic clock
    float *memory;                        ///< [memory_count] scratch memory and results of skinning
    size_t memory_count;
} step_times;

/// Runs the steps once, unless that was done recently, because measuring costs time itself. `seconds` are from the
/// clip's start. Skinning is 0 if nothing is skinned or when out of memory.
void step_times_update(step_times *times, const sinew_model *model, int32_t clip, double seconds, sinew_pose *pose);
void step_times_free(step_times *times);

#endif
