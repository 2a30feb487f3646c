/// How long it takes to measure a file, from its size and format.
#ifndef SINEW_LIBRARY_SHARDS_ESTIMATE_COST_H
#define SINEW_LIBRARY_SHARDS_ESTIMATE_COST_H

#include <stddef.h>
#include <stdint.h>

#include "base/model_formats.h"

/// Sums of what was recorded, per format. Zeroed: nothing.
typedef struct library_recorded_costs {
    double seconds[SINEW__MODEL_FORMAT_COUNT], bytes[SINEW__MODEL_FORMAT_COUNT];
    size_t files[SINEW__MODEL_FORMAT_COUNT];
} library_recorded_costs;

/// Adds the duration of a file.
void library_record_cost(library_recorded_costs *recorded, const char *path, uint64_t size, double seconds);

/// Returns the expected seconds: a fixed part for starting the worker, and a part per byte, which follows the recorded
/// durations of the same format when there are enough.
double library_estimate_cost(const library_recorded_costs *recorded, const char *path, uint64_t size);

#endif
