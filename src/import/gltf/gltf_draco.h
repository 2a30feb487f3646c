/// C interface to Google's Draco library, for KHR_draco_mesh_compression.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_DRACO_H
#define SINEW_IMPORT_ASSIMP_GLTF_DRACO_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gltf_draco gltf_draco;

/// Decodes a mesh. Returns SINEW_ERROR_DAMAGED with the reason in out_reason, SINEW_ERROR_OUT_OF_MEMORY, or
/// SINEW_ERROR_UNSUPPORTED in a build without the library.
sinew_result sinew__gltf_draco_decode(const void *bytes, size_t size, gltf_draco **out_mesh, char *out_reason,
                                      size_t reason_size);

/// Releases a mesh; NULL is allowed.
void sinew__gltf_draco_free(gltf_draco *mesh);

size_t sinew__gltf_draco_vertex_count(const gltf_draco *mesh);
size_t sinew__gltf_draco_index_count(const gltf_draco *mesh);

/// Writes the vertex indices of all triangles, sinew__gltf_draco_index_count numbers.
void sinew__gltf_draco_indices(const gltf_draco *mesh, uint32_t *out);

/// Writes `components` numbers for each vertex; integers are not normalised. Returns 0 if the mesh has no attribute
/// `id` with that many components.
int sinew__gltf_draco_attribute(const gltf_draco *mesh, uint32_t id, size_t components, float *out);

#ifdef __cplusplus
}
#endif

#endif
