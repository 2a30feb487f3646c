// What an import has of Assimp in a build with SINEW_IMPORT_ASSIMP=OFF: an FBX has nothing, as where Assimp refuses it;
// glTF needs nothing of it; other formats are not read.
#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_stages.h"
#include "import/join/join_parts.h"

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

sinew_result sinew__assimp_stages(import_pass *pass, sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "%s: this build of sinew reads FBX and glTF and no other format",
                       pass->format.name ? pass->format.name : pass->format.extension);
}

void sinew__assimp_facts(import_pass *pass)
{
    (void)pass;
}

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
