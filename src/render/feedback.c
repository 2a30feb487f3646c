#include <string.h>

#include "base/error.h"
#include "render/renderer.h"

static GLuint make_capture(GLuint index, GLsizeiptr size)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size, NULL, GL_STREAM_READ);
    return buffer;
}

static void capture(const sinew_mesh *mesh)
{
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, mesh->first_vertex, mesh->vertex_count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
}

static void read_capture(GLuint buffer, GLsizeiptr size, float *out)
{
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size, out);
}

sinew_result sinew_renderer_skin_mesh(sinew_renderer *renderer, const sinew_pose *pose, int32_t mesh,
                                      float *out_positions, float *out_normals, sinew_error *out_error)
{
    if (!renderer->model || mesh < 0 || mesh >= renderer->model->mesh_count) {
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the renderer's model has no mesh %d", mesh);
    }
    const sinew_mesh *one = &renderer->model->meshes[mesh];
    const sinew_result result = render_use_program(&renderer->programs, RENDER_PROGRAM_FEEDBACK, out_error);
    if (result != SINEW_OK || one->vertex_count == 0) return result;

    render_model_buffers_pose(&renderer->buffers, renderer->model, pose);
    render_model_buffers_bind(&renderer->buffers, &renderer->programs, RENDER_PROGRAM_FEEDBACK);

    const GLsizeiptr size = (GLsizeiptr)((size_t)one->vertex_count * 3 * sizeof(float));
    const GLuint captured[2] = {make_capture(0, size), make_capture(1, size)};
    capture(one);
    if (out_positions) read_capture(captured[0], size, out_positions);
    if (out_normals) read_capture(captured[1], size, out_normals);
    glDeleteBuffers(2, captured);
    return SINEW_OK;
}
