/// Skins: joints and inverse bind matrices.
#include <stdlib.h>

#include "author/export/glb/glb_scene.h"
#include "runtime/model/hierarchy.h"

/// Column-major, in metres.
static void put_matrix(const glb_scene *scene, const sinew_affine *offset, float *out)
{
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row)
            *(out + column * 4 + row) = (float)(offset->row[row][column] * (column == 3 ? scene->unit : 1));
    out[15] = 1;
}

/// Nodes of the skin's joints. A joint that the mesh is bound to twice, with other matrices, gets a second node.
static void list_nodes(glb_scene *scene, const sinew_mesh *mesh, const int32_t *used, int32_t *out_nodes)
{
    const sinew_model *model = scene->model;
    const int32_t root = sinew__root_above(model, model->skin_joints[mesh->first_skin_joint].joint);
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i) {
        const int32_t joint = model->skin_joints[mesh->first_skin_joint + i].joint;
        if (used[i] == SINEW_NONE) continue;
        scene->needs_root |= sinew__root_above(model, joint) != root;
        out_nodes[used[i]] = scene->joint_node[joint];
        if (scene->skin_of_joint[joint] == scene->file.lists[GLB_SKINS].count) {
            out_nodes[used[i]] = sinew__glb_add_node(scene, scene->joint_node[joint], NULL);
            scene->nodes[out_nodes[used[i]]].is_added = 1;
        }
        scene->skin_of_joint[joint] = scene->file.lists[GLB_SKINS].count;
    }
}

int32_t sinew__glb_put_skin(glb_scene *scene, const sinew_mesh *mesh, const int32_t *used, int32_t used_count)
{
    int32_t view, index;
    int32_t *nodes = SINEW__ARENA_ARRAY(&scene->memory, int32_t, used_count);
    float *matrices = sinew__glb_view(&scene->file, (size_t)used_count * 64, 0, GLB_NO_TARGET, &view);
    if (!nodes || !matrices) return SINEW_NONE;
    list_nodes(scene, mesh, used, nodes);
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i) {
        if (used[i] != SINEW_NONE)
            put_matrix(scene, &scene->model->skin_joints[mesh->first_skin_joint + i].offset, matrices + 16 * used[i]);
    }
    const int32_t accessor = sinew__glb_accessor(
        &scene->file, &(glb_accessor){.view = view, .component = GLB_FLOAT, .count = used_count, .type = "MAT4"});
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_SKINS, &index);
    sinew__json_put_whole(json, "inverseBindMatrices", accessor);
    sinew__json_put_array(json, "joints");
    for (int32_t i = 0; i < used_count; ++i) sinew__json_put_whole(json, NULL, nodes[i]);
    sinew__json_end_array(json);
    sinew__json_end_object(json);
    return index;
}
