/// Reference poses: a T-pose or the like in the first frame of a motion capture, from which the next frame jumps.
#ifndef SINEW_RUNTIME_MOTION_REFERENCE_POSE_H
#define SINEW_RUNTIME_MOTION_REFERENCE_POSE_H

#include "runtime/model/clip_span.h"
#include "sinew/model.h"
#include "sinew/pose.h"

/// What the first frame of a clip is.
typedef struct sinew__first_frame {
    int is_reference;
    double seconds;  ///< until the next frame
    double distance; ///< how far the farthest joint jumps from it, in units of the file
    int32_t joint;   ///< that one, or SINEW_NONE
} sinew__first_frame;

/// Looks at the first second of a clip. The first frame is a reference pose where the whole character jumps to the
/// second: the farthest joint by a tenth of the character's size, and all joints on average three times as far from
/// their path as anywhere in the second that follows. Clips of less than four frames, and those with larger steps than
/// a twentieth of a second, have none. Where keys are closer than frames, a frame of the file's rate counts, or of a
/// usual one without. `scratch` is a pose of the model; its contents change.
sinew__first_frame sinew__look_at_first_frame(const sinew_model *model, int32_t clip, sinew_pose *scratch);

/// When the motion of a clip plays: the span of the clip without its reference pose. SINEW_NONE is the rest pose.
sinew__span sinew__motion_span(const sinew_model *model, int32_t clip, sinew_pose *scratch);

/// Seconds from one frame of a clip to the next: of its frame rate, or between its first two keys where these are
/// closer or the file has no rate.
double sinew__clip_step(const sinew_model *model, int32_t clip);

#endif
