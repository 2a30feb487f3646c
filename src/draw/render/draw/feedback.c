#include "draw/render/draw/feedback.h"

#include <math.h>

#include "core/base/arguments.h"
#include "core/base/error.h"
#include "draw/render/draw/shader_features.h"
#include "draw/render/draw/visible_meshes.h"
#include "draw/render/renderer.h"

/// Skins one mesh: writes its positions and normals to two buffers at `offset`.
static void capture(const GLuint buffers[2], GLintptr offset, const sinew_mesh *mesh)
{
    const GLsizeiptr size = (GLsizeiptr)((size_t)mesh->vertex_count * 3 * sizeof(float));
    for (GLuint i = 0; i < 2; ++i) glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i], offset, size);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, mesh->first_vertex, mesh->vertex_count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    for (GLuint i = 0; i < 2; ++i) glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, 0);
}

sinew_result sinew__render_skin_once(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const sinew_model *model = renderer->model;
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_FEEDBACK, out_error);
    if (result != SINEW_OK) return result;
    sinew__render_model_buffers_make_skinned(&renderer->buffers, model);
    sinew__render_model_buffers_bind(&renderer->buffers, &renderer->programs, RENDER_PROGRAM_FEEDBACK);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const GLintptr offset = (GLintptr)((size_t)mesh->first_vertex * 3 * sizeof(float));
        if (sinew__render_mesh_is_visible(mesh, frame->pose)) capture(renderer->buffers.skinned, offset, mesh);
    }
    renderer->buffers.is_skinned = 1;
    return SINEW_OK;
}

// ---- reading back -------------------------------------------------------------------------------------------------

static GLuint make_capture(GLsizeiptr size)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size, NULL, GL_STREAM_READ);
    return buffer;
}

static void read_capture(GLuint buffer, GLsizeiptr size, float *out)
{
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size, out);
}

static void normalize_all(float *vectors, int32_t count)
{
    for (int32_t i = 0; i < count; ++i, vectors += 3) {
        const float length = sqrtf(vectors[0] * vectors[0] + vectors[1] * vectors[1] + vectors[2] * vectors[2]);
        for (int k = 0; k < 3; ++k) vectors[k] = length > 0.0f ? vectors[k] / length : 0.0f;
    }
}

sinew_result sinew_renderer_skin_mesh(sinew_renderer *renderer, const sinew_pose *pose, int32_t mesh,
                                      float *out_positions, float *out_normals, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, renderer, pose)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!renderer->model || mesh < 0 || mesh >= renderer->model->mesh_count) {
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the renderer's model has no mesh %d", mesh);
    }
    const sinew_mesh *one = &renderer->model->meshes[mesh];
    sinew_result result = sinew__render_choose_skin(renderer, SINEW_DRAW_SKIN_FILE, out_error);
    if (result == SINEW_OK) result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_FEEDBACK, out_error);
    if (result != SINEW_OK || one->vertex_count == 0) return result;

    sinew__render_model_buffers_pose(&renderer->buffers, renderer->model, pose);
    sinew__render_model_buffers_bind(&renderer->buffers, &renderer->programs, RENDER_PROGRAM_FEEDBACK);
    const GLsizeiptr size = (GLsizeiptr)((size_t)one->vertex_count * 3 * sizeof(float));
    const GLuint captured[2] = {make_capture(size), make_capture(size)};
    capture(captured, 0, one);
    if (out_positions) read_capture(captured[0], size, out_positions);
    if (out_normals) {
        read_capture(captured[1], size, out_normals);
        normalize_all(out_normals, one->vertex_count);
    }
    glDeleteBuffers(2, captured);
    return SINEW_OK;
}
