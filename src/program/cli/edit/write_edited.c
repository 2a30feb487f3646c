// Writes an edited model as a .sinew file or in an export format.
#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"
#include "program/cli/edit/edit_steps.h"
#include "program/cli/framework/deflate_array.h"
#include "program/cli/framework/export_images.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/time_options.h"
#include "sinew/bake.h"
#include "sinew/memory.h"

/// An edited model on its way to a file.
typedef struct edit_writer {
    const edit_job *job;
    const sinew_export_format *format; ///< NULL: a .sinew file
} edit_writer;

static const double export_seconds = 60; ///< seconds that writing may take without --timeout

static void print_note(void *user, const char *text)
{
    const edit_writer *run = user;
    cli_warn(run->job->context, run->job->path, "%s", text);
}

/// Writes a .sinew file with baked clips, as `sinew bake` does.
static int write_own(const edit_writer *run, const sinew_model *model, const char *name)
{
    cli_load_progress progress = {.context = run->job->context, .path = run->job->path, .verb = "baking"};
    const sinew_bake_options bake = {
        .progress = cli_load_progress_show, .user = &progress, .error = run->job->context->error};
    sinew_model *baked = NULL;
    sinew_error error;
    void *bytes = NULL;
    size_t size = 0;
    sinew_result result = sinew_model_bake(model, &bake, &baked, &error);
    cli_load_progress_end(&progress);
    if (result == SINEW_OK) result = sinew_model_save(baked, &bytes, &size, &error);
    sinew_model_destroy(baked);
    if (result != SINEW_OK) return cli_fail(run->job->context, run->job->path, &error);
    sinew__buffer file = {.text = bytes, .size = size, .capacity = size};
    return cli_write_output(run->job->context, name, &file);
}

static int export_model(const edit_writer *run, const sinew_model *model, sinew_export_options *request,
                        const char *name)
{
    sinew__buffer text = {0};
    sinew_error error;
    request->engine = SINEW_ENGINE_EXACT;
    request->source = sinew__file_name(run->job->path);
    request->seconds = run->job->context->timeout > 0 ? run->job->context->timeout : export_seconds;
    request->max_error = run->job->error;
    request->note = print_note;
    request->user = (void *)(uintptr_t)run;
    uint8_t *bytes;
    const sinew_result result = sinew_export(model, run->format->name, request, &bytes, &text.size, &error);
    text.text = (char *)bytes;
    if (result != SINEW_OK) return cli_fail(run->job->context, run->job->path, &error);
    return cli_write_output(run->job->context, name, &text);
}

/// Writes all clips, including those without keys, in a format for whole models.
static int write_model(const edit_writer *run, const sinew_model *model, const char *name)
{
    int32_t *clips = malloc(((size_t)model->clip_count + 1) * sizeof *clips);
    sinew_export_image *images =
        cli_read_export_images(model, run->job->path, run->job->context->texture_path, name, 1);
    sinew_export_options request = {.clip = SINEW_NONE,
                                    .clips = clips,
                                    .clip_count = model->clip_count,
                                    .images = images,
                                    .deflate = cli_deflate_array,
                                    .inflate = cli_inflate_array};
    for (int32_t i = 0; clips && i < model->clip_count; ++i) clips[i] = i;
    const int failed = clips && images ? export_model(run, model, &request, name) : cli_fail_memory(run->job->context);
    cli_free_export_images(images, model);
    free(clips);
    return failed;
}

/// Writes the frames of one clip in a format for clips: the clip that --clip selected last, else the default clip.
static int write_clip(const edit_writer *run, const char *name)
{
    enum { USUAL_RATE = 30 };
    cli_time_options when = {.step.text = "1f"};
    sinew_export_options request = {.clip = run->job->clips ? run->job->clips[0] : SINEW_NONE};
    double *times = NULL;
    size_t count = 0;
    const edit_job *job = run->job;
    int failed = 0;
    if (!job->clips) failed = cli_find_clip(run->job->context, run->job->path, job->model, NULL, &request.clip);
    if (!failed && sinew_time_parse(when.step.text, &when.step.time, NULL) != SINEW_OK)
        failed = cli_fail_memory(run->job->context);
    if (!(job->model->info->fps > 0)) {
        when.fps = USUAL_RATE;
        cli_warn(run->job->context, run->job->path,
                 "no frame rate in the file: written at %d frames per second (--fps sets another)", USUAL_RATE);
    }
    if (!failed)
        failed = cli_list_times(run->job->context, run->job->path, job->model, request.clip, &when, &times, &count);
    request.times = times;
    request.time_count = (int32_t)count;
    if (!failed) failed = export_model(run, job->model, &request, name);
    free(times);
    return failed;
}

int edit_write(const edit_job *job, const sinew_export_format *format, const char *name)
{
    const edit_writer run = {job, format};
    if (!format) return write_own(&run, job->model, name);
    return format->contents == SINEW_EXPORT_CLIP ? write_clip(&run, name) : write_model(&run, job->model, name);
}
