#include "draw/render/target.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/pixels.h"

// Creates two-dimensional textures: empty, from an image, or from bytes of coverage.

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

/// Uploads every mip level that the driver allows, each computed from the previous one. `smaller` has memory for two
/// levels.
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

static GLuint make_storage(GLenum format, GLint samples, int32_t width, int32_t height)
{
    GLuint storage = 0;
    glGenRenderbuffers(1, &storage);
    glBindRenderbuffer(GL_RENDERBUFFER, storage);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples > 1 ? samples : 0, format, width, height);
    return storage;
}

/// Creates a texture with as many samples per pixel as shaders read from the character.
static GLuint make_sampled_texture(const render_target *target, GLenum format)
{
    GLuint texture = 0;
    if (target->read_samples > 1) {
        glGenTextures(1, &texture);
        glBindTexture(target->character_target, texture);
        sinew__graphics_texture_multisample(target->samples, format, target->width, target->height);
        return texture;
    }
    texture = sinew__render_texture_create(GL_NEAREST);
    const int is_byte = format == GL_SRGB8_ALPHA8;
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, target->width, target->height, 0,
                 format == GL_R16F ? GL_RED : GL_RGBA, is_byte ? GL_UNSIGNED_BYTE : GL_HALF_FLOAT, NULL);
    return texture;
}

static GLuint make_framebuffer(void)
{
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    return framebuffer;
}

static int is_complete(void)
{
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && glGetError() == GL_NO_ERROR;
}

/// Attaches a texture to the bound framebuffer. If shaders cannot read its samples, attaches a renderbuffer instead,
/// and stores in `slot` a framebuffer with the texture, into which the renderbuffer is resolved.
static void attach_color(render_target *target, int slot, GLenum attachment, GLuint framebuffer, GLuint texture,
                         GLenum format)
{
    if (target->samples == target->read_samples) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, target->character_target, texture, 0);
        return;
    }
    target->storage[slot] = make_storage(format, target->samples, target->width, target->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, target->storage[slot]);
    target->resolved[slot] = make_framebuffer();
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

/// Resolves an attachment of a framebuffer, if shaders cannot read its samples.
static void resolve(const render_target *target, int slot, GLuint framebuffer, GLenum attachment)
{
    if (!target->resolved[slot]) return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glReadBuffer(attachment);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->resolved[slot]);
    glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
}

/// Creates the framebuffers. Returns 0 if the driver does not support them.
static int make_target(render_target *target)
{
    target->read_samples = sinew__graphics_reads_samples() ? target->samples : 1;
    target->character_target = sinew__graphics_sampled_target(target->samples);
    target->character_texture = make_sampled_texture(target, GL_SRGB8_ALPHA8);
    target->character_depth = make_storage(GL_DEPTH_COMPONENT24, target->samples, target->width, target->height);
    target->character = make_framebuffer();
    attach_color(target, 0, GL_COLOR_ATTACHMENT0, target->character, target->character_texture, GL_SRGB8_ALPHA8);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target->character_depth);
    if (!is_complete()) return 0;
    target->image_color = sinew__render_texture_create(GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, target->width, target->height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    target->image = make_framebuffer();
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->image_color, 0);
    return is_complete();
}

sinew_result sinew__render_target_prepare(render_target *target, int32_t width, int32_t height, int32_t samples,
                                          sinew_error *out_error)
{
    if (target->image && target->width == width && target->height == height && target->requested_samples == samples) {
        return SINEW_OK;
    }
    sinew__render_target_delete(target);
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    const GLint most_samples = sinew__graphics_max_samples();
    if (width < 1 || height < 1 || width > largest || height > largest) {
        return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                           "an image of %dx%d pixels, the graphics driver supports up to %dx%d", width, height, largest,
                           largest);
    }
    *target = (render_target){.width = width, .height = height, .requested_samples = samples};
    target->samples = samples < most_samples ? samples : most_samples;
    while (glGetError() != GL_NO_ERROR) continue;
    if (make_target(target)) return SINEW_OK;
    sinew__render_target_delete(target);
    return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                       "the graphics driver cannot create an image of %dx%d pixels with %d samples", width, height,
                       samples);
}

void sinew__render_target_delete(render_target *target)
{
    const GLuint storage[] = {target->character_depth, target->storage[0], target->storage[1], target->storage[2]};
    const GLuint framebuffers[] = {target->character,   target->translucent, target->image,
                                   target->resolved[0], target->resolved[1], target->resolved[2]};
    const GLuint textures[] = {target->character_texture, target->translucent_colors, target->translucent_weights,
                               target->image_color};
    glDeleteRenderbuffers((GLsizei)(sizeof storage / sizeof *storage), storage);
    glDeleteFramebuffers((GLsizei)(sizeof framebuffers / sizeof *framebuffers), framebuffers);
    glDeleteTextures((GLsizei)(sizeof textures / sizeof *textures), textures);
    *target = (render_target){0};
}

void sinew__render_target_begin_character(const render_target *target, int clears)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->character);
    glViewport(0, 0, target->width, target->height);
    sinew__graphics_encode_srgb(1);
    if (!clears) return;
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static int make_translucent(render_target *target)
{
    static const GLenum drawn[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    target->translucent_colors = make_sampled_texture(target, GL_RGBA16F);
    target->translucent_weights = make_sampled_texture(target, GL_R16F);
    target->translucent = make_framebuffer();
    attach_color(target, 1, drawn[0], target->translucent, target->translucent_colors, GL_RGBA16F);
    attach_color(target, 2, drawn[1], target->translucent, target->translucent_weights, GL_R16F);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target->character_depth);
    glDrawBuffers(2, drawn);
    return is_complete();
}

sinew_result sinew__render_target_begin_translucent(render_target *target, sinew_error *out_error)
{
    static const GLfloat nothing_yet[4] = {0.0f, 0.0f, 0.0f, 1.0f}, no_weight[4] = {0.0f};
    while (glGetError() != GL_NO_ERROR) continue;
    if (!target->translucent && !make_translucent(target)) {
        sinew__render_target_delete(target);
        return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                           "the graphics driver has no memory for translucent surfaces of this image size");
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target->translucent);
    glClearBufferfv(GL_COLOR, 0, nothing_yet);
    glClearBufferfv(GL_COLOR, 1, no_weight);
    return SINEW_OK;
}

void sinew__render_target_end_translucent(const render_target *target)
{
    resolve(target, 1, target->translucent, GL_COLOR_ATTACHMENT0);
    resolve(target, 2, target->translucent, GL_COLOR_ATTACHMENT1);
    glBindFramebuffer(GL_FRAMEBUFFER, target->character);
}

void sinew__render_target_begin_image(const render_target *target)
{
    resolve(target, 0, target->character, GL_COLOR_ATTACHMENT0);
    glBindFramebuffer(GL_FRAMEBUFFER, target->image);
}

static void flip_rows(uint8_t *pixels, size_t row_size, int32_t height)
{
    uint8_t swapped[256];
    for (int32_t top = 0, bottom = height - 1; top < bottom; ++top, --bottom) {
        uint8_t *a = pixels + (size_t)top * row_size, *b = pixels + (size_t)bottom * row_size;
        for (size_t done = 0; done < row_size; done += sizeof swapped) {
            const size_t size = row_size - done < sizeof swapped ? row_size - done : sizeof swapped;
            memcpy(swapped, a + done, size);
            memcpy(a + done, b + done, size);
            memcpy(b + done, swapped, size);
        }
    }
}

void sinew__render_target_read(const render_target *target, int opaque, uint8_t *out_pixels)
{
    const size_t count = (size_t)target->width * (size_t)target->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->image);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, target->width, target->height, GL_RGBA, GL_UNSIGNED_BYTE, out_pixels);
    flip_rows(out_pixels, (size_t)target->width * 4, target->height);
    for (size_t i = 0; i < count; ++i) { // divide premultiplied colours by their alpha, in linear light
        uint8_t *pixel = out_pixels + 4 * i;
        if (opaque) pixel[3] = 255;
        if (pixel[3] == 0 || pixel[3] == 255) continue;
        const float alpha = (float)pixel[3] / 255.0f;
        for (int k = 0; k < 3; ++k) pixel[k] = sinew__linear_to_srgb_byte(sinew__srgb_byte_to_linear(pixel[k]) / alpha);
    }
}

sinew_result sinew__render_target_write(const render_target *target, int opaque, const uint8_t *pixels,
                                        sinew_error *out_error)
{
    const size_t row = (size_t)target->width * 4, size = row * (size_t)target->height;
    uint8_t *copy = sinew__allocate(size);
    if (!copy) return sinew__fail_memory(out_error);
    memcpy(copy, pixels, size);
    flip_rows(copy, row, target->height);
    for (uint8_t *pixel = copy; pixel < copy + size && !opaque; pixel += 4) { // multiply by alpha, in linear light
        if (pixel[3] == 255) continue;
        const float alpha = (float)pixel[3] / 255.0f;
        for (int k = 0; k < 3; ++k) pixel[k] = sinew__linear_to_srgb_byte(sinew__srgb_byte_to_linear(pixel[k]) * alpha);
    }
    glBindTexture(GL_TEXTURE_2D, target->image_color);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, target->width, target->height, GL_RGBA, GL_UNSIGNED_BYTE, copy);
    sinew_free(copy);
    return SINEW_OK;
}
