// Replaces the Assimp stages in a build with SINEW_IMPORT_ASSIMP=OFF: an FBX has an empty scene, as if Assimp had
// rejected it; formats other than FBX and glTF are not read.
#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/fbx/join_parts.h"
#include "import/import_stages.h"

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

void sinew__assimp_release(import_pass *pass)
{
    (void)pass;
}

/// Makes a root without a name, as for an empty scene.
sinew_result sinew__import_nodes(import_pass *pass, sinew_error *error)
{
    pass->nodes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_node, 1);
    pass->namesakes = SINEW__ARENA_ARRAY(&pass->arena, int32_t, 1);
    if (!pass->nodes || !pass->namesakes || !sinew__name_table_create(&pass->arena, 1, &pass->node_names))
        return sinew__arena_fail(&pass->arena, error);
    pass->nodes[0] = (sinew_raw_node){.name = "", .parent = SINEW_NONE, .local = sinew__affine_identity()};
    pass->raw.nodes = pass->nodes;
    pass->raw.node_count = 1;
    return SINEW_OK;
}

sinew_result sinew__import_node_tracks(import_pass *pass, sinew_error *error)
{
    (void)pass, (void)error;
    return SINEW_OK;
}

int sinew__import_keep_node_tracks(import_pass *pass, const char *name, sinew_raw_clip *clip)
{
    (void)pass, (void)name, (void)clip;
    return 1;
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
