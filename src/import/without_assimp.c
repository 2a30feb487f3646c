// What an import has of Assimp in a build with SINEW_IMPORT_ASSIMP=OFF: an FBX has nothing, as where Assimp refuses it;
// of glTF the scene is read by sinew; other formats are not read.
#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/assimp/gltf_draco.h"
#include "import/assimp/gltf_scene.h"
#include "import/import_stages.h"
#include "import/join/join_parts.h"

#include <string.h>

int sinew__assimp_knows_extension(const char *extension)
{
    (void)extension;
    return 0;
}

const char *sinew__assimp_library_path(void)
{
    return NULL;
}

sinew_result sinew__assimp_read_fbx(import_pass *pass, sinew_error *out_error)
{
    (void)out_error;
    pass->without_assimp = 1;
    pass->scene = sinew__assimp_scene_empty();
    return SINEW_OK;
}

static int is_gltf(const import_pass *pass)
{
    return pass->format.name && strcmp(pass->format.name, "glTF") == 0;
}

sinew_result sinew__assimp_stages(import_pass *pass, sinew_error *error)
{
    if (!is_gltf(pass))
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED,
                           "%s: this build of sinew reads FBX and glTF and no other format",
                           pass->format.name ? pass->format.name : pass->format.extension);
    sinew_result result = sinew__gltf_prepare(pass, error);
    if (result == SINEW_OK) result = sinew__gltf_read_scene(pass, error);
    sinew__gltf_finish(pass);
    if (result == SINEW_OK) result = sinew__import_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__import_joints(pass, error);
    if (result == SINEW_OK) result = sinew__import_cameras(pass, error);
    if (result == SINEW_OK) result = sinew__import_meshes(pass, error);
    if (result == SINEW_OK) result = sinew__import_clips(pass, error);
    if (result == SINEW_OK) result = sinew__import_gltf_events(pass, error);
    return result;
}

/// Version and generator are there already.
void sinew__assimp_facts(import_pass *pass)
{
    pass->raw.unit_cm = 100.0; // metres, by the standard
}

/// The scene is in the memory of the pass.
void sinew__assimp_release(const import_pass *pass)
{
    (void)pass;
}

sinew_result sinew__join_parts(import_pass *pass, int32_t node, unsigned *cursor, const document_geometry *geometry,
                               sinew_raw_mesh *out, const struct aiMesh **out_first_submesh, int *out_found,
                               sinew_error *out_error)
{
    (void)pass, (void)node, (void)cursor, (void)geometry, (void)out, (void)out_error;
    *out_first_submesh = NULL;
    *out_found = 0;
    return SINEW_OK;
}

sinew_affine sinew__join_bone_offset(const joined_mesh *mesh, size_t number, const char *name)
{
    (void)mesh, (void)number, (void)name;
    return (sinew_affine){{{0}}};
}

// ---- Draco, whose library has a C++ interface ----------------------------------------------------------------------

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
