#include "cli/framework/join_files.h"

#include <stdio.h>

#include "bake/bake_in_load.h"
#include "platform/clock.h"
#include "sinew/with_clips.h"
#include "worker/host/worker_limits.h"

/// One start time for both loads, so that the progress of the second continues that of the first.
typedef struct joining {
    const sinew_load_options *options; ///< the caller's
    double begin;                      ///< from sinew__now()
} joining;

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

/// The limits that a load of the animation, started at `start`, has for baking.
static sinew_bake_options bake_options(joining *job, const sinew_model *animation, double start)
{
    const size_t size = animation->source_count > 0 ? (size_t)animation->sources[0].size : 0;
    const sinew__limits limits = sinew__limits_begin(job->options, size);
    sinew_bake_options options = sinew__bake_options_in_load(job->options->bake_error, job->options->matrix_frames,
                                                             limits.memory, start, limits.worker_seconds);
    options.progress = progress;
    options.user = job;
    return options;
}

static sinew_result join(joining *job, const sinew_model *character, const sinew_model *animation, double start,
                         sinew_model **out_model, sinew_error *out_error)
{
    sinew_model *joined;
    void *block;
    size_t size;
    if (job->options->unbaked) return sinew_model_with_clips(character, animation, NULL, out_model, out_error);
    sinew_result result = sinew_model_with_clips(character, animation, NULL, &joined, out_error);
    if (result != SINEW_OK) return result;
    const sinew_bake_options options = bake_options(job, animation, start);
    result = sinew_model_bake(joined, &options, &block, &size, out_error);
    sinew_model_destroy(joined);
    return result == SINEW_OK ? sinew_model_from_block(block, size, out_model, out_error) : result;
}

sinew_result cli_join_files(const char *path, const char *animation, const sinew_load_options *options,
                            sinew_model **out_model, char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    joining job = {options, sinew__now()};
    const sinew_load_options inputs = input_options(&job);
    sinew_model *character, *clips = NULL;
    *out_model = NULL;
    snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
    sinew_result result = sinew_model_load_file(path, &inputs, &character, out_error);
    const double start = sinew__now();
    if (result == SINEW_OK) {
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", animation);
        result = sinew_model_load_file(animation, &inputs, &clips, out_error);
    }
    if (result == SINEW_OK) {
        result = join(&job, character, clips, start, out_model, out_error);
        if (result != SINEW_ERROR_NO_CLIP && result != SINEW_ERROR_NO_CURVES)
            snprintf(out_subject, CLI_SUBJECT_SIZE, "%s on %s", animation, path);
    }
    sinew_model_destroy(clips);
    sinew_model_destroy(character);
    return result;
}
