#include "render/draw/draw_stage.h"

#include <math.h>
#include <string.h>

#include <cglm/cglm.h>

#include "render/renderer.h"
#include "render/vector.h"

/// The studio background, linear light.
static const float BACKDROP_TOP[3] = {0.300f, 0.345f, 0.400f};
static const float BACKDROP_BOTTOM[3] = {0.620f, 0.650f, 0.680f};

/// Colours of lines along the file's x, y and z axes.
static const float AXIS_COLORS[3][3] = {{0.44f, 0.05f, 0.05f}, {0.07f, 0.25f, 0.04f}, {0.03f, 0.11f, 0.42f}};

/// Returns the axes of the ground: x to the character's left, y to its front, z up.
static void ground_axes(const render_frame *frame, double out_axes[3][3])
{
    sinew_model_axes(frame->model, out_axes[2], out_axes[1]);
    render_cross(out_axes[2], out_axes[1], out_axes[0]);
}

void sinew__render_ground_matrix(const render_frame *frame, float out_matrix[4][4])
{
    const sinew_bounds *bounds = frame->bounds;
    double axes[3][3];
    ground_axes(frame, axes);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            out_matrix[column][row] = (float)(axes[row][column] / bounds->radius);
        }
        const double zero = row == 2 ? bounds->ground : render_dot(axes[row], bounds->center);
        out_matrix[3][row] = (float)(-zero / bounds->radius);
        out_matrix[row][3] = 0.0f;
    }
    out_matrix[3][3] = 1.0f;
}

/// Returns the spacing of the fine lines in file units: 1 or 2 times a power of ten, several per radius of the motion.
static double grid_spacing(double radius)
{
    const double wanted = radius / 2.5, decade = pow(10.0, floor(log10(wanted)));
    return wanted >= 2.0 * decade ? 2.0 * decade : decade;
}

static int world_axis(const double direction[3])
{
    return fabs(direction[0]) > 0.5 ? 0 : fabs(direction[1]) > 0.5 ? 1 : 2;
}

static void set_grid(const render_programs *programs, const render_frame *frame)
{
    const double radius = frame->bounds->radius, spacing = grid_spacing(radius);
    double axes[3][3], origin[2], phase[2];
    ground_axes(frame, axes);
    for (int i = 0; i < 2; ++i) {
        const double away = -render_dot(axes[i], frame->bounds->center);
        origin[i] = away / radius;
        phase[i] = fmod(away, 5.0 * spacing) / radius;
    }
    const float *along_x = AXIS_COLORS[world_axis(axes[0])], *along_y = AXIS_COLORS[world_axis(axes[1])];
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
    sinew__render_programs_set_samples(&renderer->programs, renderer->target.samples);
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_STAGE, out_error);
    if (result != SINEW_OK) return result;

    mat4 inverse, ground;
    memcpy(inverse, frame->inverse_view_projection, sizeof inverse);
    sinew__render_ground_matrix(frame, ground);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_STAGE, "inverse_view_projection", inverse);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_STAGE, "world_to_ground", ground);
    const int plain = options->custom_background;
    sinew__render_set_vec3(programs, RENDER_PROGRAM_STAGE, "background_top",
                           plain ? options->background : BACKDROP_TOP);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_STAGE, "background_bottom",
                           plain ? options->background : BACKDROP_BOTTOM);
    sinew__render_set_int(programs, RENDER_PROGRAM_STAGE, "show_ground",
                          !options->hide_ground && !options->transparent);
    sinew__render_set_float(programs, RENDER_PROGRAM_STAGE, "background_alpha", options->transparent ? 0.0f : 1.0f);
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
