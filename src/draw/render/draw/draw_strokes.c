// Draws the lines of an image: motion trails, and the axes of joints.
#include "draw/render/renderer.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "draw/render/vertex_attribute.h"
#include "runtime/view/view.h"

/// A line with round ends in world space; a line of length 0 is a dot.
typedef struct render_stroke {
    float from[3], to[3];
    float color[4]; ///< linear light, straight alpha
    float width;    ///< pixels
} render_stroke;

static render_stroke make_stroke(const double from[3], const double to[3], const float color[4], double width)
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

/// Draws strokes over the character, each with a dark outline for contrast. `behind`, 0 … 1, is their opacity where the
/// character hides them; 1 ignores the character.
static sinew_result draw_strokes(sinew_renderer *renderer, const render_frame *frame, const render_stroke *strokes,
                                 int32_t count, double behind, sinew_error *out_error)
{
    const render_programs *programs = &renderer->programs;
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_STROKE, out_error);
    if (result != SINEW_OK || count == 0) return result;
    if (!renderer->stroke_array) {
        glGenVertexArrays(1, &renderer->stroke_array);
        glGenBuffers(1, &renderer->stroke_buffer);
        glBindVertexArray(renderer->stroke_array);
        glBindBuffer(GL_ARRAY_BUFFER, renderer->stroke_buffer);
        set_attribute(0, 3, offsetof(render_stroke, from));
        set_attribute(1, 3, offsetof(render_stroke, to));
        set_attribute(2, 4, offsetof(render_stroke, color));
        set_attribute(3, 1, offsetof(render_stroke, width));
    }
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

// Earlier times are orange, later ones blue, linear light; distant times are fainter.
static const float past[3] = {1.0f, 0.24f, 0.02f}, future[3] = {0.02f, 0.42f, 0.95f},
                   present[4] = {1.0f, 1.0f, 1.0f, 1.0f};

/// Time in seconds from the current time at which the trail is faintest.
static const double fade = 1.2;

static void color_at(const sinew_trail *trail, double seconds_from_now, float out[4])
{
    const float *color = seconds_from_now <= 0.0 ? past : future;
    for (int i = 0; i < 3; ++i) out[i] = color[i];
    const double alpha = 0.40 + 0.60 * fmax(0.0, 1.0 - fabs(seconds_from_now) / fade);
    out[3] = (float)(trail->window > 0.0 ? fmax(0.0, 1.0 - fabs(seconds_from_now) / trail->window) : alpha);
}

/// Adds the lines of the trail, the dots of its frames, and the dot of the current time. Returns the number of strokes.
static int32_t fill_strokes(const render_frame *frame, render_stroke *out)
{
    const sinew_trail *trail = frame->options->trail;
    const double scale = (double)frame->pixel_scale, now = frame->pose->timeline - trail->clip_start;
    int32_t count = 0;
    float color[4];
    for (int32_t i = 0; i + 1 < trail->count; ++i) {
        color_at(trail, (i + 0.5) * trail->step - now, color);
        if (color[3] > 0.0f) out[count++] = make_stroke(trail->points[i], trail->points[i + 1], color, 2.2 * scale);
    }
    for (int32_t i = 0; trail->points_per_frame > 0 && i < trail->count; i += trail->points_per_frame) {
        color_at(trail, i * trail->step - now, color);
        for (int k = 0; k < 3; ++k) color[k] = 0.35f * color[k] + 0.65f;
        if (color[3] > 0.0f) out[count++] = make_stroke(trail->points[i], trail->points[i], color, 3.8 * scale);
    }
    double position[3];
    sinew_trail_position(trail, now, position);
    out[count++] = make_stroke(position, position, present, 7.0 * scale);
    return count;
}

sinew_result sinew__render_draw_trail(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    render_stroke *strokes = sinew__allocate((2 * (size_t)frame->options->trail->count + 1) * sizeof *strokes);
    if (!strokes) return sinew__fail_memory(out_error);
    const int32_t count = fill_strokes(frame, strokes);
    const sinew_result result = draw_strokes(renderer, frame, strokes, count, 0.25, out_error);
    sinew_free(strokes);
    return result;
}

/// Lengths of a joint's axes, as fractions of the character's size: `of_selected` for the selected joint, `longest` for
/// a root. Other joints get `of_bone` times the length of the bone that ends at the joint, clamped to `shortest` …
/// `longest`.
static const double longest = 0.085, shortest = 0.02, of_selected = 0.17, of_bone = 0.4;

static const float colors[3][4] = {
    {0.90f, 0.055f, 0.05f, 1.0f}, {0.10f, 0.60f, 0.045f, 1.0f}, {0.055f, 0.20f, 0.95f, 1.0f}};

static double axis_length(const render_frame *frame, const render_bone *bone)
{
    const double size = (double)frame->character_size;
    if (frame->options->has_joint && frame->options->joint == bone->joint) return of_selected * size;
    if (bone->parent == SINEW_NONE) return longest * size;
    double position[3], above[3], direction[3];
    sinew__render_joint_position(frame->pose, bone->joint, position);
    sinew__render_joint_position(frame->pose, bone->parent, above);
    sinew__double3_subtract(position, above, direction);
    return fmin(fmax(of_bone * sinew__double3_length(direction), shortest * size), longest * size);
}

/// Adds the three axes of a joint; their length does not depend on the joint's scale.
static void add_axes(const render_frame *frame, const render_bone *bone, render_stroke *out)
{
    const sinew_affine *global = &frame->pose->global[bone->joint];
    const int selected = frame->options->has_joint && frame->options->joint == bone->joint;
    const double length = axis_length(frame, bone), width = (selected ? 2.6 : 1.6) * (double)frame->pixel_scale;
    double position[3];
    sinew__render_joint_position(frame->pose, bone->joint, position);
    for (int axis = 0; axis < 3; ++axis) {
        double direction[3] = {global->row[0][axis], global->row[1][axis], global->row[2][axis]}, tip[3];
        sinew__double3_normalize(direction, (const double[3]){0.0, 0.0, 0.0});
        sinew__double3_add_scaled(position, length, direction, tip);
        out[axis] = make_stroke(position, tip, colors[axis], width);
    }
}

sinew_result sinew__render_draw_axes(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const render_bones *bones = &renderer->bones;
    render_stroke *strokes = sinew__allocate(((size_t)bones->count * 3 + 1) * sizeof *strokes);
    if (!strokes) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < bones->count; ++i) add_axes(frame, &bones->bones[i], &strokes[3 * (size_t)i]);
    const sinew_result result = draw_strokes(renderer, frame, strokes, 3 * bones->count, 1.0, out_error);
    sinew_free(strokes);
    return result;
}
