/// Adds geometry caches and morphs to a mesh, before all other deformers.
#include <math.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/model.h"
#include "sinew/skin.h"

// ---- geometry caches -----------------------------------------------------------------------------------------------

/// Returns the index of the last sample at or before `time`, or of the first sample.
static int32_t sample_before(const double *times, int32_t count, double time)
{
    size_t next = 1;
    SINEW__LOWER_BOUND(next, count, times[next] <= time);
    return (int32_t)next - 1;
}

/// Computes the positions of vertices, [vertex_count × 3], at `time` in seconds on the file's timeline. Positions are
/// interpolated linearly between samples and constant outside of them.
static void cache_positions(const sinew_model *model, const sinew_geometry_cache *cache, double time,
                            float *out_positions)
{
    const sinew_mesh *mesh = &model->meshes[cache->mesh];
    const double *times = model->timeline_cache_times + cache->first_time;
    const int32_t from = sample_before(times, cache->sample_count, time);
    const int32_t to = from + 1 < cache->sample_count && time > times[from] ? from + 1 : from;
    const float part = to == from ? 0.0f : (float)((time - times[from]) / (times[to] - times[from]));
    const size_t points = (size_t)cache->point_count;
    const float *a = model->cache_points + ((size_t)cache->first_point + (size_t)from * points) * 3;
    const float *b = model->cache_points + ((size_t)cache->first_point + (size_t)to * points) * 3;
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        const size_t at = (size_t)model->control_points[mesh->first_vertex + v] * 3;
        float *out = out_positions + (size_t)v * 3;
        for (size_t k = 0; k < 3; ++k) out[k] = a[at + k] + part * (b[at + k] - a[at + k]);
    }
}

/// Adds the area vector of a polygon (Newell's method) to the leaders of its corners.
static void add_polygon(const uint32_t *corners, uint32_t size, const uint32_t *leaders, const float *positions,
                        float *sums)
{
    double area[3] = {0, 0, 0};
    for (uint32_t i = 0; i < size; ++i) {
        const float *a = positions + (size_t)corners[i] * 3, *b = positions + (size_t)corners[(i + 1) % size] * 3;
        for (int k = 0; k < 3; ++k) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            area[k] += ((double)a[k1] - (double)b[k1]) * ((double)a[k2] + (double)b[k2]);
        }
    }
    for (uint32_t i = 0; i < size; ++i)
        for (int k = 0; k < 3; ++k) sums[(size_t)leaders[corners[i]] * 3 + (size_t)k] += (float)area[k];
}

static void normalize3(float v[3])
{
    const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; ++i) v[i] = length > 0.0f && isfinite(length) ? v[i] / length : 0.0f;
}

/// Computes unit normals for positions, both [vertex_count × 3]: area-weighted over the polygons around each vertex.
/// Vertices of one control point share a normal if they share it at rest.
static void cache_normals(const sinew_model *model, const sinew_geometry_cache *cache, const float *positions,
                          float *out_normals)
{
    const sinew_mesh *mesh = &model->meshes[cache->mesh];
    const uint32_t *leaders = model->cache_leaders + cache->first_leader;
    const uint32_t *corners = model->corner_vertices + mesh->first_corner;
    memset(out_normals, 0, (size_t)mesh->vertex_count * 3 * sizeof(float));
    for (int32_t p = mesh->first_polygon; p < mesh->first_polygon + mesh->polygon_count; ++p) {
        add_polygon(corners, model->polygon_sizes[p], leaders, positions, out_normals);
        corners += model->polygon_sizes[p];
    }
    for (int32_t v = 0; v < mesh->vertex_count; ++v) { // a leader comes before the vertices that it leads
        float *normal = out_normals + (size_t)v * 3;
        if (leaders[v] == (uint32_t)v)
            normalize3(normal);
        else
            memcpy(normal, out_normals + (size_t)leaders[v] * 3, 3 * sizeof(float));
    }
}

// ---- morphs --------------------------------------------------------------------------------------------------------

static void add_shape(const sinew_model *model, const sinew_shape *shape, float amount, float *positions,
                      float *normals)
{
    if (amount == 0.0f) return;
    for (int32_t i = shape->first_delta; i < shape->first_delta + shape->delta_count; ++i) {
        const sinew_shape_delta *delta = &model->deltas[i];
        float *position = positions + (size_t)delta->vertex * 3;
        for (int k = 0; k < 3; ++k) position[k] += amount * delta->position[k];
        if (!normals) continue;
        float *normal = normals + (size_t)delta->vertex * 3;
        for (int k = 0; k < 3; ++k) normal[k] += amount * delta->normal[k];
    }
}

/// Returns the i-th point on the axis of a morph's weight. The axis has a point at the full weight of each shape and
/// one at 0, in rising order. *out_shape is the shape at the point, NULL at 0.
static float axis_point(const sinew_shape *shapes, int32_t below_zero, int32_t i, const sinew_shape **out_shape)
{
    *out_shape = i == below_zero ? NULL : &shapes[i < below_zero ? i : i - 1];
    return *out_shape ? (*out_shape)->full_weight : 0.0f;
}

/// Adds a morph. At the full weight of a shape only this shape applies, at 0 none, and in between the two neighbours
/// are interpolated. Beyond the ends the last two are extrapolated: a morph with one shape is subtracted at weight −1.
static void add_morph(const sinew_model *model, const sinew_morph *morph, float weight, float *positions,
                      float *normals)
{
    const sinew_shape *shapes = model->shapes + morph->first_shape, *low_shape, *high_shape;
    const int32_t count = morph->shape_count; // the axis has points 0 … count
    if (count == 0 || weight == 0.0f) return;
    int32_t below_zero = 0, high = 1;
    while (below_zero < count && shapes[below_zero].full_weight < 0.0f) ++below_zero;
    while (high < count && axis_point(shapes, below_zero, high, &high_shape) < weight) ++high;
    const float low = axis_point(shapes, below_zero, high - 1, &low_shape);
    const float part = (weight - low) / (axis_point(shapes, below_zero, high, &high_shape) - low);
    if (low_shape) add_shape(model, low_shape, 1.0f - part, positions, normals);
    if (high_shape) add_shape(model, high_shape, part, positions, normals);
}

void sinew_morph_mesh(const sinew_model *model, int32_t mesh, const sinew_pose *pose, float *out_positions,
                      float *out_normals)
{
    if (!sinew__is_item(mesh, model->mesh_count) || !sinew__pose_fits(model, pose)) return;
    const sinew_mesh *item = &model->meshes[mesh];
    const size_t first = (size_t)item->first_vertex * 3, floats = (size_t)item->vertex_count * 3;
    const sinew_geometry_cache *cache = sinew_mesh_geometry_cache(model, mesh);
    if (cache) {
        cache_positions(model, cache, pose->timeline, out_positions);
        if (out_normals) cache_normals(model, cache, out_positions, out_normals);
    } else {
        memcpy(out_positions, model->positions + first, floats * sizeof(float));
        if (out_normals) memcpy(out_normals, model->normals + first, floats * sizeof(float));
    }
    for (int32_t i = item->first_morph; i < item->first_morph + item->morph_count; ++i)
        add_morph(model, &model->morphs[i], pose->morph_weights[i], out_positions, out_normals);
}
