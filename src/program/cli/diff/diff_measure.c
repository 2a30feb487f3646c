// Pairs the clips of two files, lists the times for comparing them, and measures the joints.
#define _POSIX_C_SOURCE 200809L
#include "program/cli/diff/diff.h"
#include "runtime/pose/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "draw/render/shader_skin.h"
#include "program/cli/facts/clip_facts.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "runtime/model/look_up.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"
#include "sinew/pose_edit.h"

/// Returns the only clip of a file, or the only clip with keys, because exporters add empty takes. SINEW_NONE: there
/// are several, or none.
static int32_t only_clip(const sinew_model *model)
{
    int32_t only = SINEW_NONE;
    if (model->clip_count == 1) return 0;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        if (model->clips[i].key_time_count == 0) continue;
        if (only != SINEW_NONE) return SINEW_NONE;
        only = i;
    }
    return only;
}

/// Returns the clip of `b` that matches a clip of `a`, or SINEW_NONE. `is_free` [clip_count] has 0 for clips of `b`
/// that already have a match; NULL: all are free.
static int32_t find_match(const sinew_model *a, int32_t clip, const sinew_model *b, const uint8_t *is_free)
{
    const char *name = sinew__clip_name(a, clip), *short_name = sinew__short_clip_name(name);
    for (int32_t i = 0; i < b->clip_count; ++i) {
        if ((!is_free || is_free[i]) && strcmp(sinew__clip_name(b, i), name) == 0) return i;
    }
    for (int32_t i = 0; i < b->clip_count; ++i) {
        if (is_free && !is_free[i]) continue;
        if (strcasecmp(sinew__short_clip_name(sinew__clip_name(b, i)), short_name) == 0) return i;
    }
    const int32_t only = only_clip(b);
    return only_clip(a) == clip && only != SINEW_NONE && (!is_free || is_free[only]) ? only : SINEW_NONE;
}

static int fail_no_match(const cli_context *context, const char *path_a, const char *path_b, const sinew_model *b,
                         const char *name)
{
    sinew_error error;
    if (name)
        sinew__fail(&error, SINEW_ERROR_NO_CLIP, "no clip '%s', which %s has", name, path_a);
    else
        sinew__fail(&error, SINEW_ERROR_NO_CLIP, "no clip matches a clip of %s by name", path_a);
    if (b->clip_count > 0)
        sinew__hint(&error, "run 'sinew info' for a list of clips; use --clip none to compare rest poses");
    else
        sinew__hint(&error, "the file has no clips; use --clip none to compare rest poses");
    return cli_fail(context, path_b, &error);
}

int cli_fail_no_clip_match(const cli_context *context, const char *const paths[2], const sinew_model *const models[2])
{
    const int lacking = models[0]->clip_count > 0; // index of the file that the message is about
    return fail_no_match(context, paths[!lacking], paths[lacking], models[lacking], NULL);
}

void cli_clip_pairs_add(cli_clip_pairs *pairs, int32_t a, int32_t b)
{
    if (a != SINEW_NONE && b != SINEW_NONE) pairs->only_in[0][a] = pairs->only_in[1][b] = 0;
    pairs->clips[pairs->count][0] = a;
    pairs->clips[pairs->count++][1] = b;
}

static int pair_selected(const cli_context *context, const char *const paths[2], const sinew_model *const models[2],
                         const char *pattern, const char *other_pattern, cli_clip_pairs *pairs)
{
    int32_t clip, other;
    int failed = cli_find_clip(context, paths[0], models[0], pattern, &clip);
    if (!failed && other_pattern) failed = cli_find_clip(context, paths[1], models[1], other_pattern, &other);
    if (failed) return failed;
    if (other_pattern) {
        cli_clip_pairs_add(pairs, clip, other);
        return 0;
    }
    const int32_t match = clip == SINEW_NONE ? SINEW_NONE : find_match(models[0], clip, models[1], NULL);
    if (clip != SINEW_NONE && match == SINEW_NONE)
        return fail_no_match(context, paths[0], paths[1], models[1], sinew__clip_name(models[0], clip));
    cli_clip_pairs_add(pairs, clip, match);
    return 0;
}

int cli_clip_pairs_init(const cli_context *context, const char *const paths[2], const sinew_model *const models[2],
                        const char *pattern, const char *other_pattern, cli_clip_pairs *pairs)
{
    pairs->clips = calloc((size_t)models[0]->clip_count + 1, sizeof *pairs->clips);
    for (int i = 0; i < 2; ++i) pairs->only_in[i] = calloc((size_t)models[i]->clip_count + 1, 1);
    if (!pairs->clips || !pairs->only_in[0] || !pairs->only_in[1]) return cli_fail_memory(context);
    if (pattern || other_pattern || models[0] == models[1])
        return pair_selected(context, paths, models, pattern, other_pattern, pairs);
    for (int i = 0; i < 2; ++i) memset(pairs->only_in[i], 1, (size_t)models[i]->clip_count);
    for (int32_t clip = 0; clip < models[0]->clip_count; ++clip) {
        const int32_t match = find_match(models[0], clip, models[1], pairs->only_in[1]);
        if (match == SINEW_NONE) continue;
        cli_clip_pairs_add(pairs, clip, match);
    }
    if (models[0]->clip_count + models[1]->clip_count == 0) cli_clip_pairs_add(pairs, SINEW_NONE, SINEW_NONE);
    const int can_match = pairs->count > 0 || (models[0]->clip_count > 0 && models[1]->clip_count > 0);
    return can_match ? 0 : cli_fail_no_clip_match(context, paths, models);
}

void cli_clip_pairs_free(cli_clip_pairs *pairs)
{
    free(pairs->clips);
    free(pairs->only_in[0]);
    free(pairs->only_in[1]);
    *pairs = (cli_clip_pairs){0};
}

// ---- times ---------------------------------------------------------------------------------------------------------

static size_t put_times(const cli_clip_of *of, const cli_frames *frames, double *times)
{
    size_t count = 0;
    times[count++] = 0;
    if (of->clip == SINEW_NONE) return count;
    const sinew_clip *clip = &of->model->clips[of->clip];
    times[count++] = clip->duration;
    for (int32_t i = 0; i < clip->key_time_count; ++i) {
        const double time = sinew__key_time(of->model, clip, i);
        if (time >= -cli_time_tolerance && time <= clip->duration + cli_time_tolerance) times[count++] = time;
    }
    for (size_t i = 0; i < frames->count; ++i)
        times[count++] = (frames->first + (double)i) / of->model->info->fps - clip->start;
    return count;
}

sinew_result cli_list_diff_times(const cli_clip_of clips[2], double **out_times, size_t *out_count,
                                 sinew_error *out_error)
{
    cli_frames frames[2] = {{0}};
    size_t capacity = 0, count = 0;
    for (int i = 0; i < 2; ++i) {
        const sinew_clip *clip = clips[i].clip == SINEW_NONE ? NULL : &clips[i].model->clips[clips[i].clip];
        const double fps = clips[i].model->info->fps;
        const sinew_result result = clip && fps > 0 ? cli_clip_frames(clip, fps, &frames[i], out_error) : SINEW_OK;
        if (result == SINEW_ERROR_LIMIT) // too many frames: the clip is compared only at its keys
            frames[i] = (cli_frames){0};
        else if (result != SINEW_OK)
            return result;
        capacity += 2 + (size_t)(clip ? clip->key_time_count : 0) + frames[i].count;
    }
    double *times = malloc(capacity * sizeof *times);
    if (!times) return sinew__fail_memory(out_error);
    for (int i = 0; i < 2; ++i) count += put_times(&clips[i], &frames[i], times + count);
    *out_times = times;
    *out_count = sinew__sort_times(times, count, cli_time_tolerance);
    int has_tracks = 0;
    for (int i = 0; i < 2 && clips[0].model != clips[1].model; ++i) {
        const sinew_clip *clip = clips[i].clip == SINEW_NONE ? NULL : &clips[i].model->clips[clips[i].clip];
        has_tracks |= clip && clip->track_count > 0 && clip->channel_count == 0;
    }
    for (size_t i = 0; i < *out_count && has_tracks; ++i) { // round up to floats
        const float near = (float)times[i];
        times[i] = (double)((double)near < times[i] ? nextafterf(near, INFINITY) : near);
    }
    return SINEW_OK;
}

static int allocate_vertices(cli_diff_side *side)
{
    size_t vertices = 0, scratch = 0;
    for (int32_t i = 0; i < side->model->mesh_count; ++i) {
        const size_t needed = sinew_skin_scratch_floats(side->model, i, SINEW_SKIN_AUTHORED);
        if (needed > scratch) scratch = needed;
        vertices += (size_t)side->model->meshes[i].vertex_count;
    }
    side->positions = malloc((vertices * 3 + 1) * sizeof(float));
    side->normals = malloc((vertices * 3 + 1) * sizeof(float));
    side->scratch = malloc((scratch + 1) * sizeof(float));
    return side->positions && side->normals && side->scratch;
}

int cli_diff_side_init(const cli_context *context, cli_diff_side *side, int with_vertices)
{
    sinew_error error;
    cli_diff_side_keep_axes(side);
    sinew_result result = sinew_engine_accepts(side->model, side->engine, &error);
    if (result == SINEW_OK) result = sinew_pose_create(side->model, &side->pose, &error);
    if (result == SINEW_OK && with_vertices && sinew__engine_info(side->engine)->skinner == SINEW__SKINNER_SHADER) {
        result = scene_headless_create(&side->headless, &error);
        if (result == SINEW_OK) result = sinew_renderer_create(&side->renderer, &error);
        if (result == SINEW_OK) result = sinew_renderer_set_model(side->renderer, side->model, NULL, &error);
    }
    if (result != SINEW_OK) return cli_fail(context, result == SINEW_ERROR_NO_GL ? NULL : side->path, &error);
    if (!cli_joints_init(&side->joints, side->model)) return cli_fail_memory(context);
    return !with_vertices || allocate_vertices(side) ? 0 : cli_fail_memory(context);
}

cli_axes_difference cli_diff_side_rotate_to(cli_diff_side *side, const sinew_model *first)
{
    double own[3][3], others[3][3]; // axes: up, front and left
    sinew_transform rotation;
    sinew_model_axes(side->model, own[0], own[1]);
    sinew_model_axes(first, others[0], others[1]);
    if (memcmp(own, others, 2 * sizeof *own) == 0) return CLI_AXES_EQUAL;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        own[2][i] = own[0][j] * own[1][k] - own[0][k] * own[1][j];
        others[2][i] = others[0][j] * others[1][k] - others[0][k] * others[1][j];
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            side->to_first.row[i][j] = others[0][i] * own[0][j] + others[1][i] * own[1][j] + others[2][i] * own[2][j];
    sinew__transform_nearest(&side->to_first, &rotation);
    side->rotate_to_first = rotation.r;
    return memcmp(own[0], others[0], sizeof *own) != 0 ? CLI_UP_DIFFERS : CLI_FRONT_DIFFERS;
}

void cli_diff_side_keep_axes(cli_diff_side *side)
{
    side->to_first = sinew__affine_identity();
    side->rotate_to_first = sinew__quat_identity();
}

void cli_diff_side_free(cli_diff_side *side)
{
    cli_joints_free(&side->joints);
    sinew_pose_destroy(side->pose);
    free(side->positions);
    free(side->normals);
    free(side->scratch);
    sinew_renderer_destroy(side->renderer);
    scene_headless_destroy(side->headless);
    *side = (cli_diff_side){0};
}

/// Skins one mesh by the engine's skinner.
static sinew_result skin_mesh(cli_diff_side *side, int32_t mesh, sinew_error *out_error)
{
    const size_t first = 3 * (size_t)side->model->meshes[mesh].first_vertex;
    float *positions = side->positions + first, *normals = side->normals + first;
    if (side->renderer)
        return sinew__renderer_skin_mesh(side->renderer, side->pose, mesh, positions, normals, out_error);
    if (side->engine == SINEW_ENGINE_REFERENCE) {
        sinew__skin_mesh_with(NULL, side->model, mesh, SINEW_SKIN_AUTHORED, side->pose, side->scratch, positions,
                              normals);
    } else {
        sinew_skin_mesh(side->model, mesh, SINEW_SKIN_AUTHORED, side->pose, side->scratch, positions, normals);
    }
    return SINEW_OK;
}

sinew_result cli_diff_side_pose(cli_diff_side *side, double time, sinew_error *out_error)
{
    if (side->is_bind)
        sinew_pose_set_bind(side->model, side->pose);
    else
        sinew_pose_evaluate(side->model, side->engine, side->clip, time, side->pose);
    sinew_pose_compute_locals(side->model, side->pose);
    sinew_result result = SINEW_OK;
    for (int32_t mesh = 0; side->positions && mesh < side->model->mesh_count && result == SINEW_OK; ++mesh) {
        result = skin_mesh(side, mesh, out_error);
    }
    return result;
}

// ---- differences ---------------------------------------------------------------------------------------------------

#define DEGREES_PER_RADIAN 57.295779513082320876798

const cli_difference cli_no_difference = {.worst = {.id = SINEW_NONE},
                                          .angle = {.id = SINEW_NONE},
                                          .distance = {.id = SINEW_NONE},
                                          .vertex = {SINEW_NONE, SINEW_NONE, 0, 0}};

/// Returns the difference; infinity for an undefined one (NaN), so that it counts as the largest.
static double nan_to_infinity(double difference)
{
    return isnan(difference) ? (double)INFINITY : difference;
}

/// Returns the squared difference; 0 for equal infinities.
static double square_of_difference(double a, double b)
{
    return a == b ? 0 : (a - b) * (a - b);
}

/// Returns a joint's rotation after the signs of its scale have been made equal. A mirrored joint has several
/// equivalent pairs of rotation and scale; this makes their rotations equal.
static sinew_quat plain_rotation(const sinew_transform *local)
{
    const int mirrored = (local->s.x < 0) ^ (local->s.y < 0) ^ (local->s.z < 0);
    const int flips[3] = {(local->s.x < 0) ^ mirrored, (local->s.y < 0) ^ mirrored, (local->s.z < 0) ^ mirrored};
    if (!flips[0] && !flips[1] && !flips[2]) return local->r;
    const sinew_quat half_turn = {!flips[0], !flips[1], !flips[2], 0}; // two sign changes: a half turn about the third
                                                                       // axis
    return sinew__quat_multiply(local->r, half_turn);
}

static double angle_between(const sinew_transform *local_a, const sinew_transform *local_b)
{
    const sinew_quat a = plain_rotation(local_a), b = plain_rotation(local_b);
    if (a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w) return 0;
    const sinew_quat rotation = sinew__quat_multiply(sinew__quat_conjugate(a), b);
    const double length = sqrt(rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z);
    return nan_to_infinity(2 * atan2(length, fabs(rotation.w)) * DEGREES_PER_RADIAN);
}

/// Returns a joint's local transform. A root's rotation is converted to the axes of the first side.
static sinew_transform local_in_axes_of_first(const cli_diff_side *side, int32_t id)
{
    sinew_transform local = cli_joint_local(&side->joints, id, side->pose);
    if (side->joints.parent[id] == SINEW_NONE) local.r = sinew__quat_multiply(side->rotate_to_first, local.r);
    return local;
}

/// Returns a joint's global position in cm, in the axes of the first side.
static sinew_vec3 position_in_axes_of_first(const cli_diff_side *side, int32_t id)
{
    const sinew_affine *global = &side->pose->global[side->joints.joint[id]];
    const double unit = side->model->info->unit_cm;
    return sinew__affine_point(
        &side->to_first, (sinew_vec3){global->row[0][3] * unit, global->row[1][3] * unit, global->row[2][3] * unit});
}

/// Returns a difference as a multiple of the tolerance. With a tolerance of 0 the multiple is huge for any difference,
/// and still grows with the difference.
static double ratio(double value, double tolerance)
{
    return value / fmax(tolerance, 1e-300);
}

/// Returns the multiple of the tolerance that an angle or a distance reaches, whichever is larger. More than 1 exceeds
/// the tolerance.
static double tolerance_ratio(double deg, double cm, cli_tolerance tolerance)
{
    return fmax(ratio(deg, tolerance.deg), ratio(cm, tolerance.cm));
}

double cli_largest_ratio(const cli_difference *difference, cli_tolerance tolerance)
{
    const double joints = difference->worst.id == SINEW_NONE
                              ? 0
                              : tolerance_ratio(difference->worst.deg, difference->worst.cm, tolerance);
    return fmax(joints, difference->vertex.mesh == SINEW_NONE ? 0 : ratio(difference->vertex.cm, tolerance.cm));
}

static void measure_mesh(const cli_diff_side *a, const cli_diff_side *b, int32_t mesh, double time,
                         cli_difference *difference)
{
    const sinew_mesh *of = &a->model->meshes[mesh];
    const double unit = a->model->info->unit_cm;
    for (int32_t vertex = 0; vertex < of->vertex_count; ++vertex) {
        const size_t at = 3 * ((size_t)of->first_vertex + (size_t)vertex);
        double squares = 0;
        for (size_t i = at; i < at + 3; ++i)
            squares += square_of_difference((double)a->positions[i] * unit, (double)b->positions[i] * unit);
        squares = nan_to_infinity(squares);
        difference->vertex_squares += squares;
        ++difference->vertex_count;
        if (difference->vertex.mesh == SINEW_NONE || squares > difference->vertex.cm * difference->vertex.cm) {
            difference->vertex = (cli_vertex_spot){mesh, vertex, time, sqrt(squares)};
        }
    }
}

cli_joint_spot cli_local_difference(const cli_diff_side *a, const cli_diff_side *b, int32_t id_a, int32_t id_b,
                                    double time)
{
    const sinew_transform local_a = local_in_axes_of_first(a, id_a), local_b = local_in_axes_of_first(b, id_b);
    const double unit_a = a->model->info->unit_cm, unit_b = b->model->info->unit_cm;
    sinew_vec3 at_a = sinew__vec3_scale(local_a.t, unit_a), at_b = sinew__vec3_scale(local_b.t, unit_b);
    if (b->joints.parent[id_b] == SINEW_NONE) at_b = sinew__quat_rotate(b->rotate_to_first, at_b);
    return (cli_joint_spot){.id = id_a,
                            .time = time,
                            .deg = angle_between(&local_a, &local_b),
                            .cm = nan_to_infinity(sinew__vec3_length(sinew__vec3_subtract(at_a, at_b)))};
}

void cli_measure_pair(const cli_diff_side *a, const cli_diff_side *b, int32_t id_a, int32_t id_b, double time,
                      cli_tolerance tolerance, cli_difference *difference)
{
    const sinew_transform local_a = local_in_axes_of_first(a, id_a), local_b = local_in_axes_of_first(b, id_b);
    const sinew_vec3 of_a = position_in_axes_of_first(a, id_a), of_b = position_in_axes_of_first(b, id_b);
    const double squares = square_of_difference(of_a.x, of_b.x) + square_of_difference(of_a.y, of_b.y) +
                           square_of_difference(of_a.z, of_b.z);
    const cli_joint_spot spot = {
        .id = id_a,
        .time = time,
        .deg = angle_between(&local_a, &local_b),
        .cm = nan_to_infinity(sqrt(squares)),
    };
    const cli_joint_spot *worst = &difference->worst;
    if (worst->id == SINEW_NONE ||
        tolerance_ratio(spot.deg, spot.cm, tolerance) > tolerance_ratio(worst->deg, worst->cm, tolerance)) {
        difference->worst = spot;
    }
    if (difference->angle.id == SINEW_NONE || spot.deg > difference->angle.deg) difference->angle = spot;
    if (difference->distance.id == SINEW_NONE || spot.cm > difference->distance.cm) difference->distance = spot;
    difference->joint_squares += spot.cm * spot.cm;
    ++difference->joint_count;
}

void cli_measure(const cli_diff_side *a, const cli_diff_side *b, const sinew__joint_pairs *pairs, const uint8_t *chosen,
                 double time, cli_tolerance tolerance, cli_difference *difference)
{
    for (int32_t id = 0; id < a->joints.count; ++id) {
        const int32_t other = pairs->in_b[id];
        if (other == SINEW_NONE || !chosen[id]) continue;
        cli_measure_pair(a, b, id, other, time, tolerance, difference);
    }
    const int of_one_model = a->model == b->model && a->positions && b->positions;
    for (int32_t mesh = 0; of_one_model && mesh < a->model->mesh_count; ++mesh)
        measure_mesh(a, b, mesh, time, difference);
}

double cli_rmse(const cli_difference *difference, int of_vertices)
{
    const double squares = of_vertices ? difference->vertex_squares : difference->joint_squares;
    const double count = of_vertices ? difference->vertex_count : difference->joint_count;
    return count > 0 ? sqrt(squares / count) : (double)NAN;
}
