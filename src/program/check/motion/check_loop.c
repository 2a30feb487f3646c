/// L01 to L04: whether clips that are declared as loops repeat seamlessly, and which other clips are loops.
#include <math.h>

#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/motion/motion.h"

// ---- L01, L03, L04 ------------------------------------------------------------------------------------------------

/// Names the edit that closes a loop: it spreads the jump at the seam over 0.2 s, or over the whole clip if that is
/// shorter.
static void mend_seam(const check_task *task, const sinew__loop *loop, check_finding *finding)
{
    static const double seconds = 0.2;
    const double fps = check_fps(task->model);
    const double frames = floor(fmin(loop->duration, seconds) * fps + 1e-6);
    if (task->terms[loop->clip].loop == CHECK_LOOP_CLOSED && frames >= 1)
        check_mend(task, finding, loop->clip, "close", "%.0f", frames);
}

static void report_gap(const check_task *task, const sinew__loop *loop, const sinew__pose_gap *gap)
{
    const double unit = task->model->info->unit_cm, limit = sinew__loop_distance * task->model->info->size;
    const int by_distance = gap->distance / limit >= gap->degrees / sinew__loop_angle;
    check_spot spot =
        check_spot_of(loop->clip, by_distance ? gap->far_joint : gap->rotated_joint, SINEW_NONE, CHECK_VIEW_POSE);
    spot.time = loop->start + loop->duration;
    spot.measured = by_distance ? gap->distance * unit : gap->degrees;
    spot.expected = by_distance ? limit * unit : sinew__loop_angle;
    spot.unit = by_distance ? "cm" : "deg";
    mend_seam(task, loop,
              check_find(task, CHECK_L01, &spot,
                         "the loop does not close: the last pose is %.4g cm and %.4g degrees from the first",
                         gap->distance * unit, gap->degrees));
}

static void report_held(const check_task *task, const sinew__loop *loop, const char *what)
{
    check_spot spot = check_spot_of(loop->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_KEYS);
    spot.time = loop->start + loop->duration;
    spot.measured = 2;
    spot.expected = 1;
    spot.unit = "frames";
    check_finding *finding = check_find(task, CHECK_L03, &spot, "%s", what);
    if (loop->duration > 2 * loop->frame)
        check_mend(task, finding, loop->clip, "trim", "0s..%.9gs", spot.time - loop->frame);
}

static int is_same(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b)
{
    const sinew__pose_gap gap = sinew__loop_gap(loop, a, b);
    return gap.distance <= sinew__check_held * loop->model->info->size && gap.degrees <= 1e-3;
}

static void judge_undeclared(const check_task *task, const sinew__loop *loop)
{
    const check_spot spot = check_spot_of(loop->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    const sinew__seam_kind kind = sinew__loop_find(loop).kind;
    if (sinew__seam_loops(kind))
        check_find(task, CHECK_L04, &spot, "%s; declare it as one if it is",
                   kind == SINEW__SEAM_OPEN ? "continues like an open loop: the frame after the last is the first"
                                            : "closes like a loop");
}

// ---- L02 ----------------------------------------------------------------------------------------------------------

static void judge_seam(const check_task *task, const sinew__loop *loop)
{
    const sinew__seam_jump jump = sinew__loop_jump(loop, 0);
    const double unit = task->model->info->unit_cm;
    if (jump.joint == SINEW_NONE) return;
    check_spot spot = check_spot_of(loop->clip, jump.joint, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.time = loop->start + loop->duration;
    spot.measured = jump.speed * unit;
    spot.expected = jump.inner_speed * unit;
    spot.unit = "cm/s";
    mend_seam(
        task, loop,
        check_find(
            task, CHECK_L02, &spot,
            "the velocity jumps at the seam by %.4g cm/s and %.4g deg/s; inside the clip by %.4g and %.4g at most",
            spot.measured, jump.turn, spot.expected, jump.inner_turn));
}

// ---- the clip -----------------------------------------------------------------------------------------------------

/// Returns the difference between the last and the first pose. In an open loop these poses are one frame apart, so the
/// difference over the clip's first or last frame, whichever is larger, is subtracted, down to 0.
static sinew__pose_gap closing_gap(const sinew__loop *loop, check_loop_state kind)
{
    sinew__pose_gap gap = sinew__loop_gap(loop, loop->first, loop->last);
    if (kind != CHECK_LOOP_OPEN) return gap;
    const sinew__pose_gap start = sinew__loop_gap(loop, loop->first, loop->after),
                          end = sinew__loop_gap(loop, loop->before, loop->last);
    gap.distance = fmax(0, gap.distance - fmax(start.distance, end.distance));
    gap.degrees = fmax(0, gap.degrees - fmax(start.degrees, end.degrees));
    return gap;
}

static void judge_declared(const check_task *task, const sinew__loop *loop, check_loop_state kind)
{
    sinew__loop_pose(loop, 0, 0, loop->first);
    sinew__loop_pose(loop, fmin(loop->frame, loop->duration), 0, loop->after);
    sinew__loop_pose(loop, loop->duration, 1, loop->last);
    sinew__loop_pose(loop, fmax(0, loop->duration - loop->frame), 1, loop->before);
    sinew__loop_pose(loop, fmax(0, loop->duration - 2 * loop->frame), 1, loop->older);
    const sinew__pose_gap gap = closing_gap(loop, kind);
    if (kind == CHECK_LOOP_OPEN) {
        if (is_same(loop, loop->first, loop->last) && sinew__loop_is_moving(loop, loop->before, loop->last))
            report_held(task, loop, "the last frame repeats the first; an open loop shows it twice");
    } else if (is_same(loop, loop->before, loop->last) && sinew__loop_is_moving(loop, loop->older, loop->before)) {
        report_held(task, loop, "the last two frames are the same pose, while the character moves");
    }
    if (!sinew__loop_is_closed(loop, &gap))
        report_gap(task, loop, &gap);
    else if (kind == CHECK_LOOP_CLOSED && check_wants(task, CHECK_L02))
        judge_seam(task, loop);
}

static int open_loop(const check_task *task, int32_t clip, sinew__loop *out_loop)
{
    const sinew__span span = sinew__motion_span(task->model, clip, task->pose);
    const int is_open = sinew__loop_open(task->model, clip, &span, task->feet, task->foot_count, task->in_character,
                                         task->pose, out_loop);
    task->report->arena.failed |= !is_open;
    return is_open;
}

void check_loop(const check_task *task, int32_t clip)
{
    const check_loop_state kind = task->terms[clip].loop;
    for (int id = CHECK_L01; kind == CHECK_LOOP_UNDECLARED && id <= CHECK_L03; ++id)
        check_skip(task, (check_id)id, clip, "the clip is not declared as a loop or as none");
    if (kind == CHECK_LOOP_OPEN)
        check_skip(task, CHECK_L02, clip, "an open loop has no curves between its last frame and its first");
    if (kind == CHECK_LOOP_NONE || !(task->model->clips[clip].duration > 0)) return;
    sinew__loop loop;
    if (open_loop(task, clip, &loop)) {
        if (kind == CHECK_LOOP_UNDECLARED)
            judge_undeclared(task, &loop);
        else
            judge_declared(task, &loop, kind);
    }
    sinew__loop_free(&loop);
}

check_loop_state check_loop_kind(const check_task *task, int32_t clip)
{
    sinew__loop loop;
    const sinew__seam_kind kind = open_loop(task, clip, &loop) ? sinew__loop_find(&loop).kind : SINEW__SEAM_NO;
    sinew__loop_free(&loop);
    return kind == SINEW__SEAM_CLOSED ? CHECK_LOOP_CLOSED
           : kind == SINEW__SEAM_OPEN ? CHECK_LOOP_OPEN
                                      : CHECK_LOOP_NONE;
}
