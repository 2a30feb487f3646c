/// The renderer, the frame that it draws, and the parts of an image: surfaces, bones, the stage, strokes and text.
#ifndef SINEW_DRAW_RENDER_RENDERER_H
#define SINEW_DRAW_RENDER_RENDERER_H

#include <stdint.h>

#include "draw/render/graphics_api.h"
#include "draw/render/model_buffers.h"
#include "draw/render/shader_program.h"
#include "draw/render/target.h"
#include "draw/render/text/glyph_atlas.h"
#include "sinew/render.h"

// ---- a frame -------------------------------------------------------------------------------------------------------
// The data that every pass of one image needs: matrices, lights, and which meshes are drawn and how.

typedef struct render_frame {
    const sinew_model *model;
    const sinew_draw_options *options;
    const sinew_pose *pose;
    const sinew_bounds *bounds;
    float view_projection[4][4], inverse_view_projection[4][4];
    float root[4][4], root_normal[3][3];
    float up[3], eye[3];
    float key_direction[3], fill_direction[3]; ///< unit vectors towards the lights
    float pixel_scale;                         ///< pixels per point
    float character_size;                      ///< about half the height of a character's motion
    int32_t instance_count;
    int is_crowd;       ///< whether instances have different poses; then no skeleton is drawn
    const float *ghost; ///< colour of the ghost being drawn, straight alpha; NULL: the character
} render_frame;

/// Returns whether a mesh is drawn in a pose.
int sinew__render_mesh_is_visible(const sinew_mesh *mesh, const sinew_pose *pose);

/// Returns whether the surface shows values of its vertices instead of its materials.
int sinew__render_shows_values(const sinew_renderer *renderer, const sinew_draw_options *options);

/// Draws a range of indices once per instance. All surfaces are drawn by this function.
void sinew__render_draw_elements(const render_frame *frame, GLenum kind, size_t first_index, size_t index_count);

// ---- colours of vertices -------------------------------------------------------------------------------------------
// Shows values of vertices as colours: each vertex gets a texture coordinate in the colour ramp.

/// The uploaded values of vertices; all zero: nothing created.
typedef struct render_vertex_values {
    GLuint buffer;       ///< two floats per vertex of the model
    GLuint ramp;         ///< texture of the colour ramp
    sinew_colors colors; ///< the values in the buffer, for the joint `joint`
    int32_t joint;
} render_vertex_values;

/// Returns a vertex's weight for a joint, 0 … 1. `vertex` is an index into the model's arrays.
double sinew__render_joint_weight(const sinew_model *model, int32_t vertex, int32_t joint);

/// Returns the number of joints that influence a vertex with a weight other than 0.
int32_t sinew__render_influence_count(const sinew_model *model, int32_t vertex);

/// Returns the largest sinew__render_influence_count of the model.
int32_t sinew__render_max_influences(const sinew_model *model);

/// Uploads the values that the options request, unless they are already uploaded.
SINEW_NODISCARD sinew_result sinew__render_vertex_values_prepare(render_vertex_values *values, const sinew_model *model,
                                                                 const sinew_draw_options *options,
                                                                 sinew_error *out_error);
void sinew__render_vertex_values_delete(render_vertex_values *values);

/// Returns the colour of `value` (0 … 1), sRGB: matplotlib's "viridis" to within 0.02, by the least-squares polynomial
/// of degree six that M. Zucker published in 2019.
void sinew__render_ramp_color(double value, double out_srgb[3]);

/// The colour of vertices without a value, sRGB: a grey that is not in the ramp.
extern const uint8_t sinew__render_ramp_none[3];

enum { RENDER_RAMP_TEXELS = 256 };

/// Fills one row of texels: sinew__render_ramp_none, then the colours of 0 … 1. sRGB, straight alpha.
void sinew__render_ramp_texels(uint8_t out_texels[RENDER_RAMP_TEXELS][4]);

/// Returns the texture coordinate, 0 … 1, of the colour of `value`; a negative value means "not measured".
float sinew__render_ramp_coordinate(double value);

// ---- bones ---------------------------------------------------------------------------------------------------------
// Draws the skeleton over the meshes.

/// One bone of the drawn skeleton: from the next skeletal ancestor to a joint.
typedef struct render_bone {
    int32_t joint;
    int32_t parent;  ///< SINEW_NONE: the joint is a root of the skeleton
    int32_t is_leaf; ///< the joint has no skeletal children
} render_bone;

/// The drawn skeleton: two static shapes, with one instance per bone and per joint, updated for every image.
typedef struct render_bones {
    render_bone *bones; ///< [count]
    int32_t count;
    struct render_bone_instance *instances; ///< [2 × count + 1]
    GLuint vertex_array, solid_buffer, instance_buffer;
} render_bones;

/// Finds the bones of the skeleton. Delete them even after a failure.
SINEW_NODISCARD sinew_result sinew__render_bones_create(render_bones *bones, const sinew_model *model,
                                                        sinew_error *out_error);
void sinew__render_bones_delete(render_bones *bones);

/// Draws the skeleton, or only its selected joint, over everything else.
SINEW_NODISCARD sinew_result sinew__render_draw_bones(sinew_renderer *renderer, const render_frame *frame, int skeleton,
                                                      sinew_error *out_error);

// ---- the renderer --------------------------------------------------------------------------------------------------

/// A font file for characters that the built-in font lacks.
typedef struct render_added_font {
    void *bytes; ///< allocated
    int number;  ///< index of the font in the file
} render_added_font;

struct sinew_renderer {
    const sinew_model *model; ///< NULL until set
    render_programs programs;
    render_model_buffers buffers;
    sinew_bounds rest_bounds; ///< computed on first use
    int has_rest_bounds;
    int surface;        ///< whether the model has a mesh to draw
    int shows_skeleton; ///< whether SINEW_SHOW_AUTO shows the skeleton

    render_target target;
    int draws_to_window; ///< images are drawn into the window's framebuffer, from column window_x on; see
                         ///< sinew__render_to_window
    int32_t window_x;
    int transparent; ///< whether the last image was drawn without a background

    int keeps_state;         ///< whether every function restores the context's state
    graphics_state of_owner; ///< the owner's state while a function runs

    GLuint empty_array; ///< vertex array for drawing without vertices
    GLuint shadow_framebuffer, shadow_texture;
    GLsizei shadow_size; ///< texels per side
    render_bones bones;
    render_vertex_values values;
    GLuint stroke_array, stroke_buffer;
    GLuint text_array, text_buffer;
    GLuint glyphs;             ///< texture of the glyph atlas
    render_glyph_atlas *atlas; ///< NULL until text is drawn
    double glyph_scale;        ///< scale of the atlas
    render_added_font fonts[RENDER_MAX_ADDED_FONTS];
    int font_count;
};

// ---- meshes --------------------------------------------------------------------------------------------------------

/// Draws surfaces and edges; for a ghost, only surfaces.
SINEW_NODISCARD sinew_result sinew__render_draw_meshes(sinew_renderer *renderer, const render_frame *frame,
                                                       sinew_error *out_error);

// ---- destinations of images -----------------------------------------------------------------------------------------

/// Draws images into the window's framebuffer, which does not encode sRGB, from column `x` on. Then there is no image
/// to read or blit. Drawing into an image and copying it to the window would need another pass over all pixels, which
/// takes 17 % of a frame that is drawn in software.
void sinew__render_to_window(sinew_renderer *renderer, int32_t x);

/// Draws images into the renderer's own image, as a new renderer does.
void sinew__render_to_image(sinew_renderer *renderer);

/// Exchanges the images of two renderers of one context.
void sinew__render_exchange_images(sinew_renderer *a, sinew_renderer *b);

/// Replaces the last image by [width × height × 4] bytes in the format of sinew_renderer_read. If `transparent` is not
/// 0, their alpha is kept.
SINEW_NODISCARD sinew_result sinew__render_write_image(sinew_renderer *renderer, int32_t width, int32_t height,
                                                       const uint8_t *pixels, int transparent, sinew_error *out_error);

// ---- the stage -----------------------------------------------------------------------------------------------------

/// Draws the final image: background, ground, and the character drawn before.
SINEW_NODISCARD sinew_result sinew__render_draw_stage(sinew_renderer *renderer, const render_frame *frame,
                                                      const float shadow_rectangle[4], sinew_error *out_error);

/// Draws the character's shadow into the shadow texture. `out_rectangle` is the texture's rectangle on the ground:
/// centre and half sizes.
SINEW_NODISCARD sinew_result sinew__render_draw_shadow(sinew_renderer *renderer, const render_frame *frame,
                                                       float out_rectangle[4], sinew_error *out_error);

// ---- strokes -------------------------------------------------------------------------------------------------------
// Draws lines and dots in world space with a width in pixels.

/// Draws the local axes of every skeletal joint: x red, y green, z blue.
SINEW_NODISCARD sinew_result sinew__render_draw_axes(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// Draws the motion trail of a joint, with a dot per frame.
SINEW_NODISCARD sinew_result sinew__render_draw_trail(sinew_renderer *renderer, const render_frame *frame,
                                                      sinew_error *out_error);

// ---- text -------------------------------------------------------------------------------------------------------
// Draws text over the image.

/// Draws status line, panel, legend and joint names over the image.
SINEW_NODISCARD sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);
float sinew__render_text_width(const render_glyph_atlas *atlas, const char *text, const char *text_end);

/// Adds the font `number` of a file; the renderer frees the bytes with sinew_free. Returns 0 if there is no space for
/// another font; then the bytes remain the caller's.
int sinew__render_add_font(sinew_renderer *renderer, void *bytes, int number);

/// Removes the characters that the renderer's fonts have from `codes`. Returns the number of characters left.
int sinew__render_remove_known(const sinew_renderer *renderer, uint16_t *codes, int count);

#endif
