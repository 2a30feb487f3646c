// Creates a model from its block, gives access to it, and destroys it.
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "runtime/model/block.h"
#include "runtime/model/clip_slots.h"
#include "runtime/model/make_model.h"
#include "runtime/model/texture_mapping.h"
#include "runtime/model/validate/checks.h"
#include "sinew/model.h"

/// Returns a pointer for writing to an array of the model, which is inside the model's own block.
static void *writable(sinew_model *model, const void *array)
{
    return (uint8_t *)model->block + ((const uint8_t *)array - (const uint8_t *)model->block);
}

void sinew_model_show_hidden(sinew_model *model)
{
    sinew_mesh *meshes = writable(model, model->meshes);
    sinew_joint *joints = writable(model, model->joints);
    for (int32_t i = 0; i < model->mesh_count; ++i) meshes[i].flags &= ~(uint32_t)SINEW_MESH_HIDDEN;
    for (int32_t i = 0; i < model->joint_count; ++i)
        joints[i].flags &= ~(uint32_t)(SINEW_JOINT_HIDDEN | SINEW_JOINT_HIDDEN_ALONE);
}

void sinew__block_free(void *block, size_t size)
{
    (void)size;
    sinew_free(block);
}

sinew_result sinew__model_from_memory(void *block, size_t size, void (*release)(void *block, size_t size),
                                      sinew__block_kind kind, const sinew__validation_limits *limits,
                                      sinew_model **out_model, sinew_error *out_error)
{
    *out_model = NULL;
    sinew_model *model = sinew__allocate_zeroed(1, sizeof *model);
    sinew_result result =
        model ? sinew__view_block(block, size, kind, model, out_error) : sinew__fail_memory(out_error);
    if (result == SINEW_OK) result = sinew__validate(model, limits, NULL, out_error);
    if (result != SINEW_OK) {
        sinew_free(model);
        release(block, size);
        return result;
    }
    model->block = block;
    model->block_size = size;
    model->release = release;
    *out_model = model;
    return SINEW_OK;
}

sinew_result sinew__model_from_block(void *block, size_t size, sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, block, out_model)) {
        sinew_free(block);
        return SINEW_ERROR_INVALID_ARGUMENT;
    }
    return sinew__model_from_memory(block, size, sinew__block_free, SINEW__BLOCK_MODEL, NULL, out_model, out_error);
}

void sinew_model_destroy(sinew_model *model)
{
    if (!model) return;
    sinew__slots_destroy(model);
    model->release(model->block, model->block_size);
    sinew_free(model);
}

const void *sinew_model_block(const sinew_model *model, size_t *out_size)
{
    *out_size = model->block_size;
    return model->block;
}

const char *sinew_text(const sinew_model *model, sinew_text_ref ref)
{
    return ref < model->text_size ? model->text + ref : "";
}

const sinew_texture_mapping *sinew_material_texture_mapping(const sinew_model *model, int32_t material, int32_t map)
{
    size_t i = 0;
    const sinew_texture_mapping wanted = {.material = material, .map = (uint32_t)map}, *all = model->texture_mappings;
    const uint64_t key = sinew__texture_mapping_key(&wanted);
    SINEW__LOWER_BOUND(i, model->texture_mapping_count, sinew__texture_mapping_key(&all[i]) < key);
    return i < (size_t)model->texture_mapping_count && sinew__texture_mapping_key(&all[i]) == key ? &all[i] : NULL;
}

/// Finds the cache by binary search, because caches are sorted by mesh.
const sinew_geometry_cache *sinew_mesh_geometry_cache(const sinew_model *model, int32_t mesh)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, model->cache_count, model->caches[i].mesh < mesh);
    return i < (size_t)model->cache_count && model->caches[i].mesh == mesh ? &model->caches[i] : NULL;
}
