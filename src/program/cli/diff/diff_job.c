// Runs one comparison of two files, or of engines on one file.
#include "program/cli/diff/diff.h"
#include "runtime/pose/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "sinew/bake.h"

// ---- sides --------------------------------------------------------------------------------------------------------

/// Sets the tolerances. The default for positions is a fraction of the size of the first file's character.
static void set_tolerance(cli_diff_job *job)
{
    const sinew_model_info *info = job->models[0]->info;
    job->tolerance = job->options->tolerance;
    if (job->tolerance.cm < 0) job->tolerance.cm = CLI_DIFF_SHARE * info->size * info->unit_cm;
}

/// Initializes the sides. Their clips are set later.
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

static sinew__joint_names names_of(const cli_joints *joints)
{
    return (sinew__joint_names){joints->count, joints->parent, joints->name};
}

/// Deselects the joint of a mesh's object if the object has another name in the second file: the object's vertices are
/// compared instead.
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
    int failed = job->file_count == 2 ? cli_pair_renamed_joints(job) : 0;
    if (failed) return failed;
    if (job->file_count == 2 && job->joint_pairs.count == 0 && job->meshes.count == 0) {
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_NO_MATCH, "no joint has the same name as one of %s", job->paths[1]);
        return cli_fail(job->context, job->paths[0], &error);
    }
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

/// Computes the largest difference of all joints with equal names, at three times of the first pair of clips, or at
/// rest.
static int measure_fit(cli_diff_job *job, const sinew__joint_pairs *pairs, const uint8_t *all, double *out_ratio)
{
    cli_difference found = cli_no_difference;
    const int has_clips = job->clips.count > 0 && job->clips.clips[0][0] != SINEW_NONE;
    for (int i = 0; i < 3; ++i) {
        const double time = has_clips ? job->models[0]->clips[job->clips.clips[0][0]].duration * i / 2 : 0;
        for (int side = 0; side < 2; ++side) {
            sinew_error error;
            job->sides[side].clip = has_clips ? job->clips.clips[0][side] : SINEW_NONE;
            if (cli_diff_side_pose(&job->sides[side], time, &error) != SINEW_OK)
                return cli_fail(job->context, job->paths[side], &error);
        }
        cli_measure(&job->sides[0], &job->sides[1], pairs, all, time, job->tolerance, &found);
    }
    *out_ratio = cli_largest_ratio(&found, job->tolerance);
    return 0;
}

/// Rotates the second file to the axes of the first. If the up axes differ, it is always rotated, because both may be
/// exports of one animation. If only the fronts differ, it is rotated only if the files then agree better, because a
/// file's front is often wrong.
static int rotate_second(cli_diff_job *job)
{
    cli_diff_side *second = &job->sides[1];
    const cli_axes_difference differs = cli_diff_side_rotate_to(second, job->models[0]);
    if (differs == CLI_AXES_EQUAL) return 0;
    if (differs == CLI_FRONT_DIFFERS) {
        const sinew__joint_names a = names_of(&job->sides[0].joints), b = names_of(&second->joints);
        uint8_t *all = malloc((size_t)a.count + 1);
        sinew__joint_pairs pairs = {0};
        double rotated = 0, kept = 0;
        int failed = all && sinew__joint_pairs_init(&pairs, &a, &b) ? 0 : cli_fail_memory(job->context);
        if (!failed) memset(all, 1, (size_t)a.count + 1);
        if (!failed) failed = measure_fit(job, &pairs, all, &rotated);
        cli_diff_side_keep_axes(second);
        if (!failed) failed = measure_fit(job, &pairs, all, &kept);
        sinew__joint_pairs_free(&pairs);
        free(all);
        if (failed || !(rotated < kept)) return failed;
        (void)cli_diff_side_rotate_to(second, job->models[0]);
    }
    const char *axes[2];
    for (int i = 0; i < 2; ++i)
        axes[i] = sinew_text(job->models[i],
                             differs == CLI_UP_DIFFERS ? job->models[i]->info->up : job->models[i]->info->front);
    cli_warn(job->context, job->paths[1], "its %s is %s, that of %s is %s; it is rotated before it is compared",
             differs == CLI_UP_DIFFERS ? "up axis" : "front", axes[1], job->paths[0], axes[0]);
    return 0;
}

/// A pose for matching meshes: the start of two clips, the rest pose or the bind pose.
typedef struct matching_pose {
    int32_t clips[2];
    int is_bind;
} matching_pose;

/// Poses both sides, and matches their meshes in that pose.
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

/// Matches meshes in the pose with the best agreement. It may be the rest pose; the start of the first clips, because
/// some programs export the first frame as rest pose; or the bind pose, because other programs export the current frame
/// as rest pose.
static int pair_meshes(cli_diff_job *job)
{
    enum { POSES = 3 };
    const double tolerance = 1e-4; // fraction of an object's size: more than rounding, less than the distance of
                                   // separate objects
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

/// Measures how all sides differ from the first side at a time, and adds the differences to of_sides [side_count].
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

/// Lists the times for comparing a pair of clips: the frames of the baked clips if an engine plays clips baked at a
/// frame rate, else the times of the files.
static sinew_result list_times(const cli_diff_job *job, const cli_clip_of sides[2], cli_clip_difference *of,
                               double **out_times, sinew_error *error)
{
    for (size_t i = 0; i < job->side_count && job->file_count == 1; ++i)
        of->has_between |= sinew__engine_info(job->sides[i].engine)->source == SINEW__SOURCE_BAKED;
    of->has_between = of->has_between && sides[0].clip != SINEW_NONE;
    if (of->has_between) of->rate = sinew_clip_baked_info(sides[0].model, sides[0].clip).rate;
    if (!(of->rate > 0)) return cli_list_diff_times(sides, out_times, &of->time_count, error);
    const double rounding = 1e-6; // in frames
    of->time_count = (size_t)(sides[0].model->clips[sides[0].clip].duration * of->rate + rounding) + 1;
    *out_times = calloc(of->time_count, sizeof **out_times);
    if (!*out_times) return sinew__fail_memory(error);
    for (size_t i = 0; i < of->time_count; ++i) (*out_times)[i] = (double)i / of->rate;
    return SINEW_OK;
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
    if (job->file_count == 2 && clips[0] != SINEW_NONE && clips[1] != SINEW_NONE) {
        const double a = job->models[0]->clips[clips[0]].duration, b = job->models[1]->clips[clips[1]].duration;
        if (fabs(a - b) >= 1e-3)
            cli_warn(job->context, job->paths[1],
                     "its clip lasts %.3f s, that of %s %.3f s; the shorter one is extrapolated", b, job->paths[0], a);
    }
    cli_progress progress = cli_progress_begin(job->context, "compared", "times", of->time_count);
    for (size_t t = 0; t < of->time_count && !failed; ++t) {
        failed = measure_time(job, times[t], of->of_sides);
        const double before = times[t > 0 ? t - 1 : 0];
        if (!failed && of->has_between && t > 0) // between two times, but not halfway: a cubic's error may be 0 there
            failed = measure_time(job, before + 0.4142 * (times[t] - before), of->between);
        cli_progress_add(&progress);
    }
    cli_progress_end(&progress);
    free(times);
    return failed;
}

int cli_diff_run(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                 size_t file_count, cli_diff_job *job)
{
    *job = (cli_diff_job){.context = context, .options = options, .file_count = file_count};
    for (size_t i = 0; i < file_count; ++i) job->paths[i] = paths[i];
    int failed = 0;
    sinew_engine engine = job->options->engines[0];
    for (size_t i = 1; i < job->options->engine_count; ++i)
        if (sinew__engine_info(job->options->engines[i])->source == SINEW__SOURCE_BAKED)
            engine = job->options->engines[i];
    for (size_t i = 0; i < job->file_count && !failed; ++i)
        failed = cli_load_model(job->context, job->paths[i], engine, &job->loaded[i]);
    for (size_t i = 0; i < job->file_count; ++i) job->models[i] = job->loaded[i];
    if (!failed) set_tolerance(job);
    if (!failed) failed = set_sides(job);
    if (!failed) {
        // with one file, its clips are paired with themselves
        const sinew_model *models[2] = {job->models[0], job->models[file_count - 1]};
        failed = cli_clip_pairs_init(context, (const char *[]){paths[0], paths[file_count - 1]}, models, options->clip,
                                     options->other_clip, &job->clips);
    }
    if (!failed && file_count == 2) failed = rotate_second(job);
    if (!failed) job->differences = calloc((size_t)job->models[0]->clip_count + 1, sizeof *job->differences);
    if (!failed && !job->differences) failed = cli_fail_memory(context);
    if (!failed) failed = pair_meshes(job);
    if (!failed) failed = pair_joints(job);
    job->clips.named = job->clips.count;
    if (!failed && file_count == 2 && !options->clip && !options->other_clip) failed = cli_pair_renamed_clips(job);
    if (!failed && job->clips.count == 0) {
        const sinew_model *models[2] = {job->models[0], job->models[1]};
        failed = cli_fail_no_clip_match(context, job->paths, models);
    }
    for (size_t i = 0; i < job->clips.count && !failed; ++i) {
        failed = compare_clip(job, job->clips.clips[i], &job->differences[i]);
        if (!failed && file_count == 2) failed = cli_review_clip(job, &job->differences[i]);
    }
    if (failed) return failed;
    if (options->materials) {
        const sinew_model *models[2] = {job->models[0], job->models[1]};
        if (!cli_compare_materials(job->paths, models, context->texture_path, &job->materials))
            return cli_fail_memory(context);
    }

    // Selected joints without a match stay in `chosen`, for the report.
    for (int i = 0; i < 2; ++i) {
        const int32_t *matches = i ? job->joint_pairs.in_a : job->joint_pairs.in_b;
        for (int32_t id = 0; id < job->sides[i].joints.count; ++id)
            job->report.lacks_joint |= job->chosen[i][id] && matches[id] == SINEW_NONE;
        job->report.matches[i] = matches;
        job->report.chosen[i] = job->chosen[i];
    }
    job->report.of_engines = job->file_count == 1;
    job->report.sides = job->sides;
    job->report.side_count = job->side_count;
    job->report.differences = job->differences;
    job->report.clips = &job->clips;
    job->report.meshes = job->meshes.items ? &job->meshes : NULL;
    job->report.renamed = job->renamed;
    job->report.materials = job->options->materials ? &job->materials : NULL;
    job->report.only_different = job->options->only_different;
    job->report.has_other_clip = job->options->other_clip != NULL;
    job->report.tolerance = job->tolerance;
    return 0;
}

// ---- two loaded models ---------------------------------------------------------------------------------------------

int cli_diff_begin(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                   const sinew_model *const models[2], const int32_t clips[2], cli_diff_job *job)
{
    *job = (cli_diff_job){.context = context, .options = options, .file_count = 2};
    for (int i = 0; i < 2; ++i) {
        job->paths[i] = paths[i];
        job->models[i] = models[i];
        job->clips.only_in[i] = calloc((size_t)models[i]->clip_count + 1, 1);
    }
    set_tolerance(job);
    int failed = set_sides(job);
    job->clips.clips = calloc(1, sizeof *job->clips.clips);
    if (!failed && !(job->clips.clips && job->clips.only_in[0] && job->clips.only_in[1]))
        failed = cli_fail_memory(context);
    if (failed) return failed;
    cli_clip_pairs_add(&job->clips, clips[0], clips[1]);
    failed = rotate_second(job);
    if (!failed) failed = pair_joints(job);
    for (int i = 0; i < 2; ++i) job->sides[i].clip = clips[i];
    return failed;
}

sinew_result cli_diff_distance(cli_diff_job *job, const double times[2], double *out_cm, sinew_error *out_error)
{
    cli_difference found = cli_no_difference;
    for (int i = 0; i < 2; ++i) {
        const sinew_result result = cli_diff_side_pose(&job->sides[i], times[i], out_error);
        if (result != SINEW_OK) return result;
    }
    cli_measure(&job->sides[0], &job->sides[1], &job->joint_pairs, job->chosen[0], times[0], job->tolerance, &found);
    *out_cm = found.distance.id == SINEW_NONE ? 0.0 : found.distance.cm;
    return SINEW_OK;
}

void cli_diff_job_free(cli_diff_job *job)
{
    for (size_t i = 0; i < job->side_count; ++i) cli_diff_side_free(&job->sides[i]);
    for (int i = 0; i < 2; ++i) {
        free(job->chosen[i]);
        sinew_model_destroy(job->loaded[i]);
    }
    sinew__joint_pairs_free(&job->joint_pairs);
    cli_clip_pairs_free(&job->clips);
    cli_mesh_pairs_free(&job->meshes);
    cli_material_differences_free(&job->materials);
    free(job->renamed);
    free(job->differences);
    *job = (cli_diff_job){0};
}
