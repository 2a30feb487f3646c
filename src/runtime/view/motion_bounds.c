// The bounds of a character during a clip, for cameras, computed from its few outermost vertices; and tracking cameras.
#include "runtime/view/view.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/skin/skin_method.h"

// Joins the bounds of two motions, which may be in different spaces.

void sinew__render_join_bounds(sinew_bounds *bounds, const sinew_bounds *other)
{
    double size = 0.0;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double direction[3];
        sinew__double3_spread_direction(i, SINEW_BOUND_POINTS, direction);
        if (sinew__double3_dot(other->points[i], direction) > sinew__double3_dot(bounds->points[i], direction))
            memcpy(bounds->points[i], other->points[i], sizeof bounds->points[i]);
    }
    for (int i = 0; i < 3; ++i) {
        bounds->min[i] = fmin(bounds->min[i], other->min[i]);
        bounds->max[i] = fmax(bounds->max[i], other->max[i]);
        bounds->center[i] = 0.5 * (bounds->min[i] + bounds->max[i]);
        size += (bounds->max[i] - bounds->min[i]) * (bounds->max[i] - bounds->min[i]);
    }
    bounds->radius = 0.5 * sqrt(size);
    bounds->ground = fmin(bounds->ground, other->ground);
}

static void convert(const double rows[3][3], double scale, const double in[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = scale * sinew__double3_dot(rows[i], in);
}

void sinew__render_convert_bounds(const sinew_bounds *bounds, const double rows[3][3], double scale,
                                  sinew_bounds *out_bounds)
{
    double corners[2][3], points[SINEW_BOUND_POINTS][3];
    out_bounds->radius = scale * bounds->radius;
    out_bounds->ground = scale * bounds->ground; // the conversion keeps the up axis
    convert(rows, scale, bounds->center, out_bounds->center);
    convert(rows, scale, bounds->min, corners[0]);
    convert(rows, scale, bounds->max, corners[1]);
    for (int i = 0; i < 3; ++i) {
        out_bounds->min[i] = fmin(corners[0][i], corners[1][i]);
        out_bounds->max[i] = fmax(corners[0][i], corners[1][i]);
    }
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) convert(rows, scale, bounds->points[i], points[i]);
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) { // the directions are the same as before
        double direction[3];
        int farthest = i;
        sinew__double3_spread_direction(i, SINEW_BOUND_POINTS, direction);
        for (int k = 0; k < SINEW_BOUND_POINTS; ++k)
            if (sinew__double3_dot(points[k], direction) > sinew__double3_dot(points[farthest], direction))
                farthest = k;
        memcpy(out_bounds->points[i], points[farthest], sizeof points[farthest]);
    }
}

// A few vertices determine the extent of a character. Before posing, the vertices of each skin joint that are farthest
// in several directions are collected. Only these are skinned, for sampled poses of the clip.

enum {
    SUPPORT_DIRECTIONS = 26, ///< directions per skin joint
    SPREAD_GROUPS = 8,       ///< an additive mesh gives this many times SUPPORT_DIRECTIONS vertices
    SAMPLED_POSES = 41,
};

// ---- extreme vertices ---------------------------------------------------------------------------------------------

/// A vertex at rest, or with one morph shape at full weight.
typedef struct support {
    int32_t vertex; ///< index in the model
    float position[3];
} support;

typedef struct support_list {
    support *items; ///< [capacity]
    int32_t count, capacity;
} support_list;

/// The farthest vertex of one skin joint, or of one shape, in each direction.
typedef struct farthest {
    float distance[SUPPORT_DIRECTIONS];
    support at[SUPPORT_DIRECTIONS]; ///< vertex < 0: none yet
} farthest;

static void farthest_reset(farthest *extremes)
{
    for (int i = 0; i < SUPPORT_DIRECTIONS; ++i) extremes->at[i].vertex = -1;
}

static void farthest_consider(farthest *extremes, float directions[][3], int32_t vertex, const float position[3])
{
    for (int i = 0; i < SUPPORT_DIRECTIONS; ++i) {
        const float *d = directions[i];
        const float distance = d[0] * position[0] + d[1] * position[1] + d[2] * position[2];
        if (extremes->at[i].vertex >= 0 && distance <= extremes->distance[i]) continue;
        extremes->distance[i] = distance;
        extremes->at[i].vertex = vertex;
        memcpy(extremes->at[i].position, position, sizeof extremes->at[i].position);
    }
}

static void list_farthest(const farthest *extremes, support_list *list)
{
    for (int i = 0; i < SUPPORT_DIRECTIONS; ++i) {
        if (extremes->at[i].vertex < 0) continue;
        int known = 0;
        for (int k = 0; k < i && !known; ++k)
            known = extremes->at[k].vertex == extremes->at[i].vertex &&
                    memcmp(extremes->at[k].position, extremes->at[i].position, sizeof extremes->at[i].position) == 0;
        if (!known) list->items[list->count++] = extremes->at[i];
    }
}

/// Returns the skin joint with the largest weight for a vertex, as an index in the mesh.
static int32_t strongest_skin_joint(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex)
{
    int32_t strongest = 0;
    float weight = -1.0f;
    for (uint32_t i = model->influence_start[vertex]; i < model->influence_start[vertex + 1]; ++i) {
        if (model->influences[i].weight <= weight) continue;
        weight = model->influences[i].weight;
        strongest = model->influences[i].skin_joint - mesh->first_skin_joint;
    }
    return strongest;
}

static void list_mesh_supports(const sinew_model *model, const sinew_mesh *mesh, float directions[][3],
                               farthest *by_skin_joint, support_list *list)
{
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i) farthest_reset(&by_skin_joint[i]);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const int32_t vertex = mesh->first_vertex + i;
        farthest_consider(&by_skin_joint[strongest_skin_joint(model, mesh, vertex)], directions, vertex,
                          &model->positions[3 * (size_t)vertex]);
    }
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i) list_farthest(&by_skin_joint[i], list);
}

static int is_additive(const sinew_model *model, const sinew_mesh *mesh)
{
    return sinew__is_additive(sinew__skin_of(model, mesh));
}

/// Collects evenly spread vertices of an additive mesh. Its joints displace vertices one after the other, so that the
/// largest weight does not tell which joint matters.
static void list_spread_supports(const sinew_model *model, const sinew_mesh *mesh, support_list *list)
{
    const int32_t step = mesh->vertex_count / (SPREAD_GROUPS * SUPPORT_DIRECTIONS) + 1;
    for (int32_t i = 0; i < mesh->vertex_count; i += step) {
        support *item = &list->items[list->count++];
        item->vertex = mesh->first_vertex + i;
        memcpy(item->position, &model->positions[3 * (size_t)item->vertex], sizeof item->position);
    }
}

static void list_shape_supports(const sinew_model *model, const sinew_mesh *mesh, const sinew_shape *shape,
                                float directions[][3], support_list *list)
{
    farthest extremes;
    farthest_reset(&extremes);
    for (int32_t i = 0; i < shape->delta_count; ++i) {
        const sinew_shape_delta *delta = &model->deltas[shape->first_delta + i];
        const int32_t vertex = mesh->first_vertex + delta->vertex;
        float position[3];
        for (int k = 0; k < 3; ++k) position[k] = model->positions[3 * (size_t)vertex + (size_t)k] + delta->position[k];
        farthest_consider(&extremes, directions, vertex, position);
    }
    list_farthest(&extremes, list);
}

/// Collects the extreme vertices of a mesh's geometry cache, over evenly spread samples.
static void list_cache_supports(const sinew_model *model, const sinew_geometry_cache *cache, float directions[][3],
                                support_list *list)
{
    const sinew_mesh *mesh = &model->meshes[cache->mesh];
    const int32_t step = cache->sample_count / SAMPLED_POSES + 1;
    farthest extremes;
    farthest_reset(&extremes);
    for (int32_t sample = 0; sample < cache->sample_count; sample += step) {
        const size_t first = (size_t)cache->first_point + (size_t)sample * (size_t)cache->point_count;
        for (int32_t i = 0; i < mesh->vertex_count; ++i) {
            const int32_t vertex = mesh->first_vertex + i;
            farthest_consider(&extremes, directions, vertex,
                              &model->cache_points[3 * (first + model->control_points[vertex])]);
        }
    }
    list_farthest(&extremes, list);
}

/// Collects the extreme vertices in list->items, which is allocated; NULL when out of memory.
static void list_supports(const sinew_model *model, support_list *list)
{
    int32_t max_skin_joints = 1;
    size_t groups = (size_t)model->shape_count + (size_t)model->cache_count + 1;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (model->meshes[i].skin_joint_count > max_skin_joints) max_skin_joints = model->meshes[i].skin_joint_count;
        groups +=
            (size_t)model->meshes[i].skin_joint_count + (is_additive(model, &model->meshes[i]) ? SPREAD_GROUPS : 0);
    }
    float directions[SUPPORT_DIRECTIONS][3];
    for (int i = 0; i < SUPPORT_DIRECTIONS; ++i) {
        double direction[3];
        sinew__double3_spread_direction(i, SUPPORT_DIRECTIONS, direction);
        for (int k = 0; k < 3; ++k) directions[i][k] = (float)direction[k];
    }
    farthest *by_skin_joint = sinew__allocate((size_t)max_skin_joints * sizeof *by_skin_joint);
    list->items = by_skin_joint ? sinew__allocate(groups * SUPPORT_DIRECTIONS * sizeof *list->items) : NULL;
    for (int32_t i = 0; list->items && i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_drawable(mesh)) continue;
        list_mesh_supports(model, mesh, directions, by_skin_joint, list);
        if (is_additive(model, mesh)) list_spread_supports(model, mesh, list);
        for (int32_t k = mesh->first_morph; k < mesh->first_morph + mesh->morph_count; ++k) {
            const sinew_shape *shapes = &model->shapes[model->morphs[k].first_shape];
            for (int32_t s = 0; s < model->morphs[k].shape_count; ++s)
                list_shape_supports(model, mesh, &shapes[s], directions, list);
        }
        if (sinew_mesh_geometry_cache(model, i))
            list_cache_supports(model, sinew_mesh_geometry_cache(model, i), directions, list);
    }
    sinew_free(by_skin_joint);
}

static double affine_row(const float row[4], const float p[3])
{
    return (double)(row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]);
}

/// Returns the skinned position of an extreme vertex, without the importer's root transform. Dual quaternion skinning
/// is replaced by linear skinning, which moves vertices only slightly less far out.
static sinew_vec3 support_position(const sinew_model *model, const sinew_pose *pose, const support *point)
{
    sinew_vec3 sum = {0.0, 0.0, 0.0};
    const float *p = point->position;
    const sinew_mesh *mesh = // if additive, the vertex's mesh: such meshes share no entries
        &model->meshes[model->skin_joints[model->influences[model->influence_start[point->vertex]].skin_joint].mesh];
    if (is_additive(model, mesh)) {
        float displaced[3] = {p[0], p[1], p[2]};
        sinew__displace_point(model, mesh, pose->palette, point->vertex, displaced);
        return (sinew_vec3){(double)displaced[0], (double)displaced[1], (double)displaced[2]};
    }
    for (uint32_t i = model->influence_start[point->vertex]; i < model->influence_start[point->vertex + 1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        const sinew_palette_matrix *matrix = &pose->palette[influence->skin_joint];
        const double w = (double)influence->weight;
        sum.x += w * affine_row(matrix->row[0], p);
        sum.y += w * affine_row(matrix->row[1], p);
        sum.z += w * affine_row(matrix->row[2], p);
    }
    return sum;
}

// ---- the view -----------------------------------------------------------------------------------------------------

/// Directions to try for a flat model, which may face anywhere, the default first: degrees to add to azimuth and
/// elevation.
static const double views[][2] = {{0, 0}, {0, 34}, {-56, 0}, {124, 0}, {180, 0}, {0, -41}};

enum { VIEWS = sizeof views / sizeof *views, SAMPLED_TRIANGLES = 256 };

/// Fractions of all surfaces that a view shows. With less than `hidden`, flat surfaces are seen edge-on or from behind;
/// a closed surface shows a quarter. Another view must show more than `shown`.
static const double hidden = 0.06, shown = 0.2;

/// The area of surfaces that each view shows, summed over the sampled poses. Occlusion is ignored.
typedef struct seen_surface {
    double towards[VIEWS][3];
    double seen[VIEWS], all; ///< areas
} seen_surface;

/// Adds a triangle; if it is two-sided, both sides count.
static void see_triangle(seen_surface *surface, const sinew_model *model, const sinew_pose *pose,
                         const int32_t vertices[3], int is_two_sided)
{
    double corners[3][3], sides[2][3], area[3];
    for (int i = 0; i < 3; ++i) {
        support point = {.vertex = vertices[i]};
        memcpy(point.position, &model->positions[3 * (size_t)vertices[i]], sizeof point.position);
        const sinew_vec3 world = sinew__affine_point(&model->info->root, support_position(model, pose, &point));
        memcpy(corners[i], (const double[3]){world.x, world.y, world.z}, sizeof corners[i]);
    }
    for (int i = 0; i < 2; ++i) sinew__double3_subtract(corners[i + 1], corners[0], sides[i]);
    sinew__double3_cross(sides[0], sides[1], area);
    if (!isfinite(area[0] + area[1] + area[2])) return;
    surface->all += sinew__double3_length(area);
    for (int i = 0; i < VIEWS; ++i) {
        const double seen = sinew__double3_dot(area, surface->towards[i]);
        surface->seen[i] += is_two_sided ? fabs(seen) : fmax(seen, 0);
    }
}

/// Adds triangles of the drawn meshes, evenly spread over all of them.
static void see_meshes(seen_surface *surface, const sinew_model *model, const sinew_pose *pose)
{
    const int32_t step = model->index_count / 3 / SAMPLED_TRIANGLES + 1;
    int32_t next = 0; // index of the next triangle in the submesh
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_drawable(mesh)) continue;
        for (int32_t k = mesh->first_submesh; k < mesh->first_submesh + mesh->submesh_count; ++k) {
            const sinew_submesh *submesh = &model->submeshes[k];
            const int32_t material = submesh->material, count = submesh->index_count / 3;
            const int is_two_sided =
                material == SINEW_NONE || model->materials[material].two_sided || (mesh->flags & SINEW_MESH_TWO_SIDED);
            for (; next < count; next += step) {
                const uint32_t *corners = &model->indices[submesh->first_index + 3 * next];
                int32_t vertices[3];
                for (int c = 0; c < 3; ++c) vertices[c] = mesh->first_vertex + (int32_t)corners[c];
                see_triangle(surface, model, pose, vertices, is_two_sided);
            }
            next -= count;
        }
    }
}

// ---- extent of a motion -------------------------------------------------------------------------------------------

/// The extent of the motion, over the poses sampled so far.
typedef struct motion_extent {
    double directions[SINEW_BOUND_POINTS][3];
    double distance[SINEW_BOUND_POINTS];
    sinew_bounds *bounds;
    double offset[3]; ///< offset of the tracking camera, subtracted from every point
    int seen;
    seen_surface surface;
} motion_extent;

static void extent_add(motion_extent *motion, const double world[3])
{
    if (!isfinite(world[0] + world[1] + world[2])) return;
    double point[3];
    sinew__double3_subtract(world, motion->offset, point);
    sinew_bounds *bounds = motion->bounds;
    for (int i = 0; i < 3; ++i) {
        if (!motion->seen || point[i] < bounds->min[i]) bounds->min[i] = point[i];
        if (!motion->seen || point[i] > bounds->max[i]) bounds->max[i] = point[i];
    }
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        const double distance = sinew__double3_dot(motion->directions[i], point);
        if (motion->seen && distance <= motion->distance[i]) continue;
        motion->distance[i] = distance;
        memcpy(bounds->points[i], point, sizeof bounds->points[i]);
    }
    motion->seen = 1;
}

static void extent_add_poses(motion_extent *motion, const sinew_model *model, sinew_engine engine, int32_t clip,
                             double from, double to, const sinew_trail *root, const support_list *supports,
                             sinew_pose *pose)
{
    const int surface = sinew__render_has_surface(model), bones = sinew__render_has_bones(model);
    const int samples = clip == SINEW_NONE || !(to > from) ? 1 : SAMPLED_POSES;
    for (int sample = 0; sample < samples; ++sample) {
        const double fraction = samples > 1 ? (double)sample / (samples - 1) : 0.0;
        const double time = from + fraction * (to - from);
        sinew_pose_evaluate(model, engine, clip, time, pose);
        see_meshes(&motion->surface, model, pose);
        if (root) sinew__render_trail_offset(root, time, motion->offset);
        for (int32_t i = 0; i < supports->count; ++i) {
            const sinew_vec3 world =
                sinew__affine_point(&model->info->root, support_position(model, pose, &supports->items[i]));
            extent_add(motion, (const double[3]){world.x, world.y, world.z});
        }
        // Counts joints that deform a mesh; if no mesh is drawn, the joints of the skeleton.
        for (int32_t i = 0; i < model->joint_count; ++i) {
            const int counts = surface ? (model->joints[i].flags & SINEW_JOINT_DEFORMS) != 0
                                       : sinew__render_is_skeletal(model, bones, i);
            if (!counts) continue;
            double position[3];
            sinew__render_joint_position(pose, i, position);
            extent_add(motion, position);
        }
    }
}

/// Returns the height of the ground: 0 if the lowest point of the motion is near that height, else the height of this
/// point.
static double find_ground(const sinew_model *model, const sinew_bounds *bounds)
{
    double up[3], front[3];
    sinew_model_axes(model, up, front);
    double lowest = sinew__double3_dot(up, bounds->points[0]), highest = lowest;
    for (int i = 1; i < SINEW_BOUND_POINTS; ++i) {
        const double height = sinew__double3_dot(up, bounds->points[i]);
        if (height < lowest) lowest = height;
        if (height > highest) highest = height;
    }
    const double near = 0.12 * (highest - lowest) + 1e-3 * bounds->radius;
    return fabs(lowest) <= near ? 0.0 : lowest;
}

static void finish(const sinew_model *model, motion_extent *motion)
{
    sinew_bounds *bounds = motion->bounds;
    if (!motion->seen) extent_add(motion, (const double[3]){0.0, 0.0, 0.0});
    for (int i = 0; i < 3; ++i) bounds->center[i] = 0.5 * (bounds->min[i] + bounds->max[i]);
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double away[3];
        sinew__double3_subtract(bounds->points[i], bounds->center, away);
        const double distance = sinew__double3_length(away);
        if (distance > bounds->radius) bounds->radius = distance;
    }
    const double min = 1e-3 * model->info->size;
    if (!(bounds->radius > min)) bounds->radius = min > 0.0 ? min : 1.0;
    bounds->ground = find_ground(model, bounds);
    // If the default view shows nearly nothing, chooses the first view that shows enough, else the one that shows most.
    int chosen = 0;
    if (motion->surface.seen[0] >= hidden * motion->surface.all) return;
    for (int i = 1; i < VIEWS && motion->surface.seen[chosen] < shown * motion->surface.all; ++i)
        if (motion->surface.seen[i] > motion->surface.seen[chosen]) chosen = i;
    bounds->azimuth = views[chosen][0];
    bounds->elevation = views[chosen][1];
}

/// As sinew_motion_bounds; with `root`, sinew__render_trail_offset is subtracted from every point.
static sinew_result render_motion_bounds(const sinew_model *model, sinew_engine engine, int32_t clip, double from,
                                         double to, const sinew_trail *root, sinew_bounds *out_bounds,
                                         sinew_error *out_error)
{
    *out_bounds = (sinew_bounds){0};
    sinew_pose *pose = NULL;
    support_list supports = {0};
    sinew_result result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;
    list_supports(model, &supports);
    if (supports.items) {
        motion_extent motion = {.bounds = out_bounds};
        double up[3], front[3], left[3], azimuth, elevation;
        sinew_model_axes(model, up, front);
        sinew__double3_cross(up, front, left);
        sinew_view_angles(SINEW_VIEW_DEFAULT, &azimuth, &elevation);
        for (int i = 0; i < VIEWS; ++i)
            sinew__double3_spherical(front, left, up, (azimuth + views[i][0]) * SINEW__PI / 180,
                                     (elevation + views[i][1]) * SINEW__PI / 180, motion.surface.towards[i]);
        for (int i = 0; i < SINEW_BOUND_POINTS; ++i)
            sinew__double3_spread_direction(i, SINEW_BOUND_POINTS, motion.directions[i]);
        extent_add_poses(&motion, model, engine, clip, from, to, root, &supports, pose);
        finish(model, &motion);
    } else {
        result = sinew__fail_memory(out_error);
    }
    sinew_free(supports.items);
    sinew_pose_destroy(pose);
    return result;
}

sinew_result sinew_motion_bounds(const sinew_model *model, sinew_engine engine, int32_t clip, double from, double to,
                                 sinew_bounds *out_bounds, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_bounds) || sinew__lacks_clip(model, clip, out_error) ||
        sinew__lacks_item(out_error, "engine", (int32_t)engine, SINEW_ENGINE_COUNT))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (!isfinite(from) || !isfinite(to))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the times %g and %g are not finite", from, to);
    return render_motion_bounds(model, engine, clip, from, to, NULL, out_bounds, out_error);
}

/// Returns the joint that moves the character: the first that deforms, else the first of the skeleton.
static int32_t find_root_joint(const sinew_model *model)
{
    const int has_bones = sinew__render_has_bones(model);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].flags & SINEW_JOINT_DEFORMS) return i;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (sinew__render_is_skeletal(model, has_bones, i)) return i;
    }
    return SINEW_NONE;
}

sinew_result sinew_tracking_camera_create(const sinew_model *model, sinew_engine engine, int32_t clip,
                                          sinew_tracking_camera **out_tracking, sinew_error *out_error)
{
    if (out_tracking) *out_tracking = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_tracking) || sinew__lacks_clip(model, clip, out_error) ||
        sinew__lacks_item(out_error, "engine", (int32_t)engine, SINEW_ENGINE_COUNT))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_tracking_camera *tracking = sinew__allocate_zeroed(1, sizeof *tracking);
    if (!tracking) return sinew__fail_memory(out_error);
    const int32_t root = find_root_joint(model);
    const sinew__span span = sinew__clip_span(model, clip);
    sinew_bounds static_bounds;
    sinew_result result = SINEW_OK;
    if (root != SINEW_NONE) result = sinew_trail_create(model, engine, clip, root, &tracking->root, out_error);
    if (result != SINEW_OK) goto fail;
    result = render_motion_bounds(model, engine, clip, span.start, span.end, NULL, &static_bounds, out_error);
    if (result != SINEW_OK) goto fail;
    result =
        render_motion_bounds(model, engine, clip, span.start, span.end, tracking->root, &tracking->bounds, out_error);
    if (result != SINEW_OK) goto fail;
    tracking->bounds.ground = static_bounds.ground;
    *out_tracking = tracking;
    return SINEW_OK;
fail:
    sinew_tracking_camera_destroy(tracking);
    return result;
}

void sinew_tracking_camera_destroy(sinew_tracking_camera *tracking)
{
    if (tracking) sinew_trail_destroy(tracking->root);
    sinew_free(tracking);
}

void sinew_tracking_camera_offset(const sinew_tracking_camera *tracking, double time, double out_offset[3])
{
    out_offset[0] = out_offset[1] = out_offset[2] = 0.0;
    if (tracking->root) sinew__render_trail_offset(tracking->root, time, out_offset);
}

void sinew_tracking_camera_move(const sinew_tracking_camera *tracking, double time, sinew_camera *camera,
                                sinew_bounds *out_bounds)
{
    double offset[3];
    sinew_tracking_camera_offset(tracking, time, offset);
    *out_bounds = tracking->bounds;
    for (int i = 0; i < 3; ++i) {
        camera->eye[i] += offset[i];
        camera->target[i] += offset[i];
        out_bounds->min[i] += offset[i];
        out_bounds->max[i] += offset[i];
        out_bounds->center[i] += offset[i];
        for (int k = 0; k < SINEW_BOUND_POINTS; ++k) out_bounds->points[k][i] += offset[i];
    }
}
