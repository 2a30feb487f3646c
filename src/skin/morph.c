/// Morph targets added to a mesh, before anything else moves it.
#include <string.h>

#include "sinew/skin.h"

static void add_shape(const sinew_model *model, const sinew_shape *shape, float amount, float *positions, float *normals)
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

/// In-betweens: each shape shows alone at its full weight, nothing at 0, and neighbours mix in proportion. Beyond the ends the last pair goes on.
static void add_morph(const sinew_model *model, const sinew_morph *morph, float weight, float *positions, float *normals)
{
    const sinew_shape *shapes = model->shapes + morph->first_shape;
    const int32_t count = morph->shape_count;
    if (count == 0 || weight == 0.0f) return;
    // The points on the weight's axis are the shapes and, among them, 0 where nothing shows; find the pair around `weight`.
    int32_t zero = 0; // number of shapes below 0
    while (zero < count && shapes[zero].full_weight < 0.0f) ++zero;
    int32_t high = weight > 0.0f ? zero : 0;
    const int32_t end = weight > 0.0f ? count : zero;
    if (high == end) return; // nothing on this side of 0
    while (high < end - 1 && shapes[high].full_weight < weight) ++high;
    const sinew_shape *below, *above;
    if (weight > 0.0f) {
        above = &shapes[high];
        below = high > zero ? &shapes[high - 1] : NULL;
    } else {
        below = &shapes[high];
        if (shapes[high].full_weight >= weight && high > 0) below = &shapes[high - 1];
        above = below + 1 < shapes + zero ? below + 1 : NULL;
    }
    const float from = below ? below->full_weight : 0.0f, to = above ? above->full_weight : 0.0f;
    const float part = (weight - from) / (to - from);
    if (below) add_shape(model, below, 1.0f - part, positions, normals);
    if (above) add_shape(model, above, part, positions, normals);
}

void sinew_morph_mesh(const sinew_model *model, int32_t mesh, const sinew_pose *pose, float *out_positions,
                      float *out_normals)
{
    const sinew_mesh *item = &model->meshes[mesh];
    const size_t first = (size_t)item->first_vertex * 3, floats = (size_t)item->vertex_count * 3;
    memcpy(out_positions, model->positions + first, floats * sizeof(float));
    if (out_normals) memcpy(out_normals, model->normals + first, floats * sizeof(float));
    for (int32_t i = item->first_morph; i < item->first_morph + item->morph_count; ++i)
        add_morph(model, &model->morphs[i], pose->morph_weights[i], out_positions, out_normals);
}
