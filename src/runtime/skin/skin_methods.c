// The skinning methods and their table: linear, additive, dual quaternion, spherical. Each is written here vertex by
// vertex. If a kernel also implements a method, tests compare the two, and the kernel is called by vertex blocks.
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "runtime/skin/skin_method.h"

// Additive skinning: the joints of a vertex displace it one after the other, each by its weight.

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

/// Returns palette[associate]⁻¹ · palette[skin_joint], or the identity if the associate's matrix has no inverse.
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

/// Replaces m by w · d · m + (1 − w) · m.
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

/// Computes the transform of one vertex: the product of its joints' weighted displacements, then the mesh's own palette
/// entry.
static void compose_displacements(const sinew__skin_job *job, int32_t vertex, float out[3][4])
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

/// Replaces a point by w · m · point + (1 − w) · point.
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

void sinew__make_unit(float normal[3], float orientation)
{
    const float square = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    const float scale = isnormal(square) ? (orientation < 0.0f ? -1.0f : 1.0f) / sqrtf(square) : 0.0f;
    for (int i = 0; i < 3; ++i) normal[i] *= scale;
}

/// Transforms a normal by the inverse transpose of a linear map and scales it to unit length; a normal that becomes 0
/// stays 0.
static void rotate_normal(const float m[3][4], const float *normal, float *out)
{
    // Cofactors are the inverse transpose times the determinant, and exist even if the inverse does not.
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

/// Computes the transform of one vertex: the weighted sum of palette entries, or the product of displacements.
static void blend(const sinew__skin_job *job, int32_t vertex, float out[3][4])
{
    if (job->displacements) {
        compose_displacements(job, vertex, out);
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

/// Computes v′ = (Σ wᵢ Mᵢ) v for one vertex; `normal` may be NULL.
static void skin_linear_vertex(const sinew__skin_job *job, int32_t vertex, float *position, float *normal)
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

static void skin_linear(const sinew__skin_job *job)
{
    for (int32_t v = job->first; v < job->end; ++v) {
        const size_t at = (size_t)v * 3;
        skin_linear_vertex(job, v, job->out_positions + at, job->out_normals ? job->out_normals + at : NULL);
    }
}

// Dual quaternion skinning, which preserves volume at joints where linear skinning collapses.

enum { ENTRY_FLOATS = sizeof(sinew__dual_entry) / sizeof(float) };

size_t sinew__dual_quaternion_floats(const sinew_mesh *mesh)
{
    return (size_t)mesh->skin_joint_count * ENTRY_FLOATS;
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

/// Returns the weighted sum of a vertex's entries. A quaternion in the other hemisphere than the sum so far is negated,
/// so that the two do not cancel out.
static sinew__dual_entry blend_dual_entries(const sinew__skin_job *job, const sinew__dual_entry *entries,
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

/// Scales, rotates and translates a vertex by the sum of its entries; `normal` and `out_normal` may be NULL.
static void transform_by_entry(sinew__dual_entry entry, const float *position, const float *normal, float *out_position,
                               float *out_normal)
{
    const float square = entry.real[0] * entry.real[0] + entry.real[1] * entry.real[1] + entry.real[2] * entry.real[2] +
                         entry.real[3] * entry.real[3];
    if (!isnormal(square)) { // the rotations cancel out, or there are no influences
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
    // cofactors replace the inverse of the scale, as in linear skinning
    for (int i = 0; i < 3; ++i) scaled[i] = s[(i + 1) % 3] * s[(i + 2) % 3] * normal[i];
    rotate(q, scaled, out_normal);
    sinew__make_unit(out_normal, s[0] * s[1] * s[2]);
}

void sinew__rotate_tangent_dual_quaternion(const sinew__skin_job *job, const sinew__dual_entry *entries, int32_t vertex,
                                           const float *tangent, float *out)
{
    sinew__dual_entry sum = blend_dual_entries(job, entries, vertex);
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

/// Interpolates a vertex from linear to dual quaternion skinning by `share`; the normals may be NULL.
static void mix_vertex(float share, const float *linear_position, const float *linear_normal, float *position,
                       float *normal)
{
    for (int i = 0; i < 3; ++i) position[i] = linear_position[i] + share * (position[i] - linear_position[i]);
    if (!normal) return;
    for (int i = 0; i < 3; ++i) normal[i] = linear_normal[i] + share * (normal[i] - linear_normal[i]);
    sinew__make_unit(normal, 1);
}

/// Dual quaternion skinning with scale, interpolated with linear skinning by the blend weights. Each palette entry is
/// split into translation, rotation and scale; scales are blended linearly, the rest as dual quaternions. Needs
/// sinew__dual_quaternion_floats(mesh) of scratch. Source: Kavan et al., "Geometric Skinning with Approximate Dual
/// Quaternion Blending", 2008.
static void skin_dual_quaternion(const sinew__skin_job *job)
{
    const sinew__dual_entry *entries = job->entries;
    for (int32_t v = job->first; v < job->end; ++v) {
        const size_t at = (size_t)v * 3;
        float *position = job->out_positions + at, *normal = job->out_normals ? job->out_normals + at : NULL;
        transform_by_entry(blend_dual_entries(job, entries, v), job->positions + at, job->normals + at, position,
                           normal);
        if (!job->blend_weights || job->blend_weights[v] >= 1.0f) continue;
        float linear_position[3], linear_normal[3];
        skin_linear_vertex(job, v, linear_position, normal ? linear_normal : NULL);
        mix_vertex(job->blend_weights[v], linear_position, linear_normal, position, normal);
    }
}

// Spherical blend skinning: the joints of a vertex rotate it about a centre, the point that they move most alike.
//
// The centre r minimises the sum of |(Ca − Cb) r + (ta − tb)|² over all pairs of joints. For n joints, this is n times
// the sum of squared distances from their mean, so that no pairs are needed. If the joints rotate about a common axis,
// each of its points is a centre, and the point nearest to the joints is used. The centre depends only on the set of
// joints. Neighbouring vertices share their set, because vertices are sorted by it.

/// The influences of a vertex, and the centre of the set of their joints.
typedef struct joint_set {
    const sinew_influence *influences;
    uint32_t count;
    sinew_vec3 centre; ///< in mesh space
} joint_set;

static const sinew_influence *influences_of(const sinew__skin_job *job, int32_t vertex, uint32_t *out_count)
{
    const uint32_t *start = job->model->influence_start + job->mesh->first_vertex + vertex;
    *out_count = start[1] - start[0];
    return job->model->influences + start[0];
}

static int is_same_set(const joint_set *set, const sinew_influence *influences, uint32_t count)
{
    if (count != set->count) return 0;
    for (uint32_t i = 0; i < count; ++i)
        if (influences[i].skin_joint != set->influences[i].skin_joint) return 0;
    return 1;
}

// ---- the centre ---------------------------------------------------------------------------------------------------

/// Returns the mean of the joints' bind positions.
static sinew_vec3 mean_position(const sinew_model *model, const joint_set *set)
{
    sinew_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < set->count; ++i) {
        sinew_affine bind;
        (void)sinew__affine_inverse(&model->skin_joints[set->influences[i].skin_joint].inverse_bind, &bind);
        sum.x += bind.row[0][3];
        sum.y += bind.row[1][3];
        sum.z += bind.row[2][3];
    }
    const double part = 1.0 / set->count;
    return (sinew_vec3){part * sum.x, part * sum.y, part * sum.z};
}

static void mean_matrix(const sinew__skin_job *job, const joint_set *set, double out[3][4])
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) {
            out[i][j] = 0;
            for (uint32_t k = 0; k < set->count; ++k)
                out[i][j] += (double)job->palette[set->influences[k].skin_joint].row[i][j] / set->count;
        }
}

/// Computes the normal equations A (r − from) = b for the centre r.
static void sum_equations(const sinew__skin_job *job, const joint_set *set, sinew_vec3 from, double a[3][3],
                          double b[3])
{
    const double point[4] = {from.x, from.y, from.z, 1};
    double mean[3][4];
    mean_matrix(job, set, mean);
    for (int i = 0; i < 3; ++i) b[i] = a[i][0] = a[i][1] = a[i][2] = 0;
    for (uint32_t k = 0; k < set->count; ++k)
        for (int row = 0; row < 3; ++row) {
            double difference[4], along = 0;
            for (int j = 0; j < 4; ++j) {
                difference[j] = (double)job->palette[set->influences[k].skin_joint].row[row][j] - mean[row][j];
                along += difference[j] * point[j];
            }
            for (int i = 0; i < 3; ++i) {
                b[i] -= difference[i] * along;
                for (int j = 0; j < 3; ++j) a[i][j] += difference[i] * difference[j];
            }
        }
}

/// Diagonalises a symmetric matrix by Jacobi rotations; the columns of `axes` become its eigenvectors.
static void diagonalize(double a[3][3], double axes[3][3])
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) axes[i][j] = i == j;
    for (int step = 0; step < 18; ++step) { // six sweeps, more than double precision needs
        const int p = step % 3 == 2, q = step % 3 == 0 ? 1 : 2;
        if (a[p][q] == 0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
        const double c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
            const double left = a[k][p], right = a[k][q];
            a[k][p] = c * left - s * right;
            a[k][q] = s * left + c * right;
        }
        for (int k = 0; k < 3; ++k) {
            const double left = a[p][k], right = a[q][k], x = axes[k][p], y = axes[k][q];
            a[p][k] = c * left - s * right;
            a[q][k] = s * left + c * right;
            axes[k][p] = c * x - s * y;
            axes[k][q] = s * x + c * y;
        }
    }
}

static sinew_vec3 find_centre(const sinew__skin_job *job, const joint_set *set)
{
    // relative to the largest eigenvalue, and absolute; for unit rotations the latter is 1e-5 radians
    static const double negligible = 1e-6, least = 1e-10;
    const sinew_vec3 from = mean_position(job->model, set);
    double a[3][3], b[3], axes[3][3], offset[3] = {0, 0, 0};
    sum_equations(job, set, from, a, b);
    diagonalize(a, axes);
    const double largest = fmax(a[0][0], fmax(a[1][1], a[2][2]));
    for (int k = 0; k < 3; ++k) {
        if (!(a[k][k] > negligible * largest) || !(a[k][k] > least)) continue;
        const double along = axes[0][k] * b[0] + axes[1][k] * b[1] + axes[2][k] * b[2];
        for (int i = 0; i < 3; ++i) offset[i] += axes[i][k] * along / a[k][k];
    }
    const sinew_vec3 centre = {from.x + offset[0], from.y + offset[1], from.z + offset[2]};
    return isfinite(centre.x) && isfinite(centre.y) && isfinite(centre.z) ? centre : from;
}

// ---- vertices -----------------------------------------------------------------------------------------------------

/// Computes where linear skinning moves the centre.
static void move_centre(const sinew__skin_job *job, const joint_set *set, const sinew_influence *influences,
                        float out[3])
{
    const double point[4] = {set->centre.x, set->centre.y, set->centre.z, 1};
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (uint32_t k = 0; k < set->count; ++k)
            for (int j = 0; j < 4; ++j)
                sum +=
                    (double)influences[k].weight * (double)job->palette[influences[k].skin_joint].row[i][j] * point[j];
        out[i] = (float)sum;
    }
}

/// Skins a vertex: rotates it about the centre by the blended rotation.
static void transform_vertex(const sinew__skin_job *job, const joint_set *set, const sinew__dual_entry *entries,
                             int32_t vertex, float *out_position, float *out_normal)
{
    uint32_t count;
    const sinew_influence *influences = influences_of(job, vertex, &count);
    const size_t at = (size_t)vertex * 3;
    const float centre[3] = {(float)set->centre.x, (float)set->centre.y, (float)set->centre.z};
    float moved[3], relative[3];
    sinew__dual_entry entry = blend_dual_entries(job, entries, vertex);
    for (int i = 0; i < 4; ++i) entry.dual[i] = 0;
    for (int i = 0; i < 3; ++i) relative[i] = job->positions[at + (size_t)i] - centre[i];
    move_centre(job, set, influences, moved);
    transform_by_entry(entry, relative, job->normals + at, out_position, out_normal);
    for (int i = 0; i < 3; ++i) out_position[i] += moved[i];
}

/// Spherical blend skinning; needs the scratch of dual quaternion skinning.
static void skin_spherical(const sinew__skin_job *job)
{
    const sinew__dual_entry *entries = job->entries;
    joint_set set = {0};
    for (int32_t v = job->first; v < job->end; ++v) {
        uint32_t count;
        const sinew_influence *influences = influences_of(job, v, &count);
        float *position = job->out_positions + (size_t)v * 3,
              *normal = job->out_normals ? job->out_normals + (size_t)v * 3 : NULL;
        if (!is_same_set(&set, influences, count) || !set.influences) {
            set = (joint_set){.influences = influences, .count = count};
            if (count > 0) set.centre = find_centre(job, &set);
        }
        transform_vertex(job, &set, entries, v, position, normal);
    }
}

// ---- by vertex blocks ----------------------------------------------------------------------------------------------

// Kernels skin full vertex blocks in place, and a partial last block through a copy.

enum { VERTEX_BLOCK_FLOATS = SINEW_VERTEX_BLOCK_SIZE * 3 };

sinew__skin_vertex_blocks sinew__skin_vertex_blocks_of(const sinew__skin_job *job)
{
    const sinew_model *model = job->model;
    return (sinew__skin_vertex_blocks){.start = model->vertex_block_start + job->mesh->first_vertex_block,
                                       .skin_joints = model->vertex_block_joints,
                                       .weights = model->vertex_block_weights,
                                       .palette = job->palette,
                                       .first_skin_joint = job->mesh->first_skin_joint,
                                       .positions = job->positions,
                                       .normals = job->normals,
                                       .out_positions = job->out_positions,
                                       .out_normals = job->out_normals};
}

/// Returns the vertex blocks starting with `block`.
static sinew__skin_vertex_blocks vertex_blocks_from(const sinew__skin_vertex_blocks *blocks, int32_t block)
{
    const size_t floats = (size_t)block * VERTEX_BLOCK_FLOATS;
    sinew__skin_vertex_blocks from = *blocks;
    from.start += block;
    from.positions += floats;
    from.normals += floats;
    from.out_positions += floats;
    if (from.out_normals) from.out_normals += floats;
    return from;
}

/// Skins one vertex block of fewer than 16 vertices.
static void skin_partial(sinew__skin_vertex_blocks_function *skin, const sinew__skin_vertex_blocks *block,
                         int32_t vertices)
{
    const size_t bytes = (size_t)vertices * 3 * sizeof(float);
    float positions[VERTEX_BLOCK_FLOATS] = {0}, normals[VERTEX_BLOCK_FLOATS] = {0}, out_positions[VERTEX_BLOCK_FLOATS],
          out_normals[VERTEX_BLOCK_FLOATS];
    sinew__skin_vertex_blocks whole = *block;
    memcpy(positions, block->positions, bytes);
    memcpy(normals, block->normals, bytes);
    whole.positions = positions;
    whole.normals = normals;
    whole.out_positions = out_positions;
    if (block->out_normals) whole.out_normals = out_normals;
    skin(&whole, 1);
    memcpy(block->out_positions, out_positions, bytes);
    if (block->out_normals) memcpy(block->out_normals, out_normals, bytes);
}

static void skin_vertices(sinew__skin_vertex_blocks_function *skin, const sinew__skin_vertex_blocks *blocks,
                          int32_t vertices)
{
    const int32_t whole = vertices / SINEW_VERTEX_BLOCK_SIZE, rest = vertices % SINEW_VERTEX_BLOCK_SIZE;
    skin(blocks, whole);
    if (rest == 0) return;
    const sinew__skin_vertex_blocks last = vertex_blocks_from(blocks, whole);
    skin_partial(skin, &last, rest);
}

/// Interpolates vertices skinned by dual quaternions towards linear skinning if their blend weights are below 1.
static void mix_linear(const sinew__skin_job *job, const sinew__skin_kernel *kernel,
                       const sinew__skin_vertex_blocks *blocks)
{
    float positions[VERTEX_BLOCK_FLOATS], normals[VERTEX_BLOCK_FLOATS];
    for (int32_t first = job->first; first < job->end; first += SINEW_VERTEX_BLOCK_SIZE) {
        const int32_t rest = job->end - first, count = rest < SINEW_VERTEX_BLOCK_SIZE ? rest : SINEW_VERTEX_BLOCK_SIZE;
        sinew__skin_vertex_blocks block = vertex_blocks_from(blocks, first / SINEW_VERTEX_BLOCK_SIZE);
        float *out_positions = block.out_positions, *out_normals = block.out_normals;
        block.out_positions = positions;
        if (out_normals) block.out_normals = normals;
        skin_vertices(kernel->linear, &block, count);
        for (int32_t v = 0; v < count; ++v) {
            const float share = job->blend_weights[first + v];
            if (share >= 1.0f) continue;
            mix_vertex(share, positions + v * 3, normals + v * 3, out_positions + v * 3,
                       out_normals ? out_normals + v * 3 : NULL);
        }
    }
}

static void skin_linear_vertex_blocks(const sinew__skin_job *job, const sinew__skin_kernel *kernel)
{
    const sinew__skin_vertex_blocks all = sinew__skin_vertex_blocks_of(job),
                                    blocks = vertex_blocks_from(&all, job->first / SINEW_VERTEX_BLOCK_SIZE);
    skin_vertices(kernel->linear, &blocks, job->end - job->first);
}

static void skin_dual_quaternion_vertex_blocks(const sinew__skin_job *job, const sinew__skin_kernel *kernel)
{
    sinew__skin_vertex_blocks all = sinew__skin_vertex_blocks_of(job);
    all.entries = job->entries;
    const sinew__skin_vertex_blocks blocks = vertex_blocks_from(&all, job->first / SINEW_VERTEX_BLOCK_SIZE);
    skin_vertices(kernel->dual_quaternion, &blocks, job->end - job->first);
    if (job->blend_weights) mix_linear(job, kernel, &all);
}

// ---- the methods --------------------------------------------------------------------------------------------------

/// The skinning of an image in the words of options, keys and copied commands.
const sinew__word sinew__skin_words[] = {
    {"file", SINEW_DRAW_SKIN_FILE, "as authored"},
    {"linear", SINEW_DRAW_SKIN_LINEAR, NULL},
    {"dq", SINEW_DRAW_SKIN_DUAL, "dual quaternion"},
    {"spherical", SINEW_DRAW_SKIN_SPHERICAL, NULL},
    {0},
};

/// The functions of each skin method. To add a method, write its function above and add a row here, or implement it in
/// shaders/skin.glsl.
const sinew__skin_method sinew__skin_methods[] = {
    [SINEW_SKIN_LINEAR] = {skin_linear, skin_linear_vertex_blocks, 0, 0},
    [SINEW_SKIN_RIGID] = {skin_linear, skin_linear_vertex_blocks, 0, 0},
    [SINEW_SKIN_DUAL_QUATERNION] = {skin_dual_quaternion, skin_dual_quaternion_vertex_blocks, 1, 0},
    [SINEW_SKIN_BLENDED] = {skin_dual_quaternion, skin_dual_quaternion_vertex_blocks, 1, 0},
    [SINEW_SKIN_SPHERICAL] = {skin_spherical, NULL, 1, SINEW_DRAW_SKIN_SPHERICAL},
};

const int32_t sinew__skin_method_count = sizeof sinew__skin_methods / sizeof *sinew__skin_methods;
