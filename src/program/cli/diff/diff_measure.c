#include "program/cli/diff/diff_measure.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/affine.h"
#include "program/cli/framework/report.h"
#include "runtime/model/clip_span.h"
#include "runtime/view/camera.h"
#include "sinew/pose_edit.h"
#include "sinew/skin.h"

static int skins_by_shader(const cli_diff_side *side)
{
    return sinew_engine_info(side->engine)->skinner == SINEW_SKINNER_SHADER;
}

static sinew_result start_renderer(cli_diff_side *side, sinew_error *out_error)
{
    sinew_result result = scene_headless_create(&side->headless, out_error);
    if (result == SINEW_OK) result = sinew_renderer_create(&side->renderer, out_error);
    if (result == SINEW_OK) result = sinew_renderer_set_model(side->renderer, side->model, NULL, out_error);
    return result;
}

static int allocate_vertices(cli_diff_side *side)
{
    size_t vertices = 0, scratch = 0;
    for (int32_t i = 0; i < side->model->mesh_count; ++i) {
        const size_t needed = sinew_skin_scratch_floats(side->model, i);
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
    side->to_first = sinew__affine_identity();
    side->rotate_to_first = sinew__quat_identity();
    sinew_result result = sinew_engine_accepts(side->engine, side->model, &error);
    if (result == SINEW_OK) result = sinew_pose_create(side->model, &side->pose, &error);
    if (result == SINEW_OK && with_vertices && skins_by_shader(side)) result = start_renderer(side, &error);
    if (result != SINEW_OK) return cli_fail(context, result == SINEW_ERROR_NO_GL ? NULL : side->path, &error);
    if (!cli_joints_init(&side->joints, side->model)) return cli_fail_memory(context);
    return !with_vertices || allocate_vertices(side) ? 0 : cli_fail_memory(context);
}

int cli_diff_side_rotate_to(cli_diff_side *side, const sinew_model *first)
{
    double rows[3][3];
    sinew_transform rotation;
    if (!sinew__render_rotate_axes(side->model, first, rows)) return 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) side->to_first.row[i][j] = rows[i][j];
    sinew__transform_nearest(&side->to_first, &rotation);
    side->rotate_to_first = rotation.r;
    return 1;
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

/// Skins one mesh with the skinner of the engine.
static sinew_result skin_mesh(cli_diff_side *side, int32_t mesh, sinew_error *out_error)
{
    const size_t first = 3 * (size_t)side->model->meshes[mesh].first_vertex;
    float *positions = side->positions + first, *normals = side->normals + first;
    if (side->renderer)
        return sinew_renderer_skin_mesh(side->renderer, side->pose, mesh, positions, normals, out_error);
    if (side->engine == SINEW_ENGINE_REFERENCE) {
        sinew_skin_mesh_reference(side->model, mesh, side->pose, side->scratch, positions, normals);
    } else {
        sinew_skin_mesh(side->model, mesh, side->pose, side->scratch, positions, normals);
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

/// Treats an undefined difference (NaN) as infinite.
static double nan_to_infinity(double difference)
{
    return isnan(difference) ? (double)INFINITY : difference;
}

/// Equal infinities do not differ.
static double square_of_difference(double a, double b)
{
    return a == b ? 0 : (a - b) * (a - b);
}

/// The equivalent rotation for a scale whose axes have one sign: a mirrored joint has several equivalent rotations.
static sinew_quat plain_rotation(const sinew_transform *local)
{
    const int mirrored = (local->s.x < 0) ^ (local->s.y < 0) ^ (local->s.z < 0);
    const int flips[3] = {(local->s.x < 0) ^ mirrored, (local->s.y < 0) ^ mirrored, (local->s.z < 0) ^ mirrored};
    if (!flips[0] && !flips[1] && !flips[2]) return local->r;
    const sinew_quat half_turn = {!flips[0], !flips[1], !flips[2], 0}; // two axes flip: a half turn about the third
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

/// The local rotation of a root follows the axes of the file.
static sinew_transform local_in_axes_of_first(const cli_diff_side *side, int32_t id)
{
    sinew_transform local = cli_joint_local(&side->joints, id, side->pose);
    if (side->joints.parent[id] == SINEW_NONE) local.r = sinew__quat_multiply(side->rotate_to_first, local.r);
    return local;
}

/// The global position in cm.
static sinew_vec3 position_in_axes_of_first(const cli_diff_side *side, int32_t id)
{
    const sinew_affine *global = &side->pose->global[side->joints.joint[id]];
    const double unit = side->model->info->unit_cm;
    return sinew__affine_point(
        &side->to_first, (sinew_vec3){global->row[0][3] * unit, global->row[1][3] * unit, global->row[2][3] * unit});
}

static double distance_between(const cli_diff_side *a, int32_t id_a, const cli_diff_side *b, int32_t id_b)
{
    const sinew_vec3 of_a = position_in_axes_of_first(a, id_a), of_b = position_in_axes_of_first(b, id_b);
    const double squares = square_of_difference(of_a.x, of_b.x) + square_of_difference(of_a.y, of_b.y) +
                           square_of_difference(of_a.z, of_b.z);
    return nan_to_infinity(sqrt(squares));
}

/// For a tolerance of 0, every difference exceeds it, and the largest one has the largest ratio.
static double ratio(double value, double tolerance)
{
    return value / fmax(tolerance, 1e-300);
}

/// More than 1 exceeds the tolerance.
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

static void note_joint(cli_difference *difference, const cli_joint_spot *spot, cli_tolerance tolerance)
{
    const cli_joint_spot *worst = &difference->worst;
    if (worst->id == SINEW_NONE ||
        tolerance_ratio(spot->deg, spot->cm, tolerance) > tolerance_ratio(worst->deg, worst->cm, tolerance)) {
        difference->worst = *spot;
    }
    if (difference->angle.id == SINEW_NONE || spot->deg > difference->angle.deg) difference->angle = *spot;
    if (difference->distance.id == SINEW_NONE || spot->cm > difference->distance.cm) difference->distance = *spot;
    difference->joint_squares += spot->cm * spot->cm;
    ++difference->joint_count;
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

void cli_measure(const cli_diff_side *a, const cli_diff_side *b, const sinew__joint_pairs *pairs, const uint8_t *chosen,
                 double time, cli_tolerance tolerance, cli_difference *difference)
{
    for (int32_t id = 0; id < a->joints.count; ++id) {
        const int32_t other = pairs->in_b[id];
        if (other == SINEW_NONE || !chosen[id]) continue;
        const sinew_transform local_a = local_in_axes_of_first(a, id), local_b = local_in_axes_of_first(b, other);
        const cli_joint_spot spot = {
            .id = id,
            .time = time,
            .deg = angle_between(&local_a, &local_b),
            .cm = distance_between(a, id, b, other),
        };
        note_joint(difference, &spot, tolerance);
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
