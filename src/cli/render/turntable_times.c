#include "cli/render/turntable_times.h"

#include <math.h>
#include <stdlib.h>

#include "cli/framework/report.h"
#include "cli/render/output_kind.h"
#include "model/clip_span.h"

/// Seconds of a revolution that the clip does not divide.
static const double revolution = 6.0;

/// Of a file without a frame rate.
static const double default_rate = 30.0;

enum { MAX_FRAMES = 100000 };

int turntable_repeats_clip(const render_settings *settings)
{
    cli_time_options times = settings->times;
    const size_t held = times.at.count;
    times.at.count = 0;
    return settings->camera.turntable && render_film_driver(settings) && held <= 1 && !cli_times_are_given(&times);
}

double turntable_rate(const cli_output_times *clip)
{
    return clip->fps > 0 ? clip->fps : default_rate;
}

int turntable_list_times(const cli_context *context, const render_settings *settings, cli_output_times *clip)
{
    const sinew__span span = sinew__clip_span(clip->model, clip->clip);
    const int is_held = settings->times.at.count > 0;
    double start = span.start;
    if (is_held) {
        double *held = NULL;
        size_t count = 0;
        const int failed =
            cli_list_times(context, clip->path, clip->model, clip->clip, &settings->times, &held, &count);
        if (!failed) start = held[0];
        free(held);
        if (failed) return failed;
    }
    const double loop = is_held ? 0 : span.duration, rate = turntable_rate(clip);
    const double seconds = loop > 0 ? loop * fmax(1, round(revolution / loop)) : revolution;
    const double count = round(seconds * rate);
    if (!(count <= MAX_FRAMES)) {
        return cli_fail_usage(context, "bad-value", "use a smaller --fps or --range A..B",
                              "a revolution of %.0f frames, the limit is %d", count, MAX_FRAMES);
    }
    clip->count = count > 2 ? (size_t)count : 2;
    clip->times = malloc(clip->count * sizeof *clip->times);
    if (!clip->times) return cli_fail_memory(context);
    for (size_t i = 0; i < clip->count; ++i) clip->times[i] = start + (loop > 0 ? fmod((double)i / rate, loop) : 0);
    return 0;
}
