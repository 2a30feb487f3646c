#include "draw/scene/timeline_scale.h"

#include <math.h>

double scene_timeline_x(const timeline_scale *scale, double seconds)
{
    const double span = scale->end - scale->begin;
    if (!(span > 0.0)) return scale->left;
    return scale->left + scale->width * fmin(fmax((seconds - scale->begin) / span, 0.0), 1.0);
}

double scene_timeline_time(const timeline_scale *scale, double x)
{
    const double fraction = fmin(fmax((x - scale->left) / scale->width, 0.0), 1.0);
    return scale->begin + fraction * (scale->end - scale->begin);
}

double scene_timeline_step(double pixels_per_unit, double space)
{
    static const double steps[] = {1.0, 2.0, 5.0};
    const double min = space / pixels_per_unit, power = pow(10.0, floor(log10(min)));
    for (int i = 0; i < 3; ++i) {
        if (steps[i] * power >= min * (1.0 - 1e-9)) return steps[i] * power;
    }
    return 10.0 * power;
}

int scene_timeline_decimals(double step)
{
    return (int)fmin(fmax(-floor(log10(step) + 1e-9), 0.0), 6.0);
}

/// The shortest visible range, seconds.
static const double min_span = 0.01;

timeline_range scene_timeline_pan(timeline_range range, double duration, double seconds)
{
    const double span = range.end - range.begin;
    const double begin = fmin(fmax(range.begin + seconds, 0.0), fmax(duration - span, 0.0));
    return (timeline_range){begin, fmin(begin + span, duration)};
}

timeline_range scene_timeline_zoom(timeline_range range, double duration, double factor, double around)
{
    const double before = range.end - range.begin, span = fmin(fmax(before * factor, min_span), duration);
    const double fraction = before > 0.0 ? fmin(fmax((around - range.begin) / before, 0.0), 1.0) : 0.0;
    const double begin = around - fraction * span;
    return scene_timeline_pan((timeline_range){begin, begin + span}, duration, 0.0);
}

timeline_range scene_timeline_page(timeline_range range, double duration, double seconds)
{
    const double too_early = fmin(seconds - range.end, 0.0), too_late = fmax(seconds - range.begin, 0.0);
    if (seconds >= range.begin && seconds <= range.end) return range;
    return scene_timeline_pan(range, duration, seconds < range.begin ? too_early : too_late);
}

int scene_timeline_is_whole(timeline_range range, double duration)
{
    return range.begin <= 0.0 && range.end >= duration;
}
