/// R11: the height of the ground that a clip's planted soles show, and whether it drifts.
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/vec3.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"

// ---- the ground -----------------------------------------------------------------------------------------------------

/// Returns the height of the soles in the reference pose.
static double rest_ground(const sinew__reference_body *body)
{
    double sum = 0;
    for (int side = 0; side < 2; ++side) {
        const int32_t foot = body->map->joint[(side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_FOOT];
        sum += sinew__vec3_dot(sinew__vec3_add(body->positions[foot], body->soles[side].heel), body->up);
    }
    return sum / 2;
}

check_ground_facts check_find_ground(const check_task *task, int32_t clip)
{
    const sinew__reference_body *body = task->body;
    const double unknown = (double)NAN;
    check_ground_facts facts = {unknown, unknown, unknown, unknown};
    if (!body || !check_wants(task, CHECK_R11) || !(task->model->clips[clip].duration > 0)) return facts;
    if (!check_spend(task, fmin(30 * task->model->clips[clip].duration, CHECK_MAX_FRAMES))) {
        check_skip(task, CHECK_R11, clip, "the clips of the file have too many frames");
        return facts;
    }
    sinew__retargeting feet = {.animation = *body};
    sinew__arena memory = {0};
    if (!sinew__find_ground(&feet, clip, task->pose, &memory)) task->report->arena.failed = 1;
    sinew__arena_free(&memory);
    if (!feet.has_ground) {
        check_skip(task, CHECK_R11, clip, "no foot is planted on one ground");
        return facts;
    }
    const double cm = task->model->info->unit_cm, declared = task->terms[clip].ground;
    facts.ground = feet.ground * cm;
    facts.leg = body->leg_length * cm;
    facts.height = sinew__reference_height(body) * 100;
    facts.off = facts.ground;
    if (!isnan(declared))
        facts.off = facts.ground - declared * cm;
    else if (sinew__reference_stands(body) && fabs(feet.ground - rest_ground(body)) * cm < fabs(facts.off))
        facts.off = facts.ground - rest_ground(body) * cm;
    return facts;
}

// ---- drifts ---------------------------------------------------------------------------------------------------------

/// The frames with a planted foot, for both feet.
typedef struct planted_frames {
    double *heights; ///< [count] heights of the foot's lowest joint, in the order of `times`
    double *times;   ///< [count] positions in the clip, 0 … 1
    double *rises;   ///< [count] upward speed of that joint, units per second
    double *sorted;  ///< [count] scratch memory
    int32_t count;
} planted_frames;

/// Returns the median of the values whose times are in [from, to); NaN if there are fewer than three.
static double median_between(const planted_frames *planted, const double *values, double from, double to)
{
    size_t count = 0;
    for (int32_t i = 0; i < planted->count; ++i)
        if (planted->times[i] >= from && planted->times[i] < to) planted->sorted[count++] = values[i];
    qsort(planted->sorted, count, sizeof *planted->sorted, sinew__compare_doubles);
    return count < 3 ? (double)NAN : planted->sorted[count / 2];
}

static void find_planted(const check_task *task, const check_clip_frames *frames, planted_frames *out)
{
    const sinew__reference_body *body = task->body;
    for (int side = 0; side < 2; ++side) {
        const int32_t *part = body->map->joint + (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
        const int32_t joint = part[SINEW_SIDE_TOES] == SINEW_NONE ? part[SINEW_SIDE_FOOT] : part[SINEW_SIDE_TOES];
        const check_frame_joint *at = check_clip_frames_of(frames, joint);
        for (int32_t i = 1; i + 1 < frames->frame_count; ++i) {
            sinew_vec3 position[3];
            for (int k = 0; k < 3; ++k) {
                const float *p = at[i - 1 + k].position;
                position[k] = (sinew_vec3){(double)p[0], (double)p[1], (double)p[2]};
            }
            const sinew_vec3 moved = sinew__vec3_scale(sinew__vec3_subtract(position[2], position[0]),
                                                       1 / (2 * frames->step * body->leg_length));
            const double rise = sinew__vec3_dot(moved, body->up),
                         slip = sinew__vec3_length(sinew__vec3_subtract(moved, sinew__vec3_scale(body->up, rise)));
            if (!(slip < sinew__check_planted_slip) || !(fabs(rise) < sinew__check_planted_rise)) continue;
            out->heights[out->count] = sinew__vec3_dot(position[1], body->up);
            out->times[out->count] = (double)i / (frames->frame_count - 1);
            out->rises[out->count++] = rise * body->leg_length;
        }
    }
}

/// R11: reports a body that drifts up or down. On stairs, on slopes and after jumps, planted feet are at other heights
/// than before, but each foot keeps its height while it is planted. If the whole body drifts, planted feet rise as fast
/// as the ground seems to, and the ground rises by about the same height in each quarter of the clip.
void check_drift(const check_task *task, const check_clip_frames *frames)
{
    enum { QUARTERS = 4 };
    const sinew__reference_body *body = task->body;
    if (!body || !check_wants(task, CHECK_R11) || frames->frame_count < 3) return;
    const size_t capacity = 2 * (size_t)frames->frame_count;
    double *memory = sinew__allocate(4 * capacity * sizeof *memory);
    if (!memory) {
        task->report->arena.failed = 1;
        return;
    }
    planted_frames planted = {memory, memory + capacity, memory + 2 * capacity, memory + 3 * capacity, 0};
    find_planted(task, frames, &planted);
    const double seconds = (frames->frame_count - 1) * frames->step, cm = task->model->info->unit_cm,
                 height = sinew__reference_height(body) * 100 / cm,
                 rise = median_between(&planted, planted.rises, 0, 1) * seconds;
    double levels[QUARTERS];
    for (int i = 0; i < QUARTERS; ++i) levels[i] = median_between(&planted, planted.heights, i / 4.0, (i + 1) / 4.0);
    sinew_free(memory);
    const double drift = (levels[QUARTERS - 1] - levels[0]) * QUARTERS / (QUARTERS - 1);
    if (!(fabs(drift) > sinew__check_drift * height)) return;
    if (!(fabs(rise - drift) < sinew__check_steady_drift * fabs(drift))) return;
    for (int i = 1; i < QUARTERS; ++i)
        if (!(fabs(levels[i] - levels[i - 1] - drift / QUARTERS) < sinew__check_steady_drift * fabs(drift) / QUARTERS))
            return;
    check_spot spot = check_spot_of(frames->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.joint = body->map->joint[SINEW_BODY_HIPS];
    spot.time = frames->start;
    spot.measured = fabs(drift) * cm;
    spot.expected = 0;
    spot.unit = "cm";
    check_find(task, CHECK_R11, &spot, "the whole body %s by %.3g cm: planted feet move along",
               drift > 0 ? "rises" : "sinks", spot.measured);
}
