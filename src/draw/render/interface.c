#include "draw/render/interface.h"

#include <stddef.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "draw/render/renderer.h"
#include "draw/render/target.h"
#include "draw/render/vertex_attribute.h"

struct render_interface {
    render_programs programs;
    GLuint atlas;
    GLuint pictures;      ///< texture of the grid of pictures; 0: not created
    int32_t picture_side; ///< side of a picture, pixels
    GLuint vertex_array, vertex_buffer, index_buffer;
    GLuint contents, contents_color; ///< framebuffer of the window's contents, and its texture
    int32_t width, height;           ///< size of the contents, pixels
    GLuint empty_array;
    int reads_bytes; ///< whether the driver can sample an sRGB texture without decoding it
};

// ---- create and destroy -------------------------------------------------------------------------------------------

sinew_result sinew__render_interface_create(render_interface **out_interface, sinew_error *out_error)
{
    render_interface *interface = sinew__allocate_zeroed(1, sizeof *interface);
    *out_interface = interface;
    if (!interface) return sinew__fail_memory(out_error);
    interface->atlas = sinew__render_texture_create(GL_LINEAR);
    glGenVertexArrays(1, &interface->empty_array);
    glGenVertexArrays(1, &interface->vertex_array);
    glGenBuffers(1, &interface->vertex_buffer);
    glGenBuffers(1, &interface->index_buffer);
    glBindVertexArray(interface->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, interface->vertex_buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, interface->index_buffer);
    interface->reads_bytes = epoxy_has_gl_extension("GL_EXT_texture_sRGB_decode");
    if (!interface->reads_bytes) return SINEW_OK;
    return sinew__render_use_program(&interface->programs, RENDER_PROGRAM_CONTENTS, out_error);
}

static void delete_contents(render_interface *interface)
{
    glDeleteFramebuffers(1, &interface->contents);
    glDeleteTextures(1, &interface->contents_color);
    interface->contents = interface->contents_color = 0;
}

void sinew__render_interface_destroy(render_interface *interface)
{
    if (!interface) return;
    delete_contents(interface);
    sinew__render_programs_delete(&interface->programs);
    const GLuint buffers[] = {interface->vertex_buffer, interface->index_buffer};
    glDeleteBuffers(2, buffers);
    glDeleteVertexArrays(1, &interface->vertex_array);
    glDeleteVertexArrays(1, &interface->empty_array);
    const GLuint textures[] = {interface->atlas, interface->pictures};
    glDeleteTextures(2, textures);
    sinew_free(interface);
}

void sinew__render_interface_set_atlas(render_interface *interface, int32_t width, int32_t height,
                                       const uint8_t *coverage)
{
    glBindTexture(GL_TEXTURE_2D, interface->atlas);
    sinew__render_texture_set_coverage(width, height, coverage);
}

void sinew__render_interface_set_picture(render_interface *interface, int32_t picture, int32_t side,
                                         const uint8_t *pixels)
{
    const int32_t column = picture % RENDER_PICTURE_COLUMNS, row = picture / RENDER_PICTURE_COLUMNS;
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
    if (!interface->pictures) interface->pictures = sinew__render_texture_create(GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, interface->pictures);
    if (interface->picture_side != side) {
        const GLsizei whole = side * RENDER_PICTURE_COLUMNS;
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, whole, whole, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        interface->picture_side = side;
    }
    glTexSubImage2D(GL_TEXTURE_2D, 0, column * side, row * side, side, side, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

// ---- window contents ----------------------------------------------------------------------------------------------

static sinew_result prepare_contents(render_interface *interface, int32_t width, int32_t height, sinew_error *out_error)
{
    if (interface->contents && interface->width == width && interface->height == height) return SINEW_OK;
    delete_contents(interface);
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
    interface->contents_color = sinew__render_texture_create(GL_NEAREST);
    if (interface->reads_bytes) glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &interface->contents);
    glBindFramebuffer(GL_FRAMEBUFFER, interface->contents);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, interface->contents_color, 0);
    interface->width = width;
    interface->height = height;
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return SINEW_OK;
    delete_contents(interface);
    return sinew__fail(out_error, SINEW_ERROR_LIMIT, "the graphics driver cannot create a window of %dx%d pixels",
                       width, height);
}

sinew_result sinew__render_interface_begin(render_interface *interface, sinew_renderer *renderer, int32_t width,
                                           int32_t height, int32_t left, int32_t top, sinew_error *out_error)
{
    const sinew_result result = prepare_contents(interface, width, height, out_error);
    if (result != SINEW_OK) return result;
    const render_target *image = &renderer->target;
    const GLint bottom = height - top - image->height;
    // Both framebuffers are sRGB, so that this is a plain copy. For a blit between formats, llvmpipe compiles a shader
    // in every process.
    sinew__graphics_encode_srgb(1);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, image->image);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, interface->contents);
    glBlitFramebuffer(0, 0, image->width, image->height, left, bottom, left + image->width, bottom + image->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    sinew__graphics_encode_srgb(0);
    return SINEW_OK;
}

static void draw_run(const render_interface *interface, const render_interface_run *run)
{
    if (run->right <= run->left || run->bottom <= run->top) return;
    glScissor(run->left, interface->height - run->bottom, run->right - run->left, run->bottom - run->top);
    const void *first = render_buffer_offset((size_t)run->first_index * sizeof(uint16_t));
    // OpenGL ES 3.0 has no base vertex, so the attributes start at the first vertex of the run.
    const size_t stride = sizeof(render_interface_vertex), start = (size_t)run->base_vertex * stride;
    render_set_attribute(0, 2, GL_FLOAT, stride, start + offsetof(render_interface_vertex, position));
    render_set_attribute(1, 2, GL_FLOAT, stride, start + offsetof(render_interface_vertex, texcoord));
    render_set_attribute(2, 4, GL_UNSIGNED_BYTE, stride, start + offsetof(render_interface_vertex, color));
    glDrawElements(GL_TRIANGLES, run->index_count, GL_UNSIGNED_SHORT, first);
}

/// Selects the texture of the following runs: the pictures or the atlas.
static sinew_result choose_texture(render_interface *interface, int has_pictures, sinew_error *out_error)
{
    render_programs *programs = &interface->programs;
    const render_program program = has_pictures ? RENDER_PROGRAM_PICTURE : RENDER_PROGRAM_INTERFACE;
    const sinew_result result = sinew__render_use_program(programs, program, out_error);
    if (result != SINEW_OK) return result;
    sinew__render_set_vec2(programs, program, "image_size", (float)interface->width, (float)interface->height);
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
    glBindTexture(GL_TEXTURE_2D, has_pictures ? interface->pictures : interface->atlas);
    sinew__render_set_int(programs, program, "atlas", RENDER_UNIT_TEXTURE);
    return SINEW_OK;
}

sinew_result sinew__render_interface_draw(render_interface *interface, const render_interface_layer *layer,
                                          sinew_error *out_error)
{
    int32_t has_pictures = 0;
    sinew_result result = choose_texture(interface, has_pictures, out_error);
    if (result != SINEW_OK) return result;
    glBindFramebuffer(GL_FRAMEBUFFER, interface->contents);
    glViewport(0, 0, interface->width, interface->height);
    glBindVertexArray(interface->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, interface->vertex_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)layer->vertex_count * sizeof *layer->vertices), layer->vertices,
                 GL_STREAM_DRAW);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)layer->index_count * sizeof *layer->indices),
                 layer->indices, GL_STREAM_DRAW);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_SCISSOR_TEST);
    for (int32_t i = 0; i < layer->run_count && result == SINEW_OK; ++i) {
        const render_interface_run *run = &layer->runs[i];
        if (run->has_pictures != has_pictures) result = choose_texture(interface, run->has_pictures, out_error);
        has_pictures = run->has_pictures;
        if (result == SINEW_OK) draw_run(interface, run);
    }
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    return result;
}

void sinew__render_interface_blit(const render_interface *interface)
{
    if (interface->reads_bytes) {
        // copied by a shader instead of a blit: drivers cache shaders across processes, but not blits
        glUseProgram(interface->programs.ids[RENDER_PROGRAM_CONTENTS]);
        sinew__render_set_int(&interface->programs, RENDER_PROGRAM_CONTENTS, "contents", RENDER_UNIT_TEXTURE);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(0, 0, interface->width, interface->height);
        glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
        glBindTexture(GL_TEXTURE_2D, interface->contents_color);
        glBindVertexArray(interface->empty_array);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        return;
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, interface->contents);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, interface->width, interface->height, 0, 0, interface->width, interface->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void sinew__render_interface_read(const render_interface *interface, uint8_t *out_pixels)
{
    const render_target contents = {
        .width = interface->width, .height = interface->height, .image = interface->contents};
    sinew__render_target_read(&contents, 1, out_pixels);
}
