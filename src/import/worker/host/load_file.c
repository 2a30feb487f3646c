// Loads a model file: with the importer, and if that crashes, from only the FBX document.
#define _POSIX_C_SOURCE 200809L // PATH_MAX
#include "import/worker/host/worker_host.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/folder.h"
#include "core/platform/process.h"
#include "import/cache/cache.h"
#include "runtime/model/block_file.h"
#include "runtime/model/combine/combine.h"
#include "runtime/model/validate/checks.h"

// The dependencies of a model's block other than its files.

/// Everything that the load key depends on, without padding, so that it can be hashed as bytes.
typedef struct key_parts {
    uint64_t worker_device, worker_inode, worker_size;
    int64_t worker_modified;
    uint64_t extra_folder_device, extra_folder_inode; ///< identity of the texture folder, whose path may be relative
    uint64_t library_path;                            ///< the worker's library search path
    uint64_t memory_limit;                            ///< decides which geometry caches and baked clips are dropped
    uint64_t only_curves;
    double bake_error;
    uint64_t up;
} key_parts;

/// Returns a hash of the load options and of the worker's build. Options that only decide whether a load succeeds, such
/// as its timeout, are not included. `extra_folder` is the status of the folder `options->texture_path`; zeroed without
/// such a folder.
static uint64_t sinew__load_key(const sinew_load_options *options, const sinew__file_status *extra_folder)
{
    char path[PATH_MAX];
    sinew__file_status worker = {0};
    if (sinew__worker_find(options->worker_folder, SINEW__MODEL_WORKER, path, sizeof path, NULL) == SINEW_OK)
        (void)sinew__file_status_of_path(path, &worker);
    const char *libraries = getenv("LD_LIBRARY_PATH");
    const key_parts parts = {.worker_device = worker.device,
                             .worker_inode = worker.inode,
                             .worker_size = worker.size,
                             .worker_modified = worker.modified,
                             .extra_folder_device = extra_folder->device,
                             .extra_folder_inode = extra_folder->inode,
                             .library_path = libraries ? sinew__hash(libraries, strlen(libraries)) : 0,
                             .memory_limit = options->memory_limit,
                             .only_curves = options->only_curves != 0,
                             .bake_error = options->bake_error,
                             .up = (unsigned char)options->up};
    return sinew__hash(&parts, sizeof parts);
}

static int died(sinew_result result)
{
    return result == SINEW_ERROR_CRASHED || result == SINEW_ERROR_TIMED_OUT || result == SINEW_ERROR_MEMORY_LIMIT;
}

/// Runs the worker. If the importer crashed or used up its time or memory, runs the worker again without the importer.
/// Returns the result of the second attempt, or of the first attempt if the second one also ended in one of these ways.
static sinew_result read_block(sinew__run *run, sinew_error *out_error)
{
    sinew_error error = {0}, second;
    sinew_result result = sinew__worker_run(run, &error);
    if (run->can_retry_without_assimp && died(result)) {
        char *reason = run->job.reason; // goes into the warning of the second attempt
        if (error.result == SINEW_ERROR_TIMED_OUT) {
            char seconds[SINEW__NUMBER_SIZE];
            sinew__format_rounded(sinew__now() - run->limits->start, 2, seconds);
            snprintf(reason, sizeof run->job.reason, "stopped after %s s", seconds);
        } else { // without "; nothing was loaded"
            snprintf(reason, sizeof run->job.reason, "%.*s", (int)strcspn(error.message, ";"), error.message);
        }
        run->job.attempt = WORKER_WITHOUT_IMPORTER;
        const sinew_result again = sinew__worker_run(run, &second);
        if (!died(again)) {
            error = second;
            result = again;
        }
    }
    if (result != SINEW_OK && out_error) *out_error = error;
    return result;
}

/// Returns the text of a model's warning with a code, or NULL.
static const char *warning_text(const sinew_model *model, const char *code)
{
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), code) == 0)
            return sinew_text(model, model->warnings[i].text);
    return NULL;
}

/// Returns the importer's failure, as text, if a stored model was made without the importer and without baked clips
/// because the importer had used up the time; else NULL. The next load then skips the importer and has all the time.
static const char *stored_reason(const sinew_model *model)
{
    static const char importer[] = "Assimp: ";
    const char *reason = warning_text(model, "I53") ? warning_text(model, "I09") : NULL;
    return reason && strncmp(reason, importer, sizeof importer - 1) == 0 ? reason + sizeof importer - 1 : NULL;
}

/// Imports the model in a worker; without the importer if `reason`, its earlier failure, is not NULL. *out_is_complete
/// is 0 if another import might give a better model; then the model must not be stored.
static sinew_result import_model(const sinew__model_files *files, const sinew_load_options *options,
                                 const sinew__limits *limits, sinew__dependencies *dependencies, const char *reason,
                                 sinew_model **out_model, int *out_is_complete, sinew_error *error)
{
    sinew__run run = {.program = SINEW__MODEL_WORKER,
                      .options = options,
                      .limits = limits,
                      .side_folders = files->side_folders,
                      .dependencies = dependencies,
                      .file = files->file,
                      .job = {.task = WORKER_MODEL,
                              .file_size = files->size,
                              .bake_error = options ? options->bake_error : 0,
                              .only_curves = options && options->only_curves,
                              .keep_document = options && options->keep_document,
                              .up = options ? (unsigned char)options->up : 0}};
    snprintf(run.job.name, sizeof run.job.name, "%s", sinew__base_name(files->name));
    if (reason) run.job.attempt = WORKER_WITHOUT_IMPORTER;
    if (reason) snprintf(run.job.reason, sizeof run.job.reason, "%s", reason);
    sinew_result result = read_block(&run, error);
    if (result != SINEW_OK) return result;
    sinew__warn_unprotected(options, "the import", run.missing_protections);
    const sinew__validation_limits validation = sinew__limits_of_validation(limits);
    const int is_copied = sinew__thread_allocator() != NULL;
    if (is_copied) {
        void *copy = sinew__allocate_lines(run.size);
        if (copy && run.size) memcpy(copy, run.memory, run.size);
        sinew__shared_memory_release(run.memory, run.size);
        run.memory = copy;
        if (!copy) return sinew__fail_memory(error);
    }
    result =
        sinew__model_from_memory(run.memory, run.size, is_copied ? sinew__block_free : sinew__shared_memory_release,
                                 SINEW__BLOCK_MODEL, &validation, out_model, error);
    if (result != SINEW_OK) return result;
    if (!run.has_all_side_files) {
        char text[100];
        snprintf(text, sizeof text, "it names more than %d side files; the rest were not searched for",
                 SINEW__MAX_SIDE_FILES);
        if (options && options->warn) options->warn(options->user, text);
    }
    // An import without the importer is worth storing, even if the importer's failure took the time for the clips.
    const int is_second = run.job.attempt == WORKER_WITHOUT_IMPORTER && !reason;
    // If clips were not baked and half of the time was used, a later load might have more time.
    const int is_late = sinew__load_time() - limits->load_start >= limits->worker_seconds / 2;
    const int is_cut_short = is_late && warning_text(*out_model, "I53") != NULL;
    *out_is_complete = run.has_all_side_files && !run.was_killed && (is_second || !is_cut_short);
    return SINEW_OK;
}

/// Loads a model from the cache, or imports it and stores it there. A model that keeps its document is not cached.
static sinew_result load_model(const sinew__model_files *files, const sinew_load_options *options,
                               const sinew__limits *limits, sinew_model **out_model, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    int is_complete;
    sinew__cache_entry entry = {.files = files, .validation = sinew__limits_of_validation(limits)};
    if (options && options->cache_folder && !options->read_side_file && !options->keep_document) {
        entry.folder = options->cache_folder;
        entry.limit = options->cache_limit;
        entry.load_key = sinew__load_key(options, &files->extra_folder);
    }
    sinew__cache_entry_begin(&entry);
    *out_model = sinew__cache_entry_open(&entry);
    if (entry.was_damaged && options->warn)
        options->warn(options->user, "its cache entry was damaged and has been removed; the file is imported again");
    char reason[sizeof((worker_job *)0)->reason];
    const char *stored = *out_model ? stored_reason(*out_model) : NULL;
    if (stored) {
        snprintf(reason, sizeof reason, "%s", stored);
        sinew_model_destroy(*out_model);
        *out_model = NULL;
    }
    if (!*out_model) {
        sinew__dependencies *dependencies = entry.path ? &entry.dependencies : NULL;
        result =
            import_model(files, options, limits, dependencies, stored ? reason : NULL, out_model, &is_complete, error);
        if (result == SINEW_OK && is_complete) sinew__cache_entry_store(&entry, *out_model);
    }
    sinew__cache_entry_end(&entry);
    return result;
}

/// Loads a `.sinew` file without a worker.
static sinew_result load_block_file(const sinew__model_files *files, const sinew__limits *limits,
                                    sinew_model **out_model, sinew_error *error)
{
    void *bytes;
    size_t size;
    const sinew__validation_limits validation = sinew__limits_of_validation(limits);
    const sinew_result result = sinew__read_block_file(files->file, files->size, limits->memory, &bytes, &size, error);
    return result == SINEW_OK
               ? sinew__block_file_load(bytes, size, SINEW__BLOCK_MODEL, NULL, &validation, out_model, error)
               : result;
}

static int is_block_file(int file)
{
    char start[8];
    const ptrdiff_t got = sinew__read_all(file, start, sizeof start);
    return got > 0 && sinew__is_block_file(start, (size_t)got);
}

/// Loads a model from its open files, with the errors of sinew_model_load. Uses the cache of the options if the side
/// files are in folders.
static sinew_result load_model_files(const sinew__model_files *files, const sinew_load_options *options,
                                     sinew_model **out_model, sinew_error *error)
{
    const sinew__limits limits = sinew__limits_begin(options, files->size);
    return is_block_file(files->file) ? load_block_file(files, &limits, out_model, error)
                                      : load_model(files, options, &limits, out_model, error);
}

sinew_result sinew__load_with_dependencies(const char *path, const sinew_load_options *options,
                                           sinew__dependencies *dependencies, sinew_model **out_model,
                                           sinew_error *error)
{
    sinew__model_files files;
    int is_complete;
    *out_model = NULL;
    sinew_result result = sinew__model_files_open(path, options->texture_path, &files, error);
    if (result != SINEW_OK) return result;
    const sinew__limits limits = sinew__limits_begin(options, files.size);
    result = is_block_file(files.file)
                 ? load_block_file(&files, &limits, out_model, error)
                 : import_model(&files, options, &limits, dependencies, NULL, out_model, &is_complete, error);
    sinew__model_files_close(&files);
    return result;
}

/// Loads a model from its open files, with side files that the host's callback reads.
static sinew_result load_with_own_side_files(const char *path, sinew__model_files *files,
                                             const sinew_load_options *options, sinew_model **out_model,
                                             sinew_error *error)
{
    sinew__side_reader reader;
    sinew__side_folders *folders = files->side_folders;
    files->side_folders = sinew__side_files_open(path, options, &reader);
    const sinew_result result =
        files->side_folders ? load_model_files(files, options, out_model, error) : sinew__fail_memory(error);
    sinew__side_folders_close(files->side_folders);
    files->side_folders = folders;
    return result;
}

// Loads a model file in memory: the worker gets a descriptor of a copy.

/// Loads the copy, without the cache, which recognises unchanged files by their metadata.
static sinew_result load_copy(const char *name, int file, size_t size, const sinew_load_options *options,
                              sinew_model **out_model, sinew_error *error)
{
    sinew__side_reader reader;
    sinew__model_files files = {.file = file, .size = size, .name = (char *)(uintptr_t)name};
    sinew_load_options uncached = *options;
    uncached.cache_folder = NULL;
    if (uncached.read_side_file) {
        files.side_folders = sinew__side_files_open(name, &uncached, &reader);
        if (!files.side_folders) return sinew__fail_memory(error);
    }
    const sinew_result result = load_model_files(&files, &uncached, out_model, error);
    sinew__side_folders_close(files.side_folders);
    return result;
}

static sinew_result load_bytes(const char *name, const sinew_load_options *options, sinew_model **out_model,
                               sinew_error *error)
{
    if (options->size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    const int file = sinew__shared_memory_copy(options->bytes, options->size);
    if (file < 0)
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot copy the file for the importer: %s", strerror(errno));
    const sinew_result result = load_copy(name, file, options->size, options, out_model, error);
    sinew__close(file);
    return result;
}

sinew_result sinew_model_load(const char *path, const sinew_load_options *options, sinew_model **out_model,
                              sinew_error *error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(error, path, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (options && options->bytes) return load_bytes(path, options, out_model, error);
    sinew__model_files files;
    sinew_result result = sinew__model_files_open(path, options ? options->texture_path : NULL, &files, error);
    if (result != SINEW_OK) return result;
    result = options && options->read_side_file ? load_with_own_side_files(path, &files, options, out_model, error)
                                                : load_model_files(&files, options, out_model, error);
    sinew__model_files_close(&files);
    return result;
}
