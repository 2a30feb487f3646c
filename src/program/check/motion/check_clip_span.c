/// W06, W07, W08, W25, W26 and D02: the start, end and duration of a clip, and whether keys are on frames. D01: joints
/// that must move. R01 and R06: travel and first frame.

#include <math.h>
#include <stdlib.h>

#include "core/base/glob.h"
#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "program/check/clip_names.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"

void check_required(const check_task *task, int32_t clip)
{
    const check_clip_terms *terms = &task->terms[clip];
    if (terms->requires_count == 0) return;
    uint64_t *work = &task->file_terms->work;
    uint8_t *animated = sinew__allocate((size_t)task->model->joint_count + 1);
    if (!animated) {
        task->report->arena.failed = 1;
        return;
    }
    sinew__mark_animated_joints(task->model, clip, animated);
    for (size_t i = 0; i < terms->requires_count; ++i) {
        if (*work > CHECK_CONTRACT_MAX_WORK) {
            check_skip(task, CHECK_D01, clip, "the contract requires too many joints");
            break;
        }
        const char *pattern = terms->requires[i];
        int32_t found = SINEW_NONE; // the first joint that has the name
        int is_animated = 0;        // a joint with that name moves
        for (int32_t k = 0; k < task->model->joint_count; ++k) {
            const char *name = sinew_text(task->model, task->model->joints[k].name);
            if (!sinew__glob_matches_counting(pattern, name, work) &&
                !sinew__glob_matches_counting(pattern, sinew__short_joint_name(name), work))
                continue;
            if (found == SINEW_NONE) found = k;
            is_animated |= animated[k];
        }
        const check_spot spot = check_spot_of(clip, found, SINEW_NONE, CHECK_VIEW_TREE);
        if (found == SINEW_NONE)
            check_find(task, CHECK_D01, &spot, "the required joint '%s' is missing", pattern);
        else if (!is_animated)
            check_find(task, CHECK_D01, &spot, "the required joint '%s' never moves", pattern);
    }
    sinew_free(animated);
}

// R01, R06: the distance and speed that the character moves in a clip, and whether it begins with a reference pose.

static const double least_speed = 0.05; ///< metres per second; a walk is faster

static void judge_speed(const check_task *task, int32_t clip, int32_t joint, double speed)
{
    const double declared = task->terms[clip].speed;
    check_spot spot = check_spot_of(clip, joint, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.measured = speed;
    spot.expected = declared;
    spot.unit = "m/s";
    spot.time = task->model->clips[clip].duration;
    if (!(fabs(speed - declared) > sinew__check_speed * fmax(declared, 0.1))) return;
    check_finding *finding =
        check_find(task, CHECK_R01, &spot, "travels at %.4g m/s, declared are %.4g m/s", speed, declared);
    if (speed > least_speed && declared > least_speed)
        check_mend(task, finding, clip, "speed", "%.9g", declared / speed);
}

void check_root(const check_task *task, int32_t clip)
{
    const check_clip_terms *terms = &task->terms[clip];
    const int has_speed = terms->speed >= 0;
    if (terms->travel == CHECK_TRAVEL_UNDECLARED && !has_speed) {
        check_skip(task, CHECK_R01, clip, "neither in_place nor speed is declared");
        return;
    }
    const sinew__span span = sinew__motion_span(task->model, clip, task->pose);
    sinew__travel travel;
    if (sinew__clip_travel(task->model, clip, &span, task->feet, task->foot_count, &(sinew_contacts){0}, task->pose,
                           &travel) != SINEW_OK) {
        task->report->arena.failed = 1;
        return;
    }
    if (travel.joint == SINEW_NONE) {
        check_skip(task, CHECK_R01, clip, "no joint was found that moves the character");
        return;
    }
    const double distance = travel.speed * span.duration * 100, // cm
        limit = sinew__check_travel * task->model->info->size * task->model->info->unit_cm;
    check_spot spot = check_spot_of(clip, travel.joint, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.measured = distance;
    spot.expected = terms->travel == CHECK_TRAVELS ? limit : 0;
    spot.unit = "cm";
    spot.time = task->model->clips[clip].duration;
    if (terms->travel == CHECK_TRAVEL_IN_PLACE && distance > limit)
        check_mend(task, check_find(task, CHECK_R01, &spot, "declared in place, but travels %.4g cm", distance), clip,
                   "in-place", NULL);
    if (terms->travel == CHECK_TRAVELS && distance <= limit)
        check_find(task, CHECK_R01, &spot, "declared to travel, but moves %.4g cm only", distance);
    if (has_speed && terms->travel != CHECK_TRAVEL_IN_PLACE) judge_speed(task, clip, travel.joint, travel.speed);
}

void check_first_frame(const check_task *task, int32_t clip)
{
    if (!check_wants(task, CHECK_R06)) return;
    const sinew__first_frame first = sinew__look_at_first_frame(task->model, clip, task->pose);
    check_spot spot = check_spot_of(clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_POSE);
    if (!first.is_reference) return;
    spot.time = 0;
    spot.measured = first.distance * task->model->info->unit_cm;
    spot.unit = "cm";
    check_finding *finding =
        check_find(task, CHECK_R06, &spot, "the first frame is a reference pose: '%s' jumps by %.4g cm to the second",
                   sinew_text(task->model, task->model->joints[first.joint].name), spot.measured);
    check_mend(task, finding, clip, "trim", "%.9gs..end", sinew__motion_span(task->model, clip, task->pose).start);
}

/// Returns the number of keyframes that are not on a frame; *out_first is the first of them.
static int64_t count_between_frames(const sinew_model *model, const sinew_clip *clip, double fps, double *out_first)
{
    int64_t count = 0;
    for (int32_t i = 0; i < clip->key_time_count; ++i) {
        const double time = sinew__key_time(model, clip, i), frame = (clip->start + time) * fps;
        if (fabs(frame - round(frame)) > sinew__check_frame && count++ == 0) *out_first = time;
    }
    return count;
}

static void judge_span(const check_task *task, int32_t index)
{
    const sinew_clip *clip = &task->model->clips[index];
    const double fps = check_fps(task->model);
    check_spot spot = check_spot_of(index, SINEW_NONE, SINEW_NONE, CHECK_VIEW_KEYS);
    if (clip->duration * fps < sinew__check_span_frames) {
        spot.measured = clip->duration;
        spot.unit = "s";
        check_find(task, CHECK_W06, &spot, "the clip has one frame");
    } else if (clip->key_time_count > 0 && fabs(clip->duration - clip->last_key) * fps > sinew__check_span_frames) {
        spot.measured = clip->duration;
        spot.expected = clip->last_key;
        spot.unit = "s";
        check_finding *finding = check_find(task, CHECK_W07, &spot, "the span is %.3f s, but the last key is at %.3f s",
                                            clip->duration, clip->last_key);
        if (clip->last_key > 0)
            check_mend(task, finding, index, "trim", "0s..%.9gs", fmin(clip->last_key, clip->duration));
    }
}

static void judge_start(const check_task *task, int32_t index)
{
    const sinew_clip *clip = &task->model->clips[index];
    const double frames = clip->start * check_fps(task->model);
    check_spot spot = check_spot_of(index, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    spot.measured = clip->start;
    spot.expected = 0;
    spot.unit = "s";
    if (!(fabs(frames) > sinew__check_start_frames)) return;
    check_finding *finding = check_find(
        task, CHECK_W25, &spot, "the clip begins at %.3f s of the file's timeline, frame %.6g", clip->start, frames);
    check_mend(task, finding, index, "start", "0s");
}

static void judge_name(const check_task *task, int32_t index)
{
    const char *name = sinew_text(task->model, task->model->clips[index].name);
    const check_spot spot = check_spot_of(index, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    if (!check_clip_lacks_name(name)) return;
    check_finding *finding = check_find(task, CHECK_W26, &spot, "a program gave it its name");
    check_mend(task, finding, index, "name-clips", "file");
}

static void judge_grid(const check_task *task, int32_t index, double fps, check_id id)
{
    const sinew_clip *clip = &task->model->clips[index];
    check_spot spot = check_spot_of(index, SINEW_NONE, SINEW_NONE, CHECK_VIEW_KEYS);
    spot.count = count_between_frames(task->model, clip, fps, &spot.time);
    spot.measured = (double)spot.count;
    spot.expected = 0;
    if (spot.count > 0)
        check_find(task, id, &spot, "%lld of %d keyframes are between frames at %.6g frames per second",
                   (long long)spot.count, (int)clip->key_time_count, fps);
}

static void judge_declared_rate(const check_task *task, int32_t index, double declared)
{
    const double fps = task->model->info->fps;
    check_spot spot = check_spot_of(index, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    spot.measured = fps;
    spot.expected = declared;
    spot.unit = "fps";
    if (!(fps > 0))
        check_skip(task, CHECK_D02, index, "the format has no frame rate");
    else if (fabs(fps - declared) > 1e-3 * declared)
        check_mend(
            task,
            check_find(task, CHECK_D02, &spot, "the file has %.6g frames per second, declared are %.6g", fps, declared),
            index, "fps", "%.9g", declared);
    judge_grid(task, index, declared, CHECK_D02);
}

int check_is_on_frames(const check_task *task, int32_t clip)
{
    const double fps = task->model->info->fps;
    double first;
    return fps > 0 && count_between_frames(task->model, &task->model->clips[clip], fps, &first) == 0;
}

void check_clip_span(const check_task *task, int32_t clip)
{
    const check_clip_terms *terms = &task->terms[clip];
    judge_span(task, clip);
    judge_start(task, clip);
    judge_name(task, clip);
    if (task->model->info->fps > 0) judge_grid(task, clip, task->model->info->fps, CHECK_W08);
    if (terms->fps > 0) judge_declared_rate(task, clip, terms->fps);
    if (terms->duration >= 0) {
        const double duration = task->model->clips[clip].duration;
        check_spot spot = check_spot_of(clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
        spot.measured = duration;
        spot.expected = terms->duration;
        spot.unit = "s";
        if (fabs(duration - terms->duration) * check_fps(task->model) > sinew__check_span_frames) {
            check_finding *finding = check_find(task, CHECK_D02, &spot, "the clip lasts %.3f s, declared are %.3f s",
                                                duration, terms->duration);
            if (duration > 0 && terms->duration > 0)
                check_mend(task, finding, clip, "speed", "%.9g", duration / terms->duration);
        }
    }
}
