/// Faults of linear skinning at a bend. W22: edges of the surface that are stretched. W23: the surface becomes thin
/// around a joint.

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"

// ---- W22: edges whose ends are each moved by one joint, but by different ones ---------------------------------------

enum { MAX_EDGE_POSES = 60, MAX_EDGES = 4096 }; // poses per clip; edges per mesh that are measured

typedef struct hard_edge {
    int32_t vertices[2]; ///< counted from the mesh's first
    int32_t entries[2];  ///< palette entries of the two vertices
    int32_t joint;       ///< of the two joints, the one below the other in the hierarchy
    int is_stretched;
} hard_edge;

typedef struct hard_edges {
    const check_task *task;
    const sinew_mesh *mesh;
    hard_edge *edges; ///< [count]
    int32_t count;
    hard_edge worst;
    double stretch; ///< length of the worst edge, divided by its length if one joint moved both ends
    int32_t clip;
    double time;
} hard_edges;

/// Returns the only palette entry that moves a vertex, or SINEW_NONE if several do.
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
    while (joint > above) joint = model->joints[joint].parent; // a parent's index is smaller
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

/// Lists the edges of the mesh whose vertices are each moved by a single palette entry, but by different entries. An
/// edge between two polygons is listed twice.
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

/// Returns the length of an edge in the pose, if the entries `first` and `second` move its ends.
static double length_with(const hard_edges *of, const hard_edge *edge, int32_t first, int32_t second)
{
    const int32_t entries[2] = {first, second};
    double sums[2][4] = {{0}};
    for (int i = 0; i < 2; ++i) {
        const size_t vertex = (size_t)of->mesh->first_vertex + (size_t)edge->vertices[i];
        check_skin_point_add(&of->task->pose->palette[entries[i]], of->task->model->positions + 3 * vertex, 1, sums[i]);
    }
    return hypot(hypot(sums[0][0] - sums[1][0], sums[0][1] - sums[1][1]), sums[0][2] - sums[1][2]);
}

static void measure_pose(hard_edges *of, int32_t clip, double time)
{
    const double visible = sinew__check_stretched_length * of->task->model->info->size;
    check_pose(of->task, clip, time);
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
    if (model->clip_count == 0) check_skip(of->task, CHECK_W22, SINEW_NONE, "no clip bends the joints of hard edges");
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        if (!check_spend(of->task, MAX_EDGE_POSES)) {
            check_skip(of->task, CHECK_W22, clip, "the clips of the file have too many frames");
            return;
        }
        for (int pose = 0; pose < MAX_EDGE_POSES; ++pose)
            measure_pose(of, clip, model->clips[clip].duration * pose / (MAX_EDGE_POSES - 1));
    }
}

void check_hard_edges(const check_task *task)
{
    if (!check_wants(task, CHECK_W22)) return;
    hard_edges of = {.task = task, .edges = sinew__allocate(MAX_EDGES * sizeof(hard_edge))};
    if (!of.edges) task->report->arena.failed = 1;
    for (int32_t i = 0; of.edges && i < task->model->mesh_count; ++i) {
        of = (hard_edges){.task = task, .mesh = &task->model->meshes[i], .edges = of.edges, .clip = SINEW_NONE};
        if (!(of.mesh->flags & SINEW_MESH_SKINNED)) continue;
        find_edges(&of);
        if (of.count == 0) continue;
        measure_clips(&of);
        if (!(of.stretch > 0)) continue;
        check_mesh_points points;
        if (!check_mesh_points_init(&points, task->model, of.mesh)) task->report->arena.failed = 1;
        for (int32_t k = 0; points.marked && k < of.count; ++k) {
            if (!of.edges[k].is_stretched) continue;
            for (int end = 0; end < 2; ++end) check_mesh_points_mark(&points, of.edges[k].vertices[end]);
        }
        check_spot spot = check_spot_of(of.clip, of.worst.joint, i, CHECK_VIEW_POSE);
        spot.count = points.count;
        spot.time = of.time;
        spot.measured = of.stretch;
        spot.expected = sinew__check_stretch;
        spot.unit = "times the length";
        check_find(task, CHECK_W22, &spot,
                   "%lld of its vertices are bound to one joint only at a bend: an edge at '%s' stretches to %.3g "
                   "times its length at %.4f s",
                   (long long)spot.count, sinew_text(task->model, task->model->joints[of.worst.joint].name), of.stretch,
                   of.time);
        check_mesh_points_free(&points);
    }
    sinew_free(of.edges);
}

enum { MAX_COLLAPSE_POSES = 60, MIN_VERTICES = 6, MAX_VERTICES = 64 }; // poses per clip; vertices per ring

/// A ring: the vertices that a joint and its parent move about equally, and the smallest width of the ring in a clip.
typedef struct joint_ring {
    int32_t joint, count;
    int32_t vertices[MAX_VERTICES];
    double rest;  ///< width at bind time, in mesh space
    double width; ///< smallest width in a pose, as a fraction of `rest`
    int32_t clip;
    double time;
} joint_ring;

/// Returns the root mean square distance of the vertices from their centre.
static double width_in_pose(const check_task *task, const sinew_mesh *mesh, const joint_ring *ring)
{
    sinew_vec3 points[MAX_VERTICES], centre = {0, 0, 0};
    double squares = 0;
    for (int32_t i = 0; i < ring->count; ++i) {
        points[i] = check_skin_point(task->model, mesh, ring->vertices[i], task->pose);
        centre.x += points[i].x / ring->count;
        centre.y += points[i].y / ring->count;
        centre.z += points[i].z / ring->count;
    }
    for (int32_t i = 0; i < ring->count; ++i) {
        const double x = points[i].x - centre.x, y = points[i].y - centre.y, z = points[i].z - centre.z;
        squares += x * x + y * y + z * z;
    }
    return sqrt(squares / ring->count);
}

/// Returns the joint whose ring a vertex belongs to: the joint and its parent each have about half of the weight.
/// SINEW_NONE: no such joint.
static int32_t ring_joint(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex)
{
    const uint32_t *range = model->influence_start + mesh->first_vertex + vertex;
    if (range[1] - range[0] < 2) return SINEW_NONE;
    int32_t joints[2] = {SINEW_NONE, SINEW_NONE};
    int count = 0;
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        if (fabs((double)model->influences[i].weight - 0.5) > sinew__check_ring_weight) continue;
        if (count == 2) return SINEW_NONE;
        joints[count++] = model->skin_joints[model->influences[i].skin_joint].joint;
    }
    if (count < 2) return SINEW_NONE;
    if (model->joints[joints[1]].parent == joints[0]) return joints[1];
    return model->joints[joints[0]].parent == joints[1] ? joints[0] : SINEW_NONE;
}

/// Collects the rings of a mesh in *out_rings, from sinew__allocate. Returns their number, −1 when out of memory.
static int32_t find_rings(const sinew_model *model, const sinew_mesh *mesh, joint_ring **out_rings)
{
    int32_t *of_joint = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *of_joint), count = 0;
    joint_ring *rings = sinew__allocate_zeroed((size_t)mesh->skin_joint_count + 1, sizeof *rings);
    *out_rings = rings;
    for (int32_t i = 0; of_joint && i < model->joint_count; ++i) of_joint[i] = SINEW_NONE;
    for (int32_t i = 0; of_joint && rings && i < mesh->vertex_count; ++i) {
        const int32_t joint = ring_joint(model, mesh, i);
        if (joint == SINEW_NONE) continue;
        if (of_joint[joint] == SINEW_NONE) {
            of_joint[joint] = count;
            rings[count++] = (joint_ring){.joint = joint, .width = 1, .clip = SINEW_NONE};
        }
        joint_ring *ring = &rings[of_joint[joint]];
        if (ring->count < MAX_VERTICES) ring->vertices[ring->count++] = i;
    }
    sinew_free(of_joint);
    return of_joint && rings ? count : -1;
}

static void measure_clip(const check_task *task, const sinew_mesh *mesh, joint_ring *rings, int32_t count, int32_t clip)
{
    const double duration = task->model->clips[clip].duration;
    if (!check_spend(task, MAX_COLLAPSE_POSES)) {
        check_skip(task, CHECK_W23, clip, "the clips of the file have too many frames");
        return;
    }
    for (int pose = 0; pose < MAX_COLLAPSE_POSES; ++pose) {
        const double time = duration * pose / (MAX_COLLAPSE_POSES - 1);
        check_pose(task, clip, time);
        for (int32_t i = 0; i < count; ++i) {
            if (rings[i].count < MIN_VERTICES || !(rings[i].rest > 0)) continue;
            const double width = width_in_pose(task, mesh, &rings[i]) / rings[i].rest;
            if (!(width < rings[i].width)) continue;
            rings[i].width = width;
            rings[i].clip = clip;
            rings[i].time = time;
        }
    }
}

static int skins_linearly(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i) {
        const sinew_deformer *deformer = &model->deformers[i];
        if (deformer->kind == SINEW_DEFORM_CACHE) return 0;
        if (deformer->kind == SINEW_DEFORM_SKIN &&
            (deformer->method != SINEW_SKIN_LINEAR || deformer->link_mode == SINEW_LINK_ADDITIVE))
            return 0;
    }
    return (mesh->flags & SINEW_MESH_SKINNED) != 0;
}

void check_collapse_at_joints(const check_task *task)
{
    const sinew_model *model = task->model;
    if (!check_wants(task, CHECK_W23)) return;
    for (int32_t index = 0; index < model->mesh_count; ++index) {
        const sinew_mesh *mesh = &model->meshes[index];
        if (!skins_linearly(model, mesh)) continue;
        joint_ring *rings;
        const int32_t count = find_rings(model, mesh, &rings);
        if (count < 0) task->report->arena.failed = 1;
        if (count > 0) check_pose(task, SINEW_NONE, 0);
        for (int32_t i = 0; i < count; ++i) rings[i].rest = width_in_pose(task, mesh, &rings[i]);
        for (int32_t clip = 0; clip < model->clip_count && count > 0; ++clip)
            measure_clip(task, mesh, rings, count, clip);
        for (int32_t i = 0; i < count; ++i) {
            const joint_ring *ring = &rings[i];
            if (!(ring->width < sinew__check_collapse)) continue;
            check_spot spot = check_spot_of(ring->clip, ring->joint, SINEW_NONE, CHECK_VIEW_POSE);
            spot.count = ring->count;
            spot.time = ring->time;
            spot.measured = ring->width * 100;
            spot.expected = sinew__check_collapse * 100;
            spot.unit = "% of the width";
            check_find(task, CHECK_W23, &spot, "the surface of '%s' collapses to %.3g %% of its width at %.4f s",
                       check_mesh_name(model, index), spot.measured, ring->time);
        }
        sinew_free(rings);
    }
}
