#include "render/target.h"

#include <string.h>

#include "base/error.h"
#include "base/srgb.h"
#include "render/image_texture.h"

static GLuint make_storage(GLenum format, GLint samples, int32_t width, int32_t height)
{
    GLuint storage = 0;
    glGenRenderbuffers(1, &storage);
    glBindRenderbuffer(GL_RENDERBUFFER, storage);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples > 1 ? samples : 0, format, width, height);
    return storage;
}

/// The texture that the figure is drawn into.
static void make_figure_texture(render_target *target)
{
    const int sampled = target->samples > 1;
    target->figure_kind = sampled ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
    if (sampled) {
        glGenTextures(1, &target->figure_texture);
        glBindTexture(target->figure_kind, target->figure_texture);
        glTexImage2DMultisample(target->figure_kind, target->samples, GL_SRGB8_ALPHA8, target->width, target->height,
                                GL_TRUE);
        return;
    }
    target->figure_texture = sinew__render_texture_create(GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, target->width, target->height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
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

/// Returns whether the driver has it all.
static int make_target(render_target *target)
{
    make_figure_texture(target);
    target->figure_depth = make_storage(GL_DEPTH_COMPONENT24, target->samples, target->width, target->height);
    target->figure = make_framebuffer();
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target->figure_kind, target->figure_texture, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target->figure_depth);
    if (!is_complete()) return 0;
    target->picture_color = make_storage(GL_SRGB8_ALPHA8, 1, target->width, target->height);
    target->picture = make_framebuffer();
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target->picture_color);
    return is_complete();
}

sinew_result sinew__render_target_prepare(render_target *target, int32_t width, int32_t height, int32_t samples,
                                          sinew_error *out_error)
{
    if (target->picture && target->width == width && target->height == height && target->asked_samples == samples) {
        return SINEW_OK;
    }
    sinew__render_target_delete(target);
    GLint largest = 0, most_samples = 1;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &most_samples);
    if (width < 1 || height < 1 || width > largest || height > largest) {
        return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                           "a picture of %dx%d pixels, the graphics driver draws up to %dx%d", width, height, largest,
                           largest);
    }
    *target = (render_target){.width = width, .height = height, .asked_samples = samples};
    target->samples = samples < most_samples ? samples : most_samples;
    while (glGetError() != GL_NO_ERROR) continue;
    if (make_target(target)) return SINEW_OK;
    sinew__render_target_delete(target);
    return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                       "the graphics driver has no picture of %dx%d pixels with %d samples", width, height, samples);
}

void sinew__render_target_delete(render_target *target)
{
    const GLuint storage[] = {target->figure_depth, target->picture_color};
    const GLuint framebuffers[] = {target->figure, target->picture};
    glDeleteRenderbuffers(2, storage);
    glDeleteFramebuffers(2, framebuffers);
    glDeleteTextures(1, &target->figure_texture);
    *target = (render_target){0};
}

void sinew__render_target_begin_character(const render_target *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->figure);
    glViewport(0, 0, target->width, target->height);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void sinew__render_target_begin_picture(const render_target *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->picture);
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

/// Takes alpha out of a colour that was multiplied with it in linear light.
static void straighten(uint8_t pixel[4])
{
    if (pixel[3] == 0 || pixel[3] == 255) return;
    const float alpha = (float)pixel[3] / 255.0f;
    for (int i = 0; i < 3; ++i) pixel[i] = sinew__linear_to_srgb_byte(sinew__srgb_byte_to_linear(pixel[i]) / alpha);
}

void sinew__render_target_read(const render_target *target, int opaque, uint8_t *out_pixels)
{
    const size_t count = (size_t)target->width * (size_t)target->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->picture);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, target->width, target->height, GL_RGBA, GL_UNSIGNED_BYTE, out_pixels);
    flip_rows(out_pixels, (size_t)target->width * 4, target->height);
    for (size_t i = 0; i < count; ++i) {
        if (opaque)
            out_pixels[4 * i + 3] = 255;
        else
            straighten(out_pixels + 4 * i);
    }
}

void sinew__render_target_show(const render_target *target)
{
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->picture);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}
