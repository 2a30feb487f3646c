#include "program/viewer/panels/timeline.h"

#include <math.h>
#include <stdlib.h>

double timeline_x(const timeline_scale *scale, double seconds)
{
    const double span = scale->end - scale->begin;
    if (!(span > 0.0)) return scale->left;
    return scale->left + scale->width * fmin(fmax((seconds - scale->begin) / span, 0.0), 1.0);
}

double timeline_time(const timeline_scale *scale, double x)
{
    const double fraction = fmin(fmax((x - scale->left) / scale->width, 0.0), 1.0);
    return scale->begin + fraction * (scale->end - scale->begin);
}

double timeline_step(double pixels_per_unit, double space)
{
    static const double steps[] = {1.0, 2.0, 5.0};
    const double min = space / pixels_per_unit, power = pow(10.0, floor(log10(min)));
    for (int i = 0; i < 3; ++i) {
        if (steps[i] * power >= min * (1.0 - 1e-9)) return steps[i] * power;
    }
    return 10.0 * power;
}

int timeline_decimals(double step)
{
    return (int)fmin(fmax(-floor(log10(step) + 1e-9), 0.0), 6.0);
}

// ---- keyframes ----------------------------------------------------------------------------------------------------

void timeline_keys_free(timeline_keys *keys)
{
    free(keys->times);
    *keys = (timeline_keys){0};
}

void timeline_keys_update(timeline_keys *keys, const sinew_model *model, int32_t clip, int32_t joint)
{
    if (keys->model == model && keys->clip == clip && keys->joint == joint) return;
    timeline_keys_free(keys);
    *keys = (timeline_keys){.model = model, .clip = clip, .joint = joint};
    if (clip == SINEW_NONE) return;
    keys->count = sinew_clip_key_times(model, clip, joint, NULL, 0);
    keys->times = malloc(((size_t)keys->count + 1) * sizeof *keys->times);
    if (!keys->times) keys->count = 0;
    sinew_clip_key_times(model, clip, joint, keys->times, keys->count);
}

int32_t timeline_mark_keys(const timeline_scale *scale, const timeline_keys *keys, int32_t *out_pixels,
                           int32_t capacity)
{
    int32_t count = 0;
    for (int32_t i = 0; i < keys->count; ++i) {
        const double seconds = keys->times[i];
        if (seconds < scale->begin - 1e-6 || seconds > scale->end + 1e-6) continue;
        const int32_t pixel = (int32_t)floor(timeline_x(scale, seconds));
        if (count > 0 && out_pixels[count - 1] == pixel) continue;
        if (count == capacity) break;
        out_pixels[count++] = pixel;
    }
    return count;
}
