/// How fast a clip moves the character over the ground, as `info` reports it.
#ifndef SINEW_CLI_COMMANDS_CLIP_MOTION_H
#define SINEW_CLI_COMMANDS_CLIP_MOTION_H

#include "sinew/pose.h"

typedef struct cli_clip_motion {
    double speed;    ///< metres per second along the ground, from the clip's start to its end
    double yaw_rate; ///< degrees per second about the up axis, counterclockwise seen from above
} cli_clip_motion;

/// Measures a clip of some duration by a joint. The contents of `scratch` change.
cli_clip_motion cli_measure_clip_motion(const sinew_model *model, int32_t clip, int32_t joint, sinew_pose *scratch);

/// Whether the motion is more than what rounding and settling feet leave of a clip in place.
int cli_clip_moves(const cli_clip_motion *motion);

#endif
