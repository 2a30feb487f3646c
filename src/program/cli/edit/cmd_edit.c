/// sinew edit FILE -o OUT
#include <stdlib.h>
#include <string.h>

#include "author/export/export_writers.h"
#include "program/cli/edit/edit_steps.h"
#include "program/cli/framework/file_outputs.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "sinew/export.h"
#include "sinew/memory.h"

typedef struct edit_settings {
    cli_steps steps;
    cli_texts animations;
    cli_file_outputs files;
    const char *format;
} edit_settings;

static const edit_settings defaults = {.files = CLI_FILE_OUTPUT_DEFAULTS};

// ---- formats -------------------------------------------------------------------------------------------------------

static const char own_format[] = "sinew";

/// Returns whether an export format holds whole clips, so that edited clips can be written in it.
static int holds_clips(const sinew_export_format *format)
{
    return format->contents == SINEW_EXPORT_CLIP || format->contents == SINEW_EXPORT_MODEL;
}

/// Returns the words of --format: the export formats that hold clips, and "sinew".
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
    CLI_FILE_OUTPUT_OPTIONS(edit_settings, files, "FILE"),
    {"format", 0, CLI_TEXT, "NAME", "select the format (default: by the extension of the output)",
     CLI_FIELD(edit_settings, format), .choice_at = format_at},
    {0},
};

int edit_choose_format(const cli_context *context, const char *format, const char *output,
                       const sinew_export_format **out_format)
{
    *out_format = NULL;
    const char *dot = strrchr(output, '.');
    const char *name = format ? format : dot && !strchr(dot, '/') ? dot + 1 : NULL;
    if (strcmp(output, "-") == 0 && !format)
        return cli_fail_usage(context, "missing-option", "use --format fbx", "-o - needs --format");
    if (name && strcmp(name, own_format) == 0) return 0;
    *out_format = name ? sinew__export_format_named(name) : NULL;
    return *out_format && holds_clips(*out_format)
               ? 0
               : cli_fail_format(context, cli_option_named(options, "format", strlen("format")), name, output);
}

// ---- files ---------------------------------------------------------------------------------------------------------

int edit_write_file(const cli_context *context, const char *path, const cli_texts *animations, const cli_steps *steps,
                    const sinew_export_format *format, const char *name)
{
    edit_job job = {.context = context, .path = path, .ease = EDIT_EASE, .error = context->error};
    cli_context loading = *context;
    loading.keep_document = format && strncmp(format->name, "fbx", 3) == 0;
    int failed = cli_load_animated(&loading, path, animations, SINEW_ENGINE_EXACT, &job.model);
    if (!failed) failed = cli_check_curves(context, path, job.model);
    for (size_t i = 0; i < steps->count && !failed; ++i)
        failed = edit_apply(&job, steps->items[i].option->name, steps->items[i].text);
    if (!failed) failed = edit_write(&job, format, name);
    edit_job_free(&job);
    return failed;
}

static int edit_file(const cli_context *context, const char *path, const char *pattern, void *user)
{
    const edit_settings *settings = user;
    const sinew_export_format *format = NULL;
    char *name;
    int failed = cli_name_output(context, pattern, path, &name);
    if (!failed) failed = edit_choose_format(context, settings->format, name, &format);
    if (!failed) failed = cli_check_animated_output(context, name, path, &settings->animations);
    if (!failed) failed = edit_write_file(context, path, &settings->animations, &settings->steps, format, name);
    free(name);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    edit_settings given = *(const edit_settings *)settings;
    if (given.steps.count == 0 && given.animations.count == 0)
        return cli_fail_usage(context, "missing-option",
                              "'sinew help edit' lists the steps; sinew export writes a file as it is",
                              "edit needs a step, such as --trim");
    if (!given.files.output) return cli_fail_usage(context, "missing-option", "use -o edited.fbx", "edit needs -o");
    const sinew_export_format *format;
    const int is_folder = cli_output_is_folder(&given.files);
    int failed =
        is_folder && !given.format ? 0 : edit_choose_format(context, given.format, given.files.output, &format);
    if (!failed) failed = cli_check_animation(context, &given.animations);
    if (failed) return failed;
    const char *extension = given.format && strncmp(given.format, "fbx", 3) == 0 ? "fbx" : given.format;
    return cli_run_files(&(cli_file_run){.context = context,
                                         .outputs = &given.files,
                                         .extension = extension,
                                         .done = "edited",
                                         .write = edit_file,
                                         .user = &given},
                         files);
}

const cli_command cli_edit = {
    .name = "edit",
    .summary = "change clips and joints, and write the model as fbx, glb, bvh or .sinew",
    .usage = "FILE… [EDIT]… -o OUT",
    .description =
        "Edits are applied in the order of the command line; each changes the result of the edit before it. Edits "
        "of clips change all clips. After --clip they change only the clips that it names. The author's keys stay "
        "if an edit allows it. If motion must be sampled, there is a warning, and --error bounds the error.\n"
        "An fbx gets the author's curves. A bvh gets the frames of one clip: the clip of --clip, or the default "
        "clip.\n"
        "FILE may be a directory, for the models in it and below. With -o DIR/ each output has the same path "
        "below DIR as its file has below the input directory, and the format of its file unless --format names "
        "another.",
    .options = options,
    .settings_size = sizeof(edit_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 0,
    .takes_folders = 1,
    .examples = "sinew edit walk.fbx --trim 5f..25f --start 0f -o part.fbx\n"
                "sinew edit walk.fbx --name-clips file --drop-joints 'toe.*' -o named.glb\n"
                "sinew edit character.fbx --clip wave --reverse --speed 2 -o faster.sinew",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 120,
};
