// Draws the stage of a character: background, ground with grid, and shadow.
#include "draw/render/renderer.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/vec3.h"
#include "draw/render/target.h"
#include "runtime/view/view.h"

/// The colours of the studio background, linear light.
static const float backdrop_top[3] = {0.300f, 0.345f, 0.400f};

static const float backdrop_bottom[3] = {0.620f, 0.650f, 0.680f};

/// Colours of the lines along the file's x, y and z axes, linear light.
static const float colors_of_axes[3][3] = {{0.44f, 0.05f, 0.05f}, {0.07f, 0.25f, 0.04f}, {0.03f, 0.11f, 0.42f}};

/// Returns the axes of the ground: x to the character's left, y to its front, z up.
static void ground_axes(const render_frame *frame, double out_axes[3][3])
{
    sinew_model_axes(frame->model, out_axes[2], out_axes[1]);
    sinew__double3_cross(out_axes[2], out_axes[1], out_axes[0]);
}

/// Computes world → ground: x and y on the ground relative to the centre of the motion, z the height above the ground,
/// in radii of the motion.
static void ground_matrix(const render_frame *frame, float out_matrix[4][4])
{
    const sinew_bounds *bounds = frame->bounds;
    double axes[3][3];
    ground_axes(frame, axes);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            out_matrix[column][row] = (float)(axes[row][column] / bounds->radius);
        }
        const double zero = row == 2 ? bounds->ground : sinew__double3_dot(axes[row], bounds->center);
        out_matrix[3][row] = (float)(-zero / bounds->radius);
        out_matrix[row][3] = 0.0f;
    }
    out_matrix[3][3] = 1.0f;
}

static int world_axis(const double direction[3])
{
    return fabs(direction[0]) > 0.5 ? 0 : fabs(direction[1]) > 0.5 ? 1 : 2;
}

static void set_grid(const render_programs *programs, const render_frame *frame)
{
    // The distance of fine lines is 1 or 2 times a power of ten in file units, so that several fit into the radius of
    // the motion.
    const double radius = frame->bounds->radius, wanted = radius / 2.5, decade = pow(10.0, floor(log10(wanted)));
    const double spacing = wanted >= 2.0 * decade ? 2.0 * decade : decade;
    double axes[3][3], origin[2], phase[2];
    ground_axes(frame, axes);
    for (int i = 0; i < 2; ++i) {
        const double away = -sinew__double3_dot(axes[i], frame->bounds->center);
        origin[i] = away / radius;
        phase[i] = fmod(away, 5.0 * spacing) / radius;
    }
    const float *along_x = colors_of_axes[world_axis(axes[0])], *along_y = colors_of_axes[world_axis(axes[1])];
    sinew__render_set_float(programs, RENDER_PROGRAM_STAGE, "point", frame->pixel_scale);
    sinew__render_set_float(programs, RENDER_PROGRAM_STAGE, "grid_spacing", (float)(spacing / radius));
    sinew__render_set_vec2(programs, RENDER_PROGRAM_STAGE, "grid_phase", (float)phase[0], (float)phase[1]);
    sinew__render_set_vec2(programs, RENDER_PROGRAM_STAGE, "axes_origin", (float)origin[0], (float)origin[1]);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_STAGE, "axis_colors[0]", along_x);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_STAGE, "axis_colors[1]", along_y);
}

sinew_result sinew__render_draw_stage(sinew_renderer *renderer, const render_frame *frame,
                                      const float shadow_rectangle[4], sinew_error *out_error)
{
    const render_programs *programs = &renderer->programs;
    const sinew_draw_options *options = frame->options;
    sinew__render_programs_set_samples(&renderer->programs, renderer->target.read_samples);
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_STAGE, out_error);
    if (result != SINEW_OK) return result;

    mat4 inverse, ground;
    memcpy(inverse, frame->inverse_view_projection, sizeof inverse);
    ground_matrix(frame, ground);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_STAGE, "inverse_view_projection", inverse);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_STAGE, "world_to_ground", ground);
    const int plain = options->custom_background;
    sinew__render_set_vec3(programs, RENDER_PROGRAM_STAGE, "background_top",
                           plain ? options->background : backdrop_top);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_STAGE, "background_bottom",
                           plain ? options->background : backdrop_bottom);
    sinew__render_set_int(programs, RENDER_PROGRAM_STAGE, "show_ground",
                          options->ground != SINEW_SHOW_OFF && !options->transparent);
    sinew__render_set_float(programs, RENDER_PROGRAM_STAGE, "background_alpha", options->transparent ? 0.0f : 1.0f);
    sinew__render_set_int(programs, RENDER_PROGRAM_STAGE, "encodes", renderer->draws_to_window);
    sinew__render_set_int(programs, RENDER_PROGRAM_STAGE, "left", renderer->window_x);
    sinew__render_set_int(programs, RENDER_PROGRAM_STAGE, "character", 0);
    sinew__render_set_int(programs, RENDER_PROGRAM_STAGE, "shadow", 1);
    sinew__render_set_vec4(programs, RENDER_PROGRAM_STAGE, "shadow_rectangle", shadow_rectangle);
    set_grid(programs, frame);

    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, renderer->shadow_texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(renderer->target.character_target, renderer->target.character_texture);
    glBindVertexArray(renderer->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return SINEW_OK;
}

// Draws the shadow on the ground.

/// Texels per side of the shadow texture for one character, and the largest number. The shadow is soft, so few are
/// enough.
enum { SHADOW_SIZE = 56, LARGEST_SHADOW = 1024 };

/// Returns the width of the shadow texture in texels, with as many texels for each instance of a crowd as for one
/// character.
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

/// Finds the rectangle of the ground below the motion, with a margin for the soft edge: centre and half sizes in ground
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

sinew_result sinew__render_draw_shadow(sinew_renderer *renderer, const render_frame *frame, float out_rectangle[4],
                                       sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    const GLsizei size = shadow_size(frame);
    if (renderer->shadow_size != size) result = make_shadow_target(renderer, size, out_error);
    if (result == SINEW_OK) result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_SHADOW, out_error);
    if (result != SINEW_OK) return result;

    mat4 ground, projection, root, fit = GLM_MAT4_IDENTITY_INIT;
    ground_matrix(frame, ground);
    find_rectangle(frame, ground, out_rectangle);
    // world → shadow texture: the rectangle fills the texture; z is in character heights
    fit[0][0] = 1.0f / out_rectangle[2];
    fit[1][1] = 1.0f / out_rectangle[3];
    fit[2][2] = (float)frame->bounds->radius / frame->character_size;
    fit[3][0] = -out_rectangle[0] / out_rectangle[2];
    fit[3][1] = -out_rectangle[1] / out_rectangle[3];
    glm_mat4_mul(fit, ground, projection);
    memcpy(root, frame->root, sizeof root);
    sinew__render_set_mat4(&renderer->programs, RENDER_PROGRAM_SHADOW, "root", root);
    sinew__render_set_mat4(&renderer->programs, RENDER_PROGRAM_SHADOW, "shadow_projection", projection);

    glBindFramebuffer(GL_FRAMEBUFFER, renderer->shadow_framebuffer);
    glViewport(0, 0, size, size);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX); // only the lowest part of the character above a point darkens it
    sinew__render_model_buffers_bind(&renderer->buffers, &renderer->programs, RENDER_PROGRAM_SHADOW);
    for (int32_t i = 0; i < renderer->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &renderer->model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        sinew__render_draw_elements(frame, GL_TRIANGLES, (size_t)mesh->first_index, (size_t)mesh->index_count);
    }
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
    return SINEW_OK;
}
