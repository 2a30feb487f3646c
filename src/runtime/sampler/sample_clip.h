/// Samples a clip at many times, each close to the previous one.
#ifndef SINEW_RUNTIME_SAMPLER_SAMPLE_CLIP_H
#define SINEW_RUNTIME_SAMPLER_SAMPLE_CLIP_H

#include "sinew/pose.h"

/// The keys before the previous time, by curve and track. Start with zeros.
typedef struct sinew__sample_cursor {
    int32_t *curve_keys; ///< [curve_count]
    int32_t *track_keys; ///< [track_count]
} sinew__sample_cursor;

/// As sinew_pose_sample, with the same bits, at a time on the file's timeline. Times far from the previous one take
/// longer.
void sinew__pose_sample_near(const sinew_model *model, int32_t clip, double time, const sinew__sample_cursor *cursor,
                             sinew_pose *pose);

/// The channels and tracks of one joint or morph in a clip, which are consecutive in the model.
typedef struct sinew__joint_motion {
    int32_t first_channel, channel_count;
    int32_t first_track, track_count;
} sinew__joint_motion;

/// Sets the transform stack of a joint at a tick as its channels give it. Returns whether a channel animates it.
int sinew__joint_sample_stack(const sinew_model *model, int32_t clip, int32_t joint, const sinew__joint_motion *motion,
                              int64_t ticks, const sinew__sample_cursor *cursor, sinew_transform_stack *out_stack);

/// Sets the transform of a joint at a tick, with the bits of sinew__pose_sample_near. `out_stack` may be NULL; it
/// receives the stack, which for a joint animated by tracks is the rest pose's.
void sinew__joint_sample(const sinew_model *model, int32_t clip, int32_t joint, const sinew__joint_motion *motion,
                         int64_t ticks, const sinew__sample_cursor *cursor, sinew_transform_stack *out_stack,
                         sinew_transform *out_local);

/// Returns the weight of a morph at a tick.
double sinew__morph_sample(const sinew_model *model, int32_t clip, int32_t morph, const sinew__joint_motion *motion,
                           int64_t ticks, const sinew__sample_cursor *cursor);

#endif
