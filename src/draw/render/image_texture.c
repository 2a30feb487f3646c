#include "draw/render/image_texture.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/pixels.h"

GLuint sinew__render_texture_create(GLint filter)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    return texture;
}

void sinew__render_texture_clamp(void)
{
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void sinew__render_texture_set_coverage(int32_t width, int32_t height, const uint8_t *coverage)
{
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, coverage);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

static void upload_level(GLint level, GLint format, int32_t width, int32_t height, const uint8_t *pixels)
{
    glTexImage2D(GL_TEXTURE_2D, level, format, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

/// Uploads every level that fits, each computed from the one before. `smaller` holds two levels at a time.
static void upload_levels(const sinew_image *image, int is_data, GLint largest, uint8_t *smaller[2])
{
    const uint8_t *pixels = image->pixels;
    int32_t width = image->width, height = image->height;
    GLint level = 0;
    for (int i = 0;; i ^= 1) {
        if (width <= largest && height <= largest)
            upload_level(level++, is_data ? GL_RGBA8 : GL_SRGB8_ALPHA8, width, height, pixels);
        if (width == 1 && height == 1) break;
        (is_data ? sinew__mipmap_halve_data : sinew__mipmap_halve)(pixels, width, height, smaller[i]);
        pixels = smaller[i];
        width = sinew__mipmap_half(width);
        height = sinew__mipmap_half(height);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level - 1);
}

sinew_result sinew__render_texture_from_image(const sinew_image *image, int is_data, GLuint *out_texture,
                                              sinew_error *out_error)
{
    const size_t half = (size_t)sinew__mipmap_half(image->width) * (size_t)sinew__mipmap_half(image->height) * 4;
    uint8_t *smaller[2] = {sinew__allocate(half), sinew__allocate(half)};
    sinew_result result = SINEW_OK;
    if (smaller[0] && smaller[1]) {
        GLint largest = 0;
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
        *out_texture = sinew__render_texture_create(GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        upload_levels(image, is_data, largest, smaller);
    } else {
        result = sinew__fail_memory(out_error);
    }
    sinew_free(smaller[0]);
    sinew_free(smaller[1]);
    return result;
}

GLuint sinew__render_texture_white(void)
{
    const uint8_t white[4] = {255, 255, 255, 255};
    const GLuint texture = sinew__render_texture_create(GL_NEAREST);
    upload_level(0, GL_SRGB8_ALPHA8, 1, 1, white);
    return texture;
}
