#include "runtime/model/build/build_stages.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/arguments.h"

// ---- facts about the file -----------------------------------------------------------------------------------------

/// `value` where it is a usable positive number, else `fallback`.
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
        {"cameras", raw->camera_count, raw->cameras},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        if (arrays[i].count < 0 || (arrays[i].count > 0 && !arrays[i].items))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d %s without an array", (int)arrays[i].count,
                               arrays[i].what);
    }
    return SINEW_OK;
}

sinew_result sinew_raw_model_build(const sinew_raw_model *raw, void **out_block, size_t *out_size,
                                   sinew_error *out_error)
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
    if (result == SINEW_OK) result = sinew__build_materials(&builder);
    if (result == SINEW_OK) result = sinew__build_meshes(&builder);
    if (result == SINEW_OK) result = sinew__build_clips(&builder);
    if (result == SINEW_OK) result = sinew__build_cameras(&builder);
    if (result == SINEW_OK) result = build_info(&builder);
    if (result == SINEW_OK) result = build_warnings(&builder);
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
    const sinew_result result = sinew_raw_model_build(raw, &block, &size, out_error);
    return result == SINEW_OK ? sinew_model_from_block(block, size, out_model, out_error) : result;
}
