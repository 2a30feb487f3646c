// The public functions of math.h. They call core/base/affine.h, which computes the poses.
#include "sinew/math.h"

#include <math.h>

#include "core/base/affine.h"

sinew_quat sinew_quat_multiply(sinew_quat a, sinew_quat b)
{
    return sinew__quat_multiply(a, b);
}

sinew_quat sinew_quat_conjugate(sinew_quat q)
{
    return sinew__quat_conjugate(q);
}

sinew_quat sinew_quat_normalize(sinew_quat q)
{
    return sinew__quat_normalize(q);
}

sinew_quat sinew_quat_slerp(sinew_quat a, sinew_quat b, double t)
{
    return sinew__quat_slerp(a, b, t);
}

sinew_vec3 sinew_quat_rotate(sinew_quat q, sinew_vec3 v)
{
    const sinew_affine rotation = sinew__affine_from_quat(q);
    return sinew__affine_direction(&rotation, v);
}

sinew_quat sinew_quat_from_axis_angle(sinew_vec3 axis, double degrees)
{
    const double length = sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    if (!(length > 0)) return sinew__quat_identity();
    const double half = degrees * (3.14159265358979323846 / 360), s = sin(half) / length;
    return (sinew_quat){axis.x * s, axis.y * s, axis.z * s, cos(half)};
}

sinew_quat sinew_quat_from_euler(const double degrees[3], sinew_rotation_order order)
{
    return sinew__quat_from_euler(degrees, (int)order);
}

void sinew_quat_to_euler(sinew_quat q, sinew_rotation_order order, double out_degrees[3])
{
    sinew__quat_to_euler(q, (int)order, out_degrees);
}

sinew_affine sinew_affine_identity(void)
{
    return sinew__affine_identity();
}

sinew_affine sinew_affine_multiply(const sinew_affine *a, const sinew_affine *b)
{
    return sinew__affine_multiply(a, b);
}

int sinew_affine_inverse(const sinew_affine *a, sinew_affine *out_inverse)
{
    return sinew__affine_inverse(a, out_inverse);
}

sinew_vec3 sinew_affine_point(const sinew_affine *a, sinew_vec3 point)
{
    return sinew__affine_point(a, point);
}

sinew_vec3 sinew_affine_direction(const sinew_affine *a, sinew_vec3 direction)
{
    return sinew__affine_direction(a, direction);
}

/// Returns a · p in double precision, rounded to floats at the end.
static sinew_palette_matrix transformed(const sinew_affine *a, const sinew_palette_matrix *p)
{
    sinew_palette_matrix out;
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            double sum = c == 3 ? a->row[r][3] : 0;
            for (int k = 0; k < 3; ++k) sum += a->row[r][k] * (double)p->row[k][c];
            out.row[r][c] = (float)sum;
        }
    }
    return out;
}

void sinew_palette_transform(const sinew_affine *a, sinew_palette_matrix *palette, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) palette[i] = transformed(a, &palette[i]);
}

sinew_affine sinew_affine_from_quat(sinew_quat q)
{
    return sinew__affine_from_quat(q);
}

sinew_affine sinew_affine_from_transform(const sinew_transform *transform)
{
    return sinew__affine_from_transform(transform);
}

double sinew_transform_from_affine(const sinew_affine *a, sinew_transform *out_transform)
{
    return sinew__transform_from_affine(a, out_transform);
}
