/// Lays out a time axis: positions of times, distances of marks, and zooming. For the player's panels and the charts of
/// `sinew curves`.
#ifndef SINEW_DRAW_SCENE_TIMELINE_SCALE_H
#define SINEW_DRAW_SCENE_TIMELINE_SCALE_H

/// A time range laid out over pixels.
typedef struct timeline_scale {
    double begin, end; ///< seconds
    double left;       ///< pixels
    double width;      ///< > 0
} timeline_scale;

/// Convert a time to a position in pixels, and a position to a time; both are clamped to the range. All times of an
/// empty range are at the left.
double scene_timeline_x(const timeline_scale *scale, double seconds);
double scene_timeline_time(const timeline_scale *scale, double x);

/// Returns the smallest of the steps …, 0.5, 1, 2, 5, 10, … units whose marks are at least `space` pixels apart.
double scene_timeline_step(double pixels_per_unit, double space);

/// Returns the number of decimals that distinguish multiples of a step.
int scene_timeline_decimals(double step);

/// The visible part of a clip, in seconds from its start.
typedef struct timeline_range {
    double begin, end;
} timeline_range;

/// Multiplies the length of a range. The time `around` keeps its relative position in the range. The result is inside
/// the clip and has at least a hundredth of a second.
timeline_range scene_timeline_zoom(timeline_range range, double duration, double factor, double around);

/// Returns the range moved by `seconds`, but inside the clip.
timeline_range scene_timeline_pan(timeline_range range, double duration, double seconds);

/// Returns the range if it contains a time. Otherwise moves the range to the time, like turning a page: a later time
/// becomes its begin, an earlier time its end. Its length does not change, and it stays inside the clip.
timeline_range scene_timeline_page(timeline_range range, double duration, double seconds);

/// Returns whether the range is the whole clip.
int scene_timeline_is_whole(timeline_range range, double duration);

#endif
