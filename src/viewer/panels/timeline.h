/// The numbers behind the window's timeline: where a time lies on it, which marks and keyframes it shows.
#ifndef SINEW_VIEWER_PANELS_TIMELINE_H
#define SINEW_VIEWER_PANELS_TIMELINE_H

#include "sinew/model.h"

/// A stretch of time laid out over pixels.
typedef struct timeline_scale {
    double begin, end; ///< seconds
    double left;       ///< pixels
    double width;      ///< > 0
} timeline_scale;

/// Where a time lies, and what time lies somewhere; times outside the stretch become its ends. A stretch of no length
/// lies on the left.
double timeline_x(const timeline_scale *scale, double seconds);
double timeline_time(const timeline_scale *scale, double x);

/// The smallest of …, 0.5, 1, 2, 5, 10, … units whose marks are at least `room` pixels apart.
double timeline_step(double pixels_per_unit, double space);

/// Decimals that tell multiples of a step apart.
int timeline_decimals(double step);

/// The keyframes of the clip, or of the joint that is looked at. Zeroed: none yet.
typedef struct timeline_keys {
    const sinew_model *model;
    int32_t clip, joint;
    const double *times; ///< [count] seconds on the file's timeline, rising
    int32_t count;
    double *owned; ///< the same where they had to be collected, else NULL
} timeline_keys;

/// Finds the keyframes anew where clip or joint have changed. Without memory there are none.
void timeline_keys_update(timeline_keys *keys, const sinew_model *model, int32_t clip, int32_t joint);
void timeline_keys_free(timeline_keys *keys);

/// Pixels between `scale`'s left and right that hold a keyframe, rising, each once, at most `capacity`; `start` is
/// where the scale's zero lies on the file's timeline. Returns how many.
int32_t timeline_mark_keys(const timeline_scale *scale, const timeline_keys *keys, double start, int32_t *out_pixels,
                           int32_t capacity);

#endif
