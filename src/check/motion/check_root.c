/// R01, R06: how far and how fast a clip moves the character, and whether it begins with a reference pose.
#include <math.h>

#include "check/check_limits.h"
#include "check/checks.h"
#include "motion/reference_pose.h"
#include "motion/travel.h"

/// `distance` in centimetres.
static void judge_travel(const sinew__check_task *task, int32_t clip, int32_t joint, double distance)
{
    const double limit = sinew__check_travel * task->model->info->size * task->model->info->unit_cm;
    const sinew__travel_kind declared = task->terms[clip].travel;
    sinew__check_spot spot = sinew__check_spot_of(clip, joint, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.measured = distance;
    spot.expected = declared == SINEW__TRAVELS ? limit : 0;
    spot.unit = "cm";
    spot.time = task->model->clips[clip].duration;
    if (declared == SINEW__TRAVEL_IN_PLACE && distance > limit)
        sinew__check_find(task, SINEW__CHECK_R01, &spot, "declared in place, but travels %.4g cm", distance);
    if (declared == SINEW__TRAVELS && distance <= limit)
        sinew__check_find(task, SINEW__CHECK_R01, &spot, "declared to travel, but moves %.4g cm only", distance);
}

static void judge_speed(const sinew__check_task *task, int32_t clip, int32_t joint, double speed)
{
    const double declared = task->terms[clip].speed;
    sinew__check_spot spot = sinew__check_spot_of(clip, joint, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.measured = speed;
    spot.expected = declared;
    spot.unit = "m/s";
    spot.time = task->model->clips[clip].duration;
    if (fabs(speed - declared) > sinew__check_speed * fmax(declared, 0.1))
        sinew__check_find(task, SINEW__CHECK_R01, &spot, "travels at %.4g m/s, declared are %.4g m/s", speed, declared);
}

void sinew__check_root(const sinew__check_task *task, int32_t clip)
{
    const sinew__clip_terms *terms = &task->terms[clip];
    const int has_speed = terms->speed >= 0;
    if (terms->travel == SINEW__TRAVEL_UNDECLARED && !has_speed) {
        sinew__check_skip(task, SINEW__CHECK_R01, clip, "neither in_place nor speed is declared");
        return;
    }
    const sinew__span span = sinew__motion_span(task->model, clip, task->pose);
    sinew__travel travel;
    if (!sinew__clip_travel(task->model, clip, &span, task->feet, task->foot_count, &(sinew_contacts){0}, task->pose,
                            &travel)) {
        sinew__check_skip(task, SINEW__CHECK_R01, clip, "no joint was found that moves the character");
        return;
    }
    judge_travel(task, clip, travel.joint, travel.speed * span.duration * 100);
    if (has_speed && terms->travel != SINEW__TRAVEL_IN_PLACE) judge_speed(task, clip, travel.joint, travel.speed);
}

void sinew__check_first_frame(const sinew__check_task *task, int32_t clip)
{
    if (!sinew__check_wants(task, SINEW__CHECK_R06)) return;
    const sinew__first_frame first = sinew__look_at_first_frame(task->model, clip, task->pose);
    sinew__check_spot spot = sinew__check_spot_of(clip, SINEW_NONE, SINEW_NONE, SINEW__VIEW_POSE);
    if (!first.is_reference) return;
    spot.time = 0;
    spot.measured = first.distance * task->model->info->unit_cm;
    spot.unit = "cm";
    sinew__check_find(task, SINEW__CHECK_R06, &spot,
                      "the first frame is a reference pose: '%s' jumps by %.4g cm to the second",
                      sinew_text(task->model, task->model->joints[first.joint].name), spot.measured);
}
