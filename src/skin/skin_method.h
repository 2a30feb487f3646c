/// One file per skinning method: undeformed vertices → deformed ones.
#ifndef SINEW_SKIN_METHOD_H
#define SINEW_SKIN_METHOD_H

#include "sinew/skin.h"

/// What a method works on. Positions and normals are of one mesh, morphs already added.
typedef struct sinew__skin_job {
    const sinew_model *model;
    const sinew_mesh *mesh;
    const sinew_palette_matrix *palette; ///< [model->binding_count]
    const float *positions, *normals;    ///< [vertex_count × 3]
    float *out_positions;                ///< [vertex_count × 3]
    float *out_normals;                  ///< the same, or NULL
} sinew__skin_job;

/// v′ = (Σ wᵢ Mᵢ) v.
void sinew__skin_linear(const sinew__skin_job *job);

/// Turns a normal by the inverse transpose of a linear map, to unit length; a normal that vanishes stays 0.
void sinew__skin_normal(const float m[3][4], const float *normal, float *out);

#endif
