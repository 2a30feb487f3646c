/// Where the joints of a clip are at every frame, without a reference pose in the first.
#ifndef SINEW_PROGRAM_CHECK_MOTION_CLIP_FRAMES_H
#define SINEW_PROGRAM_CHECK_MOTION_CLIP_FRAMES_H

#include "program/check/check_task.h"

enum { SINEW__CHECK_MAX_SAMPLES = 1 << 21 }; ///< joints × frames that are kept, 92 MB

/// Rotations are x y z w, in the hemisphere of the frame before.
typedef struct sinew__frame_joint {
    float position[3]; ///< in model space
    float local[4];    ///< relative to the parent
    float global[4];   ///< in model space
} sinew__frame_joint;

typedef struct sinew__clip_frames {
    int32_t clip, joint_count, frame_count;
    double start;               ///< of the first, in seconds since the clip's start
    double step;                ///< seconds between frames
    sinew__frame_joint *joints; ///< [joint_count × frame_count] frames of one joint after each other
} sinew__clip_frames;

/// Samples a clip. Returns 0 and no frames when the clip is too long for the budget or memory is out.
int sinew__clip_frames_init(sinew__clip_frames *frames, const sinew__check_task *task, int32_t clip);
void sinew__clip_frames_free(sinew__clip_frames *frames);

/// The frames of one joint.
const sinew__frame_joint *sinew__clip_frames_of(const sinew__clip_frames *frames, int32_t joint);

#endif
