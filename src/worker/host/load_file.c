// A model file → a model: with the importer, and where that crashes, from the document alone.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/number.h"
#include "cache/cache_entry.h"
#include "cache/read_block_file.h"
#include "model/block_file.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "platform/side_files.h"
#include "sinew/load.h"
#include "worker/host/find_worker.h"
#include "worker/host/load_key.h"
#include "worker/host/result_memory.h"
#include "worker/host/run_worker.h"

static int died(sinew_result result)
{
    return result == SINEW_ERROR_CRASHED || result == SINEW_ERROR_TIMED_OUT || result == SINEW_ERROR_MEMORY_LIMIT;
}

/// Sets the reason for the second attempt, which its warning states.
static void put_reason(sinew__run *run, const sinew_error *first)
{
    char *reason = run->job.reason;
    if (first->result == SINEW_ERROR_TIMED_OUT) {
        char seconds[SINEW__NUMBER_SIZE];
        sinew__format_rounded(sinew__now() - run->limits->start, 2, seconds);
        snprintf(reason, sizeof run->job.reason, "stopped after %s s", seconds);
    } else { // without "; nothing was loaded"
        snprintf(reason, sizeof run->job.reason, "%.*s", (int)strcspn(first->message, ";"), first->message);
    }
}

/// Runs a second attempt, without the importer that crashed. Its error is more useful than that of the first attempt,
/// unless it crashes too.
static sinew_result rescue(sinew__run *run, sinew_error *error)
{
    run->job.attempt = WORKER_WITHOUT_IMPORTER;
    put_reason(run, error);
    sinew_error second;
    const sinew_result result = sinew__worker_run(run, &second);
    if (died(result)) return error->result;
    *error = second;
    return result;
}

static sinew_result read_block(sinew__run *run, sinew_error *out_error)
{
    sinew_error error = {0};
    sinew_result result = sinew__worker_run(run, &error);
    if (run->can_be_rescued && died(result)) result = rescue(run, &error);
    if (result != SINEW_OK && out_error) *out_error = error;
    return result;
}

/// Whether more time might have given more: clips are not baked once half of the time has passed.
static int is_cut_short(const sinew__limits *limits, const sinew_model *model)
{
    if (sinew__now() - limits->start < limits->worker_seconds / 2) return 0;
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), "I53") == 0) return 1;
    return 0;
}

static void warn_of_many_side_files(const sinew_load_options *options)
{
    char text[100];
    snprintf(text, sizeof text, "it names more than %d side files; the rest were not searched for",
             SINEW__MOST_SIDE_FILES);
    if (options && options->warn) options->warn(options->user, text);
}

/// Lets a worker read the model, and keeps what it made. Not what came of a second attempt: another time the first may
/// succeed.
static sinew_result import_model(sinew__cache_entry *slot, size_t size, const sinew_load_options *options,
                                 const sinew__limits *limits, sinew_model **out_model, sinew_error *error)
{
    sinew__run run = {.program = SINEW__MODEL_WORKER,
                      .options = options,
                      .limits = limits,
                      .folders = slot->folders,
                      .origin = slot->path ? &slot->origin : NULL,
                      .file = slot->file,
                      .job = {.task = WORKER_MODEL,
                              .file_size = size,
                              .bake_error = options ? options->bake_error : 0,
                              .matrix_frames = options ? options->matrix_frames : 0,
                              .unbaked = options && options->unbaked}};
    snprintf(run.job.name, sizeof run.job.name, "%s", sinew__base_name(slot->model_path));
    sinew_result result = read_block(&run, error);
    if (result != SINEW_OK) return result;
    result = sinew__model_from_memory(run.memory, run.size, sinew__result_memory_release, &slot->validation, out_model,
                                      error);
    if (result == SINEW_OK && !run.has_all_side_files) warn_of_many_side_files(options);
    const int is_whole = run.job.attempt == WORKER_AS_IT_IS && run.has_all_side_files;
    if (result == SINEW_OK && is_whole && !is_cut_short(limits, *out_model)) sinew__cache_entry_keep(slot, *out_model);
    return result;
}

/// What an earlier load left, else what a worker reads.
static sinew_result open_model_file(const char *path, int file, size_t size, const sinew_load_options *options,
                                    const sinew__limits *limits, sinew_model **out_model, sinew_error *error)
{
    sinew__cache_entry slot = {
        .model_path = path,
        .folders = sinew__side_folders_open(path, options ? options->texture_path : NULL),
        .file = file,
        .validation = sinew__limits_of_validation(limits),
    };
    if (!slot.folders) return sinew__fail_memory(error);
    if (options && options->cache_folder) {
        slot.folder = options->cache_folder;
        slot.limit = options->cache_limit;
        slot.recipe = sinew__load_key(options);
    }
    sinew__cache_entry_begin(&slot);
    *out_model = sinew__cache_entry_open(&slot);
    if (slot.was_damaged && options->warn)
        options->warn(options->user, "its cache entry was damaged and has been removed; the file is imported again");
    const sinew_result result = *out_model ? SINEW_OK : import_model(&slot, size, options, limits, out_model, error);
    sinew__cache_entry_end(&slot);
    sinew__side_folders_close(slot.folders);
    return result;
}

/// A `.sinew` file, which needs no importer.
static sinew_result open_block_file(int file, size_t size, const sinew__limits *limits, sinew_model **out_model,
                                    sinew_error *error)
{
    void *bytes;
    const sinew__validation_limits validation = sinew__limits_of_validation(limits);
    const sinew_result result = sinew__read_block_file(file, size, limits->memory, &bytes, &size, error);
    return result == SINEW_OK ? sinew__block_file_load(bytes, size, &validation, out_model, error) : result;
}

static int is_block_file(int file)
{
    char start[8];
    const ssize_t got = pread(file, start, sizeof start, 0);
    return got > 0 && sinew__is_block_file(start, (size_t)got);
}

sinew_result sinew_model_load_file(const char *path, const sinew_load_options *options, sinew_model **out_model,
                                   sinew_error *error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(error, path, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    int file;
    size_t size;
    sinew_result result = sinew__file_open(path, &file, &size, error);
    if (result != SINEW_OK) return result;
    const sinew__limits limits = sinew__limits_begin(options, size);
    result = is_block_file(file) ? open_block_file(file, size, &limits, out_model, error)
                                 : open_model_file(path, file, size, options, &limits, out_model, error);
    close(file);
    return result;
}
