#define _POSIX_C_SOURCE 200809L
// Pictures: bytes → pixels, through SDL_image; and the pictures of a model, embedded or beside it.
#include <SDL.h>
#include <SDL_image.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "import/image_size.h"
#include "platform/side_files.h"
#include "sinew/import.h"

/// The largest side of a texture that is decoded; larger ones fit no common graphics card.
enum { LARGEST_TEXTURE = 16384 };

static sinew_result copy_pixels(SDL_Surface *rgba, sinew_image *out, sinew_error *error)
{
    const size_t row = (size_t)rgba->w * 4;
    out->pixels = malloc(row * (size_t)rgba->h);
    if (!out->pixels) return sinew__fail_memory(error);
    for (int y = 0; y < rgba->h; y++)
        memcpy(out->pixels + row * (size_t)y, (const char *)rgba->pixels + (size_t)rgba->pitch * (size_t)y, row);
    out->width = rgba->w;
    out->height = rgba->h;
    return SINEW_OK;
}

static sinew_result decode(const void *bytes, size_t size, const char *format, sinew_image *out, sinew_error *error)
{
    SDL_Surface *decoded = IMG_LoadTyped_RW(SDL_RWFromConstMem(bytes, (int)size), 1, format);
    if (!decoded) return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture is damaged: %s", IMG_GetError());
    SDL_Surface *rgba = SDL_ConvertSurfaceFormat(decoded, SDL_PIXELFORMAT_RGBA32, 0);
    SDL_FreeSurface(decoded);
    if (!rgba) return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture is damaged: %s", SDL_GetError());
    const sinew_result result = copy_pixels(rgba, out, error);
    SDL_FreeSurface(rgba);
    return result;
}

sinew_result sinew_import_image(const void *bytes, size_t size, const char *format, int32_t max_size,
                                sinew_image *out_image, sinew_error *error)
{
    if (out_image) *out_image = (sinew_image){0};
    if (SINEW__LACKS_ARGUMENT(error, format, out_image) || (size && SINEW__LACKS_ARGUMENT(error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    image_size image;
    if (size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the picture is empty");
    if (size > INT_MAX || !sinew__image_size_read(bytes, size, format, &image))
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "not a picture that sinew reads");
    if (image.width == 0 || image.height == 0)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture has no pixels");
    if (image.width > (uint32_t)max_size || image.height > (uint32_t)max_size)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "the picture has %u × %u pixels, the limit is %d × %d",
                           image.width, image.height, (int)max_size, (int)max_size);
    return decode(bytes, size, image.format, out_image, error);
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
                                  sinew_text(model, from->format), LARGEST_TEXTURE, out_image, error);
    void *bytes = NULL;
    size_t size = 0;
    const sinew_result found = sinew__side_file_read(model_path, texture_path, path, &bytes, &size);
    if (found == SINEW_ERROR_NOT_FOUND) return sinew__fail(error, found, "texture '%s' is not beside the model", path);
    if (found != SINEW_OK) return sinew__fail_memory(error);
    const char *dot = strrchr(path, '.');
    const sinew_result result = sinew_import_image(bytes, size, dot ? dot + 1 : "", LARGEST_TEXTURE, out_image, error);
    free(bytes);
    return result;
}
