/// A model's vertices, influences, pictures and palette in graphics memory.
#ifndef SINEW_RENDER_MODEL_BUFFERS_H
#define SINEW_RENDER_MODEL_BUFFERS_H

#include <epoxy/gl.h>

#include "render/shader_program.h"
#include "sinew/render.h"

/// Vertex attributes, as skin.glsl and mesh.vert number them.
enum {
    RENDER_ATTRIBUTE_POSITION,
    RENDER_ATTRIBUTE_NORMAL,
    RENDER_ATTRIBUTE_FIRST_INFLUENCE,
    RENDER_ATTRIBUTE_END_INFLUENCE,
    RENDER_ATTRIBUTE_TEXCOORD,
    RENDER_ATTRIBUTE_COLOR,
    RENDER_ATTRIBUTE_DUAL_SHARE,
    RENDER_ATTRIBUTE_PLACE,
    RENDER_ATTRIBUTE_COUNT
};

/// Texture units that mesh shaders read.
enum { RENDER_UNIT_TEXTURE, RENDER_UNIT_PALETTE, RENDER_UNIT_INFLUENCES };

/// In a skin_joint of the influence texture: the mesh is additive.
#define RENDER_ADDITIVE 0x80000000u

/// A run of line indices: the polygons' edges of one mesh.
typedef struct render_edge_range {
    size_t first, count;
} render_edge_range;

/// Zeroed: no model.
typedef struct render_model_buffers {
    GLuint vertex_array;
    GLuint positions, normals, texcoords, colors, influence_start; ///< of all meshes, as the model has them
    GLuint indices;
    GLuint palette_buffer, palette_texture;
    int32_t skin_joint_count; ///< of a figure
    int32_t most_figures;     ///< whose palettes the driver holds
    GLuint places;            ///< of figures; 0 until there are several
    GLuint dual_shares;       ///< 0 where no mesh is skinned by dual quaternions
    float *dual_palette;      ///< [12 × skin_joint_count] palette entries split for them, or NULL
    sinew_draw_skin skin;     ///< chosen by sinew__render_model_buffers_choose_skin
    int32_t first_dual;       ///< texel of the palettes at which those begin
    GLuint influence_texture;
    int32_t first_associate; ///< where in it, behind the influences, each skin_joint has what additive meshes need
    GLuint
        skinned[2]; ///< positions and normals for transform feedback; 0 until sinew__render_model_buffers_make_skinned
    GLuint skinned_array; ///< the vertices with these in place of the model's own
    int is_skinned;       ///< they hold the pose that was brought last
    GLuint white;
    GLuint *textures; ///< [texture_count] 0: missing
    int32_t texture_count;
    float *morphed; ///< [6 × vertices of the largest mesh that reshapes], or NULL

    GLuint edge_indices;      ///< made by sinew__render_model_buffers_edges
    render_edge_range *edges; ///< [mesh_count], or NULL until then
} render_model_buffers;

/// Fills zeroed buffers. SINEW_ERROR_LIMIT says what the driver cannot hold. Delete them also after a failure.
SINEW_NODISCARD sinew_result sinew__render_model_buffers_create(render_model_buffers *buffers, const sinew_model *model,
                                                                const sinew_image *images, GLint influence_columns,
                                                                sinew_error *out_error);
void sinew__render_model_buffers_delete(render_model_buffers *buffers);

/// Makes the index buffer of the polygons' edges, the first time.
SINEW_NODISCARD sinew_result sinew__render_model_buffers_edges(render_model_buffers *buffers, const sinew_model *model,
                                                               sinew_error *out_error);

/// Makes room for vertices that are skinned once and drawn several times, the first time.
void sinew__render_model_buffers_make_skinned(render_model_buffers *buffers, const sinew_model *model);

/// How poses that are brought from now on are skinned. SINEW_ERROR_LIMIT when the driver cannot hold what that takes.
SINEW_NODISCARD sinew_result sinew__render_model_buffers_choose_skin(render_model_buffers *buffers,
                                                                     sinew_draw_skin skin, sinew_error *out_error);

/// Brings palette and morphed vertices of a pose to the card.
void sinew__render_model_buffers_pose(render_model_buffers *buffers, const sinew_model *model, const sinew_pose *pose);

/// The same for many figures, at most `most_figures`. They are drawn in the order `order`, [count].
void sinew__render_model_buffers_instances(render_model_buffers *buffers, const sinew_model *model,
                                           const sinew_pose *pose, const sinew_instances *figures,
                                           const int32_t *order);

/// Binds vertices, palettes and influences, and tells a program that skins where they are.
void sinew__render_model_buffers_bind(const render_model_buffers *buffers, const render_programs *programs,
                                      render_program program);

#endif
