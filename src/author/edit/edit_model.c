/// Runs a list of edits: each step edits the model that the step before made.
#include <stdio.h>

#include "author/edit/edits.h"
#include "core/base/error.h"

/// Runs one step. The edits check that the clips of `step` exist.
static sinew_result do_step(const sinew_model *model, const sinew_edit_step *step, const sinew__edit_options *options,
                            sinew_model **out, sinew_error *error)
{
    const int takes_one =
        step->kind == SINEW_EDIT_RENAME || step->kind == SINEW_EDIT_SPLIT || step->kind == SINEW_EDIT_STILL;
    if (takes_one && (!step->clips || step->clip_count != 1))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the step takes one clip");
    switch (step->kind) {
    case SINEW_EDIT_KEEP: return sinew__edit_keep_clips(model, options, out, error);
    case SINEW_EDIT_RENAME: return sinew__edit_rename_clip(model, step->clips[0], step->name, out, error);
    case SINEW_EDIT_SPLIT:
        return sinew__edit_split_clip(model, step->clips[0], step->times, step->time_count, step->names, out, error);
    case SINEW_EDIT_JOIN: return sinew__edit_join_clips(model, step->name, options, out, error);
    case SINEW_EDIT_STILL: return sinew__edit_add_still(model, step->clips[0], step->from, step->name, out, error);
    case SINEW_EDIT_TRIM: return sinew__edit_trim_clips(model, step->from, step->to, options, out, error);
    case SINEW_EDIT_START: return sinew__edit_start_clips(model, step->from, options, out, error);
    case SINEW_EDIT_SPEED: return sinew__edit_speed_clips(model, step->factor, options, out, error);
    case SINEW_EDIT_REVERSE: return sinew__edit_reverse_clips(model, options, out, error);
    case SINEW_EDIT_RATE: return sinew__edit_set_rate(model, step->fps, options, out, error);
    case SINEW_EDIT_MIRROR: return sinew__edit_mirror_clips(model, step->map, options, out, error);
    case SINEW_EDIT_IN_PLACE: return sinew__edit_in_place(model, options, out, error);
    case SINEW_EDIT_CLOSE: return sinew__edit_close_loop(model, step->frames, options, out, error);
    case SINEW_EDIT_REDUCE: return sinew__edit_reduce_keys(model, options, out, error);
    case SINEW_EDIT_POSE:
        return sinew__edit_pose_clips(model, step->poses, step->pose_count, step->ease, options, out, error);
    case SINEW_EDIT_RENAME_JOINTS: return sinew__edit_rename_joints(model, step->names, out, error);
    case SINEW_EDIT_DROP_JOINTS: return sinew__edit_drop_joints(model, step->drops, options, out, error);
    case SINEW_EDIT_SCALE: return sinew__edit_scale(model, step->factor, out, error);
    case SINEW_EDIT_KIND_COUNT: break;
    }
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the step has the kind %d, which does not exist",
                       (int)step->kind);
}

sinew_result sinew_model_edit(const sinew_model *model, const sinew_edit_step *steps, int32_t count,
                              const sinew_edit_options *options, sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, steps, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count < 1)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d steps, expected 1 or more", (int)count);
    sinew_model *made = NULL;
    for (int32_t i = 0; i < count; ++i) {
        const sinew_edit_step *step = &steps[i];
        sinew_model *next = NULL;
        sinew_error error;
        const sinew__edit_options how = {step->clips, step->clip_count, step->error, options ? options->note : NULL,
                                         options ? options->user : NULL};
        const sinew_result result = do_step(made ? made : model, step, &how, &next, &error);
        sinew_model_destroy(made);
        if (result != SINEW_OK) {
            if (out_error) *out_error = error;
            if (out_error && count > 1)
                snprintf(out_error->message, sizeof out_error->message, "step %d: %.360s", (int)i + 1, error.message);
            return result;
        }
        made = next;
    }
    *out_model = made;
    return SINEW_OK;
}
