/// W22: vertices that follow a distant joint although another one is close.
#include <math.h>
#include <stdlib.h>

#include "core/base/affine.h"
#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/checks.h"
#include "program/check/skin/mesh_points.h"

/// A bone of a mesh in its own space at bind time, or a point.
typedef struct bind_bone {
    sinew_vec3 start, end;
} bind_bone;

typedef struct bone_state {
    const sinew__check_task *task;
    const sinew_mesh *mesh;
    bind_bone *bones; ///< [skin_joint_count] from each joint to its first child that moves the mesh
    double unit;      ///< size of the character in mesh space
} bone_state;

static double distance_to_bone(const bind_bone *bone, const float point[3])
{
    const sinew_vec3 d = {bone->end.x - bone->start.x, bone->end.y - bone->start.y, bone->end.z - bone->start.z},
                     p = {(double)point[0] - bone->start.x, (double)point[1] - bone->start.y,
                          (double)point[2] - bone->start.z};
    const double squares = d.x * d.x + d.y * d.y + d.z * d.z;
    const double along = squares > 0 ? fmin(1, fmax(0, (d.x * p.x + d.y * p.y + d.z * p.z) / squares)) : 0;
    return hypot(hypot(p.x - along * d.x, p.y - along * d.y), p.z - along * d.z);
}

static sinew_vec3 bind_position(const sinew_skin_joint *skin_joint)
{
    sinew_affine bind;
    sinew__affine_inverse(&skin_joint->offset, &bind);
    return (sinew_vec3){bind.row[0][3], bind.row[1][3], bind.row[2][3]};
}

/// Bones end at the first child; joints without one are points.
static int find_bones(bone_state *of)
{
    const sinew_model *model = of->task->model;
    const sinew_skin_joint *joints = model->skin_joints + of->mesh->first_skin_joint;
    int32_t *entry = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *entry);
    of->bones = sinew__allocate_zeroed((size_t)of->mesh->skin_joint_count + 1, sizeof *of->bones);
    for (int32_t i = 0; entry && i < model->joint_count; ++i) entry[i] = SINEW_NONE;
    for (int32_t i = 0; entry && of->bones && i < of->mesh->skin_joint_count; ++i) {
        of->bones[i].start = of->bones[i].end = bind_position(&joints[i]);
        entry[joints[i].joint] = i;
    }
    for (int32_t i = of->mesh->skin_joint_count - 1; entry && of->bones && i >= 0; --i) {
        const int32_t parent = model->joints[joints[i].joint].parent;
        if (parent != SINEW_NONE && entry[parent] != SINEW_NONE) of->bones[entry[parent]].end = of->bones[i].start;
    }
    sinew_free(entry);
    return entry && of->bones;
}

/// Whether one joint is the other, or at most two levels above it: an ear may follow the head.
static int is_near_above(const sinew_model *model, int32_t above, int32_t joint)
{
    for (int level = 0; level <= 2 && joint != SINEW_NONE; ++level, joint = model->joints[joint].parent)
        if (joint == above) return 1;
    return 0;
}

static int are_related(const sinew_model *model, int32_t skin_joint_a, int32_t skin_joint_b)
{
    const int32_t a = model->skin_joints[skin_joint_a].joint, b = model->skin_joints[skin_joint_b].joint;
    return is_near_above(model, a, b) || is_near_above(model, b, a);
}

/// The distances of a vertex from the bones that move it, and from the unrelated bones of the mesh.
typedef struct vertex_distance {
    double moving, any;
    int32_t joint; ///< in `skin_joints`: the closest that moves it
} vertex_distance;

static vertex_distance measure(const bone_state *of, int32_t vertex)
{
    const sinew_model *model = of->task->model;
    const uint32_t *range = model->influence_start + of->mesh->first_vertex + vertex;
    const float *point = model->positions + 3 * ((size_t)of->mesh->first_vertex + (size_t)vertex);
    vertex_distance found = {(double)INFINITY, (double)INFINITY, SINEW_NONE};
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const int32_t joint = model->influences[i].skin_joint;
        if (!(model->influences[i].authored > 0)) continue;
        const double distance = distance_to_bone(&of->bones[joint - of->mesh->first_skin_joint], point);
        if (distance >= found.moving) continue;
        found.moving = distance;
        found.joint = joint;
    }
    if (found.joint == SINEW_NONE || found.moving < sinew__check_far_vertex * of->unit) return found;
    for (int32_t i = 0; i < of->mesh->skin_joint_count; ++i)
        if (!are_related(model, found.joint, of->mesh->first_skin_joint + i))
            found.any = fmin(found.any, distance_to_bone(&of->bones[i], point));
    return found;
}

static void report(const bone_state *of, int32_t mesh, const vertex_distance *worst, int64_t count)
{
    const sinew_model *model = of->task->model;
    const double cm = model->info->size * model->info->unit_cm / of->unit;
    sinew__check_spot spot =
        sinew__check_spot_of(SINEW_NONE, model->skin_joints[worst->joint].joint, mesh, SINEW__VIEW_WEIGHTS);
    spot.count = count;
    spot.measured = worst->moving * cm;
    spot.expected = worst->any * cm;
    spot.unit = "cm";
    sinew__check_find(of->task, SINEW__CHECK_W22, &spot,
                      "%lld of its vertices are far from every joint that moves them: one is %.3g cm from '%s', and "
                      "%.3g cm from another joint",
                      (long long)count, spot.measured,
                      sinew_text(model, model->joints[model->skin_joints[worst->joint].joint].name), spot.expected);
}

/// The length in mesh space of the size of the character.
static double size_in_mesh(const sinew_model *model, const sinew_mesh *mesh)
{
    const sinew_affine *offset = &model->skin_joints[mesh->first_skin_joint].offset;
    const double scale = hypot(hypot(offset->row[0][0], offset->row[1][0]), offset->row[2][0]);
    sinew_affine rest = sinew__affine_identity();
    for (int32_t j = model->skin_joints[mesh->first_skin_joint].joint; j != SINEW_NONE; j = model->joints[j].parent)
        rest = sinew__affine_multiply(&model->joints[j].rest_matrix, &rest);
    const double global = hypot(hypot(rest.row[0][0], rest.row[1][0]), rest.row[2][0]);
    return scale * global > 0 ? model->info->size / (scale * global) : (double)INFINITY;
}

static void judge_mesh(bone_state *of, int32_t index, sinew__mesh_points *points)
{
    vertex_distance worst = {0, 0, SINEW_NONE};
    for (int32_t i = 0; i < of->mesh->vertex_count; ++i) {
        const vertex_distance found = measure(of, i);
        if (!(found.any < found.moving / sinew__check_closer_joint)) continue;
        sinew__mesh_points_mark(points, i);
        if (found.moving > worst.moving) worst = found;
    }
    if (points->count > 0) report(of, index, &worst, points->count);
}

void sinew__check_far_vertices(const sinew__check_task *task)
{
    if (!sinew__check_wants(task, SINEW__CHECK_W22)) return;
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        bone_state of = {.task = task, .mesh = &task->model->meshes[i]};
        sinew__mesh_points points = {0};
        if (!(of.mesh->flags & SINEW_MESH_SKINNED)) continue;
        of.unit = size_in_mesh(task->model, of.mesh);
        if (find_bones(&of) && sinew__mesh_points_init(&points, task->model, of.mesh))
            judge_mesh(&of, i, &points);
        else
            task->report->arena.failed = 1;
        sinew__mesh_points_free(&points);
        sinew_free(of.bones);
    }
}
