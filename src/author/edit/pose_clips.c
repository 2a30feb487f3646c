/// Poses made by hand, in clips: held over a range, or at several times, with the clip's own motion around them.
#include <math.h>
#include <string.h>

#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "author/edit/fit_keys.h"
#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/sampler/curve.h"
#include "sinew/pose.h"

/// A clip that takes on poses.
typedef struct posing {
    sinew__key_fitter *fitter;
    const sinew_edit_pose *poses; ///< [count] in order of time
    int32_t count;
    double ease;
    sinew_pose *base, *posed;
    sinew_transform *offsets; ///< [count × joint_count] from the base, for relative poses
    uint8_t *is_changed;      ///< [joint_count] by any pose
    int32_t joint;            ///< whose keys are being made
    sinew_result result;      ///< of an edit that failed
} posing;

static void sample_base(const posing *job, double time)
{
    const sinew_model *model = job->fitter->editor->model;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, job->fitter->clip, time, job->base);
}

/// Sets `posed` to the base as a pose edits it.
static sinew_result edit_base(posing *job, int32_t index, double time)
{
    const sinew_model *model = job->fitter->editor->model;
    const sinew_edit_pose *pose = &job->poses[index];
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, job->fitter->clip, time, job->posed);
    const sinew_result result = pose->edit(pose->user, job->posed, job->fitter->editor->error);
    sinew_pose_compute_locals(model, job->posed);
    return result;
}

static int differs(const sinew_transform *a, const sinew_transform *b)
{
    static const double equal = 1e-12;
    const double dot = a->r.x * b->r.x + a->r.y * b->r.y + a->r.z * b->r.z + a->r.w * b->r.w;
    return sinew__vec3_length(sinew__vec3_subtract(a->t, b->t)) > equal * (1 + sinew__vec3_length(a->t)) ||
           sinew__vec3_length(sinew__vec3_subtract(a->s, b->s)) > equal || fabs(dot) < 1 - equal;
}

/// b = a · offset, by parts.
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

/// Finds the joints that poses change, at the frames for which they hold.
static sinew_result find_changes(posing *job)
{
    enum { MAX_SAMPLES = 64 };
    const sinew_model *model = job->fitter->editor->model;
    memset(job->is_changed, 0, (size_t)model->joint_count);
    for (int32_t i = 0; i < job->count; ++i) {
        const sinew_edit_pose *pose = &job->poses[i];
        const int samples = pose->is_relative || pose->from == pose->to ? 1 : MAX_SAMPLES;
        for (int k = 0; k < samples; ++k) {
            const double time = samples == 1 ? pose->from : pose->from + (pose->to - pose->from) * k / (samples - 1);
            const sinew_result result = edit_base(job, i, time);
            if (result != SINEW_OK) return result;
            sample_base(job, time);
            for (int32_t j = 0; j < model->joint_count; ++j) {
                job->is_changed[j] |= (uint8_t)differs(&job->base->local[j], &job->posed->local[j]);
                if (k == 0)
                    job->offsets[(size_t)i * (size_t)model->joint_count + (size_t)j] =
                        offset_between(&job->base->local[j], &job->posed->local[j]);
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

/// The local transform of the joint in a pose; the base has been sampled at the time.
static sinew_transform posed_local(posing *job, int32_t index, double time)
{
    const size_t joints = (size_t)job->fitter->editor->model->joint_count;
    if (job->poses[index].is_relative)
        return with_offset(&job->base->local[job->joint], &job->offsets[(size_t)index * joints + (size_t)job->joint]);
    const sinew_result result = edit_base(job, index, time);
    if (result != SINEW_OK) job->result = result;
    return job->posed->local[job->joint];
}

static sinew_transform blend(const sinew_transform *a, const sinew_transform *b, double part)
{
    return (sinew_transform){sinew__vec3_add(a->t, sinew__vec3_scale(sinew__vec3_subtract(b->t, a->t), part)),
                             sinew__quat_slerp(a->r, b->r, part),
                             sinew__vec3_add(a->s, sinew__vec3_scale(sinew__vec3_subtract(b->s, a->s), part))};
}

/// The pose fades before the first and after the last one; between two it becomes the next.
static void local_at(void *user, double time, sinew_transform *out)
{
    posing *job = user;
    const sinew_edit_pose *first = &job->poses[0], *last = &job->poses[job->count - 1];
    int32_t next = 0;
    sample_base(job, time);
    *out = job->base->local[job->joint];
    if (time < first->from - job->ease || time > last->to + job->ease) return;
    while (next < job->count && job->poses[next].from <= time) ++next;
    const sinew_transform base = *out;
    if (next == 0) {
        const sinew_transform posed = posed_local(job, 0, time);
        *out = blend(&base, &posed, smooth(1 - (first->from - time) / job->ease));
        return;
    }
    const sinew_edit_pose *before = &job->poses[next - 1];
    const sinew_transform here = posed_local(job, next - 1, time);
    *out = here;
    if (time <= before->to) return;
    if (next == job->count) {
        *out = blend(&base, &here, smooth(1 - (time - before->to) / job->ease));
        return;
    }
    const sinew_transform there = posed_local(job, next, time);
    *out = blend(&here, &there, smooth((time - before->to) / (job->poses[next].from - before->to)));
}

// ---- clips ---------------------------------------------------------------------------------------------------------

static sinew_result check_poses(const posing *job, const sinew_raw_clip *clip)
{
    const double apart = 1 / (double)job->fitter->editor->model->info->ticks_per_second;
    for (int32_t i = 0; i < job->count; ++i) {
        const sinew_edit_pose *pose = &job->poses[i];
        if (!(pose->from >= -apart && pose->to <= clip->duration + apart && pose->from <= pose->to))
            return sinew__edit_fail_clip(job->fitter->editor, SINEW_ERROR_NO_TIME, clip,
                                         "%.6g s to %.6g s is not inside its %.6g s", pose->from, pose->to,
                                         clip->duration);
        if (i > 0 && !(pose->from > job->poses[i - 1].to))
            return sinew__edit_fail_clip(job->fitter->editor, SINEW_ERROR_INVALID_ARGUMENT, clip,
                                         "two poses hold at %.6g s", pose->from);
    }
    return SINEW_OK;
}

static sinew_result pose_clip(posing *job, int32_t index)
{
    sinew__clip_editor *editor = job->fitter->editor;
    sinew_raw_clip *clip = &editor->clips[index];
    double *jumps = SINEW__ARENA_ARRAY(&editor->memory, double, 4 * (size_t)job->count);
    int32_t changed = 0;
    sinew_result result = jumps ? check_poses(job, clip) : sinew__fail_memory(editor->error);
    if (result == SINEW_OK) result = sinew__key_fitter_select(job->fitter, index);
    if (result == SINEW_OK) result = find_changes(job);
    for (int32_t i = 0; i < job->count && result == SINEW_OK; ++i) {
        jumps[4 * i] = job->poses[i].from - job->ease;
        jumps[4 * i + 1] = job->poses[i].from;
        jumps[4 * i + 2] = (double)nextafterf((float)job->poses[i].to, INFINITY);
        jumps[4 * i + 3] = job->poses[i].to + job->ease;
    }
    for (int32_t i = 0; i < editor->model->joint_count && result == SINEW_OK; ++i) {
        if (!job->is_changed[i]) continue;
        job->joint = i;
        const sinew__fitted_joint fitted = {.joint = i,
                                            .sources = &i,
                                            .source_count = 1,
                                            .jumps = jumps,
                                            .jump_count = 4 * job->count,
                                            .function = local_at,
                                            .user = job};
        result = sinew__fit_joint(job->fitter, clip, &fitted);
        if (result == SINEW_OK) result = job->result;
        ++changed;
    }
    if (result == SINEW_OK && changed > 0)
        sinew__edit_note(editor, "clip '%s': %d joints are sampled", clip->name, (int)changed);
    return result;
}

static sinew_result prepare(posing *job)
{
    sinew__clip_editor *editor = job->fitter->editor;
    const size_t joints = (size_t)editor->model->joint_count;
    job->offsets = SINEW__ARENA_ARRAY(&editor->memory, sinew_transform, joints * (size_t)job->count);
    job->is_changed = SINEW__ARENA_ARRAY(&editor->memory, uint8_t, joints);
    if (editor->memory.failed) return sinew__fail_memory(editor->error);
    const sinew_result result = sinew_pose_create(editor->model, &job->base, editor->error);
    return result == SINEW_OK ? sinew_pose_create(editor->model, &job->posed, editor->error) : result;
}

sinew_result sinew__edit_pose_clips(const sinew_model *model, const sinew_edit_pose *poses, int32_t count, double ease,
                                    const sinew__edit_options *options, sinew_model **out_model, sinew_error *out_error)
{
    static const double most_ease = 1e6;
    sinew__clip_editor editor;
    sinew__key_fitter fitter;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, poses, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count < 1 || !(ease >= 0 && ease <= most_ease))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d poses with an ease of %g s are out of range",
                           (int)count, ease);
    posing job = {.fitter = &fitter, .poses = poses, .count = count, .ease = ease};
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__key_fitter_init(&fitter, &editor, editor.options->error);
    if (result == SINEW_OK) result = prepare(&job);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        if (editor.is_chosen[i]) result = pose_clip(&job, i);
    sinew_pose_destroy(job.base);
    sinew_pose_destroy(job.posed);
    return sinew__edit_finish(&editor, result, out_model);
}

// ---- clips of one frame --------------------------------------------------------------------------------------------

typedef struct still {
    sinew__clip_editor *editor;
    int64_t ticks;
} still;

static int hold_curve(void *user, sinew_raw_curve *curve)
{
    const still *at = user;
    sinew_curve_key *key = SINEW__ARENA_ARRAY(&at->editor->memory, sinew_curve_key, 1);
    if (!key) return 0;
    *key = (sinew_curve_key){.ticks = at->ticks,
                             .value = sinew__raw_curve_value(at->editor->model, curve, at->ticks),
                             .interpolation = SINEW_STEP};
    *curve = (sinew_raw_curve){.keys = key, .key_count = 1};
    return 1;
}

static int hold_track(sinew__clip_editor *editor, double time, sinew_raw_track *track)
{
    sinew_track_key *key = SINEW__ARENA_ARRAY(&editor->memory, sinew_track_key, 1);
    if (!key) return 0;
    sinew__raw_track_value(editor->model, track, time, key->value);
    track->keys = key;
    track->tangents = NULL;
    track->key_count = 1;
    track->interpolation = SINEW_LINEAR;
    return 1;
}

sinew_result sinew__edit_add_still(const sinew_model *model, int32_t clip, double time, const char *name,
                                   sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, name, out_model) ||
        sinew__lacks_item(out_error, "clip", clip, model->clip_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew__edit_begin(&editor, model, NULL, out_error);
    if (result == SINEW_OK) result = sinew__edit_check_name(&editor, name, SINEW_NONE);
    if (result == SINEW_OK && !(time >= 0 && time <= model->clips[clip].duration))
        result = sinew__edit_fail_clip(&editor, SINEW_ERROR_NO_TIME, &editor.clips[clip],
                                       "%.6g s is not inside its %.6g s", time, model->clips[clip].duration);
    if (result == SINEW_OK && !(sinew__edit_open_gap(&editor, model->clip_count - 1, 1) &&
                                sinew__edit_copy_clip(&editor, &editor.clips[clip], &editor.clips[model->clip_count])))
        result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        sinew_raw_clip *made = &editor.clips[model->clip_count];
        still at = {&editor, sinew__ticks(model, made->start + time)};
        int ok = sinew__visit_curves(made, hold_curve, &at);
        for (int32_t i = 0; i < made->track_count && ok; ++i)
            ok = hold_track(&editor, time, &((sinew_raw_track *)(uintptr_t)made->tracks)[i]);
        made->name = name;
        made->is_default = 0;
        made->start += time;
        made->duration = 0;
        made->event_count = 0;
        if (!ok) result = sinew__fail_memory(out_error);
    }
    return sinew__edit_finish(&editor, result, out_model);
}
