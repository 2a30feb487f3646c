/// sinew diff A B, sinew diff FILE --engine a,b
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/animated_in.h"
#include "cli/diff/clip_pair.h"
#include "cli/diff/diff_output.h"
#include "cli/framework/command.h"
#include "cli/framework/load_model.h"
#include "cli/framework/output.h"
#include "cli/framework/progress.h"
#include "cli/framework/report.h"

typedef struct diff_settings {
    const char *clip;
    cli_texts joints;
    const char *engines;
    double tol_angle, tol_distance;
} diff_settings;

static const diff_settings defaults = {.tol_angle = 0.1, .tol_distance = 0.01};

static const cli_option options[] = {
    CLI_CLIP_OPTION(diff_settings, clip),
    CLI_JOINTS_OPTION(diff_settings, joints),
    {"engine", 0, CLI_TEXT, "LIST",
     "select the engine that computes poses; with one FILE: engines to compare, separated by commas",
     CLI_FIELD(diff_settings, engines), .choices = CLI_ENGINE_NAMES},
    {"tol-angle", 0, CLI_NUMBER, "DEGREES", "set the tolerance for local rotations (0.1)",
     CLI_FIELD(diff_settings, tol_angle), .min = 0, .max = 180},
    {"tol-distance", 0, CLI_NUMBER, "CM", "set the tolerance for global positions (0.01)",
     CLI_FIELD(diff_settings, tol_distance), .min = 0, .max = 1e9},
    {0},
};

/// The state of one run: a comparison of two files, or of engines on one file.
typedef struct diff_job {
    const cli_context *context;
    const diff_settings *settings;
    const cli_files *files;
    sinew_engine engines[SINEW_ENGINE_COUNT]; ///< [engine_count]
    size_t engine_count;
    sinew_model *models[2];                  ///< one per file
    cli_diff_side sides[SINEW_ENGINE_COUNT]; ///< [side_count]
    cli_difference differences[SINEW_ENGINE_COUNT];
    size_t side_count;
    sinew__joint_pairs pairs; ///< of the first two sides; engines share one model, so that the pairs apply to all
    uint8_t *chosen[2];       ///< joints selected by --joints, for the first two sides
    uint8_t *only_in[2];
    double *times;
    cli_diff_report report;
} diff_job;

// ---- sides --------------------------------------------------------------------------------------------------------

static int read_engine(diff_job *job, const char *word)
{
    const int engine = cli_choice_index(CLI_ENGINE_NAMES, word);
    if (engine < 0) {
        return cli_fail_usage(job->context, "bad-value", "expected names of " CLI_ENGINE_NAMES ", separated by commas",
                              "--engine: '%s' is not a valid choice", word);
    }
    for (size_t i = 0; i < job->engine_count; ++i) {
        if ((int)job->engines[i] == engine)
            return cli_fail_usage(job->context, "bad-value", NULL, "--engine: duplicate '%s'", word);
    }
    job->engines[job->engine_count++] = (sinew_engine)engine;
    return 0;
}

static int read_engines(diff_job *job)
{
    int failed = 0;
    for (const char *list = job->settings->engines; list && !failed;
         list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL) {
        char word[32] = "";
        const size_t length = strcspn(list, ",");
        memcpy(word, list, length < sizeof word ? length : sizeof word - 1);
        failed = read_engine(job, word);
    }
    if (failed) return failed;
    const size_t files = job->files->count;
    if (files == 1 && job->engine_count < 2) {
        return cli_fail_usage(job->context, "missing-file",
                              "use sinew diff A B or sinew diff FILE --engine exact,assimp",
                              "diff needs two FILEs or two engines");
    }
    if (files == 2 && job->engine_count > 1) {
        return cli_fail_usage(job->context, "extra-file", "use sinew diff FILE --engine exact,assimp",
                              "comparing engines takes one FILE");
    }
    if (job->engine_count == 0) job->engines[job->engine_count++] = SINEW_ENGINE_EXACT;
    return 0;
}

static int load_models(diff_job *job)
{
    int failed = 0;
    sinew_engine engine = job->engines[0];
    for (size_t i = 1; i < job->engine_count; ++i)
        if (sinew_engine_info(job->engines[i])->source == SINEW_SOURCE_ROWS) engine = job->engines[i];
    for (size_t i = 0; i < job->files->count && !failed; ++i)
        failed = cli_load_model(job->context, job->files->paths[i], engine, &job->models[i]);
    return failed;
}

static void warn_of_axes(const diff_job *job)
{
    const char *ups[2];
    for (int i = 0; i < 2; ++i) ups[i] = sinew_text(job->models[i], job->models[i]->info->up);
    if (strcmp(ups[0], ups[1]) != 0) {
        cli_warn(job->context, job->files->paths[1],
                 "its up axis is %s, that of %s is %s; positions are compared without conversion", ups[1],
                 job->files->paths[0], ups[0]);
    }
}

static void warn_of_durations(const diff_job *job, const cli_clip_of *a, const cli_clip_of *b)
{
    const double duration_a = a->model->clips[a->clip].duration, duration_b = b->model->clips[b->clip].duration;
    if (fabs(duration_a - duration_b) < 1e-3) return;
    cli_warn(job->context, job->files->paths[1],
             "its clip lasts %.3f s, that of %s %.3f s; the shorter one is extrapolated", duration_b,
             job->files->paths[0], duration_a);
}

/// Initializes the sides except for their clips.
static int set_sides(diff_job *job)
{
    const int of_engines = job->files->count == 1;
    const size_t count = of_engines ? job->engine_count : 2;
    int failed = 0;
    for (; job->side_count < count && !failed; ++job->side_count) {
        const size_t file = of_engines ? 0 : job->side_count, engine = of_engines ? job->side_count : 0;
        cli_diff_side *side = &job->sides[job->side_count];
        *side = (cli_diff_side){
            .path = job->files->paths[file], .model = job->models[file], .engine = job->engines[engine]};
        failed = cli_diff_side_init(job->context, side, of_engines);
    }
    return failed;
}

static int set_clips(diff_job *job)
{
    cli_clip_of of[2] = {{.model = job->models[0]}, {.model = job->models[1]}};
    const char *const *paths = job->files->paths, *pattern = job->settings->clip;
    const int of_engines = job->files->count == 1;
    const int failed = of_engines ? cli_find_clip(job->context, paths[0], of[0].model, pattern, &of[0].clip)
                                  : cli_pair_clips(job->context, paths[0], paths[1], pattern, &of[0], &of[1]);
    if (failed) return failed;
    if (!of_engines) warn_of_axes(job);
    if (!of_engines && of[0].clip != SINEW_NONE) warn_of_durations(job, &of[0], &of[1]);
    for (size_t i = 0; i < job->side_count; ++i) job->sides[i].clip = of_engines ? of[0].clip : of[i].clip;
    return 0;
}

// ---- joints -------------------------------------------------------------------------------------------------------

/// Marks the selected joints of a side without a match. Returns whether its clip animates one of them, or -1 when out
/// of memory.
static int list_unmatched(const cli_diff_side *side, const int32_t *matches, const uint8_t *chosen, uint8_t *unmatched)
{
    cli_animated_in animated;
    if (!cli_animated_in_init(&animated, side->model)) return -1;
    int is_animated = 0;
    for (int32_t id = 0; id < side->joints.count; ++id) {
        unmatched[id] = chosen[id] && matches[id] == SINEW_NONE;
        const size_t joint = (size_t)side->joints.joint[id];
        for (size_t i = animated.start[joint]; unmatched[id] && i < animated.start[joint + 1]; ++i)
            is_animated |= animated.clips[i] == side->clip;
    }
    cli_animated_in_free(&animated);
    return is_animated;
}

static int fail_no_match(const diff_job *job)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NO_MATCH, "no joint has the same name as one of %s", job->files->paths[1]);
    return cli_fail(job->context, job->files->paths[0], &error);
}

static sinew__joint_names names_of(const cli_joints *joints)
{
    return (sinew__joint_names){joints->count, joints->parent, joints->name};
}

static int pair_joints(diff_job *job)
{
    const sinew__joint_names a = names_of(&job->sides[0].joints), b = names_of(&job->sides[1].joints);
    if (!sinew__joint_pairs_init(&job->pairs, &a, &b)) return cli_fail_memory(job->context);
    if (job->files->count == 2 && job->pairs.count == 0) return fail_no_match(job);
    int failed = 0;
    for (int i = 0; i < 2 && !failed; ++i) {
        const cli_diff_side *side = &job->sides[i];
        job->chosen[i] = calloc((size_t)side->joints.count + 1, 1);
        failed = job->chosen[i] ? cli_joints_choose(job->context, side->path, &side->joints, &job->settings->joints,
                                                    job->chosen[i])
                                : cli_fail_memory(job->context);
    }
    for (int32_t id = 0; !failed && id < job->sides[0].joints.count; ++id) {
        job->report.joint_count += job->chosen[0][id] && job->pairs.in_b[id] != SINEW_NONE;
    }
    return failed;
}

static int list_unmatched_joints(diff_job *job)
{
    for (int i = 0; i < 2; ++i) {
        const cli_diff_side *side = &job->sides[i];
        job->only_in[i] = calloc((size_t)side->joints.count + 1, 1);
        const int animated = job->only_in[i] ? list_unmatched(side, i ? job->pairs.in_a : job->pairs.in_b,
                                                              job->chosen[i], job->only_in[i])
                                             : -1;
        if (animated < 0) return cli_fail_memory(job->context);
        job->report.lacks_animated_joint |= animated;
        job->report.only_in[i] = job->only_in[i];
    }
    return 0;
}

// ---- the command --------------------------------------------------------------------------------------------------

static int list_times(diff_job *job)
{
    const cli_clip_of of[2] = {{job->sides[0].model, job->sides[0].clip}, {job->sides[1].model, job->sides[1].clip}};
    sinew_error error;
    const sinew_result result = cli_list_diff_times(of, &job->times, &job->report.time_count, &error);
    return result == SINEW_OK ? 0 : cli_fail(job->context, job->files->paths[0], &error);
}

static int prepare(diff_job *job)
{
    int failed = set_sides(job);
    if (!failed) failed = pair_joints(job);
    if (!failed) failed = set_clips(job);
    if (!failed) failed = list_unmatched_joints(job);
    if (!failed) failed = list_times(job);
    job->report.of_engines = job->files->count == 1;
    job->report.sides = job->sides;
    job->report.side_count = job->side_count;
    job->report.differences = job->differences;
    job->report.tolerance = (cli_tolerance){job->settings->tol_angle, job->settings->tol_distance};
    return failed;
}

/// Poses the sides at one time and adds their differences.
static int compare_time(diff_job *job, double time)
{
    sinew_error error;
    for (size_t i = 0; i < job->side_count; ++i) {
        if (cli_diff_side_pose(&job->sides[i], time, &error) != SINEW_OK)
            return cli_fail(job->context, job->sides[i].path, &error);
        if (i == 0) continue;
        cli_measure(&job->sides[0], &job->sides[i], &job->pairs, job->chosen[0], time, job->report.tolerance,
                    &job->differences[i]);
    }
    return 0;
}

static int compare(diff_job *job)
{
    int failed = 0;
    cli_progress progress = cli_progress_begin(job->context, "compared", "times", job->report.time_count);
    for (size_t i = 0; i < job->side_count; ++i) job->differences[i] = cli_no_difference;
    for (size_t t = 0; t < job->report.time_count && !failed; ++t) {
        failed = compare_time(job, job->times[t]);
        cli_progress_add(&progress);
    }
    cli_progress_end(&progress);
    return failed;
}

static int print_report(const diff_job *job)
{
    sinew__buffer out = {0};
    if (job->context->json)
        cli_put_diff_json(&job->report, &out);
    else
        cli_put_diff_text(&job->report, &out);
    const int failed = cli_write_stdout(job->context, &out);
    if (failed) return failed;
    return cli_diff_all_equal(&job->report) ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    diff_job job = {.context = context, .settings = settings, .files = files};
    int code = read_engines(&job);
    if (!code) code = load_models(&job);
    if (!code) code = prepare(&job);
    if (!code) code = compare(&job);
    if (!code) code = print_report(&job);
    for (size_t i = 0; i < job.side_count; ++i) cli_diff_side_free(&job.sides[i]);
    for (int i = 0; i < 2; ++i) {
        free(job.chosen[i]);
        free(job.only_in[i]);
        sinew_model_destroy(job.models[i]);
    }
    sinew__joint_pairs_free(&job.pairs);
    free(job.times);
    return code;
}

const cli_command cli_diff = {
    .name = "diff",
    .summary = "compare two animations, or two engines on one file",
    .usage = "A B [--clip C], or sinew diff FILE --engine LIST [--clip C]",
    .description =
        "Clips and joints are matched by name. diff compares local rotations and global positions at the keyframes and "
        "frames of both clips, relative to the start of each clip. Engines are compared with the first engine of the "
        "list, by their vertices, too.\n"
        "The exit code is 1 when a difference exceeds the tolerance, or when an animated joint exists in one file "
        "only.",
    .options = options,
    .settings_size = sizeof(diff_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 2,
    .run = run,
};
