/// W23: the surface around a joint that becomes thin when the joint rotates, as linear skinning does.
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/checks.h"
#include "program/check/skin/mesh_points.h"

enum { MAX_POSES = 60, MIN_VERTICES = 6, MAX_VERTICES = 64 }; // of a clip; of the ring of a joint

/// The vertices that a joint and its parent share about equally, and how thin they become.
typedef struct joint_ring {
    int32_t joint, count;
    int32_t vertices[MAX_VERTICES];
    double rest;  ///< width at bind time, mesh space
    double width; ///< the smallest share of it
    int32_t clip;
    double time;
} joint_ring;

/// Root mean square distance from the centre.
static double width_of(const sinew_vec3 *points, int32_t count)
{
    sinew_vec3 centre = {0, 0, 0};
    double squares = 0;
    for (int32_t i = 0; i < count; ++i) {
        centre.x += points[i].x / count;
        centre.y += points[i].y / count;
        centre.z += points[i].z / count;
    }
    for (int32_t i = 0; i < count; ++i) {
        const double x = points[i].x - centre.x, y = points[i].y - centre.y, z = points[i].z - centre.z;
        squares += x * x + y * y + z * z;
    }
    return sqrt(squares / count);
}

static double width_in_pose(const sinew__check_task *task, const sinew_mesh *mesh, const joint_ring *ring)
{
    sinew_vec3 points[MAX_VERTICES];
    for (int32_t i = 0; i < ring->count; ++i)
        points[i] = sinew__skin_point(task->model, mesh, ring->vertices[i], task->pose);
    return width_of(points, ring->count);
}

/// The joint whose ring a vertex belongs to: it and its parent have about half of the weight each. SINEW_NONE: none.
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

/// Collects the rings of a mesh; `of_joint` [joint_count] is scratch. Returns their number, −1 when out of memory.
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

static void measure_clip(const sinew__check_task *task, const sinew_mesh *mesh, joint_ring *rings, int32_t count,
                         int32_t clip)
{
    const double duration = task->model->clips[clip].duration;
    if (!sinew__check_spend(task, MAX_POSES)) {
        sinew__check_skip(task, SINEW__CHECK_W23, clip, "the clips of the file have too many frames");
        return;
    }
    for (int pose = 0; pose < MAX_POSES; ++pose) {
        const double time = duration * pose / (MAX_POSES - 1);
        sinew__check_pose(task, clip, time);
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

static void report(const sinew__check_task *task, int32_t mesh, const joint_ring *ring)
{
    sinew__check_spot spot = sinew__check_spot_of(ring->clip, ring->joint, SINEW_NONE, SINEW__VIEW_POSE);
    if (!(ring->width < sinew__check_collapse)) return;
    spot.count = ring->count;
    spot.time = ring->time;
    spot.measured = ring->width * 100;
    spot.expected = sinew__check_collapse * 100;
    spot.unit = "% of the width";
    sinew__check_find(task, SINEW__CHECK_W23, &spot, "the surface of '%s' collapses to %.3g %% of its width at %.4f s",
                      sinew__check_mesh_name(task->model, mesh), ring->width * 100, ring->time);
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

static void judge_mesh(const sinew__check_task *task, int32_t index)
{
    const sinew_model *model = task->model;
    const sinew_mesh *mesh = &model->meshes[index];
    joint_ring *rings;
    const int32_t count = find_rings(model, mesh, &rings);
    if (count < 0) task->report->arena.failed = 1;
    if (count > 0) sinew__check_pose(task, SINEW_NONE, 0);
    for (int32_t i = 0; i < count; ++i) rings[i].rest = width_in_pose(task, mesh, &rings[i]);
    for (int32_t clip = 0; clip < model->clip_count && count > 0; ++clip) measure_clip(task, mesh, rings, count, clip);
    for (int32_t i = 0; i < count; ++i) report(task, index, &rings[i]);
    sinew_free(rings);
}

void sinew__check_collapse_at_joints(const sinew__check_task *task)
{
    if (!sinew__check_wants(task, SINEW__CHECK_W23)) return;
    for (int32_t i = 0; i < task->model->mesh_count; ++i)
        if (skins_linearly(task->model, &task->model->meshes[i])) judge_mesh(task, i);
}
