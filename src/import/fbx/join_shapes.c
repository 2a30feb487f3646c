// Converts the blend shapes of a geometry to morphs, and lists the morph of each channel of the document.
#include "import/fbx/join_parts.h"

#include <math.h>

#include "core/base/error.h"

/// Returns a full weight, given in per cent, as a fraction, which may be negative. Returns 1 if it is 0 or not finite.
static float full_weight(double percent)
{
    const float weight = (float)(percent / 100.0);
    return isfinite(weight) && weight != 0.0f ? weight : 1.0f;
}

/// The numbers of a shape as stored.
typedef struct stored_shape {
    const int32_t *points;
    const double *offsets, *normals; ///< [point_count × 3]; fewer normals are not used
    size_t point_count, offset_count, normal_count;
} stored_shape;

static int point_is_good(const joined_mesh *mesh, const stored_shape *stored, size_t i)
{
    const double *offset = &stored->offsets[i * 3];
    return stored->points[i] >= 0 && (size_t)stored->points[i] < mesh->geometry.point_count && isfinite(offset[0]) &&
           isfinite(offset[1]) && isfinite(offset[2]);
}

static void scale_vector(const double *from, double factor, float *out)
{
    for (int i = 0; i < 3; ++i) {
        const double value = from[i] * factor;
        out[i] = isfinite(value) ? (float)value : 0.0f;
    }
}

/// Expands a shape from control points to polygon vertices. `factors` scales the offsets of each control point, or is
/// NULL. Returns 0 when out of memory.
static int spread_shape(import_pass *pass, const joined_mesh *mesh, const stored_shape *stored, const double *factors,
                        sinew_raw_shape *out)
{
    const point_corners *points = &mesh->points;
    size_t total = 0, bad = 0;
    for (size_t i = 0; i < stored->point_count; ++i) {
        if (point_is_good(mesh, stored, i))
            total += points->start[stored->points[i] + 1] - points->start[stored->points[i]];
        else
            ++bad;
    }
    const int has_normals = stored->normal_count / 3 >= stored->point_count && stored->point_count > 0;
    int32_t *vertices = SINEW__ARENA_ARRAY(&pass->arena, int32_t, total);
    float *positions = SINEW__ARENA_ARRAY(&pass->arena, float, total * 3);
    float *normals = has_normals ? SINEW__ARENA_ARRAY(&pass->arena, float, total * 3) : NULL;
    if (pass->arena.failed || total > INT32_MAX) return 0;
    size_t at = 0;
    for (size_t i = 0; i < stored->point_count; ++i) {
        if (!point_is_good(mesh, stored, i)) continue;
        const double factor = factors ? factors[i] / 100.0 : 1.0;
        for (uint32_t k = points->start[stored->points[i]]; k < points->start[stored->points[i] + 1]; k++, at++) {
            vertices[at] = (int32_t)points->corners[k];
            scale_vector(&stored->offsets[i * 3], factor, &positions[at * 3]);
            if (normals) scale_vector(&stored->normals[i * 3], factor, &normals[at * 3]);
        }
    }
    if (bad)
        sinew__import_warn(pass, IMPORT_WARNING_MORPH_MISMATCH, mesh->raw->object,
                           "%zu offsets of a shape are not finite or have no control point and were dropped", bad);
    out->vertices = vertices;
    out->positions = positions;
    out->normals = normals;
    out->count = (int32_t)at;
    return 1;
}

static size_t count_sources(const import_pass *pass, const fbx_object *object, fbx_class kind, const char *subclass)
{
    const fbx_connections sources = sinew__fbx_sources(pass->document, object);
    size_t count = 0;
    for (size_t i = 0; i < sources.count; ++i)
        count += (size_t)(sinew__fbx_object_is(sources.items[i].source, kind, subclass) != 0);
    return count;
}

/// Reads a channel's shapes with their full weights. If a single shape has as many weights as points, these are the
/// weights of its points, even if it has only one point: Blender writes the weights of a vertex group there. A single
/// shape has the full weight 100 in both cases.
static sinew_result read_channel(import_pass *pass, const joined_mesh *mesh, const fbx_object *channel,
                                 sinew_raw_morph *out, const fbx_object *const **out_objects, sinew_error *error)
{
    const fbx_connections sources = sinew__fbx_sources(pass->document, channel);
    const size_t shape_count = count_sources(pass, channel, FBX_GEOMETRY, "Shape");
    sinew_raw_shape *shapes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_shape, shape_count);
    const fbx_object **objects = SINEW__ARENA_ARRAY(&pass->arena, const fbx_object *, shape_count);
    const double *weights;
    size_t weight_count;
    sinew_result result =
        sinew__fbx_record_doubles(&pass->scratch, sinew__fbx_record_child(channel->record, FBX_NAME(FULL_WEIGHTS)),
                                  &weights, &weight_count, error);
    if (result != SINEW_OK) return result;
    if (!shapes || !objects) return sinew__arena_fail(&pass->arena, error);
    const double percent = sinew__fbx_property_number(
        channel, FBX_PROPERTY_DEFORM_PERCENT, sinew__fbx_child_number(channel->record, FBX_NAME(DEFORM_PERCENT), 0.0));
    *out = (sinew_raw_morph){.name = channel->name, .shapes = shapes, .weight = (float)(percent / 100.0)};
    for (size_t i = 0; i < sources.count; ++i) {
        if (!sinew__fbx_object_is(sources.items[i].source, FBX_GEOMETRY, "Shape")) continue;
        stored_shape stored = {0};
        const fbx_record *record = sources.items[i].source->record;
        result = sinew__fbx_record_int32s(&pass->scratch, sinew__fbx_record_child(record, FBX_NAME(INDEXES)),
                                          &stored.points, &stored.point_count, error);
        if (result == SINEW_OK)
            result = sinew__fbx_record_doubles(&pass->scratch, sinew__fbx_record_child(record, FBX_NAME(VERTICES)),
                                               &stored.offsets, &stored.offset_count, error);
        if (result == SINEW_OK)
            result = sinew__fbx_record_doubles(&pass->scratch, sinew__fbx_record_child(record, FBX_NAME(NORMALS)),
                                               &stored.normals, &stored.normal_count, error);
        if (result != SINEW_OK) return result;
        if (stored.offset_count / 3 < stored.point_count) stored.point_count = stored.offset_count / 3;
        const size_t number = (size_t)out->shape_count;
        const int by_point = shape_count == 1 && weight_count == stored.point_count;
        shapes[number].full_weight = !by_point && number < weight_count ? full_weight(weights[number]) : 1.0f;
        objects[number] = sources.items[i].source;
        if (!spread_shape(pass, mesh, &stored, by_point ? weights : NULL, &shapes[number]))
            return sinew__arena_fail(&pass->arena, error);
        ++out->shape_count;
    }
    for (int32_t i = 1; i < out->shape_count; ++i) // sort by full weight; there are few
        for (int32_t k = i; k > 0 && shapes[k].full_weight < shapes[k - 1].full_weight; --k) {
            const sinew_raw_shape shape = shapes[k];
            const fbx_object *object = objects[k];
            shapes[k] = shapes[k - 1], objects[k] = objects[k - 1];
            shapes[k - 1] = shape, objects[k - 1] = object;
        }
    int32_t kept = 0; // keep the first shape of each full weight
    for (int32_t i = 0; i < out->shape_count; ++i)
        if (kept == 0 || shapes[i].full_weight > shapes[kept - 1].full_weight) {
            objects[kept] = objects[i];
            shapes[kept++] = shapes[i];
        }
    if (kept < out->shape_count)
        sinew__import_warn(pass, IMPORT_WARNING_MORPH_MISMATCH, mesh->raw->object,
                           "morph '%s' has shapes of the same full weight; one of each was kept", out->name);
    out->shape_count = kept;
    *out_objects = objects;
    return SINEW_OK;
}

static sinew_result read_blend_shape(import_pass *pass, const joined_mesh *mesh, const fbx_object *blend_shape,
                                     sinew_raw_morph *morphs, sinew_error *error)
{
    const fbx_connections channels = sinew__fbx_sources(pass->document, blend_shape);
    for (size_t i = 0; i < channels.count; ++i) {
        const fbx_object *channel = channels.items[i].source;
        if (!sinew__fbx_object_is(channel, FBX_DEFORMER, "BlendShapeChannel")) continue;
        import_channel_morph kept = {.channel = channel, .mesh = mesh->index, .morph = mesh->raw->morph_count++};
        const sinew_result result = read_channel(pass, mesh, channel, &morphs[kept.morph], &kept.shapes, error);
        if (result != SINEW_OK) return result;
        import_channel_morph *items = sinew__arena_grow(&pass->arena, pass->channel_morphs, pass->channel_morph_count,
                                                        &pass->channel_morph_capacity, sizeof *items);
        if (!items) return sinew__arena_fail(&pass->arena, error);
        pass->channel_morphs = items;
        items[pass->channel_morph_count++] = kept;
    }
    return SINEW_OK;
}

sinew_result sinew__join_shapes(import_pass *pass, const joined_mesh *mesh, sinew_error *error)
{
    const fbx_connections deformers = sinew__fbx_sources(pass->document, mesh->geometry.object);
    size_t count = 0;
    for (size_t i = 0; i < deformers.count; ++i)
        if (sinew__fbx_object_is(deformers.items[i].source, FBX_DEFORMER, "BlendShape"))
            count += count_sources(pass, deformers.items[i].source, FBX_DEFORMER, "BlendShapeChannel");
    sinew_raw_morph *morphs = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_morph, count);
    if (!morphs) return sinew__arena_fail(&pass->arena, error);
    mesh->raw->morphs = morphs;
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < deformers.count && result == SINEW_OK; ++i)
        if (sinew__fbx_object_is(deformers.items[i].source, FBX_DEFORMER, "BlendShape"))
            result = read_blend_shape(pass, mesh, deformers.items[i].source, morphs, error);
    return result;
}
