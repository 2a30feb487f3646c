/// Helpers of edits: the edited model, the chosen clips, and values of options.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "program/cli/edit/edit_parts.h"
#include "program/cli/framework/report.h"

void edit_job_free(edit_job *job)
{
    sinew_model_destroy(job->model);
    sinew_free(job->clips);
    job->model = NULL;
    job->clips = NULL;
}

static void print_note(void *user, const char *text)
{
    const edit_job *job = user;
    cli_warn(job->context, job->path, "--%s: %s", job->option, text);
}

sinew_edit_step edit_step_of(const edit_job *job, sinew_edit_kind kind)
{
    return (sinew_edit_step){.kind = kind, .clips = job->clips, .clip_count = job->clip_count, .error = job->error};
}

sinew_edit_step edit_step_of_clip(const edit_job *job, sinew_edit_kind kind, const int32_t *clip)
{
    return (sinew_edit_step){.kind = kind, .clips = clip, .clip_count = 1, .error = job->error};
}

int edit_do(edit_job *job, const sinew_edit_step *step)
{
    const sinew_edit_options options = {.note = print_note, .user = job};
    sinew_model *edited;
    sinew_error error;
    if (sinew_model_edit(job->model, step, 1, &options, &edited, &error) != SINEW_OK) {
        if (error.result == SINEW_ERROR_INVALID_ARGUMENT || error.result == SINEW_ERROR_UNSUPPORTED)
            return cli_fail_usage(job->context, "bad-value", *error.hint ? error.hint : NULL, "--%s: %s", job->option,
                                  error.message);
        return cli_fail(job->context, job->path, &error);
    }
    sinew_model_destroy(job->model);
    job->model = edited;
    return 0;
}

int edit_choose(edit_job *job, int32_t first, int32_t count)
{
    sinew_free(job->clips);
    job->clips = NULL;
    job->clip_count = 0;
    if (count == 0) return 0;
    job->clips = sinew__allocate((size_t)count * sizeof *job->clips);
    if (!job->clips) return cli_fail_memory(job->context);
    for (int32_t i = 0; i < count; ++i) job->clips[i] = first + i;
    job->clip_count = count;
    return 0;
}

int32_t edit_chosen_count(const edit_job *job)
{
    return job->clips ? job->clip_count : job->model->clip_count;
}

int32_t edit_chosen_clip(const edit_job *job, int32_t i)
{
    return job->clips ? job->clips[i] : i;
}

const char *edit_clip_name(const edit_job *job, int32_t clip)
{
    return sinew_text(job->model, job->model->clips[clip].name);
}

int edit_lacks_clips(const edit_job *job)
{
    sinew_error error;
    if (job->model->clip_count > 0) return 0;
    sinew__fail(&error, SINEW_ERROR_NO_CLIP, "there is no clip to edit");
    return cli_fail(job->context, job->path, &error);
}

// ---- values --------------------------------------------------------------------------------------------------------

int edit_fail_value(const edit_job *job, const char *text, const char *hint, const char *problem)
{
    return cli_fail_usage(job->context, "bad-value", hint, "--%s: '%s' %s", job->option, text, problem);
}

int edit_read_number(const edit_job *job, const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out) ? 0 : edit_fail_value(job, text, NULL, "is not a number");
}

int edit_parse_time(const edit_job *job, const char *text, sinew_time *out)
{
    sinew_error error;
    if (sinew_time_parse(text, out, &error) == SINEW_OK) return 0;
    return cli_fail_usage(job->context, sinew_result_code(error.result), error.hint, "--%s: %s", job->option,
                          error.message);
}

int edit_parse_range(const edit_job *job, const char *text, sinew__arena *memory, sinew_time *out_from,
                     sinew_time *out_to)
{
    const char *dots = strstr(text, "..");
    if (!dots) return edit_fail_value(job, text, "expected A..B, as in start..end or 10f..20f", "is not a range");
    const char *first = sinew__arena_text(memory, text, (size_t)(dots - text));
    const int failed = first ? edit_parse_time(job, first, out_from) : cli_fail_memory(job->context);
    return failed ? failed : edit_parse_time(job, dots + 2, out_to);
}

int edit_resolve_time(const edit_job *job, const sinew_time *time, int32_t clip, double current, double *out)
{
    const sinew_time_context where = {.model = job->model, .clip = clip, .current = current};
    sinew_error error;
    if (sinew_time_resolve(time, &where, out, &error) == SINEW_OK) return 0;
    return cli_fail(job->context, job->path, &error);
}

int edit_read_pair(const edit_job *job, const char *text, sinew__arena *memory, const char **out_old,
                   const char **out_new)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) return edit_fail_value(job, text, "expected OLD=NEW", "is not a pair");
    *out_old = sinew__arena_text(memory, text, (size_t)(equals - text));
    *out_new = equals + 1;
    return *out_old ? 0 : cli_fail_memory(job->context);
}
