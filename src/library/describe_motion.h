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

/// Describes what a descriptor leaves out, the direction and the side: for each phase how far the centre has moved
/// since the one before, Σ h (a, b) and Σ (a² + b²) (a, b) of the bones about it, as left and front of the file, in
/// 1/1024. For a model that has a descriptor.
void library_describe_heading(const sinew_model *model, int32_t clip, library_scratch *scratch,
                              int16_t out[LIBRARY_HEADING]);

/// Compares two clips with the same descriptor. Returns whether one is the mirror image of the other; else
/// *out_degrees is the rotation about the vertical from `a` to `b`, −180 to 180, and 0 for less than 5.
int library_compare_headings(const int16_t *a, const int16_t *b, double *out_degrees);

/// Whether a motion moves at all: poses are alike without being copies.
int library_is_moving(const float *descriptor);

/// The distance of two descriptors: 0 for the same motion, about 1 for two that have nothing in common.
double library_motion_distance(const float *a, const float *b);

/// The mean of each number over all phases. Two descriptors at a distance d have means that differ by
/// d · √LIBRARY_FEATURES at most: far means tell that motions differ without comparing them.
void library_motion_means(const float *descriptor, double out_means[LIBRARY_FEATURES]);

#endif
