// A body in its reference pose: its parts measured, and the pose in which it stands. Retargeting compares two of
// these.
#include "author/retarget/retarget.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "sinew/pose.h"

// What a map of a body must fulfil before the body is measured.

static const char *joint_name(const sinew_model *model, int32_t joint)
{
    return sinew_text(model, model->joints[joint].name);
}

/// The part of the torso before one: its chain's, else the last joint of the chain before.
static int32_t torso_part_before(const sinew_body_map *map, int32_t part)
{
    for (int32_t before = part - 1; before >= SINEW_BODY_HIPS; --before)
        if (map->joint[before] != SINEW_NONE) return before;
    return SINEW_NONE;
}

static sinew_result check_order(const sinew_model *model, const sinew_body_map *map, int32_t part, sinew_error *error)
{
    const int32_t joint = map->joint[part],
                  before = part < SINEW_BODY_LEFT ? torso_part_before(map, part) : sinew__body_part_before(part);
    if (joint == SINEW_NONE || before == SINEW_NONE || map->joint[before] == SINEW_NONE) return SINEW_OK;
    if (joint != map->joint[before] && sinew__is_below(model, joint, map->joint[before])) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%s '%.60s' is not below %s '%.60s'",
                       sinew_body_part_name(part), joint_name(model, joint), sinew_body_part_name(before),
                       joint_name(model, map->joint[before]));
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
    return check_order(model, map, part, error);
}

/// Checks the parts that every body needs, indices, joints in use twice, and the order of limbs and chains.
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

static void take_locals(sinew__reference_body *body, sinew_pose *pose)
{
    sinew_pose_local_to_global(body->model, pose);
    for (int32_t i = 0; i < body->model->joint_count; ++i) {
        body->positions[i] = position_of(&pose->global[i]);
        body->rotations[i] = sinew__quat_normalize(pose->global_rotation[i]);
    }
}

/// Takes the pose of a clip at a time in seconds from its start, or with SINEW_NONE the rest pose.
static void take_pose(sinew__reference_body *body, int32_t clip, double time, sinew_pose *pose)
{
    sinew_pose_sample(body->model, clip, time, pose);
    take_locals(body, pose);
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

static sinew_vec3 middle_of(const sinew__reference_body *body, int32_t side_part)
{
    return sinew__vec3_scale(sinew__vec3_add(part_position(body, SINEW_BODY_LEFT + side_part),
                                             part_position(body, SINEW_BODY_RIGHT + side_part)),
                             0.5);
}

/// From the middle between the thighs to the top of the torso; of a body without one, from the feet to that middle.
static sinew_vec3 find_up(const sinew__reference_body *body)
{
    const int32_t top = top_part(body->map);
    const sinew_vec3 middle = middle_of(body, SINEW_SIDE_THIGH),
                     up = sinew__vec3_normalize(sinew__vec3_subtract(part_position(body, top), middle), 0);
    if (top != SINEW_BODY_HIPS && sinew__vec3_dot(up, up) > 0) return up;
    return sinew__vec3_normalize(sinew__vec3_subtract(middle, middle_of(body, SINEW_SIDE_FOOT)), 0);
}

/// From a part of the right side to that of the left, across `up`; 0 0 0 where they are at one place.
static sinew_vec3 find_left(const sinew__reference_body *body, int32_t side_part, sinew_vec3 up)
{
    return sinew__vec3_across(sinew__reference_bone(body, SINEW_BODY_RIGHT + side_part, SINEW_BODY_LEFT + side_part),
                              up);
}

/// Along the axes if the body is within 25° of them: it then leans or stoops a little, and the ground is level.
static int measure_frame(sinew__reference_body *body)
{
    static const double max_deviation = 0.9; // cosine
    const sinew_vec3 up = find_up(body), left = find_left(body, SINEW_SIDE_THIGH, up);
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
    if (!body->is_of_clip && !measure_frame(body))
        return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: the hips have no width");
    body->arm_length[0] = limb_length(body, SINEW_BODY_LEFT + SINEW_SIDE_UPPER_ARM);
    body->arm_length[1] = limb_length(body, SINEW_BODY_RIGHT + SINEW_SIDE_UPPER_ARM);
    body->ankle_height = (sinew__vec3_dot(part_position(body, SINEW_BODY_LEFT + SINEW_SIDE_FOOT), body->up) +
                          sinew__vec3_dot(part_position(body, SINEW_BODY_RIGHT + SINEW_SIDE_FOOT), body->up)) /
                         2;
    body->stands_on_ground =
        body->ankle_height > -0.05 * body->leg_length && body->ankle_height < 0.35 * body->leg_length;
    return SINEW_OK;
}

// ---- a standing pose ----------------------------------------------------------------------------------------------

enum { MAX_SAMPLES = 240 }; // of all clips together

/// The axis that the file names, as "+Y".
static sinew_vec3 axis_named(const char *name, sinew_vec3 fallback)
{
    const double sign = name[0] == '-' ? -1 : 1;
    if (!name[0] || name[1] < 'X' || name[1] > 'Z') return fallback;
    return (sinew_vec3){sign * (name[1] == 'X'), sign * (name[1] == 'Y'), sign * (name[1] == 'Z')};
}

static sinew_vec3 up_of_file(const sinew__reference_body *body)
{
    return axis_named(sinew_text(body->model, body->model->info->up), (sinew_vec3){0, 1, 0});
}

/// How far a limb reaches down along `up`: 1 for a straight one that hangs, −1 for one that points up.
static double hanging(const sinew__reference_body *body, int32_t first, sinew_vec3 up)
{
    const double length = limb_length(body, first);
    return length > 0 ? -sinew__vec3_dot(sinew__reference_bone(body, first, first + 2), up) / length : 0;
}

/// Whether the feet are below the hips as seen from the head: by more than half of the length of the legs.
static int has_legs_below(const sinew__reference_body *body)
{
    const sinew_vec3 up = find_up(body);
    return (hanging(body, SINEW_BODY_LEFT + SINEW_SIDE_THIGH, up) +
            hanging(body, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH, up)) /
               2 >
           0.5;
}

/// The length of the torso's chain from the hips on, and in *out_reach how far its top is along `up`.
static double torso_length(const sinew__reference_body *body, sinew_vec3 up, double *out_reach)
{
    double length = 0;
    int32_t before = SINEW_BODY_HIPS;
    for (int32_t part = SINEW_BODY_HIPS + 1; part <= SINEW_BODY_HEAD; ++part) {
        if (body->map->joint[part] == SINEW_NONE) continue;
        length += sinew__vec3_length(sinew__reference_bone(body, before, part));
        before = part;
    }
    *out_reach = sinew__vec3_dot(sinew__reference_bone(body, SINEW_BODY_HIPS, before), up);
    return length;
}

/// Left as the hips have it, or where their joints are at one place the shoulders, the knees or the feet.
static sinew_vec3 find_any_left(const sinew__reference_body *body, sinew_vec3 up)
{
    static const int32_t parts[] = {SINEW_SIDE_THIGH, SINEW_SIDE_UPPER_ARM, SINEW_SIDE_SHIN, SINEW_SIDE_FOOT};
    sinew_vec3 left = {0, 0, 0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !(sinew__vec3_dot(left, left) > 0.5); ++i)
        left = find_left(body, parts[i], up);
    return left;
}

/// How well a pose suits as a reference: legs straight below an upright and straight torso, which is not twisted, arms
/// not above the shoulders. Bones have the same lengths in every pose, so a straight limb is one that reaches far.
static double score_pose(const sinew__reference_body *body, sinew_vec3 up_of_ground)
{
    const sinew_vec3 up = find_up(body), left = find_any_left(body, up),
                     shoulders = find_left(body, SINEW_SIDE_UPPER_ARM, up);
    double reach;
    const double torso = torso_length(body, up, &reach);
    double score = hanging(body, SINEW_BODY_LEFT + SINEW_SIDE_THIGH, up) +
                   hanging(body, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH, up) + sinew__vec3_dot(up, up_of_ground) +
                   (torso > 0 ? reach / torso : 0) + 0.5 * sinew__vec3_dot(left, shoulders);
    for (int32_t side = SINEW_BODY_LEFT; side <= SINEW_BODY_RIGHT; side += SINEW_SIDE_PART_COUNT)
        score += 0.5 * fmin(hanging(body, side + SINEW_SIDE_UPPER_ARM, up), 0);
    return isfinite(score) && sinew__vec3_dot(left, left) > 0.5 ? score : -(double)INFINITY;
}

/// The pose of a clip that suits best as a reference.
typedef struct best_pose {
    double score; ///< −INFINITY: none
    int32_t clip;
    double time;    ///< seconds from the clip's start
    double upright; ///< mean of the cosine between the body and the up axis of the file, over all clips
    sinew_quat sums[SINEW_BODY_PART_COUNT]; ///< of local rotations, over all clips
} best_pose;

/// Parts that keep the direction of the character, and that the best pose may have anywhere: shoulders, neck and head.
static int is_loose(int32_t part)
{
    return (part >= SINEW_BODY_NECK && part <= SINEW_BODY_HEAD) || sinew__side_part_of(part) == SINEW_SIDE_CLAVICLE;
}

static void add_rotations(const sinew__reference_body *body, const sinew_pose *pose, best_pose *best)
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
        if (body->map->joint[part] == SINEW_NONE || !is_loose(part)) continue;
        const sinew_quat r = pose->local[body->map->joint[part]].r;
        sinew_quat *sum = &best->sums[part];
        const double sign = sum->x * r.x + sum->y * r.y + sum->z * r.z + sum->w * r.w < 0 ? -1 : 1;
        *sum = (sinew_quat){sum->x + sign * r.x, sum->y + sign * r.y, sum->z + sign * r.z, sum->w + sign * r.w};
    }
}

/// Shoulders, neck and head as they are on average.
static void relax(const sinew__reference_body *body, const best_pose *best, sinew_pose *pose)
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (body->map->joint[part] != SINEW_NONE && is_loose(part))
            pose->local[body->map->joint[part]].r = sinew__quat_normalize(best->sums[part]);
}

static best_pose find_best_pose(sinew__reference_body *body, sinew_pose *pose)
{
    const sinew_model *model = body->model;
    const sinew_vec3 up = up_of_file(body);
    best_pose best = {.score = -(double)INFINITY};
    const int32_t clips = model->clip_count < MAX_SAMPLES ? model->clip_count : MAX_SAMPLES,
                  samples = MAX_SAMPLES / (clips > 0 ? clips : 1);
    for (int32_t i = 0; i < clips * samples; ++i) {
        const sinew_clip *clip = &model->clips[i / samples];
        const double time = clip->duration * (i % samples) / (samples > 1 ? samples - 1 : 1);
        take_pose(body, i / samples, time, pose);
        const double score = score_pose(body, up);
        add_rotations(body, pose, &best);
        best.upright += sinew__vec3_dot(find_up(body), up) / (clips * samples);
        if (!(score > best.score)) continue;
        best.score = score;
        best.clip = i / samples;
        best.time = time;
    }
    return best;
}

/// Rotates a pose about the hips until it stands upright and looks along the front axis of the file.
static void turn_upright(sinew__reference_body *body)
{
    const sinew_vec3 up = find_up(body), left = find_any_left(body, up), file_up = up_of_file(body);
    body->up = sinew__vec3_dot(up, file_up) > 0.5 ? file_up : nearest_axis(up);
    sinew_vec3 front = sinew__vec3_across(
        axis_named(sinew_text(body->model, body->model->info->front), (sinew_vec3){0, 0, 1}), body->up);
    if (!(sinew__vec3_dot(front, front) > 0.5)) front = sinew__vec3_perpendicular(body->up);
    body->frame = frame_of(sinew__vec3_cross(body->up, front), body->up);
    const sinew_quat rotation = sinew__quat_multiply(body->frame, sinew__quat_conjugate(frame_of(left, up)));
    const sinew_vec3 hips = part_position(body, SINEW_BODY_HIPS);
    for (int32_t i = 0; i < body->model->joint_count; ++i) {
        const sinew_vec3 from_hips = sinew__vec3_subtract(body->positions[i], hips);
        body->positions[i] = sinew__vec3_add(hips, sinew__quat_rotate(rotation, from_hips));
        body->rotations[i] = sinew__quat_normalize(sinew__quat_multiply(rotation, body->rotations[i]));
    }
}

/// Whether arms point up, and their shoulders are raised with them.
static int has_raised_shoulders(const sinew__reference_body *body)
{
    const sinew_vec3 up = find_up(body);
    int count = 0;
    for (int32_t side = SINEW_BODY_LEFT; side <= SINEW_BODY_RIGHT; side += SINEW_SIDE_PART_COUNT) {
        const sinew_vec3 shoulder = sinew__vec3_normalize(
            sinew__reference_bone(body, side + SINEW_SIDE_CLAVICLE, side + SINEW_SIDE_UPPER_ARM), 0);
        count += sinew__vec3_dot(shoulder, up) > 0.6 && hanging(body, side + SINEW_SIDE_UPPER_ARM, up) < -0.7;
    }
    return count > 0;
}

/// Whether the body stands: its feet are below the hips, and the hips below the head. One that lies in a file where it
/// stands in its clips does not; one that lies in both has other axes than the file says.
static int does_stand(const sinew__reference_body *body, const best_pose *best)
{
    const int is_upright = sinew__vec3_dot(find_up(body), up_of_file(body)) > 0.5;
    return has_legs_below(body) && !has_raised_shoulders(body) && (is_upright || !(best->upright > 0.5));
}

/// Takes the bind pose if all parts have one, else the rest pose; if neither stands, the pose of the clips that suits
/// best. Without clips the bind or rest pose has to do.
static void take_reference(sinew__reference_body *body, sinew_pose *pose)
{
    const int has_bind = has_bind_pose(body->model, body->map);
    best_pose best = {.score = -(double)INFINITY};
    for (int with_clips = 0; with_clips < 2; ++with_clips) { // most bodies stand upright, and need no clip
        if (with_clips) best = find_best_pose(body, pose);
        take_pose(body, SINEW_NONE, 0, pose);
        if (has_bind) take_bind(body);
        const int is_upright = sinew__vec3_dot(find_up(body), up_of_file(body)) > 0.5;
        if (does_stand(body, &best) && (is_upright || with_clips)) return;
    }
    if (has_bind) {
        take_pose(body, SINEW_NONE, 0, pose);
        if (does_stand(body, &best)) return;
        take_bind(body);
    }
    if (!(best.score > -(double)INFINITY)) return;
    sinew_pose_sample(body->model, best.clip, best.time, pose);
    relax(body, &best, pose);
    take_locals(body, pose);
    turn_upright(body);
    body->is_of_clip = 1;
}

sinew_result sinew__reference_body_init(sinew__reference_body *body, const sinew_model *model,
                                        const sinew_body_map *map, sinew__arena *memory, sinew_error *error)
{
    *body = (sinew__reference_body){.model = model, .map = map};
    sinew_result result = check_body_joints(model, map, error);
    if (result != SINEW_OK) return result;
    body->positions = SINEW__ARENA_ARRAY(memory, sinew_vec3, model->joint_count);
    body->rotations = SINEW__ARENA_ARRAY(memory, sinew_quat, model->joint_count);
    if (!body->positions || !body->rotations) return sinew__fail_memory(error);
    sinew_pose *pose;
    result = sinew_pose_create(model, &pose, error);
    if (result != SINEW_OK) return result;
    take_reference(body, pose);
    sinew_pose_destroy(pose);
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
