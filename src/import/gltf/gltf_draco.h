/// KHR_draco_mesh_compression, by Google's library, which has no C interface.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_DRACO_H
#define SINEW_IMPORT_ASSIMP_GLTF_DRACO_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gltf_draco gltf_draco;

/// Decodes a mesh. SINEW_ERROR_DAMAGED with the reason in out_reason, SINEW_ERROR_OUT_OF_MEMORY, or, in a build without
/// the library, SINEW_ERROR_UNSUPPORTED.
sinew_result sinew__gltf_draco_decode(const void *bytes, size_t size, gltf_draco **out_mesh, char *out_reason,
                                      size_t reason_size);

/// Releases a mesh; NULL is fine.
void sinew__gltf_draco_free(gltf_draco *mesh);

size_t sinew__gltf_draco_vertex_count(const gltf_draco *mesh);
size_t sinew__gltf_draco_index_count(const gltf_draco *mesh);

/// Writes the vertices of all triangles.
void sinew__gltf_draco_indices(const gltf_draco *mesh, uint32_t *out);

/// Writes `components` numbers of each vertex, integers as they are. Returns 0 if there is no such attribute with so
/// many.
int sinew__gltf_draco_attribute(const gltf_draco *mesh, uint32_t id, size_t components, float *out);

#ifdef __cplusplus
}
#endif

#endif
