#include "render/target.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "render/mipmap.h"

static GLuint make_storage(GLenum format, GLint samples, int32_t width, int32_t height)
{
    GLuint storage = 0;
    glGenRenderbuffers(1, &storage);
    glBindRenderbuffer(GL_RENDERBUFFER, storage);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples > 1 ? samples : 0, format, width, height);
    return storage;
}

static GLuint make_framebuffer(GLuint color, GLuint depth)
{
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    return framebuffer;
}

static void make_target(render_target *target)
{
    target->drawn_depth = make_storage(GL_DEPTH_COMPONENT24, target->samples, target->width, target->height);
    target->resolved_color = make_storage(GL_SRGB8_ALPHA8, 1, target->width, target->height);
    if (target->samples <= 1) {
        target->resolved = target->drawn = make_framebuffer(target->resolved_color, target->drawn_depth);
        return;
    }
    target->drawn_color = make_storage(GL_SRGB8_ALPHA8, target->samples, target->width, target->height);
    target->resolved = make_framebuffer(target->resolved_color, 0);
    target->drawn = make_framebuffer(target->drawn_color, target->drawn_depth);
}

sinew_result render_target_prepare(render_target *target, int32_t width, int32_t height, int32_t samples,
                                   sinew_error *out_error)
{
    if (target->drawn && target->width == width && target->height == height && target->asked_samples == samples) {
        return SINEW_OK;
    }
    render_target_delete(target);
    GLint largest = 0, most_samples = 1;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
    if (width < 1 || height < 1 || width > largest || height > largest) {
        return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                           "a picture of %dx%d pixels, the graphics driver draws up to %dx%d", width, height, largest,
                           largest);
    }
    *target = (render_target){.width = width, .height = height, .asked_samples = samples};
    target->samples = samples < most_samples ? samples : most_samples;
    while (glGetError() != GL_NO_ERROR) continue;
    make_target(target);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && glGetError() == GL_NO_ERROR) {
        return SINEW_OK;
    }
    render_target_delete(target);
    return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                       "the graphics driver has no picture of %dx%d pixels with %d samples", width, height, samples);
}

void render_target_delete(render_target *target)
{
    const GLuint storage[] = {target->drawn_color, target->drawn_depth, target->resolved_color};
    const GLuint framebuffers[] = {target->drawn, target->resolved};
    glDeleteRenderbuffers(3, storage);
    glDeleteFramebuffers(target->drawn == target->resolved ? 1 : 2, framebuffers);
    *target = (render_target){0};
}

void render_target_begin(const render_target *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->drawn);
    glViewport(0, 0, target->width, target->height);
    glEnable(GL_FRAMEBUFFER_SRGB);
}

void render_target_resolve(const render_target *target)
{
    if (target->drawn != target->resolved) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, target->drawn);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->resolved);
        glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target->resolved);
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
    for (int i = 0; i < 3; ++i) pixel[i] = render_linear_to_srgb(render_srgb_to_linear(pixel[i]) / alpha);
}

void render_target_read(const render_target *target, int opaque, uint8_t *out_pixels)
{
    const size_t count = (size_t)target->width * (size_t)target->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->resolved);
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

void render_target_show(const render_target *target)
{
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->resolved);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}
