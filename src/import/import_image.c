#define _POSIX_C_SOURCE 200809L
// Pictures in this process: bytes → pixels; and the pictures of a model, embedded or beside it.
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "import/decode_picture.h"
#include "import/image_size.h"
#include "platform/side_files.h"
#include "sinew/import.h"

sinew_result sinew_import_image(const void *bytes, size_t size, const char *format, int32_t max_size,
                                sinew_image *out_image, sinew_error *error)
{
    if (out_image) *out_image = (sinew_image){0};
    if (SINEW__LACKS_ARGUMENT(error, format, out_image) || (size && SINEW__LACKS_ARGUMENT(error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__picture picture;
    sinew_result result = sinew__picture_decode(bytes, size, format, max_size, &picture, error);
    if (result != SINEW_OK) return result;
    uint8_t *pixels = sinew__allocate((size_t)picture.width * (size_t)picture.height * 4);
    if (pixels && sinew__picture_read(&picture, 0, pixels)) {
        *out_image = (sinew_image){.width = picture.width, .height = picture.height, .pixels = pixels};
    } else {
        sinew_free(pixels);
        result = sinew__fail_memory(error);
    }
    sinew__picture_free(&picture);
    return result;
}

sinew_result sinew_import_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                  const char *texture_path, sinew_image *out_image, sinew_error *error)
{
    if (out_image) *out_image = (sinew_image){0};
    if (SINEW__LACKS_ARGUMENT(error, model, model_path, out_image) ||
        sinew__lacks_item(error, "texture", texture, model->texture_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_texture *from = &model->textures[texture];
    const char *path = sinew_text(model, from->path);
    if (from->byte_count)
        return sinew_import_image(model->image_bytes + from->first_byte, (size_t)from->byte_count,
                                  sinew_text(model, from->format), SINEW__LARGEST_TEXTURE, out_image, error);
    void *bytes = NULL;
    size_t size = 0;
    const sinew_result found = sinew__side_file_read(model_path, texture_path, path, &bytes, &size);
    if (found == SINEW_ERROR_NOT_FOUND) return sinew__fail(error, found, "texture '%s' is not beside the model", path);
    if (found != SINEW_OK) return sinew__fail_memory(error);
    const char *dot = strrchr(path, '.');
    const sinew_result result =
        sinew_import_image(bytes, size, dot ? dot + 1 : "", SINEW__LARGEST_TEXTURE, out_image, error);
    sinew_free(bytes);
    return result;
}
