/// Saves the state of a context that its owner shares with the renderer, sets the state that every pass starts from,
/// and restores the owner's state.
#include "draw/render/graphics_api.h"

#include <stddef.h>

#ifdef __wasm__ // a web page leaves the context to the renderer

void sinew__graphics_state_take(graphics_state *out)
{
    *out = (graphics_state){0};
}

void sinew__graphics_state_begin(void)
{
}

void sinew__graphics_state_restore(const graphics_state *state)
{
    (void)state;
}

#else

/// Switches of glEnable, their state at the start of a pass, and the first versions of OpenGL and ES that have them;
/// version 0: no version has the switch.
static const struct {
    GLenum name;
    GLboolean on;
    int version, es_version;
} switches[GRAPHICS_SWITCHES] = {
    {GL_BLEND, GL_FALSE, 33, 30},
    {GL_CULL_FACE, GL_FALSE, 33, 30},
    {GL_DEPTH_TEST, GL_FALSE, 33, 30},
    {GL_POLYGON_OFFSET_FILL, GL_FALSE, 33, 30},
    {GL_RASTERIZER_DISCARD, GL_FALSE, 33, 30},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, GL_FALSE, 33, 30},
    {GL_SAMPLE_COVERAGE, GL_FALSE, 33, 30},
    {GL_SCISSOR_TEST, GL_FALSE, 33, 30},
    {GL_STENCIL_TEST, GL_FALSE, 33, 30},
    {GL_SAMPLE_MASK, GL_FALSE, 33, 31},
    {GL_SAMPLE_SHADING, GL_FALSE, 40, 32},
    {GL_COLOR_LOGIC_OP, GL_FALSE, 33, 0},
    {GL_DEPTH_CLAMP, GL_FALSE, 33, 0},
    {GL_FRAMEBUFFER_SRGB, GL_FALSE, 33, 0},
    {GL_LINE_SMOOTH, GL_FALSE, 33, 0},
    {GL_POLYGON_SMOOTH, GL_FALSE, 33, 0},
    {GL_PRIMITIVE_RESTART, GL_FALSE, 33, 0},
    {GL_MULTISAMPLE, GL_TRUE, 33, 0},
    {GL_CLIP_DISTANCE0, GL_FALSE, 33, 0},
    {GL_CLIP_DISTANCE1, GL_FALSE, 33, 0},
    {GL_CLIP_DISTANCE2, GL_FALSE, 33, 0},
    {GL_CLIP_DISTANCE3, GL_FALSE, 33, 0},
    {GL_CLIP_DISTANCE4, GL_FALSE, 33, 0},
    {GL_CLIP_DISTANCE5, GL_FALSE, 33, 0},
};

/// The layout of pixels in memory, with the values that glReadPixels and glTexImage2D of the renderer expect.
static const struct {
    GLenum name;
    GLint value;
    int desktop_only;
} pixel_stores[GRAPHICS_PIXEL_STORES] = {
    {GL_UNPACK_ALIGNMENT, 4, 0},   {GL_UNPACK_ROW_LENGTH, 0, 0}, {GL_UNPACK_SKIP_ROWS, 0, 0},
    {GL_UNPACK_SKIP_PIXELS, 0, 0}, {GL_PACK_ALIGNMENT, 4, 0},    {GL_PACK_ROW_LENGTH, 0, 0},
    {GL_PACK_SKIP_ROWS, 0, 0},     {GL_PACK_SKIP_PIXELS, 0, 0},  {GL_UNPACK_SWAP_BYTES, 0, 1},
    {GL_UNPACK_LSB_FIRST, 0, 1},   {GL_PACK_SWAP_BYTES, 0, 1},   {GL_PACK_LSB_FIRST, 0, 1},
};

static int has_switch(int index)
{
    const int first = sinew__graphics_is_es() ? switches[index].es_version : switches[index].version;
    return first && epoxy_gl_version() >= first;
}

static int has_pixel_store(int index)
{
    return !pixel_stores[index].desktop_only || !sinew__graphics_is_es();
}

static int has_feedback_objects(void)
{
    return sinew__graphics_is_es() || epoxy_gl_version() >= 40;
}

static int has_clip_control(void)
{
    return !sinew__graphics_is_es() && epoxy_gl_version() >= 45;
}

static void set_switch(GLenum name, GLboolean on)
{
    (on ? glEnable : glDisable)(name);
}

static GLint integer(GLenum name)
{
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

// ---- saving --------------------------------------------------------------------------------------------------------

static void take_feedback(graphics_state *out)
{
    if (has_feedback_objects()) {
        out->feedback_object = integer(GL_TRANSFORM_FEEDBACK_BINDING);
        glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0); // the object that the renderer uses
    }
    out->feedback_buffer = integer(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING);
    for (GLuint i = 0; i < 2; ++i) {
        glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, i, &out->captured[i].buffer);
        glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_START, i, &out->captured[i].start);
        glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, i, &out->captured[i].size);
    }
    if (has_feedback_objects()) glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, (GLuint)out->feedback_object);
}

static void take_bindings(graphics_state *out)
{
    out->program = integer(GL_CURRENT_PROGRAM);
    out->vertex_array = integer(GL_VERTEX_ARRAY_BINDING);
    out->array_buffer = integer(GL_ARRAY_BUFFER_BINDING);
    out->pack_buffer = integer(GL_PIXEL_PACK_BUFFER_BINDING);
    out->unpack_buffer = integer(GL_PIXEL_UNPACK_BUFFER_BINDING);
    out->draw_framebuffer = integer(GL_DRAW_FRAMEBUFFER_BINDING);
    out->read_framebuffer = integer(GL_READ_FRAMEBUFFER_BINDING);
    out->renderbuffer = integer(GL_RENDERBUFFER_BINDING);
    out->active_texture = integer(GL_ACTIVE_TEXTURE);
    for (int i = 0; i < GRAPHICS_UNITS; ++i) {
        glActiveTexture((GLenum)(GL_TEXTURE0 + i));
        out->textures[i] = integer(GL_TEXTURE_BINDING_2D);
        if (!sinew__graphics_is_es()) out->sampled_textures[i] = integer(GL_TEXTURE_BINDING_2D_MULTISAMPLE);
        out->samplers[i] = integer(GL_SAMPLER_BINDING);
    }
    glActiveTexture((GLenum)out->active_texture);
    take_feedback(out);
}

void sinew__graphics_state_take(graphics_state *out)
{
    *out = (graphics_state){0};
    for (int i = 0; i < GRAPHICS_SWITCHES; ++i)
        if (has_switch(i)) out->switches[i] = glIsEnabled(switches[i].name);
    for (int i = 0; i < GRAPHICS_PIXEL_STORES; ++i)
        if (has_pixel_store(i)) out->pixel_stores[i] = integer(pixel_stores[i].name);
    take_bindings(out);
    glGetIntegerv(GL_VIEWPORT, out->viewport);
    glGetIntegerv(GL_SCISSOR_BOX, out->scissor);
    glGetFloatv(GL_COLOR_CLEAR_VALUE, out->clear_color);
    glGetFloatv(GL_DEPTH_CLEAR_VALUE, &out->clear_depth);
    glGetFloatv(GL_DEPTH_RANGE, out->depth_range);
    glGetFloatv(GL_LINE_WIDTH, &out->line_width);
    glGetFloatv(GL_POLYGON_OFFSET_FACTOR, &out->offset_factor);
    glGetFloatv(GL_POLYGON_OFFSET_UNITS, &out->offset_units);
    glGetBooleanv(GL_COLOR_WRITEMASK, out->color_mask);
    glGetBooleanv(GL_DEPTH_WRITEMASK, &out->depth_mask);
    out->depth_function = integer(GL_DEPTH_FUNC);
    out->cull_face = integer(GL_CULL_FACE_MODE);
    out->front_face = integer(GL_FRONT_FACE);
    static const GLenum blends[6] = {GL_BLEND_SRC_RGB,   GL_BLEND_DST_RGB,      GL_BLEND_SRC_ALPHA,
                                     GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA};
    for (int i = 0; i < 6; ++i) out->blend[i] = (GLenum)integer(blends[i]);
    if (sinew__graphics_is_es()) return;
    GLint modes[2] = {GL_FILL, GL_FILL}; // drivers of compatibility contexts return one value per face
    glGetIntegerv(GL_POLYGON_MODE, modes);
    out->polygon_mode = modes[0];
    out->provoking_vertex = integer(GL_PROVOKING_VERTEX);
    if (!has_clip_control()) return;
    out->clip_origin = integer(GL_CLIP_ORIGIN);
    out->clip_depth = integer(GL_CLIP_DEPTH_MODE);
}

// ---- setting ---------------------------------------------------------------------------------------------------

static void set_depth_range(GLfloat near, GLfloat far)
{
    if (sinew__graphics_is_es())
        glDepthRangef(near, far);
    else
        glDepthRange((double)near, (double)far);
}

static void set_clear_depth(GLfloat depth)
{
    if (sinew__graphics_is_es())
        glClearDepthf(depth);
    else
        glClearDepth((double)depth);
}

void sinew__graphics_state_begin(void)
{
    for (int i = 0; i < GRAPHICS_SWITCHES; ++i)
        if (has_switch(i)) set_switch(switches[i].name, switches[i].on);
    for (int i = 0; i < GRAPHICS_PIXEL_STORES; ++i)
        if (has_pixel_store(i)) glPixelStorei(pixel_stores[i].name, pixel_stores[i].value);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindVertexArray(0); // protects the owner's vertex array from changes
    if (has_feedback_objects()) glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
    for (GLuint i = 0; i < GRAPHICS_UNITS; ++i) glBindSampler(i, 0);
    glActiveTexture(GL_TEXTURE0);
    glBlendEquation(GL_FUNC_ADD);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glCullFace(GL_BACK);
    glLineWidth(1.0f);
    set_depth_range(0.0f, 1.0f);
    set_clear_depth(1.0f);
    if (!sinew__graphics_is_es()) {
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
    }
    if (has_clip_control()) glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
}

// ---- restoring ---------------------------------------------------------------------------------------------------

static void restore_feedback(const graphics_state *state)
{
    for (GLuint i = 0; i < 2; ++i) {
        const GLuint buffer = (GLuint)state->captured[i].buffer;
        if (state->captured[i].size > 0)
            glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffer, (GLintptr)state->captured[i].start,
                              (GLsizeiptr)state->captured[i].size);
        else
            glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffer);
    }
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)state->feedback_buffer);
    if (has_feedback_objects()) glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, (GLuint)state->feedback_object);
}

static void restore_bindings(const graphics_state *state)
{
    glUseProgram((GLuint)state->program);
    glBindVertexArray((GLuint)state->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)state->array_buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)state->pack_buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint)state->unpack_buffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)state->draw_framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)state->read_framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)state->renderbuffer);
    for (int i = 0; i < GRAPHICS_UNITS; ++i) {
        glActiveTexture((GLenum)(GL_TEXTURE0 + i));
        glBindTexture(GL_TEXTURE_2D, (GLuint)state->textures[i]);
        if (!sinew__graphics_is_es()) glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, (GLuint)state->sampled_textures[i]);
        glBindSampler((GLuint)i, (GLuint)state->samplers[i]);
    }
    glActiveTexture((GLenum)state->active_texture);
    restore_feedback(state);
}

void sinew__graphics_state_restore(const graphics_state *state)
{
    for (int i = 0; i < GRAPHICS_SWITCHES; ++i)
        if (has_switch(i)) set_switch(switches[i].name, state->switches[i]);
    for (int i = 0; i < GRAPHICS_PIXEL_STORES; ++i)
        if (has_pixel_store(i)) glPixelStorei(pixel_stores[i].name, state->pixel_stores[i]);
    restore_bindings(state);
    glViewport(state->viewport[0], state->viewport[1], state->viewport[2], state->viewport[3]);
    glScissor(state->scissor[0], state->scissor[1], state->scissor[2], state->scissor[3]);
    glClearColor(state->clear_color[0], state->clear_color[1], state->clear_color[2], state->clear_color[3]);
    set_clear_depth(state->clear_depth);
    set_depth_range(state->depth_range[0], state->depth_range[1]);
    glLineWidth(state->line_width);
    glPolygonOffset(state->offset_factor, state->offset_units);
    glColorMask(state->color_mask[0], state->color_mask[1], state->color_mask[2], state->color_mask[3]);
    glDepthMask(state->depth_mask);
    glDepthFunc((GLenum)state->depth_function);
    glCullFace((GLenum)state->cull_face);
    glFrontFace((GLenum)state->front_face);
    glBlendFuncSeparate(state->blend[0], state->blend[1], state->blend[2], state->blend[3]);
    glBlendEquationSeparate(state->blend[4], state->blend[5]);
    if (!sinew__graphics_is_es()) {
        glPolygonMode(GL_FRONT_AND_BACK, (GLenum)state->polygon_mode);
        glProvokingVertex((GLenum)state->provoking_vertex);
    }
    if (has_clip_control()) glClipControl((GLenum)state->clip_origin, (GLenum)state->clip_depth);
}

#endif
