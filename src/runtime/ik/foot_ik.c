#include "sinew/foot_ik.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/blend/blender.h"
#include "runtime/ik/rotate_joint.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/ik.h"

enum { HEEL, TOE, POINT_COUNT };

/// The state of a foot that is kept between frames.
typedef struct foot_state {
    sinew_vec3 sole[POINT_COUNT];    ///< heel and toe in the space of the foot joint
    sinew_vec3 planted[POINT_COUNT]; ///< world positions that planted points keep
    int is_planted[POINT_COUNT];
    double length; ///< length of the leg in model space
} foot_state;

struct sinew_foot_ik {
    const sinew_model *model;
    sinew_foot_ik_options options;
    sinew_leg joints[SINEW_FOOT_IK_LEGS_MAX];
    foot_state feet[SINEW_FOOT_IK_LEGS_MAX];
    double pelvis_offset; ///< offset along `up`, in model space
    int has_offset;
};

/// The goal of a foot while it is computed, in world space.
typedef struct foot_goal {
    sinew_vec3 ankle, sole[POINT_COUNT]; ///< positions in the animation
    sinew_quat rotation;                 ///< rotation of the foot joint in the animation, in model space
    double clearance[POINT_COUNT];       ///< height of heel and toe above the level ground of the animation
    sinew_vec3 target;                   ///< position for the ankle
    sinew_quat tilt;                     ///< rotation of the foot to the slope of the ground
    int is_held;                         ///< heel or toe is planted
} foot_goal;

/// The character in the world, and one frame's arguments.
typedef struct feet_frame {
    sinew_foot_ik *feet;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_affine to_world, to_model;
    sinew_quat heading; ///< rotation part of to_world
    sinew_vec3 up;      ///< in world space, unit length
    double scale;       ///< scale of to_world
    foot_goal goals[SINEW_FOOT_IK_LEGS_MAX];
} feet_frame;

static sinew_quat rotation_of(const sinew_affine *map)
{
    sinew_transform transform;
    sinew__transform_nearest(map, &transform);
    return transform.r;
}

// ---- creation -----------------------------------------------------------------------------------------------------

static sinew_result check_leg(const sinew_model *model, const sinew_foot_ik_options *options, const sinew_leg *foot,
                              sinew_error *error)
{
    const sinew_ik_two_bone limb = {.upper = foot->thigh, .middle = foot->shin, .end = foot->foot, .weight = 1};
    const sinew_result result = sinew_ik_two_bone_check(model, &limb, error);
    if (result != SINEW_OK) return result;
    if (foot->toe != SINEW_NONE && sinew__lacks_item(error, "joint", foot->toe, model->joint_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (foot->toe != SINEW_NONE && !sinew__is_below(model, foot->toe, foot->foot))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%.60s' is not below joint '%.60s'",
                           sinew_text(model, model->joints[foot->toe].name),
                           sinew_text(model, model->joints[foot->foot].name));
    if (!sinew__is_below(model, foot->thigh, options->pelvis))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%.60s' is not below joint '%.60s'",
                           sinew_text(model, model->joints[foot->thigh].name),
                           sinew_text(model, model->joints[options->pelvis].name));
    return SINEW_OK;
}

static sinew_result check_options(const sinew_model *model, const sinew_foot_ik_options *options, sinew_error *error)
{
    if (options->leg_count < 1 || options->leg_count > SINEW_FOOT_IK_LEGS_MAX)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d legs, expected 1 to %d", (int)options->leg_count,
                           SINEW_FOOT_IK_LEGS_MAX);
    if (SINEW__LACKS_ARGUMENT(error, options->legs)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!options->ground)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the argument options->ground is NULL");
    if (sinew__lacks_item(error, "joint", options->pelvis, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!sinew__vec3_is_finite(options->up) || !(sinew__vec3_length(options->up) > 0))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the up direction has no length");
    if (!(options->half_life >= 0 && isfinite(options->half_life)))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "half-life %g is out of range", options->half_life);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < options->leg_count && result == SINEW_OK; ++i)
        result = check_leg(model, options, &options->legs[i], error);
    return result;
}

/// Measures the length of the leg, and heel and toe of the sole. The ground is at the height of the origin; if the toe
/// is far from that height in the rest pose, at the height of the toe.
static void measure_sole(const sinew_foot_ik *feet, const sinew_blender *blender, const sinew_leg *joints,
                         foot_state *out)
{
    const sinew_vec3 up = feet->options.up;
    const sinew_affine thigh = sinew_blend_joint_global(blender, joints->thigh),
                       shin = sinew_blend_joint_global(blender, joints->shin),
                       foot = sinew_blend_joint_global(blender, joints->foot),
                       toes = joints->toe == SINEW_NONE ? foot : sinew_blend_joint_global(blender, joints->toe);
    const sinew_vec3 knee = sinew__position_of(&shin), ankle = sinew__position_of(&foot),
                     toe = sinew__position_of(&toes);
    sinew_affine inverse;
    out->length = sinew__vec3_length(sinew__vec3_subtract(knee, sinew__position_of(&thigh))) +
                  sinew__vec3_length(sinew__vec3_subtract(ankle, knee));
    const double height = sinew__vec3_dot(toe, up), level = fabs(height) < 0.35 * out->length ? 0 : height;
    const sinew_vec3 points[POINT_COUNT] = {ankle, toe};
    if (!sinew__affine_inverse(&foot, &inverse)) return;
    for (int i = 0; i < POINT_COUNT; ++i)
        out->sole[i] = sinew__affine_point(
            &inverse, sinew__vec3_add(points[i], sinew__vec3_scale(up, level - sinew__vec3_dot(points[i], up))));
}

static sinew_result measure_soles(sinew_foot_ik *feet, sinew_error *error)
{
    sinew_blender *blender = NULL;
    sinew_local_pose *rest = NULL;
    sinew_result result = sinew_blender_create(feet->model, &blender, error);
    if (result == SINEW_OK) result = sinew_local_pose_create(feet->model, &rest, error);
    if (result == SINEW_OK) sinew_blend_globals(blender, rest);
    for (int32_t i = 0; i < feet->options.leg_count && result == SINEW_OK; ++i) {
        measure_sole(feet, blender, &feet->joints[i], &feet->feet[i]);
        if (!(feet->feet[i].length > 0))
            result = sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the leg of joint '%.60s' has no length",
                                 sinew_text(feet->model, feet->model->joints[feet->joints[i].thigh].name));
    }
    sinew_local_pose_destroy(rest);
    sinew_blender_destroy(blender);
    return result;
}

sinew_result sinew_foot_ik_create(const sinew_model *model, const sinew_foot_ik_options *options,
                                  sinew_foot_ik **out_foot_ik, sinew_error *out_error)
{
    if (out_foot_ik) *out_foot_ik = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, options, out_foot_ik)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = check_options(model, options, out_error);
    if (result != SINEW_OK) return result;
    sinew_foot_ik *feet = sinew__allocate(sizeof *feet);
    if (!feet) return sinew__fail_memory(out_error);
    *feet = (sinew_foot_ik){.model = model, .options = *options};
    memcpy(feet->joints, options->legs, (size_t)options->leg_count * sizeof *feet->joints);
    feet->options.legs = feet->joints;
    feet->options.up = sinew__vec3_normalize(options->up, 0);
    result = measure_soles(feet, out_error);
    if (result == SINEW_OK)
        *out_foot_ik = feet;
    else
        sinew_foot_ik_destroy(feet);
    return result;
}

void sinew_foot_ik_destroy(sinew_foot_ik *feet)
{
    sinew_free(feet);
}

void sinew_foot_ik_reset(sinew_foot_ik *feet)
{
    for (int32_t i = 0; i < feet->options.leg_count; ++i)
        memset(feet->feet[i].is_planted, 0, sizeof feet->feet[i].is_planted);
    feet->has_offset = 0;
}

// ---- ground -------------------------------------------------------------------------------------------------------

/// Returns the ground at a position; if a query finds none, level ground at the height of the character's origin.
/// Ground that is farther from this height than the leg is long is ignored: no foot reaches it, and queries that miss
/// return such points.
static sinew_vec3 find_ground(const feet_frame *frame, const foot_state *state, sinew_vec3 position,
                              sinew_vec3 *out_normal)
{
    const sinew_foot_ik_options *options = &frame->feet->options;
    const sinew_vec3 origin = sinew__position_of(&frame->to_world);
    const double level = sinew__vec3_dot(sinew__vec3_subtract(origin, position), frame->up);
    sinew_vec3 point = position, normal = frame->up;
    const int is_found = options->ground(options->user, position, &point, &normal);
    normal = sinew__vec3_normalize(normal, 0);
    const double height = sinew__vec3_dot(sinew__vec3_subtract(point, position), frame->up);
    *out_normal = frame->up;
    const int is_near = fabs(height - level) <= state->length * frame->scale; // false for NaN
    if (is_found && is_near && sinew__vec3_dot(normal, frame->up) > 0.1) {
        *out_normal = normal;
        return sinew__vec3_add(position, sinew__vec3_scale(frame->up, height));
    }
    return sinew__vec3_add(position, sinew__vec3_scale(frame->up, level));
}

// ---- goals --------------------------------------------------------------------------------------------------------

static void read_foot(const feet_frame *frame, int32_t index, foot_goal *goal)
{
    const foot_state *state = &frame->feet->feet[index];
    const sinew_affine foot = sinew_blend_joint_global(frame->blender, frame->feet->joints[index].foot);
    goal->rotation = rotation_of(&foot);
    goal->ankle = sinew__affine_point(&frame->to_world, sinew__position_of(&foot));
    for (int i = 0; i < POINT_COUNT; ++i) {
        const sinew_vec3 point = sinew__affine_point(&foot, state->sole[i]);
        goal->sole[i] = sinew__affine_point(&frame->to_world, point);
        goal->clearance[i] = frame->scale * sinew__vec3_dot(point, frame->feet->options.up);
    }
}

static sinew_vec3 rotated_about(const foot_goal *goal, int pivot, sinew_vec3 placed, sinew_vec3 point)
{
    return sinew__vec3_add(placed, sinew__quat_rotate(goal->tilt, sinew__vec3_subtract(point, goal->sole[pivot])));
}

static double weight_of(float weight)
{
    return weight > 0 ? weight < 1 ? (double)weight : 1 : 0;
}

/// Moves the pivot point to its planted position. If heel and toe are planted, also rotates the foot to keep the
/// direction between them.
static sinew_vec3 hold(const foot_state *state, foot_goal *goal, int pivot, const double weights[2], sinew_vec3 placed)
{
    if (state->is_planted[1 - pivot]) {
        const sinew_vec3 now = sinew__quat_rotate(goal->tilt, sinew__vec3_subtract(goal->sole[TOE], goal->sole[HEEL])),
                         kept = sinew__vec3_subtract(state->planted[TOE], state->planted[HEEL]);
        const sinew_vec3 from = sinew__vec3_normalize(now, 0), to = sinew__vec3_normalize(kept, 0);
        const sinew_quat rest = sinew__quat_between(from, to, (sinew_vec3){0, 0, 0});
        if (sinew__vec3_dot(from, from) > 0.5 && sinew__vec3_dot(to, to) > 0.5)
            goal->tilt = sinew__quat_multiply(sinew__quat_part(rest, fmin(weights[HEEL], weights[TOE])), goal->tilt);
    }
    const sinew_vec3 away = sinew__vec3_subtract(state->planted[pivot], placed);
    return sinew__vec3_add(placed, sinew__vec3_scale(away, weights[pivot]));
}

static void aim_foot(const feet_frame *frame, int32_t index, const sinew_planted_foot *plant, foot_goal *goal)
{
    // fraction of the leg's length: a planted point this near to the ground is put on it
    static const double near = 0.03;
    foot_state *state = &frame->feet->feet[index];
    const double weights[POINT_COUNT] = {weight_of(plant->heel), weight_of(plant->toe)};
    read_foot(frame, index, goal);
    for (int i = 0; i < POINT_COUNT; ++i) state->is_planted[i] &= weights[i] > 0;
    // The foot rotates about its planted point; about the toe if heel and toe are planted; about the lower of the two
    // if neither is.
    const int is_heel =
        !state->is_planted[TOE] && (state->is_planted[HEEL] || !(goal->clearance[TOE] <= goal->clearance[HEEL]));
    const int pivot = is_heel ? HEEL : TOE;
    sinew_vec3 normal;
    const sinew_vec3 ground = find_ground(frame, state, goal->sole[pivot], &normal);
    goal->tilt = sinew__quat_between(frame->up, normal, (sinew_vec3){0, 0, 0});
    sinew_vec3 placed = sinew__vec3_add(ground, sinew__vec3_scale(frame->up, fmax(goal->clearance[pivot], 0)));
    const sinew_vec3 other = rotated_about(goal, pivot, placed, goal->sole[1 - pivot]);
    const sinew_vec3 below_other = find_ground(frame, state, other, &normal);
    const double below = sinew__vec3_dot(sinew__vec3_subtract(below_other, other), frame->up);
    if (below > 0) placed = sinew__vec3_add(placed, sinew__vec3_scale(frame->up, below));
    const int was_planted = state->is_planted[pivot];
    if (was_planted) placed = hold(state, goal, pivot, weights, placed);
    for (int k = 0; k < POINT_COUNT; ++k) {
        if (weights[k] < 0.5 || state->is_planted[k]) continue;
        const sinew_vec3 point = rotated_about(goal, pivot, placed, goal->sole[k]);
        const sinew_vec3 under = find_ground(frame, state, point, &normal);
        const double height = sinew__vec3_dot(sinew__vec3_subtract(point, under), frame->up);
        // The heel of a foot at the edge of a step stays in the air.
        state->planted[k] = fabs(height) < near * state->length * frame->scale ? under : point;
        state->is_planted[k] = 1;
    }
    if (!was_planted && state->is_planted[pivot]) placed = hold(state, goal, pivot, weights, placed);
    goal->is_held = state->is_planted[HEEL] || state->is_planted[TOE];
    goal->target = rotated_about(goal, pivot, placed, goal->ankle);
}

// ---- the pelvis ---------------------------------------------------------------------------------------------------

/// Returns the largest pelvis offset, at most `offset`, that lets a leg reach its target; `offset` if none does.
static double highest_reach(const feet_frame *frame, int32_t index, double offset)
{
    static const double part = 0.9995; // usable fraction of the leg's full length
    const sinew_affine thigh = sinew_blend_joint_global(frame->blender, frame->feet->joints[index].thigh);
    const sinew_vec3 up = frame->feet->options.up;
    const sinew_vec3 down = sinew__vec3_subtract(sinew__position_of(&thigh),
                                                 sinew__affine_point(&frame->to_model, frame->goals[index].target));
    const double along = sinew__vec3_dot(down, up), length = part * frame->feet->feet[index].length;
    const double square = length * length - (sinew__vec3_dot(down, down) - along * along);
    return square > 0 ? fmin(offset, sqrt(square) - along) : offset;
}

/// Returns the offset of the pelvis: it approaches the offset that the lowest foot needs, and is always low enough for
/// planted feet. It is limited to the length of a leg, so that a character that was moved without a reset is not
/// distorted.
static double find_offset(const feet_frame *frame, double seconds)
{
    sinew_foot_ik *feet = frame->feet;
    double wanted = (double)INFINITY, most = 0;
    for (int32_t i = 0; i < feet->options.leg_count; ++i) {
        most = fmax(most, feet->feet[i].length);
        const sinew_vec3 moved = sinew__vec3_subtract(frame->goals[i].target, frame->goals[i].ankle);
        wanted = fmin(wanted, sinew__vec3_dot(moved, frame->up) / frame->scale);
    }
    const int is_gradual = feet->has_offset && feet->options.half_life > 0 && seconds >= 0;
    if (is_gradual) wanted += (feet->pelvis_offset - wanted) * exp2(-fmin(seconds, 1e9) / feet->options.half_life);
    for (int32_t i = 0; i < feet->options.leg_count; ++i)
        if (frame->goals[i].is_held) wanted = highest_reach(frame, i, wanted);
    feet->pelvis_offset = fmax(fmin(wanted, most), -most);
    feet->has_offset = 1;
    return feet->pelvis_offset;
}

static void move_pelvis(const feet_frame *frame, double offset)
{
    const sinew_foot_ik_options *options = &frame->feet->options;
    const int32_t parent = frame->feet->model->joints[options->pelvis].parent;
    sinew_vec3 moved = sinew__vec3_scale(options->up, offset);
    if (parent != SINEW_NONE) {
        const sinew_affine above = sinew_blend_joint_global(frame->blender, parent);
        sinew_affine inverse;
        if (!sinew__affine_inverse(&above, &inverse)) return;
        moved = sinew__affine_direction(&inverse, moved);
    }
    sinew_local_group *group = &frame->pose->groups[options->pelvis / SINEW_LOCAL_LANES];
    const int lane = options->pelvis % SINEW_LOCAL_LANES;
    group->tx[lane] += (float)moved.x;
    group->ty[lane] += (float)moved.y;
    group->tz[lane] += (float)moved.z;
    frame->pose->animated[options->pelvis] = 1;
    sinew_blend_globals_below(frame->blender, frame->pose, options->pelvis);
}

// ---- solving ------------------------------------------------------------------------------------------------------

static void place_foot(const feet_frame *frame, int32_t index)
{
    const sinew_leg *joints = &frame->feet->joints[index];
    const foot_goal *goal = &frame->goals[index];
    const sinew_ik_two_bone limb = {.upper = joints->thigh,
                                    .middle = joints->shin,
                                    .end = joints->foot,
                                    .target = sinew__affine_point(&frame->to_model, goal->target),
                                    .weight = 1};
    (void)sinew_ik_solve_two_bone(frame->blender, frame->pose, &limb);
    const sinew_quat tilt =
        sinew__quat_multiply(sinew__quat_conjugate(frame->heading), sinew__quat_multiply(goal->tilt, frame->heading));
    const sinew_affine now = sinew_blend_joint_global(frame->blender, joints->foot);
    const sinew_quat wanted = sinew__quat_multiply(tilt, goal->rotation);
    const sinew_quat missing =
        sinew__quat_normalize(sinew__quat_multiply(wanted, sinew__quat_conjugate(rotation_of(&now))));
    sinew__rotate_joint(frame->blender, frame->pose, joints->foot, &missing);
    sinew_blend_globals_below(frame->blender, frame->pose, joints->foot);
}

/// Whether a map and its inverse can be computed in double precision.
static int is_usable(const sinew_affine *map)
{
    double largest = 0;
    for (int i = 0; i < 12; ++i) {
        const double number = map->row[i / 4][i % 4];
        if (!(fabs(number) <= 1e30)) return 0; // also false for NaN
        if (i % 4 < 3) largest = fmax(largest, fabs(number));
    }
    return largest >= 1e-30;
}

void sinew_foot_ik_solve(sinew_foot_ik *feet, sinew_blender *blender, sinew_local_pose *pose,
                         const sinew_affine *to_world, const sinew_planted_foot *plants, double seconds)
{
    if (blender->model != feet->model || !sinew__local_pose_fits(feet->model, pose)) return;
    feet_frame frame = {.feet = feet, .blender = blender, .pose = pose, .to_world = *to_world};
    if (!is_usable(to_world) || !sinew__affine_inverse(to_world, &frame.to_model)) return;
    const sinew_vec3 up = sinew__affine_direction(to_world, feet->options.up);
    frame.heading = rotation_of(to_world);
    frame.scale = sinew__vec3_length(up);
    frame.up = sinew__vec3_scale(up, 1 / frame.scale);
    for (int32_t i = 0; i < feet->options.leg_count; ++i) aim_foot(&frame, i, &plants[i], &frame.goals[i]);
    move_pelvis(&frame, find_offset(&frame, seconds));
    for (int32_t i = 0; i < feet->options.leg_count; ++i) place_foot(&frame, i);
}

void sinew_foot_ik_sole(const sinew_foot_ik *feet, const sinew_blender *blender, int32_t foot, sinew_vec3 *out_heel,
                        sinew_vec3 *out_toe)
{
    if (!sinew__is_item(foot, feet->options.leg_count) || blender->model != feet->model) {
        if (out_heel) *out_heel = (sinew_vec3){0, 0, 0};
        if (out_toe) *out_toe = (sinew_vec3){0, 0, 0};
        return;
    }
    const sinew_affine joint = sinew_blend_joint_global(blender, feet->joints[foot].foot);
    if (out_heel) *out_heel = sinew__affine_point(&joint, feet->feet[foot].sole[HEEL]);
    if (out_toe) *out_toe = sinew__affine_point(&joint, feet->feet[foot].sole[TOE]);
}
