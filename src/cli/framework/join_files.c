#include "cli/framework/join_files.h"

#include <stdio.h>

#include "platform/clock.h"
#include "pose/bake_in_load.h"
#include "sinew/with_clips.h"
#include "worker/host/worker_limits.h"

/// One clock over all that is read.
typedef struct joining {
    const sinew_load_options *options; ///< the caller's
    double begin;                      ///< of sinew__now()
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

/// Rows of the two files themselves would be of no use.
static sinew_load_options options_of_each(joining *job)
{
    sinew_load_options options = *job->options;
    options.unbaked = 1;
    options.progress = progress;
    options.warn = warn;
    options.user = job;
    return options;
}

/// What a load of the animation that began at `start` may take for its rows.
static sinew_bake_options bake_options(joining *job, const sinew_model *animation, double start)
{
    const size_t size = animation->source_count > 0 ? (size_t)animation->sources[0].size : 0;
    const sinew__limits limits = sinew__limits_begin(job->options, size);
    sinew_bake_options options =
        sinew__bake_options_in_load(job->options->bake_error, limits.memory, start, limits.worker_seconds);
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
                            sinew_model **out_model, char out_about[CLI_ABOUT], sinew_error *out_error)
{
    joining job = {options, sinew__now()};
    const sinew_load_options each = options_of_each(&job);
    sinew_model *character, *clips = NULL;
    *out_model = NULL;
    snprintf(out_about, CLI_ABOUT, "%s", path);
    sinew_result result = sinew_model_load_file(path, &each, &character, out_error);
    const double start = sinew__now();
    if (result == SINEW_OK) {
        snprintf(out_about, CLI_ABOUT, "%s", animation);
        result = sinew_model_load_file(animation, &each, &clips, out_error);
    }
    if (result == SINEW_OK) {
        result = join(&job, character, clips, start, out_model, out_error);
        if (result != SINEW_ERROR_NO_CLIP) snprintf(out_about, CLI_ABOUT, "%s on %s", animation, path);
    }
    sinew_model_destroy(clips);
    sinew_model_destroy(character);
    return result;
}
