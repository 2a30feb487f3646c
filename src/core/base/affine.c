#include "core/base/affine.h"

#include <math.h>
#include <string.h>

static const double radians_per_degree = 0.017453292519943295769;

sinew_affine sinew__affine_identity(void)
{
    return (sinew_affine){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
}

sinew_transform sinew__transform_identity(void)
{
    return (sinew_transform){.r = {0, 0, 0, 1}, .s = {1, 1, 1}};
}

sinew_quat sinew__quat_identity(void)
{
    return (sinew_quat){0, 0, 0, 1};
}

/// Two consecutive elements of a row. Without this type compilers take twice as many instructions, and store values
/// that are then loaded with another width, which stalls the processor.
typedef double pair __attribute__((vector_size(16)));

static inline pair load_pair(const double *from)
{
    pair v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void put_row(double row[4], pair left, pair right)
{
    memcpy(row, &left, sizeof left);
    memcpy(row + 2, &right, sizeof right);
}

sinew_affine sinew__affine_multiply(const sinew_affine *a, const sinew_affine *b)
{
    sinew_affine out;
    pair left[3], right[3];
    for (int i = 0; i < 3; ++i) {
        left[i] = load_pair(b->row[i]);
        right[i] = load_pair(b->row[i] + 2);
    }
    for (int i = 0; i < 3; ++i) {
        const double *r = a->row[i];
        const pair x = {r[0], r[0]}, y = {r[1], r[1]}, z = {r[2], r[2]}, shift = {0, r[3]};
        put_row(out.row[i], x * left[0] + y * left[1] + z * left[2],
                x * right[0] + y * right[1] + z * right[2] + shift);
    }
    return out;
}

int sinew__affine_inverse(const sinew_affine *a, sinew_affine *out)
{
    const double(*m)[4] = a->row;
    double cofactor[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const int r1 = (j + 1) % 3, r2 = (j + 2) % 3, c1 = (i + 1) % 3, c2 = (i + 2) % 3;
            cofactor[i][j] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
        }
    }
    const double determinant = m[0][0] * cofactor[0][0] + m[0][1] * cofactor[1][0] + m[0][2] * cofactor[2][0];
    const double scale = 1.0 / determinant;
    const int regular = isfinite(determinant) && isfinite(scale);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out->row[i][j] = regular ? cofactor[i][j] * scale : 0.0;
        out->row[i][3] = -(out->row[i][0] * m[0][3] + out->row[i][1] * m[1][3] + out->row[i][2] * m[2][3]);
    }
    return regular;
}

sinew_vec3 sinew__affine_direction(const sinew_affine *a, sinew_vec3 d)
{
    const double(*m)[4] = a->row;
    return (sinew_vec3){m[0][0] * d.x + m[0][1] * d.y + m[0][2] * d.z, m[1][0] * d.x + m[1][1] * d.y + m[1][2] * d.z,
                        m[2][0] * d.x + m[2][1] * d.y + m[2][2] * d.z};
}

sinew_vec3 sinew__affine_point(const sinew_affine *a, sinew_vec3 p)
{
    const sinew_vec3 direction = sinew__affine_direction(a, p);
    return (sinew_vec3){direction.x + a->row[0][3], direction.y + a->row[1][3], direction.z + a->row[2][3]};
}

sinew_affine sinew__affine_from_quat(sinew_quat q)
{
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    return (sinew_affine){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0},
                           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0},
                           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0}}};
}

sinew_affine sinew__affine_scale(const double s[3])
{
    return (sinew_affine){{{s[0], 0, 0, 0}, {0, s[1], 0, 0}, {0, 0, s[2], 0}}};
}

sinew_affine sinew__affine_from_transform(const sinew_transform *transform)
{
    const double x = transform->r.x, y = transform->r.y, z = transform->r.z, w = transform->r.w;
    const sinew_vec3 s = transform->s, t = transform->t;
    sinew_affine out;
    put_row(out.row[0], (pair){(1 - 2 * (y * y + z * z)) * s.x, 2 * (x * y - w * z) * s.y},
            (pair){2 * (x * z + w * y) * s.z, t.x});
    put_row(out.row[1], (pair){2 * (x * y + w * z) * s.x, (1 - 2 * (x * x + z * z)) * s.y},
            (pair){2 * (y * z - w * x) * s.z, t.y});
    put_row(out.row[2], (pair){2 * (x * z - w * y) * s.x, 2 * (y * z + w * x) * s.y},
            (pair){(1 - 2 * (x * x + y * y)) * s.z, t.z});
    return out;
}

static sinew_quat quat_from_rotation(const double m[3][3])
{
    const double trace = m[0][0] + m[1][1] + m[2][2];
    double q[4]; // x y z w
    if (trace > 0) {
        const double s = sqrt(trace + 1) * 2;
        q[3] = s / 4;
        q[0] = (m[2][1] - m[1][2]) / s;
        q[1] = (m[0][2] - m[2][0]) / s;
        q[2] = (m[1][0] - m[0][1]) / s;
    } else {
        const int i = m[0][0] > m[1][1] ? (m[0][0] > m[2][2] ? 0 : 2) : (m[1][1] > m[2][2] ? 1 : 2);
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double s = sqrt(fmax(1 + m[i][i] - m[j][j] - m[k][k], 0)) * 2;
        if (s == 0) return sinew__quat_identity();
        q[i] = s / 4;
        q[3] = (m[k][j] - m[j][k]) / s;
        q[j] = (m[j][i] + m[i][j]) / s;
        q[k] = (m[k][i] + m[i][k]) / s;
    }
    return sinew__quat_normalize((sinew_quat){q[0], q[1], q[2], q[3]});
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length_of(const double a[3])
{
    return sqrt(dot(a, a));
}

/// Subtracts from column i its projections on the earlier columns, which have unit length.
static void make_square_to_earlier(double c[3][3], int i)
{
    for (int k = 0; k < i; ++k) {
        const double along = dot(c[i], c[k]);
        for (int j = 0; j < 3; ++j) c[i][j] -= along * c[k][j];
    }
}

/// Makes three columns orthonormal (Gram–Schmidt). A column of length 0 is replaced by a direction orthogonal to the
/// others.
static void orthonormalize(double c[3][3])
{
    for (int i = 0; i < 3; ++i) {
        make_square_to_earlier(c, i);
        double length = length_of(c[i]);
        for (int axis = 0; axis < 3 && !(length > 1e-12);
             ++axis) { // a singular map: uses any direction orthogonal to the others
            for (int j = 0; j < 3; ++j) c[i][j] = j == axis ? 1 : 0;
            make_square_to_earlier(c, i);
            length = length_of(c[i]);
            if (length < 0.5) length = 0;
        }
        const double back = 1 / length;
        for (int j = 0; j < 3; ++j) c[i][j] *= back;
    }
}

void sinew__transform_nearest(const sinew_affine *a, sinew_transform *out)
{
    double column[3][3], scale[3];
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) column[j][i] = a->row[i][j];
        scale[j] = length_of(column[j]);
        const double back = scale[j] > 0 ? 1 / scale[j] : 0;
        for (int i = 0; i < 3; ++i) column[j][i] *= back;
    }
    orthonormalize(column);
    const double(*c)[3] = (const double(*)[3])column;
    const double volume = c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) -
                          c[0][1] * (c[1][0] * c[2][2] - c[1][2] * c[2][0]) +
                          c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
    const double sign = volume < 0 ? -1 : 1;
    double rotation[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) rotation[i][j] = sign * column[j][i];
    out->t = (sinew_vec3){a->row[0][3], a->row[1][3], a->row[2][3]};
    out->r = quat_from_rotation((const double(*)[3])rotation);
    out->s = (sinew_vec3){sign * scale[0], sign * scale[1], sign * scale[2]};
}

double sinew__transform_from_affine(const sinew_affine *a, sinew_transform *out)
{
    sinew__transform_nearest(a, out);
    const sinew_affine again = sinew__affine_from_transform(out);
    double difference = 0, largest = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            difference = fmax(difference, fabs(again.row[i][j] - a->row[i][j]));
            largest = fmax(largest, fabs(a->row[i][j]));
        }
    }
    return largest > 0 ? difference / largest : 0;
}

int sinew__affine_is_identity(const sinew_affine *a)
{
    const sinew_affine identity = sinew__affine_identity();
    for (int i = 0; i < 12; ++i)
        if (a->row[i / 4][i % 4] != identity.row[i / 4][i % 4]) return 0;
    return 1;
}

int sinew__affine_is_zero(const sinew_affine *a)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            if (a->row[i][j] != 0) return 0;
    return 1;
}

int sinew__affine_is_finite(const sinew_affine *a)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            if (!isfinite(a->row[i][j])) return 0;
    return 1;
}

sinew_quat sinew__quat_slerp(sinew_quat a, sinew_quat b, double t)
{
    double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    const double sign = cosine < 0 ? -1 : 1;
    cosine = fmin(cosine * sign, 1);
    double wa = 1 - t, wb = t;
    const double angle = acos(cosine);
    const double sine = sin(angle);
    if (sine > 1e-9) {
        wa = sin((1 - t) * angle) / sine;
        wb = sin(t * angle) / sine;
    }
    wb *= sign;
    return sinew__quat_normalize(
        (sinew_quat){wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w});
}

/// The axes of each sinew_rotation_order, in the order of rotation.
static const int order_axes[7][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}, {0, 1, 2}};

int sinew__rotation_axes(int order, int out_axes[3])
{
    for (int i = 0; i < 3; ++i) out_axes[i] = order_axes[order >= 0 && order < 7 ? order : 0][i];
    return (out_axes[1] - out_axes[0] + 3) % 3 == 1 ? 1 : -1;
}

sinew_quat sinew__quat_from_euler(const double degrees[3], int order)
{
    const int *axes = order_axes[order >= 0 && order < 7 ? order : 0];
    sinew_quat out = sinew__quat_identity();
    int rotation_count = 0;
    for (int i = 0; i < 3; ++i) {
        if (degrees[axes[i]] == 0) continue; // most stacks have no pre- and post-rotation
        const double half = degrees[axes[i]] * radians_per_degree * 0.5;
        double turn[3] = {0, 0, 0};
        turn[axes[i]] = sin(half);
        const sinew_quat own = {turn[0], turn[1], turn[2], cos(half)};
        out = rotation_count++ ? sinew__quat_multiply(own, out) : own;
    }
    return out;
}

void sinew__quat_to_euler(sinew_quat q, int order, double out_degrees[3])
{
    int axes[3];
    const double parity = sinew__rotation_axes(order, axes);
    const int a = axes[0], b = axes[1], c = axes[2];
    const sinew_affine m = sinew__affine_from_quat(q);
    // M = R_c · R_b · R_a, so that the element in row c, column a is −parity · sin(b).
    const double sine = fmax(-1, fmin(1, -parity * m.row[c][a]));
    out_degrees[b] = asin(sine) / radians_per_degree;
    if (fabs(sine) < 1 - 1e-12) {
        out_degrees[a] = atan2(parity * m.row[c][b], m.row[c][c]) / radians_per_degree;
        out_degrees[c] = atan2(parity * m.row[b][a], m.row[a][a]) / radians_per_degree;
    } else { // gimbal lock: the whole rotation is assigned to the first axis
        out_degrees[a] = atan2(-parity * m.row[b][c], m.row[b][b]) / radians_per_degree;
        out_degrees[c] = 0;
    }
}

void sinew__quat_to_least_euler(sinew_quat q, int order, double out_degrees[3])
{
    const int middle = order_axes[order >= 0 && order < 7 ? order : 0][1];
    double other[3], sum = 0, other_sum = 0;
    sinew__quat_to_euler(q, order, out_degrees);
    for (int i = 0; i < 3; ++i) {
        const double half_turn = copysign(180, out_degrees[i]);
        other[i] = i == middle ? half_turn - out_degrees[i] : out_degrees[i] - half_turn;
        sum += fabs(out_degrees[i]);
        other_sum += fabs(other[i]);
    }
    for (int i = 0; i < 3 && other_sum < sum - 1e-9; ++i) out_degrees[i] = other[i];
}

/// Adds whole turns to each angle so that it is nearest to `near`. Returns the sum of the remaining differences.
static double unwind_towards(const double near[3], double degrees[3])
{
    double distance = 0;
    for (int i = 0; i < 3; ++i) {
        const double rest = remainder(degrees[i] - near[i], 360);
        degrees[i] = near[i] + rest;
        distance += fabs(rest);
    }
    return distance;
}

void sinew__quat_to_near_euler(sinew_quat q, int order, const double near[3], double out_degrees[3])
{
    const int *axes = order_axes[order >= 0 && order < 7 ? order : 0];
    const int a = axes[0], b = axes[1], c = axes[2];
    double other[3];
    sinew__quat_to_euler(q, order, out_degrees);
    const double sine = sin(out_degrees[b] * radians_per_degree);
    for (int i = 0; i < 3; ++i) other[i] = i == b ? 180 - out_degrees[i] : out_degrees[i] + 180;
    const double distance = unwind_towards(near, out_degrees), other_distance = unwind_towards(near, other);
    for (int i = 0; i < 3 && other_distance < distance; ++i) out_degrees[i] = other[i];
    if (fabs(sine) < 1 - 1e-9) return;
    // In gimbal lock, the rotation determines only a + sign · c.
    const double sign = ((b - a + 3) % 3 == 1 ? -1 : 1) * (sine > 0 ? 1 : -1);
    const double rest = remainder(out_degrees[a] - near[a] + sign * (out_degrees[c] - near[c]), 360);
    out_degrees[a] = near[a] + rest / 2;
    out_degrees[c] = near[c] + sign * rest / 2;
}
