// Finds the direction that the body faces in the rest pose, from the positions of its joints; their rotations are not
// used.
#include <math.h>

#include "core/base/error.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "sinew/camera.h"
#include "sinew/pose.h"
#include "sinew/retarget.h"

/// The rest pose of a body.
typedef struct resting_body {
    const sinew_body_map *map;
    const sinew_pose *pose;
    const sinew_affine *root; ///< transform from model space to world space
} resting_body;

static sinew_vec3 position_of(const resting_body *body, int32_t joint)
{
    const sinew_affine *global = &body->pose->global[joint];
    return sinew__affine_point(body->root, (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]});
}

/// Returns the vector from one part to another; 0 0 0 if the body lacks one of them.
static sinew_vec3 between_parts(const resting_body *body, int32_t from, int32_t to)
{
    const int32_t a = body->map->joint[from], b = body->map->joint[to];
    if (a == SINEW_NONE || b == SINEW_NONE) return (sinew_vec3){0, 0, 0};
    return sinew__vec3_subtract(position_of(body, b), position_of(body, a));
}

/// Returns the direction from the hips to the highest part of the torso; if the body has no torso, from the feet to the
/// thighs.
static sinew_vec3 torso_of(const resting_body *body)
{
    for (int32_t top = SINEW_BODY_HEAD; top > SINEW_BODY_HIPS; --top) {
        const sinew_vec3 torso = sinew__vec3_normalize(between_parts(body, SINEW_BODY_HIPS, top), 0);
        if (sinew__vec3_dot(torso, torso) > 0.5) return torso;
    }
    const sinew_vec3 left = between_parts(body, SINEW_BODY_LEFT + SINEW_SIDE_FOOT, SINEW_BODY_LEFT + SINEW_SIDE_THIGH),
                     right =
                         between_parts(body, SINEW_BODY_RIGHT + SINEW_SIDE_FOOT, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH);
    return sinew__vec3_normalize(sinew__vec3_add(left, right), 0);
}

/// Returns the direction from the right thigh to the left one; if the thighs are at one position, from the upper arms,
/// the knees or the feet.
static sinew_vec3 left_of(const resting_body *body, sinew_vec3 torso)
{
    static const int32_t parts[] = {SINEW_SIDE_THIGH, SINEW_SIDE_UPPER_ARM, SINEW_SIDE_SHIN, SINEW_SIDE_FOOT};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const sinew_vec3 across = between_parts(body, SINEW_BODY_RIGHT + parts[i], SINEW_BODY_LEFT + parts[i]),
                         left = sinew__vec3_across(across, torso);
        if (sinew__vec3_dot(left, left) > 0.5) return left;
    }
    return (sinew_vec3){0, 0, 0};
}

static double determinant_of(const sinew_affine *map)
{
    sinew_vec3 rows[3];
    for (int i = 0; i < 3; ++i) rows[i] = (sinew_vec3){map->row[i][0], map->row[i][1], map->row[i][2]};
    return sinew__vec3_dot(rows[0], sinew__vec3_cross(rows[1], rows[2]));
}

/// Returns the angle from `front` to a horizontal direction in degrees. An angle within 25° of a multiple of 90° is
/// rounded to that multiple, because models face along an axis, even if their hips are askew.
static double azimuth_of(sinew_vec3 direction, sinew_vec3 front, sinew_vec3 left)
{
    const double degrees = atan2(sinew__vec3_dot(direction, left), sinew__vec3_dot(direction, front)) * 180 / SINEW__PI,
                 nearest = 90 * round(degrees / 90);
    if (fabs(degrees - nearest) > 25) return degrees;
    return nearest == -180 ? 180 : nearest + 0.0; // no −0
}

static sinew_result measure_front(const sinew_model *model, const resting_body *body, double *out_azimuth,
                                  sinew_error *error)
{
    double axes[2][3];
    sinew_model_axes(model, axes[0], axes[1]);
    const sinew_vec3 up = {axes[0][0], axes[0][1], axes[0][2]}, front = {axes[1][0], axes[1][1], axes[1][2]};
    const sinew_vec3 torso = torso_of(body), left = left_of(body, torso);
    if (!(sinew__vec3_dot(torso, torso) > 0.5) || !(sinew__vec3_dot(left, left) > 0.5))
        return sinew__fail(error, SINEW_ERROR_NO_MATCH, "no front: the body has neither width nor height");
    // The transform of a mirrored body has a negative determinant; its left joints are on the right.
    const sinew_affine *hips = &body->pose->global[body->map->joint[SINEW_BODY_HIPS]];
    const int is_mirrored = determinant_of(body->root) * determinant_of(hips) < 0;
    const sinew_vec3 ahead = sinew__vec3_scale(sinew__vec3_cross(left, torso), is_mirrored ? -1 : 1),
                     level = sinew__vec3_subtract(ahead, sinew__vec3_scale(up, sinew__vec3_dot(ahead, up)));
    if (!(sinew__vec3_length(level) > 0.5)) return sinew__fail(error, SINEW_ERROR_NO_MATCH, "no front: the body lies");
    *out_azimuth = azimuth_of(level, front, sinew__vec3_cross(up, front));
    return SINEW_OK;
}

sinew_result sinew_body_front(const sinew_model *model, const sinew_body_map *map, double *out_azimuth,
                              sinew_error *out_error)
{
    sinew_body_map found;
    sinew_pose *pose;
    if (out_azimuth) *out_azimuth = 0;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_azimuth)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result =
        map ? sinew_body_map_check(model, map, out_error) : sinew_body_map_find(model, &found, out_error);
    if (result != SINEW_OK) return result;
    result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(model, SINEW_NONE, 0, pose);
    sinew_pose_local_to_global(model, pose);
    const resting_body body = {.map = map ? map : &found, .pose = pose, .root = &model->info->root};
    result = measure_front(model, &body, out_azimuth, out_error);
    sinew_pose_destroy(pose);
    return result;
}
