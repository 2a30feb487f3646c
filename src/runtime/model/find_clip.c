// Finds clips by a pattern that a user types, and converts between a clip's times and the file's timeline.
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/glob.h"
#include "core/base/word_table.h"
#include "runtime/model/look_up.h"
#include "sinew/model.h"

static int is_exact(const char *name, const char *pattern)
{
    return strcmp(name, pattern) == 0;
}

static int is_same_ignoring_case(const char *name, const char *pattern)
{
    return strcasecmp(name, pattern) == 0;
}

static int is_short_name(const char *name, const char *pattern)
{
    return strcasecmp(sinew__short_clip_name(name), pattern) == 0;
}

static int fits_glob(const char *name, const char *pattern)
{
    return sinew__glob_matches(pattern, name) || sinew__glob_matches(pattern, sinew__short_clip_name(name));
}

/// The comparisons of a pattern with a name, from the strictest to the loosest. Only the first one that finds a clip is
/// used.
static int (*const ways[])(const char *name, const char *pattern) = {is_exact, is_same_ignoring_case, is_short_name,
                                                                     fits_glob};

enum { WAY_COUNT = sizeof ways / sizeof *ways };

/// Returns the index in `ways` of the first comparison that finds a clip, or WAY_COUNT.
static int find_way(const sinew_model *model, const char *pattern)
{
    for (int way = 0; way < WAY_COUNT; ++way) {
        for (int32_t clip = 0; clip < model->clip_count; ++clip) {
            if (ways[way](sinew__clip_name(model, clip), pattern)) return way;
        }
    }
    return WAY_COUNT;
}

/// Returns the clip that a number such as `2` or `#2` names, counted from 1, or SINEW_NONE.
static int32_t clip_numbered(const sinew_model *model, const char *pattern)
{
    const char *digits = pattern + (*pattern == '#');
    const size_t length = strlen(digits);
    if (length == 0 || length > 9 || strspn(digits, "0123456789") != length) return SINEW_NONE;
    int32_t number = 0;
    for (; *digits; ++digits) number = 10 * number + (*digits - '0');
    return number >= 1 && number <= model->clip_count ? number - 1 : SINEW_NONE;
}

static int moves_anything(const sinew_clip *clip)
{
    return clip->animated_joints > 0 || clip->key_time_count > 0;
}

static int32_t default_clip(const sinew_model *model)
{
    int32_t chosen = model->clip_count > 0 ? 0 : SINEW_NONE;
    for (int32_t i = model->clip_count - 1; i >= 0; --i) {
        if (moves_anything(&model->clips[i])) chosen = i;
    }
    for (int32_t i = model->clip_count - 1; i >= 0; --i) {
        if (model->clips[i].is_default && moves_anything(&model->clips[i])) chosen = i;
    }
    return chosen;
}

int32_t sinew__clips_to_export(const sinew_model *model, int with_others, int32_t *out_clips,
                               char out_left_out[SINEW__LEFT_OUT_SIZE])
{
    int32_t count = 0, first_without = SINEW_NONE;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_clip *clip = &model->clips[i];
        const int has_others = with_others && (clip->channel_count > 0 || model->document_size > 0);
        if (moves_anything(clip) || has_others)
            out_clips[count++] = i;
        else if (first_without == SINEW_NONE)
            first_without = i;
    }
    *out_left_out = '\0';
    if (count == 0)
        for (; count < model->clip_count; ++count) out_clips[count] = count;
    else if (model->clip_count - count == 1)
        snprintf(out_left_out, SINEW__LEFT_OUT_SIZE, "clip '%.150s' has no keys and is left out",
                 sinew__clip_name(model, first_without));
    else if (model->clip_count > count)
        snprintf(out_left_out, SINEW__LEFT_OUT_SIZE, "%d clips without keys are left out: '%.150s', …",
                 (int)(model->clip_count - count), sinew__clip_name(model, first_without));
    return count;
}

void sinew__put_default_clip_first(const sinew_model *model, int32_t *clips, int32_t count)
{
    const int32_t first = default_clip(model);
    int32_t place = 0;
    while (place < count && clips[place] != first) ++place;
    if (place == count) return;
    memmove(clips + 1, clips, (size_t)place * sizeof *clips);
    clips[0] = first;
}

/// Appends the names of the clips that `way` finds for the pattern (NULL: all clips) until the hint is full. Returns
/// the number of the remaining ones.
static int list_clips(const sinew_model *model, int (*way)(const char *, const char *), const char *pattern,
                      sinew__buffer *list)
{
    const size_t room = sizeof((sinew_error *)0)->hint - sizeof "clips: , and 2147483647 more";
    int more = 0;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        if (way && !way(sinew__clip_name(model, i), pattern)) continue;
        const size_t before = list->size;
        if (more == 0)
            sinew__buffer_format(list, "%s%d '%s'", before ? ", " : "", (int)i + 1, sinew__clip_name(model, i));
        if (more == 0 && (list->size < room || before == 0)) continue;
        if (more++ == 0) list->size = before;
    }
    return more;
}

static void hint_list(const sinew__buffer *list, int more, sinew_error *error)
{
    if (list->failed || list->size == 0)
        sinew__hint(error, "the file has no clips");
    else if (more > 0)
        sinew__hint(error, "clips: %.*s, and %d more", (int)list->size, list->text, more);
    else
        sinew__hint(error, "clips: %.*s", (int)list->size, list->text);
}

/// Returns the clip with the most similar name, or SINEW_NONE if no name is similar enough to suggest.
static int32_t nearest_clip(const sinew_model *model, const char *word)
{
    int32_t best = SINEW_NONE;
    int best_distance = 1000;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const char *name = sinew__clip_name(model, i);
        const int whole = sinew__word_distance(word, name);
        const int end = sinew__word_distance(word, sinew__short_clip_name(name));
        const int distance = whole < end ? whole : end;
        if (distance >= best_distance) continue;
        best = i;
        best_distance = distance;
    }
    return best != SINEW_NONE && sinew__word_is_near(word, best_distance) ? best : SINEW_NONE;
}

/// Fails with a hint: the names of all clips or, if they are too many, the most similar name.
static sinew_result fail_no_clip(const sinew_model *model, const char *pattern, sinew_error *error)
{
    sinew__fail(error, SINEW_ERROR_NO_CLIP, "no clip '%s'", pattern);
    if (!error) return SINEW_ERROR_NO_CLIP;
    sinew__buffer list = {0};
    const int more = list_clips(model, NULL, pattern, &list);
    const int32_t nearest = more > 0 ? nearest_clip(model, pattern) : SINEW_NONE;
    if (nearest != SINEW_NONE)
        sinew__hint(error, "did you mean '%s'?", sinew__clip_name(model, nearest));
    else
        hint_list(&list, more, error);
    sinew__buffer_free(&list);
    return SINEW_ERROR_NO_CLIP;
}

sinew_result sinew_model_find_clip(const sinew_model *model, const char *pattern, int32_t *out_clip,
                                   sinew_error *out_error)
{
    if (out_clip) *out_clip = SINEW_NONE;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_clip)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!pattern || !*pattern) {
        *out_clip = default_clip(model);
        return SINEW_OK;
    }
    const int way = find_way(model, pattern);
    if (way == WAY_COUNT) {
        *out_clip = clip_numbered(model, pattern);
        const int found = *out_clip != SINEW_NONE || strcmp(pattern, "none") == 0;
        return found ? SINEW_OK : fail_no_clip(model, pattern, out_error);
    }
    int count = 0;
    for (int32_t clip = model->clip_count - 1; clip >= 0; --clip) {
        if (!ways[way](sinew__clip_name(model, clip), pattern)) continue;
        *out_clip = clip;
        ++count;
    }
    if (count == 1) return SINEW_OK;
    *out_clip = SINEW_NONE;
    sinew__fail(out_error, SINEW_ERROR_MANY_CLIPS, "'%s' fits %d clips", pattern, count);
    if (!out_error) return SINEW_ERROR_MANY_CLIPS;
    sinew__buffer list = {0};
    hint_list(&list, list_clips(model, ways[way], pattern, &list), out_error);
    sinew__buffer_free(&list);
    return SINEW_ERROR_MANY_CLIPS;
}

double sinew_clip_to_timeline(const sinew_model *model, int32_t clip, double time)
{
    return sinew__has_clip(model, clip) && isfinite(time) ? sinew__timeline(model, clip, time) : 0;
}

double sinew_clip_from_timeline(const sinew_model *model, int32_t clip, double timeline)
{
    if (!sinew__has_clip(model, clip) || !isfinite(timeline)) return 0;
    return clip == SINEW_NONE ? timeline : timeline - sinew__model_clip(model, clip)->start;
}

int sinew__clip_matches(const sinew_model *model, int32_t clip, const char *pattern)
{
    if (clip < SINEW_NONE || clip >= model->clip_count) return 0;
    if (!pattern || !*pattern) return clip == default_clip(model);
    const int way = find_way(model, pattern);
    if (way == WAY_COUNT) return clip == clip_numbered(model, pattern);
    return clip != SINEW_NONE && ways[way](sinew__clip_name(model, clip), pattern);
}
