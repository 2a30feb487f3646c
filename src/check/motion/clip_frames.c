#include "check/motion/clip_frames.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "check/check_limits.h"
static sinew__frame_local local_of(const sinew_transform *transform, const sinew__frame_local *before)
{
    const sinew_quat r = transform->r;
    sinew__frame_local local = {{(float)transform->t.x, (float)transform->t.y, (float)transform->t.z},
                                {(float)r.x, (float)r.y, (float)r.z, (float)r.w}};
    float dot = 0;
    for (int i = 0; i < 4 && before; ++i) dot += before->q[i] * local.q[i];
    for (int i = 0; i < 4 && dot < 0; ++i) local.q[i] = -local.q[i];
    return local;
}

static void sample_frame(const sinew__check_task *task, const sinew__clip_frames *frames, int32_t frame)
{
    const sinew_clip *clip = &task->model->clips[frames->clip];
    sinew_pose_sample(task->model, frames->clip, clip->start + fmin(frame * frames->step, clip->duration), task->pose);
    for (int32_t joint = 0; joint < frames->joint_count; ++joint) {
        sinew__frame_local *at = frames->local + (size_t)joint * (size_t)frames->frame_count + frame;
        *at = local_of(&task->pose->local[joint], frame > 0 ? at - 1 : NULL);
    }
}

int sinew__clip_frames_init(sinew__clip_frames *frames, const sinew__check_task *task, int32_t clip)
{
    const double step = 1 / sinew__check_fps(task->model);
    const double count = floor(task->model->clips[clip].duration / step + sinew__check_frame) + 1;
    *frames = (sinew__clip_frames){.clip = clip, .joint_count = task->model->joint_count, .step = step};
    if (!(count * frames->joint_count <= SINEW__CHECK_MAX_SAMPLES)) return 0;
    frames->frame_count = (int32_t)count;
    frames->local =
        sinew__allocate(((size_t)frames->frame_count * (size_t)frames->joint_count + 1) * sizeof *frames->local);
    if (!frames->local) {
        task->report->arena.failed = 1;
        return 0;
    }
    for (int32_t frame = 0; frame < frames->frame_count; ++frame) sample_frame(task, frames, frame);
    return 1;
}

void sinew__clip_frames_free(sinew__clip_frames *frames)
{
    sinew_free(frames->local);
    *frames = (sinew__clip_frames){0};
}

const sinew__frame_local *sinew__clip_frames_of(const sinew__clip_frames *frames, int32_t joint)
{
    return frames->local + (size_t)joint * (size_t)frames->frame_count;
}
