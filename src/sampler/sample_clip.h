/// Sampling one clip at many times, each close to the one before.
#ifndef SINEW_SAMPLER_SAMPLE_CLIP_H
#define SINEW_SAMPLER_SAMPLE_CLIP_H

#include "sinew/pose.h"

/// Keys that curves and tracks were last found behind; zeros at first.
typedef struct sinew__sample_cursor {
    int32_t *curve_keys; ///< [curve_count]
    int32_t *track_keys; ///< [track_count]
} sinew__sample_cursor;

/// What sinew_pose_sample does, to the last bit. Another time may be the next one: it is only found more slowly.
void sinew__pose_sample_near(const sinew_model *model, int32_t clip, double time, const sinew__sample_cursor *cursor,
                             sinew_pose *pose);

#endif
