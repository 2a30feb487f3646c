/// The skinning methods: undeformed vertices → deformed ones.
#ifndef SINEW_RUNTIME_SKIN_SKIN_METHOD_H
#define SINEW_RUNTIME_SKIN_SKIN_METHOD_H

#include "core/base/word_table.h"
#include "runtime/kernels/kernels.h"
#include "sinew/skin.h"

/// The data of a method. Positions and normals are of one mesh, morphs already added.
typedef struct sinew__skin_job {
    const sinew_model *model;
    const sinew_mesh *mesh;
    const sinew_palette_matrix *palette;       ///< [model->skin_joint_count]
    const float *positions, *normals;          ///< [vertex_count × 3]
    const sinew_palette_matrix *displacements; ///< [mesh->skin_joint_count] of an additive mesh, else NULL
    const float *blend_weights;                ///< [vertex_count] share of the dual quaternion; NULL: all
    float *scratch;                            ///< as many floats as the method asks for
    const sinew__dual_entry *entries;          ///< of sinew__split_palette, for a method that splits the palette
    int32_t first, end;                        ///< vertices; the first begins a vertex block
    float *out_positions;                      ///< [vertex_count × 3]
    float *out_normals;                        ///< [vertex_count × 3], or NULL
} sinew__skin_job;

// ---- the methods ---------------------------------------------------------------------------------------------------

typedef struct sinew__skin_method {
    void (*skin)(const sinew__skin_job *job); ///< vertex by vertex: the reference
    void (*skin_vertex_blocks)(const sinew__skin_job *job,
                               const sinew__skin_kernel *kernel); ///< NULL: no kernel has it
    int splits_palette;                                           ///< `scratch` holds dual quaternions
    sinew_draw_skin drawn_on_cpu; ///< images that the processor skins by it; SINEW_DRAW_SKIN_FILE: none
} sinew__skin_method;

extern const sinew__skin_method sinew__skin_methods[]; ///< by sinew_skin_method
extern const int32_t sinew__skin_method_count;

extern const sinew__word sinew__skin_words[]; ///< of a sinew_draw_skin

// ---- plain loops, vertex by vertex: the reference -------------------------------------------------------------------

/// Sets `displacements`, palette[associate]⁻¹ · palette[i] in mesh space, in sinew__displacement_floats(mesh) of
/// scratch. A joint whose `associate` is flat displaces nothing.
void sinew__find_displacements(sinew__skin_job *job, float *scratch);
size_t sinew__displacement_floats(const sinew_mesh *mesh);

/// Moves one point as a vertex of an additive mesh moves, without scratch: for a few of them. `vertex` counts over the
/// model.
void sinew__displace_point(const sinew_model *model, const sinew_mesh *mesh, const sinew_palette_matrix *palette,
                           int32_t vertex, float point[3]);

/// Rotates a vertex's tangent [4] by either method.
void sinew__rotate_tangent_linear(const sinew__skin_job *job, int32_t vertex, const float *tangent, float *out);
void sinew__rotate_tangent_dual_quaternion(const sinew__skin_job *job, const sinew__dual_entry *entries, int32_t vertex,
                                           const float *tangent, float *out);

// ---- by vertex blocks ----------------------------------------------------------------------------------------------

/// Arguments of a kernel, for the whole mesh.
sinew__skin_vertex_blocks sinew__skin_vertex_blocks_of(const sinew__skin_job *job);

// ---- for both -----------------------------------------------------------------------------------------------------

/// `sinew_skin_mesh` with a kernel of the caller's choice. NULL: by plain loops, vertex by vertex, the reference for
/// the kernels; results differ by rounding.
void sinew__skin_mesh_with(const sinew__skin_kernel *kernel, const sinew_model *model, int32_t mesh,
                           sinew_skin_method method, const sinew_pose *pose, float *scratch, float *out_positions,
                           float *out_normals);

/// `sinew_skin_tangents` with a kernel of the caller's choice; NULL: by plain loops.
void sinew__skin_tangents_with(const sinew__skin_kernel *kernel, const sinew_model *model, int32_t mesh,
                               sinew_skin_method method, const sinew_pose *pose, float *scratch, float *out_tangents);

/// The skin among a mesh's deformers, or NULL.
const sinew_deformer *sinew__skin_of(const sinew_model *model, const sinew_mesh *mesh);

/// The method that the processor uses for a mesh drawn so, or SINEW_NONE: shaders skin it.
int32_t sinew__method_drawn_on_cpu(sinew_draw_skin drawn);

/// Whether a mesh's joints displace its vertices one after the other. Vertex blocks cannot: such meshes go through the
/// plain loops.
int sinew__is_additive(const sinew_deformer *skin);

size_t sinew__dual_quaternion_floats(const sinew_mesh *mesh);

/// Splits one palette entry; its shear is lost.
sinew__dual_entry sinew__split_palette_entry(const sinew_palette_matrix *entry);

/// How much of a vertex the file's method skins by dual quaternions: 0 … 1; the rest is linear. `vertex` counts from
/// the mesh's first.
float sinew__dual_share(const sinew_model *model, int32_t mesh, int32_t vertex);

/// Splits the palette of a mesh into its scratch memory.
const sinew__dual_entry *sinew__split_palette(const sinew__skin_job *job);

/// Scales a normal to unit length, flipped where `orientation` is negative; what vanishes, or is too long to
/// measure, becomes 0.
void sinew__make_unit(float normal[3], float orientation);

#endif
