/// For each joint of the character: which joints of the animation drive it, and how.
#ifndef SINEW_RETARGET_RETARGET_DRIVERS_H
#define SINEW_RETARGET_RETARGET_DRIVERS_H

#include "retarget/reference_body.h"

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

#endif
