/// The state of a renderer, and the passes of one image in drawing order.
#ifndef SINEW_RENDER_RENDERER_H
#define SINEW_RENDER_RENDERER_H

#include <epoxy/gl.h>

#include "render/draw/vertex_values.h"
#include "render/model_buffers.h"
#include "render/shader_program.h"
#include "render/target.h"
#include "sinew/render.h"

/// One bone of the drawn skeleton: from the next skeletal ancestor to a joint.
typedef struct render_bone {
    int32_t joint;
    int32_t parent;  ///< SINEW_NONE: the joint is a root of the skeleton
    int32_t is_leaf; ///< the joint has no skeletal children
} render_bone;

/// The skeleton overlay: static solids, drawn with one instance per bone and joint that is updated for every image.
typedef struct render_bones {
    render_bone *bones; ///< [count]
    int32_t count;
    struct render_bone_instance *instances; ///< [2 × count + 1]
    GLuint vertex_array, solid_buffer, instance_buffer;
} render_bones;

/// A translucent submesh, and the distance of its mesh from the camera.
typedef struct render_blended_submesh {
    const sinew_mesh *mesh;
    const sinew_submesh *submesh;
    float distance;
} render_blended_submesh;

struct sinew_renderer {
    const sinew_model *model; ///< NULL until set
    render_programs programs;
    render_model_buffers buffers;
    sinew_bounds rest_bounds; ///< computed on first use
    int has_rest_bounds;
    int surface; ///< the model has a mesh to draw

    render_target target;
    int transparent; ///< the last image was drawn without a background

    GLuint empty_array; ///< for drawing without vertices
    GLuint shadow_framebuffer, shadow_texture;
    GLsizei shadow_size; ///< texels per side
    render_bones bones;
    render_vertex_values shades;
    GLuint stroke_array, stroke_buffer;
    GLuint text_array, text_buffer;
    GLuint glyphs;                   ///< glyph atlas
    double glyph_scale;              ///< scale of the atlas
    render_blended_submesh *blended; ///< [submesh_count] scratch memory
};

/// What every pass of one image needs.
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
    float character_size;                      ///< about half the height of a character's motion
    int32_t instance_count;
    int is_crowd;       ///< the pose is not that of the instances: no skeleton is drawn
    const float *ghost; ///< colour of the ghost being drawn, straight alpha; NULL: the character
} render_frame;

/// Returns whether the surface shows values of its vertices instead of its materials.
int sinew__render_shows_values(const sinew_renderer *renderer, const sinew_draw_options *options);

// The passes. Each leaves blending, culling and depth testing disabled.

/// Draws the character's shadow into the shadow texture. `out_rectangle` is its rectangle on the ground: centre and
/// half size.
SINEW_NODISCARD sinew_result sinew__render_draw_shadow(sinew_renderer *renderer, const render_frame *frame,
                                                       float out_rectangle[4], sinew_error *out_error);

/// Draws the final image: background, ground, and the character drawn before.
SINEW_NODISCARD sinew_result sinew__render_draw_stage(sinew_renderer *renderer, const render_frame *frame,
                                                      const float shadow_rectangle[4], sinew_error *out_error);

/// Skins the visible meshes once for all passes.
SINEW_NODISCARD sinew_result sinew__render_skin_once(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// Returns whether a mesh is drawn in a pose.
int sinew__render_mesh_is_visible(const sinew_mesh *mesh, const sinew_pose *pose);

/// Draws surfaces and edges; of a ghost, only surfaces.
SINEW_NODISCARD sinew_result sinew__render_draw_meshes(sinew_renderer *renderer, const render_frame *frame,
                                                       sinew_error *out_error);

/// Draws a range of indices once per instance. All surfaces are drawn by this function.
void sinew__render_draw_elements(const render_frame *frame, GLenum kind, size_t first_index, size_t index_count,
                                 int32_t first_vertex);

/// Draws the skeleton, or only its selected joint, over everything else.
SINEW_NODISCARD sinew_result sinew__render_draw_bones(sinew_renderer *renderer, const render_frame *frame, int skeleton,
                                                      sinew_error *out_error);

/// Draws status line, panel, legend and joint names over the image.
SINEW_NODISCARD sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// Computes world → ground: x and y on the ground relative to the centre of the motion, z the height above it, scaled
/// to a motion of radius 1.
void sinew__render_ground_matrix(const render_frame *frame, float out_matrix[4][4]);

/// Finds the bones of the skeleton. Delete them also after a failure.
SINEW_NODISCARD sinew_result sinew__render_bones_create(render_bones *bones, const sinew_model *model,
                                                        sinew_error *out_error);
void sinew__render_bones_delete(render_bones *bones);

#endif
