// Builds a block from a raw model: runs the stages in order, and builds materials, presets and facts about the file.
#include "runtime/model/build/builder.h"
#include "runtime/model/make_model.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "sinew/raw_model.h"

// ---- materials and their images -----------------------------------------------------------------------------------

static sinew_result add_texture(sinew__builder *builder, const sinew_raw_texture *from)
{
    int ok = 1;
    sinew_texture texture = {.path = sinew__builder_text(builder, from->path, &ok),
                             .format = sinew__builder_text(builder, from->format, &ok),
                             .name = sinew__builder_text(builder, from->name, &ok),
                             .first_byte = builder->sections[SINEW__SECTION_IMAGE_BYTES].count,
                             .byte_count = from->bytes ? from->byte_count : 0};
    if (texture.byte_count) {
        void *bytes = sinew__section_extend(builder, SINEW__SECTION_IMAGE_BYTES, from->byte_count);
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

/// The roughness that gives the highlights of matt plastic.
static const float plastic_roughness = 0.461736f;

static float one_if_zero(float value)
{
    return isfinite(value) && value != 0.0f ? value : 1.0f;
}

static int is_finite2(const float v[2])
{
    return isfinite(v[0]) && isfinite(v[1]);
}

/// Adds the texture mapping of an image, unless it is the default. A transform that is not finite is dropped.
static sinew_result add_mapping(sinew__builder *builder, const sinew_raw_texture_mapping *from,
                                const sinew_material *of, int map)
{
    if (!from || (map < SINEW_MAP_COUNT ? of->maps[map] : of->texture) == SINEW_NONE) return SINEW_OK;
    sinew_texture_mapping mapping = {.material = sinew__section_size(builder, SINEW__SECTION_MATERIALS),
                                     .map = (uint32_t)map,
                                     .set = from->set,
                                     .scale = {1, 1}};
    if (from->set > 1)
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT,
                           "material %d: there are no texture coordinates %u", (int)mapping.material,
                           (unsigned)from->set);
    for (int i = 0; i < 2; ++i) mapping.wrap[i] = from->wrap[i] > SINEW_TEXTURE_MIRROR ? 0 : from->wrap[i];
    if (is_finite2(from->offset) && is_finite2(from->scale) && isfinite(from->rotation)) {
        memcpy(mapping.offset, from->offset, sizeof mapping.offset);
        memcpy(mapping.scale, from->scale, sizeof mapping.scale);
        mapping.rotation = from->rotation;
    }
    if (mapping.set == 0 && memcmp(mapping.wrap, of->wrap, sizeof of->wrap) == 0 && mapping.offset[0] == 0.0f &&
        mapping.offset[1] == 0.0f && mapping.scale[0] == 1.0f && mapping.scale[1] == 1.0f && mapping.rotation == 0.0f)
        return SINEW_OK;
    sinew_texture_mapping *item = sinew__section_push(builder, SINEW__SECTION_TEXTURE_MAPPINGS, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = mapping;
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
    material.roughness = from->roughness != 0.0f ? unit_or_one(from->roughness) : plastic_roughness;
    material.metalness = unit_or_one(from->metalness);
    material.normal_scale = one_if_zero(from->normal_scale);
    material.occlusion_strength = unit_or_one(one_if_zero(from->occlusion_strength));
    for (int i = 0; i < 3; ++i)
        material.emissive[i] = isfinite(from->emissive[i]) ? fminf(fmaxf(from->emissive[i], 0.0f), 1000.0f) : 0.0f;
    material.roughness_map_is_glossiness = from->roughness_map_is_glossiness != 0;
    const sinew_raw_texture_mapping *mappings[SINEW_MAP_COUNT] = {0};
    for (int i = 0; i < SINEW_MAP_COUNT; ++i) material.maps[i] = SINEW_NONE;
    for (int32_t i = 0; i < from->map_count; ++i) {
        const sinew_raw_map *map = &from->maps[i];
        if (map->kind >= SINEW_MAP_COUNT || map->texture < 0 || map->texture >= builder->raw->texture_count)
            return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "material '%s': map %d is invalid",
                               from->name ? from->name : "", (int)i);
        material.maps[map->kind] = map->texture;
        mappings[map->kind] = map->mapping;
    }
    sinew_result result = SINEW_OK;
    for (int i = 0; i < SINEW_MAP_COUNT && result == SINEW_OK; ++i)
        result = add_mapping(builder, mappings[i], &material, i);
    if (result == SINEW_OK) result = add_mapping(builder, from->mapping, &material, SINEW_MAP_COUNT);
    if (result != SINEW_OK) return result;
    sinew_material *item = sinew__section_push(builder, SINEW__SECTION_MATERIALS, 1);
    if (!ok || !item) return sinew__fail_memory(builder->error);
    *item = material;
    return SINEW_OK;
}

// ---- presets ------------------------------------------------------------------------------------------------------

static sinew_result build_presets(sinew__builder *builder)
{
    const sinew_raw_model *raw = builder->raw;
    for (int32_t i = 0; i < raw->preset_count; ++i) {
        const sinew_raw_preset *preset = &raw->presets[i];
        if (preset->weight_count < 0 || (preset->weight_count > 0 && !preset->weights))
            return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "preset '%s': %d weights without an array",
                               preset->name ? preset->name : "", (int)preset->weight_count);
        int ok = 1;
        const int32_t first = sinew__section_size(builder, SINEW__SECTION_PRESET_WEIGHTS);
        for (int32_t w = 0; w < preset->weight_count; ++w) {
            const sinew_raw_preset_weight *weight = &preset->weights[w];
            if (weight->mesh < 0 || weight->mesh >= raw->mesh_count || weight->morph < 0 ||
                weight->morph >= raw->meshes[weight->mesh].morph_count || !isfinite(weight->weight))
                return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "preset '%s': weight %d is invalid",
                                   preset->name ? preset->name : "", (int)w);
            sinew_preset_weight *added = sinew__section_push(builder, SINEW__SECTION_PRESET_WEIGHTS, 1);
            if (!added) return sinew__fail_memory(builder->error);
            *added = (sinew_preset_weight){builder->first_morph[weight->mesh] + weight->morph, weight->weight};
        }
        const sinew_text_ref name = sinew__builder_name(builder, preset->name, &ok);
        sinew_preset *item = sinew__section_push(builder, SINEW__SECTION_PRESETS, 1);
        if (!ok || !item) return sinew__fail_memory(builder->error);
        *item = (sinew_preset){name, first, preset->weight_count};
    }
    return SINEW_OK;
}

// ---- facts about the file -----------------------------------------------------------------------------------------

/// Returns `value` if it is finite and positive, else `fallback`.
static double positive_or(double value, double fallback)
{
    return isfinite(value) && value > 0 ? value : fallback;
}

static sinew_result build_info(sinew__builder *builder)
{
    const sinew_raw_model *raw = builder->raw;
    int ok = 1;
    sinew_model_info info = {
        .format = sinew__builder_text(builder, raw->format, &ok),
        .version = sinew__builder_text(builder, raw->version, &ok),
        .encoding = sinew__builder_text(builder, raw->encoding, &ok),
        .generator = sinew__builder_text(builder, raw->generator, &ok),
        .up = sinew__builder_text(builder, raw->up ? raw->up : "+Y", &ok),
        .front = sinew__builder_text(builder, raw->front ? raw->front : "+Z", &ok),
        .unit_cm = positive_or(raw->unit_cm, 1),
        .fps = positive_or(raw->fps, 0),
        .ticks_per_second = raw->ticks_per_second > 0 ? raw->ticks_per_second : INT64_C(46186158000),
        .root = sinew__affine_is_zero(&raw->root) ? sinew__affine_identity() : raw->root,
        .size = sinew__character_size(&builder->bounds),
    };
    if (!sinew__affine_is_finite(&info.root) || !sinew__affine_inverse(&info.root, &info.global_inverse))
        info.root = info.global_inverse = sinew__affine_identity();
    sinew_model_info *item = sinew__section_push(builder, SINEW__SECTION_INFO, 1);
    if (!ok || !item) return sinew__fail_memory(builder->error);
    *item = info;
    return SINEW_OK;
}

static sinew_result build_warnings(sinew__builder *builder)
{
    const sinew_raw_model *raw = builder->raw;
    int ok = 1;
    for (int32_t i = 0; i < raw->warning_count; ++i)
        if (!sinew__builder_put_warning(builder, &raw->warnings[i])) return sinew__fail_memory(builder->error);
    for (int32_t i = 0; i < raw->source_count; ++i) {
        const sinew_raw_source *from = &raw->sources[i];
        const sinew_text_ref name = sinew__builder_text(builder, from->name, &ok);
        sinew_source *item = sinew__section_push(builder, SINEW__SECTION_SOURCES, 1);
        if (!ok || !item) return sinew__fail_memory(builder->error);
        *item = (sinew_source){.name = name, .size = from->size, .hash = from->hash};
    }
    return SINEW_OK;
}

// ---- the stages ---------------------------------------------------------------------------------------------------

static sinew_result check_counts(const sinew_raw_model *raw, sinew_error *error)
{
    const struct {
        const char *what;
        int32_t count;
        const void *items;
    } arrays[] = {
        {"joints", raw->joint_count, raw->joints},       {"nodes", raw->node_count, raw->nodes},
        {"meshes", raw->mesh_count, raw->meshes},        {"materials", raw->material_count, raw->materials},
        {"textures", raw->texture_count, raw->textures}, {"clips", raw->clip_count, raw->clips},
        {"warnings", raw->warning_count, raw->warnings}, {"sources", raw->source_count, raw->sources},
        {"cameras", raw->camera_count, raw->cameras},    {"presets", raw->preset_count, raw->presets},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        if (arrays[i].count < 0 || (arrays[i].count > 0 && !arrays[i].items))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d %s without an array", (int)arrays[i].count,
                               arrays[i].what);
    }
    return SINEW_OK;
}

sinew_result sinew__raw_model_build(const sinew_raw_model *raw, void **out_block, size_t *out_size,
                                    sinew_error *out_error)
{
    return sinew__raw_model_pack(raw, NULL, NULL, out_block, out_size, out_error);
}

sinew_result sinew__raw_model_pack(const sinew_raw_model *raw, void (*release)(void *user), void *user,
                                   void **out_block, size_t *out_size, sinew_error *out_error)
{
    if (out_block) *out_block = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, raw, out_block, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    sinew__builder builder = {.raw = raw, .error = out_error};
    sinew__character_bounds_init(&builder.bounds);
    sinew_result result = check_counts(raw, out_error);
    if (result == SINEW_OK && !sinew__section_push(&builder, SINEW__SECTION_TEXT, 1))
        result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) result = sinew__build_joints(&builder);
    for (int32_t i = 0; i < raw->texture_count && result == SINEW_OK; ++i)
        result = add_texture(&builder, &raw->textures[i]);
    for (int32_t i = 0; i < raw->material_count && result == SINEW_OK; ++i)
        result = add_material(&builder, &raw->materials[i]);
    if (result == SINEW_OK) result = sinew__build_meshes(&builder);
    if (result == SINEW_OK) result = sinew__build_clips(&builder);
    if (result == SINEW_OK) result = sinew__build_cameras(&builder);
    if (result == SINEW_OK) result = build_presets(&builder);
    if (result == SINEW_OK) result = build_info(&builder);
    if (result == SINEW_OK) result = build_warnings(&builder);
    sinew__arena_free(&builder.scratch);
    if (result == SINEW_OK && release) release(user);
    if (result == SINEW_OK) result = sinew__builder_lay_out(&builder, out_block, out_size);
    sinew__builder_free(&builder);
    return result;
}

sinew_result sinew_model_from_raw(const sinew_raw_model *raw, sinew_model **out_model, sinew_error *out_error)
{
    void *block;
    size_t size;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, raw, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = sinew__raw_model_build(raw, &block, &size, out_error);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, out_error) : result;
}
