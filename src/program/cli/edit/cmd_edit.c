/// sinew edit FILE -o OUT
#include <stdlib.h>
#include <string.h>

#include "program/cli/edit/edit_steps.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
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
    if (settings->steps.count == 0 && settings->animations.count == 0)
        return cli_fail_usage(run->context, "missing-option",
                              "'sinew help edit' lists the steps; sinew export writes a file as it is",
                              "edit needs a step, such as --trim");
    if (!settings->output) return cli_fail_usage(run->context, "missing-option", "use -o edited.fbx", "edit needs -o");
    const char *dot = strrchr(settings->output, '.');
    const char *name = settings->format ? settings->format : dot && !strchr(dot, '/') ? dot + 1 : NULL;
    if (strcmp(settings->output, "-") == 0 && !settings->format)
        return cli_fail_usage(run->context, "missing-option", "use --format fbx", "-o - needs --format");
    if (name && strcmp(name, own_format) == 0) return 0;
    run->format = name ? sinew_export_format_named(name) : NULL;
    return run->format && holds_clips(run->format) ? 0 : fail_format(run->context, name, settings->output);
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
    if (!failed) failed = edit_write(&job, run->format, name);
    edit_job_free(&job);
    free(name);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    edit_run job = {.context = context, .settings = settings};
    cli_tally tally = {0};
    int failed = choose_format(&job);
    if (!failed) failed = cli_check_file_names(context, job.settings->output, files->count);
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
    .seconds = 120,
};
