#define _POSIX_C_SOURCE 200809L
#include "program/cli/diff/clip_pair.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/error.h"
#include "program/cli/commands/clip_facts.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "runtime/model/clip_name.h"
#include "runtime/model/clip_span.h"
#include "runtime/model/key_times.h"

/// The only clip of a file, or the only one with keys: exporters add empty takes. SINEW_NONE: there is none.
static int32_t only_clip(const sinew_model *model)
{
    int32_t only = SINEW_NONE;
    if (model->clip_count == 1) return 0;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        if (model->clips[i].key_time_count == 0) continue;
        if (only != SINEW_NONE) return SINEW_NONE;
        only = i;
    }
    return only;
}

/// Finds the matching clip of `b`, or SINEW_NONE. `is_free` [clip_count] excludes clips that have a match; NULL: none.
static int32_t find_match(const sinew_model *a, int32_t clip, const sinew_model *b, const uint8_t *is_free)
{
    const char *name = sinew__clip_name(a, clip), *short_name = sinew__short_clip_name(name);
    for (int32_t i = 0; i < b->clip_count; ++i) {
        if ((!is_free || is_free[i]) && strcmp(sinew__clip_name(b, i), name) == 0) return i;
    }
    for (int32_t i = 0; i < b->clip_count; ++i) {
        if (is_free && !is_free[i]) continue;
        if (strcasecmp(sinew__short_clip_name(sinew__clip_name(b, i)), short_name) == 0) return i;
    }
    const int32_t only = only_clip(b);
    return only_clip(a) == clip && only != SINEW_NONE && (!is_free || is_free[only]) ? only : SINEW_NONE;
}

static int fail_no_match(const cli_context *context, const char *path_a, const char *path_b, const sinew_model *b,
                         const char *name)
{
    sinew_error error;
    if (name)
        sinew__fail(&error, SINEW_ERROR_NO_CLIP, "no clip '%s', which %s has", name, path_a);
    else
        sinew__fail(&error, SINEW_ERROR_NO_CLIP, "no clip matches a clip of %s by name", path_a);
    if (b->clip_count > 0)
        sinew__hint(&error, "run 'sinew info' for a list of clips; use --clip none to compare rest poses");
    else
        sinew__hint(&error, "the file has no clips; use --clip none to compare rest poses");
    return cli_fail(context, path_b, &error);
}

static void add_pair(cli_clip_pairs *pairs, int32_t a, int32_t b)
{
    pairs->clips[pairs->count][0] = a;
    pairs->clips[pairs->count++][1] = b;
}

static int pair_selected(const cli_context *context, const char *const paths[2], const sinew_model *const models[2],
                         const char *pattern, cli_clip_pairs *pairs)
{
    int32_t clip;
    const int failed = cli_find_clip(context, paths[0], models[0], pattern, &clip);
    if (failed) return failed;
    const int32_t match = clip == SINEW_NONE ? SINEW_NONE : find_match(models[0], clip, models[1], NULL);
    if (clip != SINEW_NONE && match == SINEW_NONE)
        return fail_no_match(context, paths[0], paths[1], models[1], sinew__clip_name(models[0], clip));
    add_pair(pairs, clip, match);
    return 0;
}

static void pair_all(const sinew_model *const models[2], cli_clip_pairs *pairs)
{
    for (int i = 0; i < 2; ++i) memset(pairs->only_in[i], 1, (size_t)models[i]->clip_count);
    for (int32_t clip = 0; clip < models[0]->clip_count; ++clip) {
        const int32_t match = find_match(models[0], clip, models[1], pairs->only_in[1]);
        if (match == SINEW_NONE) continue;
        pairs->only_in[0][clip] = pairs->only_in[1][match] = 0;
        add_pair(pairs, clip, match);
    }
    if (models[0]->clip_count + models[1]->clip_count == 0) add_pair(pairs, SINEW_NONE, SINEW_NONE);
}

int cli_clip_pairs_init(const cli_context *context, const char *const paths[2], const sinew_model *const models[2],
                        const char *pattern, cli_clip_pairs *pairs)
{
    pairs->clips = calloc((size_t)models[0]->clip_count + 1, sizeof *pairs->clips);
    for (int i = 0; i < 2; ++i) pairs->only_in[i] = calloc((size_t)models[i]->clip_count + 1, 1);
    if (!pairs->clips || !pairs->only_in[0] || !pairs->only_in[1]) return cli_fail_memory(context);
    if (pattern || models[0] == models[1]) return pair_selected(context, paths, models, pattern, pairs);
    pair_all(models, pairs);
    if (pairs->count > 0) return 0;
    const int lacking = models[0]->clip_count > 0; // the file that the message is about
    return fail_no_match(context, paths[!lacking], paths[lacking], models[lacking], NULL);
}

void cli_clip_pairs_free(cli_clip_pairs *pairs)
{
    free(pairs->clips);
    free(pairs->only_in[0]);
    free(pairs->only_in[1]);
    *pairs = (cli_clip_pairs){0};
}

// ---- times ---------------------------------------------------------------------------------------------------------

/// None for the rest pose, or without a frame rate.
static sinew_result frames_of(const cli_clip_of *of, cli_frames *out_frames, sinew_error *out_error)
{
    const double fps = of->model->info->fps;
    *out_frames = (cli_frames){0};
    if (of->clip == SINEW_NONE || !(fps > 0)) return SINEW_OK;
    return cli_clip_frames(&of->model->clips[of->clip], fps, out_frames, out_error);
}

static size_t put_times(const cli_clip_of *of, const cli_frames *frames, double *times)
{
    size_t count = 0;
    times[count++] = 0;
    if (of->clip == SINEW_NONE) return count;
    const sinew_clip *clip = &of->model->clips[of->clip];
    times[count++] = clip->duration;
    for (int32_t i = 0; i < clip->key_time_count; ++i) times[count++] = sinew__key_time(of->model, clip, i);
    for (size_t i = 0; i < frames->count; ++i)
        times[count++] = (frames->first + (double)i) / of->model->info->fps - clip->start;
    return count;
}

sinew_result cli_list_diff_times(const cli_clip_of clips[2], double **out_times, size_t *out_count,
                                 sinew_error *out_error)
{
    cli_frames frames[2];
    size_t capacity = 0, count = 0;
    for (int i = 0; i < 2; ++i) {
        const sinew_result result = frames_of(&clips[i], &frames[i], out_error);
        if (result != SINEW_OK) return result;
        const int32_t keys = clips[i].clip == SINEW_NONE ? 0 : clips[i].model->clips[clips[i].clip].key_time_count;
        capacity += 2 + (size_t)keys + frames[i].count;
    }
    double *times = malloc(capacity * sizeof *times);
    if (!times) return sinew__fail_memory(out_error);
    for (int i = 0; i < 2; ++i) count += put_times(&clips[i], &frames[i], times + count);
    *out_times = times;
    *out_count = sinew__sort_times(times, count, cli_time_tolerance);
    return SINEW_OK;
}
