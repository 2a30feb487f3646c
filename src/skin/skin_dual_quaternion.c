/// Dual quaternion skinning: joints keep their volume where linear blending collapses.
#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "skin/skin_method.h"

enum { FLOATS = sizeof(sinew__dual_entry) / sizeof(float) };

size_t sinew__dual_quaternion_floats(const sinew_mesh *mesh)
{
    return (size_t)mesh->skin_joint_count * FLOATS;
}

sinew__dual_entry sinew__split_palette_entry(const sinew_palette_matrix *entry)
{
    sinew_affine map;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) map.row[i][j] = (double)entry->row[i][j];
    sinew_transform transform;
    (void)sinew__transform_from_affine(&map, &transform);
    const sinew_quat r = transform.r;
    const sinew_quat d =
        sinew__quat_multiply((sinew_quat){transform.t.x / 2, transform.t.y / 2, transform.t.z / 2, 0}, r);
    return (sinew__dual_entry){{(float)r.x, (float)r.y, (float)r.z, (float)r.w},
                               {(float)d.x, (float)d.y, (float)d.z, (float)d.w},
                               {(float)transform.s.x, (float)transform.s.y, (float)transform.s.z}};
}

const sinew__dual_entry *sinew__split_palette(const sinew__skin_job *job)
{
    sinew__dual_entry *entries = (sinew__dual_entry *)job->scratch;
    for (int32_t i = 0; i < job->mesh->skin_joint_count; ++i)
        entries[i] = sinew__split_palette_entry(&job->palette[job->mesh->first_skin_joint + i]);
    return entries;
}

/// Weighted sum of a vertex's entries; quaternions are taken from the side of the sum so far, so that they do not
/// cancel out.
sinew__dual_entry sinew__blend_dual_entries(const sinew__skin_job *job, const sinew__dual_entry *entries,
                                            int32_t vertex)
{
    sinew__dual_entry sum = {{0}, {0}, {0}};
    const uint32_t *start = job->model->influence_start + job->mesh->first_vertex + vertex;
    for (uint32_t k = start[0]; k < start[1]; ++k) {
        const sinew_influence *influence = &job->model->influences[k];
        const sinew__dual_entry *entry = &entries[influence->skin_joint - job->mesh->first_skin_joint];
        const float cosine = sum.real[0] * entry->real[0] + sum.real[1] * entry->real[1] +
                             sum.real[2] * entry->real[2] + sum.real[3] * entry->real[3];
        const float weight = cosine < 0.0f ? -influence->weight : influence->weight;
        for (int i = 0; i < 4; ++i) {
            sum.real[i] += weight * entry->real[i];
            sum.dual[i] += weight * entry->dual[i];
        }
        for (int i = 0; i < 3; ++i) sum.scale[i] += influence->weight * entry->scale[i];
    }
    return sum;
}

/// Rotates a vector by a unit quaternion: v + 2 q × (q × v + w v).
static void rotate(const float q[4], const float v[3], float out[3])
{
    const float c[3] = {q[1] * v[2] - q[2] * v[1] + q[3] * v[0], q[2] * v[0] - q[0] * v[2] + q[3] * v[1],
                        q[0] * v[1] - q[1] * v[0] + q[3] * v[2]};
    out[0] = v[0] + 2 * (q[1] * c[2] - q[2] * c[1]);
    out[1] = v[1] + 2 * (q[2] * c[0] - q[0] * c[2]);
    out[2] = v[2] + 2 * (q[0] * c[1] - q[1] * c[0]);
}

void sinew__transform_by_entry(sinew__dual_entry entry, const float *position, const float *normal, float *out_position,
                               float *out_normal)
{
    const float square = entry.real[0] * entry.real[0] + entry.real[1] * entry.real[1] + entry.real[2] * entry.real[2] +
                         entry.real[3] * entry.real[3];
    if (!isnormal(square)) { // opposite rotations that cancel out, or no influence
        memset(out_position, 0, 3 * sizeof(float));
        if (out_normal) memset(out_normal, 0, 3 * sizeof(float));
        return;
    }
    const float inverse = 1.0f / sqrtf(square);
    for (int i = 0; i < 4; ++i) {
        entry.real[i] *= inverse;
        entry.dual[i] *= inverse;
    }
    const float *q = entry.real, *d = entry.dual, *s = entry.scale;
    float scaled[3];
    for (int i = 0; i < 3; ++i) scaled[i] = s[i] * position[i];
    rotate(q, scaled, out_position);
    for (int i = 0; i < 3; ++i) { // the vector part of 2 · dual · conjugate(real)
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        out_position[i] += 2 * ((d[i] * q[3] - d[3] * q[i]) + (d[i2] * q[i1] - d[i1] * q[i2]));
    }
    if (!out_normal) return;
    // cofactors of the scale stand for its inverse, as in linear skinning
    for (int i = 0; i < 3; ++i) scaled[i] = s[(i + 1) % 3] * s[(i + 2) % 3] * normal[i];
    rotate(q, scaled, out_normal);
    sinew__make_unit(out_normal, s[0] * s[1] * s[2]);
}

void sinew__rotate_tangent_dual_quaternion(const sinew__skin_job *job, const sinew__dual_entry *entries, int32_t vertex,
                                           const float *tangent, float *out)
{
    sinew__dual_entry sum = sinew__blend_dual_entries(job, entries, vertex);
    const float square =
        sum.real[0] * sum.real[0] + sum.real[1] * sum.real[1] + sum.real[2] * sum.real[2] + sum.real[3] * sum.real[3];
    const float inverse = isnormal(square) ? 1.0f / sqrtf(square) : 0.0f, *s = sum.scale;
    float scaled[3];
    for (int i = 0; i < 4; ++i) sum.real[i] *= inverse;
    for (int i = 0; i < 3; ++i) scaled[i] = inverse > 0.0f ? s[i] * tangent[i] : 0.0f;
    rotate(sum.real, scaled, out);
    sinew__make_unit(out, 1);
    out[3] = s[0] * s[1] * s[2] < 0.0f ? -tangent[3] : tangent[3];
}

void sinew__mix_linear(float share, const float *linear_position, const float *linear_normal, float *position,
                       float *normal)
{
    for (int i = 0; i < 3; ++i) position[i] = linear_position[i] + share * (position[i] - linear_position[i]);
    if (!normal) return;
    for (int i = 0; i < 3; ++i) normal[i] = linear_normal[i] + share * (normal[i] - linear_normal[i]);
    sinew__make_unit(normal, 1);
}

void sinew__skin_dual_quaternion(const sinew__skin_job *job)
{
    const sinew__dual_entry *entries = sinew__split_palette(job);
    for (int32_t v = 0; v < job->mesh->vertex_count; ++v) {
        const size_t at = (size_t)v * 3;
        float *position = job->out_positions + at, *normal = job->out_normals ? job->out_normals + at : NULL;
        sinew__transform_by_entry(sinew__blend_dual_entries(job, entries, v), job->positions + at, job->normals + at,
                                  position, normal);
        if (!job->blend_weights || job->blend_weights[v] >= 1.0f) continue;
        float linear_position[3], linear_normal[3];
        sinew__skin_linear_vertex(job, v, linear_position, normal ? linear_normal : NULL);
        sinew__mix_linear(job->blend_weights[v], linear_position, linear_normal, position, normal);
    }
}
