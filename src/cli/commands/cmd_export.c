/// sinew export FILE --at TIME -o OUT
#include <stdlib.h>
#include <string.h>

#include "cli/framework/command.h"
#include "cli/framework/load_model.h"
#include "cli/framework/output.h"
#include "cli/framework/output_name.h"
#include "cli/framework/report.h"
#include "cli/framework/time_options.h"
#include "sinew/export.h"

/// That writing one file may take, as that reading one may.
static const double default_seconds = 6;

typedef struct export_settings {
    const char *clip, *output, *format;
    cli_texts animations;
    cli_time_options when;
} export_settings;

static const cli_option options[] = {
    CLI_CLIP_OPTION(export_settings, clip),
    CLI_ANIM_OPTION(export_settings, animations),
    CLI_TIME_OPTIONS(export_settings, when),
    {"output", 'o', CLI_TEXT, "FILE", "write to this file; - is stdout", CLI_FIELD(export_settings, output),
     .complete = CLI_COMPLETE_FILE},
    {"format", 0, CLI_TEXT, "NAME", "select the format: obj (default: by the extension of the output)",
     CLI_FIELD(export_settings, format)},
    {0},
};

/// The state of one run.
typedef struct export_job {
    const cli_context *context;
    const export_settings *settings;
    const sinew_export_format *format;
    sinew_engine engine;
    const char *path;
    const sinew_model *model;
    int32_t clip;
    double *times; ///< [count]
    size_t count;
} export_job;

static int fail_format(const cli_context *context, const char *name, const char *output)
{
    sinew__buffer hint = {0};
    int32_t count;
    const sinew_export_format *formats = sinew_export_formats(&count);
    sinew__buffer_put_text(&hint, "formats:");
    for (int32_t i = 0; i < count; ++i) sinew__buffer_format(&hint, " %s", formats[i].name);
    sinew__buffer_put_character(&hint, '\0');
    const char *listed = hint.failed ? NULL : hint.text;
    const int code = name ? cli_fail_usage(context, "bad-value", listed, "unsupported format '%s'", name)
                          : cli_fail_usage(context, "bad-value", listed, "'%s': no format for this extension", output);
    sinew__buffer_free(&hint);
    return code;
}

/// Selects the format by --format, else by the extension of the output.
static int choose_format(const cli_context *context, const export_settings *settings,
                         const sinew_export_format **out_format)
{
    if (!settings->output) return cli_fail_usage(context, "missing-option", "use -o pose.obj", "export needs -o");
    const char *dot = strrchr(settings->output, '.');
    const char *name = settings->format ? settings->format : dot && !strchr(dot, '/') ? dot + 1 : NULL;
    if (strcmp(settings->output, "-") == 0 && !settings->format) {
        return cli_fail_usage(context, "missing-option", "use --format obj", "-o - needs --format");
    }
    *out_format = name ? sinew_export_format_named(name) : NULL;
    if (!*out_format) return fail_format(context, name, settings->output);
    if (!cli_times_are_given(&settings->when))
        return cli_fail_usage(context, "missing-option", "use --at 50% or --range start..end",
                              "export needs --at or --range");
    return 0;
}

static int write_one(const export_job *job, const char *name, double time)
{
    const char *slash = strrchr(job->path, '/');
    const sinew_export_options request = {.clip = job->clip,
                                          .times = &time,
                                          .time_count = 1,
                                          .engine = job->engine,
                                          .source = slash ? slash + 1 : job->path,
                                          .seconds =
                                              job->context->timeout > 0 ? job->context->timeout : default_seconds};
    sinew__buffer text = {0};
    sinew_error error;
    if (job->format->write(job->model, &request, &text.text, &text.size, &error) != SINEW_OK)
        return cli_fail(job->context, job->path, &error);
    return cli_write_output(job->context, name, &text);
}

static int export_times(const export_job *job)
{
    const double fps = cli_frame_rate(job->model, job->settings->when.fps);
    const cli_output_times outputs = {job->path, job->model, job->clip, job->times, job->count, fps};
    char **names;
    int failed = cli_name_outputs(job->context, job->settings->output, &outputs, 1, &names);
    for (size_t i = 0; i < job->count && !failed; ++i)
        failed = cli_check_animated_output(job->context, names[i], job->path, &job->settings->animations);
    for (size_t i = 0; i < job->count && !failed; ++i) failed = write_one(job, names[i], job->times[i]);
    cli_free_names(names, job->count);
    return failed;
}

static int export_model(export_job *job)
{
    double *times = NULL;
    int failed = cli_find_clip(job->context, job->path, job->model, job->settings->clip, &job->clip);
    if (!failed)
        failed =
            cli_list_times(job->context, job->path, job->model, job->clip, &job->settings->when, &times, &job->count);
    job->times = times;
    if (!failed) failed = export_times(job);
    free(times);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    export_job job = {.context = context, .settings = settings, .path = files->paths[0]};
    job.engine = context->engine < 0 ? SINEW_ENGINE_EXACT : (sinew_engine)context->engine;
    int failed = choose_format(context, job.settings, &job.format);
    if (failed) return failed;
    sinew_model *model;
    failed = cli_load_animated(context, job.path, &job.settings->animations, job.engine, &model);
    if (failed) return failed;
    job.model = model;
    failed = export_model(&job);
    sinew_model_destroy(model);
    return failed;
}

const cli_command cli_export = {
    .name = "export",
    .summary = "write posed meshes in other formats",
    .usage = "FILE [--clip C] --at TIME -o OUT.obj",
    .description =
        "obj: all deformed meshes at one time, one object per mesh, in world space and the units and axes of the "
        "file, with the authored polygons.\n"
        "With --range the output name needs a placeholder: {frame:04}, {number}, {time}, {clip} or {file}, "
        "as in -o 'walk-{frame:04}.obj'.",
    .options = options,
    .settings_size = sizeof(export_settings),
    .min_files = 1,
    .max_files = 1,
    .run = run,
};
