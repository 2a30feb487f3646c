/// What every pass of one image needs: matrices, lights, and which meshes are drawn and how.
#ifndef SINEW_DRAW_RENDER_FRAME_H
#define SINEW_DRAW_RENDER_FRAME_H

#include "draw/render/graphics_api.h"
#include "sinew/render.h"

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

/// Returns whether a mesh is drawn in a pose.
int sinew__render_mesh_is_visible(const sinew_mesh *mesh, const sinew_pose *pose);

/// Returns whether the surface shows values of its vertices instead of its materials.
int sinew__render_shows_values(const sinew_renderer *renderer, const sinew_draw_options *options);

/// Draws a range of indices once per instance. All surfaces are drawn by this function.
void sinew__render_draw_elements(const render_frame *frame, GLenum kind, size_t first_index, size_t index_count);

#endif
