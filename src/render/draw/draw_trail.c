#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "render/draw/draw_strokes.h"

// Earlier times are orange, later ones blue; the more distant in time, the fainter.
static const float PAST[3] = {1.0f, 0.24f, 0.02f}, FUTURE[3] = {0.02f, 0.42f, 0.95f}, NOW[4] = {1.0f, 1.0f, 1.0f, 1.0f};

/// Seconds after which the trail is faintest.
static const double FADE = 1.2;

static void color_at(double seconds_from_now, float out[4])
{
    const float *color = seconds_from_now <= 0.0 ? PAST : FUTURE;
    for (int i = 0; i < 3; ++i) out[i] = color[i];
    out[3] = (float)(0.40 + 0.60 * fmax(0.0, 1.0 - fabs(seconds_from_now) / FADE));
}

/// Adds the lines, then the dots of frames, then the dot of the current time. Returns the number of strokes.
static int32_t fill_strokes(const render_frame *frame, render_stroke *out)
{
    const sinew_trail *trail = frame->options->trail;
    const double scale = (double)frame->pixel_scale, now = frame->pose->time;
    int32_t count = 0;
    float color[4];
    for (int32_t i = 0; i + 1 < trail->count; ++i) {
        color_at(trail->from + (i + 0.5) * trail->step - now, color);
        out[count++] = sinew__render_make_stroke(trail->points[i], trail->points[i + 1], color, 2.2 * scale);
    }
    for (int32_t i = 0; trail->points_per_frame > 0 && i < trail->count; i += trail->points_per_frame) {
        color_at(trail->from + i * trail->step - now, color);
        for (int k = 0; k < 3; ++k) color[k] = 0.35f * color[k] + 0.65f;
        out[count++] = sinew__render_make_stroke(trail->points[i], trail->points[i], color, 3.8 * scale);
    }
    double position[3];
    sinew_trail_position(trail, now, position);
    out[count++] = sinew__render_make_stroke(position, position, NOW, 7.0 * scale);
    return count;
}

sinew_result sinew__render_draw_trail(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    render_stroke *strokes = sinew__allocate((2 * (size_t)frame->options->trail->count + 1) * sizeof *strokes);
    if (!strokes) return sinew__fail_memory(out_error);
    const int32_t count = fill_strokes(frame, strokes);
    const sinew_result result = sinew__render_draw_strokes(renderer, frame, strokes, count, 0.25, out_error);
    sinew_free(strokes);
    return result;
}
