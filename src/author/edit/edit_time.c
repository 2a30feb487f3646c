/// Edits the time of clips: cuts, moves, speeds up and reverses them, and sets the frame rate.
#include <math.h>
#include <string.h>

#include "author/edit/clip_editor.h"
#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "runtime/sampler/curve.h"

static const double least_factor = 1e-3, most_factor = 1e3, most_seconds = 1e7, least_rate = 1e-3, most_rate = 1e5;

static double tick_of(const sinew__clip_editor *editor)
{
    return 1 / (double)editor->model->info->ticks_per_second;
}

static sinew_raw_track *tracks_of(const sinew_raw_clip *clip)
{
    return (sinew_raw_track *)(uintptr_t)clip->tracks;
}

// ---- trimming ------------------------------------------------------------------------------------------------------

typedef struct cut {
    sinew__clip_editor *editor;
    sinew__tick_range range;
    sinew_result result;
} cut;

static int cut_curve(void *user, sinew_raw_curve *curve)
{
    cut *job = user;
    job->result = sinew__curve_cut(job->editor, job->range, curve);
    return job->result == SINEW_OK;
}

/// Reduces a clip to the part between two times inside it.
sinew_result sinew__edit_trim(sinew__clip_editor *editor, sinew_raw_clip *clip, double from, double to)
{
    const sinew_model *model = editor->model;
    cut job = {editor, {sinew__ticks(model, clip->start + from), sinew__ticks(model, clip->start + to)}, SINEW_OK};
    if (!sinew__visit_curves(clip, cut_curve, &job)) return job.result;
    // Keep the events of the range; their times count from its start.
    const double apart = tick_of(editor);
    sinew_raw_event *events = SINEW__ARENA_ARRAY(&editor->memory, sinew_raw_event, clip->event_count);
    int32_t count = 0;
    for (int32_t i = 0; events && i < clip->event_count; ++i) {
        const double time = clip->events[i].time;
        if (time < from - apart || time > to + apart) continue;
        events[count] = clip->events[i];
        events[count++].time = fmax(0, fmin(time, to) - from);
    }
    clip->events = events;
    clip->event_count = count;
    int ok = events != NULL;
    for (int32_t i = 0; i < clip->track_count && ok; ++i)
        ok = sinew__track_cut(model, from, to, &editor->memory, &tracks_of(clip)[i]) &&
             sinew__track_map_time(&editor->memory, from, 0, 1, 0, &tracks_of(clip)[i]);
    clip->start += from;
    clip->duration = to - from;
    return ok ? SINEW_OK : sinew__fail_memory(editor->error);
}

static sinew_result trim_clip(sinew__clip_editor *editor, sinew_raw_clip *clip, const void *how)
{
    const double *range = how, apart = tick_of(editor);
    if (!(range[1] - range[0] > apart))
        return sinew__edit_fail_clip(editor, SINEW_ERROR_NO_TIME, clip, "nothing is left from %.6g s to %.6g s",
                                     range[0], range[1]);
    if (range[0] < -apart || range[1] > clip->duration + apart)
        return sinew__edit_fail_clip(editor, SINEW_ERROR_NO_TIME, clip, "%.6g s to %.6g s is not inside its %.6g s",
                                     range[0], range[1], clip->duration);
    return sinew__edit_trim(editor, clip, fmax(range[0], 0), fmin(range[1], clip->duration));
}

sinew_result sinew__edit_trim_clips(const sinew_model *model, double from, double to,
                                    const sinew__edit_options *options, sinew_model **out_model, sinew_error *out_error)
{
    const double range[2] = {from, to};
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__edit_chosen(&editor, trim_clip, range);
    return sinew__edit_finish(&editor, result, out_model);
}

// ---- time maps -----------------------------------------------------------------------------------------------------

typedef struct remap {
    sinew__arena *memory;
    sinew__time_map map;
} remap;

static int map_curve(void *user, sinew_raw_curve *curve)
{
    const remap *job = user;
    return sinew__curve_map_time(job->memory, &job->map, curve);
}

/// Maps the time of a clip: `from` becomes `to`, both in seconds from its start, and distances are multiplied by
/// `scale`. Returns 0 when out of memory.
static int map_clip(sinew__clip_editor *editor, const sinew__time_map *map, double from, double to,
                    sinew_raw_clip *clip)
{
    remap job = {&editor->memory, *map};
    sinew_raw_event *events = (sinew_raw_event *)(uintptr_t)clip->events;
    int ok = sinew__visit_curves(clip, map_curve, &job);
    for (int32_t i = 0; i < clip->track_count && ok; ++i)
        ok = sinew__track_map_time(&editor->memory, from, to, map->scale, tick_of(editor), &tracks_of(clip)[i]);
    for (int32_t i = 0; i < clip->event_count; ++i) events[i].time = to + (events[i].time - from) * map->scale;
    return ok;
}

static void warn_of_caches(const sinew__clip_editor *editor)
{
    if (editor->model->cache_count > 0)
        sinew__edit_note(editor, "geometry caches stay where they are on the timeline of the file");
}

static sinew_result start_clip(sinew__clip_editor *editor, sinew_raw_clip *clip, const void *how)
{
    const double timeline = *(const double *)how;
    const sinew__time_map map = {sinew__ticks(editor->model, clip->start), sinew__ticks(editor->model, timeline), 1};
    if (!map_clip(editor, &map, 0, 0, clip)) return sinew__fail_memory(editor->error);
    clip->start = timeline;
    return SINEW_OK;
}

sinew_result sinew__edit_start_clips(const sinew_model *model, double timeline, const sinew__edit_options *options,
                                     sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!(fabs(timeline) <= most_seconds))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "start %g s is out of range", timeline);
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__edit_chosen(&editor, start_clip, &timeline);
    if (result == SINEW_OK) warn_of_caches(&editor);
    return sinew__edit_finish(&editor, result, out_model);
}

static sinew_result speed_clip(sinew__clip_editor *editor, sinew_raw_clip *clip, const void *how)
{
    const double scale = 1 / *(const double *)how;
    const int64_t start = sinew__ticks(editor->model, clip->start);
    const sinew__time_map map = {start, start, scale};
    if (!map_clip(editor, &map, 0, 0, clip)) return sinew__fail_memory(editor->error);
    clip->duration *= scale;
    return SINEW_OK;
}

sinew_result sinew__edit_speed_clips(const sinew_model *model, double factor, const sinew__edit_options *options,
                                     sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!(factor >= least_factor && factor <= most_factor))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "speed %g is out of range", factor);
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__edit_chosen(&editor, speed_clip, &factor);
    if (result == SINEW_OK) warn_of_caches(&editor);
    return sinew__edit_finish(&editor, result, out_model);
}

static sinew_result reverse_clip(sinew__clip_editor *editor, sinew_raw_clip *clip, const void *how)
{
    const sinew__tick_range range = sinew__edit_range(editor, clip);
    const sinew__time_map map = {range.from, range.to, -1};
    (void)how;
    return map_clip(editor, &map, 0, clip->duration, clip) ? SINEW_OK : sinew__fail_memory(editor->error);
}

sinew_result sinew__edit_reverse_clips(const sinew_model *model, const sinew__edit_options *options,
                                       sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__edit_chosen(&editor, reverse_clip, NULL);
    if (result == SINEW_OK) warn_of_caches(&editor);
    return sinew__edit_finish(&editor, result, out_model);
}

// ---- the frame rate ------------------------------------------------------------------------------------------------

sinew_result sinew__edit_set_rate(const sinew_model *model, double fps, const sinew__edit_options *options,
                                  sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!(fps >= least_rate && fps <= most_rate))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "frame rate %g is out of range", fps);
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) {
        editor.fps = fps;
        static const double same = 0.05; // fraction of a frame; stored times are much more exact
        int32_t between = 0;
        for (int32_t i = 0; i < model->key_time_count; ++i) {
            const double frame = model->timeline_key_times[i] * fps;
            between += fabs(frame - round(frame)) > same;
        }
        if (between > 0)
            sinew__edit_note(&editor, "%d of %d keyframes lie between frames of %g per second", (int)between,
                             (int)model->key_time_count, fps);
    }
    return sinew__edit_finish(&editor, result, out_model);
}
