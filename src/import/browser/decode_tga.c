// Decodes the image formats that browsers lack: TGA with stb_image, and DDS.
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "import/side_files/images.h"
#include "sinew/import.h"

// Compiled into this file; memory comes from the library's functions.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_NO_THREAD_LOCALS
#define STBI_ASSERT(condition) ((void)0)
#define STBI_MALLOC(size) sinew__allocate(size)
#define STBI_REALLOC(memory, size) sinew__resize(memory, size)
#define STBI_FREE(memory) sinew_free(memory)
#include <stb_image.h>

// ---- TGA ----------------------------------------------------------------------------------------------------------

/// The bytes that stb_image reads. Zeros follow the end, so that missing pixels are black, as in the player.
typedef struct tga_source {
    const uint8_t *bytes;
    size_t size, at;
} tga_source;

static int read_source(void *user, char *out, int wanted)
{
    tga_source *source = user;
    const size_t left = source->size - source->at, count = left < (size_t)wanted ? left : (size_t)wanted;
    memcpy(out, source->bytes + source->at, count);
    memset(out + count, 0, (size_t)wanted - count);
    source->at += count;
    return wanted;
}

static void skip_source(void *user, int count)
{
    tga_source *source = user;
    const size_t left = source->size - source->at;
    source->at += count > 0 && (size_t)count < left ? (size_t)count : left;
}

static int source_ends(void *user)
{
    (void)user;
    return 0;
}

static sinew_result decode_tga(const uint8_t *bytes, size_t size, sinew_image *out_image, sinew_error *error)
{
    static const stbi_io_callbacks calls = {read_source, skip_source, source_ends};
    tga_source source = {.bytes = bytes, .size = size};
    int width, height, channels;
    stbi_uc *pixels = stbi_load_from_callbacks(&calls, &source, &width, &height, &channels, STBI_rgb_alpha);
    if (!pixels && strcmp(stbi_failure_reason(), "outofmem") == 0) return sinew__fail_memory(error);
    if (!pixels) return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture is damaged: %s", stbi_failure_reason());
    *out_image = (sinew_image){.width = width, .height = height, .pixels = pixels};
    return SINEW_OK;
}

// ---- all ----------------------------------------------------------------------------------------------------------

static sinew_result decode_dds(const uint8_t *bytes, size_t size, sinew_image *out_image, sinew_error *error)
{
    sinew__dds dds;
    (void)sinew__dds_read(bytes, size, &dds); // the file has been checked
    uint8_t *pixels = sinew__allocate((size_t)dds.width * (size_t)dds.height * 4);
    if (!pixels) return sinew__fail_memory(error);
    sinew__dds_decode(&dds, bytes, pixels);
    *out_image = (sinew_image){.width = (int32_t)dds.width, .height = (int32_t)dds.height, .pixels = pixels};
    return SINEW_OK;
}

sinew_result sinew_import_image(const void *bytes, size_t size, const char *format, int32_t max_size,
                                sinew_image *out_image, sinew_error *error)
{
    image_size image;
    *out_image = (sinew_image){0};
    const sinew_result result = sinew__picture_judge(bytes, size, size, format, max_size, error);
    if (result != SINEW_OK) return result;
    if (!sinew__image_size_read(bytes, size, format, &image))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture is damaged: its size cannot be read");
    if (strcmp(image.format, "DDS") == 0) return decode_dds(bytes, size, out_image, error);
    if (strcmp(image.format, "TGA") == 0) return decode_tga(bytes, size, out_image, error);
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a %s, which the browser decodes", image.format);
}
