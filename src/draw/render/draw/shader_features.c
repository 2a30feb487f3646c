#include "draw/render/draw/shader_features.h"

#include "draw/render/renderer.h"
#include "runtime/skin/skin_method.h"

static int features_of_material(const sinew_material *material)
{
    int features = 0;
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind)
        if (material->maps[kind] != SINEW_NONE) features |= 1 << kind;
    if (material->metalness > 0.0f) features |= RENDER_FEATURE_METAL;
    if (material->alpha_mode != SINEW_ALPHA_OPAQUE) features |= RENDER_FEATURE_ALPHA;
    return features;
}

static int features_of_mesh(const sinew_model *model, const sinew_mesh *mesh)
{
    return sinew__is_additive(sinew__skin_of(model, mesh)) ? RENDER_FEATURE_ADDITIVE_SKIN : 0;
}

sinew_result sinew__render_choose_skin(sinew_renderer *renderer, sinew_draw_skin skin, sinew_error *out_error)
{
    const sinew_model *model = renderer->model;
    const sinew_result result = sinew__render_model_buffers_choose_skin(&renderer->buffers, model, skin, out_error);
    if (result != SINEW_OK) return result;
    int features = renderer->buffers.dual_palette ? RENDER_FEATURE_DUAL_QUATERNIONS : 0;
    for (int32_t i = 0; i < model->material_count; ++i) features |= features_of_material(&model->materials[i]);
    for (int32_t i = 0; i < model->mesh_count; ++i) features |= features_of_mesh(model, &model->meshes[i]);
    sinew__render_programs_set_features(&renderer->programs, features);
    return SINEW_OK;
}
