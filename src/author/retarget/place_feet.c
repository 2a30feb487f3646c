// Positions the character's feet: on the ground, and still, whenever the animation's feet are.
#include "author/retarget/retarget.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/number.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"

// ---- spaces -------------------------------------------------------------------------------------------------------

sinew_quat sinew__motion_since_reference(const sinew__retargeting *on, const sinew_pose *pose, int32_t joint)
{
    return sinew__quat_multiply(pose->global_rotation[joint], sinew__quat_conjugate(on->animation.rotations[joint]));
}

sinew_quat sinew__rotation_in_character(const sinew__retargeting *on, sinew_quat rotation)
{
    return sinew__quat_multiply(on->axes, sinew__quat_multiply(rotation, sinew__quat_conjugate(on->axes)));
}

enum { BELOW_HIPS = 2 }; // index in `levels`: the ground below the hips; 0 and 1 are below the left and the right foot

/// Interpolates samples of the clip, `level_interval` seconds apart, at the time of the pose.
static double value_at_time(const sinew__retargeting *on, const double *samples)
{
    const double at = fmin(fmax(on->time / on->level_interval, 0), on->level_count - 1);
    const int32_t first = (int32_t)at, next = first + 1 < on->level_count ? first + 1 : first;
    return samples[first] + (samples[next] - samples[first]) * (at - first);
}

sinew_vec3 sinew__position_in_character(const sinew__retargeting *on, const sinew__retarget_poses *poses,
                                        sinew_vec3 position)
{
    const sinew_vec3 scaled = sinew__vec3_scale(sinew__quat_rotate(on->axes, position), on->scale);
    return sinew__vec3_add(scaled, poses->shift);
}

static sinew_vec3 position_of(const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

// ---- soles in a pose ----------------------------------------------------------------------------------------------

/// The points of a sole in a pose, relative to the ankle, in the body's model space.
typedef struct posed_sole {
    sinew_vec3 heel, ball, tip;
    double ankle; ///< radius of the ankle: a foot that lies on its side rests on it
} posed_sole;

/// The radius of an ankle, as a fraction of its height above the sole.
static const double ankle_radius = 0.4;

/// Returns the points of a sole. `toes` is the vector from the ankle to the toe joint; `foot` and `toe` are rotations
/// since the reference pose.
static posed_sole pose_sole(const sinew__sole *sole, sinew_vec3 up, sinew_quat foot, sinew_vec3 toes, sinew_quat toe)
{
    return (posed_sole){.ankle = -ankle_radius * sinew__vec3_dot(sole->heel, up),
                        .heel = sinew__quat_rotate(foot, sole->heel),
                        .ball = sinew__quat_rotate(foot, sole->ball),
                        .tip = sole->has_toes ? sinew__vec3_add(toes, sinew__quat_rotate(toe, sole->tip))
                                              : sinew__quat_rotate(foot, sole->tip)};
}

/// Returns the height of the lowest point relative to the ankle, negative if it is below. If the toes bend, their tip
/// does not count, because the ground bends it up.
static double lowest(const posed_sole *sole, int bends, sinew_vec3 up)
{
    const double height = fmin(-sole->ankle, fmin(sinew__vec3_dot(sole->heel, up), sinew__vec3_dot(sole->ball, up)));
    return bends ? height : fmin(height, sinew__vec3_dot(sole->tip, up));
}

static posed_sole animation_sole(const sinew__retargeting *on, const sinew_pose *pose, int side)
{
    const int32_t first = side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT;
    const int32_t foot = on->animation.map->joint[first + SINEW_SIDE_FOOT],
                  toe = on->animation.map->joint[first + SINEW_SIDE_TOES];
    const sinew_quat rotation = sinew__motion_since_reference(on, pose, foot);
    if (toe == SINEW_NONE)
        return pose_sole(&on->animation.soles[side], on->animation.up, rotation, (sinew_vec3){0, 0, 0}, rotation);
    return pose_sole(&on->animation.soles[side], on->animation.up, rotation,
                     sinew__vec3_subtract(position_of(pose, toe), position_of(pose, foot)),
                     sinew__motion_since_reference(on, pose, toe));
}

static posed_sole character_sole(const sinew__retargeting *on, const sinew__retarget_poses *poses, int side)
{
    const sinew__reference_body *body = &on->character;
    const int32_t first = side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT;
    const int32_t foot = body->map->joint[first + SINEW_SIDE_FOOT], toe = body->map->joint[first + SINEW_SIDE_TOES];
    const sinew_quat rotation =
        sinew__quat_multiply(poses->rotations[foot], sinew__quat_conjugate(body->rotations[foot]));
    if (toe == SINEW_NONE) return pose_sole(&body->soles[side], body->up, rotation, (sinew_vec3){0, 0, 0}, rotation);
    return pose_sole(&body->soles[side], body->up, rotation, sinew__quat_rotate(rotation, body->soles[side].toes),
                     sinew__quat_multiply(poses->rotations[toe], sinew__quat_conjugate(body->rotations[toe])));
}

/// Whether the character's toes follow the animation's toes, because both have toe joints.
static int do_toes_bend(const sinew__retargeting *on, int side)
{
    return on->character.soles[side].has_toes && on->animation.soles[side].has_toes;
}

// ---- hips ---------------------------------------------------------------------------------------------------------

sinew_vec3 sinew__hips_shift(const sinew__retargeting *on, const sinew__retarget_poses *poses)
{
    const sinew__reference_body *to = &on->character, *from = &on->animation;
    const double left = on->has_ground ? value_at_time(on, on->left_share) : 0.5;
    double lift = -on->scale * (on->has_ground ? value_at_time(on, on->levels[BELOW_HIPS]) : on->ground);
    for (int side = 0; side < 2; ++side) {
        const posed_sole own = character_sole(on, poses, side), its = animation_sole(on, poses->animation, side);
        const double flat = on->scale * sinew__vec3_dot(from->soles[side].heel, from->up) -
                            sinew__vec3_dot(to->soles[side].heel, to->up),
                     posed = on->scale * lowest(&its, from->soles[side].has_toes, from->up) -
                             lowest(&own, do_toes_bend(on, side), to->up);
        lift += (side ? 1 - left : left) * (on->has_ground ? fmin(flat, posed) : flat);
    }
    const sinew_vec3 up = sinew__vec3_scale(to->up, lift);
    return on->shifts[0]
               ? sinew__vec3_add(up, (sinew_vec3){value_at_time(on, on->shifts[0]), value_at_time(on, on->shifts[1]),
                                                  value_at_time(on, on->shifts[2])})
               : up;
}

// ---- ankles -------------------------------------------------------------------------------------------------------

/// Returns 0 at or below `low`, 1 at or above `high`, and a smooth step between.
static double ramp(double value, double low, double high)
{
    const double x = fmin(1, fmax(0, (value - low) / (high - low)));
    return x * x * (3 - 2 * x);
}

/// Returns the point about which a foot rolls: `heel` at share 0, while the toes are up, `ball` at share 1, while the
/// heel is up. For a body whose toes do not bend, `ball` is the tip of the toes.
static sinew_vec3 pivot_of(const sinew_vec3 heel, sinew_vec3 ball, double share)
{
    return sinew__vec3_add(sinew__vec3_scale(heel, 1 - share), sinew__vec3_scale(ball, share));
}

/// Heights of a foot above the ground, in leg lengths: a foot is planted up to `planted_height`, and in the air from
/// `air_height` on. Walking feet swing 0.05 to 0.15 high.
static const double planted_height = 0.03, air_height = 0.08;

/// Returns the height of a foot above the ground without the noise of sampling. A height down to 0.06 leg lengths below
/// the ground is noise and gives 0; a deeper foot is on lower ground.
static double clearance_of(double height, double leg_length)
{
    const double noise = 0.06 * leg_length;
    return height >= 0 ? height : fmin(0, height + noise);
}

/// Returns the ankle's position for a foot on the ground. The point about which the foot rolls gets the position that
/// this point has in the animation, plus two differences between the bodies: of the point in a flat foot, relative to
/// the ankle, and of the thighs. The difference of the thighs has the direction that the pelvis usually has above this
/// foot, so that a planted foot does not follow each rotation of the pelvis. The offset of the stance is added. The
/// lowest point of the sole gets the animation's height above the ground, scaled.
static sinew_vec3 target_by_sole(const sinew__retargeting *on, const posed_sole *its, const posed_sole *own,
                                 sinew_vec3 ankle, double height, sinew_quat heading, int side)
{
    const sinew__reference_body *from = &on->animation, *to = &on->character;
    const sinew__sole *other = &from->soles[side], *sole = &to->soles[side];
    const int bends = do_toes_bend(on, side);
    const sinew_vec3 tip = sole->has_toes ? sinew__vec3_add(sole->toes, sole->tip) : sole->tip;
    const double share = ramp(sinew__vec3_dot(sinew__vec3_subtract(its->heel, its->ball), from->up),
                              -0.02 * from->leg_length, 0.02 * from->leg_length);
    const sinew_vec3 pivot = pivot_of(its->heel, other->has_toes ? its->ball : its->tip, share),
                     flat = pivot_of(other->heel, other->has_toes ? other->ball : other->tip, share),
                     own_pivot = pivot_of(own->heel, bends ? own->ball : own->tip, share),
                     own_flat = pivot_of(sole->heel, bends ? sole->ball : tip, share);
    const sinew_vec3 differs = sinew__vec3_add(
        sinew__quat_rotate(sinew__quat_conjugate(sinew__rotation_in_character(on, on->usual_foot[side])),
                           on->stance[side]),
        sinew__vec3_subtract(sinew__quat_rotate(on->aligned_foot[side], own_flat),
                             sinew__vec3_scale(sinew__quat_rotate(on->axes, flat), on->scale)));
    const sinew_vec3 place = sinew__vec3_scale(sinew__quat_rotate(on->axes, sinew__vec3_add(ankle, pivot)), on->scale);
    const sinew_vec3 wanted =
        sinew__vec3_subtract(sinew__vec3_add(place, sinew__quat_rotate(heading, differs)), own_pivot);
    const double lift = on->scale * clearance_of(height, from->leg_length) - lowest(own, bends, to->up);
    const sinew_vec3 level = sinew__vec3_subtract(wanted, sinew__vec3_scale(to->up, sinew__vec3_dot(wanted, to->up))),
                     placed = sinew__vec3_add(level, sinew__vec3_scale(to->up, lift));
    double *const *offset = on->offsets[side];
    return offset[0] ? sinew__vec3_add(placed, (sinew_vec3){value_at_time(on, offset[0]), value_at_time(on, offset[1]),
                                                            value_at_time(on, offset[2])})
                     : placed;
}

/// The motion of one foot of the animation in a pose.
typedef struct foot_motion {
    sinew_vec3 ankle;
    posed_sole sole;
    double height; ///< height of the sole's lowest point above the ground
    double high;   ///< 0: planted or about to be, 1: in the air, where the ankle alone determines the position
} foot_motion;

static foot_motion motion_of_foot(const sinew__retargeting *on, const sinew__retarget_poses *poses, int side)
{
    const sinew__reference_body *from = &on->animation;
    const int32_t foot = from->map->joint[(side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_FOOT];
    foot_motion out = {.ankle = position_of(poses->animation, foot),
                       .sole = animation_sole(on, poses->animation, side)};
    out.height = sinew__vec3_dot(out.ankle, from->up) + lowest(&out.sole, from->soles[side].has_toes, from->up) -
                 value_at_time(on, on->levels[side]);
    out.high = ramp(out.height, planted_height * from->leg_length, air_height * from->leg_length);
    return out;
}

/// Rolls a foot by less than the animation's foot if the leg cannot lift its ankle high enough. The same angle lifts
/// the ankle of a longer foot, or of a foot without toes, higher than the animation's, and the knee would have to bend.
/// The roll is reduced until the leg reaches the ankle, at most until the foot is flat. Toes that bend keep their
/// rotations.
void sinew__roll_foot(const sinew__retargeting *on, sinew__retarget_poses *poses, int side)
{
    const sinew__reference_body *to = &on->character;
    const int32_t first = side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT, foot = to->map->joint[first + SINEW_SIDE_FOOT],
                  toe = to->map->joint[first + SINEW_SIDE_TOES];
    if (!on->has_ground) return;
    const foot_motion motion = motion_of_foot(on, poses, side);
    const posed_sole sole = character_sole(on, poses, side);
    const int bends = do_toes_bend(on, side);
    const sinew_vec3 front = bends ? sole.ball : sole.tip, along = sinew__vec3_subtract(front, sole.heel),
                     forward = sinew__vec3_across(along, to->up);
    const double slope = -sinew__vec3_dot(along, to->up), reach = sinew__vec3_length(along);
    if (!(sinew__vec3_dot(forward, forward) > 0.5) || !(fabs(slope) < reach)) return;
    const sinew_vec3 point = slope > 0 ? front : sole.heel; // the point on the ground
    const double below = -sinew__vec3_dot(point, to->up), ahead = fabs(sinew__vec3_dot(point, forward)),
                 radius = hypot(below, ahead),
                 clearance = on->scale * clearance_of(motion.height, on->animation.leg_length),
                 room = sinew__vec3_dot(sinew__position_in_character(on, poses, motion.ankle), to->up) - clearance;
    if (!(radius > 0) || !(below > room)) return;
    const double wanted = asin(fmin(1, below / radius)) - asin(fmin(1, fmax(0, room) / radius)),
                 most = asin(fmin(1, fabs(slope) / reach)),
                 angle = (1 - motion.high) * fmin(wanted, most) * (slope > 0 ? 1 : -1);
    const sinew_vec3 axis = sinew__vec3_cross(forward, to->up);
    const sinew_quat roll = {axis.x * sin(angle / 2), axis.y * sin(angle / 2), axis.z * sin(angle / 2), cos(angle / 2)};
    poses->rotations[foot] = sinew__quat_normalize(sinew__quat_multiply(roll, poses->rotations[foot]));
    if (toe != SINEW_NONE && !bends)
        poses->rotations[toe] = sinew__quat_normalize(sinew__quat_multiply(roll, poses->rotations[toe]));
}

/// Returns the position of the ankle. A foot in the air, or in a clip without planted feet, copies the position of the
/// animation's ankle, because the motion of such a foot is a posture. If the character's thighs are farther apart than
/// the animation's, the ankle moves with the pelvis, so that the leg keeps its direction. Steps in place, which have no
/// planted feet, keep their heights. A low foot is placed by its sole on the ground. No foot goes below the ground.
sinew_vec3 sinew__ankle_target(const sinew__retargeting *on, const sinew__retarget_poses *poses, int side,
                               double *out_hold)
{
    const sinew__reference_body *to = &on->character;
    const int32_t foot = on->animation.map->joint[(side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_FOOT];
    const sinew_quat heading = sinew__quat_twist(
        sinew__rotation_in_character(on, sinew__motion_since_reference(on, poses->animation, foot)), to->up);
    const sinew_quat pelvis = sinew__rotation_in_character(
        on, sinew__motion_since_reference(on, poses->animation, on->animation.map->joint[SINEW_BODY_HIPS]));
    const sinew_vec3 stance = sinew__quat_rotate(pelvis, on->stance[side]),
                     level = sinew__vec3_subtract(stance, sinew__vec3_scale(to->up, sinew__vec3_dot(stance, to->up))),
                     free =
                         sinew__vec3_add(sinew__position_in_character(on, poses, position_of(poses->animation, foot)),
                                         on->has_ground ? stance : level);
    *out_hold = 0;
    if (!on->has_ground) return free;
    const foot_motion motion = motion_of_foot(on, poses, side);
    const posed_sole own = character_sole(on, poses, side);
    const sinew_vec3 low = target_by_sole(on, &motion.sole, &own, motion.ankle, motion.height, heading, side);
    const sinew_vec3 target = pivot_of(low, free, motion.high);
    *out_hold = 1 - motion.high;
    const double below = fmin(0, sinew__vec3_dot(target, to->up) + lowest(&own, do_toes_bend(on, side), to->up));
    return motion.height > 0 ? sinew__vec3_subtract(target, sinew__vec3_scale(to->up, below)) : target;
}

/// Bends toes up if their tip would be below the ground, by at most 60°.
void sinew__bend_toes(const sinew__retargeting *on, sinew__retarget_poses *poses, sinew_vec3 ankle, int side)
{
    static const double most = 1.0471975511965976; // 60°
    const sinew__reference_body *to = &on->character;
    const int32_t toe = to->map->joint[(side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_TOES];
    if (!on->has_ground || !do_toes_bend(on, side)) return;
    const posed_sole sole = character_sole(on, poses, side);
    const sinew_vec3 toes = sinew__quat_rotate(
        sinew__quat_multiply(poses->rotations[toe], sinew__quat_conjugate(to->rotations[toe])), to->soles[side].tip);
    const double below = -sinew__vec3_dot(sinew__vec3_add(ankle, sole.tip), to->up), length = sinew__vec3_length(toes),
                 height = sinew__vec3_dot(toes, to->up);
    const sinew_vec3 forward = sinew__vec3_across(toes, to->up), axis = sinew__vec3_cross(forward, to->up);
    if (!(below > 0) || !(length > 0) || !(sinew__vec3_dot(forward, forward) > 0.5)) return;
    const double angle = fmin(most, asin(fmin(1, (height + below) / length)) - asin(fmax(-1, height / length)));
    const sinew_quat bend = {axis.x * sin(angle / 2), axis.y * sin(angle / 2), axis.z * sin(angle / 2), cos(angle / 2)};
    poses->rotations[toe] = sinew__quat_normalize(sinew__quat_multiply(bend, poses->rotations[toe]));
}

// ---- the ground ---------------------------------------------------------------------------------------------------

enum { MAX_TIMES = 2000 };

static const double slow = 0.3, // largest speed of a planted foot, leg lengths per second
    slow_part = 0.25,           // largest speed of a planted foot as a fraction of the speed of swinging feet, if that
                                // is more than `slow`: the feet of a runner are not slower for 0.1 s
    most_noise = 0.1,           // rise and fall of the ground in captured motion, leg lengths
    stance_noise = 0.035;       // rise of a sole during one stance, leg lengths; a sole that rises more is on tiptoe

/// The feet of the animation in one clip, sampled 30 times per second.
typedef struct foot_samples {
    sinew_vec3 ankle[2][MAX_TIMES], toe[2][MAX_TIMES];
    sinew_quat rotation[2][MAX_TIMES]; ///< rotation of the foot since the reference pose
    sinew_quat bend[2][MAX_TIMES];     ///< rotation of the toes since the reference pose
    double hip[2][MAX_TIMES];          ///< height of the thigh joint
    sinew_quat pelvis[MAX_TIMES];      ///< rotation of the pelvis since the reference pose
    double height[2][MAX_TIMES];       ///< height of the lowest point of the sole
    uint8_t stands[2][MAX_TIMES];      ///< whether the foot is planted
    double stood[2 * MAX_TIMES];       ///< heights of planted feet; first used as scratch for speeds
    double interval, limit;            ///< seconds between samples; largest speed of a planted foot, units per second
    int32_t count;
} foot_samples;

/// Returns the speed of a point at a sample in units per second, from its neighbours.
static double speed_of(const foot_samples *samples, const sinew_vec3 *points, int32_t at)
{
    const int32_t first = at > 0 ? at - 1 : 0, last = at + 1 < samples->count ? at + 1 : at;
    const double moved = sinew__vec3_length(sinew__vec3_subtract(points[last], points[first]));
    return last > first ? moved / (samples->interval * (last - first)) : (double)INFINITY;
}

static int is_slow(const foot_samples *samples, const sinew_vec3 *points, int32_t at)
{
    return speed_of(samples, points, at) < samples->limit;
}

static void sample_feet(const sinew__retargeting *on, int32_t clip, sinew_pose *pose, foot_samples *out)
{
    const sinew__reference_body *body = &on->animation;
    const double duration = body->model->clips[clip].duration;
    out->count = (int32_t)fmin(MAX_TIMES, floor(30 * duration + 1e-6) + 1);
    out->interval = out->count > 1 ? duration / (out->count - 1) : 1;
    for (int32_t i = 0; i < out->count; ++i) {
        sinew_pose_sample(body->model, clip, i * out->interval, pose);
        sinew_pose_local_to_global(body->model, pose);
        out->pelvis[i] = sinew__motion_since_reference(on, pose, body->map->joint[SINEW_BODY_HIPS]);
        for (int side = 0; side < 2; ++side) {
            const int32_t *joint = body->map->joint + (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
            const int32_t toe = joint[SINEW_SIDE_TOES], foot = joint[SINEW_SIDE_FOOT];
            out->ankle[side][i] = position_of(pose, foot);
            out->toe[side][i] = position_of(pose, toe == SINEW_NONE ? foot : toe);
            out->rotation[side][i] = sinew__motion_since_reference(on, pose, foot);
            out->bend[side][i] = sinew__motion_since_reference(on, pose, toe == SINEW_NONE ? foot : toe);
            out->hip[side][i] = sinew__vec3_dot(position_of(pose, joint[SINEW_SIDE_THIGH]), body->up);
        }
    }
}

/// Returns a rotation without its heading, the part about the up axis: the tilt of the foot.
static sinew_quat tilt_of(sinew_quat rotation, sinew_vec3 up)
{
    return sinew__quat_multiply(sinew__quat_conjugate(sinew__quat_twist(rotation, up)), rotation);
}

/// Returns the sample in which the ankle and toes of a planted foot are lowest, or SINEW_NONE.
static int32_t find_flat_sample(const sinew__reference_body *body, const foot_samples *samples, int side)
{
    int32_t best = SINEW_NONE;
    double least = (double)INFINITY;
    for (int32_t i = 0; i < samples->count; ++i) {
        const double height =
            sinew__vec3_dot(sinew__vec3_add(samples->ankle[side][i], samples->toe[side][i]), body->up);
        if (!is_slow(samples, samples->ankle[side], i) || !is_slow(samples, samples->toe[side], i) || !(height < least))
            continue;
        least = height;
        best = i;
    }
    return best;
}

/// Corrects a foot whose reference pose is not upright, so that the foot may be tilted in it. The rotations of the foot
/// and its toes at their lowest contact in the clip become their reference, and the sole is put below them.
static void flatten_foot(sinew__retargeting *on, foot_samples *samples, int side)
{
    sinew__reference_body *body = &on->animation;
    sinew__sole *sole = &body->soles[side];
    const int32_t *joint = body->map->joint + (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
    const int32_t foot = joint[SINEW_SIDE_FOOT], toe = joint[SINEW_SIDE_TOES],
                  best = find_flat_sample(body, samples, side);
    if (best == SINEW_NONE) return;
    const sinew_quat flat = samples->rotation[side][best], heading = sinew__quat_twist(flat, body->up),
                     tilt = tilt_of(flat, body->up), bend = tilt_of(samples->bend[side][best], body->up);
    if (!sole->has_toes) {
        // The sole keeps its length. A sole found from skin keeps its depth below the ankle. Another sole gets the
        // height of the ankle above the file's ground as its depth, if this height is half to twice the usual depth for
        // these legs.
        const double ankle_height = sinew__vec3_dot(samples->ankle[side][best], body->up),
                     usual = sinew__ankle_part * body->leg_length,
                     below = sole->is_of_skin ? -sinew__vec3_dot(sole->heel, body->up)
                             : body->stands_on_ground && ankle_height > usual / 2 && ankle_height < 2 * usual
                                 ? ankle_height
                                 : usual;
        sinew_vec3 *points[] = {&sole->heel, &sole->ball, &sole->tip};
        for (size_t i = 0; i < sizeof points / sizeof *points; ++i)
            *points[i] = sinew__vec3_subtract(
                *points[i], sinew__vec3_scale(body->up, sinew__vec3_dot(*points[i], body->up) + below));
        body->rotations[foot] = sinew__quat_normalize(sinew__quat_multiply(tilt, body->rotations[foot]));
        for (int32_t i = 0; i < samples->count; ++i)
            samples->rotation[side][i] = sinew__quat_multiply(samples->rotation[side][i], sinew__quat_conjugate(tilt));
        return;
    }
    const sinew_vec3 toes =
                         sinew__quat_rotate(sinew__quat_conjugate(heading),
                                            sinew__vec3_subtract(samples->toe[side][best], samples->ankle[side][best])),
                     forward = sinew__vec3_across(toes, body->up);
    if (!(sinew__vec3_dot(forward, forward) > 0.5)) return;
    const double below = fmax(0, -sinew__vec3_dot(toes, body->up)) + sinew__toe_height * body->leg_length,
                 length = sinew__vec3_dot(toes, forward);
    const sinew_vec3 down = sinew__vec3_scale(body->up, -below);
    sole->heel = sinew__vec3_subtract(down, sinew__vec3_scale(forward, 0.4 * length));
    sole->ball = sinew__vec3_add(down, sinew__vec3_scale(forward, length));
    sole->tip = sinew__vec3_subtract(sinew__vec3_scale(forward, 0.55 * length),
                                     sinew__vec3_scale(body->up, sinew__toe_height * body->leg_length));
    sole->toes = toes;
    body->rotations[foot] = sinew__quat_normalize(sinew__quat_multiply(tilt, body->rotations[foot]));
    body->rotations[toe] = sinew__quat_normalize(sinew__quat_multiply(bend, body->rotations[toe]));
    for (int32_t i = 0; i < samples->count; ++i)
        samples->rotation[side][i] = sinew__quat_multiply(samples->rotation[side][i], sinew__quat_conjugate(tilt));
}

sinew_quat sinew__align_foot(const sinew__retargeting *on, int side)
{
    const sinew_vec3 up = on->character.up, own = sinew__vec3_across(on->character.soles[side].toes, up),
                     toes = sinew__quat_rotate(on->axes, on->animation.soles[side].toes),
                     wanted = sinew__vec3_across(toes, up);
    const int have_toes = sinew__vec3_dot(own, own) > 0.5 && sinew__vec3_dot(wanted, wanted) > 0.5;
    return have_toes ? sinew__quat_between(own, wanted, (sinew_vec3){0, 0, 0}) : sinew__quat_identity();
}

/// Rotates the character's feet and the joints below them to the directions of the animation's flat feet. Changes a
/// copy of the drivers. Returns 0 when out of memory.
static int realign_feet(sinew__retargeting *on, sinew__arena *memory)
{
    const sinew_model *model = on->character.model;
    sinew__retarget_driver *drivers = SINEW__ARENA_ARRAY(memory, sinew__retarget_driver, model->joint_count);
    if (!drivers) return 0;
    memcpy(drivers, on->drivers, (size_t)model->joint_count * sizeof *drivers);
    on->drivers = drivers;
    for (int side = 0; side < 2; ++side) {
        const int32_t foot = on->character.map->joint[(side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_FOOT];
        const sinew_quat aligned = sinew__align_foot(on, side),
                         change = sinew__quat_multiply(aligned, sinew__quat_conjugate(on->aligned_foot[side]));
        on->aligned_foot[side] = aligned;
        for (int32_t i = foot; i < model->joint_count; ++i)
            if (i == foot || sinew__is_below(model, i, foot))
                drivers[i].reference = sinew__quat_normalize(sinew__quat_multiply(change, drivers[i].reference));
    }
    return 1;
}

static double height_in_sample(const sinew__retargeting *on, const foot_samples *samples, int side, int32_t at)
{
    const sinew__reference_body *body = &on->animation;
    const sinew_vec3 toes = sinew__vec3_subtract(samples->toe[side][at], samples->ankle[side][at]);
    const posed_sole sole =
        pose_sole(&body->soles[side], body->up, samples->rotation[side][at], toes, samples->bend[side][at]);
    return sinew__vec3_dot(samples->ankle[side][at], body->up) + lowest(&sole, 1, body->up);
}

void sinew__smooth_samples(const double *samples, int32_t count, int32_t half, double *out)
{
    for (int32_t i = 0; i < count; ++i) {
        double sum = 0, weights = 0;
        for (int32_t k = i - half; k <= i + half; ++k) {
            const double weight = half + 1 - abs(k - i);
            sum += weight * samples[k < 0 ? 0 : k < count ? k : count - 1];
            weights += weight;
        }
        out[i] = sum / weights;
    }
}

/// Computes the ground below the hips over time: the ground below the planted foot, smoothed, so that the knees do not
/// move with the noise of captured motion. Also computes `left_share`. Returns 0 when out of memory.
static int level_hips(sinew__retargeting *on, const foot_samples *samples, sinew__arena *memory)
{
    const int32_t count = on->level_count,
                  half = on->level_interval > 0 ? (int32_t)fmin(count, ceil(0.1 / on->level_interval)) : 0;
    double *levels = on->levels[BELOW_HIPS] = SINEW__ARENA_ARRAY(memory, double, count),
           *shares = on->left_share = SINEW__ARENA_ARRAY(memory, double, count),
           *rough_levels = SINEW__ARENA_ARRAY(memory, double, count),
           *rough_shares = SINEW__ARENA_ARRAY(memory, double, count);
    if (!levels || !shares || !rough_levels || !rough_shares) return 0;
    for (int32_t i = 0; i < count; ++i) {
        double weight[2];
        for (int side = 0; side < 2; ++side) {
            const double above = fmax(0, samples->height[side][i] - on->levels[side][i]);
            weight[side] = 1 / (0.02 * on->animation.leg_length + above);
        }
        rough_shares[i] = weight[0] / (weight[0] + weight[1]);
        rough_levels[i] = rough_shares[i] * on->levels[0][i] + (1 - rough_shares[i]) * on->levels[1][i];
    }
    sinew__smooth_samples(rough_levels, count, half, levels);
    sinew__smooth_samples(rough_shares, count, half, shares);
    return 1;
}

int32_t sinew__find_stance(const uint8_t *planted, int32_t count, int32_t from, int32_t *out_last)
{
    while (from < count && !planted[from]) ++from;
    if (from >= count) return SINEW_NONE;
    *out_last = from;
    for (int32_t i = from; i < count && i <= *out_last + 3; ++i)
        if (planted[i]) *out_last = i;
    return from;
}

/// Returns the height up to which a foot is on the ground in the stance that begins at the sample `first`, and writes
/// the stance's end. When only the tips of the toes are on the ground, the ball of the foot still rests but is higher.
static double highest_ground(const sinew__retargeting *on, const foot_samples *samples, int side, int32_t first,
                             int32_t *out_last)
{
    double lowest_height = (double)INFINITY;
    (void)sinew__find_stance(samples->stands[side], samples->count, first, out_last);
    for (int32_t i = first; i <= *out_last; ++i)
        if (samples->stands[side][i]) lowest_height = fmin(lowest_height, samples->height[side][i]);
    return lowest_height + stance_noise * on->animation.leg_length;
}

/// Fills the height of the ground below each foot over time: the foot's own height while it is planted, and a straight
/// line between two contacts. A height that differs from `ground` by more than the noise of captured motion does not
/// count, because it is a step. The height of a foot that stays above the other, planted foot does not count either,
/// because that foot is raised or on tiptoe. Nor does the height of a sole that rises during a stance. Returns 0 when
/// out of memory.
static int level_contacts(sinew__retargeting *on, const foot_samples *samples, sinew__arena *memory)
{
    const double most = most_noise * on->animation.leg_length;
    on->level_count = samples->count;
    on->level_interval = samples->interval;
    for (int side = 0; side < 2; ++side) {
        on->planted[side] = samples->stands[side];
        double *levels = on->levels[side] = SINEW__ARENA_ARRAY(memory, double, samples->count);
        int32_t last = SINEW_NONE, stance_end = SINEW_NONE;
        double highest = on->ground;
        if (!levels) return 0;
        for (int32_t i = 0; i < samples->count; ++i) {
            const double away = samples->height[side][i] - on->ground,
                         above = samples->height[side][i] - samples->height[1 - side][i];
            levels[i] = last == SINEW_NONE ? on->ground : levels[last];
            if (!samples->stands[side][i] || fabs(away) > most) continue;
            if (samples->stands[1 - side][i] && above > planted_height * on->animation.leg_length) continue;
            if (i > stance_end) highest = highest_ground(on, samples, side, i, &stance_end);
            levels[i] = fmin(samples->height[side][i], highest);
            for (int32_t k = last + 1; k < i; ++k)
                levels[k] = last == SINEW_NONE ? levels[i]
                                               : levels[last] + (levels[i] - levels[last]) * (k - last) / (i - last);
            last = i;
        }
    }
    return level_hips(on, samples, memory);
}

int sinew__find_ground(sinew__retargeting *on, int32_t clip, sinew_pose *pose, sinew__arena *memory)
{
    sinew__reference_body *body = &on->animation;
    const size_t joints = (size_t)body->model->joint_count;
    foot_samples *samples = SINEW__ARENA_ARRAY(memory, foot_samples, 1);
    sinew_quat *rotations = SINEW__ARENA_ARRAY(memory, sinew_quat, joints);
    int32_t stood = 0, below = 0;
    on->has_ground = 0;
    on->ground = 0; // the height of the file's ground; if the reference pose stands elsewhere, the height of its soles
    for (int side = 0; side < 2 && !body->stands_on_ground && !body->is_rotated; ++side) {
        const int32_t foot = body->map->joint[(side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_FOOT];
        on->ground += sinew__vec3_dot(sinew__vec3_add(body->positions[foot], body->soles[side].heel), body->up) / 2;
    }
    if (!samples || !rotations) return 0;
    memcpy(rotations, body->rotations, joints * sizeof *rotations);
    body->rotations = rotations; // a copy for this clip, because feet may be flattened
    sample_feet(on, clip, pose, samples);
    // The speed below which a foot may be planted.
    double *speeds = samples->stood;
    for (int side = 0; side < 2; ++side)
        for (int32_t i = 0; i < samples->count; ++i)
            speeds[side * samples->count + i] = speed_of(samples, samples->ankle[side], i);
    qsort(speeds, 2 * (size_t)samples->count, sizeof *speeds, sinew__compare_doubles);
    const double fast = speeds[(size_t)(1.8 * samples->count)];
    samples->limit = fmax(slow * body->leg_length, isfinite(fast) ? slow_part * fast : 0);
    const int is_flattened = !sinew__reference_stands(body);
    for (int side = 0; side < 2 && is_flattened; ++side) flatten_foot(on, samples, side);
    if (is_flattened && on->drivers && !realign_feet(on, memory)) return 0;
    for (int side = 0; side < 2; ++side) {
        sinew_quat sum = {0, 0, 0, 0};
        on->usual_foot[side] = sinew__quat_identity();
        for (int32_t i = 0; i < samples->count; ++i) {
            const double height = samples->height[side][i] = height_in_sample(on, samples, side, i);
            const int is_still = is_slow(samples, samples->ankle[side], i) || is_slow(samples, samples->toe[side], i);
            samples->stands[side][i] = is_still && samples->hip[side][i] - height > 0.5 * body->leg_length;
            if (!samples->stands[side][i]) continue;
            samples->stood[stood++] = height;
            const sinew_quat out =
                sinew__quat_multiply(sinew__quat_conjugate(sinew__quat_twist(samples->pelvis[i], body->up)),
                                     sinew__quat_twist(samples->rotation[side][i], body->up));
            const double sign = out.w < 0 ? -1 : 1;
            sum = (sinew_quat){sum.x + sign * out.x, sum.y + sign * out.y, sum.z + sign * out.z, sum.w + sign * out.w};
        }
        if (sum.w > 0) on->usual_foot[side] = sinew__quat_normalize(sum);
    }
    if (stood * 20 < 2 * samples->count || stood == 0) return 1;
    qsort(samples->stood, (size_t)stood, sizeof *samples->stood, sinew__compare_doubles);
    const double ground = samples->stood[stood / 10];
    if (!body->stands_on_ground) on->ground = ground;
    if (samples->stood[(stood - 1) * 8 / 10] - ground > 1.2 * most_noise * body->leg_length)
        return 1; // the planted feet do not share one height
    for (int side = 0; side < 2; ++side)
        for (int32_t i = 0; i < samples->count; ++i)
            below += samples->height[side][i] < ground - 0.05 * body->leg_length;
    if (below * 20 > 2 * samples->count) return 1; // the feet stop in the air and are not planted
    on->ground = ground;
    on->has_ground = 1;
    return level_contacts(on, samples, memory);
}
