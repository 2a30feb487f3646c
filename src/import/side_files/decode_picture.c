// Decodes an image file or an embedded texture to pixels, reduced if they exceed the requested size.
#define _POSIX_C_SOURCE 200809L
#include "import/side_files/images.h"

#include <SDL.h>
#include <SDL_image.h>
#include <limits.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/pixels.h"
#include "core/platform/side_files.h"
#include "sinew/import.h"

/// Number of texels that are halved at once, so that each step stays in the processor's cache.
enum { BAND_TEXELS = 1 << 16 };

/// Decodes a DDS, which SDL_image cannot read. The file has been checked; NULL when out of memory.
static SDL_Surface *decode_dds(const void *bytes, size_t size)
{
    sinew__dds dds;
    if (!sinew__dds_read(bytes, size, &dds)) return NULL;
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, (int)dds.width, (int)dds.height, 32, SDL_PIXELFORMAT_RGBA32);
    if (surface) sinew__dds_decode(&dds, bytes, surface->pixels); // rows of four bytes per pixel have no gaps
    return surface;
}

sinew_result sinew__picture_decode(const void *bytes, size_t size, const char *format, int32_t max_size,
                                   sinew__picture *out, sinew_error *error)
{
    *out = (sinew__picture){0};
    image_size image;
    sinew_result result = sinew__picture_judge(bytes, size, size, format, max_size, error);
    if (result == SINEW_OK && !sinew__image_size_read(bytes, size, format, &image))
        result = sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture is damaged: its size cannot be read");
    if (result != SINEW_OK) return result;
    SDL_ClearError();
    SDL_Surface *surface = strcmp(image.format, "DDS") == 0
                               ? decode_dds(bytes, size)
                               : IMG_LoadTyped_RW(SDL_RWFromConstMem(bytes, (int)size), 1, image.format);
    const char *problem = IMG_GetError();
    // Messages of SDL and libjpeg.
    if (!surface && (strstr(problem, "ut of memory") || strstr(problem, "nsufficient memory")))
        return sinew__fail_memory(error);
    if (!surface) return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture is damaged: %s", problem);
    *out = (sinew__picture){.surface = surface, .width = surface->w, .height = surface->h};
    return SINEW_OK;
}

int32_t sinew__picture_side(int32_t side, int halvings)
{
    for (; halvings > 0; --halvings) side = sinew__mipmap_half(side);
    return side;
}

/// Converts rows [first, first + count) to RGBA; NULL when out of memory.
static SDL_Surface *convert_rows(SDL_Surface *from, int first, int count)
{
    char *start = (char *)from->pixels + (size_t)first * (size_t)from->pitch;
    SDL_Surface *rows = SDL_CreateRGBSurfaceWithFormatFrom(start, from->w, count, from->format->BitsPerPixel,
                                                           from->pitch, from->format->format);
    if (!rows) return NULL;
    Uint32 key;
    if (from->format->palette) SDL_SetSurfacePalette(rows, from->format->palette);
    if (SDL_GetColorKey(from, &key) == 0) SDL_SetColorKey(rows, SDL_TRUE, key);
    SDL_Surface *rgba = SDL_ConvertSurfaceFormat(rows, SDL_PIXELFORMAT_RGBA32, 0);
    SDL_FreeSurface(rows);
    return rgba;
}

int sinew__picture_read(const sinew__picture *picture, int halvings, uint8_t *out_pixels)
{
    const int32_t width = picture->width, square = (int32_t)1 << halvings, wanted = BAND_TEXELS / width;
    // Rows that are read at once: whole squares; the last step also reads rows that are left over.
    const int32_t step = wanted <= square ? square : wanted - wanted % square;
    const size_t most = (size_t)width * (size_t)(step + square) * 4;
    uint8_t *band = sinew__allocate(most), *scratch = halvings ? sinew__allocate(most / 2 + 4) : NULL;
    int done = band && (scratch || !halvings);
    for (int32_t y = 0; done && y < picture->height;) {
        const int32_t left = picture->height - y, count = left < step + square ? left : step;
        SDL_Surface *rows = convert_rows(picture->surface, y, count);
        done = rows != NULL;
        for (int32_t i = 0; done && i < count; ++i)
            memcpy(band + (size_t)i * (size_t)width * 4, (const char *)rows->pixels + (size_t)i * (size_t)rows->pitch,
                   (size_t)width * 4);
        SDL_FreeSurface(rows);
        if (!done) break;
        const size_t bytes = (size_t)sinew__mipmap_halve_often(band, width, count, halvings, scratch) *
                             (size_t)sinew__picture_side(width, halvings) * 4;
        memcpy(out_pixels, band, bytes);
        out_pixels += bytes;
        y += count;
    }
    sinew_free(band);
    sinew_free(scratch);
    return done;
}

void sinew__picture_free(sinew__picture *picture)
{
    SDL_FreeSurface(picture->surface);
    *picture = (sinew__picture){0};
}

sinew_result sinew_import_image(const void *bytes, size_t size, const char *format, int32_t max_size,
                                sinew_image *out_image, sinew_error *error)
{
    if (out_image) *out_image = (sinew_image){0};
    if (SINEW__LACKS_ARGUMENT(error, format, out_image) || (size && SINEW__LACKS_ARGUMENT(error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (max_size < 1)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "images of at most %d pixels", (int)max_size);
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
