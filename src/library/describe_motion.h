/// The descriptor of a motion, and the distance of two.
#ifndef SINEW_LIBRARY_DESCRIBE_MOTION_H
#define SINEW_LIBRARY_DESCRIBE_MOTION_H

#include "library/measure_clip.h"

/// Samples the clip at LIBRARY_PHASES times and writes LIBRARY_FEATURES numbers of each. Returns 0 for a model without
/// bones.
int library_describe_motion(const sinew_model *model, int32_t clip, library_scratch *scratch, float *out_descriptor);

/// Writes the first LIBRARY_SHAPE_FEATURES numbers, which need one pose only.
void library_describe_shape(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles,
                            double *out);

/// Whether a motion moves at all: poses are alike without being copies.
int library_is_moving(const float *descriptor);

/// The distance of two descriptors: 0 for the same motion, about 1 for two that have nothing in common.
double library_motion_distance(const float *a, const float *b);

/// The mean of each number over all phases. Two descriptors at a distance d have means that differ by
/// d · √LIBRARY_FEATURES at most: far means tell that motions differ without comparing them.
void library_motion_means(const float *descriptor, double out_means[LIBRARY_FEATURES]);

#endif
