// Stage for formats other than FBX: nodes → joints, one for one, except the importer's own wrapper around the scene.
#include <assimp/scene.h>
#include <string.h>

#include "base/affine.h"
#include "base/error.h"
#include "import/assimp/assimp_convert.h"
#include "import/assimp/assimp_stages.h"

static int moves_in_a_clip(const struct aiScene *scene, const struct aiString *name)
{
    for (unsigned a = 0; a < scene->mNumAnimations; a++)
        for (unsigned c = 0; c < scene->mAnimations[a]->mNumChannels; c++)
            if (strcmp(scene->mAnimations[a]->mChannels[c]->mNodeName.data, name->data) == 0) return 1;
    return 0;
}

/// Whether the root is a wrapper that Assimp puts around several roots.
static int root_is_wrapper(const import_pass *pass)
{
    static const struct {
        const char *format, *root; ///< NULL: of any name
    } wrappers[] = {{"glTF", "ROOT"}, {"Collada", NULL}, {"OBJ", NULL}};
    const struct aiNode *root = pass->scene_nodes[0];
    if (!pass->format.name || root->mNumMeshes || !root->mNumChildren || moves_in_a_clip(pass->scene, &root->mName) ||
        !sinew__affine_is_identity(&pass->nodes[0].local))
        return 0;
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (strcmp(pass->format.name, wrappers[i].format) == 0 &&
            (!wrappers[i].root || strcmp(pass->nodes[0].name, wrappers[i].root) == 0))
            return 1;
    return 0;
}

/// Whether a node is the first of those that describe a Half-Life model: its sequences, boxes for hits.
static int describes_model(const import_pass *pass, int32_t node)
{
    static const char *const names[] = {"<MDL_sequence_groups>", "<MDL_sequence_infos>", "<MDL_hitboxes>",
                                        "<MDL_global_info>", "<MDL_bone_controllers>"};
    if (pass->size < 4 || memcmp(pass->bytes, "IDST", 4) != 0) return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(pass->nodes[node].name, names[i]) == 0) return 1;
    return 0;
}

/// Decides which nodes are joints. Returns how many. Subtrees are contiguous.
static int32_t number_joints(import_pass *pass)
{
    int32_t count = 0, description = SINEW_NONE;
    for (int32_t i = 0; i < pass->raw.node_count; i++) {
        if (description != SINEW_NONE && pass->nodes[i].parent < description) description = SINEW_NONE;
        if (description == SINEW_NONE && describes_model(pass, i)) description = i;
        const int is_joint = description == SINEW_NONE && !(i == 0 && root_is_wrapper(pass));
        pass->node_joints[i] = is_joint ? count++ : SINEW_NONE;
    }
    return count;
}

/// Whether the node is one that sinew added when it exported a glTF file (see sinew_export_glb).
static int is_added(const struct aiNode *node)
{
    static const char key[] = "sinew_added";
    for (unsigned i = 0; node->mMetaData && i < node->mMetaData->mNumProperties; i++)
        if (strcmp(node->mMetaData->mKeys[i].data, key) == 0) return 1;
    return 0;
}

/// The authored rest of a glTF's node, or NULL.
static const sinew_transform *authored_rest(const import_pass *pass, const char *name)
{
    const int32_t index =
        pass->gltf_rest_names.capacity ? sinew__name_table_find(&pass->gltf_rest_names, name) : SINEW_NONE;
    return index >= 0 ? &pass->gltf_rests[index] : NULL;
}

static void fill_joints(import_pass *pass)
{
    for (int32_t i = 0; i < pass->raw.node_count; i++) {
        const sinew_raw_node *node = &pass->nodes[i];
        if (pass->node_joints[i] == SINEW_NONE) continue;
        static const sinew_transform none;
        const sinew_transform *rest = authored_rest(pass, node->name);
        pass->joints[pass->node_joints[i]] =
            (sinew_raw_joint){.name = node->name,
                              .parent = node->parent == SINEW_NONE ? SINEW_NONE : pass->node_joints[node->parent],
                              .node = i,
                              .rest = rest ? *rest : none,
                              .rest_matrix = rest ? NULL : &node->local,
                              .flags = is_added(pass->scene_nodes[i]) ? SINEW_JOINT_HELPER : 0,
                              .kind = pass->scene_nodes[i]->mNumMeshes ? SINEW_JOINT_MESH : SINEW_JOINT_NULL};
    }
}

static void set_kind(import_pass *pass, const char *name, sinew_joint_kind kind)
{
    const int32_t node = sinew__name_table_find(&pass->node_names, name);
    const int32_t joint = node == SINEW_NONE ? SINEW_NONE : pass->node_joints[node];
    if (joint != SINEW_NONE) pass->joints[joint].kind = kind;
}

static sinew_result find_kinds(import_pass *pass, sinew_error *error)
{
    const struct aiScene *scene = pass->scene;
    if (scene->mNumMeshes == 0) // an animation without meshes is a skeleton
        for (int32_t i = 0; i < pass->raw.joint_count; i++) pass->joints[i].kind = SINEW_JOINT_BONE;
    for (unsigned i = 0; i < scene->mNumCameras; i++)
        set_kind(pass, scene->mCameras[i]->mName.data, SINEW_JOINT_CAMERA);
    for (unsigned i = 0; i < scene->mNumLights; i++) set_kind(pass, scene->mLights[i]->mName.data, SINEW_JOINT_LIGHT);
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; b++) {
            const char *name = sinew__assimp_text(&pass->arena, &scene->mMeshes[m]->mBones[b]->mName);
            if (!name) return sinew__arena_fail(&pass->arena, error);
            set_kind(pass, name, SINEW_JOINT_BONE);
        }
    return SINEW_OK;
}

sinew_result sinew__import_joints(import_pass *pass, sinew_error *error)
{
    pass->node_joints = SINEW__ARENA_ARRAY(&pass->arena, int32_t, pass->raw.node_count);
    if (!pass->node_joints) return sinew__arena_fail(&pass->arena, error);
    const int32_t count = number_joints(pass);
    pass->joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_joint, count);
    if (!pass->joints) return sinew__arena_fail(&pass->arena, error);
    fill_joints(pass);
    pass->raw.joints = pass->joints;
    pass->raw.joint_count = count;
    return find_kinds(pass, error);
}
