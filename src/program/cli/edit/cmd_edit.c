/// sinew edit FILE -o OUT
#include <stdlib.h>
#include <string.h>

#include "program/cli/commands/export_images.h"
#include "program/cli/edit/edit_steps.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/time_options.h"
#include "sinew/bake.h"
#include "sinew/export.h"
#include "sinew/memory.h"

typedef struct edit_settings {
    cli_steps steps;
    cli_texts animations;
    const char *output, *format;
    double error;
} edit_settings;

// ---- formats -------------------------------------------------------------------------------------------------------

static const char own_format[] = "sinew";

/// Whether edited clips can be written as a format: it holds whole clips.
static int holds_clips(const sinew_export_format *format)
{
    return format->contents == SINEW_EXPORT_CLIP || format->contents == SINEW_EXPORT_MODEL;
}

/// The words of --format: those of `export` that hold clips, and the own one.
static const char *format_at(int32_t row)
{
    int32_t count;
    const sinew_export_format *formats = sinew_export_formats(&count);
    for (int32_t i = 0; i < count; ++i)
        if (holds_clips(&formats[i]) && row-- == 0) return formats[i].name;
    return row == 0 ? own_format : NULL;
}

static const cli_option options[] = {
    EDIT_STEP_OPTIONS(edit_settings, steps),
    CLI_ANIM_OPTION(edit_settings, animations),
    {"output", 'o', CLI_TEXT, "FILE", "write to this file; {file} is the name of FILE; - is stdout",
     CLI_FIELD(edit_settings, output), .complete = CLI_COMPLETE_FILE},
    {"format", 0, CLI_TEXT, "NAME", "select the format (default: by the extension of the output)",
     CLI_FIELD(edit_settings, format), .choice_at = format_at},
    {"error", 0, CLI_NUMBER, "FRACTION",
     "set the largest error of motion that is sampled, as a fraction of the character's diagonal (0.0001)",
     CLI_FIELD(edit_settings, error), .min = 1e-7, .max = 0.1},
    {0},
};

/// The edits of one file.
typedef struct edit_run {
    const cli_context *context;
    const edit_settings *settings;
    const sinew_export_format *format; ///< NULL: a .sinew file
    const char *path;
} edit_run;

static int fail_format(const cli_context *context, const char *name, const char *output)
{
    sinew__buffer hint = {0};
    sinew__buffer_put_text(&hint, "formats: ");
    cli_put_choices(&hint, cli_option_named(options, "format", strlen("format")), " ");
    sinew__buffer_put_character(&hint, '\0');
    const char *listed = hint.failed ? NULL : hint.text;
    const int code = name ? cli_fail_usage(context, "bad-value", listed, "unsupported format '%s'", name)
                          : cli_fail_usage(context, "bad-value", listed, "'%s': no format for this extension", output);
    sinew__buffer_free(&hint);
    return code;
}

static int choose_format(edit_run *run)
{
    const edit_settings *settings = run->settings;
    if (!settings->output) return cli_fail_usage(run->context, "missing-option", "use -o edited.fbx", "edit needs -o");
    const char *dot = strrchr(settings->output, '.');
    const char *name = settings->format ? settings->format : dot && !strchr(dot, '/') ? dot + 1 : NULL;
    if (strcmp(settings->output, "-") == 0 && !settings->format)
        return cli_fail_usage(run->context, "missing-option", "use --format fbx", "-o - needs --format");
    if (name && strcmp(name, own_format) == 0) return 0;
    run->format = name ? sinew_export_format_named(name) : NULL;
    return run->format && holds_clips(run->format) ? 0 : fail_format(run->context, name, settings->output);
}

// ---- writing -------------------------------------------------------------------------------------------------------

static const double export_seconds = 60;

static void print_note(void *user, const char *text)
{
    const edit_run *run = user;
    cli_warn(run->context, run->path, "%s", text);
}

/// A .sinew file with baked clips, as `sinew bake` writes it.
static int write_own(const edit_run *run, const sinew_model *model, const char *name)
{
    cli_load_progress progress = {.context = run->context, .path = run->path, .verb = "baking"};
    const sinew_bake_options bake = {
        .progress = cli_load_progress_show, .user = &progress, .error = run->context->bake_error};
    sinew_model *baked = NULL;
    sinew_error error;
    void *block, *bytes = NULL;
    size_t size = 0;
    sinew_result result = sinew_model_bake(model, &bake, &block, &size, &error);
    cli_load_progress_end(&progress);
    if (result == SINEW_OK) result = sinew_model_from_block(block, size, &baked, &error);
    if (result == SINEW_OK) result = sinew_model_save_memory(baked, &bytes, &size, &error);
    sinew_model_destroy(baked);
    if (result != SINEW_OK) return cli_fail(run->context, run->path, &error);
    sinew__buffer file = {.text = bytes, .size = size, .capacity = size};
    return cli_write_output(run->context, name, &file);
}

static int export_model(const edit_run *run, const sinew_model *model, sinew_export_options *request, const char *name)
{
    const char *slash = strrchr(run->path, '/');
    sinew__buffer text = {0};
    sinew_error error;
    request->engine = SINEW_ENGINE_EXACT;
    request->source = slash ? slash + 1 : run->path;
    request->seconds = run->context->timeout > 0 ? run->context->timeout : export_seconds;
    request->max_error = run->settings->error;
    request->note = print_note;
    request->user = (void *)(uintptr_t)run;
    const sinew_result result = run->format->write(model, request, &text.text, &text.size, &error);
    if (result != SINEW_OK) return cli_fail(run->context, run->path, &error);
    return cli_write_output(run->context, name, &text);
}

/// All clips, those without keys too: which ones there are is for the edits to say.
static int write_model(const edit_run *run, const sinew_model *model, const char *name)
{
    int32_t *clips = malloc(((size_t)model->clip_count + 1) * sizeof *clips);
    sinew_export_image *images = cli_read_export_images(model, run->path, run->context->texture_path);
    sinew_export_options request = {
        .clip = SINEW_NONE, .clips = clips, .clip_count = model->clip_count, .images = images};
    for (int32_t i = 0; clips && i < model->clip_count; ++i) clips[i] = i;
    const int failed = clips && images ? export_model(run, model, &request, name) : cli_fail_memory(run->context);
    cli_free_export_images(images, model);
    free(clips);
    return failed;
}

/// The frames of one clip: the one that --clip chose last, else the default one.
static int write_clip(const edit_run *run, const edit_job *job, const char *name)
{
    enum { USUAL_RATE = 30 };
    cli_time_options when = {.step.text = "1f"};
    sinew_export_options request = {.clip = job->clips ? job->clips[0] : SINEW_NONE};
    double *times = NULL;
    size_t count = 0;
    int failed = 0;
    if (!job->clips) failed = cli_find_clip(run->context, run->path, job->model, NULL, &request.clip);
    if (!failed && sinew_time_parse(when.step.text, &when.step.time, NULL) != SINEW_OK)
        failed = cli_fail_memory(run->context);
    if (!(job->model->info->fps > 0)) {
        when.fps = USUAL_RATE;
        cli_warn(run->context, run->path,
                 "no frame rate in the file: written at %d frames per second (--fps sets another)", USUAL_RATE);
    }
    if (!failed) failed = cli_list_times(run->context, run->path, job->model, request.clip, &when, &times, &count);
    request.times = times;
    request.time_count = (int32_t)count;
    if (!failed) failed = export_model(run, job->model, &request, name);
    free(times);
    return failed;
}

static int write_output(const edit_run *run, const edit_job *job, const char *name)
{
    if (!run->format) return write_own(run, job->model, name);
    return run->format->contents == SINEW_EXPORT_CLIP ? write_clip(run, job, name) : write_model(run, job->model, name);
}

// ---- files ---------------------------------------------------------------------------------------------------------

static int edit_file(const edit_run *run)
{
    const edit_settings *settings = run->settings;
    edit_job job = {.context = run->context, .path = run->path, .ease = EDIT_EASE, .error = settings->error};
    char *name;
    int failed = cli_name_output(run->context, settings->output, run->path, &name);
    if (!failed) failed = cli_check_animated_output(run->context, name, run->path, &settings->animations);
    if (!failed)
        failed = cli_load_animated(run->context, run->path, &settings->animations, SINEW_ENGINE_EXACT, &job.model);
    if (!failed) failed = cli_check_curves(run->context, run->path, job.model);
    for (size_t i = 0; i < settings->steps.count && !failed; ++i)
        failed = edit_apply(&job, settings->steps.items[i].option->name, settings->steps.items[i].text);
    if (!failed) failed = write_output(run, &job, name);
    edit_job_free(&job);
    free(name);
    return failed;
}

/// Several files need several names.
static int check_files(const cli_context *context, const edit_settings *settings, const cli_files *files)
{
    if (files->count < 2 || cli_name_has(settings->output, "file")) return 0;
    return cli_fail_usage(context, "same-output", "put {file} in the name", "%zu files would all be '%s'", files->count,
                          settings->output);
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    edit_run job = {.context = context, .settings = settings};
    cli_tally tally = {0};
    int failed = choose_format(&job);
    if (!failed) failed = check_files(context, job.settings, files);
    if (!failed) failed = cli_check_animation(context, &job.settings->animations);
    if (failed) return failed;
    cli_progress progress = cli_progress_begin(context, "edited", "files", files->count);
    for (size_t i = 0; i < files->count; ++i) {
        job.path = files->paths[i];
        cli_count_file(&tally, edit_file(&job));
        if (files->count > 1) cli_progress_add(&progress);
    }
    cli_progress_end(&progress);
    return files->count == 1 ? tally.code : cli_fail_some(context, &tally);
}

const cli_command cli_edit = {
    .name = "edit",
    .summary = "change clips and joints, and write the model as fbx, glb, bvh or .sinew",
    .usage = "FILE… [EDIT]… -o OUT",
    .description =
        "Edits are done in the order in which they stand on the command line, each to what the one before made. Those "
        "of "
        "clips change all clips, or those that --clip names before them. The author's keys stay keys where an edit "
        "allows it; where motion must be sampled, a warning says so, and --error bounds the error.\n"
        "An fbx gets the author's curves; a bvh gets the frames of one clip, that of --clip or the default one.",
    .options = options,
    .settings_size = sizeof(edit_settings),
    .min_files = 1,
    .max_files = 0,
    .examples = "sinew edit walk.fbx --trim 5f..25f --start 0f -o part.fbx\n"
                "sinew edit walk.fbx --name-clips file --drop-joints 'toe.*' -o named.glb\n"
                "sinew edit character.fbx --clip wave --reverse --speed 2 -o faster.sinew",
    .run = run,
};
