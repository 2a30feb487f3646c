#include "cli/diff/diff_side.h"

#include <stdlib.h>

#include "base/affine.h"
#include "cli/framework/report.h"
#include "model/clip_span.h"
#include "render/camera.h"
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
