#include "retarget/reference_body.h"

#include <math.h>

#include "base/affine.h"
#include "base/arguments.h"
#include "base/error.h"
#include "ik/vector.h"
#include "retarget/body_part.h"
#include "retarget/check_body.h"
#include "sinew/pose.h"

// ---- joints -------------------------------------------------------------------------------------------------------

static int has_bind_pose(const sinew_model *model, const sinew_body_map *map)
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (map->joint[part] != SINEW_NONE && !(model->joints[map->joint[part]].flags & SINEW_JOINT_HAS_BIND)) return 0;
    return 1;
}

static sinew_vec3 position_of(const sinew_affine *map)
{
    return (sinew_vec3){map->row[0][3], map->row[1][3], map->row[2][3]};
}

static sinew_quat rotation_of(const sinew_affine *map)
{
    sinew_transform transform;
    sinew__transform_nearest(map, &transform);
    return transform.r;
}

static sinew_result take_rest(sinew__reference_body *body, sinew_error *error)
{
    sinew_pose *pose;
    const sinew_result result = sinew_pose_create(body->model, &pose, error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(body->model, SINEW_NONE, 0, pose);
    sinew_pose_local_to_global(body->model, pose);
    for (int32_t i = 0; i < body->model->joint_count; ++i) {
        body->positions[i] = position_of(&pose->global[i]);
        body->rotations[i] = sinew__quat_normalize(pose->global_rotation[i]);
    }
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

/// Replaces the rest pose of the joints that have a bind pose.
static void take_bind(sinew__reference_body *body)
{
    for (int32_t i = 0; i < body->model->joint_count; ++i) {
        const sinew_joint *joint = &body->model->joints[i];
        if (!(joint->flags & SINEW_JOINT_HAS_BIND)) continue;
        body->positions[i] = position_of(&joint->bind_global);
        body->rotations[i] = rotation_of(&joint->bind_global);
    }
}

// ---- measures -----------------------------------------------------------------------------------------------------

sinew_vec3 sinew__reference_bone(const sinew__reference_body *body, int32_t from, int32_t to)
{
    const int32_t a = body->map->joint[from], b = body->map->joint[to];
    if (a == SINEW_NONE || b == SINEW_NONE) return (sinew_vec3){0, 0, 0};
    return sinew__vec3_subtract(body->positions[b], body->positions[a]);
}

static double limb_length(const sinew__reference_body *body, int32_t first)
{
    const double upper = sinew__vec3_length(sinew__reference_bone(body, first, first + 1)),
                 lower = sinew__vec3_length(sinew__reference_bone(body, first + 1, first + 2));
    return upper > 0 && lower > 0 ? upper + lower : 0;
}

static sinew_vec3 part_position(const sinew__reference_body *body, int32_t part)
{
    return body->positions[body->map->joint[part]];
}

/// The highest part of the torso that the body has.
static int32_t top_part(const sinew_body_map *map)
{
    int32_t part = SINEW_BODY_HEAD;
    while (part > SINEW_BODY_HIPS && map->joint[part] == SINEW_NONE) --part;
    return part;
}

/// The axis along which a vector is longest, with its sign.
static sinew_vec3 nearest_axis(sinew_vec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    if (x >= y && x >= z) return (sinew_vec3){v.x < 0 ? -1 : 1, 0, 0};
    return y >= z ? (sinew_vec3){0, v.y < 0 ? -1 : 1, 0} : (sinew_vec3){0, 0, v.z < 0 ? -1 : 1};
}

static sinew_quat frame_of(sinew_vec3 left, sinew_vec3 up)
{
    const sinew_vec3 front = sinew__vec3_cross(left, up);
    const sinew_affine map = {{{left.x, up.x, front.x, 0}, {left.y, up.y, front.y, 0}, {left.z, up.z, front.z, 0}}};
    return rotation_of(&map);
}

/// Along the axes if the body is within 25° of them: it then leans or stoops a little, and the ground is level.
static int measure_frame(sinew__reference_body *body)
{
    static const double max_deviation = 0.9; // cosine
    const sinew_vec3 left_thigh = part_position(body, SINEW_BODY_LEFT + SINEW_SIDE_THIGH),
                     right_thigh = part_position(body, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH),
                     middle = sinew__vec3_scale(sinew__vec3_add(left_thigh, right_thigh), 0.5);
    const sinew_vec3 feet = sinew__vec3_scale(sinew__vec3_add(part_position(body, SINEW_BODY_LEFT + SINEW_SIDE_FOOT),
                                                              part_position(body, SINEW_BODY_RIGHT + SINEW_SIDE_FOOT)),
                                              0.5);
    const int32_t top = top_part(body->map);
    sinew_vec3 up = sinew__vec3_normalize(sinew__vec3_subtract(part_position(body, top), middle), 0);
    if (top == SINEW_BODY_HIPS || !(sinew__vec3_dot(up, up) > 0))
        up = sinew__vec3_normalize(sinew__vec3_subtract(middle, feet), 0);
    const sinew_vec3 left = sinew__vec3_across(sinew__vec3_subtract(left_thigh, right_thigh), up);
    if (!(sinew__vec3_dot(up, up) > 0.5) || !(sinew__vec3_dot(left, left) > 0.5)) return 0;
    const sinew_vec3 up_axis = nearest_axis(up), left_axis = nearest_axis(sinew__vec3_subtract(
                                                     left, sinew__vec3_scale(up_axis, sinew__vec3_dot(up_axis, left))));
    const int is_along =
        sinew__vec3_dot(up, up_axis) > max_deviation && sinew__vec3_dot(left, left_axis) > max_deviation;
    body->up = is_along ? up_axis : up;
    body->frame = is_along ? frame_of(left_axis, up_axis) : frame_of(left, up);
    return 1;
}

static sinew_result measure(sinew__reference_body *body, sinew_error *error)
{
    const double left_leg = limb_length(body, SINEW_BODY_LEFT + SINEW_SIDE_THIGH),
                 right_leg = limb_length(body, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH);
    body->leg_length = (left_leg + right_leg) / 2;
    if (!(left_leg > 0) || !(right_leg > 0) || !isfinite(body->leg_length))
        return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: the %s leg has a bone without length",
                           left_leg > 0 ? "right" : "left");
    if (!measure_frame(body)) return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: the hips have no width");
    body->arm_length[0] = limb_length(body, SINEW_BODY_LEFT + SINEW_SIDE_UPPER_ARM);
    body->arm_length[1] = limb_length(body, SINEW_BODY_RIGHT + SINEW_SIDE_UPPER_ARM);
    body->ankle_height = (sinew__vec3_dot(part_position(body, SINEW_BODY_LEFT + SINEW_SIDE_FOOT), body->up) +
                          sinew__vec3_dot(part_position(body, SINEW_BODY_RIGHT + SINEW_SIDE_FOOT), body->up)) /
                         2;
    body->stands_on_ground =
        body->ankle_height > -0.05 * body->leg_length && body->ankle_height < 0.35 * body->leg_length;
    return SINEW_OK;
}

sinew_result sinew__reference_body_init(sinew__reference_body *body, const sinew_model *model,
                                        const sinew_body_map *map, sinew__arena *memory, sinew_error *error)
{
    *body = (sinew__reference_body){.model = model, .map = map};
    sinew_result result = sinew__check_body_joints(model, map, error);
    if (result != SINEW_OK) return result;
    body->positions = SINEW__ARENA_ARRAY(memory, sinew_vec3, model->joint_count);
    body->rotations = SINEW__ARENA_ARRAY(memory, sinew_quat, model->joint_count);
    if (!body->positions || !body->rotations) return sinew__fail_memory(error);
    result = take_rest(body, error);
    if (result != SINEW_OK) return result;
    if (has_bind_pose(model, map)) take_bind(body);
    return measure(body, error);
}

// ---- public -------------------------------------------------------------------------------------------------------

sinew_result sinew_body_map_check(const sinew_model *model, const sinew_body_map *map, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, map)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__arena memory = {0};
    sinew__reference_body body;
    const sinew_result result = sinew__reference_body_init(&body, model, map, &memory, out_error);
    sinew__arena_free(&memory);
    return result;
}

double sinew_body_leg_length(const sinew_model *model, const sinew_body_map *map)
{
    sinew__arena memory = {0};
    sinew__reference_body body;
    const sinew_result result = sinew__reference_body_init(&body, model, map, &memory, NULL);
    sinew__arena_free(&memory);
    return result == SINEW_OK ? body.leg_length : 0;
}
