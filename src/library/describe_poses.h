/// The poses of a clip as numbers, to find the clips that come near to a pose, and when.
///
/// Like the numbers of a motion (describe_motion.h) they do not change with the size of the body, the names of joints,
/// where the character stands and looks, and left and right.
#ifndef SINEW_LIBRARY_DESCRIBE_POSES_H
#define SINEW_LIBRARY_DESCRIBE_POSES_H

#include "base/arena.h"
#include "library/measure_clip.h"

enum {
    LIBRARY_POSE_FEATURES = 16,
    LIBRARY_POSES_PER_SECOND = 15,
    LIBRARY_MAX_POSES = 256, ///< of a clip; longer clips are sampled at larger steps
};

/// The poses of a clip at even times, from its start to its end.
typedef struct library_poses {
    int16_t *features; ///< [count][LIBRARY_POSE_FEATURES] in 1/1024; NULL: the model has no bones
    int32_t count;
} library_poses;

/// Describes the poses of a clip. The features are in the arena.
library_poses library_describe_poses(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                     sinew__arena *arena);

/// Describes the pose at a time, in seconds from the start of the clip; SINEW_NONE is the rest pose. Returns 0 for a
/// model without bones.
int library_describe_pose(const sinew_model *model, int32_t clip, double time, library_scratch *scratch,
                          double out_pose[LIBRARY_POSE_FEATURES]);

/// Returns the least distance of a pose to those of a clip: 0 is the same pose, about 1 one that has nothing in common.
/// *out_part is when the clip comes there, 0 … 1. Between two poses it interpolates.
double library_pose_distance(const library_poses *poses, const double pose[LIBRARY_POSE_FEATURES], double *out_part);

#endif
