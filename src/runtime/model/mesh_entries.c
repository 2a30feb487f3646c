#include "runtime/model/mesh_entries.h"

void sinew__mark_mesh_entries(const sinew_model *model, int32_t mesh, uint8_t *out_has)
{
    const sinew_mesh *of = &model->meshes[mesh];
    const uint32_t *start = model->influence_start + of->first_vertex;
    for (int32_t i = 0; i < of->skin_joint_count; ++i)
        out_has[i] = model->skin_joints[of->first_skin_joint + i].mesh == mesh;
    for (uint32_t i = start[0]; i < start[of->vertex_count]; ++i)
        out_has[model->influences[i].skin_joint - of->first_skin_joint] = 1;
}
