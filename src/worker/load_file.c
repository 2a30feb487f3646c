// A model file → a model: first as everybody would read it, and where that importer dies, from the document alone.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "model/block.h"
#include "sinew/load.h"
#include "worker/find_worker.h"
#include "worker/result_memory.h"
#include "worker/run_worker.h"

static int died(sinew_result result)
{
    return result == SINEW_ERROR_CRASHED || result == SINEW_ERROR_TIMED_OUT || result == SINEW_ERROR_MEMORY_LIMIT;
}

/// What the warning about the second attempt says of the first.
static void put_reason(sinew__run *run, const sinew_error *first)
{
    char *reason = run->job.reason;
    if (first->result == SINEW_ERROR_TIMED_OUT)
        snprintf(reason, sizeof run->job.reason, "stopped after %.2g s", sinew__now() - run->limits->start);
    else // "…; nothing was loaded" is not so any more
        snprintf(reason, sizeof run->job.reason, "%.*s", (int)strcspn(first->message, ";"), first->message);
}

/// Once more without the importer that died; where that fails too, the first error stands.
static sinew_result rescue(sinew__run *run, const sinew_error *first)
{
    run->job.attempt = WORKER_WITHOUT_IMPORTER;
    put_reason(run, first);
    sinew_error second;
    return sinew__worker_run(run, &second);
}

static sinew_result read_block(sinew__run *run, sinew_error *error)
{
    sinew_error first;
    const sinew_result result = sinew__worker_run(run, &first);
    if (result == SINEW_OK) return SINEW_OK;
    if (run->can_be_rescued && died(result) && rescue(run, &first) == SINEW_OK) return SINEW_OK;
    if (error) *error = first;
    return result;
}

sinew_result sinew_model_load_file(const char *path, const sinew_load_options *options, sinew_model **out_model,
                                   sinew_error *error)
{
    *out_model = NULL;
    int file;
    size_t size;
    sinew_result result = sinew__file_open(path, &file, &size, error);
    if (result != SINEW_OK) return result;
    const sinew__limits limits = sinew__limits_begin(options, size);
    sinew__run run = {.program = SINEW__MODEL_WORKER,
                      .options = options,
                      .limits = &limits,
                      .model_path = path,
                      .file = file,
                      .job = {.task = WORKER_MODEL,
                              .file_size = size,
                              .bake_error = options ? options->bake_error : 0,
                              .unbaked = options && options->unbaked}};
    snprintf(run.job.name, sizeof run.job.name, "%s", sinew__base_name(path));
    result = read_block(&run, error);
    close(file);
    if (result != SINEW_OK) return result;
    return sinew__model_from_memory(run.memory, run.size, sinew__result_memory_release, out_model, error);
}
