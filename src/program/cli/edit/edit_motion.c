/// Edits that change the timing or the motion of clips.
#include <string.h>

#include "author/retarget/retarget.h"
#include "program/cli/edit/edit_parts.h"
#include "program/cli/framework/report.h"

/// Applies an edit without a value to the chosen clips.
static int apply_plain(edit_job *job, sinew_edit_kind kind)
{
    const sinew_edit_step step = edit_step_of(job, kind);
    return edit_do(job, &step);
}

// ---- time ----------------------------------------------------------------------------------------------------------

int edit_apply_trim(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    sinew_time from, to;
    int failed = edit_parse_range(job, text, &memory, &from, &to);
    if (!failed) failed = edit_lacks_clips(job);
    for (int32_t i = 0; i < edit_chosen_count(job) && !failed; ++i) {
        int32_t clip = edit_chosen_clip(job, i);
        sinew_edit_step step = edit_step_of_clip(job, SINEW_EDIT_TRIM, &clip);
        failed = edit_resolve_time(job, &from, clip, 0, &step.from);
        if (!failed) failed = edit_resolve_time(job, &to, clip, step.from, &step.to);
        if (!failed) failed = edit_do(job, &step);
    }
    sinew__arena_free(&memory);
    return failed;
}

/// Sets the start of a clip on the file's timeline. Here even a plain number of seconds is a time of the timeline.
int edit_apply_start(edit_job *job, const char *text)
{
    sinew_time time;
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_START);
    int failed = edit_parse_time(job, text, &time);
    if (!failed) failed = edit_resolve_time(job, &time, SINEW_NONE, 0, &step.from);
    return failed ? failed : edit_do(job, &step);
}

int edit_apply_fps(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_RATE);
    const int failed = edit_read_number(job, text, &step.fps);
    return failed ? failed : edit_do(job, &step);
}

int edit_apply_speed(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_SPEED);
    const int failed = edit_read_number(job, text, &step.factor);
    return failed ? failed : edit_do(job, &step);
}

int edit_apply_reverse(edit_job *job, const char *text)
{
    (void)text;
    return apply_plain(job, SINEW_EDIT_REVERSE);
}

// ---- motion --------------------------------------------------------------------------------------------------------

int edit_apply_mirror(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_MIRROR);
    const char *file = job->context->retarget_map;
    sinew_body_map map;
    sinew_error error;
    (void)text;
    if (file && sinew__body_map_read(job->model, file, "character", &map, &error) != SINEW_OK)
        return cli_fail(job->context, file, &error);
    step.map = file ? &map : NULL;
    return edit_do(job, &step);
}

int edit_apply_in_place(edit_job *job, const char *text)
{
    (void)text;
    return apply_plain(job, SINEW_EDIT_IN_PLACE);
}

int edit_apply_close(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_CLOSE);
    const int failed = edit_read_number(job, text, &step.frames);
    return failed ? failed : edit_do(job, &step);
}

int edit_apply_reduce(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_REDUCE);
    const int failed = edit_read_number(job, text, &step.error);
    if (failed) return failed;
    if (!(step.error > 0)) return edit_fail_value(job, text, "expected a fraction such as 0.0001", "is out of range");
    return edit_do(job, &step);
}
