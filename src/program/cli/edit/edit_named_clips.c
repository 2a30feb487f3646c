/// Edits that choose, name, split and join clips.
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/platform/file.h"
#include "program/check/clip_names.h"
#include "program/cli/edit/edit_parts.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "runtime/model/look_up.h"
#include "sinew/events.h"

/// Lists the clips whose names match a pattern. *out_clips is from sinew_allocate.
static int find_clips(const edit_job *job, const char *pattern, int32_t **out_clips, int32_t *out_count)
{
    int32_t *clips = sinew__allocate(((size_t)job->model->clip_count + 1) * sizeof *clips), count = 0, clip;
    *out_clips = NULL;
    if (!clips) return cli_fail_memory(job->context);
    for (int32_t i = 0; i < job->model->clip_count; ++i)
        if (sinew__clip_matches(job->model, i, pattern)) clips[count++] = i;
    sinew_error error;
    const sinew_result result = count ? SINEW_OK : sinew_model_find_clip(job->model, pattern, &clip, &error);
    if (result == SINEW_OK && count == 0 && clip == SINEW_NONE)
        sinew__fail(&error, SINEW_ERROR_NO_CLIP, "no clip '%.100s'", pattern);
    if (result != SINEW_OK || (count == 0 && clip == SINEW_NONE)) {
        sinew_free(clips);
        return cli_fail(job->context, job->path, &error);
    }
    if (count == 0) clips[count++] = clip;
    *out_clips = clips;
    *out_count = count;
    return 0;
}

int edit_apply_clip(edit_job *job, const char *text)
{
    int32_t *clips, count = 0;
    const int failed = find_clips(job, text, &clips, &count);
    if (failed) return failed;
    sinew_free(job->clips);
    job->clips = clips;
    job->clip_count = count;
    return 0;
}

int edit_apply_keep(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_KEEP);
    int32_t *clips;
    int failed = find_clips(job, text, &clips, &step.clip_count);
    if (failed) return failed;
    step.clips = clips;
    failed = edit_do(job, &step);
    sinew_free(clips);
    return failed ? failed : edit_choose(job, 0, 0);
}

// ---- names of clips ------------------------------------------------------------------------------------------------

static int rename_clip(edit_job *job, int32_t clip, const char *name)
{
    sinew_edit_step step = edit_step_of_clip(job, SINEW_EDIT_RENAME, &clip);
    step.name = name;
    return edit_do(job, &step);
}

int edit_apply_rename(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    const char *old = NULL, *name = NULL;
    int32_t clip = SINEW_NONE;
    int failed = edit_read_pair(job, text, &memory, &old, &name);
    if (!failed) failed = cli_find_clip(job->context, job->path, job->model, old, &clip);
    if (!failed && clip == SINEW_NONE) failed = edit_fail_value(job, text, NULL, "names no clip");
    if (!failed) failed = rename_clip(job, clip, name);
    sinew__arena_free(&memory);
    return failed;
}

static int is_name_taken(const edit_job *job, const char *name, int32_t clip)
{
    for (int32_t i = 0; i < job->model->clip_count; ++i)
        if (i != clip && strcmp(edit_clip_name(job, i), name) == 0) return 1;
    return 0;
}

int edit_apply_name_clips(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    int failed = edit_lacks_clips(job);
    if (strcmp(text, "file") != 0) return edit_fail_value(job, text, "expected file", "is not a valid choice");
    const char *base = sinew__file_name(job->path), *dot = strrchr(base, '.');
    const size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    for (int32_t i = 0; i < edit_chosen_count(job) && !failed; ++i) {
        const int32_t clip = edit_chosen_clip(job, i);
        if (!check_clip_lacks_name(edit_clip_name(job, clip))) continue;
        // with several clips, the author's part of each name is kept, because it distinguishes the clips
        const char *stem = job->model->clip_count > 1 ? check_clip_own_name(edit_clip_name(job, clip), &memory) : NULL;
        if (!stem) stem = sinew__arena_text(&memory, base, length);
        const char *name = stem;
        for (int number = 2; name && is_name_taken(job, name, clip); ++number)
            name = sinew__arena_format(&memory, "%s %d", stem, number);
        failed = name ? rename_clip(job, clip, name) : cli_fail_memory(job->context);
    }
    sinew__arena_free(&memory);
    return failed;
}

// ---- parts of clips -------------------------------------------------------------------------------------------------

/// The times in seconds for splitting one clip.
typedef struct split_times {
    double *items; ///< [count]
    size_t count, capacity;
    sinew__arena memory;
} split_times;

static int add_time(const edit_job *job, split_times *times, double time)
{
    times->items =
        sinew__arena_grow(&times->memory, times->items, times->count, &times->capacity, sizeof *times->items);
    if (!times->items) return cli_fail_memory(job->context);
    times->items[times->count++] = time;
    return 0;
}

/// Adds the times of a track's events inside the clip. *out_is_track is 0 if no event's track has the name.
static int add_events(const edit_job *job, int32_t clip, const char *track, split_times *times, int *out_is_track)
{
    const sinew_model *model = job->model;
    const double ends = 1e-6; // seconds; an event this close to an end does not split the clip
    int32_t first;
    const int32_t count = sinew_clip_events(model, clip, &first);
    int failed = 0;
    *out_is_track = 0;
    for (int32_t i = first; i < first + count && !failed; ++i) {
        const sinew_event *event = &model->events[i];
        if (strcmp(sinew_text(model, event->track), track) != 0) continue;
        *out_is_track = 1;
        if (event->time > ends && event->time < model->clips[clip].duration - ends)
            failed = add_time(job, times, event->time);
    }
    return failed;
}

static int add_word(const edit_job *job, int32_t clip, const char *word, split_times *times)
{
    int is_track;
    sinew_time time;
    double seconds = 0;
    int failed = add_events(job, clip, word, times, &is_track);
    if (failed || is_track) return failed;
    if (sinew_time_parse(word, &time, NULL) != SINEW_OK)
        return edit_fail_value(job, word, "write 1.25s, 37f, 50% or '#7', or the name of a track of events",
                               "is neither a time nor a track of events");
    failed = edit_resolve_time(job, &time, clip, 0, &seconds);
    return failed ? failed : add_time(job, times, seconds);
}

static int compare_times(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/// Splits one clip. *out_parts is the resulting number of clips.
static int split_clip(edit_job *job, int32_t clip, const char *text, int32_t *out_parts)
{
    split_times times = {0};
    int failed = 0;
    for (const char *at = text; at && !failed; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const char *word = sinew__arena_text(&times.memory, at, strcspn(at, ","));
        failed = word ? add_word(job, clip, word, &times) : cli_fail_memory(job->context);
    }
    if (times.count > 1) qsort(times.items, times.count, sizeof *times.items, compare_times);
    if (!failed && times.count == 0) failed = edit_fail_value(job, text, NULL, "has no time inside the clip");
    sinew_edit_step step = edit_step_of_clip(job, SINEW_EDIT_SPLIT, &clip);
    step.times = times.items;
    step.time_count = (int32_t)times.count;
    if (!failed) failed = edit_do(job, &step);
    *out_parts = (int32_t)times.count + 1;
    sinew__arena_free(&times.memory);
    return failed;
}

/// Splits the chosen clips, and then chooses their parts.
int edit_apply_split(edit_job *job, const char *text)
{
    const int32_t count = edit_chosen_count(job);
    int32_t *chosen = NULL, chosen_parts = 0, added = 0;
    int failed = edit_lacks_clips(job);
    for (int32_t i = 0; i < count && !failed; ++i) {
        const int32_t clip = edit_chosen_clip(job, i) + added;
        int32_t parts;
        failed = split_clip(job, clip, text, &parts);
        if (failed) break;
        int32_t *grown = sinew__resize(chosen, (size_t)(chosen_parts + parts) * sizeof *chosen);
        if (!grown) failed = cli_fail_memory(job->context);
        if (grown) chosen = grown;
        for (int32_t k = 0; k < parts && grown; ++k) chosen[chosen_parts++] = clip + k;
        added += parts - 1;
    }
    if (!job->clips || failed) {
        sinew_free(chosen);
        return failed;
    }
    sinew_free(job->clips);
    job->clips = chosen;
    job->clip_count = chosen_parts;
    return 0;
}

int edit_apply_join(edit_job *job, const char *text)
{
    const sinew_edit_step step = edit_step_of(job, SINEW_EDIT_JOIN);
    const int32_t first = job->clips ? job->clips[0] : SINEW_NONE;
    (void)text;
    int32_t place = 0; // minus the number of chosen clips before `first`, which disappear because the joined clip
                       // replaces all chosen clips
    for (int32_t i = 0; i < job->clip_count; ++i) place -= job->clips[i] < first;
    const int failed = edit_do(job, &step);
    return failed || first == SINEW_NONE ? failed : edit_choose(job, first + place, 1);
}
