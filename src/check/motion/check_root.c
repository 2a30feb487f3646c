/// How far and how fast a clip moves the character.
#include <math.h>

#include "check/check_limits.h"
#include "check/checks.h"
#include "sinew/root_motion.h"

static double ground_distance(const sinew__check_task *task, int32_t clip, int32_t joint)
{
    const sinew_root_motion root = {clip, joint, SINEW_MOTION_GROUND};
    const sinew_vec3 t =
        sinew_root_motion_at(task->model, &root, task->model->clips[clip].duration, task->pose).translation;
    return sqrt(t.x * t.x + t.y * t.y + t.z * t.z);
}

static void judge_travel(const sinew__check_task *task, int32_t clip, int32_t joint, double distance)
{
    const double unit = task->model->info->unit_cm, limit = sinew__check_travel * task->model->info->size;
    const sinew__travel_kind declared = task->terms[clip].travel;
    sinew__check_spot spot = sinew__check_spot_of(clip, joint, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.measured = distance * unit;
    spot.expected = declared == SINEW__TRAVELS ? limit * unit : 0;
    spot.unit = "cm";
    spot.time = task->model->clips[clip].duration;
    if (declared == SINEW__TRAVEL_IN_PLACE && distance > limit)
        sinew__check_find(task, SINEW__CHECK_R01, &spot, "declared in place, but travels %.4g cm", distance * unit);
    if (declared == SINEW__TRAVELS && distance <= limit)
        sinew__check_find(task, SINEW__CHECK_R01, &spot, "declared to travel, but moves %.4g cm only", distance * unit);
}

static void judge_speed(const sinew__check_task *task, int32_t clip, int32_t joint, double distance)
{
    const double declared = task->terms[clip].speed;
    const double speed = distance * task->model->info->unit_cm / 100 / task->model->clips[clip].duration;
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
    const int32_t joint = sinew_model_find_motion_joint(task->model);
    if (joint == SINEW_NONE || !(task->model->clips[clip].duration > 0)) {
        sinew__check_skip(task, SINEW__CHECK_R01, clip, "no root joint was found, or the clip has no duration");
        return;
    }
    const double distance = ground_distance(task, clip, joint);
    judge_travel(task, clip, joint, distance);
    if (has_speed && terms->travel != SINEW__TRAVEL_IN_PLACE) judge_speed(task, clip, joint, distance);
}
