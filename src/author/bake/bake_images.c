/// Embeds image files of textures in a model, or removes them.
#include <string.h>

#include "author/bake/bake.h"
#include "core/base/error.h"
#include "runtime/model/build/builder.h"

sinew_result sinew__replace_images(const sinew_model *model, const sinew__image_file *files, void **out_block,
                                   size_t *out_size, sinew_error *error)
{
    const uint8_t left_out[SINEW__SECTION_COUNT] = {
        [SINEW__SECTION_TEXTURES] = 1, [SINEW__SECTION_IMAGE_BYTES] = files == NULL};
    sinew__builder builder = {.error = error};
    *out_block = NULL;
    sinew__lend_sections(&builder, model, left_out);
    sinew_texture *textures = sinew__section_push(&builder, SINEW__SECTION_TEXTURES, (size_t)model->texture_count);
    int ok = textures != NULL;
    for (int32_t i = 0; i < model->texture_count && ok; ++i) {
        textures[i] = model->textures[i];
        if (!files) textures[i].first_byte = textures[i].byte_count = 0;
        if (!files || files[i].size == 0) continue;
        textures[i].format = sinew__builder_text(&builder, files[i].format, &ok);
        textures[i].first_byte = builder.sections[SINEW__SECTION_IMAGE_BYTES].count;
        textures[i].byte_count = files[i].size;
        void *bytes = sinew__section_extend(&builder, SINEW__SECTION_IMAGE_BYTES, files[i].size);
        if (bytes) memcpy(bytes, files[i].bytes, files[i].size);
        ok = ok && bytes != NULL;
    }
    const sinew_result result = ok ? sinew__builder_lay_out(&builder, out_block, out_size) : sinew__fail_memory(error);
    sinew__builder_free(&builder);
    return result;
}
