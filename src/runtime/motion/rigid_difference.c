#include "runtime/motion/rigid_difference.h"

#include <math.h>

static const double degrees_per_radian = 57.29577951308232;

double sinew__rotation_degrees(sinew_quat a, sinew_quat b)
{
    const sinew_quat q = sinew__quat_multiply(sinew__quat_conjugate(a), b);
    return 2 * atan2(sqrt(q.x * q.x + q.y * q.y + q.z * q.z), fabs(q.w)) * degrees_per_radian;
}

sinew__rigid_difference sinew__rigid_difference_of(const sinew_affine *a, const sinew_affine *b)
{
    sinew_transform left, right;
    sinew__transform_nearest(a, &left);
    sinew__transform_nearest(b, &right);
    const double x = left.t.x - right.t.x, y = left.t.y - right.t.y, z = left.t.z - right.t.z;
    return (sinew__rigid_difference){sqrt(x * x + y * y + z * z), sinew__rotation_degrees(left.r, right.r)};
}
