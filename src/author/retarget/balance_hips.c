// Moves the hips and the feet of each stance so that the legs of a clip keep their directions.
#include "author/retarget/retarget.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"

/// Stiffness that pulls hips and feet back to the animation's, relative to an error across a leg.
static const double back = 0.1;

/// The error of one leg in a sample, with the hips and the foot at the animation's.
typedef struct leg_error {
    double stiffness[3][3]; ///< squared error of the leg's directions per squared displacement of its ankle
    sinew_vec3 missed;      ///< from the ankle by the joints' rotations to the ankle's target
    double hold;            ///< 0 … 1: part of a displacement of the hips or of the stance by which `missed` changes
} leg_error;

/// Measures the error of a leg. An error across a leg has weight 1. An error along a leg has more weight, the
/// straighter the leg is: the knee of a nearly straight leg bends by much when the hips move by little. Feet in the air
/// move with the hips.
static leg_error measure_leg(const sinew__retargeting *on, sinew__retarget_poses *poses, int side)
{
    static const double least_bend = 0.2; // sine of the angle between a bone and its leg: 12 degrees
    const int32_t *joint = on->character.map->joint + (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
    sinew_vec3 at[3];
    for (int i = 0; i < 3; ++i) {
        const sinew_affine *global = &poses->character->global[joint[SINEW_SIDE_THIGH + i]];
        at[i] = (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
    }
    const sinew_vec3 leg = sinew__vec3_subtract(at[2], at[0]), axis = sinew__vec3_normalize(leg, 0);
    const double length = sinew__vec3_length(sinew__vec3_subtract(at[1], at[0])) +
                          sinew__vec3_length(sinew__vec3_subtract(at[2], at[1])),
                 cosine = sinew__vec3_length(leg) / length,
                 along = 1 / fmax(least_bend * least_bend, 1 - cosine * cosine) - 1, axes[] = {axis.x, axis.y, axis.z};
    leg_error error;
    sinew__roll_foot(on, poses, side);
    error.missed = sinew__vec3_subtract(sinew__ankle_target(on, poses, side, &error.hold), at[2]);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) error.stiffness[i][k] = (i == k) + along * axes[i] * axes[k];
    return error;
}

/// Adds the force of a leg to `force`, which maps a displacement of the hips or the foot to the sum of all forces, and
/// is 0 where legs have the smallest error. `missed` is the leg's error without that displacement.
static void add_force(const leg_error *leg, sinew_vec3 missed, sinew_affine *force)
{
    for (int i = 0; i < 3; ++i) {
        const double *row = leg->stiffness[i];
        for (int k = 0; k < 3; ++k) force->row[i][k] += leg->hold * leg->hold * row[k];
        force->row[i][3] -= leg->hold * (row[0] * missed.x + row[1] * missed.y + row[2] * missed.z);
    }
}

/// Returns the displacement without force, or 0 0 0 if none exists.
static sinew_vec3 place_of_rest(const sinew_affine *force)
{
    sinew_affine inverse;
    if (!sinew__affine_inverse(force, &inverse)) return (sinew_vec3){0, 0, 0};
    const sinew_vec3 rest = {inverse.row[0][3], inverse.row[1][3], inverse.row[2][3]};
    return sinew__vec3_is_finite(rest) ? rest : (sinew_vec3){0, 0, 0};
}

/// Returns a leg's error if its foot has the offset of a sample and the hips are at the animation's, or if the hips
/// have the shift of that sample and the foot has no offset.
static sinew_vec3 missed_with(const leg_error *leg, double *const moved[3], double sign, int32_t at)
{
    const sinew_vec3 by = {moved[0][at], moved[1][at], moved[2][at]};
    return sinew__vec3_add(leg->missed, sinew__vec3_scale(by, sign * leg->hold));
}

/// Fills the shifts for the offsets. They are smooth: otherwise the noise of captured feet shakes the hips five times
/// as much (measured). `exact` is scratch, 3 arrays of [level_count].
static void shift_hips(sinew__retargeting *on, const leg_error *legs[2], double *const exact[3])
{
    const int32_t count = on->level_count, half = (int32_t)fmin(count, ceil(0.12 / on->level_interval - 1e-6));
    for (int32_t i = 0; i < count; ++i) {
        sinew_affine force = {{{back, 0, 0, 0}, {0, back, 0, 0}, {0, 0, back, 0}}};
        for (int side = 0; side < 2; ++side)
            add_force(&legs[side][i], missed_with(&legs[side][i], on->offsets[side], 1, i), &force);
        const sinew_vec3 shift = place_of_rest(&force);
        exact[0][i] = shift.x;
        exact[1][i] = shift.y;
        exact[2][i] = shift.z;
    }
    for (int axis = 0; axis < 3; ++axis) sinew__smooth_samples(exact[axis], count, half, on->shifts[axis]);
}

/// Changes the offsets of a foot between two stances, which end before `first` and begin at `last`, from `from` to
/// `to`. They change while the foot is in the air.
static void change_offsets(double *const offsets[3], const leg_error *legs, int32_t first, int32_t last,
                           sinew_vec3 from, sinew_vec3 to)
{
    double sum = 0, part = 0;
    for (int32_t i = first; i < last; ++i) sum += 1 - legs[i].hold;
    for (int32_t i = first; i < last; ++i) {
        part += sum > 0 ? (1 - legs[i].hold) / sum : 0;
        offsets[0][i] = from.x + part * (to.x - from.x);
        offsets[1][i] = from.y + part * (to.y - from.y);
        offsets[2][i] = from.z + part * (to.z - from.z);
    }
}

/// Finds the next stance like `sinew__find_stance`, but a foot that only slides or rolls does not begin another stance.
static int32_t find_stance_on_ground(const sinew__retargeting *on, const leg_error *legs, int side, int32_t from,
                                     int32_t *out_last)
{
    const int32_t count = on->level_count, first = sinew__find_stance(on->planted[side], count, from, out_last);
    while (first != SINEW_NONE) {
        int32_t end, i = *out_last + 1;
        const int32_t next = sinew__find_stance(on->planted[side], count, i, &end);
        while (i < next && legs[i].hold >= 0.5) ++i;
        if (i < next || next == SINEW_NONE) break;
        *out_last = end;
    }
    return first;
}

/// Fills the offsets of a foot for the shifts of the hips.
static void offset_foot(sinew__retargeting *on, const leg_error *legs, int side)
{
    const int32_t count = on->level_count;
    const sinew_vec3 up = on->character.up;
    const double vertical[] = {up.x, up.y, up.z};
    int32_t before = SINEW_NONE, last; // `before`: end of the previous stance
    sinew_vec3 previous = {0, 0, 0};
    for (int32_t first = 0; first < count; first = last + 1) {
        first = find_stance_on_ground(on, legs, side, first, &last);
        if (first == SINEW_NONE) break;
        sinew_affine force = {{{0}}};
        for (int i = 0; i < 3; ++i) // a large stiffness keeps the offset horizontal
            for (int k = 0; k < 3; ++k)
                force.row[i][k] = (last - first + 1) * ((i == k) * back + 1e6 * vertical[i] * vertical[k]);
        for (int32_t i = first; i <= last; ++i) {
            const sinew_vec3 missed = missed_with(&legs[i], on->shifts, -1, i);
            add_force(&legs[i], sinew__vec3_scale(missed, -1), &force);
        }
        const sinew_vec3 rest = place_of_rest(&force),
                         offset = sinew__vec3_subtract(rest, sinew__vec3_scale(up, sinew__vec3_dot(rest, up)));
        change_offsets(on->offsets[side], legs, before + 1, first, before == SINEW_NONE ? offset : previous, offset);
        change_offsets(on->offsets[side], legs, first, last + 1, offset, offset);
        before = last;
        previous = offset;
    }
    change_offsets(on->offsets[side], legs, before + 1, count, previous, previous);
}

int sinew__balance_hips(sinew__retargeting *on, int32_t clip, sinew__retarget_poses *poses, sinew__arena *memory)
{
    enum { ROUNDS = 4 }; // 8 rounds improve legs of captured motion by 0.03 degrees
    const int32_t count = on->level_count;
    leg_error *legs[2];
    double *exact[3];
    if (!on->has_ground) return 1;
    for (int axis = 0; axis < 3; ++axis) {
        exact[axis] = SINEW__ARENA_ARRAY(memory, double, count);
        on->shifts[axis] = SINEW__ARENA_ARRAY(memory, double, count);
        if (!exact[axis] || !on->shifts[axis]) return 0;
    }
    for (int side = 0; side < 2; ++side) {
        legs[side] = SINEW__ARENA_ARRAY(memory, leg_error, count);
        if (!legs[side]) return 0;
        for (int axis = 0; axis < 3; ++axis) {
            on->offsets[side][axis] = SINEW__ARENA_ARRAY(memory, double, count);
            if (!on->offsets[side][axis]) return 0;
        }
    }
    for (int32_t i = 0; i < count; ++i) { // shifts and offsets are 0
        on->time = i * on->level_interval;
        sinew_pose_sample(on->animation.model, clip, on->time, poses->animation);
        sinew_pose_local_to_global(on->animation.model, poses->animation);
        sinew__place_hips(on, poses);
        for (int side = 0; side < 2; ++side) legs[side][i] = measure_leg(on, poses, side);
    }
    // Shifts and offsets determine each other.
    shift_hips(on, (const leg_error *[]){legs[0], legs[1]}, exact);
    for (int round = 0; round < ROUNDS; ++round) {
        for (int side = 0; side < 2; ++side) offset_foot(on, legs[side], side);
        shift_hips(on, (const leg_error *[]){legs[0], legs[1]}, exact);
    }
    return 1;
}
