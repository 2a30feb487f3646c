/// The deformers of a mesh, in their order.
#include "skin/skin_method.h"

size_t sinew_skin_scratch_floats(const sinew_model *model, int32_t mesh)
{
    const sinew_mesh *item = &model->meshes[mesh];
    return item->morph_count ? (size_t)item->vertex_count * 6 : 0;
}

void sinew_skin_mesh(const sinew_model *model, int32_t mesh, const sinew_pose *pose, float *scratch,
                     float *out_positions, float *out_normals)
{
    const sinew_mesh *item = &model->meshes[mesh];
    const size_t floats = (size_t)item->vertex_count * 3;
    sinew__skin_job job = {.model = model,
                           .mesh = item,
                           .palette = pose->palette,
                           .positions = model->positions + (size_t)item->first_vertex * 3,
                           .normals = model->normals + (size_t)item->first_vertex * 3,
                           .out_positions = out_positions,
                           .out_normals = out_normals};
    if (item->morph_count) {
        sinew_morph_mesh(model, mesh, pose, scratch, scratch + floats);
        job.positions = scratch;
        job.normals = scratch + floats;
    }
    sinew__skin_linear(&job);
}
