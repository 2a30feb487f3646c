// Computes the data that all passes of one image share: camera matrices, and which meshes are drawn and how.
#include "draw/render/renderer.h"

#include <cglm/cglm.h>

#include "core/base/vec3.h"
#include "draw/render/vertex_attribute.h"
#include "runtime/view/view.h"

static const double degree = SINEW__PI / 180.0;

void sinew__render_camera_matrices(const sinew_camera *camera, const sinew_bounds *bounds, double aspect,
                                   float out_view_projection[4][4], float out_inverse[4][4])
{
    render_camera_axes axes;
    sinew__render_camera_find_axes(camera, &axes);
    double to_center[3];
    sinew__double3_subtract(bounds->center, camera->eye, to_center);
    const double distance = sinew__double3_dot(to_center, axes.forward), reach = 1.2 * bounds->radius;
    const double far = fmax(distance + reach, 1e-2 * bounds->radius);
    double near = fmin(distance - reach, 0.25 * distance); // the ground extends in front of the characters
    if (camera->field_of_view > 0.0) near = fmax(near, 2e-3 * far);

    mat4 view = GLM_MAT4_IDENTITY_INIT, projection;
    for (int i = 0; i < 3; ++i) {
        view[i][0] = (float)axes.right[i];
        view[i][1] = (float)axes.up[i];
        view[i][2] = (float)-axes.forward[i];
    }
    view[3][0] = (float)-sinew__double3_dot(axes.right, camera->eye);
    view[3][1] = (float)-sinew__double3_dot(axes.up, camera->eye);
    view[3][2] = (float)sinew__double3_dot(axes.forward, camera->eye);
    if (camera->field_of_view > 0.0) {
        glm_perspective((float)(camera->field_of_view * degree), (float)aspect, (float)near, (float)far, projection);
    } else {
        const float half = (float)(0.5 * camera->height), wide = half * (float)aspect;
        glm_ortho(-wide, wide, -half, half, (float)near, (float)far, projection);
    }
    glm_mat4_mul(projection, view, out_view_projection);
    glm_mat4_inv(out_view_projection, out_inverse);
}

// Decides which meshes are drawn and how.

int sinew__render_mesh_is_visible(const sinew_mesh *mesh, const sinew_pose *pose)
{
    return sinew__render_mesh_is_drawable(mesh) && pose->visible[mesh->joint];
}

int sinew__render_shows_values(const sinew_renderer *renderer, const sinew_draw_options *options)
{
    if (!renderer->surface || options->meshes == SINEW_SHOW_OFF || options->wireframe) return 0;
    return options->colors == SINEW_COLORS_WEIGHTS || options->colors == SINEW_COLORS_INFLUENCES;
}

void sinew__render_draw_elements(const render_frame *frame, GLenum kind, size_t first_index, size_t index_count)
{
    glDrawElementsInstanced(kind, (GLsizei)index_count, GL_UNSIGNED_INT,
                            render_buffer_offset(first_index * sizeof(uint32_t)), frame->instance_count);
}
