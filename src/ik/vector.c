#include "ik/vector.h"

sinew_vec3 sinew__vec3_perpendicular(sinew_vec3 a)
{
    const sinew_vec3 other = fabs(a.x) < 0.5 ? (sinew_vec3){1, 0, 0} : (sinew_vec3){0, 1, 0};
    return sinew__vec3_across(other, a);
}

sinew_vec3 sinew__vec3_across(sinew_vec3 v, sinew_vec3 axis)
{
    const double least = 1e-6 * sinew__vec3_length(v); // what is left of rounding
    return sinew__vec3_normalize(sinew__vec3_subtract(v, sinew__vec3_scale(axis, sinew__vec3_dot(v, axis))), least);
}

sinew_quat sinew__quat_between(sinew_vec3 from, sinew_vec3 to, sinew_vec3 axis)
{
    const double cosine = sinew__vec3_dot(from, to);
    if (cosine < -1 + 1e-12) return (sinew_quat){axis.x, axis.y, axis.z, 0};
    const sinew_vec3 cross = sinew__vec3_cross(from, to);
    return sinew__quat_normalize((sinew_quat){cross.x, cross.y, cross.z, 1 + cosine});
}

sinew_vec3 sinew__quat_rotate(sinew_quat q, sinew_vec3 v)
{
    const sinew_vec3 axis = {q.x, q.y, q.z}, twice = sinew__vec3_scale(sinew__vec3_cross(axis, v), 2);
    return sinew__vec3_add(sinew__vec3_add(v, sinew__vec3_scale(twice, q.w)), sinew__vec3_cross(axis, twice));
}

sinew_quat sinew__quat_part(sinew_quat q, double part)
{
    if (part == 1) return q;
    const double sign = q.w < 0 ? -part : part;
    return sinew__quat_normalize((sinew_quat){q.x * sign, q.y * sign, q.z * sign, q.w * sign + (1 - part)});
}
