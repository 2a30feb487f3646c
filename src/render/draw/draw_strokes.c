#include "render/draw/draw_strokes.h"

#include <stddef.h>
#include <string.h>

#include <cglm/cglm.h>

#include "render/renderer.h"
#include "render/vertex_attribute.h"

render_stroke sinew__render_make_stroke(const double from[3], const double to[3], const float color[4], double width)
{
    render_stroke stroke = {.width = (float)width};
    for (int i = 0; i < 3; ++i) {
        stroke.from[i] = (float)from[i];
        stroke.to[i] = (float)to[i];
    }
    memcpy(stroke.color, color, sizeof stroke.color);
    return stroke;
}

static void set_attribute(GLuint attribute, GLint components, size_t offset)
{
    render_set_attribute(attribute, components, GL_FLOAT, sizeof(render_stroke), offset);
    glVertexAttribDivisor(attribute, 1);
}

static void make_arrays(sinew_renderer *renderer)
{
    glGenVertexArrays(1, &renderer->stroke_array);
    glGenBuffers(1, &renderer->stroke_buffer);
    glBindVertexArray(renderer->stroke_array);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->stroke_buffer);
    set_attribute(0, 3, offsetof(render_stroke, from));
    set_attribute(1, 3, offsetof(render_stroke, to));
    set_attribute(2, 4, offsetof(render_stroke, color));
    set_attribute(3, 1, offsetof(render_stroke, width));
}

/// Draws all outlines first, then the strokes, so that no outline covers a neighbouring stroke.
static void draw_both(const sinew_renderer *renderer, const render_frame *frame, int32_t count, float alpha)
{
    const render_programs *programs = &renderer->programs;
    sinew__render_set_float(programs, RENDER_PROGRAM_STROKE, "grow", frame->pixel_scale);
    sinew__render_set_vec4(programs, RENDER_PROGRAM_STROKE, "tint",
                           (const float[4]){0.03f, 0.03f, 0.03f, 0.55f * alpha});
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    sinew__render_set_float(programs, RENDER_PROGRAM_STROKE, "grow", 0.0f);
    sinew__render_set_vec4(programs, RENDER_PROGRAM_STROKE, "tint", (const float[4]){1.0f, 1.0f, 1.0f, alpha});
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
}

sinew_result sinew__render_draw_strokes(sinew_renderer *renderer, const render_frame *frame,
                                        const render_stroke *strokes, int32_t count, double behind,
                                        sinew_error *out_error)
{
    const render_programs *programs = &renderer->programs;
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_STROKE, out_error);
    if (result != SINEW_OK || count == 0) return result;
    if (!renderer->stroke_array) make_arrays(renderer);
    mat4 view_projection;
    memcpy(view_projection, frame->view_projection, sizeof view_projection);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_STROKE, "view_projection", view_projection);
    sinew__render_set_vec2(programs, RENDER_PROGRAM_STROKE, "image_size", (float)frame->options->width,
                           (float)frame->options->height);
    glBindVertexArray(renderer->stroke_array);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->stroke_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * sizeof *strokes), strokes, GL_STREAM_DRAW);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (behind > 0.0) draw_both(renderer, frame, count, (float)behind);
    if (behind < 1.0) {
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_FALSE);
        draw_both(renderer, frame, count, 1.0f);
        glDepthMask(GL_TRUE);
        glDisable(GL_DEPTH_TEST);
    }
    glDisable(GL_BLEND);
    return SINEW_OK;
}
