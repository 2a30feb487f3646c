#include "render/draw/draw_shadow.h"

#include <math.h>
#include <string.h>

#include <cglm/cglm.h>

#include "base/error.h"
#include "render/draw/draw_stage.h"
#include "render/draw/visible_meshes.h"
#include "render/image_texture.h"
#include "render/renderer.h"
#include "render/skeleton.h"

/// Texels per side for one character: the shadow is soft, so few are enough.
enum { SHADOW_SIZE = 56, LARGEST_SHADOW = 1024 };

/// Uses as many texels per instance of a crowd as for one character.
static GLsizei shadow_size(const render_frame *frame)
{
    return (GLsizei)fmin(ceil(SHADOW_SIZE * sqrt(frame->instance_count)), LARGEST_SHADOW);
}

static sinew_result make_shadow_target(sinew_renderer *renderer, GLsizei size, sinew_error *out_error)
{
    glDeleteTextures(1, &renderer->shadow_texture);
    glDeleteFramebuffers(1, &renderer->shadow_framebuffer);
    renderer->shadow_size = 0;
    renderer->shadow_texture = sinew__render_texture_create(GL_LINEAR);
    sinew__render_texture_clamp();
    sinew__render_texture_set_coverage(size, size, NULL);
    glGenFramebuffers(1, &renderer->shadow_framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->shadow_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, renderer->shadow_texture, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return sinew__fail(out_error, SINEW_ERROR_NO_GL, "the graphics driver cannot create the shadow texture");
    renderer->shadow_size = size;
    return SINEW_OK;
}

/// Finds the rectangle of the ground below the motion, with a margin for the soft edge: centre and half size, in ground
/// coordinates.
static void find_rectangle(const render_frame *frame, float ground[4][4], float out_rectangle[4])
{
    vec3 low = {INFINITY, INFINITY, 0.0f}, high = {-INFINITY, -INFINITY, 0.0f};
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        vec3 point, position;
        for (int k = 0; k < 3; ++k) point[k] = (float)frame->bounds->points[i][k];
        glm_mat4_mulv3(ground, point, 1.0f, position);
        glm_vec3_minv(low, position, low);
        glm_vec3_maxv(high, position, high);
    }
    const float margin = 0.08f;
    for (int k = 0; k < 2; ++k) {
        out_rectangle[k] = 0.5f * (low[k] + high[k]);
        out_rectangle[k + 2] = 0.5f * (high[k] - low[k]) + margin;
    }
}

/// Computes world → shadow texture: the rectangle fills it; z is in character heights.
static void shadow_projection(const render_frame *frame, float ground[4][4], const float rectangle[4], mat4 out)
{
    mat4 fit = GLM_MAT4_IDENTITY_INIT;
    fit[0][0] = 1.0f / rectangle[2];
    fit[1][1] = 1.0f / rectangle[3];
    fit[2][2] = (float)frame->bounds->radius / frame->character_size;
    fit[3][0] = -rectangle[0] / rectangle[2];
    fit[3][1] = -rectangle[1] / rectangle[3];
    glm_mat4_mul(fit, ground, out);
}

static void draw_visible_meshes(const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_model *model = renderer->model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        sinew__render_draw_elements(frame, GL_TRIANGLES, (size_t)mesh->first_index, (size_t)mesh->index_count,
                                    mesh->first_vertex);
    }
}

sinew_result sinew__render_draw_shadow(sinew_renderer *renderer, const render_frame *frame, float out_rectangle[4],
                                       sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    const GLsizei size = shadow_size(frame);
    if (renderer->shadow_size != size) result = make_shadow_target(renderer, size, out_error);
    if (result == SINEW_OK) result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_SHADOW, out_error);
    if (result != SINEW_OK) return result;

    mat4 ground, projection, root;
    sinew__render_ground_matrix(frame, ground);
    find_rectangle(frame, ground, out_rectangle);
    shadow_projection(frame, ground, out_rectangle, projection);
    memcpy(root, frame->root, sizeof root);
    sinew__render_set_mat4(&renderer->programs, RENDER_PROGRAM_SHADOW, "root", root);
    sinew__render_set_mat4(&renderer->programs, RENDER_PROGRAM_SHADOW, "shadow_projection", projection);

    glBindFramebuffer(GL_FRAMEBUFFER, renderer->shadow_framebuffer);
    glViewport(0, 0, size, size);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX); // the lowest part above a point darkens it
    sinew__render_model_buffers_bind(&renderer->buffers, &renderer->programs, RENDER_PROGRAM_SHADOW);
    draw_visible_meshes(renderer, frame);
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
    return SINEW_OK;
}
