/// Linear blend skinning: the plain loop that the kernels are compared with.
#include <math.h>

#include "skin/skin_method.h"

void sinew__make_unit(float normal[3], float orientation)
{
    const float square = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    const float scale = isnormal(square) ? (orientation < 0.0f ? -1.0f : 1.0f) / sqrtf(square) : 0.0f;
    for (int i = 0; i < 3; ++i) normal[i] *= scale;
}

/// Transforms a normal by the inverse transpose of a linear map, to unit length; a normal that vanishes stays 0.
static void rotate_normal(const float m[3][4], const float *normal, float *out)
{
    // Cofactors are the inverse transpose times the determinant, and exist where the inverse does not.
    float cofactor[3][3];
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            cofactor[i][j] = m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
        }
        out[i] = cofactor[i][0] * normal[0] + cofactor[i][1] * normal[1] + cofactor[i][2] * normal[2];
    }
    sinew__make_unit(out, m[0][0] * cofactor[0][0] + m[0][1] * cofactor[0][1] + m[0][2] * cofactor[0][2]);
}

/// What moves one vertex: the weighted sum of palette entries, or displacements one after the other.
static void blend(const sinew__skin_job *job, int32_t vertex, float out[3][4])
{
    if (job->displacements) {
        sinew__compose_displacements(job, vertex, out);
        return;
    }
    const uint32_t *start = job->model->influence_start + job->mesh->first_vertex + vertex;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out[i][j] = 0.0f;
    for (uint32_t k = start[0]; k < start[1]; ++k) {
        const sinew_influence *influence = &job->model->influences[k];
        const sinew_palette_matrix *entry = &job->palette[influence->skin_joint];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j) out[i][j] += influence->weight * entry->row[i][j];
    }
}

void sinew__skin_linear_vertex(const sinew__skin_job *job, int32_t vertex, float *position, float *normal)
{
    float m[3][4];
    blend(job, vertex, m);
    const float *p = job->positions + (size_t)vertex * 3;
    for (int i = 0; i < 3; ++i) position[i] = m[i][3] + m[i][0] * p[0] + m[i][1] * p[1] + m[i][2] * p[2];
    if (normal) rotate_normal((const float(*)[4])m, job->normals + (size_t)vertex * 3, normal);
}

void sinew__rotate_tangent_linear(const sinew__skin_job *job, int32_t vertex, const float *tangent, float *out)
{
    float m[3][4];
    blend(job, vertex, m);
    for (int i = 0; i < 3; ++i) out[i] = m[i][0] * tangent[0] + m[i][1] * tangent[1] + m[i][2] * tangent[2];
    const float cofactor[3] = {m[1][1] * m[2][2] - m[1][2] * m[2][1], m[1][2] * m[2][0] - m[1][0] * m[2][2],
                               m[1][0] * m[2][1] - m[1][1] * m[2][0]};
    const float volume = m[0][0] * cofactor[0] + m[0][1] * cofactor[1] + m[0][2] * cofactor[2];
    sinew__make_unit(out, 1);
    out[3] = volume < 0.0f ? -tangent[3] : tangent[3];
}

void sinew__skin_linear(const sinew__skin_job *job)
{
    for (int32_t v = 0; v < job->mesh->vertex_count; ++v) {
        const size_t at = (size_t)v * 3;
        sinew__skin_linear_vertex(job, v, job->out_positions + at, job->out_normals ? job->out_normals + at : NULL);
    }
}
