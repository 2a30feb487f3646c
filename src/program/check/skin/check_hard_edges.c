/// W22: edges of the surface that a bend stretches, because each end is bound to one joint only.
#include <math.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/checks.h"
#include "program/check/skin/mesh_points.h"

enum { MAX_POSES = 60, MAX_EDGES = 4096 }; // of a clip; of a mesh that are measured

typedef struct hard_edge {
    int32_t vertices[2]; ///< counted from the mesh's first
    int32_t entries[2];  ///< in the palette: what moves each
    int32_t joint;       ///< of both the one below the other
    int is_stretched;
} hard_edge;

typedef struct hard_edges {
    const sinew__check_task *task;
    const sinew_mesh *mesh;
    hard_edge *edges; ///< [count]
    int32_t count;
    hard_edge worst;
    double stretch; ///< length of the worst edge, as a multiple of that with one joint for both ends
    int32_t clip;
    double time;
} hard_edges;

/// The only palette entry that moves a vertex, or SINEW_NONE.
static int32_t only_entry(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex)
{
    const uint32_t *range = model->influence_start + mesh->first_vertex + vertex;
    int32_t entry = SINEW_NONE;
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        if (!(model->influences[i].weight > 0)) continue;
        if (entry != SINEW_NONE) return SINEW_NONE;
        entry = model->influences[i].skin_joint;
    }
    return entry;
}

static int is_above(const sinew_model *model, int32_t above, int32_t joint)
{
    while (joint > above) joint = model->joints[joint].parent; // parents come first
    return joint == above;
}

static void add_edge(hard_edges *of, int32_t a, int32_t b)
{
    const sinew_model *model = of->task->model;
    if (of->count == MAX_EDGES) return;
    const int32_t entry_a = only_entry(model, of->mesh, a), entry_b = only_entry(model, of->mesh, b);
    if (entry_a == SINEW_NONE || entry_b == SINEW_NONE || entry_a == entry_b) return;
    const int32_t joint_a = model->skin_joints[entry_a].joint, joint_b = model->skin_joints[entry_b].joint;
    const int32_t above = joint_a < joint_b ? joint_a : joint_b, below = joint_a < joint_b ? joint_b : joint_a;
    if (above == below || !is_above(model, above, below)) return;
    of->edges[of->count++] = (hard_edge){.vertices = {a, b}, .entries = {entry_a, entry_b}, .joint = below};
}

/// An edge of two polygons is listed once for each.
static void find_edges(hard_edges *of)
{
    const sinew_model *model = of->task->model;
    const uint32_t *corners = model->corner_vertices + of->mesh->first_corner;
    for (int32_t p = of->mesh->first_polygon; p < of->mesh->first_polygon + of->mesh->polygon_count; ++p) {
        const uint32_t size = model->polygon_sizes[p];
        for (uint32_t i = 0; size >= 3 && i < size; ++i)
            add_edge(of, (int32_t)corners[i], (int32_t)corners[(i + 1) % size]);
        corners += size;
    }
}

/// The length of an edge in the pose, its ends moved by two palette entries.
static double length_with(const hard_edges *of, const hard_edge *edge, int32_t first, int32_t second)
{
    const int32_t entries[2] = {first, second};
    double sums[2][4] = {{0}};
    for (int i = 0; i < 2; ++i) {
        const size_t vertex = (size_t)of->mesh->first_vertex + (size_t)edge->vertices[i];
        sinew__skin_point_add(&of->task->pose->palette[entries[i]], of->task->model->positions + 3 * vertex, 1,
                              sums[i]);
    }
    return hypot(hypot(sums[0][0] - sums[1][0], sums[0][1] - sums[1][1]), sums[0][2] - sums[1][2]);
}

static void measure_pose(hard_edges *of, int32_t clip, double time)
{
    const double visible = sinew__check_stretched_length * of->task->model->info->size;
    sinew__check_pose(of->task, clip, time);
    for (int32_t i = 0; i < of->count; ++i) {
        hard_edge *edge = &of->edges[i];
        const int32_t a = edge->entries[0], b = edge->entries[1];
        const double length = length_with(of, edge, a, b),
                     rigid = fmax(length_with(of, edge, a, a), length_with(of, edge, b, b));
        if (!(length - rigid > visible) || !(length > sinew__check_stretch * rigid) || !(rigid > 0)) continue;
        edge->is_stretched = 1;
        if (length / rigid <= of->stretch) continue;
        of->stretch = length / rigid;
        of->worst = *edge;
        of->clip = clip;
        of->time = time;
    }
}

static void measure_clips(hard_edges *of)
{
    const sinew_model *model = of->task->model;
    if (model->clip_count == 0)
        sinew__check_skip(of->task, SINEW__CHECK_W22, SINEW_NONE, "no clip bends the joints of hard edges");
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        if (!sinew__check_spend(of->task, MAX_POSES)) {
            sinew__check_skip(of->task, SINEW__CHECK_W22, clip, "the clips of the file have too many frames");
            return;
        }
        for (int pose = 0; pose < MAX_POSES; ++pose)
            measure_pose(of, clip, model->clips[clip].duration * pose / (MAX_POSES - 1));
    }
}

static int64_t count_points(const hard_edges *of)
{
    sinew__mesh_points points;
    if (!sinew__mesh_points_init(&points, of->task->model, of->mesh)) of->task->report->arena.failed = 1;
    for (int32_t i = 0; points.marked && i < of->count; ++i) {
        if (!of->edges[i].is_stretched) continue;
        for (int end = 0; end < 2; ++end) sinew__mesh_points_mark(&points, of->edges[i].vertices[end]);
    }
    const int64_t count = points.count;
    sinew__mesh_points_free(&points);
    return count;
}

static void report(const hard_edges *of, int32_t mesh)
{
    const sinew_model *model = of->task->model;
    sinew__check_spot spot = sinew__check_spot_of(of->clip, of->worst.joint, mesh, SINEW__VIEW_POSE);
    spot.count = count_points(of);
    spot.time = of->time;
    spot.measured = of->stretch;
    spot.expected = sinew__check_stretch;
    spot.unit = "times the length";
    sinew__check_find(of->task, SINEW__CHECK_W22, &spot,
                      "%lld of its vertices are bound to one joint only at a bend: an edge at '%s' stretches to %.3g "
                      "times its length at %.4f s",
                      (long long)spot.count, sinew_text(model, model->joints[of->worst.joint].name), of->stretch,
                      of->time);
}

static void judge_mesh(hard_edges *of, int32_t index)
{
    find_edges(of);
    if (of->count == 0) return;
    measure_clips(of);
    if (of->stretch > 0) report(of, index);
}

void sinew__check_hard_edges(const sinew__check_task *task)
{
    if (!sinew__check_wants(task, SINEW__CHECK_W22)) return;
    hard_edges of = {.task = task, .edges = sinew__allocate(MAX_EDGES * sizeof(hard_edge))};
    if (!of.edges) task->report->arena.failed = 1;
    for (int32_t i = 0; of.edges && i < task->model->mesh_count; ++i) {
        of = (hard_edges){.task = task, .mesh = &task->model->meshes[i], .edges = of.edges, .clip = SINEW_NONE};
        if (of.mesh->flags & SINEW_MESH_SKINNED) judge_mesh(&of, i);
    }
    sinew_free(of.edges);
}
