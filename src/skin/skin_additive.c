/// Additive skinning: a vertex takes over a part of what each of its joints has moved, one after the other.
#include "base/affine.h"
#include "skin/skin_method.h"

static sinew_affine widen(const sinew_palette_matrix *entry)
{
    sinew_affine out;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out.row[i][j] = (double)entry->row[i][j];
    return out;
}

enum { FLOATS = sizeof(sinew_palette_matrix) / sizeof(float) };

size_t sinew__displacement_floats(const sinew_mesh *mesh)
{
    return (size_t)mesh->binding_count * FLOATS;
}

void sinew__find_displacements(sinew__skin_job *job, float *scratch)
{
    sinew_palette_matrix *displacements = (sinew_palette_matrix *)scratch;
    const int32_t first = job->mesh->first_binding;
    for (int32_t k = 0; k < job->mesh->binding_count; ++k) {
        const sinew_affine moved = widen(&job->palette[first + k]);
        const sinew_affine against = widen(&job->palette[job->model->bindings[first + k].against]);
        sinew_affine back, displacement = sinew__affine_identity();
        if (sinew__affine_inverse(&against, &back)) displacement = sinew__affine_multiply(&back, &moved);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j) displacements[k].row[i][j] = (float)displacement.row[i][j];
    }
    job->displacements = displacements;
}

/// w · d · m + (1 − w) · m, in place.
static void displace(const sinew_palette_matrix *d, float w, float m[3][4])
{
    float moved[3][4];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) {
            moved[i][j] = d->row[i][0] * m[0][j] + d->row[i][1] * m[1][j] + d->row[i][2] * m[2][j];
            if (j == 3) moved[i][j] += d->row[i][3];
        }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) m[i][j] = w * moved[i][j] + (1.0f - w) * m[i][j];
}

void sinew__compose_displacements(const sinew__skin_job *job, int32_t vertex, float out[3][4])
{
    const sinew_mesh *mesh = job->mesh;
    const int32_t own = mesh->first_binding + mesh->binding_count - 1;
    const uint32_t *start = job->model->influence_start + mesh->first_vertex + vertex;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out[i][j] = i == j ? 1.0f : 0.0f;
    for (uint32_t k = start[0]; k < start[1]; ++k) {
        const sinew_influence *influence = &job->model->influences[k];
        if (influence->binding == own) continue;
        displace(&job->displacements[influence->binding - mesh->first_binding], influence->weight, out);
    }
    displace(&job->palette[own], 1.0f, out);
}
