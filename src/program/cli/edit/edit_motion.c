/// Edits of when clips play, and of what they play.
#include <string.h>

#include "author/retarget/retarget.h"
#include "program/cli/edit/edit_parts.h"
#include "program/cli/framework/report.h"

typedef sinew_result plain_edit(const sinew_model *, const sinew_edit_options *, sinew_model **, sinew_error *);
typedef sinew_result number_edit(const sinew_model *, double, const sinew_edit_options *, sinew_model **,
                                 sinew_error *);

static int apply_plain(edit_job *job, plain_edit *edit, const sinew_edit_options *options)
{
    sinew_model *edited = NULL;
    sinew_error error;
    return edit_take(job, edit(job->model, options, &edited, &error), &edited, &error);
}

static int apply_number(edit_job *job, number_edit *edit, double number)
{
    const sinew_edit_options options = edit_options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    return edit_take(job, edit(job->model, number, &options, &edited, &error), &edited, &error);
}

static int read_and_apply(edit_job *job, const char *text, number_edit *edit)
{
    double number;
    const int failed = edit_read_number(job, text, &number);
    return failed ? failed : apply_number(job, edit, number);
}

// ---- time ----------------------------------------------------------------------------------------------------------

static int trim_clip(edit_job *job, int32_t clip, const sinew_time *from, const sinew_time *to)
{
    sinew_edit_options options = edit_options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    double first = 0, last = 0;
    int failed = edit_resolve_time(job, from, clip, 0, &first);
    if (!failed) failed = edit_resolve_time(job, to, clip, first, &last);
    if (failed) return failed;
    options.clips = &clip;
    options.clip_count = 1;
    return edit_take(job, sinew_edit_trim_clips(job->model, first, last, &options, &edited, &error), &edited, &error);
}

int edit_apply_trim(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    sinew_time from, to;
    int failed = edit_parse_range(job, text, &memory, &from, &to);
    if (!failed) failed = edit_lacks_clips(job);
    for (int32_t i = 0; i < edit_chosen_count(job) && !failed; ++i)
        failed = trim_clip(job, edit_chosen_clip(job, i), &from, &to);
    sinew__arena_free(&memory);
    return failed;
}

/// A time of the file's timeline: bare seconds too, as no clip is meant.
int edit_apply_start(edit_job *job, const char *text)
{
    sinew_time time;
    double seconds = 0;
    int failed = edit_parse_time(job, text, &time);
    if (!failed) failed = edit_resolve_time(job, &time, SINEW_NONE, 0, &seconds);
    return failed ? failed : apply_number(job, sinew_edit_start_clips, seconds);
}

int edit_apply_fps(edit_job *job, const char *text)
{
    return read_and_apply(job, text, sinew_edit_set_rate);
}

int edit_apply_speed(edit_job *job, const char *text)
{
    return read_and_apply(job, text, sinew_edit_speed_clips);
}

int edit_apply_reverse(edit_job *job, const char *text)
{
    const sinew_edit_options options = edit_options_of(job);
    (void)text;
    return apply_plain(job, sinew_edit_reverse_clips, &options);
}

// ---- motion --------------------------------------------------------------------------------------------------------

int edit_apply_mirror(edit_job *job, const char *text)
{
    const sinew_edit_options options = edit_options_of(job);
    const char *file = job->context->retarget_map;
    sinew_body_map map;
    sinew_model *edited = NULL;
    sinew_error error;
    (void)text;
    if (file && sinew__body_map_read(job->model, file, "character", &map, &error) != SINEW_OK)
        return cli_fail(job->context, file, &error);
    return edit_take(job, sinew_edit_mirror_clips(job->model, file ? &map : NULL, &options, &edited, &error), &edited,
                     &error);
}

int edit_apply_in_place(edit_job *job, const char *text)
{
    const sinew_edit_options options = edit_options_of(job);
    (void)text;
    return apply_plain(job, sinew_edit_in_place, &options);
}

int edit_apply_close(edit_job *job, const char *text)
{
    return read_and_apply(job, text, sinew_edit_close_loop);
}

int edit_apply_reduce(edit_job *job, const char *text)
{
    sinew_edit_options options = edit_options_of(job);
    const int failed = edit_read_number(job, text, &options.error);
    if (failed) return failed;
    if (!(options.error > 0))
        return edit_fail_value(job, text, "expected a fraction such as 0.0001", "is out of range");
    return apply_plain(job, sinew_edit_reduce_keys, &options);
}
