/// sinew diff A B, sinew diff FILE --engine a,b

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "core/platform/folder.h"
#include "program/cli/diff/diff.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "sinew/bake.h"

// One comparison: of two files, or of engines on one file.

/// The default tolerance for positions, as a part of the character's size: that of baked clips and of exports.
#define CLI_DIFF_SHARE 1e-4

/// What is compared, and how.
typedef struct cli_diff_options {
    const char *clip;                         ///< or NULL: all
    cli_texts joints;                         ///< none: all
    sinew_engine engines[SINEW_ENGINE_COUNT]; ///< [engine_count] one for two files
    size_t engine_count;
    cli_tolerance tolerance; ///< negative cm: CLI_DIFF_SHARE of the size of the first file's character
    int only_different;      ///< of two directories: leave out files that are equal
    int meshes;              ///< also compare the meshes of two files
    cli_format format;       ///< text, JSON or a format of test_cases.h
} cli_diff_options;

/// The state of a comparison and, after cli_diff_run, its result.
typedef struct cli_diff_job {
    const cli_context *context;
    const cli_diff_options *options;
    const char *paths[2];
    size_t file_count;
    cli_tolerance tolerance;
    sinew_model *models[2];                  ///< one per file
    cli_diff_side sides[SINEW_ENGINE_COUNT]; ///< [side_count]
    size_t side_count;
    sinew__joint_pairs joint_pairs; ///< of the first two sides; engines share one model, so that they apply to all
    uint8_t *chosen[2];             ///< joints selected by --joints, for the first two sides
    cli_clip_pairs clips;
    cli_mesh_pairs meshes;
    cli_clip_difference *differences; ///< [clips.count]
    cli_diff_report report;
} cli_diff_job;

// ---- sides --------------------------------------------------------------------------------------------------------

static int load_models(cli_diff_job *job)
{
    int failed = 0;
    sinew_engine engine = job->options->engines[0];
    for (size_t i = 1; i < job->options->engine_count; ++i)
        if (sinew_engine_info(job->options->engines[i])->source == SINEW_SOURCE_BAKED)
            engine = job->options->engines[i];
    for (size_t i = 0; i < job->file_count && !failed; ++i)
        failed = cli_load_model(job->context, job->paths[i], engine, &job->models[i]);
    return failed;
}

/// Files of other up axes are exports of one animation as well: the second is rotated to the axes of the first.
static void rotate_second(cli_diff_job *job)
{
    if (!cli_diff_side_rotate_to(&job->sides[1], job->models[0])) return;
    const char *ups[2];
    for (int i = 0; i < 2; ++i) ups[i] = sinew_text(job->models[i], job->models[i]->info->up);
    cli_warn(job->context, job->paths[1], "its up axis is %s, that of %s is %s; it is rotated before it is compared",
             ups[1], job->paths[0], ups[0]);
}

static void warn_of_durations(const cli_diff_job *job, const int32_t clips[2])
{
    if (clips[0] == SINEW_NONE || clips[1] == SINEW_NONE) return;
    const double a = job->models[0]->clips[clips[0]].duration, b = job->models[1]->clips[clips[1]].duration;
    if (fabs(a - b) < 1e-3) return;
    cli_warn(job->context, job->paths[1], "its clip lasts %.3f s, that of %s %.3f s; the shorter one is extrapolated",
             b, job->paths[0], a);
}

/// The tolerance for positions is a share of the character of the first file unless it is given.
static void set_tolerance(cli_diff_job *job)
{
    const sinew_model_info *info = job->models[0]->info;
    job->tolerance = job->options->tolerance;
    if (job->tolerance.cm < 0) job->tolerance.cm = CLI_DIFF_SHARE * info->size * info->unit_cm;
}

/// Initializes the sides except for their clips.
static int set_sides(cli_diff_job *job)
{
    const int of_engines = job->file_count == 1;
    const size_t count = of_engines ? job->options->engine_count : 2;
    int failed = 0;
    for (; job->side_count < count && !failed; ++job->side_count) {
        const size_t file = of_engines ? 0 : job->side_count, engine = of_engines ? job->side_count : 0;
        cli_diff_side *side = &job->sides[job->side_count];
        *side = (cli_diff_side){
            .path = job->paths[file], .model = job->models[file], .engine = job->options->engines[engine]};
        failed = cli_diff_side_init(job->context, side, of_engines || job->options->meshes);
    }
    return failed;
}

// ---- joints, clips, meshes ----------------------------------------------------------------------------------------

static int fail_no_match(const cli_diff_job *job)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NO_MATCH, "no joint has the same name as one of %s", job->paths[1]);
    return cli_fail(job->context, job->paths[0], &error);
}

static sinew__joint_names names_of(const cli_joints *joints)
{
    return (sinew__joint_names){joints->count, joints->parent, joints->name};
}

/// Leaves out the nodes of an object whose name is another in the second file: its vertices are compared.
static void leave_out_nodes(cli_diff_job *job, const cli_mesh_pair *pair)
{
    int32_t ids[2];
    for (int i = 0; i < 2; ++i) {
        const cli_joints *joints = &job->sides[i].joints;
        const int32_t joint = joints->model->meshes[pair->first[i]].joint;
        ids[i] = joint == SINEW_NONE || joints->model->joints[joint].kind != SINEW_JOINT_MESH ? SINEW_NONE
                                                                                              : joints->id_of[joint];
        const int32_t *matches = i ? job->joint_pairs.in_a : job->joint_pairs.in_b;
        if (ids[i] == SINEW_NONE || matches[ids[i]] != SINEW_NONE) return;
    }
    for (int i = 0; i < 2; ++i) job->chosen[i][ids[i]] = 0;
}

static int pair_joints(cli_diff_job *job)
{
    const sinew__joint_names a = names_of(&job->sides[0].joints), b = names_of(&job->sides[1].joints);
    if (!sinew__joint_pairs_init(&job->joint_pairs, &a, &b)) return cli_fail_memory(job->context);
    if (job->file_count == 2 && job->joint_pairs.count == 0 && job->meshes.count == 0) return fail_no_match(job);
    int failed = 0;
    for (int i = 0; i < 2 && !failed; ++i) {
        const cli_diff_side *side = &job->sides[i];
        job->chosen[i] = calloc((size_t)side->joints.count + 1, 1);
        failed = job->chosen[i]
                     ? cli_joints_choose(job->context, side->path, &side->joints, &job->options->joints, job->chosen[i])
                     : cli_fail_memory(job->context);
    }
    for (size_t i = 0; i < job->meshes.count && !failed; ++i) leave_out_nodes(job, &job->meshes.items[i]);
    for (int32_t id = 0; !failed && id < job->sides[0].joints.count; ++id) {
        job->report.joint_count += job->chosen[0][id] && job->joint_pairs.in_b[id] != SINEW_NONE;
    }
    return failed;
}

/// Keeps the joints that have no match, of those that were selected, in `chosen` for the report.
static void mark_unmatched_joints(cli_diff_job *job)
{
    for (int i = 0; i < 2; ++i) {
        const int32_t *matches = i ? job->joint_pairs.in_a : job->joint_pairs.in_b;
        for (int32_t id = 0; id < job->sides[i].joints.count; ++id)
            job->report.lacks_joint |= job->chosen[i][id] && matches[id] == SINEW_NONE;
        job->report.matches[i] = matches;
        job->report.chosen[i] = job->chosen[i];
    }
}

static int pair_clips(cli_diff_job *job)
{
    const sinew_model *models[2] = {job->models[0], job->file_count == 1 ? job->models[0] : job->models[1]};
    const char *paths[2] = {job->paths[0], job->file_count == 1 ? job->paths[0] : job->paths[1]};
    if (job->file_count == 2) rotate_second(job);
    const int failed = cli_clip_pairs_init(job->context, paths, models, job->options->clip, &job->clips);
    if (failed) return failed;
    job->differences = calloc(job->clips.count + 1, sizeof *job->differences);
    return job->differences ? 0 : cli_fail_memory(job->context);
}

/// A pose of both sides: the start of their clips, or the rest or the bind pose.
typedef struct matching_pose {
    int32_t clips[2];
    int is_bind;
} matching_pose;

/// Poses both sides, and matches their meshes there.
static int match_meshes(cli_diff_job *job, const matching_pose *pose)
{
    sinew_error error;
    sinew_result result = SINEW_OK;
    cli_mesh_pairs_free(&job->meshes);
    for (int i = 0; i < 2 && result == SINEW_OK; ++i) {
        cli_diff_side *side = &job->sides[i];
        side->clip = pose->clips[i];
        side->is_bind = pose->is_bind;
        result = cli_diff_side_pose(side, 0, &error);
        side->is_bind = 0;
        if (result != SINEW_OK) return cli_fail(job->context, side->path, &error);
    }
    return cli_mesh_pairs_init(&job->meshes, &job->sides[0], &job->sides[1]) ? 0 : cli_fail_memory(job->context);
}

/// Matches meshes at rest, or where they agree better: where the first clips start, as some programs export the first
/// frame as the rest pose, or in the bind pose, as others export the current frame.
static int pair_meshes(cli_diff_job *job)
{
    enum { POSES = 3 };
    const double tolerance = 1e-4; // of an object; more than rounding may match what touches
    if (!job->options->meshes || job->file_count == 1) return 0;
    const int has_clips = job->clips.count > 0;
    const int32_t none[2] = {SINEW_NONE, SINEW_NONE}, *start = has_clips ? job->clips.clips[0] : none;
    const matching_pose poses[POSES] = {
        {{SINEW_NONE, SINEW_NONE}, 0}, {{start[0], start[1]}, 0}, {{SINEW_NONE, SINEW_NONE}, 1}};
    double least = (double)INFINITY;
    int best = 0, last = 0, failed = 0;
    for (int i = 0; i < POSES && least > tolerance && !failed; ++i) {
        failed = match_meshes(job, &poses[i]);
        last = i;
        if (!(job->meshes.misfit < least)) continue;
        least = job->meshes.misfit;
        best = i;
    }
    return failed || last == best ? failed : match_meshes(job, &poses[best]);
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// Measures at a time into of_sides [side_count].
static int measure_time(cli_diff_job *job, double time, cli_difference *of_sides)
{
    sinew_error error;
    for (size_t i = 0; i < job->side_count; ++i) {
        if (cli_diff_side_pose(&job->sides[i], time, &error) != SINEW_OK)
            return cli_fail(job->context, job->sides[i].path, &error);
        if (i > 0)
            cli_measure(&job->sides[0], &job->sides[i], &job->joint_pairs, job->chosen[0], time, job->tolerance,
                        &of_sides[i]);
    }
    if (job->meshes.items) cli_mesh_pairs_measure(&job->meshes, &job->sides[0], &job->sides[1], time);
    return 0;
}

/// Frames of a rate, from the clip's start to its end.
static sinew_result list_frames(const sinew_clip *clip, double rate, double **out_times, size_t *out_count,
                                sinew_error *error)
{
    const double rounding = 1e-6;
    const size_t count = (size_t)(clip->duration * rate + rounding) + 1;
    double *times = calloc(count, sizeof *times);
    if (!times) return sinew__fail_memory(error);
    for (size_t i = 0; i < count; ++i) times[i] = (double)i / rate;
    *out_times = times;
    *out_count = count;
    return SINEW_OK;
}

/// Lists the times at which a pair of clips is compared: of a clip that is baked for frames of a rate, these.
static sinew_result list_times(const cli_diff_job *job, const cli_clip_of sides[2], cli_clip_difference *of,
                               double **out_times, sinew_error *error)
{
    for (size_t i = 0; i < job->side_count && job->file_count == 1; ++i)
        of->has_between |= sinew_engine_info(job->sides[i].engine)->source == SINEW_SOURCE_BAKED;
    of->has_between = of->has_between && sides[0].clip != SINEW_NONE;
    if (of->has_between) of->rate = sinew_clip_baked_info(sides[0].model, sides[0].clip).rate;
    return of->rate > 0
               ? list_frames(&sides[0].model->clips[sides[0].clip], of->rate, out_times, &of->time_count, error)
               : cli_list_diff_times(sides, out_times, &of->time_count, error);
}

/// A time between two that is not half way, where errors of cubics may be none.
static double time_between(double a, double b)
{
    return a + 0.4142 * (b - a);
}

static int compare_clip(cli_diff_job *job, const int32_t clips[2], cli_clip_difference *of)
{
    const cli_clip_of sides[2] = {{job->sides[0].model, clips[0]}, {job->sides[1].model, clips[1]}};
    sinew_error error;
    double *times;
    int failed = 0;
    for (int i = 0; i < 2; ++i) of->clips[i] = clips[i];
    for (size_t i = 0; i < job->side_count; ++i) {
        of->of_sides[i] = of->between[i] = cli_no_difference;
        job->sides[i].clip = clips[job->file_count == 1 ? 0 : i];
    }
    if (list_times(job, sides, of, &times, &error) != SINEW_OK) return cli_fail(job->context, job->paths[0], &error);
    if (job->file_count == 2) warn_of_durations(job, clips);
    cli_progress progress = cli_progress_begin(job->context, "compared", "times", of->time_count);
    for (size_t t = 0; t < of->time_count && !failed; ++t) {
        failed = measure_time(job, times[t], of->of_sides);
        if (!failed && of->has_between && t > 0)
            failed = measure_time(job, time_between(times[t - 1], times[t]), of->between);
        cli_progress_add(&progress);
    }
    cli_progress_end(&progress);
    free(times);
    return failed;
}

static void set_report(cli_diff_job *job)
{
    job->report.of_engines = job->file_count == 1;
    job->report.sides = job->sides;
    job->report.side_count = job->side_count;
    job->report.differences = job->differences;
    job->report.clips = &job->clips;
    job->report.meshes = job->meshes.items ? &job->meshes : NULL;
    job->report.tolerance = job->tolerance;
}

/// Compares the files `paths` [file_count]; one file compares the engines. Returns 0 with job->report set, or the exit
/// code after printing the error. Free in both cases.
static int cli_diff_run(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                        size_t file_count, cli_diff_job *job)
{
    *job = (cli_diff_job){.context = context, .options = options, .file_count = file_count};
    for (size_t i = 0; i < file_count; ++i) job->paths[i] = paths[i];
    int failed = load_models(job);
    if (!failed) set_tolerance(job);
    if (!failed) failed = set_sides(job);
    if (!failed) failed = pair_clips(job);
    if (!failed) failed = pair_meshes(job);
    if (!failed) failed = pair_joints(job);
    for (size_t i = 0; i < job->clips.count && !failed; ++i)
        failed = compare_clip(job, job->clips.clips[i], &job->differences[i]);
    if (failed) return failed;
    mark_unmatched_joints(job);
    set_report(job);
    return 0;
}

static void cli_diff_job_free(cli_diff_job *job)
{
    for (size_t i = 0; i < job->side_count; ++i) cli_diff_side_free(&job->sides[i]);
    for (int i = 0; i < 2; ++i) {
        free(job->chosen[i]);
        sinew_model_destroy(job->models[i]);
    }
    sinew__joint_pairs_free(&job->joint_pairs);
    cli_clip_pairs_free(&job->clips);
    cli_mesh_pairs_free(&job->meshes);
    free(job->differences);
    *job = (cli_diff_job){0};
}

// ---- folders -------------------------------------------------------------------------------------------------------

static const char diff_title[] = "sinew diff"; ///< of test cases

/// The comparison of two directories.
typedef struct folder_diff {
    const cli_context *context;
    const cli_diff_options *options;
    const char *const *paths;      ///< [2]
    cli_files files[2];            ///< in byte order
    struct named_file *by_name[2]; ///< [files[side].count]
    sinew__buffer out;
    sinew__json_writer json;
    cli_test_cases cases;
    cli_tally tally;
    int64_t equal, different, only[2]; ///< files
} folder_diff;

/// A file by its path below the directory, of which `stem` bytes are without the extension.
typedef struct named_file {
    const char *path;
    size_t stem, index;
} named_file;

/// The path below the directory.
static const char *below(const folder_diff *diff, int side, size_t index)
{
    const char *path = diff->files[side].paths[index] + strlen(diff->paths[side]);
    return path + strspn(path, "/");
}

static size_t stem_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? (size_t)(dot - name) : strlen(name);
}

static int compare_stems(const named_file *a, const named_file *b)
{
    const int order = memcmp(a->path, b->path, a->stem < b->stem ? a->stem : b->stem);
    return order ? order : (a->stem > b->stem) - (a->stem < b->stem);
}

static int compare_named(const void *a, const void *b)
{
    const named_file *first = a, *second = b;
    const int order = compare_stems(first, second);
    return order ? order : (first->index > second->index) - (first->index < second->index);
}

/// Sorts the files of a side by their paths without extensions. Returns 0 when out of memory.
static int sort_by_name(folder_diff *diff, int side)
{
    const size_t count = diff->files[side].count;
    named_file *sorted = malloc((count + 1) * sizeof *sorted);
    for (size_t i = 0; sorted && i < count; ++i) {
        const char *path = below(diff, side, i);
        sorted[i] = (named_file){path, stem_length(path), i};
    }
    if (sorted) qsort(sorted, count, sizeof *sorted, compare_named);
    diff->by_name[side] = sorted;
    return sorted != NULL;
}

/// Finds the file of the other directory whose path differs at most in the extension; the same extension wins, else the
/// last in byte order. Returns its index, or the number of files.
static size_t find_file(const folder_diff *diff, int side, const char *name)
{
    const named_file wanted = {name, stem_length(name), 0};
    const named_file *sorted = diff->by_name[side];
    const size_t count = diff->files[side].count;
    size_t i = 0, found = count;
    SINEW__LOWER_BOUND(i, count, compare_stems(&sorted[i], &wanted) < 0);
    for (; i < count && compare_stems(&sorted[i], &wanted) == 0; ++i) {
        found = sorted[i].index;
        if (strcmp(sorted[i].path, name) == 0) break;
    }
    return found;
}

static int has_cases(const folder_diff *diff)
{
    return diff->options->format != CLI_FORMAT_TEXT && diff->options->format != CLI_FORMAT_JSON;
}

/// Puts a suite of one failed case.
static void put_one_case(folder_diff *diff, const char *path, const char *name, const char *text, int is_unreadable)
{
    cli_test_cases_put_suite(&diff->cases, path);
    cli_test_cases_put(&diff->cases, &(cli_test_case){.type = "difference",
                                                      .name = name,
                                                      .text = text,
                                                      .severity = SINEW_SEVERITY_ERROR,
                                                      .is_failed = 1,
                                                      .is_unreadable = is_unreadable});
}

static void put_compared(folder_diff *diff, const char *path, const cli_diff_report *report)
{
    if (diff->options->format == CLI_FORMAT_JSON) {
        cli_put_diff_json(report, &diff->json);
    } else if (diff->options->format == CLI_FORMAT_TEXT) {
        cli_put_diff_text(report, &diff->out);
    } else {
        cli_test_cases_put_suite(&diff->cases, path);
        cli_put_diff_cases(report, &diff->cases, &diff->out);
    }
}

static void compare(folder_diff *diff, const char *a, const char *b)
{
    const char *paths[2] = {a, b};
    cli_diff_job job;
    const int code = cli_diff_run(diff->context, diff->options, paths, 2, &job);
    cli_count_file(&diff->tally, code);
    const int is_equal = !code && cli_diff_all_equal(&job.report);
    diff->equal += is_equal;
    diff->different += !code && !is_equal;
    if (!code && !(is_equal && diff->options->only_different)) put_compared(diff, a, &job.report);
    if (code && has_cases(diff)) put_one_case(diff, a, "comparison", "could not be compared; the message says why", 1);
    cli_diff_job_free(&job);
}

static void compare_all(folder_diff *diff)
{
    for (size_t i = 0; i < diff->files[0].count; ++i) {
        const size_t match = find_file(diff, 1, below(diff, 0, i));
        if (match < diff->files[1].count) compare(diff, diff->files[0].paths[i], diff->files[1].paths[match]);
    }
}

/// Lists the files of one directory without a match.
static void put_only(folder_diff *diff, int side, const char *key)
{
    const int is_json = diff->options->format == CLI_FORMAT_JSON;
    if (is_json) sinew__json_put_array(&diff->json, key);
    for (size_t i = 0; i < diff->files[side].count; ++i) {
        if (find_file(diff, !side, below(diff, side, i)) < diff->files[!side].count) continue;
        ++diff->only[side];
        if (is_json || has_cases(diff)) {
            if (is_json)
                sinew__json_put_text(&diff->json, NULL, below(diff, side, i));
            else
                put_one_case(diff, diff->files[side].paths[i], "comparison", "exists in this directory only", 0);
            continue;
        }
        sinew__buffer_put_text(&diff->out, "only in ");
        sinew__buffer_put_printable(&diff->out, diff->paths[side]);
        sinew__buffer_put_text(&diff->out, ": ");
        sinew__buffer_put_printable(&diff->out, below(diff, side, i));
        sinew__buffer_put_character(&diff->out, '\n');
    }
    if (is_json) sinew__json_end_array(&diff->json);
}

/// How many files are equal, different, and so on.
static void put_summary(folder_diff *diff)
{
    const int64_t failed = (int64_t)diff->tally.failed, compared = diff->equal + diff->different + failed;
    if (diff->options->format == CLI_FORMAT_JSON) {
        sinew__json_put_object(&diff->json, "summary");
        sinew__json_put_whole(&diff->json, "files", compared);
        sinew__json_put_whole(&diff->json, "equal", diff->equal);
        sinew__json_put_whole(&diff->json, "different", diff->different);
        sinew__json_put_whole(&diff->json, "failed", failed);
        sinew__json_put_whole(&diff->json, "only_in_a", diff->only[0]);
        sinew__json_put_whole(&diff->json, "only_in_b", diff->only[1]);
        sinew__json_end_object(&diff->json);
        return;
    }
    sinew__buffer_format(&diff->out, "%lld file%s compared: %lld equal, %lld different", (long long)compared,
                         compared == 1 ? "" : "s", (long long)diff->equal, (long long)diff->different);
    if (failed) sinew__buffer_format(&diff->out, ", %lld failed", (long long)failed);
    for (int side = 0; side < 2; ++side) {
        if (!diff->only[side]) continue;
        sinew__buffer_format(&diff->out, "; %lld only in ", (long long)diff->only[side]);
        sinew__buffer_put_printable(&diff->out, diff->paths[side]);
    }
    sinew__buffer_put_character(&diff->out, '\n');
}

static void put_json_start(folder_diff *diff)
{
    diff->json = sinew__json_begin(&diff->out);
    sinew__json_put_object(&diff->json, NULL);
    sinew__json_put_text(&diff->json, "schema", "sinew.diff/1");
    sinew__json_put_text(&diff->json, "a", diff->paths[0]);
    sinew__json_put_text(&diff->json, "b", diff->paths[1]);
    sinew__json_put_array(&diff->json, "files");
}

static int compare_folders(folder_diff *diff)
{
    const int is_json = diff->options->format == CLI_FORMAT_JSON;
    diff->cases = cli_test_cases_begin(diff->options->format, diff_title);
    if (is_json) put_json_start(diff);
    compare_all(diff);
    if (is_json) sinew__json_end_array(&diff->json);
    put_only(diff, 0, "only_files_in_a");
    put_only(diff, 1, "only_files_in_b");
    if (has_cases(diff))
        cli_test_cases_end(&diff->cases, &diff->out);
    else
        put_summary(diff);
    const int differs = diff->different + diff->only[0] + diff->only[1] > 0;
    if (is_json) {
        sinew__json_put_bool(&diff->json, "equal", !differs && diff->tally.failed == 0);
        sinew__json_end_object(&diff->json);
        sinew__buffer_put_character(&diff->out, '\n');
    }
    const int failed = cli_write_stdout(diff->context, &diff->out);
    if (failed) return failed;
    if (diff->tally.failed > 0) return cli_fail_some(diff->context, &diff->tally);
    return differs ? CLI_EXIT_FOUND : CLI_EXIT_OK;
}

/// Compares the files that have the same path below the directories `paths` [2], without their extensions, and prints
/// the results. Returns the exit code: 0 when all are equal, 1 when a file differs or exists in one directory only, 7
/// when some could not be compared.
static int cli_diff_folders(const cli_context *context, const cli_diff_options *options, const char *const *paths)
{
    folder_diff diff = {.context = context, .options = options, .paths = paths};
    sinew__arena arena = {0};
    int code = 0;
    for (int side = 0; side < 2 && !code; ++side) {
        const char *named = paths[side];
        code = cli_list_models(context, &(cli_files){&named, 1, 1}, &arena, &diff.files[side]);
    }
    if (!code && !(sort_by_name(&diff, 0) && sort_by_name(&diff, 1))) code = cli_fail_memory(context);
    if (!code) code = compare_folders(&diff);
    for (int side = 0; side < 2; ++side) free(diff.by_name[side]);
    sinew__arena_free(&arena);
    return code;
}

// ---- settings ------------------------------------------------------------------------------------------------------

typedef struct diff_settings {
    const char *clip;
    cli_texts joints;
    const char *engines;
    double tol_angle, tol_distance;
    int meshes, only_different;
    int format;
} diff_settings;

static const diff_settings defaults = {.tol_angle = 0.1, .tol_distance = -1, .format = CLI_FORMAT_DEFAULT};

static const cli_option options[] = {
    CLI_CLIP_OPTION(diff_settings, clip),
    CLI_JOINTS_OPTION(diff_settings, joints),
    {"engine", 0, CLI_TEXT, "LIST",
     "select the engine that computes poses; with one FILE: engines to compare, separated by commas",
     CLI_FIELD(diff_settings, engines), .choice_at = cli_engine_at},
    {"meshes", 0, CLI_SWITCH, NULL, "compare the deformed meshes of two files, too", CLI_FIELD(diff_settings, meshes)},
    {"only-different", 0, CLI_SWITCH, NULL, "of two directories, show only files that differ",
     CLI_FIELD(diff_settings, only_different)},
    {"tol-angle", 0, CLI_NUMBER, "DEGREES", "set the tolerance for local rotations (0.1)",
     CLI_FIELD(diff_settings, tol_angle), .min = 0, .max = 180},
    {"tol-distance", 0, CLI_NUMBER, "CM", "set the tolerance for global positions (a ten-thousandth of the character)",
     CLI_FIELD(diff_settings, tol_distance), .min = 0, .max = 1e9},
    CLI_FORMAT_OPTION(diff_settings, format, 1u << CLI_FORMAT_JUNIT | 1u << CLI_FORMAT_GITHUB),
    {0},
};

static int read_engine(const cli_context *context, const char *word, cli_diff_options *job)
{
    int engine;
    const cli_option *option = cli_option_named(options, "engine", strlen("engine"));
    if (!cli_find_choice(option, word, &engine)) return cli_fail_choice(context, option, word);
    for (size_t i = 0; i < job->engine_count; ++i) {
        if ((int)job->engines[i] == engine)
            return cli_fail_usage(context, "bad-value", NULL, "--engine: duplicate '%s'", word);
    }
    job->engines[job->engine_count++] = (sinew_engine)engine;
    return 0;
}

static int read_engines(const cli_context *context, const char *engines, size_t files, cli_diff_options *job)
{
    int failed = 0;
    for (const char *list = engines; list && !failed; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL) {
        char word[32] = "";
        const size_t length = strcspn(list, ",");
        memcpy(word, list, length < sizeof word ? length : sizeof word - 1);
        failed = read_engine(context, word, job);
    }
    if (failed) return failed;
    if (files == 1 && job->engine_count < 2) {
        return cli_fail_usage(context, "missing-file", "use sinew diff A B or sinew diff FILE --engine exact,assimp",
                              "diff needs two FILEs or two engines");
    }
    if (files == 2 && job->engine_count > 1) {
        return cli_fail_usage(context, "extra-file", "use sinew diff FILE --engine exact,assimp",
                              "comparing engines takes one FILE");
    }
    if (job->engine_count == 0) job->engines[job->engine_count++] = SINEW_ENGINE_EXACT;
    return 0;
}

static void put_report(const cli_diff_job *job, sinew__buffer *out)
{
    if (job->options->format == CLI_FORMAT_TEXT) {
        cli_put_diff_text(&job->report, out);
    } else if (job->options->format == CLI_FORMAT_JSON) {
        sinew__json_writer json = sinew__json_begin(out);
        cli_put_diff_json(&job->report, &json);
        sinew__buffer_put_character(out, '\n');
    } else {
        cli_test_cases cases = cli_test_cases_begin(job->options->format, diff_title);
        cli_test_cases_put_suite(&cases, job->paths[0]);
        cli_put_diff_cases(&job->report, &cases, out);
        cli_test_cases_end(&cases, out);
    }
}

static int print_report(const cli_diff_job *job)
{
    sinew__buffer out = {0};
    put_report(job, &out);
    const int failed = cli_write_stdout(job->context, &out);
    if (failed) return failed;
    return cli_diff_all_equal(&job->report) ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}

static int compare_files(const cli_context *context, const cli_diff_options *job_options, const cli_files *files)
{
    cli_diff_job job;
    int code = cli_diff_run(context, job_options, files->paths, files->count, &job);
    if (!code) code = print_report(&job);
    cli_diff_job_free(&job);
    return code;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const diff_settings *diff = settings;
    cli_diff_options job_options = {.clip = diff->clip,
                                    .joints = diff->joints,
                                    .tolerance = {diff->tol_angle, diff->tol_distance},
                                    .only_different = diff->only_different,
                                    .meshes = diff->meshes,
                                    .format = (cli_format)cli_format_of(context, diff->format)};
    const int failed = read_engines(context, diff->engines, files->count, &job_options);
    if (failed) return failed;
    if (files->count == 1 && diff->meshes)
        return cli_fail_usage(context, "bad-value", "engines are compared by their vertices anyway",
                              "--meshes needs two FILEs");
    if (files->count == 2 && sinew__is_folder(files->paths[0]) && sinew__is_folder(files->paths[1]))
        return cli_diff_folders(context, &job_options, files->paths);
    if (diff->only_different)
        return cli_fail_usage(context, "bad-value", NULL, "--only-different needs two directories");
    return compare_files(context, &job_options, files);
}

const cli_command cli_diff = {
    .name = "diff",
    .summary = "compare two animations, or two engines on one file",
    .usage = "A B [--clip C] [--meshes], or sinew diff FILE --engine LIST [--clip C]",
    .description =
        "Clips and joints are matched by name; the only clips of two files that have keys match under any names. diff "
        "compares local rotations and global positions at the keyframes and "
        "frames of both clips, relative to the start of each clip: of all clips, or of the one of --clip. With "
        "--meshes "
        "it compares the vertices of each object in world space at these times. Objects match by name, number of "
        "triangles and place, vertices by the order of the triangles or by their place where meshes agree best: at "
        "rest, in the bind pose or where the first clips start. Engines are compared "
        "with the first engine of the list, by their vertices, too. Two directories are compared file by file; files "
        "match by their names without the extension.\n"
        "The exit code is 1 unless all is equal: a difference exceeds the tolerance, or a clip, joint, mesh or file "
        "exists on one side only.",
    .options = options,
    .settings_size = sizeof(diff_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 2,
    .takes_folders = 1,
    .examples = "sinew diff walk.fbx character.fbx\n"
                "sinew diff walk.fbx --engine exact,fast\n"
                "sinew diff character.fbx character.glb --meshes --tol-distance 0.5",
    .run = run,
};
