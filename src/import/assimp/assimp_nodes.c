// Stage: lists Assimp's nodes, including pivots. Also converts Assimp's types to sinew's.

#include <assimp/scene.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_stages.h"

// Converts Assimp's types. Its matrices are row-major, its quaternions start with w, its strings have a length and any
// encoding.

int sinew__assimp_affine(const struct aiMatrix4x4 *m, sinew_affine *out)
{
    *out = (sinew_affine){{
        {(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
        {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
        {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4},
    }};
    if (sinew__affine_is_finite(out)) return 1;
    *out = sinew__affine_identity();
    return 0;
}

sinew_quat sinew__assimp_quat(const struct aiQuaternion *q)
{
    return (sinew_quat){(double)q->x, (double)q->y, (double)q->z, (double)q->w};
}

const char *sinew__assimp_text(sinew__arena *arena, const struct aiString *text)
{
    const size_t length = text->length < sizeof text->data ? text->length : sizeof text->data - 1;
    return sinew__import_text(arena, text->data, length);
}

const struct aiScene *sinew__assimp_scene_empty(void)
{
    static struct aiNode root;
    static struct aiScene scene = {.mRootNode = &root};
    return &scene;
}

// Stage for formats other than FBX: makes a joint of each node, except of a wrapper that Assimp adds around the scene.

/// Whether a node is one of the nodes that Assimp adds to a Half-Life model for its sequences, hit boxes and other
/// data.
static int describes_model(const import_pass *pass, int32_t node)
{
    static const char *const names[] = {"<MDL_sequence_groups>", "<MDL_sequence_infos>", "<MDL_hitboxes>",
                                        "<MDL_global_info>", "<MDL_bone_controllers>"};
    if (pass->size < 4 || memcmp(pass->bytes, "IDST", 4) != 0) return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(pass->nodes[node].name, names[i]) == 0) return 1;
    return 0;
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
    if (scene->mNumMeshes == 0) // a file without meshes is an animation of a skeleton
        for (int32_t i = 0; i < pass->raw.joint_count; ++i) pass->joints[i].kind = SINEW_JOINT_BONE;
    for (unsigned i = 0; i < scene->mNumCameras; ++i)
        set_kind(pass, scene->mCameras[i]->mName.data, SINEW_JOINT_CAMERA);
    for (unsigned i = 0; i < scene->mNumLights; ++i) set_kind(pass, scene->mLights[i]->mName.data, SINEW_JOINT_LIGHT);
    for (unsigned m = 0; m < scene->mNumMeshes; ++m)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; ++b) {
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
    // Assimp adds a wrapper node above several roots. It is not a joint, unless a clip animates it.
    const struct aiScene *scene = pass->scene;
    const struct aiNode *root = pass->scene_nodes[0];
    int is_wrapper = (sinew__import_is(pass, "Collada") || sinew__import_is(pass, "OBJ")) && !root->mNumMeshes &&
                     root->mNumChildren && sinew__affine_is_identity(&pass->nodes[0].local);
    for (unsigned a = 0; a < scene->mNumAnimations; ++a)
        for (unsigned c = 0; c < scene->mAnimations[a]->mNumChannels; ++c)
            if (strcmp(scene->mAnimations[a]->mChannels[c]->mNodeName.data, root->mName.data) == 0) is_wrapper = 0;
    int32_t count = 0, description = SINEW_NONE; // `description`: the node whose subtree, which is contiguous, has no
                                                 // joints
    for (int32_t i = 0; i < pass->raw.node_count; ++i) {
        if (description != SINEW_NONE && pass->nodes[i].parent < description) description = SINEW_NONE;
        if (description == SINEW_NONE && describes_model(pass, i)) description = i;
        const int is_joint = description == SINEW_NONE && !(i == 0 && is_wrapper);
        pass->node_joints[i] = is_joint ? count++ : SINEW_NONE;
    }
    pass->joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_joint, count);
    if (!pass->joints) return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; i < pass->raw.node_count; ++i) {
        const sinew_raw_node *node = &pass->nodes[i];
        if (pass->node_joints[i] == SINEW_NONE) continue;
        pass->joints[pass->node_joints[i]] =
            (sinew_raw_joint){.name = node->name,
                              .parent = node->parent == SINEW_NONE ? SINEW_NONE : pass->node_joints[node->parent],
                              .node = i,
                              .rest_matrix = &node->local,
                              .kind = pass->scene_nodes[i]->mNumMeshes ? SINEW_JOINT_MESH : SINEW_JOINT_NULL};
    }
    pass->raw.joints = pass->joints;
    pass->raw.joint_count = count;
    return find_kinds(pass, error);
}

typedef struct pending_node {
    const struct aiNode *node;
    int32_t parent;
} pending_node;

/// A stack of nodes for the traversal, because a file may nest deeper than the call stack allows; and the resulting
/// list.
typedef struct node_list {
    pending_node *stack;
    size_t stack_count, stack_capacity;
    const struct aiNode **nodes;
    size_t node_capacity;
    int32_t *parents;
    size_t parent_capacity;
    size_t count;
} node_list;

static int push(import_pass *pass, node_list *list, const struct aiNode *node, int32_t parent)
{
    pending_node *stack =
        sinew__arena_grow(&pass->arena, list->stack, list->stack_count, &list->stack_capacity, sizeof *stack);
    if (!stack) return 0;
    list->stack = stack;
    stack[list->stack_count++] = (pending_node){node, parent};
    return 1;
}

/// Lists the nodes depth-first, siblings in order. Returns 0 when out of memory.
static int list_nodes(import_pass *pass, node_list *list)
{
    if (!push(pass, list, pass->scene->mRootNode, SINEW_NONE)) return 0;
    while (list->stack_count) {
        const pending_node item = list->stack[--list->stack_count];
        const struct aiNode **nodes =
            sinew__arena_grow(&pass->arena, (void *)list->nodes, list->count, &list->node_capacity, sizeof *nodes);
        int32_t *parents =
            sinew__arena_grow(&pass->arena, list->parents, list->count, &list->parent_capacity, sizeof *parents);
        if (!nodes || !parents || list->count >= INT32_MAX) return 0;
        list->nodes = nodes;
        list->parents = parents;
        nodes[list->count] = item.node;
        parents[list->count++] = item.parent;
        for (unsigned child = item.node->mNumChildren; child-- > 0;)
            if (!push(pass, list, item.node->mChildren[child], (int32_t)list->count - 1)) return 0;
    }
    return 1;
}

// ---- names --------------------------------------------------------------------------------------------------------

/// Records that mesh or clip number `user`, from 1, refers to a node by name. A second reference by the same user
/// counts as a further meaning of the name.
static void count_reference(import_pass *pass, const struct aiString *name, int32_t user, int32_t *last,
                            int32_t *meanings)
{
    const int32_t node = sinew__name_table_find(&pass->node_names, name->data);
    if (node == SINEW_NONE) return;
    meanings[node] += last[node] == user;
    last[node] = user;
}

/// Clears `namesakes` of names that do no harm: only the first node of the name has meshes or children, and no mesh or
/// clip uses the name twice. Returns 0 when out of memory.
static int forget_harmless_namesakes(import_pass *pass, int32_t node_count)
{
    // Number of other nodes that each name could mean.
    int32_t *meanings = SINEW__ARENA_ARRAY(&pass->arena, int32_t, node_count);
    int32_t *last = SINEW__ARENA_ARRAY(&pass->arena, int32_t, node_count);
    if (!meanings || !last) return 0;
    for (int32_t i = 0; i < node_count; ++i) {
        const int32_t first = sinew__name_table_find(&pass->node_names, pass->nodes[i].name);
        if (first != i && (pass->scene_nodes[i]->mNumMeshes || pass->scene_nodes[i]->mNumChildren)) meanings[first]++;
    }
    const struct aiScene *scene = pass->scene;
    int32_t user = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++, user++)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; ++b)
            count_reference(pass, &scene->mMeshes[m]->mBones[b]->mName, user + 1, last, meanings);
    for (unsigned a = 0; a < scene->mNumAnimations; a++, user++)
        for (unsigned c = 0; c < scene->mAnimations[a]->mNumChannels; ++c)
            count_reference(pass, &scene->mAnimations[a]->mChannels[c]->mNodeName, user + 1, last, meanings);
    for (int32_t i = 0; i < node_count; ++i)
        if (meanings[i] == 0) pass->namesakes[i] = 0;
    return 1;
}

sinew_result sinew__import_nodes(import_pass *pass, sinew_error *error)
{
    node_list list = {0};
    if (!list_nodes(pass, &list)) return sinew__arena_fail(&pass->arena, error);
    pass->scene_nodes = list.nodes;
    pass->nodes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_node, list.count);
    pass->namesakes = SINEW__ARENA_ARRAY(&pass->arena, int32_t, list.count);
    if (!pass->nodes || !pass->namesakes || !sinew__name_table_create(&pass->arena, list.count, &pass->node_names))
        return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 0; i < list.count; ++i) {
        sinew_raw_node *node = &pass->nodes[i];
        node->parent = list.parents[i];
        node->name = sinew__assimp_text(&pass->arena, &list.nodes[i]->mName);
        if (!node->name) return sinew__arena_fail(&pass->arena, error);
        if (!sinew__assimp_affine(&list.nodes[i]->mTransformation, &node->local))
            sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, node->name,
                               "the node's transform is not finite and became the identity");
        const int32_t first = sinew__name_table_find(&pass->node_names, node->name);
        if (first != SINEW_NONE)
            pass->namesakes[first]++;
        else
            sinew__name_table_add(&pass->node_names, node->name, (int32_t)i);
    }
    // The root of a Collada file or an FBX has no transform of its own. Assimp adds one that converts units and axes;
    // sinew keeps the file's units and axes.
    if (sinew__import_is(pass, "FBX") || sinew__import_is(pass, "Collada"))
        pass->nodes[0].local = sinew__affine_identity();
    if (!forget_harmless_namesakes(pass, (int32_t)list.count)) return sinew__arena_fail(&pass->arena, error);
    pass->raw.nodes = pass->nodes;
    pass->raw.node_count = (int32_t)list.count;
    return SINEW_OK;
}

/// Returns the first node with a name. Warns if other nodes also have the name, except in an FBX, whose document
/// identifies joints by id.
int32_t sinew__import_find_node(import_pass *pass, const char *name)
{
    const int32_t node = sinew__name_table_find(&pass->node_names, name);
    if (node == SINEW_NONE || pass->namesakes[node] == 0 || pass->document) return node;
    sinew__import_warn(pass, IMPORT_WARNING_NAMESAKES, name,
                       "%d nodes have this name; bones and keys of all of them apply to the first one",
                       pass->namesakes[node] + 1);
    pass->namesakes[node] = 0;
    return node;
}
