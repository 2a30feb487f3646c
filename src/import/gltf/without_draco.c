// Replaces gltf_draco.cpp in builds without Draco: compressed meshes are reported as unsupported.
#include "import/gltf/gltf_draco.h"

sinew_result sinew__gltf_draco_decode(const void *bytes, size_t size, gltf_draco **out_mesh, char *out_reason,
                                      size_t reason_size)
{
    (void)bytes, (void)size, (void)out_reason, (void)reason_size;
    *out_mesh = NULL;
    return SINEW_ERROR_UNSUPPORTED;
}

void sinew__gltf_draco_free(gltf_draco *mesh)
{
    (void)mesh;
}

size_t sinew__gltf_draco_vertex_count(const gltf_draco *mesh)
{
    (void)mesh;
    return 0;
}

size_t sinew__gltf_draco_index_count(const gltf_draco *mesh)
{
    (void)mesh;
    return 0;
}

void sinew__gltf_draco_indices(const gltf_draco *mesh, uint32_t *out)
{
    (void)mesh, (void)out;
}

int sinew__gltf_draco_attribute(const gltf_draco *mesh, uint32_t id, size_t components, float *out)
{
    (void)mesh, (void)id, (void)components, (void)out;
    return 0;
}
