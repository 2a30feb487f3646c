// Measures boxes around the vertices that joints move. The larger the box of a joint, the more an error of the joint
// displaces its vertices, and the more accurate its curves must be.
#include "author/bake/bake_clip.h"

#include <float.h>
#include <math.h>

#include "core/base/affine.h"
#include "runtime/model/character_size.h"
#include "runtime/model/joint_frame.h"

/// A box in bind space.
typedef struct reach_box {
    double low[3], high[3];
} reach_box;

double *sinew__compact_reach(const sinew_model *model, const sinew__binds *binds,
                             const sinew__influence_bounds *influence, sinew__arena *memory)
{
    double *reach = SINEW__ARENA_ARRAY(memory, double, model->joint_count);
    double *weights = SINEW__ARENA_ARRAY(memory, double, model->joint_count);
    reach_box *boxes = SINEW__ARENA_ARRAY(memory, reach_box, model->joint_count);
    if (memory->failed) return reach;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const double c[3] = {influence->joints[i].center.x, influence->joints[i].center.y,
                             influence->joints[i].center.z},
                     h[3] = {influence->joints[i].half.x, influence->joints[i].half.y, influence->joints[i].half.z};
        reach_box out;
        for (int n = 0; n < 3; ++n) {
            out.low[n] = c[n] - h[n];
            out.high[n] = c[n] + h[n];
        }
        boxes[i] = out;
        weights[i] = influence->joints[i].weight;
    }
    for (int32_t i = model->joint_count; i-- > 0;) {
        const int32_t parent = model->joints[i].parent;
        double square = 0;
        for (int k = 0; k < 3; ++k) {
            const double own = binds->globals[i].row[k][3];
            const double side = fmax(fabs(boxes[i].high[k] - own), fabs(boxes[i].low[k] - own));
            square += side * side;
        }
        reach[i] = sqrt(square) * influence->scales[i] * weights[i];
        if (parent == SINEW_NONE) continue;
        reach_box *box = &boxes[parent];
        for (int j = 0; j < 3; ++j) {
            box->low[j] = fmin(box->low[j], boxes[i].low[j]);
            box->high[j] = fmax(box->high[j], boxes[i].high[j]);
        }
        weights[parent] = fmax(weights[parent], weights[i]);
    }
    return reach;
}

/// Side of the box of a joint that moves no vertex, because the joint is visible as a bone or holds a prop; also the
/// smallest displacement assumed for a morph. Both are fractions of the character's diagonal.
static const double least_extent = 0.05;

/// An object counts as near if the box around the object and the character has at most this diagonal, in diagonals of
/// the character.
static const double near_character = 4;

typedef struct bounds {
    double low[3], high[3];
} bounds;

static void include(bounds *box, sinew_vec3 point)
{
    const double p[3] = {point.x, point.y, point.z};
    for (int i = 0; i < 3; ++i) {
        if (p[i] < box->low[i]) box->low[i] = p[i];
        if (p[i] > box->high[i]) box->high[i] = p[i];
    }
}

/// Includes a vertex, and the vertex displaced by `delta` of a morph, in the boxes of all joints that move it.
static void include_vertex(const sinew_model *model, const sinew__binds *binds, const sinew_mesh *mesh, int32_t vertex,
                           const float *delta, bounds *boxes)
{
    const int32_t index = mesh->first_vertex + vertex;
    const float *p = model->positions + 3 * (size_t)index;
    sinew_vec3 point = {(double)p[0], (double)p[1], (double)p[2]};
    if (delta) point = (sinew_vec3){point.x + (double)delta[0], point.y + (double)delta[1], point.z + (double)delta[2]};
    for (uint32_t i = model->influence_start[index]; i < model->influence_start[index + 1]; ++i) {
        const int32_t skin_joint = model->influences[i].skin_joint;
        include(&boxes[model->skin_joints[skin_joint].joint], sinew__affine_point(&binds->offset[skin_joint], point));
        const int32_t against = model->skin_joints[skin_joint].associate;
        if (against != SINEW_NONE)
            include(&boxes[model->skin_joints[against].joint], sinew__affine_point(&binds->offset[against], point));
    }
}

/// Includes the box of all points of a geometry cache in the boxes of the joints that move its mesh.
static void include_cache(const sinew_model *model, const sinew_geometry_cache *cache, bounds *boxes)
{
    bounds box = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    const float *points = model->cache_points + 3 * (size_t)cache->first_point;
    const size_t count = (size_t)cache->sample_count * (size_t)cache->point_count;
    for (size_t i = 0; i < count; ++i)
        include(&box, (sinew_vec3){(double)points[3 * i], (double)points[3 * i + 1], (double)points[3 * i + 2]});
    const sinew_mesh *mesh = &model->meshes[cache->mesh];
    for (int32_t b = mesh->first_skin_joint; count > 0 && b < mesh->first_skin_joint + mesh->skin_joint_count; ++b)
        for (int corner = 0; corner < 8; ++corner) {
            const sinew_vec3 point = {corner & 1 ? box.high[0] : box.low[0], corner & 2 ? box.high[1] : box.low[1],
                                      corner & 4 ? box.high[2] : box.low[2]};
            include(&boxes[model->skin_joints[b].joint],
                    sinew__affine_point(&model->skin_joints[b].inverse_bind, point));
        }
}

/// Includes the vertices displaced by a morph, and returns an upper bound of a vertex's displacement per unit of
/// weight.
static double include_morph(const sinew_model *model, const sinew__binds *binds, const sinew_morph *morph,
                            bounds *boxes)
{
    const sinew_mesh *mesh = &model->meshes[morph->mesh];
    double farthest = 0, narrowest = 1, below = 0;
    for (int32_t i = morph->first_shape; i < morph->first_shape + morph->shape_count; ++i) {
        const sinew_shape *shape = &model->shapes[i];
        for (int32_t d = shape->first_delta; d < shape->first_delta + shape->delta_count; ++d) {
            const sinew_shape_delta *delta = &model->deltas[d];
            const float *v = delta->position;
            farthest = fmax(farthest, sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])));
            include_vertex(model, binds, mesh, delta->vertex, v, boxes);
        }
        // An in-between shape is reached within a part of the weight.
        narrowest = fmin(narrowest, fabs((double)shape->full_weight - below));
        below = (double)shape->full_weight;
    }
    return narrowest > 1e-3 ? 2 * farthest / narrowest : 2e3 * farthest;
}

static double scale_of(const sinew_affine *map)
{
    double square = 0;
    for (int i = 0; i < 9; ++i) square += map->row[i / 3][i % 3] * map->row[i / 3][i % 3];
    return sqrt(square / 3);
}

/// Returns the box around the included points; without points, a cube with sides of `side` around the joint.
static sinew__influence_box box_of(const bounds *from, const sinew_affine *bind, double side)
{
    if (from->low[0] > from->high[0])
        return (sinew__influence_box){
            {bind->row[0][3], bind->row[1][3], bind->row[2][3]}, {side / 2, side / 2, side / 2}, 1};
    const double *a = from->low, *b = from->high;
    return (sinew__influence_box){{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2},
                                  {(b[0] - a[0]) / 2, (b[1] - a[1]) / 2, (b[2] - a[2]) / 2},
                                  1};
}

static const sinew__joint_frame *rest_pose(const sinew_model *model, sinew__arena *memory)
{
    sinew__joint_frame *rest = SINEW__ARENA_ARRAY(memory, sinew__joint_frame, model->joint_count);
    for (int32_t i = 0; i < model->joint_count && rest; ++i) {
        const sinew_joint *joint = &model->joints[i];
        const sinew__joint_frame *above = joint->parent == SINEW_NONE ? NULL : &rest[joint->parent];
        rest[i] = sinew__joint_frame_below(above, sinew__inherit_type(model, i), &joint->rest, &joint->rest_matrix);
    }
    return rest;
}

// ---- objects far from the character -------------------------------------------------------------------------------

/// Marks the joints of the character: joints that move skinned vertices; if there are none, all bones. Returns 0 if
/// there is no character.
static int mark_character(const sinew_model *model, sinew__arena *memory, uint8_t *marks)
{
    int skinned = 0, has_bones = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        marks[i] = (model->joints[i].flags & SINEW_JOINT_DEFORMS) != 0;
        skinned |= marks[i];
        has_bones |= model->joints[i].kind == SINEW_JOINT_BONE;
    }
    if (skinned) return 1;
    sinew__character_joint *joints = SINEW__ARENA_ARRAY(memory, sinew__character_joint, model->joint_count);
    for (int32_t i = 0; i < model->joint_count && joints; ++i) {
        const int32_t parent = model->joints[i].parent;
        joints[i] = sinew__character_joint_of(&model->joints[i], has_bones, parent < 0 ? NULL : &joints[parent]);
        marks[i] = joints[i].holds_meshes;
    }
    return joints != NULL;
}

/// Includes the corners of a joint's box, with the joint at rest, in `into`.
static void include_box(const sinew__influence_box *box, const sinew_affine *rest, bounds *into)
{
    for (int corner = 0; corner < 8; ++corner) {
        const sinew_vec3 point = {box->center.x + (corner & 1 ? box->half.x : -box->half.x),
                                  box->center.y + (corner & 2 ? box->half.y : -box->half.y),
                                  box->center.z + (corner & 4 ? box->half.z : -box->half.z)};
        include(into, sinew__affine_point(rest, point));
    }
}

static double diagonal(const bounds *box)
{
    double square = 0;
    for (int i = 0; i < 3; ++i) square += (box->high[i] - box->low[i]) * (box->high[i] - box->low[i]);
    return sqrt(square);
}

/// Sets the weights of the boxes: 1 for the character and objects near it, less for distant objects. Floats cannot
/// store the position of a distant object as accurately as the character, and it need not be as accurate.
static void weigh_boxes(const sinew_model *model, const sinew__binds *binds, const sinew__joint_frame *rest,
                        sinew__arena *memory, sinew__influence_bounds *influence)
{
    bounds character = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    uint8_t *marks = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    if (!marks || !mark_character(model, memory, marks)) return;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_affine skinned = sinew__affine_multiply(&rest[i].global, &binds->back[i]);
        if (marks[i]) include_box(&influence->joints[i], &skinned, &character);
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_affine skinned = sinew__affine_multiply(&rest[i].global, &binds->back[i]);
        bounds both = character;
        include_box(&influence->joints[i], &skinned, &both);
        // 1 or more if the object is near; NaN if all boxes are points
        const double part = near_character * diagonal(&character) / diagonal(&both);
        influence->joints[i].weight = !marks[i] && part < 1 ? part : 1;
    }
}

sinew__influence_bounds sinew__influence_bounds_of_model(const sinew_model *model, const sinew__binds *binds,
                                                         sinew__arena *memory)
{
    const double size = model->info->size;
    bounds *boxes = SINEW__ARENA_ARRAY(memory, bounds, model->joint_count);
    const sinew__joint_frame *rest = rest_pose(model, memory);
    sinew__influence_bounds influence = {.joints = SINEW__ARENA_ARRAY(memory, sinew__influence_box, model->joint_count),
                                         .scales = SINEW__ARENA_ARRAY(memory, double, model->joint_count),
                                         .morphs = SINEW__ARENA_ARRAY(memory, double, model->morph_count)};
    if (memory->failed) return influence;
    for (int32_t i = 0; i < model->joint_count; ++i)
        boxes[i] = (bounds){{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    for (int32_t i = 0; i < model->mesh_count; ++i)
        for (int32_t v = 0; v < model->meshes[i].vertex_count; ++v)
            include_vertex(model, binds, &model->meshes[i], v, NULL, boxes);
    for (int32_t i = 0; i < model->cache_count; ++i) include_cache(model, &model->caches[i], boxes);
    for (int32_t i = 0; i < model->morph_count; ++i)
        influence.morphs[i] = fmax(include_morph(model, binds, &model->morphs[i], boxes), least_extent * size);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        // the factor by which the joint at rest enlarges the vertices that it moves
        const double scale = scale_of(&rest[i].global) * scale_of(&binds->back[i]);
        influence.scales[i] = scale > 0 && isfinite(scale) ? scale : 1;
        influence.joints[i] = box_of(&boxes[i], &binds->globals[i], least_extent * size / influence.scales[i]);
    }
    weigh_boxes(model, binds, rest, memory, &influence);
    return influence;
}

/// The displacement between two maps of a box: at its centre, and its change from there towards each side.
typedef struct spread {
    double center[3], x[3], y[3], z[3];
} spread;

static spread spread_of(const sinew__influence_box *box, const sinew_affine *a, const sinew_affine *b)
{
    spread out;
    for (int i = 0; i < 3; ++i) {
        const double *r = a->row[i], *s = b->row[i], d[4] = {r[0] - s[0], r[1] - s[1], r[2] - s[2], r[3] - s[3]};
        out.center[i] = d[0] * box->center.x + d[1] * box->center.y + d[2] * box->center.z + d[3];
        out.x[i] = d[0] * box->half.x;
        out.y[i] = d[1] * box->half.y;
        out.z[i] = d[2] * box->half.z;
    }
    return out;
}

static double farthest_corner(const spread *of)
{
    static const double signs[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    double farthest = 0;
    for (int k = 0; k < 4; ++k) { // handles two opposite corners at a time: |center ± corner|²
        double own = 0, across = 0;
        for (int i = 0; i < 3; ++i) {
            const double corner = of->x[i] + signs[k][0] * of->y[i] + signs[k][1] * of->z[i];
            own += of->center[i] * of->center[i] + corner * corner;
            across += of->center[i] * corner;
        }
        const double square = own + 2 * fabs(across);
        if (!(square <= farthest)) farthest = square; // keeps NaN
    }
    return sqrt(farthest);
}

double sinew__influence_bounds_widen(const sinew__influence_box *box, const sinew_affine *a, const sinew_affine *b,
                                     double farthest)
{
    static const double less = 1 - 1e-9; // margin for rounding of the estimate
    const spread of = spread_of(box, a, b);
    double most = 0; // upper bound: the sum of the largest coordinates
    for (int i = 0; i < 3; ++i) {
        const double sum = fabs(of.center[i]) + fabs(of.x[i]) + fabs(of.y[i]) + fabs(of.z[i]);
        most += sum * sum;
    }
    if (most * box->weight * box->weight <= farthest * farthest * less) return farthest;
    const double own = farthest_corner(&of) * box->weight;
    return farthest >= own || isnan(farthest) ? farthest : own;
}
