/// The descriptor of a motion, and the distance of two.
#ifndef SINEW_LIBRARY_DESCRIBE_MOTION_H
#define SINEW_LIBRARY_DESCRIBE_MOTION_H

#include "library/measure_clip.h"

/// Sets the masses of a model's bones and their typical length, from the rest pose. The mass of a bone is its length
/// squared, so that fingers and twist joints, which bodies have or lack, hardly count.
void library_weigh_bones(const sinew_model *model, library_scratch *scratch);

/// Samples the clip at LIBRARY_PHASES times and writes LIBRARY_FEATURES numbers of each. Returns 0 for a model without
/// bones.
int library_describe_motion(const sinew_model *model, int32_t clip, library_scratch *scratch, float *out_descriptor);

/// Writes the LIBRARY_POSE_FEATURES numbers of the pose at a time, in seconds from the start of the clip; SINEW_NONE is
/// the rest pose. Returns 0 for a model without bones.
int library_describe_pose(const sinew_model *model, int32_t clip, double time, library_scratch *scratch,
                          float *out_pose);

/// Returns the least distance of a pose to those of a motion, in the unit of library_motion_distance. *out_part is when
/// the motion comes there, as a part of the clip. Between phases poses are interpolated.
double library_pose_distance(const float *descriptor, const float *pose, double *out_part);

/// Whether a motion moves at all: poses are alike without being copies.
int library_is_moving(const float *descriptor);

/// The distance of two descriptors: 0 for the same motion, about 1 for two that have nothing in common.
double library_motion_distance(const float *a, const float *b);

/// The mean of each number over all phases. Two descriptors at a distance d have means that differ by
/// d · √LIBRARY_FEATURES at most: far means tell that motions differ without comparing them.
void library_motion_means(const float *descriptor, double out_means[LIBRARY_FEATURES]);

#endif
