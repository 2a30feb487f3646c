#include "program/viewer/core/pick_joint.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/view/view.h"
#include "sinew/skin.h"

/// Picking radii in points. A joint within its radius of the point takes precedence over bones.
static const double joint_radius = 9.0, bone_radius = 6.0;

/// The view, and the point to pick at.
typedef struct pick_query {
    const sinew_model *model;
    const sinew_pose *pose;
    const sinew_draw_options *options;
    float view_projection[4][4], inverse[4][4];
    double x, y, scale; ///< pixels; `scale`: pixels per point
} pick_query;

// ---- the skeleton -------------------------------------------------------------------------------------------------

/// Projects a joint into the image, in pixels. Returns whether it is in front of the camera.
static int project_joint(const pick_query *query, int32_t joint, double out[2])
{
    double clip[4];
    for (int i = 0; i < 4; ++i) {
        clip[i] = (double)query->view_projection[3][i];
        for (int k = 0; k < 3; ++k)
            clip[i] += (double)query->view_projection[k][i] * query->pose->global[joint].row[k][3];
    }
    if (!(clip[3] > 0.0)) return 0;
    out[0] = 0.5 * (1.0 + clip[0] / clip[3]) * query->options->width;
    out[1] = 0.5 * (1.0 - clip[1] / clip[3]) * query->options->height;
    return isfinite(out[0]) && isfinite(out[1]);
}

static double distance_to_line(const double from[2], const double to[2], double x, double y)
{
    const double along[2] = {to[0] - from[0], to[1] - from[1]};
    const double length = along[0] * along[0] + along[1] * along[1];
    const double fraction = length > 0.0 ? ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / length : 0.0;
    const double inside = fmin(fmax(fraction, 0.0), 1.0);
    return hypot(x - from[0] - inside * along[0], y - from[1] - inside * along[1]);
}

static int32_t pick_bone(const pick_query *query)
{
    const sinew_model *model = query->model;
    const int has_bones = sinew__render_has_bones(model);
    double nearest_joint = joint_radius * query->scale, nearest_bone = bone_radius * query->scale;
    int32_t joint = SINEW_NONE, bone = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        double position[2], parent_position[2];
        if (!sinew__render_is_skeletal(model, has_bones, i) || !project_joint(query, i, position)) continue;
        const double distance = hypot(query->x - position[0], query->y - position[1]);
        if (distance < nearest_joint) {
            nearest_joint = distance;
            joint = i;
        }
        int32_t parent = model->joints[i].parent;
        while (parent != SINEW_NONE && !sinew__render_is_skeletal(model, has_bones, parent))
            parent = model->joints[parent].parent;
        if (parent == SINEW_NONE || !project_joint(query, parent, parent_position)) continue;
        const double bone_distance = distance_to_line(parent_position, position, query->x, query->y);
        if (bone_distance < nearest_bone) {
            nearest_bone = bone_distance;
            bone = parent;
        }
    }
    return joint != SINEW_NONE ? joint : bone;
}

// ---- surface ------------------------------------------------------------------------------------------------------

/// A ray through a pixel, in world space.
typedef struct view_ray {
    double origin[3], direction[3];
} view_ray;

static void unproject(const pick_query *query, double depth, double out[3])
{
    const double clip[4] = {2.0 * query->x / query->options->width - 1.0, 1.0 - 2.0 * query->y / query->options->height,
                            depth, 1.0};
    double world[4] = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) world[i] += (double)query->inverse[k][i] * clip[k];
    }
    for (int i = 0; i < 3; ++i) out[i] = world[i] / world[3];
}

/// Intersects a ray with a triangle, from both sides (Möller and Trumbore 1997). Returns the distance along the ray, or
/// infinity.
static double hit_triangle(const view_ray *ray, double corners[3][3], double out_weights[3])
{
    double ab[3], ac[3], across[3], from[3], over[3];
    sinew__double3_subtract(corners[1], corners[0], ab);
    sinew__double3_subtract(corners[2], corners[0], ac);
    sinew__double3_cross(ray->direction, ac, across);
    const double determinant = sinew__double3_dot(ab, across);
    if (determinant == 0.0) return (double)INFINITY;
    sinew__double3_subtract(ray->origin, corners[0], from);
    sinew__double3_cross(from, ab, over);
    out_weights[1] = sinew__double3_dot(from, across) / determinant;
    out_weights[2] = sinew__double3_dot(ray->direction, over) / determinant;
    out_weights[0] = 1.0 - out_weights[1] - out_weights[2];
    const double distance = sinew__double3_dot(ac, over) / determinant;
    const int inside = out_weights[0] >= 0.0 && out_weights[1] >= 0.0 && out_weights[2] >= 0.0;
    return inside && distance >= 0.0 ? distance : (double)INFINITY;
}

/// The nearest intersection so far.
typedef struct surface_hit {
    double distance;
    int32_t vertices[3]; ///< indices in the model's vertex arrays
    double weights[3];
} surface_hit;

static void hit_mesh(const pick_query *query, const view_ray *ray, const sinew_mesh *mesh, const float *positions,
                     surface_hit *hit)
{
    const uint32_t *indices = query->model->indices + mesh->first_index;
    for (int32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        double corners[3][3], weights[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) {
            const float *p = positions + 3 * (size_t)indices[i + k];
            const sinew_vec3 local = {(double)p[0], (double)p[1], (double)p[2]};
            const sinew_vec3 world = sinew__affine_point(&query->model->info->root, local);
            corners[k][0] = world.x;
            corners[k][1] = world.y;
            corners[k][2] = world.z;
        }
        const double distance = hit_triangle(ray, corners, weights);
        if (!(distance < hit->distance)) continue;
        hit->distance = distance;
        for (int k = 0; k < 3; ++k) {
            hit->vertices[k] = mesh->first_vertex + (int32_t)indices[i + k];
            hit->weights[k] = weights[k];
        }
    }
}

/// Skins every visible mesh and finds the nearest intersection with the ray. The result is empty when out of memory.
static surface_hit find_hit(const pick_query *query, const view_ray *ray)
{
    surface_hit hit = {.distance = (double)INFINITY};
    const sinew_model *model = query->model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_drawable(mesh) || !query->pose->visible[mesh->joint]) continue;
        float *positions = malloc(((size_t)mesh->vertex_count * 6 + 1) * sizeof *positions);
        float *scratch = malloc((sinew_skin_scratch_floats(model, i, SINEW_SKIN_AUTHORED) + 1) * sizeof *scratch);
        if (positions && scratch) {
            sinew_skin_mesh(model, i, SINEW_SKIN_AUTHORED, query->pose, scratch, positions,
                            positions + 3 * (size_t)mesh->vertex_count);
            hit_mesh(query, ray, mesh, positions, &hit);
        }
        free(scratch);
        free(positions);
    }
    return hit;
}

/// Returns the joint with the largest weight at the intersection.
static int32_t strongest_joint(const sinew_model *model, const surface_hit *hit)
{
    double max = 0.0;
    int32_t strongest = SINEW_NONE;
    double *weights = calloc((size_t)model->joint_count + 1, sizeof *weights);
    for (int k = 0; weights && k < 3; ++k) {
        const int32_t vertex = hit->vertices[k];
        for (uint32_t i = model->influence_start[vertex]; i < model->influence_start[vertex + 1]; ++i) {
            const int32_t joint = model->skin_joints[model->influences[i].skin_joint].joint;
            weights[joint] += hit->weights[k] * (double)model->influences[i].weight;
            if (weights[joint] <= max) continue;
            max = weights[joint];
            strongest = joint;
        }
    }
    free(weights);
    return strongest;
}

static pick_query make_query(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options,
                             double x, double y)
{
    const double scale = options->pixel_scale > 0.0 ? options->pixel_scale : 1.0;
    pick_query query = {.model = model, .pose = pose, .options = options, .x = x, .y = y, .scale = scale};
    const double aspect = (double)options->width / options->height;
    sinew__render_camera_matrices(&options->camera, options->bounds, aspect, query.view_projection, query.inverse);
    return query;
}

int32_t viewer_pick_joint(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options, double x,
                          double y)
{
    const pick_query query = make_query(model, pose, options, x, y);
    const int32_t joint = options->skeleton == SINEW_SHOW_ON ? pick_bone(&query) : SINEW_NONE;
    if (joint != SINEW_NONE || options->meshes == SINEW_SHOW_OFF) return joint;
    view_ray ray;
    double distance[3];
    unproject(&query, -1.0, ray.origin);
    unproject(&query, 1.0, distance);
    sinew__double3_subtract(distance, ray.origin, ray.direction);
    const surface_hit hit = find_hit(&query, &ray);
    return hit.distance < (double)INFINITY ? strongest_joint(query.model, &hit) : SINEW_NONE;
}

// Dragging moves the selected joint in a plane parallel to the image. The two bones above it follow. The joint keeps
// its target until the user resets the pose.

sinew_vec3 viewer_drag_position(const sinew_camera *camera, int height, sinew_vec3 start, double right, double down)
{
    render_camera_axes axes;
    sinew__render_camera_find_axes(camera, &axes);
    double position[3] = {start.x, start.y, start.z}, image_height = camera->height;
    if (camera->field_of_view > 0.0) { // height of the image at the depth of `start`, in file units
        double from_eye[3];
        sinew__double3_subtract(position, camera->eye, from_eye);
        image_height =
            2.0 * sinew__double3_dot(from_eye, axes.forward) * tan(camera->field_of_view * SINEW__PI / 360.0);
    }
    const double pixel = image_height / height;
    sinew__double3_add_scaled(position, pixel * right, axes.right, position);
    sinew__double3_add_scaled(position, -pixel * down, axes.up, position);
    return (sinew_vec3){position[0], position[1], position[2]};
}

void viewer_begin_drag(viewer_state *viewer, const sinew_draw_options *options, double x, double y)
{
    const int32_t joint = viewer->selected_joint;
    sinew_ik_two_bone limb;
    viewer->drag.is_active = 0;
    if (joint == SINEW_NONE) return;
    double position[2];
    const pick_query query = make_query(viewer->model, viewer->pose, options, x, y);
    if (!project_joint(&query, joint, position)) return;
    if (hypot(x - position[0], y - position[1]) >= joint_radius * query.scale) return;
    if (sinew_pose_find_limb(viewer->model, viewer->pose, joint, &limb, NULL) != SINEW_OK) return;
    viewer_drag drag = {.is_active = 1, .camera = options->camera, .height = options->height};
    const sinew_affine *global = &viewer->pose->global[joint];
    drag.start = (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
    viewer->drag = drag;
}

void viewer_move_drag(viewer_state *viewer, double right, double down)
{
    viewer_drag *drag = &viewer->drag;
    const sinew_vec3 target = viewer_drag_position(&drag->camera, drag->height, drag->start, right, down);
    sinew__pose_edits_set_target(&viewer->edits, viewer->selected_joint, target);
    drag->is_moved = 1;
}

void viewer_cancel_drag(viewer_state *viewer)
{
    viewer->drag.is_active = 0;
    viewer_apply_edits(viewer);
}
