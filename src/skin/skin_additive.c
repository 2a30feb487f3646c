/// Additive skinning: each joint of a vertex adds its weighted displacement, one after the other.
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
    return (size_t)mesh->skin_joint_count * FLOATS;
}

/// palette[associate]⁻¹ · palette[skin_joint], or none where `associate` is flat.
static sinew_palette_matrix displacement_of(const sinew_model *model, const sinew_palette_matrix *palette,
                                            int32_t skin_joint)
{
    const sinew_affine own = widen(&palette[skin_joint]),
                       associate = widen(&palette[model->skin_joints[skin_joint].associate]);
    sinew_affine back, displacement = sinew__affine_identity();
    if (sinew__affine_inverse(&associate, &back)) displacement = sinew__affine_multiply(&back, &own);
    sinew_palette_matrix out;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out.row[i][j] = (float)displacement.row[i][j];
    return out;
}

void sinew__find_displacements(sinew__skin_job *job, float *scratch)
{
    sinew_palette_matrix *displacements = (sinew_palette_matrix *)scratch;
    for (int32_t k = 0; k < job->mesh->skin_joint_count; ++k)
        displacements[k] = displacement_of(job->model, job->palette, job->mesh->first_skin_joint + k);
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
    const int32_t own = mesh->first_skin_joint + mesh->skin_joint_count - 1;
    const uint32_t *start = job->model->influence_start + mesh->first_vertex + vertex;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out[i][j] = i == j ? 1.0f : 0.0f;
    for (uint32_t k = start[0]; k < start[1]; ++k) {
        const sinew_influence *influence = &job->model->influences[k];
        if (influence->skin_joint == own) continue;
        displace(&job->displacements[influence->skin_joint - mesh->first_skin_joint], influence->weight, out);
    }
    displace(&job->palette[own], 1.0f, out);
}

/// Moves a point by `w` of what the matrix moves it by.
static void move(const sinew_palette_matrix *m, float w, float point[3])
{
    float moved[3];
    for (int i = 0; i < 3; ++i)
        moved[i] = m->row[i][3] + m->row[i][0] * point[0] + m->row[i][1] * point[1] + m->row[i][2] * point[2];
    for (int i = 0; i < 3; ++i) point[i] = w * moved[i] + (1.0f - w) * point[i];
}

void sinew__displace_point(const sinew_model *model, const sinew_mesh *mesh, const sinew_palette_matrix *palette,
                           int32_t vertex, float point[3])
{
    const int32_t own = mesh->first_skin_joint + mesh->skin_joint_count - 1;
    for (uint32_t k = model->influence_start[vertex]; k < model->influence_start[vertex + 1]; ++k) {
        const sinew_influence *influence = &model->influences[k];
        if (influence->skin_joint == own) continue;
        const sinew_palette_matrix displacement = displacement_of(model, palette, influence->skin_joint);
        move(&displacement, influence->weight, point);
    }
    move(&palette[own], 1.0f, point);
}
