/// R07 to R09: frames that repeat, a joint that stands still while the body moves, and knees that bend the other way.
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"

static const double degrees_per_radian = 57.29577951308232;

/// Returns whether a joint's local rotation equals the previous frame's, up to the rounding of its file.
static int is_still(const check_frame_joint *frames, int32_t frame)
{
    double most = 0;
    for (int i = 0; i < 4; ++i)
        most = fmax(most, fabs((double)frames[frame].local[i] - (double)frames[frame - 1].local[i]));
    return most <= sinew__check_still;
}

/// Counts the joints that move into each frame (`moving`), and sums their rotations (`amounts`). Returns the number of
/// joints that move in some frame.
static int32_t count_moving(const check_task *task, const check_clip_frames *frames, int32_t *moving, double *amounts)
{
    int32_t count = 0;
    for (int32_t joint = 0; joint < frames->joint_count; ++joint) {
        const check_frame_joint *at = check_clip_frames_of(frames, joint);
        int moves = 0;
        if (!task->in_character[joint]) continue;
        for (int32_t k = 1; k < frames->frame_count; ++k) {
            const int moved = !is_still(at, k);
            moving[k] += moved;
            for (int i = 0; i < 4; ++i) amounts[k] += fabs((double)at[k].local[i] - (double)at[k - 1].local[i]);
            moves |= moved;
        }
        count += moves;
    }
    return count;
}

// ---- R07: frames that repeat --------------------------------------------------------------------------------------

/// R07: reports a pose that does not change in every n-th frame but changes in all others: frames were dropped and
/// refilled, or the motion has another frame rate than the file.
static void judge_repeats(const check_task *task, const check_clip_frames *frames, const double *amounts)
{
    enum { MIN_REPEATS = 4, MAX_PERIOD = 12 };
    int32_t first = SINEW_NONE, last = SINEW_NONE, count = 0, period = 0, regular = 0;
    for (int32_t k = 1; k < frames->frame_count; ++k) {
        // Key times are rounded, so a repeated frame may differ slightly from the previous one.
        const double beside = fmax(k > 1 ? amounts[k - 1] : 0, k + 1 < frames->frame_count ? amounts[k + 1] : 0);
        if (!(amounts[k] <= sinew__check_repeat * beside && beside > sinew__check_still)) continue;
        if (count++ == 0)
            first = k;
        else if (period == 0 || k - last == period)
            period = k - last, ++regular;
        last = k;
    }
    // The pattern must cover the whole clip, except for two periods at each end.
    if (count < MIN_REPEATS || period < 2 || period > MAX_PERIOD || regular < count - 2) return;
    if (first > 2 * period || last < frames->frame_count - 1 - 2 * period) return;
    check_spot spot = check_spot_of(frames->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_KEYS);
    spot.count = count;
    spot.time = frames->start + first * frames->step;
    spot.measured = count;
    spot.expected = 0;
    spot.unit = "frames";
    check_find(task, CHECK_R07, &spot, "one of %d frames repeats the one before it (%d times)", (int)period,
               (int)count);
}

// ---- R08: a joint that stands still ---------------------------------------------------------------------------------

/// R08: reports a joint that moves in nearly every frame but stands still for part of the clip, while most other joints
/// move.
static void judge_frozen(const check_task *task, const check_clip_frames *frames, const int32_t *moving,
                         int32_t moving_joints)
{
    const int32_t least = (int32_t)fmax(4, ceil(sinew__check_frozen_seconds / frames->step));
    check_spot spot = check_spot_of(frames->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_KEYS);
    int32_t longest = 0, from = 0;
    spot.count = 0;
    for (int32_t joint = 0; joint < frames->joint_count; ++joint) {
        const check_frame_joint *at = check_clip_frames_of(frames, joint);
        int32_t still = 0, run = 0, best = 0, best_from = 0;
        int is_toe = 0; // toes are not judged: they rest while their foot is planted
        for (int32_t i = 0; i < task->foot_count; ++i) is_toe |= task->feet[i].toe == joint;
        if (!task->in_character[joint] || is_toe) continue;
        for (int32_t k = 1; k < frames->frame_count; ++k) {
            run = is_still(at, k) ? run + 1 : 0;
            still += run > 0;
            if (run > best) best = run, best_from = k - run + 1;
        }
        // The joint must move in at least nine tenths of the frames outside the run, and the run must have at most half
        // of all frames.
        const int32_t others = frames->frame_count - 1 - best;
        if (best < least || others < best || still - best > others / 10) continue;
        double going_on = 0;
        for (int32_t k = best_from; k < best_from + best; ++k) going_on += moving[k];
        if (going_on < sinew__check_frozen_others * moving_joints * best) continue;
        ++spot.count;
        if (best <= longest) continue;
        longest = best;
        from = best_from - 1;
        spot.joint = joint;
    }
    if (spot.joint == SINEW_NONE) return;
    spot.time = frames->start + from * frames->step;
    spot.measured = longest * frames->step;
    spot.expected = 0;
    spot.unit = "s";
    check_find(task, CHECK_R08, &spot, "stands still for %.3g s from %.3f s on, while the others move (joints: %lld)",
               spot.measured, spot.time, (long long)spot.count);
}

// ---- R09: knees ---------------------------------------------------------------------------------------------------

static sinew_vec3 position_of(const check_frame_joint *at)
{
    return (sinew_vec3){(double)at->position[0], (double)at->position[1], (double)at->position[2]};
}

/// Returns the bend of a knee as a vector along its axis, in the thigh's space; the length is the sine of the angle.
static sinew_vec3 bend_of(const check_clip_frames *frames, const int32_t joints[3], int32_t frame, double *out_degrees)
{
    const check_frame_joint *hip = &check_clip_frames_of(frames, joints[0])[frame];
    const sinew_vec3 at_hip = position_of(hip), at_knee = position_of(&check_clip_frames_of(frames, joints[1])[frame]),
                     at_ankle = position_of(&check_clip_frames_of(frames, joints[2])[frame]);
    const sinew_vec3 thigh = sinew__vec3_subtract(at_knee, at_hip), shin = sinew__vec3_subtract(at_ankle, at_knee),
                     cross = sinew__vec3_cross(thigh, shin);
    const double lengths = sinew__vec3_length(thigh) * sinew__vec3_length(shin);
    *out_degrees = atan2(sinew__vec3_length(cross), sinew__vec3_dot(thigh, shin)) * degrees_per_radian;
    if (!(lengths > 0)) return (sinew_vec3){0, 0, 0};
    const sinew_quat rotation = {(double)hip->global[0], (double)hip->global[1], (double)hip->global[2],
                                 (double)hip->global[3]};
    return sinew__quat_rotate(sinew__quat_conjugate(rotation), sinew__vec3_scale(cross, 1 / lengths));
}

static void judge_knee(const check_task *task, const check_clip_frames *frames, int32_t ankle)
{
    const sinew_joint *joints = task->model->joints;
    const int32_t knee = joints[ankle].parent, hip = knee == SINEW_NONE ? SINEW_NONE : joints[knee].parent;
    if (hip == SINEW_NONE || !task->in_character[hip] || !task->in_character[knee]) return;
    const int32_t leg[3] = {hip, knee, ankle};
    sinew_vec3 usual = {0, 0, 0};
    double degrees, worst = 0;
    check_spot spot = check_spot_of(frames->clip, knee, SINEW_NONE, CHECK_VIEW_POSE);
    for (int32_t k = 0; k < frames->frame_count; ++k) usual = sinew__vec3_add(usual, bend_of(frames, leg, k, &degrees));
    // A leg whose mean bend is below 10° (sine 0.17) has no usual direction.
    const double length = sinew__vec3_length(usual);
    if (!(length > 0.17 * frames->frame_count)) return;
    for (int32_t k = 0; k < frames->frame_count; ++k) {
        const sinew_vec3 bend = bend_of(frames, leg, k, &degrees);
        if (sinew__vec3_dot(bend, usual) > -0.7 * sinew__vec3_length(bend) * length || degrees <= worst) continue;
        worst = degrees;
        spot.time = frames->start + k * frames->step;
    }
    if (!(worst > sinew__check_knee)) return;
    spot.measured = worst;
    spot.expected = 0;
    spot.unit = "deg";
    check_find(task, CHECK_R09, &spot, "the knee bends the other way by %.3g degrees at %.3f s", worst, spot.time);
}

void check_repeats(const check_task *task, const check_clip_frames *frames)
{
    const size_t count = (size_t)frames->frame_count + 1;
    int32_t *moving = sinew__allocate_zeroed(count, sizeof *moving);
    double *amounts = sinew__allocate_zeroed(count, sizeof *amounts);
    const int32_t moving_joints = moving && amounts ? count_moving(task, frames, moving, amounts) : 0;
    if (!moving || !amounts) task->report->arena.failed = 1;
    if (moving_joints > 1) {
        judge_repeats(task, frames, amounts);
        judge_frozen(task, frames, moving, moving_joints);
    }
    for (int32_t i = 0; i < task->foot_count; ++i) judge_knee(task, frames, task->feet[i].ankle);
    sinew_free(moving);
    sinew_free(amounts);
}
