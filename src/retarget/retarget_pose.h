/// One pose of the animation → the same pose of the character.
#ifndef SINEW_RETARGET_RETARGET_POSE_H
#define SINEW_RETARGET_RETARGET_POSE_H

#include "retarget/retarget_drivers.h"
#include "sinew/pose.h"

/// Scratch memory of one thread.
typedef struct sinew__retarget_poses {
    sinew_pose *animation; ///< sampled by the caller, with globals
    sinew_pose *character; ///< the result: locals and globals
    sinew_quat *rotations; ///< [character joint_count] global, by products
} sinew__retarget_poses;

/// Fills `local` and `global` of the character's pose.
void sinew__retarget_pose(const sinew__retargeting *on, sinew__retarget_poses *poses);

#endif
