#include "author/edit/posed_clip.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "sinew/pose.h"

/// Sets `posed` to the clip's pose at a time, edited by pose number `index`.
static sinew_result edit_base(const sinew__posed_clip *clip, int32_t index, double time, sinew_error *out_error)
{
    const sinew_edit_pose *pose = &clip->poses[index];
    sinew_pose_evaluate(clip->model, SINEW_ENGINE_EXACT, clip->clip, time, clip->posed);
    const sinew_result result = pose->edit(pose->user, clip->posed, out_error);
    sinew_pose_compute_locals(clip->model, clip->posed);
    return result;
}

static int differs(const sinew_transform *a, const sinew_transform *b)
{
    static const double equal = 1e-12;
    const double dot = a->r.x * b->r.x + a->r.y * b->r.y + a->r.z * b->r.z + a->r.w * b->r.w;
    return sinew__vec3_length(sinew__vec3_subtract(a->t, b->t)) > equal * (1 + sinew__vec3_length(a->t)) ||
           sinew__vec3_length(sinew__vec3_subtract(a->s, b->s)) > equal || fabs(dot) < 1 - equal;
}

/// Returns the offset with b = a · offset; translations and scales are subtracted.
static sinew_transform offset_between(const sinew_transform *a, const sinew_transform *b)
{
    return (sinew_transform){sinew__vec3_subtract(b->t, a->t), sinew__quat_multiply(sinew__quat_conjugate(a->r), b->r),
                             sinew__vec3_subtract(b->s, a->s)};
}

static sinew_transform with_offset(const sinew_transform *a, const sinew_transform *offset)
{
    return (sinew_transform){sinew__vec3_add(a->t, offset->t), sinew__quat_multiply(a->r, offset->r),
                             sinew__vec3_add(a->s, offset->s)};
}

sinew_result sinew__posed_clip_find_changes(sinew__posed_clip *clip, sinew_pose *base, sinew_error *out_error)
{
    enum { MAX_SAMPLES = 64 };
    const size_t joints = (size_t)clip->model->joint_count;
    memset(clip->is_changed, 0, joints);
    for (int32_t i = 0; i < clip->count; ++i) {
        const sinew_edit_pose *pose = &clip->poses[i];
        const int samples = pose->is_relative || pose->from == pose->to ? 1 : MAX_SAMPLES;
        for (int k = 0; k < samples; ++k) {
            const double time = samples == 1 ? pose->from : pose->from + (pose->to - pose->from) * k / (samples - 1);
            const sinew_result result = edit_base(clip, i, time, out_error);
            if (result != SINEW_OK) return result;
            sinew_pose_evaluate(clip->model, SINEW_ENGINE_EXACT, clip->clip, time, base);
            for (size_t j = 0; j < joints; ++j) {
                clip->is_changed[j] |= (uint8_t)differs(&base->local[j], &clip->posed->local[j]);
                if (k == 0)
                    clip->offsets[(size_t)i * joints + j] = offset_between(&base->local[j], &clip->posed->local[j]);
            }
        }
    }
    return SINEW_OK;
}

static double smooth(double part)
{
    const double t = fmax(0, fmin(part, 1));
    return t * t * (3 - 2 * t);
}

/// Computes the local transform of a joint in pose number `index` at a time.
static sinew_result posed_local(const sinew__posed_clip *clip, const sinew_pose *base, int32_t index, int32_t joint,
                                double time, sinew_transform *out, sinew_error *out_error)
{
    const size_t joints = (size_t)clip->model->joint_count;
    if (clip->poses[index].is_relative) {
        *out = with_offset(&base->local[joint], &clip->offsets[(size_t)index * joints + (size_t)joint]);
        return SINEW_OK;
    }
    const sinew_result result = edit_base(clip, index, time, out_error);
    *out = clip->posed->local[joint];
    return result;
}

static sinew_transform blend(const sinew_transform *a, const sinew_transform *b, double part)
{
    return (sinew_transform){sinew__vec3_add(a->t, sinew__vec3_scale(sinew__vec3_subtract(b->t, a->t), part)),
                             sinew__quat_slerp(a->r, b->r, part),
                             sinew__vec3_add(a->s, sinew__vec3_scale(sinew__vec3_subtract(b->s, a->s), part))};
}

sinew_result sinew__posed_clip_local(const sinew__posed_clip *clip, const sinew_pose *base, int32_t joint, double time,
                                     sinew_transform *out, sinew_error *out_error)
{
    const sinew_edit_pose *first = &clip->poses[0], *last = &clip->poses[clip->count - 1];
    const sinew_transform authored = base->local[joint];
    sinew_transform here, there;
    int32_t next = 0;
    *out = authored;
    if (time < first->from - clip->ease || time > last->to + clip->ease) return SINEW_OK;
    while (next < clip->count && clip->poses[next].from <= time) ++next;
    if (next == 0) {
        const sinew_result result = posed_local(clip, base, 0, joint, time, &here, out_error);
        *out = blend(&authored, &here, smooth(1 - (first->from - time) / clip->ease));
        return result;
    }
    const sinew_edit_pose *before = &clip->poses[next - 1];
    sinew_result result = posed_local(clip, base, next - 1, joint, time, &here, out_error);
    *out = here;
    if (result != SINEW_OK || time <= before->to) return result;
    if (next == clip->count) {
        *out = blend(&authored, &here, smooth(1 - (time - before->to) / clip->ease));
        return SINEW_OK;
    }
    result = posed_local(clip, base, next, joint, time, &there, out_error);
    *out = blend(&here, &there, smooth((time - before->to) / (clip->poses[next].from - before->to)));
    return result;
}
