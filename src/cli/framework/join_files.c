#include "cli/framework/join_files.h"

#include <stdio.h>
#include <stdlib.h>

#include "bake/bake_in_load.h"
#include "base/error.h"
#include "cli/retarget/body_map_file.h"
#include "platform/clock.h"
#include "sinew/with_clips.h"
#include "worker/host/worker_limits.h"

/// One start time for all loads, so that the progress of each continues that of the one before.
typedef struct joining {
    const sinew_load_options *options; ///< the caller's
    double begin;                      ///< from sinew__now()
} joining;

typedef struct loaded_files {
    sinew_model *character;
    sinew_model **animations; ///< [count] of the paths; NULL from the first that failed
    size_t count;
} loaded_files;

static int progress(void *user, double seconds)
{
    (void)seconds;
    const joining *job = user;
    return job->options->progress ? job->options->progress(job->options->user, sinew__now() - job->begin) : 0;
}

static void warn(void *user, const char *text)
{
    const joining *job = user;
    if (job->options->warn) job->options->warn(job->options->user, text);
}

/// The input models are not baked: only the joined one is played.
static sinew_load_options input_options(joining *job)
{
    sinew_load_options options = *job->options;
    options.unbaked = 1;
    options.progress = progress;
    options.warn = warn;
    options.user = job;
    return options;
}

/// The limits for baking that a load of a file of this size has which began when sinew__load_time() was `start`.
static sinew_bake_options bake_options(joining *job, size_t size, double start)
{
    const sinew__limits limits = sinew__limits_begin(job->options, size);
    sinew_bake_options options =
        sinew__bake_options_in_load(job->options->bake_error, limits.memory, sinew__load_time() - start,
                                    limits.worker_seconds);
    options.progress = progress;
    options.user = job;
    return options;
}

/// The size of the files whose clips the joined model has.
static size_t find_size(const sinew_model *joined)
{
    size_t size = 0;
    for (int32_t i = 0; i < joined->source_count; ++i) size += (size_t)joined->sources[i].size;
    return size;
}

static sinew_result bake(joining *job, sinew_model *joined, double start, sinew_model **out_model,
                         sinew_error *out_error)
{
    void *block;
    size_t size;
    const sinew_bake_options options = bake_options(job, find_size(joined), start);
    const sinew_result result = sinew_model_bake(joined, &options, &block, &size, out_error);
    sinew_model_destroy(joined);
    return result == SINEW_OK ? sinew_model_from_block(block, size, out_model, out_error) : result;
}

/// Adds the clips, or lets those of a single animation replace the character's.
static sinew_result add_or_replace(joining *job, const loaded_files *files, sinew_model **out_model,
                                   sinew_error *out_error)
{
    sinew_error why;
    const sinew_model *const *animations = (const sinew_model *const *)files->animations;
    sinew_result result =
        sinew_model_add_clips(files->character, animations, (int32_t)files->count, NULL, out_model, &why);
    if (files->count == 1 && (result == SINEW_ERROR_UNSUPPORTED || result == SINEW_ERROR_NO_CURVES)) {
        result = sinew_model_with_clips(files->character, animations[0], NULL, out_model, out_error);
        if (result != SINEW_OK) return result;
        char text[sizeof why.message + 64];
        snprintf(text, sizeof text, "the clips of the file are left out: %s", why.message);
        warn(job, text);
        return SINEW_OK;
    }
    if (result != SINEW_OK) *out_error = why;
    return result;
}

static sinew_result load_animations(const cli_texts *paths, const sinew_load_options *options, loaded_files *files,
                                    char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    files->animations = calloc(paths->count, sizeof *files->animations);
    if (!files->animations) return sinew__fail_memory(out_error);
    sinew_result result = SINEW_OK;
    for (; files->count < paths->count && result == SINEW_OK; ++files->count) {
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", paths->items[files->count]);
        result =
            sinew_model_load_file(paths->items[files->count], options, &files->animations[files->count], out_error);
    }
    return result;
}

/// Replaces the animations by models with the same clips on the joints of the character.
static sinew_result retarget_animations(const cli_context *context, const char *path, const cli_texts *paths,
                                        loaded_files *files, char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    sinew_body_map character, animation;
    const sinew_retarget_options options = {.character_map = &character, .animation_map = &animation};
    const char *map = context->retarget_map;
    snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
    sinew_result result = cli_find_body(files->character, map, "character", &character, out_error);
    for (size_t i = 0; i < files->count && result == SINEW_OK; ++i) {
        sinew_model *retargeted = NULL;
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", paths->items[i]);
        result = cli_find_body(files->animations[i], map, "animation", &animation, out_error);
        if (result == SINEW_OK)
            result = sinew_retarget_clips(files->character, files->animations[i], &options, &retargeted, out_error);
        if (result != SINEW_OK) return result;
        sinew_model_destroy(files->animations[i]);
        files->animations[i] = retargeted;
    }
    return result;
}

/// Names the files that a join concerns; with several animations the message names the one.
static void name_subject(const char *path, const cli_texts *animations, sinew_result result, char *out_subject)
{
    if (animations->count > 1)
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
    else if (result != SINEW_ERROR_NO_CLIP && result != SINEW_ERROR_NO_CURVES)
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s on %s", animations->items[0], path);
}

sinew_result cli_join_files(const cli_context *context, const char *path, const cli_texts *animations,
                            const sinew_load_options *options, sinew_model **out_model,
                            char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    joining job = {options, sinew__now()};
    const sinew_load_options inputs = input_options(&job);
    loaded_files files = {0};
    *out_model = NULL;
    snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
    sinew_result result = sinew_model_load_file(path, &inputs, &files.character, out_error);
    const double start = sinew__load_time();
    if (result == SINEW_OK) result = load_animations(animations, &inputs, &files, out_subject, out_error);
    if (result == SINEW_OK && (context->retarget || context->retarget_map))
        result = retarget_animations(context, path, animations, &files, out_subject, out_error);
    if (result == SINEW_OK) {
        sinew_model *joined;
        result = add_or_replace(&job, &files, &joined, out_error);
        if (result == SINEW_OK && options->unbaked)
            *out_model = joined;
        else if (result == SINEW_OK)
            result = bake(&job, joined, start, out_model, out_error);
        name_subject(path, animations, result, out_subject);
    }
    for (size_t i = 0; i < files.count; ++i) sinew_model_destroy(files.animations[i]);
    free(files.animations);
    sinew_model_destroy(files.character);
    return result;
}
