#include "program/check/motion/clip_frames.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/affine.h"
#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "runtime/motion/reference_pose.h"

/// Stores a rotation in the hemisphere of the one before, or of itself without one.
static void put_rotation(sinew_quat r, const float *before, float out[4])
{
    const float q[4] = {(float)r.x, (float)r.y, (float)r.z, (float)r.w};
    float dot = 0;
    for (int i = 0; i < 4 && before; ++i) dot += before[i] * q[i];
    for (int i = 0; i < 4; ++i) out[i] = dot < 0 ? -q[i] : q[i];
}

static void sample_frame(const sinew__check_task *task, const sinew__clip_frames *frames, int32_t frame)
{
    const double duration = task->model->clips[frames->clip].duration;
    sinew__check_pose(task, frames->clip, fmin(frames->start + frame * frames->step, duration));
    for (int32_t joint = 0; joint < frames->joint_count; ++joint) {
        sinew__frame_joint *at = frames->joints + (size_t)joint * (size_t)frames->frame_count + frame;
        const sinew__frame_joint *before = frame > 0 ? at - 1 : NULL;
        sinew_transform global;
        sinew__transform_nearest(&task->pose->global[joint], &global);
        at->position[0] = (float)global.t.x;
        at->position[1] = (float)global.t.y;
        at->position[2] = (float)global.t.z;
        put_rotation(task->pose->local[joint].r, before ? before->local : NULL, at->local);
        put_rotation(global.r, before ? before->global : NULL, at->global);
    }
}

int sinew__clip_frames_init(sinew__clip_frames *frames, const sinew__check_task *task, int32_t clip)
{
    const double step = 1 / sinew__check_fps(task->model);
    const sinew__span span = sinew__motion_span(task->model, clip, task->pose);
    const double count = floor(span.duration / step + sinew__check_frame) + 1;
    *frames =
        (sinew__clip_frames){.clip = clip, .joint_count = task->model->joint_count, .start = span.start, .step = step};
    if (!(count * frames->joint_count <= SINEW__CHECK_MAX_SAMPLES)) return 0;
    frames->frame_count = (int32_t)count;
    frames->joints =
        sinew__allocate(((size_t)frames->frame_count * (size_t)frames->joint_count + 1) * sizeof *frames->joints);
    if (!frames->joints) {
        task->report->arena.failed = 1;
        return 0;
    }
    for (int32_t frame = 0; frame < frames->frame_count; ++frame) sample_frame(task, frames, frame);
    return 1;
}

void sinew__clip_frames_free(sinew__clip_frames *frames)
{
    sinew_free(frames->joints);
    *frames = (sinew__clip_frames){0};
}

const sinew__frame_joint *sinew__clip_frames_of(const sinew__clip_frames *frames, int32_t joint)
{
    return frames->joints + (size_t)joint * (size_t)frames->frame_count;
}
