/// The skinning methods: vertices in the bind pose → deformed vertices.
#ifndef SINEW_RUNTIME_SKIN_SKIN_METHOD_H
#define SINEW_RUNTIME_SKIN_SKIN_METHOD_H

#include "core/base/word_table.h"
#include "runtime/kernels/kernels.h"
#include "sinew/skin.h"

/// The inputs and outputs of a method, for one mesh. Morphs are already added to positions and normals.
typedef struct sinew__skin_job {
    const sinew_model *model;
    const sinew_mesh *mesh;
    const sinew_palette_matrix *palette;       ///< [model->skin_joint_count]
    const float *positions, *normals;          ///< [vertex_count × 3]
    const sinew_palette_matrix *displacements; ///< [mesh->skin_joint_count] for an additive mesh, else NULL
    const float *blend_weights;                ///< [vertex_count] share of dual quaternion skinning; NULL: 1 everywhere
    float *scratch;                            ///< scratch memory of the size that the method needs
    const sinew__dual_entry *entries;          ///< result of sinew__split_palette, for methods that split the palette
    int32_t first, end;                        ///< range of vertices; `first` starts a vertex block
    float *out_positions;                      ///< [vertex_count × 3]
    float *out_normals;                        ///< [vertex_count × 3], or NULL
} sinew__skin_job;

// ---- the methods ---------------------------------------------------------------------------------------------------

typedef struct sinew__skin_method {
    void (*skin)(const sinew__skin_job *job); ///< skins vertex by vertex: the reference
    void (*skin_vertex_blocks)(const sinew__skin_job *job,
                               const sinew__skin_kernel *kernel); ///< skins vertex blocks; NULL: not in any kernel
    int splits_palette; ///< the palette is split into dual quaternions in `scratch`
    /// the sinew_draw_skin for which the processor skins images by this method; SINEW_DRAW_SKIN_FILE: none
    sinew_draw_skin drawn_on_cpu;
} sinew__skin_method;

extern const sinew__skin_method sinew__skin_methods[]; ///< indexed by sinew_skin_method
extern const int32_t sinew__skin_method_count;

extern const sinew__word sinew__skin_words[]; ///< the words of sinew_draw_skin

// ---- plain loops, vertex by vertex: the reference -------------------------------------------------------------------

/// Sets job->displacements to palette[associate]⁻¹ · palette[i] in mesh space, stored in
/// sinew__displacement_floats(mesh) of scratch. If the matrix of `associate` has no inverse, the displacement is the
/// identity.
void sinew__find_displacements(sinew__skin_job *job, float *scratch);
size_t sinew__displacement_floats(const sinew_mesh *mesh);

/// Moves one point like a vertex of an additive mesh, without scratch, for a few points. `vertex` is an index in the
/// model.
void sinew__displace_point(const sinew_model *model, const sinew_mesh *mesh, const sinew_palette_matrix *palette,
                           int32_t vertex, float point[3]);

/// Rotate the tangent [4] of a vertex by linear or dual quaternion skinning.
void sinew__rotate_tangent_linear(const sinew__skin_job *job, int32_t vertex, const float *tangent, float *out);
void sinew__rotate_tangent_dual_quaternion(const sinew__skin_job *job, const sinew__dual_entry *entries, int32_t vertex,
                                           const float *tangent, float *out);

// ---- by vertex blocks ----------------------------------------------------------------------------------------------

/// Returns the arguments of a kernel for the whole mesh.
sinew__skin_vertex_blocks sinew__skin_vertex_blocks_of(const sinew__skin_job *job);

// ---- used by both --------------------------------------------------------------------------------------------------

/// As sinew_skin_mesh, with a kernel of the caller's choice. NULL: plain loops, the reference for the kernels; results
/// differ by rounding.
void sinew__skin_mesh_with(const sinew__skin_kernel *kernel, const sinew_model *model, int32_t mesh,
                           sinew_skin_method method, const sinew_pose *pose, float *scratch, float *out_positions,
                           float *out_normals);

/// As sinew_skin_tangents, with a kernel of the caller's choice; NULL: plain loops.
void sinew__skin_tangents_with(const sinew__skin_kernel *kernel, const sinew_model *model, int32_t mesh,
                               sinew_skin_method method, const sinew_pose *pose, float *scratch, float *out_tangents);

/// Returns the skin among a mesh's deformers, or NULL.
const sinew_deformer *sinew__skin_of(const sinew_model *model, const sinew_mesh *mesh);

/// Returns the method by which the processor skins a mesh that is drawn with `drawn`; SINEW_NONE: a shader skins it.
int32_t sinew__method_drawn_on_cpu(sinew_draw_skin drawn);

/// Whether the joints of a mesh displace its vertices one after the other (additive mode). Such meshes use the plain
/// loops.
int sinew__is_additive(const sinew_deformer *skin);

size_t sinew__dual_quaternion_floats(const sinew_mesh *mesh);

/// Splits one palette entry into a dual quaternion and a scale; its shear is lost.
sinew__dual_entry sinew__split_palette_entry(const sinew_palette_matrix *entry);

/// Returns the share of dual quaternion skinning in the file's method for a vertex, 0 … 1; the rest is linear. `vertex`
/// counts from the mesh's first vertex.
float sinew__dual_share(const sinew_model *model, int32_t mesh, int32_t vertex);

/// Splits the palette of a mesh in its scratch memory. Returns the entries.
const sinew__dual_entry *sinew__split_palette(const sinew__skin_job *job);

/// Scales a normal to unit length, negated if `orientation` is negative. A normal of length 0, or too long to measure,
/// becomes 0.
void sinew__make_unit(float normal[3], float orientation);

#endif
