/// Writes morph targets, one per shape. A morph with in-between shapes becomes several targets, mixed by their weights.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/glb/glb_pack.h"
#include "author/export/glb/glb_scene.h"
#include "core/base/affine.h"

/// Returns point `i` of the sorted weights at which a morph has a shape: the full weights of its shapes, and 0 (at
/// index `zero`), where it has no effect.
static double axis_point(const sinew_shape *shapes, int32_t zero, int32_t i)
{
    return i == zero ? 0 : (double)shapes[i < zero ? i : i - 1].full_weight;
}

void sinew__glb_target_weights(const sinew_model *model, const sinew_morph *morph, double weight, double *out)
{
    const sinew_shape *shapes = model->shapes + morph->first_shape;
    const int32_t count = morph->shape_count;
    int32_t zero = 0, high = 1;
    memset(out, 0, (size_t)count * sizeof *out);
    if (count == 0 || weight == 0) return;
    while (zero < count && shapes[zero].full_weight < 0) ++zero;
    while (high < count && axis_point(shapes, zero, high) < weight) ++high;
    const double low = axis_point(shapes, zero, high - 1);
    const double part = (weight - low) / (axis_point(shapes, zero, high) - low);
    if (high - 1 != zero) out[high - 1 < zero ? high - 1 : high - 2] = 1 - part;
    if (high != zero) out[high < zero ? high : high - 1] = part;
}

/// One attribute of a target: the deltas that are not zero, as a sparse accessor.
typedef struct target_values {
    const sinew_mesh *mesh;
    const sinew_shape_delta *deltas; ///< [count] sorted by vertex, each vertex once
    int32_t count;
    sinew_affine map; ///< transform of the deltas: of positions, or of normals
    int of_normals;
    double tolerance; ///< error of positions that compression may cause
} target_values;

static int compare_deltas(const void *left, const void *right)
{
    const sinew_shape_delta *a = left, *b = right;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/// Returns the deltas of a shape sorted by vertex, each vertex once; NULL when out of memory.
static const sinew_shape_delta *sort_deltas(const sinew_model *model, const sinew_shape *shape, sinew__arena *memory,
                                            int32_t *out_count)
{
    sinew_shape_delta *sorted = SINEW__ARENA_ARRAY(memory, sinew_shape_delta, shape->delta_count + 1);
    if (!sorted) return NULL;
    memcpy(sorted, model->deltas + shape->first_delta, (size_t)shape->delta_count * sizeof *sorted);
    qsort(sorted, (size_t)shape->delta_count, sizeof *sorted, compare_deltas);
    int32_t count = 0;
    for (int32_t i = 0; i < shape->delta_count; ++i) {
        if (count == 0 || sorted[count - 1].vertex != sorted[i].vertex) {
            sorted[count++] = sorted[i];
            continue;
        }
        for (int k = 0; k < 3; ++k) sorted[count - 1].position[k] += sorted[i].position[k];
        for (int k = 0; k < 3; ++k) sorted[count - 1].normal[k] += sorted[i].normal[k];
    }
    *out_count = count > 0 ? count : 1; // an accessor without elements is not allowed; it gets one zero
    return sorted;
}

/// Writes an attribute as a sparse accessor and returns its index; vertices without an element have the value 0.
static int32_t put_sparse(glb_scene *scene, const target_values *values)
{
    const int is_whole = values->count == values->mesh->vertex_count;
    float min[3] = {0}, max[3] = {0};
    glb_accessor accessor = {.view = SINEW_NONE,
                             .component = GLB_FLOAT,
                             .count = values->mesh->vertex_count,
                             .type = "VEC3",
                             .bounds = 3,
                             .min = min,
                             .max = max,
                             .sparse_count = values->count};
    static const double smallest_bend = 1e-3; // smallest change of a unit normal that counts
    const size_t count = (size_t)values->count;
    const glb_view index_view = {.packing = GLB_EXACT, .stride = 4, .count = count};
    const glb_view value_view = {.packing = GLB_FLOATS, .stride = 12, .count = count};
    uint32_t *indices = sinew__glb_view(&scene->file, index_view, &accessor.sparse_indices);
    for (size_t i = 0; indices && i < count; ++i) indices[i] = (uint32_t)values->deltas[i].vertex;
    float *floats = sinew__glb_view(&scene->file, value_view, &accessor.sparse_values);
    if (!indices || !floats) return SINEW_NONE;
    for (int i = 0; is_whole && i < 3; ++i) min[i] = INFINITY, max[i] = -INFINITY;
    for (size_t i = 0; i < count; ++i) {
        const float *given = values->of_normals ? values->deltas[i].normal : values->deltas[i].position;
        const sinew_vec3 moved =
            sinew__affine_direction(&values->map, (sinew_vec3){(double)given[0], (double)given[1], (double)given[2]});
        const double numbers[3] = {moved.x, moved.y, moved.z};
        for (size_t c = 0; c < 3; ++c) floats[3 * i + c] = isfinite(numbers[c]) ? (float)numbers[c] : 0;
    }
    sinew__glb_pack_floats(&scene->file, floats, 3 * count, 3, values->of_normals ? smallest_bend : values->tolerance,
                           min, max);
    return sinew__glb_accessor(&scene->file, &accessor);
}

/// Whether the shape changes normals.
static int bends(const sinew_model *model, const sinew_shape *shape)
{
    for (int32_t i = 0; i < shape->delta_count; ++i) {
        const float *normal = model->deltas[shape->first_delta + i].normal;
        if (normal[0] != 0 || normal[1] != 0 || normal[2] != 0) return 1;
    }
    return 0;
}

/// Whether a shape of the mesh changes normals; then all targets of a primitive must have normals.
static int any_bends(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t m = mesh->first_morph; m < mesh->first_morph + mesh->morph_count; ++m)
        for (int32_t s = 0; s < model->morphs[m].shape_count; ++s)
            if (bends(model, &model->shapes[model->morphs[m].first_shape + s])) return 1;
    return 0;
}

/// Writes one target. Returns 0 when out of memory.
static int put_target(glb_scene *scene, target_values *values, const sinew_shape *shape, const sinew_affine *map,
                      int with_normals, sinew__json_writer *json)
{
    sinew__arena memory = {0};
    values->deltas = sort_deltas(scene->model, shape, &memory, &values->count);
    if (values->deltas) {
        sinew_transform nearest;
        values->of_normals = 0;
        values->map = *map;
        sinew__json_put_object(json, NULL);
        sinew__json_put_whole(json, "POSITION", put_sparse(scene, values));
        sinew__transform_nearest(map, &nearest);
        values->of_normals = 1;
        values->map = sinew__affine_from_quat(nearest.r);
        if (with_normals) sinew__json_put_whole(json, "NORMAL", put_sparse(scene, values));
        sinew__json_end_object(json);
    }
    sinew__arena_free(&memory);
    return values->deltas != NULL;
}

int sinew__glb_put_targets(glb_scene *scene, int32_t mesh, const sinew_affine *map, double tolerance,
                           sinew__buffer *out)
{
    const sinew_model *model = scene->model;
    const sinew_mesh *item = &model->meshes[mesh];
    const int with_normals = any_bends(model, item);
    target_values values = {.mesh = item, .tolerance = tolerance};
    sinew__json_writer json = sinew__glb_json(out);
    for (int32_t m = item->first_morph; m < item->first_morph + item->morph_count; ++m) {
        for (int32_t s = 0; s < model->morphs[m].shape_count; ++s) {
            const sinew_shape *shape = &model->shapes[model->morphs[m].first_shape + s];
            if (scene->mesh_targets[mesh]++ == 0) sinew__json_put_array(&json, NULL);
            if (!put_target(scene, &values, shape, map, with_normals, &json)) return 0;
        }
    }
    if (scene->mesh_targets[mesh] > 0) sinew__json_end_array(&json);
    return 1;
}

/// Writes the name of a target: the morph's name for its last shape, and the morph's name with the weight for an
/// in-between shape.
static void put_target_name(const sinew_model *model, const sinew_morph *morph, int32_t shape, sinew__json_writer *json)
{
    const char *name = sinew_text(model, morph->name);
    sinew__buffer whole = {0};
    sinew__buffer_put_text(&whole, name);
    if (shape + 1 < morph->shape_count) {
        const sinew_shape *item = &model->shapes[morph->first_shape + shape];
        sinew__buffer_format(&whole, "_%.0f", round((double)item->full_weight * 100));
    }
    sinew__buffer_put_character(&whole, '\0');
    sinew__json_put_text(json, NULL, whole.failed ? "" : whole.text);
    json->out->failed |= whole.failed;
    sinew__buffer_free(&whole);
}

void sinew__glb_put_target_names(glb_scene *scene, const sinew_mesh *mesh, sinew__json_writer *json)
{
    const sinew_model *model = scene->model;
    sinew__buffer text = {0};
    sinew__json_writer weights = sinew__glb_json(&text);
    int32_t count = 0;
    for (int32_t m = mesh->first_morph; m < mesh->first_morph + mesh->morph_count; ++m) {
        const sinew_morph *morph = &model->morphs[m];
        double *values = SINEW__ARENA_ARRAY(&scene->memory, double, morph->shape_count);
        if (!values) break;
        sinew__glb_target_weights(model, morph, (double)morph->weight, values);
        for (int32_t s = 0; s < morph->shape_count; ++s) {
            if (count++ == 0) {
                sinew__json_put_object(json, "extras");
                sinew__json_put_array(json, "targetNames");
                sinew__json_put_array(&weights, NULL);
            }
            put_target_name(model, morph, s, json);
            sinew__json_put_float(&weights, NULL, isfinite(values[s]) ? (float)values[s] : 0);
        }
    }
    if (count > 0) {
        sinew__json_end_array(json);
        sinew__json_end_object(json);
        sinew__json_end_array(&weights);
        sinew__json_put_written(json, "weights", &text);
    }
    sinew__buffer_free(&text);
}
