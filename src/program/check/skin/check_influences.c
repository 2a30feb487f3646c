/// W05: sums of weights other than 1. W21: weights that a limit of influences drops. W22: weights of distant joints.
///
/// W21 measures the displacement of vertices when their smallest weights are dropped, over all clips.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/model/mesh_entries.h"

// W22: vertices that a distant joint moves, although another one is close.

/// A bone of a mesh in mesh space at bind time; a point if start equals end.
typedef struct bind_bone {
    sinew_vec3 start, end;
} bind_bone;

typedef struct bone_state {
    const check_task *task;
    const sinew_mesh *mesh;
    bind_bone *bones; ///< [skin_joint_count] from each joint to its first child that moves the mesh
    uint8_t *has;     ///< [skin_joint_count] whether the palette entry belongs to this mesh, not only to other meshes
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

/// Sets the bone of each joint: from the joint to its first child that moves the mesh. A joint without such a child is
/// a point. Returns 0 when out of memory.
static int find_bones(bone_state *of)
{
    const sinew_model *model = of->task->model;
    const sinew_skin_joint *joints = model->skin_joints + of->mesh->first_skin_joint;
    int32_t *entry = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *entry);
    of->bones = sinew__allocate_zeroed((size_t)of->mesh->skin_joint_count + 1, sizeof *of->bones);
    of->has = sinew__allocate((size_t)of->mesh->skin_joint_count + 1);
    const int ok = entry && of->bones && of->has;
    if (ok) sinew__mark_mesh_entries(model, (int32_t)(of->mesh - model->meshes), of->has);
    for (int32_t i = 0; ok && i < model->joint_count; ++i) entry[i] = SINEW_NONE;
    for (int32_t i = 0; ok && i < of->mesh->skin_joint_count; ++i) {
        sinew_affine bind;
        if (!of->has[i]) continue;
        sinew__affine_inverse(&joints[i].inverse_bind, &bind);
        of->bones[i].start = of->bones[i].end = (sinew_vec3){bind.row[0][3], bind.row[1][3], bind.row[2][3]};
        entry[joints[i].joint] = i;
    }
    for (int32_t i = of->mesh->skin_joint_count - 1; ok && i >= 0; --i) {
        if (!of->has[i]) continue;
        const int32_t parent = model->joints[joints[i].joint].parent;
        if (parent != SINEW_NONE && entry[parent] != SINEW_NONE) of->bones[entry[parent]].end = of->bones[i].start;
    }
    sinew_free(entry);
    return ok;
}

/// Returns whether two joints are equal, or the first is at most two levels above the second: the head may move an ear.
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

/// The distances of a vertex: `moving` from the nearest bone that moves it, `any` from the nearest unrelated bone.
typedef struct vertex_distance {
    double moving, any;
    int32_t joint; ///< index in `skin_joints` of the nearest joint that moves it
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
        if (of->has[i] && !are_related(model, found.joint, of->mesh->first_skin_joint + i))
            found.any = fmin(found.any, distance_to_bone(&of->bones[i], point));
    return found;
}

/// Returns the size of the character in mesh space.
static double size_in_mesh(const sinew_model *model, const sinew_mesh *mesh)
{
    const sinew_affine *offset = &model->skin_joints[mesh->first_skin_joint].inverse_bind;
    const double scale = hypot(hypot(offset->row[0][0], offset->row[1][0]), offset->row[2][0]);
    sinew_affine rest = sinew__affine_identity();
    for (int32_t j = model->skin_joints[mesh->first_skin_joint].joint; j != SINEW_NONE; j = model->joints[j].parent)
        rest = sinew__affine_multiply(&model->joints[j].rest_matrix, &rest);
    const double global = hypot(hypot(rest.row[0][0], rest.row[1][0]), rest.row[2][0]);
    return scale * global > 0 ? model->info->size / (scale * global) : (double)INFINITY;
}

void check_far_vertices(const check_task *task)
{
    if (!check_wants(task, CHECK_W22)) return;
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        bone_state of = {.task = task, .mesh = &task->model->meshes[i]};
        check_mesh_points points = {0};
        vertex_distance worst = {0, 0, SINEW_NONE};
        if (!(of.mesh->flags & SINEW_MESH_SKINNED)) continue;
        of.unit = size_in_mesh(task->model, of.mesh);
        const int is_ready = find_bones(&of) && check_mesh_points_init(&points, task->model, of.mesh);
        if (!is_ready) task->report->arena.failed = 1;
        for (int32_t k = 0; is_ready && k < of.mesh->vertex_count; ++k) {
            const vertex_distance found = measure(&of, k);
            if (!(found.any < found.moving / sinew__check_closer_joint)) continue;
            check_mesh_points_mark(&points, k);
            if (found.moving > worst.moving) worst = found;
        }
        if (points.count > 0) {
            const sinew_model *model = task->model;
            const double cm = model->info->size * model->info->unit_cm / of.unit;
            check_spot spot = check_spot_of(SINEW_NONE, model->skin_joints[worst.joint].joint, i, CHECK_VIEW_WEIGHTS);
            spot.count = points.count;
            spot.measured = worst.moving * cm;
            spot.expected = worst.any * cm;
            spot.unit = "cm";
            check_find(task, CHECK_W22, &spot,
                       "%lld of its vertices are far from every joint that moves them: one is %.3g cm from '%s', and "
                       "%.3g cm from another joint",
                       (long long)points.count, spot.measured,
                       sinew_text(model, model->joints[model->skin_joints[worst.joint].joint].name), spot.expected);
        }
        check_mesh_points_free(&points);
        sinew_free(of.bones);
        sinew_free(of.has);
    }
}

static int adds_displacements(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i) {
        const sinew_deformer *deformer = &model->deformers[i];
        if (deformer->kind == SINEW_DEFORM_SKIN && deformer->link_mode == SINEW_LINK_ADDITIVE) return 1;
    }
    return 0;
}

/// Returns whether the import dropped weights of the mesh because they are not finite.
static int has_no_numbers(const sinew_model *model, int32_t mesh)
{
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), "I04") == 0 &&
            strstr(sinew_text(model, model->warnings[i].text), "weights") &&
            strcmp(sinew_text(model, model->warnings[i].object), check_mesh_name(model, mesh)) == 0)
            return 1;
    return 0;
}

static void judge_sums(const check_task *task, int32_t index, check_mesh_points *unweighted,
                       check_mesh_points *unbalanced)
{
    const sinew_model *model = task->model;
    const sinew_mesh *mesh = &model->meshes[index];
    const int additive = adds_displacements(model, mesh);
    double worst_sum = 1;
    uint32_t worst_point = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const uint32_t *range = model->influence_start + mesh->first_vertex + i;
        double sum = 0;
        for (uint32_t k = range[0]; k < range[1]; ++k) sum += (double)model->influences[k].authored;
        if (sum == 0) check_mesh_points_mark(unweighted, i);
        if (sum == 0 || additive || fabs(sum - 1) <= sinew__check_weight_sum) continue;
        check_mesh_points_mark(unbalanced, i);
        if (fabs(sum - 1) <= fabs(worst_sum - 1)) continue;
        worst_sum = sum;
        worst_point = check_mesh_point_of(model, mesh, i);
    }
    check_spot spot = check_spot_of(SINEW_NONE, SINEW_NONE, index, CHECK_VIEW_INFLUENCES);
    spot.count = unweighted->count;
    spot.measured = 0;
    spot.expected = 1;
    if (unweighted->count > 0)
        check_find(task, CHECK_W04, &spot, "%lld of its vertices have no weights%s; they stay where the mesh is",
                   (long long)unweighted->count,
                   has_no_numbers(model, index) ? ": those in the file are not a number" : "");
    spot.count = unbalanced->count;
    spot.measured = worst_sum;
    if (unbalanced->count > 0)
        check_find(task, CHECK_W05, &spot,
                   "the weights of %lld of its vertices do not sum to 1; those of vertex %u sum to %.4g",
                   (long long)unbalanced->count, (unsigned)worst_point, worst_sum);
}

void check_weights(const check_task *task)
{
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &task->model->meshes[i];
        check_mesh_points unweighted = {0}, unbalanced = {0};
        if (!(mesh->flags & SINEW_MESH_SKINNED)) continue;
        if (check_mesh_points_init(&unweighted, task->model, mesh) &&
            check_mesh_points_init(&unbalanced, task->model, mesh))
            judge_sums(task, i, &unweighted, &unbalanced);
        else
            task->report->arena.failed = 1;
        check_mesh_points_free(&unweighted);
        check_mesh_points_free(&unbalanced);
    }
}

enum {
    MAX_POSES = 64,            // poses of all clips together
    MAX_VERTICES = 4096,       // vertices of one mesh that are skinned in each pose
    MAX_COMPARISONS = 1 << 22, // comparisons of weights in one pose
};

/// The vertices in a mesh that have too many influences, and the largest displacement of a vertex if its smallest
/// influences are dropped.
typedef struct excess {
    const check_task *task;
    const sinew_mesh *mesh;
    int32_t *vertices; ///< [vertex_count] vertices with too many influences, at most MAX_VERTICES
    size_t vertex_count;
    int64_t point_count;
    int32_t largest; ///< largest number of influences of a vertex
    double distance; ///< largest displacement in units of the file
    int32_t clip;
    double time;
} excess;

/// Returns whether an influence is among the `kept` largest of its vertex; of equal weights the first ones are kept.
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

/// Returns the distance between a vertex skinned by all influences and by the `kept` largest ones.
static double distance_of(const excess *of, int32_t vertex, int32_t kept)
{
    const sinew_model *model = of->task->model;
    const uint32_t *range = model->influence_start + of->mesh->first_vertex + vertex;
    const float *point = model->positions + 3 * ((size_t)of->mesh->first_vertex + (size_t)vertex);
    double all[4] = {0}, some[4] = {0};
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        const sinew_palette_matrix *matrix = &of->task->pose->palette[influence->skin_joint];
        check_skin_point_add(matrix, point, (double)influence->weight, all);
        if (is_kept(model, range, i, kept)) check_skin_point_add(matrix, point, (double)influence->weight, some);
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
    check_pose(of->task, clip, time);
    for (size_t i = 0; i < of->vertex_count; ++i) {
        const double distance = distance_of(of, of->vertices[i], of->task->contract->influences);
        if (!(distance > of->distance)) continue;
        of->distance = distance;
        of->clip = clip;
        of->time = time;
    }
}

static int list_vertices(excess *of)
{
    check_mesh_points points;
    const sinew_model *model = of->task->model;
    int64_t comparisons = 0; // comparisons of weights that one pose needs
    of->vertices = sinew__allocate(MAX_VERTICES * sizeof *of->vertices);
    if (!of->vertices || !check_mesh_points_init(&points, model, of->mesh)) return 0;
    for (int32_t i = 0; i < of->mesh->vertex_count; ++i) {
        const uint32_t *range = model->influence_start + of->mesh->first_vertex + i;
        int32_t count = 0;
        for (uint32_t k = range[0]; k < range[1]; ++k) count += model->influences[k].weight > 0;
        if (count <= of->task->contract->influences) continue;
        check_mesh_points_mark(&points, i);
        if (count > of->largest) of->largest = count;
        comparisons += (int64_t)count * count;
        if (of->vertex_count < MAX_VERTICES && comparisons <= MAX_COMPARISONS) of->vertices[of->vertex_count++] = i;
    }
    of->point_count = points.count;
    check_mesh_points_free(&points);
    return 1;
}

void check_influences(const check_task *task)
{
    if (!check_wants(task, CHECK_W21)) return;
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &task->model->meshes[i];
        if (!(mesh->flags & SINEW_MESH_SKINNED) || mesh->max_influences <= task->contract->influences) continue;
        excess of = {.task = task, .mesh = mesh, .clip = SINEW_NONE, .time = (double)NAN};
        if (!list_vertices(&of)) task->report->arena.failed = 1;
        if (of.point_count > 0) {
            // poses are evenly spread over each clip
            const sinew_model *model = task->model;
            const int32_t poses = model->clip_count > MAX_POSES ? 1 : MAX_POSES / (model->clip_count + 1) + 1;
            for (int32_t clip = 0; clip < model->clip_count; ++clip)
                for (int32_t k = 0; k < poses; ++k) measure_pose(&of, clip, model->clips[clip].duration * k / poses);
            // A displacement too small to see is reported as INFO.
            check_spot spot = check_spot_of(of.clip, SINEW_NONE, i, CHECK_VIEW_INFLUENCES);
            spot.count = of.point_count;
            spot.time = of.time;
            spot.measured = of.distance * model->info->unit_cm;
            spot.expected = sinew__check_dropped_weights * model->info->size * model->info->unit_cm;
            spot.unit = "cm";
            check_finding *finding =
                check_find(task, CHECK_W21, &spot,
                           "%lld of its vertices have more than %d influences, up to %d; dropping "
                           "the smallest moves a vertex by %.3g cm",
                           (long long)of.point_count, (int)task->contract->influences, (int)of.largest, spot.measured);
            if (finding && !(spot.measured > spot.expected) && finding->severity == SINEW_SEVERITY_WARNING)
                finding->severity = SINEW_SEVERITY_INFO;
        }
        sinew_free(of.vertices);
    }
}
