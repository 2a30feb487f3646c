/// One pose of the animation → the same pose of the character.
#ifndef SINEW_AUTHOR_RETARGET_RETARGET_POSE_H
#define SINEW_AUTHOR_RETARGET_RETARGET_POSE_H

#include "author/retarget/reference_body.h"
#include "sinew/pose.h"

/// A joint follows the motion of `first`, or a mixture with that of `second`: a spine of three joints drives one of
/// five.
typedef struct sinew__retarget_driver {
    int32_t first;        ///< of the animation; SINEW_NONE: the joint rests
    int32_t second;       ///< of the animation
    double part;          ///< 0: `first` … 1: `second`
    sinew_quat reference; ///< global rotation that corresponds to the reference pose of the animation
    int32_t translates;   ///< whether its translation is that of `first`, relative to the rest
} sinew__retarget_driver;

/// From one body to another.
typedef struct sinew__retargeting {
    sinew__reference_body character, animation;
    sinew_quat axes;                 ///< rotation from the animation's model space to the character's
    double scale;                    ///< ratio of the leg lengths
    double lift;                     ///< along the character's up: its ankles are higher
    sinew_vec3 stance[2];            ///< of the left and the right foot: the character's thighs are farther apart
    sinew__retarget_driver *drivers; ///< [character joint_count]
} sinew__retargeting;

/// Fills `axes`, `scale`, `lift` and `drivers` from the two bodies. Returns 0 when out of memory.
int sinew__retargeting_connect(sinew__retargeting *on, sinew__arena *memory);

/// Scratch memory of one thread.
typedef struct sinew__retarget_poses {
    sinew_pose *animation; ///< sampled by the caller, with globals
    sinew_pose *character; ///< the result: locals and globals
    sinew_quat *rotations; ///< [character joint_count] global, by products
} sinew__retarget_poses;

/// Fills `local` and `global` of the character's pose.
void sinew__retarget_pose(const sinew__retargeting *on, sinew__retarget_poses *poses);

#endif
