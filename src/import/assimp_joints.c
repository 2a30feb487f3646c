// Stage: nodes → joints, one for one, except an importer's own: its wrapper around the scene, and the pivot nodes that
// it makes of one FBX node, which are folded into the author's.
#include <string.h>

#include "base/affine.h"
#include "base/error.h"
#include "import/assimp_convert.h"
#include "import/import_pass.h"
#include "import/match_nodes.h"

static int is_pivot(const import_pass *pass, size_t node)
{
    return pass->document && assimp_node_is_pivot(&pass->nodes[node]);
}

static int moves_in_a_clip(const struct aiScene *scene, const struct aiString *name)
{
    for (unsigned a = 0; a < scene->mNumAnimations; a++)
        for (unsigned c = 0; c < scene->mAnimations[a]->mNumChannels; c++)
            if (strcmp(scene->mAnimations[a]->mChannels[c]->mNodeName.data, name->data) == 0) return 1;
    return 0;
}

/// Whether the root is only how Assimp holds several roots together.
static int root_is_wrapper(const import_pass *pass)
{
    static const struct {
        const char *format, *root; ///< NULL: of any name
    } wrappers[] = {{"FBX", "RootNode"}, {"glTF", "ROOT"}, {"Collada", NULL}, {"OBJ", NULL}};
    const struct aiNode *root = pass->scene_nodes[0];
    const sinew_affine identity = sinew__affine_identity();
    if (!pass->format.name || root->mNumMeshes || !root->mNumChildren || moves_in_a_clip(pass->scene, &root->mName) ||
        memcmp(&pass->nodes[0].local, &identity, sizeof identity) != 0)
        return 0;
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (strcmp(pass->format.name, wrappers[i].format) == 0 &&
            (!wrappers[i].root || strcmp(pass->nodes[0].name, wrappers[i].root) == 0))
            return 1;
    return 0;
}

/// Decides which nodes are joints. Returns how many.
static int32_t number_joints(import_pass *pass)
{
    int32_t count = 0;
    for (int32_t i = 0; i < pass->raw.node_count; i++) {
        const int skipped = (i == 0 && root_is_wrapper(pass)) || is_pivot(pass, (size_t)i);
        pass->node_joints[i] = skipped ? SINEW_NONE : count++;
    }
    return count;
}

/// Local transform of a joint: its node's, below those of the pivot nodes that stand over it.
static sinew_affine fold_pivots(const import_pass *pass, int32_t node, int32_t *out_parent)
{
    sinew_affine local = pass->nodes[node].local;
    int32_t above = pass->nodes[node].parent;
    for (; above != SINEW_NONE && is_pivot(pass, (size_t)above); above = pass->nodes[above].parent)
        local = sinew__affine_multiply(&pass->nodes[above].local, &local);
    *out_parent = above == SINEW_NONE ? SINEW_NONE : pass->node_joints[above];
    return local;
}

static void fill_joints(import_pass *pass, sinew_affine *rest)
{
    for (int32_t i = 0; i < pass->raw.node_count; i++) {
        const int32_t index = pass->node_joints[i];
        if (index == SINEW_NONE) continue;
        sinew_raw_joint *joint = &pass->joints[index];
        *joint = (sinew_raw_joint){.name = pass->nodes[i].name, .node = i, .rest_matrix = &rest[index]};
        rest[index] = fold_pivots(pass, i, &joint->parent);
        if (pass->scene_nodes[i]->mNumMeshes) joint->kind = SINEW_JOINT_MESH;
    }
    // Pivot nodes belong to the joint below them; children come after their parents.
    for (int32_t i = pass->raw.node_count - 1; i > 0; i--)
        if (is_pivot(pass, (size_t)pass->nodes[i].parent))
            pass->node_joints[pass->nodes[i].parent] = pass->node_joints[i];
}

static void set_kind(import_pass *pass, const char *name, sinew_joint_kind kind)
{
    const int32_t node = name_table_find(&pass->node_names, name);
    const int32_t joint = node == SINEW_NONE ? SINEW_NONE : pass->node_joints[node];
    if (joint != SINEW_NONE) pass->joints[joint].kind = kind;
}

static sinew_result find_kinds(import_pass *pass, sinew_error *error)
{
    const struct aiScene *scene = pass->scene;
    if (scene->mNumMeshes == 0) // an animation without its meshes: all that is left of it is a skeleton
        for (int32_t i = 0; i < pass->raw.joint_count; i++) pass->joints[i].kind = SINEW_JOINT_BONE;
    for (unsigned i = 0; i < scene->mNumCameras; i++)
        set_kind(pass, scene->mCameras[i]->mName.data, SINEW_JOINT_CAMERA);
    for (unsigned i = 0; i < scene->mNumLights; i++) set_kind(pass, scene->mLights[i]->mName.data, SINEW_JOINT_LIGHT);
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; b++) {
            const char *name = assimp_text(&pass->arena, &scene->mMeshes[m]->mBones[b]->mName);
            if (!name) return import_fail_arena(&pass->arena, error);
            set_kind(pass, name, SINEW_JOINT_BONE);
        }
    return SINEW_OK;
}

sinew_result import_joints(import_pass *pass, sinew_error *error)
{
    pass->node_joints = SINEW__ARENA_ARRAY(&pass->arena, int32_t, pass->raw.node_count);
    if (!pass->node_joints) return import_fail_arena(&pass->arena, error);
    const int32_t count = number_joints(pass);
    pass->joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_joint, count);
    sinew_affine *rest = SINEW__ARENA_ARRAY(&pass->arena, sinew_affine, count);
    if (!pass->joints || !rest) return import_fail_arena(&pass->arena, error);
    fill_joints(pass, rest);
    pass->raw.joints = pass->joints;
    pass->raw.joint_count = count;
    for (size_t i = 0; pass->document && i < pass->document->object_count; i++)
        if (pass->model_nodes[i] != SINEW_NONE) pass->model_joints[i] = pass->node_joints[pass->model_nodes[i]];
    return find_kinds(pass, error);
}
