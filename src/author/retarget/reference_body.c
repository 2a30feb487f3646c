// A body in its reference pose: its positions and measures, by which retargeting compares two bodies.
#include "author/retarget/retarget.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "sinew/pose.h"

// Checks that a map fulfils the conditions for measuring a body.

static const char *joint_name(const sinew_model *model, int32_t joint)
{
    return sinew_text(model, model->joints[joint].name);
}

static sinew_result check_part(const sinew_model *model, const sinew_body_map *map, int32_t part, sinew_error *error)
{
    const int32_t joint = map->joint[part];
    if (joint == SINEW_NONE) return SINEW_OK;
    if (sinew__lacks_item(error, "joint", joint, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t other = 0; other < part; ++other)
        if (map->joint[other] == joint)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%.60s' is both %s and %s",
                               joint_name(model, joint), sinew_body_part_name(other), sinew_body_part_name(part));
    // A part of the torso follows the previous part of its chain, or the last part of the chain before.
    int32_t before = part - 1;
    while (before >= SINEW_BODY_HIPS && map->joint[before] == SINEW_NONE) --before;
    if (part >= SINEW_BODY_LEFT) before = sinew__body_part_before(part);
    if (before == SINEW_NONE || map->joint[before] == SINEW_NONE) return SINEW_OK;
    if (joint != map->joint[before] && sinew__is_below(model, joint, map->joint[before])) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%s '%.60s' is not below %s '%.60s'",
                       sinew_body_part_name(part), joint_name(model, joint), sinew_body_part_name(before),
                       joint_name(model, map->joint[before]));
}

/// Checks that the needed parts exist, that indices are valid and used once, and that limbs and chains are in order.
static sinew_result check_body_joints(const sinew_model *model, const sinew_body_map *map, sinew_error *error)
{
    for (int i = 0; i < SINEW__NEEDED_PARTS; ++i)
        if (map->joint[sinew__needed_parts[i]] == SINEW_NONE)
            return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: no joint for '%s'",
                               sinew_body_part_name(sinew__needed_parts[i]));
    sinew_result result = SINEW_OK;
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT && result == SINEW_OK; ++part)
        result = check_part(model, map, part, error);
    return result;
}

// ---- measures -----------------------------------------------------------------------------------------------------

static sinew_vec3 part_position(const sinew__reference_body *body, int32_t part)
{
    return body->positions[body->map->joint[part]];
}

/// Sets `frame` and `up`. If the body is within 25° of the axes, both are rounded to the axes, because such a body only
/// leans or stoops on level ground. Returns 0 if the body has no direction.
static int measure_frame(sinew__reference_body *body)
{
    static const double max_deviation = 0.9; // cosine
    const sinew_vec3 up = sinew__reference_up(body), left = sinew__reference_left(body, SINEW_SIDE_THIGH, up);
    if (!(sinew__vec3_dot(up, up) > 0.5) || !(sinew__vec3_dot(left, left) > 0.5)) return 0;
    const sinew_vec3 up_axis = sinew__nearest_axis(up),
                     left_axis = sinew__nearest_axis(
                         sinew__vec3_subtract(left, sinew__vec3_scale(up_axis, sinew__vec3_dot(up_axis, left))));
    const int is_along =
        sinew__vec3_dot(up, up_axis) > max_deviation && sinew__vec3_dot(left, left_axis) > max_deviation;
    body->up = is_along ? up_axis : up;
    body->frame = is_along ? sinew__body_frame(left_axis, up_axis) : sinew__body_frame(left, up);
    return 1;
}

static sinew_result measure(sinew__reference_body *body, sinew_error *error)
{
    const double left_leg = sinew__reference_limb(body, SINEW_BODY_LEFT + SINEW_SIDE_THIGH),
                 right_leg = sinew__reference_limb(body, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH);
    body->leg_length = (left_leg + right_leg) / 2;
    if (!(left_leg > 0) || !(right_leg > 0) || !isfinite(body->leg_length))
        return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: the %s leg has a bone without length",
                           left_leg > 0 ? "right" : "left");
    if (!body->is_rotated && !measure_frame(body))
        return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: the hips have no width");
    body->arm_length[0] = sinew__reference_limb(body, SINEW_BODY_LEFT + SINEW_SIDE_UPPER_ARM);
    body->arm_length[1] = sinew__reference_limb(body, SINEW_BODY_RIGHT + SINEW_SIDE_UPPER_ARM);
    body->ankle_height = (sinew__vec3_dot(part_position(body, SINEW_BODY_LEFT + SINEW_SIDE_FOOT), body->up) +
                          sinew__vec3_dot(part_position(body, SINEW_BODY_RIGHT + SINEW_SIDE_FOOT), body->up)) /
                         2;
    body->stands_on_ground =
        body->ankle_height > -0.05 * body->leg_length && body->ankle_height < 0.35 * body->leg_length;
    return SINEW_OK;
}

sinew_result sinew__reference_body_init(sinew__reference_body *body, const sinew_model *model,
                                        const sinew_body_map *map, const sinew_reference *wanted, sinew__arena *memory,
                                        sinew_error *error)
{
    *body = (sinew__reference_body){.model = model, .map = map};
    sinew_result result = check_body_joints(model, map, error);
    if (result != SINEW_OK) return result;
    body->positions = SINEW__ARENA_ARRAY(memory, sinew_vec3, model->joint_count);
    body->rotations = SINEW__ARENA_ARRAY(memory, sinew_quat, model->joint_count);
    if (!body->positions || !body->rotations) return sinew__fail_memory(error);
    result = sinew__choose_reference(body, wanted, memory, error);
    if (result == SINEW_OK) result = measure(body, error);
    return result == SINEW_OK ? sinew__find_soles(body, error) : result;
}

// ---- public -------------------------------------------------------------------------------------------------------

sinew_result sinew_body_map_check(const sinew_model *model, const sinew_body_map *map, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, map)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__arena memory = {0};
    sinew__reference_body body;
    const sinew_result result = sinew__reference_body_init(&body, model, map, NULL, &memory, out_error);
    sinew__arena_free(&memory);
    return result;
}

double sinew_body_leg_length(const sinew_model *model, const sinew_body_map *map)
{
    sinew__arena memory = {0};
    sinew__reference_body body;
    const sinew_result result = sinew__reference_body_init(&body, model, map, NULL, &memory, NULL);
    sinew__arena_free(&memory);
    return result == SINEW_OK ? body.leg_length : 0;
}

/// Fractions of an adult's height (Winter, "Biomechanics and Motor Control of Human Movement"): the leg from the
/// trochanter (0.530) to the ankle (0.039), and the body from the ankle to the base of the head (0.870).
static const double leg_share = 0.491, head_share = 0.831;

double sinew__reference_height(const sinew__reference_body *body)
{
    double height = body->leg_length / leg_share;
    const int32_t *joint = body->map->joint;
    const int32_t head = joint[SINEW_BODY_HEAD];
    // For a child or a caricature with short legs, the head gives more than the legs.
    for (int side = 0; side < 2 && head != SINEW_NONE; ++side) {
        const int32_t foot = joint[(side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_FOOT];
        const sinew_vec3 above = sinew__vec3_subtract(body->positions[head], body->positions[foot]);
        height = fmax(height, sinew__vec3_dot(above, body->up) / head_share);
    }
    height *= body->model->info->unit_cm / 100;
    return isfinite(height) ? height : 0;
}

sinew_result sinew__body_height(const sinew_model *model, double *out_height)
{
    sinew__arena memory = {0};
    sinew__reference_body body;
    sinew_body_map map;
    sinew_result result = sinew_body_map_find(model, &map, NULL);
    if (result == SINEW_OK) result = sinew__reference_body_init(&body, model, &map, NULL, &memory, NULL);
    *out_height = result == SINEW_OK ? sinew__reference_height(&body) : 0;
    sinew__arena_free(&memory);
    return result == SINEW_ERROR_OUT_OF_MEMORY ? result : SINEW_OK;
}

double sinew__likely_unit_factor(double height)
{
    // Metres. The first two bound the heights of game characters, from a mouse to a giant. A file with the wrong unit
    // is expected to contain a human.
    static const double smallest = 0.2, tallest = 12, human[2] = {0.5, 2.5};
    // Ratios between units: m/cm, m/mm, cm/mm, m/inch, foot/cm.
    static const double ratios[] = {100, 1000, 10, 39.3701, 30.48};
    if (!(height > 0) || (height >= smallest && height <= tallest)) return 1;
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; ++i) {
        const double factor = height > tallest ? 1 / ratios[i] : ratios[i];
        if (height * factor >= human[0] && height * factor <= human[1]) return factor;
    }
    return 0;
}
