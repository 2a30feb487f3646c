#define _POSIX_C_SOURCE 200809L
#include "program/cli/edit/edit_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/retarget/retarget.h"
#include "core/base/arena.h"
#include "core/base/glob.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/posing/pose_edit_options.h"
#include "sinew/events.h"
#include "sinew/time_text.h"

// ---- the model and its chosen clips --------------------------------------------------------------------------------

void edit_job_free(edit_job *job)
{
    sinew_model_destroy(job->model);
    sinew_free(job->clips);
    job->model = NULL;
    job->clips = NULL;
}

static void print_note(void *user, const char *text)
{
    const edit_job *job = user;
    cli_warn(job->context, job->path, "--%s: %s", job->option, text);
}

static sinew_edit_options options_of(edit_job *job)
{
    return (sinew_edit_options){
        .clips = job->clips, .clip_count = job->clip_count, .error = job->error, .note = print_note, .user = job};
}

/// An edit that does not fit the model is a mistake of the command line.
static int fail_edit(const edit_job *job, const sinew_error *error)
{
    if (error->result == SINEW_ERROR_INVALID_ARGUMENT || error->result == SINEW_ERROR_UNSUPPORTED)
        return cli_fail_usage(job->context, "bad-value", *error->hint ? error->hint : NULL, "--%s: %s", job->option,
                              error->message);
    return cli_fail(job->context, job->path, error);
}

/// Puts an edited model in the place of the model. A pointer to it: the edit is an argument before it.
static int take(edit_job *job, sinew_result result, sinew_model *const *edited, const sinew_error *error)
{
    if (result != SINEW_OK) return fail_edit(job, error);
    sinew_model_destroy(job->model);
    job->model = *edited;
    return 0;
}

/// Sets the chosen clips to `count` from `first` on; none: all.
static int choose(edit_job *job, int32_t first, int32_t count)
{
    sinew_free(job->clips);
    job->clips = NULL;
    job->clip_count = 0;
    if (count == 0) return 0;
    job->clips = sinew__allocate((size_t)count * sizeof *job->clips);
    if (!job->clips) return cli_fail_memory(job->context);
    for (int32_t i = 0; i < count; ++i) job->clips[i] = first + i;
    job->clip_count = count;
    return 0;
}

/// How many clips edits change, and which.
static int32_t chosen_count(const edit_job *job)
{
    return job->clips ? job->clip_count : job->model->clip_count;
}

static int32_t chosen_clip(const edit_job *job, int32_t i)
{
    return job->clips ? job->clips[i] : i;
}

static const char *clip_name(const edit_job *job, int32_t clip)
{
    return sinew_text(job->model, job->model->clips[clip].name);
}

/// Whether a clip could not exist: a model without clips has none to edit.
static int lacks_clips(const edit_job *job)
{
    sinew_error error;
    if (job->model->clip_count > 0) return 0;
    sinew__fail(&error, SINEW_ERROR_NO_CLIP, "there is no clip to edit");
    return cli_fail(job->context, job->path, &error);
}

/// Lists the clips that fit a pattern. *out_clips is from sinew_allocate.
static int find_clips(const edit_job *job, const char *pattern, int32_t **out_clips, int32_t *out_count)
{
    int32_t *clips = sinew__allocate(((size_t)job->model->clip_count + 1) * sizeof *clips), count = 0, clip;
    *out_clips = NULL;
    if (!clips) return cli_fail_memory(job->context);
    for (int32_t i = 0; i < job->model->clip_count; ++i)
        if (sinew_clip_matches(job->model, i, pattern)) clips[count++] = i;
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

static int apply_clip(edit_job *job, const char *text)
{
    int32_t *clips, count = 0;
    const int failed = find_clips(job, text, &clips, &count);
    if (failed) return failed;
    sinew_free(job->clips);
    job->clips = clips;
    job->clip_count = count;
    return 0;
}

static int apply_keep(edit_job *job, const char *text)
{
    sinew_edit_options options = options_of(job);
    int32_t *clips;
    sinew_model *edited = NULL;
    sinew_error error;
    int failed = find_clips(job, text, &clips, &options.clip_count);
    if (failed) return failed;
    options.clips = clips;
    const sinew_result result = sinew_edit_keep_clips(job->model, &options, &edited, &error);
    sinew_free(clips);
    failed = take(job, result, &edited, &error);
    return failed ? failed : choose(job, 0, 0);
}

// ---- values --------------------------------------------------------------------------------------------------------

static int fail_value(const edit_job *job, const char *text, const char *hint, const char *problem)
{
    return cli_fail_usage(job->context, "bad-value", hint, "--%s: '%s' %s", job->option, text, problem);
}

static int read_number(const edit_job *job, const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out) ? 0 : fail_value(job, text, NULL, "is not a number");
}

static int parse_time(const edit_job *job, const char *text, sinew_time *out)
{
    sinew_error error;
    if (sinew_time_parse(text, out, &error) == SINEW_OK) return 0;
    return cli_fail_usage(job->context, sinew_result_code(error.result), error.hint, "--%s: %s", job->option,
                          error.message);
}

static int parse_range(const edit_job *job, const char *text, sinew__arena *memory, sinew_time *out_from,
                       sinew_time *out_to)
{
    const char *dots = strstr(text, "..");
    if (!dots) return fail_value(job, text, "expected A..B, as in start..end or 10f..20f", "is not a range");
    const char *first = sinew__arena_text(memory, text, (size_t)(dots - text));
    const int failed = first ? parse_time(job, first, out_from) : cli_fail_memory(job->context);
    return failed ? failed : parse_time(job, dots + 2, out_to);
}

static int resolve_time(const edit_job *job, const sinew_time *time, int32_t clip, double current, double *out)
{
    const sinew_time_context where = {.model = job->model, .clip = clip, .current = current};
    sinew_error error;
    if (sinew_time_resolve(time, &where, out, &error) == SINEW_OK) return 0;
    return cli_fail(job->context, job->path, &error);
}

/// Splits OLD=NEW at the first equals sign. *out_old is from the arena.
static int read_pair(const edit_job *job, const char *text, sinew__arena *memory, const char **out_old,
                     const char **out_new)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) return fail_value(job, text, "expected OLD=NEW", "is not a pair");
    *out_old = sinew__arena_text(memory, text, (size_t)(equals - text));
    *out_new = equals + 1;
    return *out_old ? 0 : cli_fail_memory(job->context);
}

// ---- names of clips ------------------------------------------------------------------------------------------------

static int rename_clip(edit_job *job, int32_t clip, const char *name)
{
    sinew_model *edited = NULL;
    sinew_error error;
    return take(job, sinew_edit_rename_clip(job->model, clip, name, &edited, &error), &edited, &error);
}

static int apply_rename(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    const char *old = NULL, *name = NULL;
    int32_t clip = SINEW_NONE;
    int failed = read_pair(job, text, &memory, &old, &name);
    if (!failed) failed = cli_find_clip(job->context, job->path, job->model, old, &clip);
    if (!failed && clip == SINEW_NONE) failed = fail_value(job, text, NULL, "names no clip");
    if (!failed) failed = rename_clip(job, clip, name);
    sinew__arena_free(&memory);
    return failed;
}

static int begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/// Whether a name is one that a program gives to every clip.
static int is_default_name(const char *name)
{
    static const char *const names[] = {"mixamo.com", "Take 001", "Take_001", "Take001", "ArmatureAction", "Layer0"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(name, names[i]) == 0) return 1;
    return !*name;
}

static const char armature[] = "Armature|";

static int needs_name(const char *name)
{
    return is_default_name(name) || begins(name, armature);
}

/// What the author called a clip of Blender, `Armature|walk|Layer0`: its part between the bars; NULL: nothing.
static const char *own_name(const char *name, sinew__arena *memory)
{
    if (!begins(name, armature)) return NULL;
    name += strlen(armature);
    const char *own = sinew__arena_text(memory, name, strcspn(name, "|"));
    return own && !is_default_name(own) ? own : NULL;
}

/// The name of a clip of a file; in a file with several clips to be named, what distinguishes them is kept.
static const char *name_by_file(const edit_job *job, int32_t clip, int32_t count, sinew__arena *memory)
{
    const char *base = strrchr(job->path, '/'), *stem = base ? base + 1 : job->path, *dot = strrchr(stem, '.');
    const char *own = count > 1 ? own_name(clip_name(job, clip), memory) : NULL;
    if (own) return own;
    return sinew__arena_text(memory, stem, dot && dot > stem ? (size_t)(dot - stem) : strlen(stem));
}

static int is_name_taken(const edit_job *job, const char *name, int32_t clip)
{
    for (int32_t i = 0; i < job->model->clip_count; ++i)
        if (i != clip && strcmp(clip_name(job, i), name) == 0) return 1;
    return 0;
}

static int name_clip(edit_job *job, int32_t clip, int32_t count, sinew__arena *memory)
{
    const char *stem = name_by_file(job, clip, count, memory), *name = stem;
    for (int number = 2; name && is_name_taken(job, name, clip); ++number)
        name = sinew__arena_format(memory, "%s %d", stem, number);
    return name ? rename_clip(job, clip, name) : cli_fail_memory(job->context);
}

static int apply_name_clips(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    int32_t count = 0;
    int failed = lacks_clips(job);
    if (strcmp(text, "file") != 0) return fail_value(job, text, "expected file", "is not a valid choice");
    for (int32_t i = 0; i < chosen_count(job); ++i) count += needs_name(clip_name(job, chosen_clip(job, i)));
    for (int32_t i = 0; i < chosen_count(job) && !failed; ++i) {
        const int32_t clip = chosen_clip(job, i);
        if (needs_name(clip_name(job, clip))) failed = name_clip(job, clip, count, &memory);
    }
    sinew__arena_free(&memory);
    return failed;
}

// ---- time ----------------------------------------------------------------------------------------------------------

static int trim_clip(edit_job *job, int32_t clip, const sinew_time *from, const sinew_time *to)
{
    sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    double first = 0, last = 0;
    int failed = resolve_time(job, from, clip, 0, &first);
    if (!failed) failed = resolve_time(job, to, clip, first, &last);
    if (failed) return failed;
    options.clips = &clip;
    options.clip_count = 1;
    return take(job, sinew_edit_trim_clips(job->model, first, last, &options, &edited, &error), &edited, &error);
}

static int apply_trim(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    sinew_time from, to;
    int failed = parse_range(job, text, &memory, &from, &to);
    if (!failed) failed = lacks_clips(job);
    for (int32_t i = 0; i < chosen_count(job) && !failed; ++i) failed = trim_clip(job, chosen_clip(job, i), &from, &to);
    sinew__arena_free(&memory);
    return failed;
}

/// Times at which one clip is split.
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

/// Adds the events of a track that are inside the clip. *out_is_track is 0 if no event has the name.
static int add_events(const edit_job *job, int32_t clip, const char *track, split_times *times, int *out_is_track)
{
    const sinew_model *model = job->model;
    const double ends = 1e-6; // seconds by which an event is at an end, where there is nothing to split
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
        return fail_value(job, word, "write 1.25s, 37f, 50% or '#7', or the name of a track of events",
                          "is neither a time nor a track of events");
    failed = resolve_time(job, &time, clip, 0, &seconds);
    return failed ? failed : add_time(job, times, seconds);
}

static int compare_times(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/// Splits one clip. *out_parts is the number of clips that it became.
static int split_clip(edit_job *job, int32_t clip, const char *text, int32_t *out_parts)
{
    split_times times = {0};
    sinew_model *edited = NULL;
    sinew_error error;
    int failed = 0;
    for (const char *at = text; at && !failed; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const char *word = sinew__arena_text(&times.memory, at, strcspn(at, ","));
        failed = word ? add_word(job, clip, word, &times) : cli_fail_memory(job->context);
    }
    if (times.count > 1) qsort(times.items, times.count, sizeof *times.items, compare_times);
    if (!failed && times.count == 0) failed = fail_value(job, text, NULL, "has no time inside the clip");
    if (!failed)
        failed =
            take(job, sinew_edit_split_clip(job->model, clip, times.items, (int32_t)times.count, NULL, &edited, &error),
                 &edited, &error);
    *out_parts = (int32_t)times.count + 1;
    sinew__arena_free(&times.memory);
    return failed;
}

/// The parts of the chosen clips are chosen.
static int apply_split(edit_job *job, const char *text)
{
    const int32_t count = chosen_count(job);
    int32_t *chosen = NULL, chosen_parts = 0, added = 0;
    int failed = lacks_clips(job);
    for (int32_t i = 0; i < count && !failed; ++i) {
        const int32_t clip = chosen_clip(job, i) + added;
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

static int apply_join(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    const int32_t first = job->clips ? job->clips[0] : SINEW_NONE;
    (void)text;
    int32_t place = 0; // of the joined clip: clips before the first one stay
    for (int32_t i = 0; i < job->clip_count; ++i) place -= job->clips[i] < first;
    const int failed = take(job, sinew_edit_join_clips(job->model, NULL, &options, &edited, &error), &edited, &error);
    return failed || first == SINEW_NONE ? failed : choose(job, first + place, 1);
}

/// A time of the file's timeline: bare seconds too, as no clip is meant.
static int apply_start(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    sinew_time time;
    double seconds = 0;
    int failed = parse_time(job, text, &time);
    if (!failed) failed = resolve_time(job, &time, SINEW_NONE, 0, &seconds);
    if (failed) return failed;
    return take(job, sinew_edit_start_clips(job->model, seconds, &options, &edited, &error), &edited, &error);
}

static int apply_fps(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    double fps;
    const int failed = read_number(job, text, &fps);
    if (failed) return failed;
    return take(job, sinew_edit_set_rate(job->model, fps, &options, &edited, &error), &edited, &error);
}

static int apply_speed(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    double factor;
    const int failed = read_number(job, text, &factor);
    if (failed) return failed;
    return take(job, sinew_edit_speed_clips(job->model, factor, &options, &edited, &error), &edited, &error);
}

static int apply_reverse(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    (void)text;
    return take(job, sinew_edit_reverse_clips(job->model, &options, &edited, &error), &edited, &error);
}

// ---- motion --------------------------------------------------------------------------------------------------------

static int apply_mirror(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    const char *file = job->context->retarget_map;
    sinew_body_map map;
    sinew_model *edited = NULL;
    sinew_error error;
    (void)text;
    if (file && sinew__body_map_read(job->model, file, "character", &map, &error) != SINEW_OK)
        return cli_fail(job->context, file, &error);
    return take(job, sinew_edit_mirror_clips(job->model, file ? &map : NULL, &options, &edited, &error), &edited,
                &error);
}

static int apply_in_place(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    (void)text;
    return take(job, sinew_edit_in_place(job->model, &options, &edited, &error), &edited, &error);
}

static int apply_close(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    double frames;
    const int failed = read_number(job, text, &frames);
    if (failed) return failed;
    return take(job, sinew_edit_close_loop(job->model, frames, &options, &edited, &error), &edited, &error);
}

static int apply_reduce(edit_job *job, const char *text)
{
    sinew_edit_options options = options_of(job);
    sinew_model *edited = NULL;
    sinew_error error;
    const int failed = read_number(job, text, &options.error);
    if (failed) return failed;
    if (!(options.error > 0)) return fail_value(job, text, "expected a fraction such as 0.0001", "is out of range");
    return take(job, sinew_edit_reduce_keys(job->model, &options, &edited, &error), &edited, &error);
}

// ---- poses ---------------------------------------------------------------------------------------------------------

static int apply_over(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    sinew_time from, to;
    const int failed = parse_range(job, text, &memory, &from, &to);
    if (!failed) job->over = text;
    sinew__arena_free(&memory);
    return failed;
}

/// A length of time, in seconds or frames.
static int apply_ease(edit_job *job, const char *text)
{
    sinew_time time;
    int failed = parse_time(job, text, &time);
    if (!failed &&
        (time.unit == SINEW_TIME_KEY || time.unit == SINEW_TIME_PERCENT || time.origin == SINEW_TIME_FROM_END))
        failed = fail_value(job, text, "expected a time such as 0.2 or 5f", "is no length of time");
    time.origin = SINEW_TIME_FROM_CURRENT;
    return failed ? failed : resolve_time(job, &time, SINEW_NONE, 0, &job->ease);
}

/// The range of --over in a clip.
static int find_range(const edit_job *job, int32_t clip, double *out_from, double *out_to)
{
    sinew__arena memory = {0};
    sinew_time from, to;
    *out_from = 0;
    *out_to = job->model->clips[clip].duration;
    if (!job->over) return 0;
    int failed = parse_range(job, job->over, &memory, &from, &to);
    if (!failed) failed = resolve_time(job, &from, clip, 0, out_from);
    if (!failed) failed = resolve_time(job, &to, clip, *out_from, out_to);
    sinew__arena_free(&memory);
    return failed;
}

static int apply_still(edit_job *job, const char *text)
{
    sinew_model *edited = NULL;
    sinew_error error;
    double from = 0, to;
    int32_t clip = SINEW_NONE;
    int failed = lacks_clips(job);
    if (!failed && job->clips) clip = job->clips[0];
    if (!failed && !job->clips) failed = cli_find_clip(job->context, job->path, job->model, NULL, &clip);
    if (!failed) failed = find_range(job, clip, &from, &to);
    if (!failed)
        failed = take(job, sinew_edit_add_still(job->model, clip, from, text, &edited, &error), &edited, &error);
    if (failed) return failed;
    job->over = NULL;
    return choose(job, job->model->clip_count - 1, 1);
}

/// The edits of one option, on the model as it is while they are done.
typedef struct posed_edits {
    const sinew_model *model;
    pose_edits edits;
} posed_edits;

static sinew_result edit_pose(void *user, sinew_pose *pose, sinew_error *error)
{
    const posed_edits *posed = user;
    return scene_pose_edits_apply(&posed->edits, posed->model, pose, error);
}

static int pose_clip(edit_job *job, int32_t clip, posed_edits *posed)
{
    sinew_edit_options options = options_of(job);
    sinew_edit_pose pose = {.edit = edit_pose, .user = posed};
    sinew_model *edited = NULL;
    sinew_error error;
    const int failed = find_range(job, clip, &pose.from, &pose.to);
    if (failed) return failed;
    posed->model = job->model;
    options.clips = &clip;
    options.clip_count = 1;
    return take(job, sinew_edit_pose_clips(job->model, &pose, 1, job->ease, &options, &edited, &error), &edited,
                &error);
}

/// All edits of --set, --ik and --pose keep the joints, so that they are resolved once.
static int apply_pose_edits(edit_job *job, const cli_pose_edits *words)
{
    posed_edits posed = {.model = job->model};
    int failed = lacks_clips(job);
    if (failed) return failed;
    failed = cli_resolve_pose_edits(job->context, job->path, job->model, words, &posed.edits);
    if (failed) return failed;
    for (int32_t i = 0; i < chosen_count(job) && !failed; ++i) failed = pose_clip(job, chosen_clip(job, i), &posed);
    scene_pose_edits_free(&posed.edits);
    return failed;
}

static int apply_set(edit_job *job, const char *text)
{
    const cli_pose_edits words = {.edits = {.items = &text, .count = 1}};
    return apply_pose_edits(job, &words);
}

static int apply_ik(edit_job *job, const char *text)
{
    const cli_pose_edits words = {.targets = {.items = &text, .count = 1}};
    return apply_pose_edits(job, &words);
}

static int apply_pose(edit_job *job, const char *text)
{
    const cli_pose_edits words = {.pose = text};
    return apply_pose_edits(job, &words);
}

/// Poses of a file as keys: what they change at their times is added to the motion.
static int key_clip(edit_job *job, int32_t clip, const cli_stored_pose *stored, size_t count)
{
    sinew_edit_options options = options_of(job);
    sinew__arena memory = {0};
    posed_edits *posed = SINEW__ARENA_ARRAY(&memory, posed_edits, count);
    sinew_edit_pose *poses = SINEW__ARENA_ARRAY(&memory, sinew_edit_pose, count);
    sinew_model *edited = NULL;
    sinew_error error;
    int failed = memory.failed ? cli_fail_memory(job->context) : 0;
    for (size_t i = 0; i < count && !failed; ++i) {
        posed[i] = (posed_edits){job->model, stored[i].edits};
        poses[i] = (sinew_edit_pose){stored[i].time, stored[i].time, 1, edit_pose, &posed[i]};
    }
    options.clips = &clip;
    options.clip_count = 1;
    if (!failed)
        failed =
            take(job, sinew_edit_pose_clips(job->model, poses, (int32_t)count, job->ease, &options, &edited, &error),
                 &edited, &error);
    sinew__arena_free(&memory);
    return failed;
}

/// Without --clip, the clip that the file names.
static int apply_keys(edit_job *job, const char *text)
{
    cli_stored_pose *stored = NULL;
    size_t count = 0;
    char *name = NULL;
    int32_t clip = SINEW_NONE;
    int failed = lacks_clips(job);
    if (!failed) failed = cli_read_stored_poses(job->context, text, job->model, &stored, &count, &name);
    if (!failed && !job->clips) failed = cli_find_clip(job->context, job->path, job->model, name, &clip);
    if (!failed && clip != SINEW_NONE) failed = key_clip(job, clip, stored, count);
    for (int32_t i = 0; i < job->clip_count && !failed; ++i) failed = key_clip(job, job->clips[i], stored, count);
    cli_free_stored_poses(stored, count);
    sinew_free(name);
    return failed;
}

// ---- joints --------------------------------------------------------------------------------------------------------

static const char *joint_name(const edit_job *job, int32_t joint)
{
    return sinew_text(job->model, job->model->joints[joint].name);
}

static int apply_scale(edit_job *job, const char *text)
{
    sinew_model *edited = NULL;
    sinew_error error;
    double factor;
    const int failed = read_number(job, text, &factor);
    if (failed) return failed;
    return take(job, sinew_edit_scale(job->model, factor, &edited, &error), &edited, &error);
}

static int fail_no_joint(const edit_job *job, const char *text)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NO_JOINT, "no joint '%.100s'", text);
    return cli_fail(job->context, job->path, &error);
}

/// Marks the joints of a name or glob.
static int mark_joints(const edit_job *job, const char *pattern, uint8_t *marks)
{
    int32_t found = 0, joint;
    sinew_error error;
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        if (!sinew__glob_matches(pattern, joint_name(job, i))) continue;
        marks[i] = 1;
        ++found;
    }
    if (found) return 0;
    if (strpbrk(pattern, "*?[")) return fail_no_joint(job, pattern);
    if (sinew_model_find_joint(job->model, pattern, &joint, &error) != SINEW_OK)
        return cli_fail(job->context, job->path, &error);
    marks[joint] = 1;
    return 0;
}

static int apply_drop_joints(edit_job *job, const char *text)
{
    const sinew_edit_options options = options_of(job);
    sinew__arena memory = {0};
    sinew_model *edited = NULL;
    sinew_error error;
    uint8_t *marks = SINEW__ARENA_ARRAY(&memory, uint8_t, job->model->joint_count);
    int failed = marks ? 0 : cli_fail_memory(job->context);
    for (const char *at = text; at && !failed; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const char *pattern = sinew__arena_text(&memory, at, strcspn(at, ","));
        failed = pattern ? mark_joints(job, pattern, marks) : cli_fail_memory(job->context);
    }
    if (!failed)
        failed = take(job, sinew_edit_drop_joints(job->model, marks, &options, &edited, &error), &edited, &error);
    sinew__arena_free(&memory);
    return failed;
}

static int rename_joints(edit_job *job, const char *const *names)
{
    sinew_model *edited = NULL;
    sinew_error error;
    return take(job, sinew_edit_rename_joints(job->model, names, &edited, &error), &edited, &error);
}

/// The new name of a joint that fits a pattern with one `*`; NULL: it does not fit, or memory ran out.
static const char *name_by_pattern(const char *name, const char *pattern, const char *to, sinew__arena *memory)
{
    const char *star = strchr(pattern, '*'), *placed = strchr(to, '*');
    const size_t head = (size_t)(star - pattern), tail = strlen(star + 1), length = strlen(name);
    if (length < head + tail || memcmp(name, pattern, head) != 0 || strcmp(name + length - tail, star + 1) != 0)
        return NULL;
    if (!placed) return to;
    const char *kept = sinew__arena_text(memory, name + head, length - head - tail);
    const char *before = sinew__arena_text(memory, to, (size_t)(placed - to));
    return kept && before ? sinew__arena_format(memory, "%s%s%s", before, kept, placed + 1) : NULL;
}

static int name_joints(const edit_job *job, const char *old, const char *name, sinew__arena *memory, const char **names)
{
    int32_t found = 0, joint;
    sinew_error error;
    if (!strchr(old, '*')) {
        if (sinew_model_find_joint(job->model, old, &joint, &error) != SINEW_OK)
            return cli_fail(job->context, job->path, &error);
        names[joint] = name;
        return 0;
    }
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        names[i] = name_by_pattern(joint_name(job, i), old, name, memory);
        found += names[i] != NULL;
    }
    if (memory->failed) return cli_fail_memory(job->context);
    return found ? 0 : fail_no_joint(job, old);
}

static int apply_rename_joints(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    const char *old = NULL, *name = NULL, **names = SINEW__ARENA_ARRAY(&memory, const char *, job->model->joint_count);
    int failed = names ? read_pair(job, text, &memory, &old, &name) : cli_fail_memory(job->context);
    if (!failed) failed = name_joints(job, old, name, &memory, names);
    if (!failed) failed = rename_joints(job, names);
    sinew__arena_free(&memory);
    return failed;
}

static int apply_strip_prefix(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    const char **names = SINEW__ARENA_ARRAY(&memory, const char *, job->model->joint_count);
    int32_t found = 0;
    int failed = names ? 0 : cli_fail_memory(job->context);
    for (int32_t i = 0; i < job->model->joint_count && !failed; ++i) {
        const char *name = joint_name(job, i);
        if (!begins(name, text)) continue;
        names[i] = name + strlen(text);
        ++found;
    }
    if (!failed && found == 0) {
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_NO_JOINT, "no joint's name begins with '%.100s'", text);
        failed = cli_fail(job->context, job->path, &error);
    }
    if (!failed) failed = rename_joints(job, names);
    sinew__arena_free(&memory);
    return failed;
}

// ---- all edits -----------------------------------------------------------------------------------------------------

int edit_apply(edit_job *job, const char *option, const char *text)
{
    static const struct {
        const char *option;
        int (*apply)(edit_job *job, const char *text);
    } edits[] = {
        {"clip", apply_clip},
        {"keep", apply_keep},
        {"rename", apply_rename},
        {"name-clips", apply_name_clips},
        {"trim", apply_trim},
        {"split", apply_split},
        {"join", apply_join},
        {"start", apply_start},
        {"fps", apply_fps},
        {"speed", apply_speed},
        {"reverse", apply_reverse},
        {"mirror", apply_mirror},
        {"in-place", apply_in_place},
        {"close", apply_close},
        {"reduce", apply_reduce},
        {"over", apply_over},
        {"ease", apply_ease},
        {"still", apply_still},
        {"set", apply_set},
        {"ik", apply_ik},
        {"pose", apply_pose},
        {"keys", apply_keys},
        {"scale", apply_scale},
        {"drop-joints", apply_drop_joints},
        {"rename-joints", apply_rename_joints},
        {"strip-prefix", apply_strip_prefix},
    };
    job->option = option;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; ++i)
        if (strcmp(edits[i].option, option) == 0) return edits[i].apply(job, text);
    return cli_fail_usage(job->context, "bad-option", NULL, "unknown edit '--%s'", option);
}
