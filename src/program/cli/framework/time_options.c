#include "program/cli/framework/time_options.h"

#include <math.h>
#include <stdlib.h>

#include "program/cli/framework/report.h"

enum { MAX_TIMES = 1000000 };

/// The arguments of cli_list_times, and the times listed so far.
typedef struct listing {
    const cli_context *context;
    const char *path;
    sinew_time_context where;
    const cli_time_options *options;
    double *times;
    size_t count;
} listing;

double cli_frame_rate(const sinew_model *model, double fps_option)
{
    return fps_option > 0 ? fps_option : model->info->fps;
}

int cli_times_have_range(const cli_time_options *options)
{
    return options->range.from.text || options->from.text || options->to.text || options->step.text || options->frames;
}

int cli_times_are_given(const cli_time_options *options)
{
    return options->at.count > 0 || cli_times_have_range(options);
}

void cli_times_add_whole_clip(cli_time_options *options)
{
    options->range.from = (cli_time){"start", {.origin = SINEW_TIME_FROM_START}};
    options->range.to = (cli_time){"end", {.origin = SINEW_TIME_FROM_END}};
}

static int resolve(const listing *list, const sinew_time *time, double *out_seconds)
{
    sinew_error error;
    const sinew_result result = sinew_time_resolve(time, &list->where, out_seconds, &error);
    return result == SINEW_OK ? 0 : cli_fail(list->context, list->path, &error);
}

static int reserve(listing *list, double count)
{
    if (!((double)list->count + count <= MAX_TIMES)) // negated so that NaN also fails
        return cli_fail_usage(list->context, "bad-value", NULL, "%.0f times, the limit is %d", count, MAX_TIMES);
    double *times = realloc(list->times, (list->count + (size_t)count) * sizeof *times);
    if (!times) return cli_fail_memory(list->context);
    list->times = times;
    return 0;
}

/// Warns of a time such as 99f that is outside its clip. @99f gives no warning: it is meant as a time of the file.
static void warn_of_outside(const listing *list, const cli_time *time, double seconds)
{
    static const double slack = 1e-6; // seconds
    const sinew_model *model = list->where.model;
    if (list->where.clip == SINEW_NONE || time->time.unit != SINEW_TIME_FRAMES || time->text[0] == '@') return;
    const sinew_clip *own = &model->clips[list->where.clip];
    if (seconds >= -slack && seconds <= own->duration + slack) return;
    const double rate = cli_frame_rate(model, list->options->fps);
    cli_warn(list->context, list->path,
             "frame %s is outside clip '%s', frames %.6gf to %.6gf: its curves are extrapolated", time->text,
             sinew_text(model, own->name), own->start * rate, (own->start + own->duration) * rate);
}

/// Converts --step, in seconds, frames or percent, to seconds.
static int resolve_step(const listing *list, double *out_seconds)
{
    sinew_time step = list->options->step.time;
    if (!list->options->step.text) step = (sinew_time){.unit = SINEW_TIME_FRAMES, .value = 1};
    if (step.unit == SINEW_TIME_KEY || step.origin == SINEW_TIME_FROM_END || !(step.value > 0))
        return cli_fail_usage(list->context, "bad-value", "expected a step such as 1f, 0.1 or 5%",
                              "--step: '%s' is not a positive step", list->options->step.text);
    step.origin = SINEW_TIME_FROM_CURRENT;
    listing from_zero = *list;
    from_zero.where.current = 0;
    return resolve(&from_zero, &step, out_seconds);
}

static int resolve_ends(listing *list, double *from, double *to)
{
    static const sinew_time start = {.origin = SINEW_TIME_FROM_START}, end = {.origin = SINEW_TIME_FROM_END};
    const cli_time_options *options = list->options;
    const cli_time *first = options->from.text ? &options->from : &options->range.from;
    const cli_time *last = options->to.text ? &options->to : &options->range.to;
    int failed = resolve(list, first->text ? &first->time : &start, from);
    list->where.current = *from; // a relative --to counts from here
    if (!failed) failed = resolve(list, last->text ? &last->time : &end, to);
    const cli_time *ends[] = {first, last};
    for (int i = 0; i < 2 && !failed; ++i)
        if (ends[i]->text) warn_of_outside(list, ends[i], i ? *to : *from);
    if (!failed && *to < *from)
        failed = cli_fail_usage(list->context, "bad-value", NULL, "the range ends before it starts");
    return failed;
}

/// Lists the times of a range, which --range or --from and --to give: one per --step, or as many as --frames.
static int list_range(listing *list)
{
    double from = 0, to = 0, step = 0;
    const int32_t frames = list->options->frames;
    if (frames && list->options->step.text)
        return cli_fail_usage(list->context, "bad-value", "use one of them",
                              "--frames and --step are mutually exclusive");
    int failed = resolve_ends(list, &from, &to);
    if (failed) return failed;
    if (frames) {
        failed = reserve(list, frames);
        for (int32_t i = 0; i < frames && !failed; ++i)
            list->times[list->count++] = frames == 1 ? from : from + (to - from) * i / (frames - 1);
        return failed;
    }
    failed = resolve_step(list, &step);
    if (failed) return failed;
    if (!(step > 0)) return cli_fail_usage(list->context, "bad-value", NULL, "--step: the clip has no duration");
    const double count = floor((to - from) / step + 1e-6) + 1; // the end counts if a step reaches it
    failed = reserve(list, count);
    for (double i = 0; i < count && !failed; ++i) list->times[list->count++] = from + i * step;
    return failed;
}

int cli_list_times(const cli_context *context, const char *path, const sinew_model *model, int32_t clip,
                   const cli_time_options *options, double **out_times, size_t *out_count)
{
    listing list = {context, path, {model, clip, options->fps, 0}, options, NULL, 0};
    const cli_times *at = &list.options->at;
    int failed = at->count ? reserve(&list, (double)at->count) : 0;
    for (size_t i = 0; i < at->count && !failed; ++i) {
        double *seconds = &list.times[list.count++];
        failed = resolve(&list, &at->items[i].time, seconds);
        if (failed) break;
        warn_of_outside(&list, &at->items[i], *seconds);
    }
    if (!failed && cli_times_have_range(options)) failed = list_range(&list);
    if (failed) {
        free(list.times);
        list = (listing){0};
    }
    *out_times = list.times;
    *out_count = list.count;
    return failed;
}
