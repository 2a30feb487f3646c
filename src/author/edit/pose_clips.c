/// Puts poses made by hand into clips: held over a range or at several times, with the clip's own motion around them.
#include <math.h>

#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "author/edit/fit_keys.h"
#include "author/edit/posed_clip.h"
#include "runtime/sampler/curve.h"
#include "sinew/pose.h"

/// The state while a clip takes on poses.
typedef struct posing {
    sinew__key_fitter *fitter;
    sinew__posed_clip posed;
    sinew_pose *base;
    int32_t joint;       ///< the joint whose keys are being made
    sinew_result result; ///< error of a pose's edit, if one failed
} posing;

static void local_at(void *user, double time, sinew_transform *out)
{
    posing *job = user;
    const sinew__posed_clip *clip = &job->posed;
    sinew_pose_evaluate(clip->model, SINEW_ENGINE_EXACT, clip->clip, time, job->base);
    const sinew_result result =
        sinew__posed_clip_local(clip, job->base, job->joint, time, out, job->fitter->editor->error);
    if (result != SINEW_OK) job->result = result;
}

// ---- clips ---------------------------------------------------------------------------------------------------------

static sinew_result check_poses(const posing *job, const sinew_raw_clip *clip)
{
    const double apart = 1 / (double)job->fitter->editor->model->info->ticks_per_second;
    for (int32_t i = 0; i < job->posed.count; ++i) {
        const sinew_edit_pose *pose = &job->posed.poses[i];
        if (!(pose->from >= -apart && pose->to <= clip->duration + apart && pose->from <= pose->to))
            return sinew__edit_fail_clip(job->fitter->editor, SINEW_ERROR_NO_TIME, clip,
                                         "%.6g s to %.6g s is not inside its %.6g s", pose->from, pose->to,
                                         clip->duration);
        if (i > 0 && !(pose->from > job->posed.poses[i - 1].to))
            return sinew__edit_fail_clip(job->fitter->editor, SINEW_ERROR_INVALID_ARGUMENT, clip,
                                         "two poses hold at %.6g s", pose->from);
    }
    return SINEW_OK;
}

static sinew_result pose_clip(posing *job, int32_t index)
{
    sinew__clip_editor *editor = job->fitter->editor;
    sinew_raw_clip *clip = &editor->clips[index];
    double *jumps = SINEW__ARENA_ARRAY(&editor->memory, double, 4 * (size_t)job->posed.count);
    int32_t changed = 0;
    sinew_result result = jumps ? check_poses(job, clip) : sinew__fail_memory(editor->error);
    if (result == SINEW_OK) result = sinew__key_fitter_select(job->fitter, index);
    job->posed.clip = index;
    if (result == SINEW_OK) result = sinew__posed_clip_find_changes(&job->posed, job->base, editor->error);
    for (int32_t i = 0; i < job->posed.count && result == SINEW_OK; ++i) {
        jumps[4 * i] = job->posed.poses[i].from - job->posed.ease;
        jumps[4 * i + 1] = job->posed.poses[i].from;
        jumps[4 * i + 2] = (double)nextafterf((float)job->posed.poses[i].to, INFINITY);
        jumps[4 * i + 3] = job->posed.poses[i].to + job->posed.ease;
    }
    for (int32_t i = 0; i < editor->model->joint_count && result == SINEW_OK; ++i) {
        if (!job->posed.is_changed[i]) continue;
        job->joint = i;
        const sinew__fitted_joint fitted = {.joint = i,
                                            .sources = &i,
                                            .source_count = 1,
                                            .jumps = jumps,
                                            .jump_count = 4 * job->posed.count,
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
    posing job = {.fitter = &fitter, .posed = {.model = model, .poses = poses, .count = count, .ease = ease}};
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__key_fitter_init(&fitter, &editor, editor.options->error);
    if (result != SINEW_OK) goto done;
    const size_t joints = (size_t)model->joint_count;
    job.posed.offsets = SINEW__ARENA_ARRAY(&editor.memory, sinew_transform, joints * (size_t)count);
    job.posed.is_changed = SINEW__ARENA_ARRAY(&editor.memory, uint8_t, joints);
    if (editor.memory.failed) result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &job.base, out_error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &job.posed.posed, out_error);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        if (editor.is_chosen[i]) result = pose_clip(&job, i);
done:
    sinew_pose_destroy(job.base);
    sinew_pose_destroy(job.posed.posed);
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
    if (result != SINEW_OK) return sinew__edit_finish(&editor, result, out_model);
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
    return sinew__edit_finish(&editor, result, out_model);
}
