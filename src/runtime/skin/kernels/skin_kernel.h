/// Skinning of whole vertex blocks: 16 vertices at a time under one list of palette entries (see
/// `sinew_model.vertex_block_start`).
///
/// Each instruction set has a file `skin_kernel_<name>.c`; all of them compute the same formulas, written once in
/// `skin_vertex_block.h`. Without fused multiply-add (the portable kernel) the results are those of the plain loops,
/// bit for bit but for the sign of a zero.
#ifndef SINEW_RUNTIME_SKIN_KERNELS_SKIN_KERNEL_H
#define SINEW_RUNTIME_SKIN_KERNELS_SKIN_KERNEL_H

#include "sinew/model.h"

/// One palette entry split for dual quaternion skinning.
typedef struct sinew__dual_entry {
    float real[4], dual[4], scale[3];
} sinew__dual_entry;

/// Vertex blocks to skin. Arrays of vertices begin with the first vertex block's and are whole vertex blocks long.
typedef struct sinew__skin_vertex_blocks {
    const uint32_t *start; ///< [vertex blocks + 1] in the two below
    const int32_t *skin_joints;
    const float *weights;                ///< 16 a skin_joint
    const sinew_palette_matrix *palette; ///< of the model, for linear skinning
    const sinew__dual_entry *entries;    ///< of the mesh, for dual quaternions
    int32_t first_skin_joint;            ///< that `entries` begins with
    const float *positions, *normals;
    float *out_positions;
    float *out_normals; ///< or NULL
} sinew__skin_vertex_blocks;

typedef void sinew__skin_vertex_blocks_function(const sinew__skin_vertex_blocks *blocks, int32_t count);

/// Tangents of one vertex block, part by part: all x, all y, all z, all w.
typedef struct sinew__tangent_vertex_block {
    float part[4][SINEW_VERTEX_BLOCK_SIZE];
} sinew__tangent_vertex_block;

typedef void sinew__skin_tangents_function(const sinew__skin_vertex_blocks *blocks, int32_t block,
                                           sinew__tangent_vertex_block *tangents);

typedef struct sinew__skin_kernel {
    sinew__skin_vertex_blocks_function *linear, *dual_quaternion;
    sinew__skin_tangents_function *linear_tangents, *dual_quaternion_tangents;
} sinew__skin_kernel;

/// The one in use, see core/base/cpu.h.
const sinew__skin_kernel *sinew__skin_kernel_best(void);

#endif
