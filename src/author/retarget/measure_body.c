// Measures bones, limbs and directions of a body in a pose.
#include "author/retarget/retarget.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"

sinew_vec3 sinew__reference_bone(const sinew__reference_body *body, int32_t from, int32_t to)
{
    const int32_t a = body->map->joint[from], b = body->map->joint[to];
    if (a == SINEW_NONE || b == SINEW_NONE) return (sinew_vec3){0, 0, 0};
    return sinew__vec3_subtract(body->positions[b], body->positions[a]);
}

double sinew__reference_limb(const sinew__reference_body *body, int32_t first)
{
    const double upper = sinew__vec3_length(sinew__reference_bone(body, first, first + 1)),
                 lower = sinew__vec3_length(sinew__reference_bone(body, first + 1, first + 2));
    return upper > 0 && lower > 0 ? upper + lower : 0;
}

static sinew_vec3 part_position(const sinew__reference_body *body, int32_t part)
{
    return body->positions[body->map->joint[part]];
}

sinew_vec3 sinew__nearest_axis(sinew_vec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    if (x >= y && x >= z) return (sinew_vec3){v.x < 0 ? -1 : 1, 0, 0};
    return y >= z ? (sinew_vec3){0, v.y < 0 ? -1 : 1, 0} : (sinew_vec3){0, 0, v.z < 0 ? -1 : 1};
}

sinew_quat sinew__body_frame(sinew_vec3 left, sinew_vec3 up)
{
    const sinew_vec3 front = sinew__vec3_cross(left, up);
    const sinew_affine map = {{{left.x, up.x, front.x, 0}, {left.y, up.y, front.y, 0}, {left.z, up.z, front.z, 0}}};
    sinew_transform transform;
    sinew__transform_nearest(&map, &transform);
    return transform.r;
}

static sinew_vec3 middle_of(const sinew__reference_body *body, int32_t side_part)
{
    return sinew__vec3_scale(sinew__vec3_add(part_position(body, SINEW_BODY_LEFT + side_part),
                                             part_position(body, SINEW_BODY_RIGHT + side_part)),
                             0.5);
}

sinew_vec3 sinew__reference_up(const sinew__reference_body *body)
{
    // The highest part of the torso that the body has.
    int32_t top = SINEW_BODY_HEAD;
    while (top > SINEW_BODY_HIPS && body->map->joint[top] == SINEW_NONE) --top;
    const sinew_vec3 middle = middle_of(body, SINEW_SIDE_THIGH),
                     up = sinew__vec3_normalize(sinew__vec3_subtract(part_position(body, top), middle), 0);
    if (top != SINEW_BODY_HIPS && sinew__vec3_dot(up, up) > 0) return up;
    return sinew__vec3_normalize(sinew__vec3_subtract(middle, middle_of(body, SINEW_SIDE_FOOT)), 0);
}

sinew_vec3 sinew__reference_left(const sinew__reference_body *body, int32_t side_part, sinew_vec3 up)
{
    return sinew__vec3_across(sinew__reference_bone(body, SINEW_BODY_RIGHT + side_part, SINEW_BODY_LEFT + side_part),
                              up);
}
