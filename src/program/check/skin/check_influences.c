/// W21: what dropping the smallest weights of a vertex would displace, over all clips.

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/checks.h"
#include "program/check/skin/mesh_points.h"

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

enum {
    MAX_POSES = 64,            // of all clips
    MAX_VERTICES = 4096,       // of one mesh that are skinned in each pose
    MAX_COMPARISONS = 1 << 22, // of their weights
};

/// The vertices of a mesh with too many influences, and the largest displacement.
typedef struct excess {
    const sinew__check_task *task;
    const sinew_mesh *mesh;
    int32_t index;
    int32_t *vertices; ///< [vertex_count] the first MAX_VERTICES
    size_t vertex_count;
    int64_t point_count;
    int32_t largest; ///< influences of a vertex
    double distance; ///< in units of the file
    int32_t clip;
    double time;
} excess;

static uint32_t count_of(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex)
{
    const uint32_t *range = model->influence_start + mesh->first_vertex + vertex;
    uint32_t count = 0;
    for (uint32_t i = range[0]; i < range[1]; ++i) count += model->influences[i].weight > 0;
    return count;
}

/// Whether an influence is one of the `kept` largest of its vertex; of equal ones the first.
static int is_kept(const sinew_model *model, const uint32_t range[2], uint32_t index, int32_t kept)
{
    const float weight = model->influences[index].weight;
    int32_t before = 0;
    for (uint32_t i = range[0]; i < range[1] && before < kept; ++i) {
        const float other = model->influences[i].weight;
        before += other > weight || (other == weight && i < index);
    }
    return before < kept;
}

/// The distance between a vertex skinned by all influences and by the largest ones.
static double distance_of(const excess *of, int32_t vertex, int32_t kept)
{
    const sinew_model *model = of->task->model;
    const uint32_t *range = model->influence_start + of->mesh->first_vertex + vertex;
    const float *point = model->positions + 3 * ((size_t)of->mesh->first_vertex + (size_t)vertex);
    double all[4] = {0}, some[4] = {0};
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        const sinew_palette_matrix *matrix = &of->task->pose->palette[influence->skin_joint];
        sinew__skin_point_add(matrix, point, (double)influence->weight, all);
        if (is_kept(model, range, i, kept)) sinew__skin_point_add(matrix, point, (double)influence->weight, some);
    }
    double squares = 0;
    for (int i = 0; i < 3; ++i) {
        const double difference = all[i] / all[3] - some[i] / some[3];
        squares += difference * difference;
    }
    return sqrt(squares);
}

static void measure_pose(excess *of, int32_t clip, double time)
{
    sinew__check_pose(of->task, clip, time);
    for (size_t i = 0; i < of->vertex_count; ++i) {
        const double distance = distance_of(of, of->vertices[i], of->task->contract->influences);
        if (!(distance > of->distance)) continue;
        of->distance = distance;
        of->clip = clip;
        of->time = time;
    }
}

/// Poses evenly spread over each clip.
static void measure_clips(excess *of)
{
    const sinew_model *model = of->task->model;
    const int32_t poses = model->clip_count > MAX_POSES ? 1 : MAX_POSES / (model->clip_count + 1) + 1;
    for (int32_t clip = 0; clip < model->clip_count; ++clip)
        for (int32_t i = 0; i < poses; ++i) measure_pose(of, clip, model->clips[clip].duration * i / poses);
}

static int list_vertices(excess *of)
{
    sinew__mesh_points points;
    const sinew_model *model = of->task->model;
    int64_t comparisons = 0; // of weights, in one pose
    of->vertices = sinew__allocate(MAX_VERTICES * sizeof *of->vertices);
    if (!of->vertices || !sinew__mesh_points_init(&points, model, of->mesh)) return 0;
    for (int32_t i = 0; i < of->mesh->vertex_count; ++i) {
        const int32_t count = (int32_t)count_of(model, of->mesh, i);
        if (count <= of->task->contract->influences) continue;
        sinew__mesh_points_mark(&points, i);
        if (count > of->largest) of->largest = count;
        comparisons += (int64_t)count * count;
        if (of->vertex_count < MAX_VERTICES && comparisons <= MAX_COMPARISONS) of->vertices[of->vertex_count++] = i;
    }
    of->point_count = points.count;
    sinew__mesh_points_free(&points);
    return 1;
}

/// A displacement that nobody sees is a note.
static void report(const excess *of)
{
    const sinew_model *model = of->task->model;
    const int32_t kept = of->task->contract->influences;
    sinew__check_spot spot = sinew__check_spot_of(of->clip, SINEW_NONE, of->index, SINEW__VIEW_INFLUENCES);
    spot.count = of->point_count;
    spot.time = of->time;
    spot.measured = of->distance * model->info->unit_cm;
    spot.expected = sinew__check_dropped_weights * model->info->size * model->info->unit_cm;
    spot.unit = "cm";
    sinew__finding *finding = sinew__check_find(
        of->task, SINEW__CHECK_W21, &spot,
        "%lld of its vertices have more than %d influences, up to %d; dropping the smallest moves a vertex by %.3g cm",
        (long long)of->point_count, (int)kept, (int)of->largest, spot.measured);
    const int is_visible = spot.measured > spot.expected;
    if (finding && !is_visible && finding->severity == SINEW_SEVERITY_WARNING) finding->severity = SINEW_SEVERITY_INFO;
}

void sinew__check_influences(const sinew__check_task *task)
{
    if (!sinew__check_wants(task, SINEW__CHECK_W21)) return;
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &task->model->meshes[i];
        if (!(mesh->flags & SINEW_MESH_SKINNED) || mesh->max_influences <= task->contract->influences) continue;
        excess of = {.task = task, .mesh = mesh, .index = i, .clip = SINEW_NONE, .time = (double)NAN};
        if (!list_vertices(&of)) task->report->arena.failed = 1;
        if (of.point_count > 0) {
            measure_clips(&of);
            report(&of);
        }
        sinew_free(of.vertices);
    }
}
