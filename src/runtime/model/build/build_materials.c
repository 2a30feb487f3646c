/// Materials and the pictures they name.
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "runtime/model/build/build_stages.h"

static sinew_result add_texture(sinew__builder *builder, const sinew_raw_texture *from)
{
    int ok = 1;
    sinew_texture texture = {.path = sinew__builder_text(builder, from->path, &ok),
                             .format = sinew__builder_text(builder, from->format, &ok),
                             .first_byte = builder->sections[SINEW__SECTION_IMAGE_BYTES].count,
                             .byte_count = from->bytes ? from->byte_count : 0};
    if (texture.byte_count) {
        void *bytes = sinew__section_push(builder, SINEW__SECTION_IMAGE_BYTES, from->byte_count);
        if (!bytes) return sinew__fail_memory(builder->error);
        memcpy(bytes, from->bytes, from->byte_count);
    }
    sinew_texture *item = sinew__section_push(builder, SINEW__SECTION_TEXTURES, 1);
    if (!ok || !item) return sinew__fail_memory(builder->error);
    *item = texture;
    return SINEW_OK;
}

static float unit_or_one(float value)
{
    return isfinite(value) ? fminf(fmaxf(value, 0.0f), 1.0f) : 1.0f;
}

/// The roughness at which a highlight looks as on matt plastic.
static const float PLASTIC = 0.461736f;

static float one_if_zero(float value)
{
    return isfinite(value) && value != 0.0f ? value : 1.0f;
}

static void describe_surface(const sinew_raw_material *from, sinew_material *out)
{
    out->roughness = from->roughness != 0.0f ? unit_or_one(from->roughness) : PLASTIC;
    out->metalness = unit_or_one(from->metalness);
    out->normal_scale = one_if_zero(from->normal_scale);
    out->occlusion_strength = unit_or_one(one_if_zero(from->occlusion_strength));
    for (int i = 0; i < 3; ++i)
        out->emissive[i] = isfinite(from->emissive[i]) ? fminf(fmaxf(from->emissive[i], 0.0f), 1000.0f) : 0.0f;
    out->roughness_map_is_glossiness = from->roughness_map_is_glossiness != 0;
}

static sinew_result add_maps(const sinew__builder *builder, const sinew_raw_material *from, sinew_material *out)
{
    for (int i = 0; i < SINEW_MAP_COUNT; ++i) out->maps[i] = SINEW_NONE;
    for (int32_t i = 0; i < from->map_count; ++i) {
        const sinew_raw_map *map = &from->maps[i];
        if (map->kind >= SINEW_MAP_COUNT || map->texture < 0 || map->texture >= builder->raw->texture_count)
            return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "material '%s': map %d is invalid",
                               from->name ? from->name : "", (int)i);
        out->maps[map->kind] = map->texture;
    }
    return SINEW_OK;
}

static sinew_result add_material(sinew__builder *builder, const sinew_raw_material *from)
{
    if (from->texture < SINEW_NONE || from->texture >= builder->raw->texture_count)
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "material '%s': there is no texture %d",
                           from->name ? from->name : "", (int)from->texture);
    int ok = 1;
    sinew_material material = {.name = sinew__builder_name(builder, from->name, &ok),
                               .texture = from->texture,
                               .alpha_mode =
                                   from->alpha_mode > SINEW_ALPHA_BLEND ? SINEW_ALPHA_OPAQUE : from->alpha_mode,
                               .alpha_cutoff = unit_or_one(from->alpha_cutoff),
                               .two_sided = from->two_sided != 0};
    const float *bare = from->texture != SINEW_NONE && from->bare_color[3] > 0.0f ? from->bare_color : from->base_color;
    for (int i = 0; i < 2; ++i) material.wrap[i] = from->wrap[i] > SINEW_TEXTURE_MIRROR ? 0 : from->wrap[i];
    for (int i = 0; i < 4; ++i) material.base_color[i] = unit_or_one(from->base_color[i]);
    for (int i = 0; i < 4; ++i) material.bare_color[i] = unit_or_one(bare[i]);
    describe_surface(from, &material);
    const sinew_result result = add_maps(builder, from, &material);
    if (result != SINEW_OK) return result;
    sinew_material *item = sinew__section_push(builder, SINEW__SECTION_MATERIALS, 1);
    if (!ok || !item) return sinew__fail_memory(builder->error);
    *item = material;
    return SINEW_OK;
}

sinew_result sinew__build_materials(sinew__builder *builder)
{
    const sinew_raw_model *raw = builder->raw;
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < raw->texture_count && result == SINEW_OK; ++i)
        result = add_texture(builder, &raw->textures[i]);
    for (int32_t i = 0; i < raw->material_count && result == SINEW_OK; ++i)
        result = add_material(builder, &raw->materials[i]);
    return result;
}
