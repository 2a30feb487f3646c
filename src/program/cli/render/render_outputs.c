#include "program/cli/render/render_outputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "program/cli/framework/file_outputs.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/comparison.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"

/// Approximate seconds of one revolution of the turntable; a revolution consists of whole loops of the clip.
static const double revolution = 6.0;

/// Frames per second for a file without a frame rate.
static const double default_rate = 30.0;

enum { MAX_FRAMES = 100000 };

int render_turntable_repeats_clip(const render_settings *settings)
{
    cli_time_options times = settings->times;
    const size_t held = times.at.count;
    times.at.count = 0;
    return settings->camera.turntable && render_film_driver(settings) && held <= 1 && !cli_times_are_given(&times);
}

double render_turntable_rate(const cli_output_times *clip)
{
    return clip->fps > 0 ? clip->fps : default_rate;
}

/// Lists the times of one revolution of about six seconds, at the clip's frame rate: the clip is repeated, or the pose
/// of --at is held. Returns 0, or the exit code after printing the error.
static int list_turntable_times(const render_job *job, cli_output_times *clip)
{
    const cli_context *context = job->context;
    const render_settings *settings = job->settings;
    const int is_held = settings->times.at.count > 0;
    double start = 0;
    if (is_held) {
        double *held = NULL;
        size_t count = 0;
        const int failed =
            cli_list_times(context, clip->path, clip->model, clip->clip, &settings->times, &held, &count);
        if (!failed) start = held[0];
        free(held);
        if (failed) return failed;
    }
    const double loop = is_held ? 0 : render_comparison_end(job, clip->clip), rate = render_turntable_rate(clip);
    const double seconds = loop > 0 ? loop * fmax(1, round(revolution / loop)) : revolution;
    const double count = round(seconds * rate);
    if (!(count <= MAX_FRAMES)) {
        return cli_fail_usage(context, "bad-value", "use a smaller --fps or --range A..B",
                              "a revolution of %.0f frames, the limit is %d", count, MAX_FRAMES);
    }
    clip->count = count > 2 ? (size_t)count : 2;
    clip->times = malloc(clip->count * sizeof *clip->times);
    if (!clip->times) return cli_fail_memory(context);
    for (size_t i = 0; i < clip->count; ++i) clip->times[i] = start + (loop > 0 ? fmod((double)i / rate, loop) : 0);
    return 0;
}

// ---- clips ---------------------------------------------------------------------------------------------------------

static void add_clip(render_job *job, int32_t clip)
{
    const sinew_model *model = job->scene.model;
    const double fps = cli_frame_rate(model, job->settings->times.fps);
    job->clips[job->clip_count++] = (cli_output_times){job->scene.path, model, clip, NULL, 0, fps};
}

/// Lists the clips to draw: one, or all matching clips if the output's name contains {clip}.
static int list_clips(render_job *job)
{
    const render_settings *settings = job->settings;
    const sinew_model *model = job->scene.model;
    sinew_error error;
    int32_t clip;
    const sinew_result result = sinew_model_find_clip(model, settings->clip, &clip, &error);
    const int many = result == SINEW_ERROR_MANY_CLIPS && settings->output && cli_name_has(settings->output, "clip");
    if (result == SINEW_ERROR_MANY_CLIPS && !many && settings->output) {
        const sinew_error listed = error;
        sinew__hint(&error, "use -o '{clip}.png' to draw them all; %s", listed.hint);
    }
    if (result != SINEW_OK && !many) return cli_fail(job->context, job->scene.path, &error);
    job->clips = calloc(many ? (size_t)model->clip_count : 1, sizeof *job->clips);
    if (!job->clips) return cli_fail_memory(job->context);
    if (!many) add_clip(job, clip);
    for (int32_t i = 0; many && i < model->clip_count; ++i)
        if (sinew__clip_matches(model, i, settings->clip)) add_clip(job, i);
    return 0;
}

// ---- times ---------------------------------------------------------------------------------------------------------

/// Returns whether the options determine the times themselves, not only a range.
static int is_exact(const cli_time_options *times)
{
    return times->at.count || times->step.text || times->frames;
}

/// Returns the start of a clip's motion, after a reference pose, in seconds from the clip's start.
static double motion_start(const render_job *job, const cli_output_times *clip)
{
    return sinew__motion_span(clip->model, clip->clip, job->scene.pose).start;
}

/// Returns the time options, with defaults for films (the whole clip) and sheets (one time per cell). If two clips are
/// compared, a range without an end goes to the later end.
static cli_time_options requested_times(const render_job *job, const cli_output_times *clip)
{
    const render_settings *settings = job->settings;
    cli_time_options times = settings->times;
    const int is_sheet = settings->sheet.width > 0, has_end = times.to.text || times.range.to.text;
    if (render_film_driver(settings) && !cli_times_are_given(&times)) cli_times_add_whole_clip(&times);
    const int gets_range = is_sheet && !is_exact(&times);
    if (gets_range && !cli_times_are_given(&times))
        times.from = (cli_time){
            "motion", {.unit = SINEW_TIME_SECONDS, .origin = SINEW_TIME_FROM_START, .value = motion_start(job, clip)}};
    if (gets_range) times.frames = settings->sheet.width * settings->sheet.height;
    if (job->other && !has_end && cli_times_have_range(&times))
        times.to = (cli_time){
            "end",
            {.unit = SINEW_TIME_SECONDS,
             .origin = SINEW_TIME_FROM_TIMELINE,
             .value = sinew_clip_to_timeline(clip->model, clip->clip, render_comparison_end(job, clip->clip))}};
    return times;
}

/// Duration in seconds above which a clip may be mostly still, so that the times of its sheet are chosen by motion.
static const double long_clip = 10.0;

/// Sums how far the joints move up to each of `count` + 1 times, evenly spread from `from` to `to`. `positions`
/// [joint_count × 3] is scratch memory.
static sinew_result sum_changes(const render_job *job, const cli_output_times *clip, double from, double to,
                                size_t count, double *positions, double *out_sums, sinew_error *error)
{
    const cli_scene *scene = &job->scene;
    const shown_posing posing = {.model = scene->model, .engine = scene->engine, .clip = clip->clip};
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i <= count && result == SINEW_OK; ++i) {
        double change = 0;
        result = sinew__shown_pose(&posing, from + (to - from) * (double)i / (double)count, scene->pose, error);
        for (int32_t joint = 0; joint < scene->model->joint_count && result == SINEW_OK; ++joint) {
            double square = 0, *at = positions + 3 * (size_t)joint;
            for (int k = 0; k < 3; ++k) {
                const double now = scene->pose->global[joint].row[k][3];
                square += (now - at[k]) * (now - at[k]);
                at[k] = now;
            }
            change += sqrt(square);
        }
        out_sums[i] = i ? out_sums[i - 1] + change : 0;
    }
    return result;
}

/// Moves the times of a long clip so that there is equal motion between them: a sheet then also shows the motion of a
/// character that is mostly still.
static int spread_by_change(const render_job *job, cli_output_times *clip)
{
    enum { MAX_POSES = 2000 };
    const double from = clip->times[0], to = clip->times[clip->count - 1];
    const double frames = round((to - from) * (clip->fps > 0 ? clip->fps : default_rate));
    const size_t count = frames < MAX_POSES ? (size_t)frames : MAX_POSES;
    double *sums = malloc((count + 1 + 3 * (size_t)job->scene.model->joint_count) * sizeof *sums);
    sinew_error error;
    if (!sums) return cli_fail_memory(job->context);
    const sinew_result result = sum_changes(job, clip, from, to, count, sums + count + 1, sums, &error);
    const double whole = sums[count];
    for (size_t k = 1, i = 0; k + 1 < clip->count && result == SINEW_OK && whole > 0; ++k) {
        const double share = whole * (double)k / (double)(clip->count - 1);
        while (i < count && sums[i] < share) ++i;
        const double behind = i > 0 ? (sums[i] - share) / (sums[i] - sums[i - 1]) : 0;
        clip->times[k] = from + (to - from) * ((double)i - behind) / (double)count;
    }
    free(sums);
    return result == SINEW_OK ? 0 : cli_fail(job->context, clip->path, &error);
}

/// Lists the times of a clip to draw: the requested ones, else the start of the motion.
static int list_times(const render_job *job, cli_output_times *clip)
{
    const render_settings *settings = job->settings;
    if (render_turntable_repeats_clip(settings)) return list_turntable_times(job, clip);
    const cli_time_options times = requested_times(job, clip);
    if (!cli_times_are_given(&times)) {
        const double time = motion_start(job, clip);
        clip->times = malloc(sizeof *clip->times);
        if (!clip->times) return cli_fail_memory(job->context);
        clip->times[0] = time;
        clip->count = 1;
        return 0;
    }
    cli_context context = *job->context;
    if (job->other) context.quiet = 1; // no warnings of times outside: both clips hold their ends
    const int failed =
        cli_list_times(&context, clip->path, clip->model, clip->clip, &times, &clip->times, &clip->count);
    if (failed || !settings->sheet.width) return failed;
    const size_t cells = (size_t)settings->sheet.width * (size_t)settings->sheet.height;
    if (settings->camera.turntable && clip->count == 1) {
        // In a sheet with a turntable, every cell shows the same time.
        double *repeated = realloc(clip->times, cells * sizeof *repeated);
        if (!repeated) return cli_fail_memory(job->context);
        for (size_t i = 1; i < cells; ++i) repeated[i] = repeated[0];
        clip->times = repeated;
        clip->count = cells;
        return 0;
    }
    if (is_exact(&settings->times) || settings->camera.turntable) return 0;
    const double last = clip->times[clip->count - 1];
    const int is_long = clip->count > 2 && last - clip->times[0] > long_clip &&
                        last <= sinew__clip_span(clip->model, clip->clip).end; // outside the clip nothing moves
    if (is_long) {
        const int unspread = spread_by_change(job, clip);
        if (unspread) return unspread;
    }

    // Evenly spread times move to whole frames. Equal times are then dropped: a clip with fewer frames than the sheet
    // has cells fills only some cells.
    const double start = sinew_clip_to_timeline(clip->model, clip->clip, 0);
    size_t kept = 0;
    for (size_t i = 0; i < clip->count; ++i) {
        const double time = clip->times[i],
                     snapped = clip->fps > 0 ? round((start + time) * clip->fps) / clip->fps - start : time;
        const int is_outside = snapped < clip->times[0] || snapped > clip->times[clip->count - 1];
        const double chosen = is_outside ? time : snapped;
        if (kept == 0 || chosen != clip->times[kept - 1]) clip->times[kept++] = chosen;
    }
    clip->count = kept;
    return 0;
}

static int check_times(const render_job *job, const cli_output_times *clip)
{
    const render_settings *settings = job->settings;
    const size_t cells = (size_t)settings->sheet.width * (size_t)settings->sheet.height;
    if (cells && clip->count > cells) {
        return cli_fail_usage(job->context, "bad-value", "use a larger --sheet",
                              "%zu images do not fit into a sheet of %dx%d", clip->count, settings->sheet.width,
                              settings->sheet.height);
    }
    if (settings->camera.turntable && clip->count < 2) {
        return cli_fail_usage(job->context, "bad-value", "use -o turn.gif, --sheet 6x2 or --frames 12",
                              "--turntable needs several images");
    }
    return 0;
}

// ---- names ---------------------------------------------------------------------------------------------------------

/// Names the outputs: one per clip for films and sheets, else one per image. Fails if an output would replace an input.
static int list_names(render_job *job, render_outputs *outputs)
{
    if (job->settings->reference.path && outputs->frames > 1)
        return cli_fail_usage(job->context, "bad-value", "use one --at TIME", "--reference compares one image, not %zu",
                              outputs->frames);
    if (!job->settings->output) return 0;
    cli_output_times *clips = malloc(job->clip_count * sizeof *clips);
    if (!clips) return cli_fail_memory(job->context);
    memcpy(clips, job->clips, job->clip_count * sizeof *clips);
    const int makes_one_file = render_makes_one_file(job->settings);
    for (size_t i = 0; makes_one_file && i < job->clip_count; ++i) clips[i].count = 1;
    const char *pattern = job->pattern ? job->pattern : job->settings->output;
    int failed = cli_name_outputs(job->context, pattern, clips, job->clip_count, &outputs->names);
    free(clips);
    if (!failed) outputs->count = makes_one_file ? job->clip_count : outputs->frames;
    const cli_comparison_options *comparison = &job->settings->comparison;
    const char *const inputs[] = {job->settings->reference.path, job->scene.path, comparison->beside, comparison->over};
    for (size_t i = 0; i < outputs->count && !failed; ++i)
        failed = cli_check_output(job->context, outputs->names[i], inputs, 4);
    return failed;
}

int render_check_label(const render_job *job)
{
    int failed = 0;
    for (size_t i = 0; i < job->clip_count && job->settings->label && !failed; ++i) {
        sinew__buffer text = {0};
        failed = cli_put_label(job->context, job->settings->label, &job->clips[i], 0, 1, &text);
        if (!failed && text.failed) failed = cli_fail_memory(job->context);
        sinew__buffer_free(&text);
    }
    return failed || !job->other ? failed : render_check_label(job->other);
}

int render_outputs_list(render_job *job, render_outputs *outputs)
{
    *outputs = (render_outputs){0};
    int failed = list_clips(job);
    for (size_t i = 0; i < job->clip_count && !failed; ++i) {
        failed = list_times(job, &job->clips[i]);
        if (!failed) failed = check_times(job, &job->clips[i]);
    }
    if (!failed) failed = render_check_label(job);
    outputs->frames = cli_count_output_times(job->clips, job->clip_count);
    return failed ? failed : list_names(job, outputs);
}

void render_outputs_free(render_outputs *outputs)
{
    cli_free_names(outputs->names, outputs->count);
    *outputs = (render_outputs){0};
}

// ---- several files -------------------------------------------------------------------------------------------------

/// The state of listing the outputs of all files on several threads.
typedef struct file_list {
    const render_job *empty;
    const cli_files *files;
    char *const *patterns;
    render_outputs *outputs; ///< [files->count]
    int *codes;              ///< [files->count]
} file_list;

static void list_file(const cli_context *context, size_t index, void *user)
{
    file_list *list = user;
    render_job job = *list->empty;
    job.context = context;
    job.pattern = list->patterns ? list->patterns[index] : NULL;
    list->codes[index] = render_job_open(&job, list->files->paths[index], &job.settings->animations);
    if (!list->codes[index]) list->codes[index] = render_outputs_list(&job, &list->outputs[index]);
    render_job_close(&job);
}

int render_check_files(const render_job *empty, const cli_files *files, char *const *patterns, int *out_codes)
{
    const cli_context *context = empty->context;
    if (empty->settings->reference.path)
        return cli_fail_usage(context, "bad-value", "use one file", "--reference compares one image");
    render_outputs all = {0};
    file_list list = {empty, files, patterns, calloc(files->count, sizeof *list.outputs), out_codes};
    if (!list.outputs) return cli_fail_memory(context);
    int failed = cli_for_files(context, files->count, empty->settings->threads, list_file, &list);
    for (size_t i = 0; i < files->count && !failed; ++i) {
        render_outputs *outputs = &list.outputs[i];
        if (out_codes[i]) continue;
        char **names = realloc(all.names, (all.count + outputs->count + 1) * sizeof *names);
        if (!names) {
            failed = cli_fail_memory(context);
            break;
        }
        all.names = names;
        memcpy(names + all.count, outputs->names, outputs->count * sizeof *names); // `all` owns the names
        all.count += outputs->count;
        outputs->count = 0;
    }
    if (!failed) failed = cli_check_names(context, all.names, all.count);
    for (size_t i = 0; i < all.count && !failed; ++i)
        failed = cli_check_output(context, all.names[i], files->paths, files->count);
    for (size_t i = 0; i < files->count; ++i) render_outputs_free(&list.outputs[i]);
    render_outputs_free(&all);
    free(list.outputs);
    return failed;
}
