/// What a renderer holds, and the steps of one picture in the order they are drawn.
#ifndef SINEW_RENDER_RENDERER_H
#define SINEW_RENDER_RENDERER_H

#include <epoxy/gl.h>

#include "render/draw/vertex_shades.h"
#include "render/model_buffers.h"
#include "render/shader_program.h"
#include "render/target.h"
#include "sinew/render.h"

/// One bone of the drawn skeleton: from a joint to the next skeletal joint above it.
typedef struct render_bone {
    int32_t joint;
    int32_t parent;  ///< SINEW_NONE: the joint starts a skeleton
    int32_t is_leaf; ///< nothing hangs on the joint
} render_bone;

/// The skeleton overlay: solids that stay, one instance a bone and joint that is made anew for every picture.
typedef struct render_bones {
    render_bone *bones; ///< [count]
    int32_t count;
    struct render_bone_instance *instances; ///< [2 × count + 1]
    GLuint vertex_array, solid_buffer, instance_buffer;
} render_bones;

/// A part of a mesh that lets light through, and how far its mesh is.
typedef struct render_blended_submesh {
    const sinew_mesh *mesh;
    const sinew_submesh *submesh;
    float distance;
} render_blended_submesh;

struct sinew_renderer {
    const sinew_model *model; ///< NULL until set
    render_programs programs;
    render_model_buffers buffers;
    sinew_bounds rest_bounds; ///< made when first needed
    int has_rest_bounds;
    int surface; ///< the model has something to draw beside its skeleton

    render_target target;
    int transparent; ///< the last picture was

    GLuint empty_array; ///< for drawing without vertices
    GLuint shadow_framebuffer, shadow_texture;
    GLsizei shadow_size; ///< texels along a side
    render_bones bones;
    render_shades shades;
    GLuint stroke_array, stroke_buffer;
    GLuint text_array, text_buffer;
    GLuint letters;                  ///< atlas of the font
    double letters_scale;            ///< that it was made for
    render_blended_submesh *blended; ///< [submesh_count] scratch for drawing
};

/// What every step of one picture needs to know.
typedef struct render_frame {
    const sinew_model *model;
    const sinew_draw_options *options;
    const sinew_pose *pose;
    const sinew_bounds *bounds;
    float view_projection[4][4], inverse_view_projection[4][4];
    float root[4][4], root_normal[3][3];
    float up[3], eye[3];
    float key_direction[3], fill_direction[3]; ///< towards the lights
    float pixel_scale;                         ///< pixels per point
    float figure_size;                         ///< about half the height that the motion of a figure takes
    int32_t figure_count;
    int is_crowd;       ///< the pose is not the figure's: no skeleton is drawn from it
    const float *ghost; ///< colour of the ghost that is drawn, straight alpha; NULL: the figure
} render_frame;

/// Whether the surface shows numbers of its vertices instead of its materials.
int sinew__render_is_shaded(const sinew_renderer *renderer, const sinew_draw_options *options);

// The steps. Each leaves blending, culling and depth testing off.

/// Casts the figure's shadow into the shadow picture. `out_rectangle` is its place on the ground: centre and half size.
SINEW_NODISCARD sinew_result sinew__render_draw_shadow(sinew_renderer *renderer, const render_frame *frame,
                                                       float out_rectangle[4], sinew_error *out_error);

/// The whole picture: background, ground, and the figure that has been drawn before.
SINEW_NODISCARD sinew_result sinew__render_draw_stage(sinew_renderer *renderer, const render_frame *frame,
                                                      const float shadow_rectangle[4], sinew_error *out_error);

/// Skins what is shown once for all passes that draw it.
SINEW_NODISCARD sinew_result sinew__render_skin_once(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// Whether a mesh is drawn in a pose.
int sinew__render_is_shown(const sinew_mesh *mesh, const sinew_pose *pose);

/// Surfaces and edges; of a ghost, surfaces alone.
SINEW_NODISCARD sinew_result sinew__render_draw_meshes(sinew_renderer *renderer, const render_frame *frame,
                                                       sinew_error *out_error);

/// A run of indices, once for every figure: what all drawing of surfaces goes through.
void sinew__render_draw_elements(const render_frame *frame, GLenum kind, size_t first_index, size_t index_count,
                                 int32_t first_vertex);

/// The skeleton, or without it only the selected joint of it, over everything.
SINEW_NODISCARD sinew_result sinew__render_draw_bones(sinew_renderer *renderer, const render_frame *frame, int skeleton,
                                                      sinew_error *out_error);

/// Status line, panel, legend and names, over the finished picture.
SINEW_NODISCARD sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// world → ground: x and y on the ground around the middle of the motion, z the height over it; the motion's radius
/// is 1.
void sinew__render_ground_matrix(const render_frame *frame, float out_matrix[4][4]);

/// Finds the bones of the skeleton. Free with sinew__render_bones_delete, also after a failure.
SINEW_NODISCARD sinew_result sinew__render_bones_create(render_bones *bones, const sinew_model *model,
                                                        sinew_error *out_error);
void sinew__render_bones_delete(render_bones *bones);

#endif
