#include "viewer/core/pick_joint.h"

#include <math.h>
#include <stdlib.h>

#include "base/affine.h"
#include "render/camera.h"
#include "render/skeleton.h"
#include "render/vector.h"
#include "sinew/skin.h"

/// How near is near, in points: a joint's ball is meant rather than the bones that meet there.
static const double JOINT_REACH = 9.0, BONE_REACH = 6.0;

/// What is pointed at, and how it is seen.
typedef struct pointing {
    const sinew_model *model;
    const sinew_pose *pose;
    const sinew_draw_options *options;
    float view_projection[4][4], inverse[4][4];
    double x, y, scale; ///< pixels; pixels a point
} pointing;

// ---- the skeleton -------------------------------------------------------------------------------------------------

/// Where a joint is in the picture, pixels. Returns whether it lies before the camera.
static int joint_in_picture(const pointing *at, int32_t joint, double out[2])
{
    double clip[4];
    for (int i = 0; i < 4; ++i) {
        clip[i] = (double)at->view_projection[3][i];
        for (int k = 0; k < 3; ++k) clip[i] += (double)at->view_projection[k][i] * at->pose->global[joint].row[k][3];
    }
    if (!(clip[3] > 0.0)) return 0;
    out[0] = 0.5 * (1.0 + clip[0] / clip[3]) * at->options->width;
    out[1] = 0.5 * (1.0 - clip[1] / clip[3]) * at->options->height;
    return isfinite(out[0]) && isfinite(out[1]);
}

static double distance_to_line(const double from[2], const double to[2], double x, double y)
{
    const double along[2] = {to[0] - from[0], to[1] - from[1]};
    const double length = along[0] * along[0] + along[1] * along[1];
    const double part = length > 0.0 ? ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / length : 0.0;
    const double inside = fmin(fmax(part, 0.0), 1.0);
    return hypot(x - from[0] - inside * along[0], y - from[1] - inside * along[1]);
}

static int32_t skeletal_parent(const sinew_model *model, int has_bones, int32_t joint)
{
    int32_t parent = model->joints[joint].parent;
    while (parent != SINEW_NONE && !sinew__render_is_skeletal(model, has_bones, parent))
        parent = model->joints[parent].parent;
    return parent;
}

static int32_t pick_bone(const pointing *at)
{
    const sinew_model *model = at->model;
    const int has_bones = sinew__render_has_bones(model);
    double nearest_joint = JOINT_REACH * at->scale, nearest_bone = BONE_REACH * at->scale;
    int32_t joint = SINEW_NONE, bone = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        double here[2], above[2];
        if (!sinew__render_is_skeletal(model, has_bones, i) || !joint_in_picture(at, i, here)) continue;
        const double away = hypot(at->x - here[0], at->y - here[1]);
        if (away < nearest_joint) {
            nearest_joint = away;
            joint = i;
        }
        const int32_t parent = skeletal_parent(model, has_bones, i);
        if (parent == SINEW_NONE || !joint_in_picture(at, parent, above)) continue;
        const double aside = distance_to_line(above, here, at->x, at->y);
        if (aside < nearest_bone) {
            nearest_bone = aside;
            bone = parent;
        }
    }
    return joint != SINEW_NONE ? joint : bone;
}

// ---- the surface --------------------------------------------------------------------------------------------------

/// A line into the picture, world space.
typedef struct sight_line {
    double origin[3], way[3];
} sight_line;

static void unproject(const pointing *at, double depth, double out[3])
{
    const double clip[4] = {2.0 * at->x / at->options->width - 1.0, 1.0 - 2.0 * at->y / at->options->height, depth,
                            1.0};
    double world[4] = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) world[i] += (double)at->inverse[k][i] * clip[k];
    }
    for (int i = 0; i < 3; ++i) out[i] = world[i] / world[3];
}

/// Möller and Trumbore's test (1997). Returns how far along the ray the triangle is hit, or infinity; both sides count.
static double hit_triangle(const sight_line *ray, double corners[3][3], double out_weights[3])
{
    double ab[3], ac[3], across[3], from[3], over[3];
    render_subtract(corners[1], corners[0], ab);
    render_subtract(corners[2], corners[0], ac);
    render_cross(ray->way, ac, across);
    const double determinant = render_dot(ab, across);
    if (determinant == 0.0) return (double)INFINITY;
    render_subtract(ray->origin, corners[0], from);
    render_cross(from, ab, over);
    out_weights[1] = render_dot(from, across) / determinant;
    out_weights[2] = render_dot(ray->way, over) / determinant;
    out_weights[0] = 1.0 - out_weights[1] - out_weights[2];
    const double far = render_dot(ac, over) / determinant;
    const int inside = out_weights[0] >= 0.0 && out_weights[1] >= 0.0 && out_weights[2] >= 0.0;
    return inside && far >= 0.0 ? far : (double)INFINITY;
}

/// The nearest point of a surface so far.
typedef struct surface_hit {
    double far;
    int32_t vertices[3]; ///< in the model's arrays
    double weights[3];
} surface_hit;

static void hit_mesh(const pointing *at, const sight_line *ray, const sinew_mesh *mesh, const float *positions,
                     surface_hit *hit)
{
    const uint32_t *indices = at->model->indices + mesh->first_index;
    for (int32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        double corners[3][3], weights[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) {
            const float *p = positions + 3 * (size_t)indices[i + k];
            const sinew_vec3 local = {(double)p[0], (double)p[1], (double)p[2]};
            const sinew_vec3 world = sinew__affine_point(&at->model->info->root, local);
            corners[k][0] = world.x;
            corners[k][1] = world.y;
            corners[k][2] = world.z;
        }
        const double far = hit_triangle(ray, corners, weights);
        if (!(far < hit->far)) continue;
        hit->far = far;
        for (int k = 0; k < 3; ++k) {
            hit->vertices[k] = mesh->first_vertex + (int32_t)indices[i + k];
            hit->weights[k] = weights[k];
        }
    }
}

/// Skins every mesh that is shown and finds where the ray meets it. Without memory it meets none.
static surface_hit find_hit(const pointing *at, const sight_line *ray)
{
    surface_hit hit = {.far = (double)INFINITY};
    const sinew_model *model = at->model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_is_drawn(mesh) || !at->pose->visible[mesh->joint]) continue;
        float *positions = malloc(((size_t)mesh->vertex_count * 6 + 1) * sizeof *positions);
        float *scratch = malloc((sinew_skin_scratch_floats(model, i) + 1) * sizeof *scratch);
        if (positions && scratch) {
            sinew_skin_mesh(model, i, at->pose, scratch, positions, positions + 3 * (size_t)mesh->vertex_count);
            hit_mesh(at, ray, mesh, positions, &hit);
        }
        free(scratch);
        free(positions);
    }
    return hit;
}

/// The joint with the largest weight at the point that is hit.
static int32_t strongest_joint(const sinew_model *model, const surface_hit *hit)
{
    double most = 0.0;
    int32_t strongest = SINEW_NONE;
    double *weights = calloc((size_t)model->joint_count + 1, sizeof *weights);
    for (int k = 0; weights && k < 3; ++k) {
        const int32_t vertex = hit->vertices[k];
        for (uint32_t i = model->influence_start[vertex]; i < model->influence_start[vertex + 1]; ++i) {
            const int32_t joint = model->skin_joints[model->influences[i].skin_joint].joint;
            weights[joint] += hit->weights[k] * (double)model->influences[i].weight;
            if (weights[joint] <= most) continue;
            most = weights[joint];
            strongest = joint;
        }
    }
    free(weights);
    return strongest;
}

static int32_t pick_surface(const pointing *at)
{
    sight_line ray;
    double far[3];
    unproject(at, -1.0, ray.origin);
    unproject(at, 1.0, far);
    render_subtract(far, ray.origin, ray.way);
    const surface_hit hit = find_hit(at, &ray);
    return hit.far < (double)INFINITY ? strongest_joint(at->model, &hit) : SINEW_NONE;
}

int32_t viewer_pick_joint(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options, double x,
                          double y)
{
    const double scale = options->pixel_scale > 0.0 ? options->pixel_scale : 1.0;
    pointing at = {.model = model, .pose = pose, .options = options, .x = x, .y = y, .scale = scale};
    const double aspect = (double)options->width / options->height;
    sinew__render_camera_matrices(&options->camera, options->bounds, aspect, at.view_projection, at.inverse);
    const int32_t joint = options->skeleton == SINEW_SHOW_ON ? pick_bone(&at) : SINEW_NONE;
    if (joint != SINEW_NONE || options->hide_meshes) return joint;
    return pick_surface(&at);
}
