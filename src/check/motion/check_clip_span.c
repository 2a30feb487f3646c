/// When a clip plays, and where its keys are in time.
#include <math.h>

#include "check/check_limits.h"
#include "check/checks.h"
#include "model/clip_span.h"

static int is_between_frames(double seconds, double fps)
{
    const double frame = seconds * fps;
    return fabs(frame - round(frame)) > sinew__check_frame;
}

/// Keyframes between frames, and the first of them.
static int64_t count_between_frames(const sinew_model *model, const sinew_clip *clip, double fps, double *out_first)
{
    int64_t count = 0;
    for (int32_t i = 0; i < clip->key_time_count; ++i) {
        const double time = sinew__key_time(model, clip, i);
        if (is_between_frames(clip->start + time, fps) && count++ == 0) *out_first = time;
    }
    return count;
}

static void judge_span(const sinew__check_task *task, int32_t index)
{
    const sinew_clip *clip = &task->model->clips[index];
    const double fps = sinew__check_fps(task->model);
    sinew__check_spot spot = sinew__check_spot_of(index, SINEW_NONE, SINEW_NONE, SINEW__VIEW_KEYS);
    if (clip->duration * fps < sinew__check_span_frames) {
        spot.measured = clip->duration;
        spot.unit = "s";
        sinew__check_find(task, SINEW__CHECK_W06, &spot, "the clip has one frame");
    } else if (clip->key_time_count > 0 && fabs(clip->duration - clip->last_key) * fps > sinew__check_span_frames) {
        spot.measured = clip->duration;
        spot.expected = clip->last_key;
        spot.unit = "s";
        sinew__check_find(task, SINEW__CHECK_W07, &spot, "the span is %.3f s, but the last key is at %.3f s",
                          clip->duration, clip->last_key);
    }
}

static void judge_grid(const sinew__check_task *task, int32_t index, double fps, sinew__check_id id)
{
    const sinew_clip *clip = &task->model->clips[index];
    sinew__check_spot spot = sinew__check_spot_of(index, SINEW_NONE, SINEW_NONE, SINEW__VIEW_KEYS);
    spot.count = count_between_frames(task->model, clip, fps, &spot.time);
    spot.measured = (double)spot.count;
    spot.expected = 0;
    if (spot.count > 0)
        sinew__check_find(task, id, &spot, "%lld of %d keyframes are between frames at %.6g frames per second",
                          (long long)spot.count, (int)clip->key_time_count, fps);
}

static void judge_declared_rate(const sinew__check_task *task, int32_t index, double declared)
{
    const double fps = task->model->info->fps;
    sinew__check_spot spot = sinew__check_spot_of(index, SINEW_NONE, SINEW_NONE, SINEW__VIEW_INFO);
    spot.measured = fps;
    spot.expected = declared;
    spot.unit = "fps";
    if (!(fps > 0))
        sinew__check_skip(task, SINEW__CHECK_D02, index, "the format has no frame rate");
    else if (fabs(fps - declared) > 1e-3 * declared)
        sinew__check_find(task, SINEW__CHECK_D02, &spot, "the file has %.6g frames per second, declared are %.6g", fps,
                          declared);
    judge_grid(task, index, declared, SINEW__CHECK_D02);
}

static void judge_declared_duration(const sinew__check_task *task, int32_t index, double declared)
{
    const double duration = task->model->clips[index].duration;
    sinew__check_spot spot = sinew__check_spot_of(index, SINEW_NONE, SINEW_NONE, SINEW__VIEW_INFO);
    spot.measured = duration;
    spot.expected = declared;
    spot.unit = "s";
    if (fabs(duration - declared) * sinew__check_fps(task->model) > sinew__check_span_frames)
        sinew__check_find(task, SINEW__CHECK_D02, &spot, "the clip lasts %.3f s, declared are %.3f s", duration,
                          declared);
}

int sinew__check_is_on_frames(const sinew__check_task *task, int32_t clip)
{
    const double fps = task->model->info->fps;
    double first;
    return fps > 0 && count_between_frames(task->model, &task->model->clips[clip], fps, &first) == 0;
}

void sinew__check_clip_span(const sinew__check_task *task, int32_t clip)
{
    const sinew__clip_terms *terms = &task->terms[clip];
    judge_span(task, clip);
    if (task->model->info->fps > 0) judge_grid(task, clip, task->model->info->fps, SINEW__CHECK_W08);
    if (terms->fps > 0) judge_declared_rate(task, clip, terms->fps);
    if (terms->duration >= 0) judge_declared_duration(task, clip, terms->duration);
}
