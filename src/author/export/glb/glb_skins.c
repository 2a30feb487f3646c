/// Writes skins: joints and inverse bind matrices.
///
/// Bones without weights below a skin's joints also become joints of the skin: Blender makes bones only of a skin's
/// joints, so end nodes of a chain would become objects outside the armature, and the last bones would have no length.
#include <string.h>

#include "author/export/glb/glb_scene.h"
#include "core/base/affine.h"
#include "runtime/model/look_up.h"

typedef struct skin_writer {
    glb_scene *scene;
    const sinew_mesh *mesh;
    const int32_t *used;    ///< see sinew__glb_put_skin
    int32_t *nodes;         ///< [count]
    sinew_affine *matrices; ///< [count] inverse bind matrices: from the mesh to the joint, in metres
    int32_t *of_joint;      ///< [joint_count] index of a joint in the skin, or SINEW_NONE
    int32_t count;
} skin_writer;

/// Adds the joints that have weights. A joint that the mesh is bound to twice, with different matrices, gets a second
/// node.
static void add_used(skin_writer *skin)
{
    glb_scene *scene = skin->scene;
    const sinew_model *model = scene->model;
    const sinew_skin_joint *joints = model->skin_joints + skin->mesh->first_skin_joint;
    int32_t root = SINEW_NONE;
    for (int32_t i = 0; i < skin->mesh->skin_joint_count; ++i) {
        const int32_t joint = joints[i].joint, index = skin->used[i];
        if (index == SINEW_NONE) continue;
        if (root == SINEW_NONE) root = sinew__root_above(model, joint);
        scene->needs_root |= sinew__root_above(model, joint) != root;
        skin->nodes[index] = scene->joint_node[joint];
        skin->matrices[index] = joints[i].inverse_bind;
        for (int row = 0; row < 3; ++row) skin->matrices[index].row[row][3] *= scene->unit;
        if (skin->of_joint[joint] != SINEW_NONE) {
            skin->nodes[index] = sinew__glb_add_node(scene, scene->joint_node[joint], NULL);
            scene->nodes[skin->nodes[index]].is_added = 1;
        }
        skin->of_joint[joint] = index;
        scene->is_in_skin[joint] = 1;
    }
}

/// Whether a joint is a bone without weights that is in no skin yet and is a child of a joint of this skin.
static int ends_chain(const skin_writer *skin, int32_t joint)
{
    const glb_scene *scene = skin->scene;
    const sinew_joint *item = &scene->model->joints[joint];
    return item->kind == SINEW_JOINT_BONE && !(item->flags & (SINEW_JOINT_DEFORMS | SINEW_JOINT_HELPER)) &&
           !scene->is_in_skin[joint] && scene->compensation[joint] != GLB_TWO_NODES && item->parent != SINEW_NONE &&
           skin->of_joint[item->parent] != SINEW_NONE;
}

/// Adds end bones, bound at their rest position below their parent. Parents have smaller indices than their children.
static void add_ends(skin_writer *skin)
{
    glb_scene *scene = skin->scene;
    for (int32_t joint = 0; joint < scene->model->joint_count; ++joint) {
        if (!ends_chain(skin, joint)) continue;
        const int32_t above = skin->of_joint[scene->model->joints[joint].parent], index = skin->count;
        const sinew_affine local = sinew__affine_from_transform(&scene->nodes[scene->joint_node[joint]].local);
        sinew_affine inverse;
        if (!sinew__affine_inverse(&local, &inverse)) continue;
        skin->nodes[index] = scene->joint_node[joint];
        skin->matrices[index] = sinew__affine_multiply(&inverse, &skin->matrices[above]);
        skin->of_joint[joint] = skin->count++;
        scene->is_in_skin[joint] = 1;
    }
}

/// Writes the inverse bind matrices, column by column. Returns the accessor, or SINEW_NONE when out of memory.
static int32_t put_matrices(const skin_writer *skin)
{
    sinew__glb *file = &skin->scene->file;
    const glb_view view = {.packing = GLB_EXACT, .stride = 64, .count = (size_t)skin->count};
    glb_accessor accessor = {.component = GLB_FLOAT, .count = skin->count, .type = "MAT4"};
    float *out = sinew__glb_view(file, view, &accessor.view);
    if (!out) return SINEW_NONE;
    for (int32_t i = 0; i < skin->count; ++i, out += 16) {
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 3; ++row) out[column * 4 + row] = (float)skin->matrices[i].row[row][column];
        out[15] = 1;
    }
    return sinew__glb_accessor(file, &accessor);
}

int32_t sinew__glb_put_skin(glb_scene *scene, const sinew_mesh *mesh, const int32_t *used, int32_t used_count)
{
    const size_t most = (size_t)used_count + (size_t)scene->model->joint_count;
    sinew__arena memory = {0};
    skin_writer skin = {.scene = scene, .mesh = mesh, .used = used, .count = used_count};
    int32_t index = SINEW_NONE;
    skin.nodes = SINEW__ARENA_ARRAY(&memory, int32_t, most);
    skin.matrices = SINEW__ARENA_ARRAY(&memory, sinew_affine, most);
    skin.of_joint = SINEW__ARENA_ARRAY(&memory, int32_t, scene->model->joint_count);
    scene->memory.failed |= memory.failed;
    if (!memory.failed) {
        for (int32_t i = 0; i < scene->model->joint_count; ++i) skin.of_joint[i] = SINEW_NONE;
        add_used(&skin);
        add_ends(&skin);
        const int32_t matrices = put_matrices(&skin);
        sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_SKINS, &index);
        sinew__json_put_whole(json, "inverseBindMatrices", matrices);
        sinew__json_put_array(json, "joints");
        for (int32_t i = 0; i < skin.count; ++i) sinew__json_put_whole(json, NULL, skin.nodes[i]);
        sinew__json_end_array(json);
        sinew__json_end_object(json);
    }
    sinew__arena_free(&memory);
    return index;
}
