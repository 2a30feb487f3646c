/// Local transforms of a clip at every frame.
#ifndef SINEW_CHECK_MOTION_CLIP_FRAMES_H
#define SINEW_CHECK_MOTION_CLIP_FRAMES_H

#include "check/check_task.h"

enum { SINEW__CHECK_MAX_SAMPLES = 1 << 21 }; ///< joints × frames that are kept, 56 MB

/// Translation and rotation.
typedef struct sinew__frame_local {
    float t[3];
    float q[4]; ///< x y z w, in the hemisphere of the frame before
} sinew__frame_local;

typedef struct sinew__clip_frames {
    int32_t clip, joint_count, frame_count;
    double step;               ///< seconds between frames
    sinew__frame_local *local; ///< [joint_count × frame_count] frames of one joint after each other
} sinew__clip_frames;

/// Samples a clip. Returns 0 and no frames when the clip is too long for the budget or memory is out.
int sinew__clip_frames_init(sinew__clip_frames *frames, const sinew__check_task *task, int32_t clip);
void sinew__clip_frames_free(sinew__clip_frames *frames);

/// The frames of one joint.
const sinew__frame_local *sinew__clip_frames_of(const sinew__clip_frames *frames, int32_t joint);

#endif
