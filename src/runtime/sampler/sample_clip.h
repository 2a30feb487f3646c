/// Sampling one clip at many times, each close to the one before.
#ifndef SINEW_RUNTIME_SAMPLER_SAMPLE_CLIP_H
#define SINEW_RUNTIME_SAMPLER_SAMPLE_CLIP_H

#include "sinew/pose.h"

/// Keys that curves and tracks were last found behind; zeros at first.
typedef struct sinew__sample_cursor {
    int32_t *curve_keys; ///< [curve_count]
    int32_t *track_keys; ///< [track_count]
} sinew__sample_cursor;

/// What sinew_pose_sample does, to the last bit, at a time on the file's timeline. Another time may be the next one: it
/// is only found more slowly.
void sinew__pose_sample_near(const sinew_model *model, int32_t clip, double time, const sinew__sample_cursor *cursor,
                             sinew_pose *pose);

/// The animation of one joint in a clip: channels and tracks, side by side in the model.
typedef struct sinew__joint_motion {
    int32_t first_channel, channel_count;
    int32_t first_track, track_count;
} sinew__joint_motion;

/// The transform stack of one joint at a tick, as channels have it. Returns whether any of them moves it.
int sinew__joint_sample_stack(const sinew_model *model, int32_t clip, int32_t joint, const sinew__joint_motion *motion,
                              int64_t ticks, const sinew__sample_cursor *cursor, sinew_transform_stack *out_stack);

/// One joint at a tick, as sinew__pose_sample_near has it: its transform and the stack that leads there, unless that is
/// NULL. Tracks leave no stack: theirs is the rest's.
void sinew__joint_sample(const sinew_model *model, int32_t clip, int32_t joint, const sinew__joint_motion *motion,
                         int64_t ticks, const sinew__sample_cursor *cursor, sinew_transform_stack *out_stack,
                         sinew_transform *out_local);

/// Samples a morph's weight.
double sinew__morph_sample(const sinew_model *model, int32_t clip, int32_t morph, const sinew__joint_motion *motion,
                           int64_t ticks, const sinew__sample_cursor *cursor);

#endif
