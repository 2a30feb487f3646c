#include "support/make_mesh.h"

#include "support/make_model.h"

sinew_raw_mesh raw_triangle(const float *positions)
{
    static const uint32_t three = 3;
    return (sinew_raw_mesh){.positions = positions, .vertex_count = 3, .polygon_sizes = &three, .polygon_count = 1};
}

sinew_raw_mesh raw_skinned_triangle(const float *positions, const uint32_t *influence_start,
                                    const sinew_raw_influence *influences, const sinew_raw_skin_joint *skin_joints,
                                    int32_t skin_joint_count)
{
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.influence_start = influence_start;
    mesh.influences = influences;
    mesh.skin_joints = skin_joints;
    mesh.skin_joint_count = skin_joint_count;
    return mesh;
}

sinew_model *make_model_of_mesh(const sinew_raw_joint *joints, int32_t joint_count, const sinew_raw_mesh *mesh)
{
    return make_model(
        &(sinew_raw_model){.joints = joints, .joint_count = joint_count, .meshes = mesh, .mesh_count = 1});
}
