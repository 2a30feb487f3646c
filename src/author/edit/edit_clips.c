/// Keeps, renames and splits the clips of a model.
#include <math.h>
#include <string.h>

#include "author/edit/clip_editor.h"
#include "author/edit/edits.h"

// ---- keeping and renaming ------------------------------------------------------------------------------------------

sinew_result sinew__edit_keep_clips(const sinew_model *model, const sinew__edit_options *options,
                                    sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    int32_t kept = 0;
    for (int32_t i = 0; result == SINEW_OK && i < model->clip_count; ++i)
        if (editor.is_chosen[i]) editor.clips[kept++] = editor.clips[i];
    if (result == SINEW_OK && kept == 0) result = sinew__fail(out_error, SINEW_ERROR_NO_CLIP, "no clip would be left");
    editor.clip_count = kept;
    return sinew__edit_finish(&editor, result, out_model);
}

sinew_result sinew__edit_rename_clip(const sinew_model *model, int32_t clip, const char *name, sinew_model **out_model,
                                     sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, name, out_model) ||
        sinew__lacks_item(out_error, "clip", clip, model->clip_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew__edit_begin(&editor, model, NULL, out_error);
    if (result == SINEW_OK) result = sinew__edit_check_name(&editor, name, clip);
    if (result == SINEW_OK) editor.clips[clip].name = name;
    return sinew__edit_finish(&editor, result, out_model);
}

// ---- splitting -----------------------------------------------------------------------------------------------------

static sinew_result split(sinew__clip_editor *editor, int32_t clip, const double *times, int32_t count,
                          const char *const *names)
{
    const sinew_raw_clip whole = editor->clips[clip];
    const double apart = 1 / (double)editor->model->info->ticks_per_second;
    for (int32_t i = 0; i < count; ++i) {
        const double last = i > 0 ? times[i - 1] : 0;
        if (!(times[i] > apart && times[i] < whole.duration - apart))
            return sinew__edit_fail_clip(editor, SINEW_ERROR_NO_TIME, &whole, "%.6g s is not inside its %.6g s",
                                         times[i], whole.duration);
        if (!(times[i] > last + apart))
            return sinew__edit_fail_clip(editor, SINEW_ERROR_NO_TIME, &whole, "nothing is left from %.6g s to %.6g s",
                                         last, times[i]);
    }
    if (count == 0) return SINEW_OK;
    sinew_result result = SINEW_OK;
    if (!sinew__edit_open_gap(editor, clip, count)) return sinew__fail_memory(editor->error);
    for (int32_t i = 0; i <= count && result == SINEW_OK; ++i) {
        sinew_raw_clip *part = &editor->clips[clip + i];
        if (!sinew__edit_copy_clip(editor, &whole, part)) return sinew__fail_memory(editor->error);
        part->name = names ? names[i] : sinew__arena_format(&editor->memory, "%s %d", whole.name, (int)i + 1);
        part->is_default = whole.is_default && i == 0;
        if (!part->name) return sinew__fail_memory(editor->error);
        result = sinew__edit_trim(editor, part, i > 0 ? times[i - 1] : 0, i < count ? times[i] : whole.duration);
    }
    for (int32_t i = 0; i <= count && result == SINEW_OK; ++i)
        result = sinew__edit_check_name(editor, editor->clips[clip + i].name, clip + i);
    return result;
}

sinew_result sinew__edit_split_clip(const sinew_model *model, int32_t clip, const double *times, int32_t time_count,
                                    const char *const *names, sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, times, out_model) ||
        sinew__lacks_item(out_error, "clip", clip, model->clip_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (time_count < 0)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "time_count is %d, expected 0 or more",
                           (int)time_count);
    sinew_result result = sinew__edit_begin(&editor, model, NULL, out_error);
    if (result == SINEW_OK) result = split(&editor, clip, times, time_count, names);
    return sinew__edit_finish(&editor, result, out_model);
}
