/// The timeline, and where its times, marks and keyframes are.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_TIMELINE_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_TIMELINE_H

#include "sinew/model.h"

/// A time range laid out over pixels.
typedef struct timeline_scale {
    double begin, end; ///< seconds
    double left;       ///< pixels
    double width;      ///< > 0
} timeline_scale;

/// Convert a time to a position and back; both are clamped to the range. An empty range is at the left.
double timeline_x(const timeline_scale *scale, double seconds);
double timeline_time(const timeline_scale *scale, double x);

/// Returns the smallest of …, 0.5, 1, 2, 5, 10, … units whose marks are at least `space` pixels apart.
double timeline_step(double pixels_per_unit, double space);

/// Returns the decimals that distinguish multiples of a step.
int timeline_decimals(double step);

/// The keyframes of the clip, or of the selected joint. Zeroed: none.
typedef struct timeline_keys {
    const sinew_model *model;
    int32_t clip, joint;
    double *times; ///< [count] seconds from the clip's start, rising
    int32_t count;
} timeline_keys;

/// Finds the keyframes if clip or joint have changed. None when out of memory.
void timeline_keys_update(timeline_keys *keys, const sinew_model *model, int32_t clip, int32_t joint);
void timeline_keys_free(timeline_keys *keys);

/// Lists the pixels that contain a keyframe, rising, each once, at most `capacity`. Returns their number.
int32_t timeline_mark_keys(const timeline_scale *scale, const timeline_keys *keys, int32_t *out_pixels,
                           int32_t capacity);

#endif
