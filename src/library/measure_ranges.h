/// How far a clip moves each joint.
#ifndef SINEW_LIBRARY_MEASURE_RANGES_H
#define SINEW_LIBRARY_MEASURE_RANGES_H

#include "base/arena.h"
#include "library/measure_clip.h"

/// Of a joint relative to its parent.
typedef struct library_joint_range {
    const char *joint;
    double degrees;     ///< between the two rotations of the clip that differ most, 0 … 180
    double centimetres; ///< between the two positions that are farthest apart
} library_joint_range;

/// What the clips of one file may cost together, in joints times samples: 1300 clips of 100 joints.
#define LIBRARY_MAX_RANGE_SAMPLES ((int64_t)1 << 24)

/// Measures the joints that a clip animates, at whole frames, at most 128 of them. Returns the ranges in `arena` and
/// their number in *out_count; NULL without memory, and when the clip costs more than *samples_left, which is reduced.
/// The contents of scratch->pose change.
library_joint_range *library_measure_ranges(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                            int64_t *samples_left, sinew__arena *arena, int32_t *out_count);

#endif
