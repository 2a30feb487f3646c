#include "check/skin/skin_point.h"

void sinew__skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4])
{
    for (int i = 0; i < 3; ++i) {
        const float *row = matrix->row[i];
        double moved = (double)row[3];
        for (int k = 0; k < 3; ++k) moved += (double)row[k] * (double)point[k];
        sum[i] += weight * moved;
    }
    sum[3] += weight;
}

sinew_vec3 sinew__skin_point(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex, const sinew_pose *pose)
{
    const uint32_t *range = model->influence_start + mesh->first_vertex + vertex;
    const float *point = model->positions + 3 * ((size_t)mesh->first_vertex + (size_t)vertex);
    double sum[4] = {0};
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        sinew__skin_point_add(&pose->palette[influence->skin_joint], point, (double)influence->weight, sum);
    }
    return (sinew_vec3){sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]};
}
