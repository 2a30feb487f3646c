#include "model/validate/validate.h"

#include <math.h>

#include "base/affine.h"
#include "base/printable.h"

static sinew_result validate_text(const sinew_model *model, sinew_error *error)
{
    if (model->text_size == 0 || model->text[0] != '\0' || model->text[model->text_size - 1] != '\0')
        return sinew__damaged(error, "text of size", (int64_t)model->text_size);
    if (!sinew__is_utf8(model->text, model->text_size))
        return sinew__damaged(error, "text of size", (int64_t)model->text_size);
    return SINEW_OK;
}

static sinew_result validate_info(const sinew_model *model, sinew_error *error)
{
    const sinew_model_info *info = model->info;
    const sinew_text_ref texts[] = {info->format,    info->version, info->encoding,
                                    info->generator, info->up,      info->front};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        if (!sinew__text_fits(model, texts[i])) return sinew__damaged(error, "info text", (int64_t)i);
    const int numbers_hold = info->unit_cm > 0 && isfinite(info->unit_cm) && info->fps >= 0 && isfinite(info->fps) &&
                             info->ticks_per_second > 0 && info->size > 0 && isfinite(info->size) &&
                             sinew__affine_is_finite(&info->root) && sinew__affine_is_finite(&info->global_inverse);
    return numbers_hold ? SINEW_OK : sinew__damaged(error, "info", 0);
}

static sinew_result validate_materials(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (!sinew__text_fits(model, texture->path) || !sinew__text_fits(model, texture->format) ||
            texture->first_byte > model->image_byte_count ||
            texture->byte_count > model->image_byte_count - texture->first_byte)
            return sinew__damaged(error, "texture", i);
    }
    for (int32_t i = 0; i < model->material_count; ++i) {
        const sinew_material *material = &model->materials[i];
        if (!sinew__text_fits(model, material->name) ||
            !sinew__index_or_none(material->texture, model->texture_count) ||
            material->alpha_mode > SINEW_ALPHA_BLEND || !sinew__all_finite(material->base_color, 4) ||
            !sinew__all_finite(material->bare_color, 4) || !isfinite(material->alpha_cutoff) ||
            material->wrap[0] > SINEW_TEXTURE_MIRROR || material->wrap[1] > SINEW_TEXTURE_MIRROR)
            return sinew__damaged(error, "material", i);
    }
    return SINEW_OK;
}

static sinew_result validate_notes(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        if (!sinew__text_fits(model, warning->code) || !sinew__text_fits(model, warning->object) ||
            !sinew__text_fits(model, warning->text) || warning->severity > SINEW_SEVERITY_ERROR)
            return sinew__damaged(error, "warning", i);
    }
    for (int32_t i = 0; i < model->source_count; ++i)
        if (!sinew__text_fits(model, model->sources[i].name)) return sinew__damaged(error, "source", i);
    return SINEW_OK;
}

sinew_result sinew__validate(const sinew_model *model, sinew_error *error)
{
    sinew_result result = validate_text(model, error);
    if (result == SINEW_OK) result = validate_info(model, error);
    if (result == SINEW_OK) result = sinew__validate_joints(model, error);
    if (result == SINEW_OK) result = validate_materials(model, error);
    if (result == SINEW_OK) result = sinew__validate_meshes(model, error);
    if (result == SINEW_OK) result = sinew__validate_caches(model, error);
    if (result == SINEW_OK) result = sinew__validate_clips(model, error);
    if (result == SINEW_OK) result = sinew__validate_rows(model, error);
    if (result == SINEW_OK) result = validate_notes(model, error);
    return result;
}
