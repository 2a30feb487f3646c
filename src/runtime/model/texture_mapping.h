/// The order and the transform of texture mappings.
#ifndef SINEW_RUNTIME_MODEL_TEXTURE_MAPPING_H
#define SINEW_RUNTIME_MODEL_TEXTURE_MAPPING_H

#include <math.h>

#include "sinew/model.h"

/// Returns the number by which a model's texture mappings are sorted.
static inline uint64_t sinew__texture_mapping_key(const sinew_texture_mapping *mapping)
{
    return (uint64_t)(uint32_t)mapping->material << 32 | mapping->map;
}

/// Computes the two rows that multiply the column (u, v, 1), with v upwards. `mapping` may be NULL: the identity.
static inline void sinew__texture_mapping_rows(const sinew_texture_mapping *mapping, float out[2][3])
{
    static const sinew_texture_mapping unchanged = {.scale = {1, 1}};
    const sinew_texture_mapping *of = mapping ? mapping : &unchanged;
    const float c = cosf(of->rotation), s = sinf(of->rotation);
    out[0][0] = c * of->scale[0];
    out[0][1] = -s * of->scale[1];
    out[0][2] = of->offset[0];
    out[1][0] = s * of->scale[0];
    out[1][1] = c * of->scale[1];
    out[1][2] = of->offset[1];
}

/// Whether an image uses the second texture coordinates of a mesh. `mapping` may be NULL.
static inline int sinew__uses_texcoords2(const sinew_mesh *mesh, const sinew_texture_mapping *mapping)
{
    return mapping && mapping->set == 1 && (mesh->flags & SINEW_MESH_TEXCOORDS2);
}

#endif
