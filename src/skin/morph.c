/// Morph targets added to a mesh or to its geometry cache, before anything else moves it.
#include <string.h>

#include "sinew/skin.h"
#include "skin/skin_cache.h"

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

/// Point `i` on the axis of a morph's weight: its shapes by full weight and, among them, 0, where nothing shows.
/// *out_shape is NULL there.
static float axis_point(const sinew_shape *shapes, int32_t below_zero, int32_t i, const sinew_shape **out_shape)
{
    *out_shape = i == below_zero ? NULL : &shapes[i < below_zero ? i : i - 1];
    return *out_shape ? (*out_shape)->full_weight : 0.0f;
}

/// In-betweens: each shape shows alone at its full weight, nothing at 0, and neighbours mix in proportion. Beyond the
/// ends the last pair goes on, so a plain target of weight -1 is subtracted.
static void add_morph(const sinew_model *model, const sinew_morph *morph, float weight, float *positions,
                      float *normals)
{
    const sinew_shape *shapes = model->shapes + morph->first_shape, *low_shape, *high_shape;
    const int32_t count = morph->shape_count; // points 0 … count
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
    const sinew_mesh *item = &model->meshes[mesh];
    const size_t first = (size_t)item->first_vertex * 3, floats = (size_t)item->vertex_count * 3;
    const sinew_cache *cache = sinew_mesh_cache(model, mesh);
    if (cache) {
        sinew__cache_positions(model, cache, pose->timeline, out_positions);
        if (out_normals) sinew__cache_normals(model, cache, out_positions, out_normals);
    } else {
        memcpy(out_positions, model->positions + first, floats * sizeof(float));
        if (out_normals) memcpy(out_normals, model->normals + first, floats * sizeof(float));
    }
    for (int32_t i = item->first_morph; i < item->first_morph + item->morph_count; ++i)
        add_morph(model, &model->morphs[i], pose->morph_weights[i], out_positions, out_normals);
}
