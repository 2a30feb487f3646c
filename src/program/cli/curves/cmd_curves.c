/// sinew curves FILE… -o OUT.svg
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/quoted_text.h"
#include "core/platform/terminal_device.h"
#include "program/cli/curves/charts.h"
#include "program/cli/facts/clip_facts.h"
#include "program/cli/facts/key_values.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/time_options.h"
#include "runtime/model/look_up.h"

// ---- settings ------------------------------------------------------------------------------------------------------

typedef enum curves_format { FORMAT_SVG, FORMAT_PNG, FORMAT_CSV, FORMAT_TEXT } curves_format;

static const sinew__word format_words[] = {
    {"svg", FORMAT_SVG, NULL}, {"png", FORMAT_PNG, NULL}, {"csv", FORMAT_CSV, NULL}, {"text", FORMAT_TEXT, NULL}, {0}};

enum { WHAT_CURVES = 1 << CHART_TRANSLATION | 1 << CHART_ROTATION | 1 << CHART_SCALE | 1 << CHART_OTHER };

static const sinew__word what_words[] = {{"curves", WHAT_CURVES, NULL},
                                         {"translation", 1 << CHART_TRANSLATION, NULL},
                                         {"rotation", 1 << CHART_ROTATION, NULL},
                                         {"scale", 1 << CHART_SCALE, NULL},
                                         {"other", 1 << CHART_OTHER, NULL},
                                         {"speed", 1 << CHART_SPEED, NULL},
                                         {"height", 1 << CHART_HEIGHT, NULL},
                                         {"angle", 1 << CHART_ANGLE, NULL},
                                         {0}};

typedef struct curves_settings {
    const char *clip, *output, *what;
    cli_texts animations, joints;
    cli_time_options when;
    cli_size size;
    int played, format;
} curves_settings;

static const curves_settings defaults = {.what = "curves", .format = -1};

static const cli_option options[] = {
    CLI_CLIP_OPTION(curves_settings, clip),
    CLI_ANIM_OPTION(curves_settings, animations),
    CLI_JOINTS_OPTION(curves_settings, joints),
    {"what", 0, CLI_TEXT, "LIST",
     "draw these values: curves (translation, rotation, scale, other), speed, height, angle (curves)",
     CLI_FIELD(curves_settings, what)},
    {"played", 0, CLI_SWITCH, NULL, "also draw the curves as an engine plays them (fast, or the engine of --engine)",
     CLI_FIELD(curves_settings, played)},
    CLI_TIME_OPTIONS(curves_settings, when),
    {"size", 0, CLI_SIZE, "WxH", "set the size of the picture in pixels (1200 wide)", CLI_FIELD(curves_settings, size),
     .min = 160, .max = 16384},
    {"output", 'o', CLI_TEXT, "FILE", "write to this file; - is stdout", CLI_FIELD(curves_settings, output),
     .complete = CLI_COMPLETE_FILE},
    {"format", 0, CLI_CHOICE, "NAME", "select the format (default: by the extension of the output)",
     CLI_FIELD(curves_settings, format), .choices = format_words},
    {0},
};

/// A file. Its model is shared by the page's sources.
typedef struct curves_file {
    const char *path;
    sinew_model *model;
    cli_joints joints;
    sinew_pose *pose;
} curves_file;

/// The state of one run.
typedef struct curves_job {
    const cli_context *context;
    const curves_settings *settings;
    curves_format format;
    char *name; ///< path of the output
    curves_file files[CHART_MAX_SOURCES];
    int file_count;
    uint8_t *chosen; ///< [number of joints of the first file]
    chart_page page;
} curves_job;

// ---- arguments -----------------------------------------------------------------------------------------------------

static int choose_format(curves_job *job)
{
    const char *output = job->settings->output, *dot = output ? strrchr(output, '.') : NULL;
    int format = job->settings->format;
    if (!output && format < 0 && sinew__terminal_is_available()) format = FORMAT_TEXT;
    if (!output && format < 0)
        return cli_fail_usage(job->context, "missing-option",
                              "use -o curves.svg, -o curves.png or -o curves.csv; --format text draws as in a terminal",
                              "curves needs -o or --format");
    for (const sinew__word *word = format_words; word->name && format < 0; ++word)
        if (dot && strcasecmp(dot + 1, word->name) == 0) format = word->value;
    job->format = (curves_format)format;
    if (format >= 0) return 0;
    return cli_fail_usage(job->context, "bad-value", "formats: svg png csv text", "%s: unknown format of charts",
                          output);
}

static int read_settings(curves_job *job, const cli_files *files)
{
    const curves_settings *settings = job->settings;
    job->page.kinds = (unsigned)cli_values_of_words(what_words, settings->what);
    if (!job->page.kinds)
        return cli_fail_usage(job->context, "bad-value",
                              "expected one or more of curves,translation,rotation,scale,other,speed,height,angle",
                              "--what: '%s' is not a valid choice", settings->what);
    if (files->count > CHART_MAX_SOURCES)
        return cli_fail_usage(job->context, "limit", NULL, "more than %d files in one picture", CHART_MAX_SOURCES);
    int failed = choose_format(job);
    if (!failed)
        failed = cli_name_output(job->context, settings->output ? settings->output : "-", files->paths[0], &job->name);
    for (size_t i = 0; i < files->count && !failed; ++i)
        failed = cli_check_animated_output(job->context, job->name, files->paths[i], &settings->animations);
    return failed;
}

// ---- sources -------------------------------------------------------------------------------------------------------

static int add_source(curves_job *job, const curves_file *file, int32_t clip)
{
    chart_page *page = &job->page;
    if (page->source_count == CHART_MAX_SOURCES)
        return cli_fail_usage(job->context, "limit", "choose clips with --clip", "more than %d clips in one picture",
                              CHART_MAX_SOURCES);
    page->sources[page->source_count++] = (chart_source){file->path, file->model, &file->joints, clip, file->pose};
    return 0;
}

/// Adds the clips of a file that --clip selects; without --clip, the default clip.
static int add_clips(curves_job *job, const curves_file *file)
{
    sinew_error error;
    int32_t clip;
    int failed = 0;
    const sinew_result result = sinew_model_find_clip(file->model, job->settings->clip, &clip, &error);
    if (result != SINEW_OK && result != SINEW_ERROR_MANY_CLIPS) return cli_fail(job->context, file->path, &error);
    if (result == SINEW_OK && clip == SINEW_NONE) {
        sinew__fail(&error, SINEW_ERROR_NO_CLIP,
                    file->model->clip_count ? "the rest pose has no curves" : "the file has no clips");
        return cli_fail(job->context, file->path, &error);
    }
    if (result == SINEW_OK) return add_source(job, file, clip);
    for (int32_t i = 0; i < file->model->clip_count && !failed; ++i)
        if (sinew__clip_matches(file->model, i, job->settings->clip)) failed = add_source(job, file, i);
    return failed;
}

static int add_file(curves_job *job, const char *path)
{
    curves_file *file = &job->files[job->file_count];
    sinew_error error;
    int failed = cli_load_animated(job->context, path, &job->settings->animations,
                                   job->page.has_beside ? job->page.beside : SINEW_ENGINE_EXACT, &file->model);
    if (failed) return failed;
    ++job->file_count;
    file->path = path;
    failed = cli_check_curves(job->context, path, file->model);
    if (!failed && !cli_joints_init(&file->joints, file->model)) failed = cli_fail_memory(job->context);
    if (!failed && sinew_pose_create(file->model, &file->pose, &error) != SINEW_OK)
        failed = cli_fail(job->context, path, &error);
    if (!failed) {
        // several files share one axis: their lengths are not converted
        const double unit = job->files[0].model->info->unit_cm, own = file->model->info->unit_cm;
        if (own != unit)
            cli_warn(job->context, file->path, "its unit is %g cm and not %g cm: lengths are not converted", own, unit);
    }
    return failed ? failed : add_clips(job, file);
}

/// Fails because the clip has no curves of the selected joints. Returns the exit code after printing the error.
static int fail_empty(const curves_job *job)
{
    const chart_source *source = &job->page.sources[0];
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NO_KEY, "clip '%s' has no curves of the selected joints",
                sinew_text(source->model, source->model->clips[source->clip].name));
    return cli_fail(job->context, source->path, &error);
}

// ---- pictures ------------------------------------------------------------------------------------------------------

/// Sets the visible range: the range of the options, else all clips with a margin before and after.
static int choose_range(curves_job *job)
{
    const chart_source *source = &job->page.sources[0];
    cli_time_options when = job->settings->when;
    chart_page *page = &job->page;
    double *times = NULL, longest = 0.0;
    size_t count = 0;
    for (int i = 0; i < page->source_count; ++i)
        longest = fmax(longest, page->sources[i].model->clips[page->sources[i].clip].duration);
    page->begin = -0.06 * fmax(longest, 0.1);
    page->end = longest + 0.06 * fmax(longest, 0.1);
    when.at = (cli_times){0};
    if (when.step.text || when.frames)
        return cli_fail_usage(job->context, "bad-value", "they are for -o x.csv",
                              "a picture takes no --step or --frames");
    if (!cli_times_are_given(&when)) return 0;
    when.frames = 2;
    const int failed = cli_list_times(job->context, source->path, source->model, source->clip, &when, &times, &count);
    if (!failed) page->begin = times[0];
    if (!failed) page->end = fmax(times[1], times[0] + 1e-3);
    free(times);
    return failed;
}

static int draw_picture(curves_job *job)
{
    sinew__buffer out = {0};
    sinew_error error;
    const int is_shown = strcmp(job->name, "-") == 0;
    int failed = choose_range(job);
    const chart_source *source = &job->page.sources[0];
    const cli_time_options when = {.at = job->settings->when.at, .fps = job->settings->when.fps};
    double *marks = NULL;
    size_t mark_count = 0;
    if (!failed && when.at.count > 0)
        failed = cli_list_times(job->context, source->path, source->model, source->clip, &when, &marks, &mark_count);
    for (size_t i = 0; i < mark_count && i < CHART_MAX_MARKS; ++i) job->page.marks[job->page.mark_count++] = marks[i];
    free(marks);
    for (int32_t id = 0; id < job->files[0].joints.count && !failed; ++id)
        if (job->chosen[id]) failed = chart_page_add_joint(&job->page, id);
    if (!failed && job->page.count == 0) failed = fail_empty(job);
    if (!failed && job->format == FORMAT_TEXT) {
        const int columns = sinew__terminal_is_available() ? sinew__terminal_columns(1) : 80;
        if (!chart_page_put_text(&job->page, columns, is_shown && cli_wants_color(job->context), &out))
            failed = cli_fail_memory(job->context);
    } else if (!failed && chart_page_draw(&job->page, job->format == FORMAT_PNG, &out, &error) != SINEW_OK) {
        failed = cli_fail(job->context, job->name, &error);
    }
    if (!failed && is_shown && job->format == FORMAT_TEXT) return cli_write_stdout(job->context, &out); // with colours
    if (failed)
        sinew__buffer_free(&out);
    else
        failed = cli_write_output(job->context, job->name, &out);
    return failed;
}

// ---- tables --------------------------------------------------------------------------------------------------------

/// Frames per second for a file without a frame rate.
enum { USUAL_RATE = 30 };

/// Lists the times of a source: the times of the options, else all frames.
static int list_times(const curves_job *job, const chart_source *source, double **out_times, size_t *out_count)
{
    cli_time_options when = job->settings->when;
    const int has_step = when.step.text || when.frames || when.at.count;
    if (!has_step && !(cli_frame_rate(source->model, when.fps) > 0)) when.fps = USUAL_RATE;
    if (!cli_times_are_given(&when)) {
        when.step.text = "1f";
        if (sinew_time_parse(when.step.text, &when.step.time, NULL) != SINEW_OK) return cli_fail_memory(job->context);
    }
    return cli_list_times(job->context, source->path, source->model, source->clip, &when, out_times, out_count);
}

static void put_sample(const curves_job *job, const curve_chart *chart, const chart_line *line, double seconds,
                       sinew__buffer *out)
{
    const chart_source *source = &job->page.sources[line->source];
    const double timeline = sinew_clip_to_timeline(source->model, source->clip, seconds);
    const double fps = cli_frame_rate(source->model, job->settings->when.fps);
    const int is_curve = chart->kind < CHART_SPEED;
    const char *layer = is_curve ? cli_curve_layer(source->model, &line->curve) : NULL;
    sinew__csv_text(out, source->path);
    sinew__buffer_put_character(out, ',');
    sinew__csv_text(out, sinew_text(source->model, source->model->clips[source->clip].name));
    sinew__buffer_put_character(out, ',');
    sinew__csv_text(out, chart->joint);
    sinew__buffer_format(out, ",%s,",
                         is_curve ? sinew__joint_curve_property(&line->curve)
                                  : sinew__word_of(what_words, 1 << chart->kind)->name);
    if (layer) sinew__csv_text(out, layer);
    sinew__buffer_format(out, ",%s,", is_curve ? cli_curve_component(&line->curve) : "");
    if (fps > 0) sinew__csv_number(out, cli_frame_at(timeline, fps), 0);
    sinew__buffer_put_character(out, ',');
    sinew__csv_number(out, seconds, 0);
    sinew__buffer_put_character(out, ',');
    sinew__csv_number(out, timeline, 0);
    sinew__buffer_put_character(out, ',');
    sinew__csv_number(out, chart_line_value(&job->page, chart, line, seconds), 0);
    if (job->page.has_beside) sinew__buffer_put_character(out, ',');
    if (chart_line_is_played(&job->page, chart, line))
        sinew__csv_number(out, chart_line_played(&job->page, chart, line, seconds), 0);
    sinew__buffer_put_character(out, '\n');
}

/// [source_count] the times at which each source is sampled, in seconds from the start of its clip.
typedef struct sample_times {
    double *times[CHART_MAX_SOURCES];
    size_t counts[CHART_MAX_SOURCES];
} sample_times;

/// Puts the samples of all curves, joint by joint, so that only one joint's charts are in memory.
static int put_table(curves_job *job, const sample_times *when, sinew__buffer *out)
{
    int failed = 0, has_any = 0;
    sinew__buffer_format(out, "file,clip,joint,property,layer,component,frame,time_s,at_s,value%s\n",
                         job->page.has_beside ? ",played" : "");
    for (int32_t id = 0; id < job->files[0].joints.count && !failed; ++id) {
        if (!job->chosen[id]) continue;
        failed = chart_page_add_joint(&job->page, id);
        for (size_t c = 0; c < job->page.count && !failed; ++c) {
            const curve_chart *chart = &job->page.charts[c];
            for (const chart_line *line = chart->lines; line < chart->lines + chart->count; ++line)
                for (size_t i = 0; i < when->counts[line->source]; ++i)
                    put_sample(job, chart, line, when->times[line->source][i], out);
        }
        has_any |= job->page.count > 0;
        sinew__arena_free(&job->page.arena);
        job->page.charts = NULL;
        job->page.count = job->page.capacity = 0;
    }
    return failed ? failed : has_any ? 0 : fail_empty(job);
}

static int write_table(curves_job *job)
{
    sample_times when = {0};
    sinew__buffer out = {0};
    int failed = 0;
    job->page.is_table = 1;
    for (int i = 0; i < job->page.source_count && !failed; ++i)
        failed = list_times(job, &job->page.sources[i], &when.times[i], &when.counts[i]);
    if (!failed) failed = put_table(job, &when, &out);
    for (int i = 0; i < job->page.source_count; ++i) free(when.times[i]);
    if (failed)
        sinew__buffer_free(&out);
    else
        failed = cli_write_output(job->context, job->name, &out);
    return failed;
}

// ---- the command ---------------------------------------------------------------------------------------------------

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    curves_job *job = calloc(1, sizeof *job);
    if (!job) return cli_fail_memory(context);
    job->context = context;
    job->settings = settings;
    int failed = read_settings(job, files);
    chart_page *page = &job->page;
    page->context = context;
    page->has_beside = job->settings->played;
    page->beside = context->engine < 0 ? SINEW_ENGINE_FAST : (sinew_engine)context->engine;
    page->width = job->settings->size.width ? job->settings->size.width : 1200;
    page->height = job->settings->size.height;
    for (size_t i = 0; i < files->count && !failed; ++i) failed = add_file(job, files->paths[i]);
    const curves_file *first = &job->files[0];
    if (!failed) job->chosen = malloc((size_t)first->joints.count + 1);
    if (!failed && !job->chosen) failed = cli_fail_memory(context);
    if (!failed) failed = cli_joints_choose(context, first->path, &first->joints, &job->settings->joints, job->chosen);
    if (!failed) page->fps = cli_frame_rate(first->model, job->settings->when.fps);
    if (!failed) failed = job->format == FORMAT_CSV ? write_table(job) : draw_picture(job);
    sinew__arena_free(&job->page.arena);
    for (int i = 0; i < job->file_count; ++i) {
        sinew_pose_destroy(job->files[i].pose);
        cli_joints_free(&job->files[i].joints);
        sinew_model_destroy(job->files[i].model);
    }
    free(job->chosen);
    free(job->name);
    free(job);
    return failed;
}

const cli_command cli_curves = {
    .name = "curves",
    .summary = "draw the author's curves as SVG or PNG or in the terminal, or write their samples",
    .usage = "FILE… [-o OUT.svg] [--clip C] [--joints G] [--what LIST]",
    .description =
        "There is one chart for each joint and property, with a line per component: x red, y green, z blue, w "
        "violet. Discs are cubic keys with their tangents, diamonds linear keys, squares stepped keys. Pale lines "
        "are extrapolated. If --clip matches several clips, or there are several files, their lines share the "
        "charts.\n"
        "speed and height are measured in model space, in the unit of the file. angle is the angle of the local "
        "rotation from the rest pose.\n"
        "Without -o the charts are drawn in the terminal, in the same colours.\n"
        "--range shows a part; --at marks times. A csv has a row for each value at each frame, or at the given "
        "times.",
    .options = options,
    .settings_size = sizeof(curves_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 0,
    .examples = "sinew curves walk.fbx --joints 'foot.*' -o foot.svg\n"
                "sinew curves walk.fbx run.glb --joints hips --what height,speed -o hips.png\n"
                "sinew curves walk.fbx --joints hips --played -o hips.csv",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ENGINE | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 60,
};
