/// Spherical blend skinning: the joints of a vertex rotate it about one centre, the point that they move most alike.
///
/// The centre r minimises the sum of |(Ca − Cb) r + (ta − tb)|² over all pairs of joints. Over n joints that is n times
/// the sum of squared distances from their mean, so pairs need not be formed. Where joints rotate about a common axis,
/// any point of it is a centre, and the one nearest to the joints is taken. The centre depends only on the set of
/// joints; neighbouring vertices share theirs, because vertices are sorted so.
#include <math.h>

#include "base/affine.h"
#include "skin/skin_method.h"

/// The influences of a vertex, and what follows from the set of their joints.
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

/// The mean of the joints' positions when the mesh was bound.
static sinew_vec3 mean_position(const sinew_model *model, const joint_set *set)
{
    sinew_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < set->count; ++i) {
        sinew_affine bind;
        (void)sinew__affine_inverse(&model->skin_joints[set->influences[i].skin_joint].offset, &bind);
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

/// The normal equations A (r − from) = b of the centre.
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

/// Makes a symmetric matrix diagonal by rotations (Jacobi); the columns of `axes` are its eigenvectors.
static void diagonalize(double a[3][3], double axes[3][3])
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) axes[i][j] = i == j;
    for (int step = 0; step < 18; ++step) { // six sweeps: more than double precision needs
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
    static const double negligible = 1e-6, least = 1e-10; // of the largest eigenvalue; of unit rotations: 1e-5 radians
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

/// The centre as linear skinning moves it.
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

/// Rotates about the centre what blending dual quaternions would move about nothing in particular.
static void transform_vertex(const sinew__skin_job *job, const joint_set *set, const sinew__dual_entry *entries,
                             int32_t vertex, float *out_position, float *out_normal)
{
    uint32_t count;
    const sinew_influence *influences = influences_of(job, vertex, &count);
    const size_t at = (size_t)vertex * 3;
    const float centre[3] = {(float)set->centre.x, (float)set->centre.y, (float)set->centre.z};
    float moved[3], relative[3];
    sinew__dual_entry entry = sinew__blend_dual_entries(job, entries, vertex);
    for (int i = 0; i < 4; ++i) entry.dual[i] = 0;
    for (int i = 0; i < 3; ++i) relative[i] = job->positions[at + (size_t)i] - centre[i];
    move_centre(job, set, influences, moved);
    sinew__transform_by_entry(entry, relative, job->normals + at, out_position, out_normal);
    for (int i = 0; i < 3; ++i) out_position[i] += moved[i];
}

void sinew__skin_spherical(const sinew__skin_job *job)
{
    const sinew__dual_entry *entries = sinew__split_palette(job);
    joint_set set = {0};
    for (int32_t v = 0; v < job->mesh->vertex_count; ++v) {
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
