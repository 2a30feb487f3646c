#define _POSIX_C_SOURCE 200809L
#include "cli/commands/model_images.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/side_files.h"

sinew_result cli_model_images_load(const sinew_model *model, const char *path, const sinew_load_options *options,
                                   sinew_image **out_images, sinew__buffer *out_missing, sinew_error *out_error)
{
    sinew_image *images = *out_images = calloc((size_t)model->texture_count + 1, sizeof *images);
    if (!images) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < model->texture_count; ++i) {
        sinew_error error;
        const sinew_result result = sinew_model_load_texture(model, i, path, options, &images[i], &error);
        if (result == SINEW_OK) continue;
        if (result != SINEW_ERROR_CANCELLED) {
            sinew__buffer_put(out_missing, error.message, strlen(error.message) + 1);
            continue;
        }
        cli_model_images_free(model, images);
        *out_images = NULL;
        *out_error = error;
        return result;
    }
    return SINEW_OK;
}

void cli_model_images_free(const sinew_model *model, sinew_image *images)
{
    for (int32_t i = 0; images && i < model->texture_count; ++i) sinew_image_free(&images[i]);
    free(images);
}

cli_texture_location cli_find_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                      const char *texture_path)
{
    if (model->textures[texture].byte_count > 0) return CLI_TEXTURE_EMBEDDED;
    int descriptor;
    size_t size;
    const char *authored = sinew_text(model, model->textures[texture].path);
    if (sinew__side_file_open(model_path, texture_path, authored, &descriptor, &size) != SINEW_OK)
        return CLI_TEXTURE_MISSING;
    close(descriptor);
    return CLI_TEXTURE_FOUND;
}
