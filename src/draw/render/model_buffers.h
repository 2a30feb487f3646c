/// A model's vertices, influences, images and palettes in graphics memory.
#ifndef SINEW_DRAW_RENDER_MODEL_BUFFERS_H
#define SINEW_DRAW_RENDER_MODEL_BUFFERS_H

#include "draw/render/graphics_api.h"
#include "draw/render/shader_program.h"
#include "sinew/render.h"

/// Vertex attribute locations; they are also in skin.glsl and mesh.vert.
enum {
    RENDER_ATTRIBUTE_POSITION,
    RENDER_ATTRIBUTE_NORMAL,
    RENDER_ATTRIBUTE_FIRST_INFLUENCE,
    RENDER_ATTRIBUTE_END_INFLUENCE,
    RENDER_ATTRIBUTE_TEXCOORD,
    RENDER_ATTRIBUTE_COLOR,
    RENDER_ATTRIBUTE_DUAL_SHARE,
    RENDER_ATTRIBUTE_INSTANCE_POSITION,
    RENDER_ATTRIBUTE_TEXCOORD2,
};

/// Texture units of the mesh shaders; SINEW_MAP_COUNT units from RENDER_UNIT_MAPS on.
enum { RENDER_UNIT_TEXTURE, RENDER_UNIT_PALETTE, RENDER_UNIT_INFLUENCES, RENDER_UNIT_WEIGHTS, RENDER_UNIT_MAPS };
_Static_assert(RENDER_UNIT_MAPS + SINEW_MAP_COUNT <= GRAPHICS_UNITS, "units whose textures are given back");

/// A range of line indices: the polygon edges of one mesh.
typedef struct render_edge_range {
    size_t first, count;
} render_edge_range;

/// The buffers of a model; all zero: no model.
typedef struct render_model_buffers {
    GLuint vertex_array;
    GLuint positions, normals, texcoords, texcoords2, colors, influence_start; ///< buffers of all meshes, in the
                                                                               ///< model's order
    GLuint indices;
    GLuint palette_texture; ///< rows of RENDER_PALETTE_COLUMNS texels
    float *palette;         ///< [palette_rows × RENDER_PALETTE_COLUMNS × 4] texels for the upload, or NULL
    int32_t palette_rows;
    int32_t skin_joint_count;  ///< per instance
    int32_t max_instances;     ///< number of palettes that the driver supports
    GLuint instance_positions; ///< buffer of the instances' positions; 0 until a crowd is drawn
    GLuint dual_shares;        ///< buffer of the shares of dual quaternions; 0 if no mesh uses them
    int has_duals;             ///< whether palettes are also uploaded split into dual quaternions
    sinew_draw_skin skin;      ///< set by sinew__render_model_buffers_choose_skin
    int32_t first_dual;        ///< first texel of the split palettes
    GLuint influence_texture;
    int32_t first_associate; ///< first texel, after the influences, of the additive meshes' associates
    GLuint
        skinned[2]; ///< positions and normals from transform feedback; 0 until sinew__render_model_buffers_make_skinned
    GLuint skinned_array;  ///< vertex array with `skinned` in place of the model's positions and normals
    int is_skinned;        ///< whether `skinned` contains the current pose
    float *skinned_on_cpu; ///< [cpu_floats] scratch for one mesh that the processor skins; NULL until needed
    size_t cpu_floats;
    GLuint white;         ///< texture of one white texel
    GLuint *textures;     ///< [texture_count] 0: missing
    uint8_t *has_normals; ///< [texture_count] whether the image looks like a normal map; NULL without images
    int32_t texture_count;
    float *morphed; ///< [6 × vertices of the largest mesh with morphs or a geometry cache], or NULL

    GLuint edge_indices;      ///< created by sinew__render_model_buffers_edges
    render_edge_range *edges; ///< [mesh_count], or NULL until created
} render_model_buffers;

/// Fills zeroed buffers. SINEW_ERROR_LIMIT names the limit of the driver that is exceeded. Delete the buffers even
/// after a failure.
SINEW_NODISCARD sinew_result sinew__render_model_buffers_create(render_model_buffers *buffers, const sinew_model *model,
                                                                const sinew_image *images, GLint influence_columns,
                                                                sinew_error *out_error);
void sinew__render_model_buffers_delete(render_model_buffers *buffers);

/// Creates the index buffer of the polygon edges, if not created yet.
SINEW_NODISCARD sinew_result sinew__render_model_buffers_edges(render_model_buffers *buffers, const sinew_model *model,
                                                               sinew_error *out_error);

/// Creates the buffers for vertices that are skinned once and drawn several times, if not created yet.
void sinew__render_model_buffers_make_skinned(render_model_buffers *buffers, const sinew_model *model);

/// Sets the skinning method of the following poses. Fails with SINEW_ERROR_LIMIT if the driver cannot hold the palette.
SINEW_NODISCARD sinew_result sinew__render_model_buffers_choose_skin(render_model_buffers *buffers,
                                                                     const sinew_model *model, sinew_draw_skin skin,
                                                                     sinew_error *out_error);

/// Uploads the palette and the morphed vertices of a pose.
SINEW_NODISCARD sinew_result sinew__render_model_buffers_pose(render_model_buffers *buffers, const sinew_model *model,
                                                              const sinew_pose *pose, sinew_error *out_error);

/// Uploads the palettes of at most `max_instances` instances, drawn in the order `order`, [count].
SINEW_NODISCARD sinew_result sinew__render_model_buffers_instances(render_model_buffers *buffers,
                                                                   const sinew_model *model, const sinew_pose *pose,
                                                                   const sinew_instances *instances,
                                                                   const int32_t *order, sinew_error *out_error);

/// Binds vertices, palettes and influences, and sets the uniforms of a skinning program.
void sinew__render_model_buffers_bind(const render_model_buffers *buffers, const render_programs *programs,
                                      render_program program);

/// Marks the textures, `is_data` [texture_count], whose channels are numbers. A texture that is also used as a colour
/// is not marked.
void sinew__render_mark_data(const sinew_model *model, uint8_t *is_data);

#endif
