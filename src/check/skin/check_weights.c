#include <math.h>

#include "check/check_limits.h"
#include "check/checks.h"
#include "check/skin/mesh_points.h"

/// Sum of the authored weights of a vertex.
static double sum_of_weights(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex)
{
    const uint32_t *range = model->influence_start + mesh->first_vertex + vertex;
    double sum = 0;
    for (uint32_t i = range[0]; i < range[1]; ++i) sum += (double)model->influences[i].authored;
    return sum;
}

static int adds_displacements(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i) {
        const sinew_deformer *deformer = &model->deformers[i];
        if (deformer->kind == SINEW_DEFORM_SKIN && deformer->link_mode == SINEW_LINK_ADDITIVE) return 1;
    }
    return 0;
}

static void report_unweighted(const sinew__check_task *task, int32_t mesh, const sinew__mesh_points *points)
{
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, mesh, SINEW__VIEW_INFLUENCES);
    spot.count = points->count;
    spot.measured = 0;
    spot.expected = 1;
    if (points->count > 0)
        sinew__check_find(task, SINEW__CHECK_W04, &spot,
                          "%lld of its vertices have no weights; they stay where the mesh is",
                          (long long)points->count);
}

/// The vertex whose sum is the farthest from 1.
typedef struct worst_sum {
    uint32_t point;
    double sum;
} worst_sum;

static void report_sums(const sinew__check_task *task, int32_t mesh, const sinew__mesh_points *points,
                        const worst_sum *worst)
{
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, mesh, SINEW__VIEW_INFLUENCES);
    spot.count = points->count;
    spot.measured = worst->sum;
    spot.expected = 1;
    if (points->count > 0)
        sinew__check_find(task, SINEW__CHECK_W05, &spot,
                          "the weights of %lld of its vertices do not sum to 1; those of vertex %u sum to %.4g",
                          (long long)points->count, (unsigned)worst->point, worst->sum);
}

static void judge_sums(const sinew__check_task *task, int32_t index, sinew__mesh_points *unweighted,
                       sinew__mesh_points *unbalanced)
{
    const sinew_model *model = task->model;
    const sinew_mesh *mesh = &model->meshes[index];
    const int additive = adds_displacements(model, mesh);
    worst_sum worst = {0, 1};
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const double sum = sum_of_weights(model, mesh, i);
        if (sum == 0) sinew__mesh_points_mark(unweighted, i);
        if (sum == 0 || additive || fabs(sum - 1) <= sinew__check_weight_sum) continue;
        sinew__mesh_points_mark(unbalanced, i);
        if (fabs(sum - 1) > fabs(worst.sum - 1)) worst = (worst_sum){sinew__mesh_point_of(model, mesh, i), sum};
    }
    report_unweighted(task, index, unweighted);
    report_sums(task, index, unbalanced, &worst);
}

void sinew__check_weights(const sinew__check_task *task)
{
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &task->model->meshes[i];
        sinew__mesh_points unweighted = {0}, unbalanced = {0};
        if (!(mesh->flags & SINEW_MESH_SKINNED)) continue;
        if (sinew__mesh_points_init(&unweighted, task->model, mesh) &&
            sinew__mesh_points_init(&unbalanced, task->model, mesh))
            judge_sums(task, i, &unweighted, &unbalanced);
        else
            task->report->arena.failed = 1;
        sinew__mesh_points_free(&unweighted);
        sinew__mesh_points_free(&unbalanced);
    }
}
