#include "cli/framework/time_options.h"

#include <math.h>
#include <stdlib.h>

#include "cli/framework/report.h"
#include "model/clip_span.h"

enum { MOST_TIMES = 1000000 };

/// One listing of moments.
typedef struct listing {
    const cli_context *context;
    const char *path;
    sinew_time_context where;
    const cli_when *when;
    double *times;
    size_t count;
} listing;

double cli_frame_rate(const sinew_model *model, double fps_option)
{
    return fps_option > 0 ? fps_option : model->info->fps;
}

static int has_stretch(const cli_when *when)
{
    return when->range.from.text || when->from.text || when->to.text || when->step.text || when->frames;
}

int cli_when_is_given(const cli_when *when)
{
    return when->at.count > 0 || has_stretch(when);
}

static int resolve(const listing *list, const sinew_time *time, double *out_seconds)
{
    sinew_error error;
    const sinew_result result = sinew_time_resolve(time, &list->where, out_seconds, &error);
    return result == SINEW_OK ? 0 : cli_fail(list->context, list->path, &error);
}

static int reserve(listing *list, double count)
{
    if (!((double)list->count + count <= MOST_TIMES)) { // true for what is no number
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_LIMIT, "%.0f moments, the limit is %d", count, MOST_TIMES);
        return cli_fail(list->context, list->path, &error);
    }
    double *times = realloc(list->times, (list->count + (size_t)count) * sizeof *times);
    if (!times) return cli_fail_memory(list->context);
    list->times = times;
    return 0;
}

static int list_moments(listing *list)
{
    const cli_times *at = &list->when->at;
    int failed = at->count ? reserve(list, (double)at->count) : 0;
    for (size_t i = 0; i < at->count && !failed; ++i)
        failed = resolve(list, &at->items[i].time, &list->times[list->count++]);
    return failed;
}

/// --step as seconds: an amount of seconds, frames or percent.
static int resolve_step(const listing *list, double *out_seconds)
{
    sinew_time step = list->when->step.time;
    if (!list->when->step.text) step = (sinew_time){.unit = SINEW_TIME_FRAMES, .value = 1};
    if (step.unit == SINEW_TIME_KEY || step.origin == SINEW_TIME_FROM_END || !(step.value > 0)) {
        return cli_fail_usage(list->context, "bad-value", "write 1f, 0.1 or 5%", "--step: '%s' is not a step forward",
                              list->when->step.text);
    }
    step.origin = SINEW_TIME_FROM_CURRENT;
    sinew_time_context from_zero = list->where;
    from_zero.current = 0;
    sinew_error error;
    const sinew_result result = sinew_time_resolve(&step, &from_zero, out_seconds, &error);
    return result == SINEW_OK ? 0 : cli_fail(list->context, list->path, &error);
}

static int resolve_ends(listing *list, double *from, double *to)
{
    static const sinew_time start = {.origin = SINEW_TIME_FROM_START}, end = {.origin = SINEW_TIME_FROM_END};
    const cli_when *when = list->when;
    const cli_time *first = when->from.text ? &when->from : &when->range.from;
    const cli_time *last = when->to.text ? &when->to : &when->range.to;
    int failed = resolve(list, first->text ? &first->time : &start, from);
    list->where.current = *from; // what a relative --to counts from
    if (!failed) failed = resolve(list, last->text ? &last->time : &end, to);
    if (!failed && *to < *from)
        failed = cli_fail_usage(list->context, "bad-value", NULL, "the end of the stretch comes before its begin");
    return failed;
}

static int list_spread(listing *list, double from, double to)
{
    const int32_t count = list->when->frames;
    const int failed = reserve(list, count);
    for (int32_t i = 0; i < count && !failed; ++i)
        list->times[list->count++] = count == 1 ? from : from + (to - from) * i / (count - 1);
    return failed;
}

static int list_steps(listing *list, double from, double to)
{
    double step = 0;
    int failed = resolve_step(list, &step);
    if (!failed && !(step > 0))
        failed = cli_fail_usage(list->context, "bad-value", NULL, "--step: the clip has no length");
    const double count = failed ? 0 : floor((to - from) / step + 1e-6) + 1; // the end counts when a step lands on it
    if (!failed) failed = reserve(list, count);
    for (double i = 0; i < count && !failed; ++i) list->times[list->count++] = from + i * step;
    return failed;
}

static int list_stretch(listing *list)
{
    double from = 0, to = 0;
    if (list->when->frames && list->when->step.text)
        return cli_fail_usage(list->context, "bad-value", "one of the two",
                              "--frames spreads moments evenly, --step says how far apart they are");
    const int failed = resolve_ends(list, &from, &to);
    if (failed) return failed;
    return list->when->frames ? list_spread(list, from, to) : list_steps(list, from, to);
}

int cli_list_times(const cli_context *context, const char *path, const sinew_model *model, int32_t clip,
                   const cli_when *when, double **out_times, size_t *out_count)
{
    const double start = sinew__clip_span(model, clip).start;
    listing list = {context, path, {model, clip, when->fps, start}, when, NULL, 0};
    int failed = list_moments(&list);
    if (!failed && has_stretch(when)) failed = list_stretch(&list);
    if (failed) {
        free(list.times);
        list = (listing){0};
    }
    *out_times = list.times;
    *out_count = list.count;
    return failed;
}
