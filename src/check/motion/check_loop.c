/// Whether a clip plays as a loop without a visible seam.
///
/// Poses are compared in model space, after the motion of the whole clip along the ground and about the up axis was
/// removed from the last one, so that walks which travel are loops like those in place.
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "check/check_limits.h"
#include "check/checks.h"
#include "check/rigid_difference.h"
#include "sinew/root_motion.h"

/// The clip, and poses of it as [joint_count] globals.
typedef struct loop_state {
    const sinew__check_task *task;
    int32_t clip, root;
    double duration, frame;       ///< seconds
    sinew_affine back;            ///< removes the motion of the whole clip
    sinew_affine *first, *last;   ///< at 0 and at the end
    sinew_affine *after, *before; ///< a frame after the start, a frame before the end
    sinew_affine *older;          ///< two frames before the end
} loop_state;

/// The largest difference of two poses, and the joint that has it.
typedef struct pose_gap {
    double distance, degrees;
    int32_t far_joint, rotated_joint;
} pose_gap;

static sinew_affine affine_of_motion(const sinew_motion *motion)
{
    return sinew__affine_from_transform(&(sinew_transform){motion->translation, motion->rotation, {1, 1, 1}});
}

static int is_below(const sinew_model *model, int32_t joint, int32_t root)
{
    while (joint > root) joint = model->joints[joint].parent;
    return joint == root;
}

static double distance_between(const sinew_affine *a, const sinew_affine *b)
{
    return hypot(hypot(a->row[0][3] - b->row[0][3], a->row[1][3] - b->row[1][3]), a->row[2][3] - b->row[2][3]);
}

/// The global without the motion of the clip. Joints above the one that moves, and its siblings, may stay or move
/// along: they are taken as what is closer to their first pose.
static sinew_affine without_motion(const loop_state *loop, int32_t joint, const sinew_affine *global)
{
    const sinew_affine moved = sinew__affine_multiply(&loop->back, global), *first = &loop->first[joint];
    const int follows = loop->root == SINEW_NONE || is_below(loop->task->model, joint, loop->root);
    return follows || distance_between(&moved, first) < distance_between(global, first) ? moved : *global;
}

/// Globals at a time; with `is_end` without the motion of the clip, for which loop->first must be known.
static void take_pose(const loop_state *loop, double time, int is_end, sinew_affine *out_globals)
{
    sinew__check_pose(loop->task, loop->clip, time);
    for (int32_t i = 0; i < loop->task->model->joint_count; ++i) {
        const sinew_affine *global = &loop->task->pose->global[i];
        out_globals[i] = is_end ? without_motion(loop, i, global) : *global;
    }
}

static pose_gap gap_between(const loop_state *loop, const sinew_affine *a, const sinew_affine *b)
{
    pose_gap gap = {.far_joint = SINEW_NONE, .rotated_joint = SINEW_NONE};
    for (int32_t i = 0; i < loop->task->model->joint_count; ++i) {
        if (!loop->task->in_rig[i]) continue;
        const sinew__rigid_difference found = sinew__rigid_difference_of(&a[i], &b[i]);
        if (gap.far_joint == SINEW_NONE || found.distance > gap.distance) {
            gap.distance = found.distance;
            gap.far_joint = i;
        }
        if (gap.rotated_joint == SINEW_NONE || found.degrees > gap.degrees) {
            gap.degrees = found.degrees;
            gap.rotated_joint = i;
        }
    }
    return gap;
}

static int is_closed(const loop_state *loop, const pose_gap *gap)
{
    return gap->distance <= sinew__check_loop_distance * loop->task->model->info->size &&
           gap->degrees <= sinew__check_loop_angle;
}

// ---- L01, L03, L04 ------------------------------------------------------------------------------------------------

static void report_gap(const loop_state *loop, const pose_gap *gap)
{
    const double unit = loop->task->model->info->unit_cm,
                 limit = sinew__check_loop_distance * loop->task->model->info->size;
    const int by_distance = gap->distance / limit >= gap->degrees / sinew__check_loop_angle;
    sinew__check_spot spot = sinew__check_spot_of(loop->clip, by_distance ? gap->far_joint : gap->rotated_joint,
                                                  SINEW_NONE, SINEW__VIEW_POSE);
    spot.time = loop->duration;
    spot.measured = by_distance ? gap->distance * unit : gap->degrees;
    spot.expected = by_distance ? limit * unit : sinew__check_loop_angle;
    spot.unit = by_distance ? "cm" : "deg";
    sinew__check_find(loop->task, SINEW__CHECK_L01, &spot,
                      "the loop does not close: the last pose is %.4g cm and %.4g degrees from the first",
                      gap->distance * unit, gap->degrees);
}

static void report_held(const loop_state *loop, double time, const char *what)
{
    sinew__check_spot spot = sinew__check_spot_of(loop->clip, SINEW_NONE, SINEW_NONE, SINEW__VIEW_KEYS);
    spot.time = time;
    spot.measured = 2;
    spot.expected = 1;
    spot.unit = "frames";
    sinew__check_find(loop->task, SINEW__CHECK_L03, &spot, "%s", what);
}

static int is_same(const loop_state *loop, const sinew_affine *a, const sinew_affine *b)
{
    const pose_gap gap = gap_between(loop, a, b);
    return gap.distance <= sinew__check_held * loop->task->model->info->size && gap.degrees <= 1e-3;
}

static int is_moving(const loop_state *loop, const sinew_affine *a, const sinew_affine *b)
{
    const pose_gap gap = gap_between(loop, a, b);
    return gap.distance > sinew__check_motion * loop->task->model->info->size;
}

static void judge_held(const loop_state *loop, sinew__loop_kind kind)
{
    if (kind == SINEW__LOOP_OPEN) {
        if (is_same(loop, loop->first, loop->last) && is_moving(loop, loop->before, loop->last))
            report_held(loop, loop->duration, "the last frame repeats the first; an open loop shows it twice");
    } else if (is_same(loop, loop->before, loop->last) && is_moving(loop, loop->older, loop->before)) {
        report_held(loop, loop->duration, "the last two frames are the same pose, while the character moves");
    }
}

/// Whether the clip leaves its first pose. Overwrites loop->older.
static int leaves_first_pose(const loop_state *loop)
{
    for (int i = 1; i < 8; ++i) {
        take_pose(loop, loop->duration * i / 8, 0, loop->older);
        if (is_moving(loop, loop->first, loop->older)) return 1;
    }
    return 0;
}

static void judge_undeclared(const loop_state *loop, const pose_gap *gap)
{
    const sinew__check_spot spot = sinew__check_spot_of(loop->clip, SINEW_NONE, SINEW_NONE, SINEW__VIEW_INFO);
    if (is_closed(loop, gap) && leaves_first_pose(loop))
        sinew__check_find(loop->task, SINEW__CHECK_L04, &spot, "closes like a loop; declare it as one if it is");
}

// ---- L02 ----------------------------------------------------------------------------------------------------------

/// Velocities of a joint: units and degrees per second, as vectors.
typedef struct joint_velocity {
    double linear[3], angular[3];
} joint_velocity;

static joint_velocity velocity_between(const sinew_affine *from, const sinew_affine *to, double seconds)
{
    static const double degrees_per_radian = 57.29577951308232;
    sinew_transform a, b;
    sinew__transform_nearest(from, &a);
    sinew__transform_nearest(to, &b);
    sinew_quat q = sinew__quat_multiply(b.r, sinew__quat_conjugate(a.r));
    const double sign = q.w < 0 ? -1 : 1, sine = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    const double angle = 2 * atan2(sine, fabs(q.w)) * degrees_per_radian;
    const double scale = sine > 0 ? sign * angle / sine / seconds : 0;
    return (joint_velocity){{(b.t.x - a.t.x) / seconds, (b.t.y - a.t.y) / seconds, (b.t.z - a.t.z) / seconds},
                            {q.x * scale, q.y * scale, q.z * scale}};
}

static double length_of_difference(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/// Changes of velocity by joint: at the seam, and the largest at a frame inside the clip.
typedef struct seam_jumps {
    double *linear, *angular;             ///< [joint_count]
    double *inner_linear, *inner_angular; ///< [joint_count]
} seam_jumps;

/// The change of velocity at a time, by one-sided differences. `poses` are globals at three times, `step` apart.
static void note_change(const loop_state *loop, const sinew_affine *const poses[3], double step, double *linear,
                        double *angular)
{
    for (int32_t i = 0; i < loop->task->model->joint_count; ++i) {
        if (!loop->task->in_rig[i]) continue;
        const joint_velocity before = velocity_between(&poses[0][i], &poses[1][i], step),
                             after = velocity_between(&poses[1][i], &poses[2][i], step);
        linear[i] = fmax(linear[i], length_of_difference(before.linear, after.linear));
        angular[i] = fmax(angular[i], length_of_difference(before.angular, after.angular));
    }
}

static void measure_inside(const loop_state *loop, double step, const seam_jumps *jumps)
{
    const double frames = floor(loop->duration / loop->frame + sinew__check_frame);
    const double stride = frames > SINEW__CHECK_MAX_FRAMES ? frames / SINEW__CHECK_MAX_FRAMES : 1;
    const sinew_affine *const poses[3] = {loop->before, loop->last, loop->after};
    for (double frame = 1; frame < frames; frame += stride) {
        const double time = floor(frame) * loop->frame;
        take_pose(loop, time - step, 0, loop->before);
        take_pose(loop, time, 0, loop->last);
        take_pose(loop, time + step, 0, loop->after);
        note_change(loop, poses, step, jumps->inner_linear, jumps->inner_angular);
    }
}

static void report_seam(const loop_state *loop, const seam_jumps *jumps)
{
    const sinew_model_info *info = loop->task->model->info;
    double worst = 1;
    int32_t joint = SINEW_NONE;
    for (int32_t i = 0; i < loop->task->model->joint_count; ++i) {
        const double linear = jumps->linear[i] /
                              (sinew__check_seam_speed * info->size + sinew__check_seam_ratio * jumps->inner_linear[i]),
                     angular = jumps->angular[i] /
                               (sinew__check_seam_turn + sinew__check_seam_ratio * jumps->inner_angular[i]);
        if (!(fmax(linear, angular) > worst)) continue;
        worst = fmax(linear, angular);
        joint = i;
    }
    if (joint == SINEW_NONE) return;
    sinew__check_spot spot = sinew__check_spot_of(loop->clip, joint, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.time = loop->duration;
    spot.measured = jumps->linear[joint] * info->unit_cm;
    spot.expected = jumps->inner_linear[joint] * info->unit_cm;
    spot.unit = "cm/s";
    sinew__check_find(
        loop->task, SINEW__CHECK_L02, &spot,
        "the velocity jumps at the seam by %.4g cm/s and %.4g deg/s; inside the clip by %.4g and %.4g at most",
        spot.measured, jumps->angular[joint], spot.expected, jumps->inner_angular[joint]);
}

/// Overwrites all poses.
static void judge_seam(const loop_state *loop)
{
    const size_t joints = (size_t)loop->task->model->joint_count;
    double *memory = sinew__allocate_zeroed(4 * joints + 1, sizeof *memory);
    if (!memory) {
        loop->task->report->arena.failed = 1;
        return;
    }
    const seam_jumps jumps = {memory, memory + joints, memory + 2 * joints, memory + 3 * joints};
    const double step = fmin(loop->frame, loop->duration) / 4;
    const sinew_affine *const poses[3] = {loop->before, loop->last, loop->after};
    take_pose(loop, loop->duration - step, 1, loop->before);
    take_pose(loop, loop->duration, 1, loop->last);
    take_pose(loop, step, 0, loop->after);
    note_change(loop, poses, step, jumps.linear, jumps.angular);
    measure_inside(loop, step, &jumps);
    report_seam(loop, &jumps);
    sinew_free(memory);
}

// ---- the clip -----------------------------------------------------------------------------------------------------

static sinew_affine motion_back(const loop_state *loop)
{
    if (loop->root == SINEW_NONE) return sinew__affine_identity();
    const sinew_root_motion root = {loop->clip, loop->root, SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    const sinew_motion motion = sinew_root_motion_at(loop->task->model, &root, loop->duration, loop->task->pose);
    const sinew_motion inverse = sinew_motion_inverse(&motion);
    return affine_of_motion(&inverse);
}

/// An open loop closes where its last frame continues to the first: one frame after the last, which is
/// extrapolated.
static pose_gap closing_gap(const loop_state *loop, sinew__loop_kind kind)
{
    if (kind != SINEW__LOOP_OPEN) return gap_between(loop, loop->first, loop->last);
    pose_gap gap = gap_between(loop, loop->first, loop->last);
    const pose_gap start = gap_between(loop, loop->first, loop->after),
                   end = gap_between(loop, loop->before, loop->last);
    gap.distance = fmax(0, gap.distance - fmax(start.distance, end.distance));
    gap.degrees = fmax(0, gap.degrees - fmax(start.degrees, end.degrees));
    return gap;
}

static void judge(const loop_state *loop)
{
    const sinew__loop_kind kind = loop->task->terms[loop->clip].loop;
    take_pose(loop, 0, 0, loop->first);
    take_pose(loop, fmin(loop->frame, loop->duration), 0, loop->after);
    take_pose(loop, loop->duration, 1, loop->last);
    take_pose(loop, fmax(0, loop->duration - loop->frame), 1, loop->before);
    take_pose(loop, fmax(0, loop->duration - 2 * loop->frame), 1, loop->older);
    const pose_gap gap = closing_gap(loop, kind);
    if (kind == SINEW__LOOP_UNDECLARED) {
        judge_undeclared(loop, &gap);
        return;
    }
    judge_held(loop, kind);
    if (!is_closed(loop, &gap))
        report_gap(loop, &gap);
    else if (kind == SINEW__LOOP_CLOSED && sinew__check_wants(loop->task, SINEW__CHECK_L02))
        judge_seam(loop);
}

/// Says which checks have nothing to go by. Returns whether there is one that has.
static int is_judged(const sinew__check_task *task, int32_t clip)
{
    const sinew__loop_kind kind = task->terms[clip].loop;
    if (kind == SINEW__LOOP_UNDECLARED) {
        for (int id = SINEW__CHECK_L01; id <= SINEW__CHECK_L03; ++id)
            sinew__check_skip(task, (sinew__check_id)id, clip, "the clip is not declared as a loop or as none");
    }
    if (kind == SINEW__LOOP_OPEN)
        sinew__check_skip(task, SINEW__CHECK_L02, clip,
                          "an open loop has no curves between its last frame and its first");
    return kind != SINEW__LOOP_NONE && task->model->clips[clip].duration > 0;
}

/// Allocates the poses. Returns what to free, or NULL when out of memory.
static sinew_affine *init_loop(loop_state *loop, const sinew__check_task *task, int32_t clip)
{
    const size_t joints = (size_t)task->model->joint_count;
    sinew_affine *poses = sinew__allocate_zeroed(5 * joints + 1, sizeof *poses);
    *loop = (loop_state){.task = task,
                         .clip = clip,
                         .root = sinew_model_find_motion_joint(task->model),
                         .duration = task->model->clips[clip].duration,
                         .frame = 1 / sinew__check_fps(task->model),
                         .first = poses,
                         .last = poses + joints,
                         .after = poses + 2 * joints,
                         .before = poses + 3 * joints,
                         .older = poses + 4 * joints};
    if (!poses)
        task->report->arena.failed = 1;
    else
        loop->back = motion_back(loop);
    return poses;
}

void sinew__check_loop(const sinew__check_task *task, int32_t clip)
{
    loop_state loop;
    if (!is_judged(task, clip)) return;
    sinew_affine *poses = init_loop(&loop, task, clip);
    if (poses) judge(&loop);
    sinew_free(poses);
}

int sinew__check_closes(const sinew__check_task *task, int32_t clip)
{
    loop_state loop;
    sinew_affine *poses = init_loop(&loop, task, clip);
    if (!poses) return 0;
    take_pose(&loop, 0, 0, loop.first);
    take_pose(&loop, loop.duration, 1, loop.last);
    const pose_gap gap = gap_between(&loop, loop.first, loop.last);
    const int closes = is_closed(&loop, &gap) && leaves_first_pose(&loop);
    sinew_free(poses);
    return closes;
}
