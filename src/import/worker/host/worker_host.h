/// The host's side of a load: finds the worker's program, runs it within limits, and loads models and textures through
/// it.
#ifndef SINEW_IMPORT_WORKER_HOST_WORKER_HOST_H
#define SINEW_IMPORT_WORKER_HOST_WORKER_HOST_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/platform/process.h"
#include "core/platform/side_files.h"
#include "import/cache/cache.h"
#include "import/worker/protocol.h"
#include "runtime/model/validate/validation.h"
#include "sinew/load.h"
#include "sinew/result.h"

// ---- the program ---------------------------------------------------------------------------------------------------
// Finds the worker programs.

#define SINEW__MODEL_WORKER "sinew-worker"
#define SINEW__IMAGE_WORKER "sinew-image-worker"

/// Writes the absolute path of a worker program. If `folder` is not NULL, searches only that folder. Otherwise
/// searches, in this order: the folder of the running program (/proc/self/exe) and its prefix; the folder of this
/// library, if it is a shared one, and its prefix; the configured install folder. In these, the worker must belong to
/// root, to the current user, or to the owner of the program or library, and must not be writable by everyone.
/// SINEW_ERROR_NO_WORKER lists the searched folders. The current folder, PATH and argv[0] have no effect.
SINEW_NODISCARD sinew_result sinew__worker_find(const char *folder, const char *name, char *out_path, size_t size,
                                                sinew_error *out_error);

/// Fails because protections that the load requires are missing (worker_protection bits).
sinew_result sinew__fail_unprotected(uint32_t missing, sinew_error *out_error);

/// Calls options->warn with one line if protections are missing. `work` is text such as "the import"; `options` may be
/// NULL.
void sinew__warn_unprotected(const sinew_load_options *options, const char *work, uint32_t missing);

// ---- sessions and limits -------------------------------------------------------------------------------------------
// Runs a worker from start to end, within the budget of a load.

typedef struct sinew__limits {
    double start;          ///< sinew__now() at the beginning
    double load_start;     ///< sinew__load_time() at the beginning
    double timeout;        ///< seconds of processor time that the caller allows
    double worker_seconds; ///< slightly less than `timeout`, for workers, so that the load ends in time
    size_t memory;         ///< bytes per worker
} sinew__limits;

/// Starts the budget of a load of `file_size` bytes. `options` may be NULL.
sinew__limits sinew__limits_begin(const sinew_load_options *options, size_t file_size);

/// Returns the limits for validation within a budget.
sinew__validation_limits sinew__limits_of_validation(const sinew__limits *limits);

/// Returns the processor time in seconds that the calling thread, and the workers that it has run to their end, have
/// used so far.
double sinew__load_time(void);

/// Returns the seconds of processor time that workers may still use within the fraction `share` of the budget, if a
/// running worker has used `running` seconds so far. Returns the remaining real time if that is less, and a number ≤ 0
/// if the time is up. The worker needs at least as many seconds of real time to use them up.
double sinew__limits_left(const sinew__limits *limits, double share, double running);

/// Fail with the errors of exceeded limits.
sinew_result sinew__fail_timed_out(const sinew__limits *limits, sinew_error *out_error);
sinew_result sinew__fail_memory_limit(const sinew__limits *limits, sinew_error *out_error);

/// A run of a worker. Set the members up to `job` and zero the rest.
typedef struct sinew__run {
    const char *program;               ///< SINEW__MODEL_WORKER or SINEW__IMAGE_WORKER
    const sinew_load_options *options; ///< may be NULL
    const sinew__limits *limits;
    sinew__side_folders *side_folders; ///< NULL: no side files
    sinew__dependencies *dependencies; ///< gets the requested side files; may be NULL
    int file;                          ///< the file to read from its first byte; −1: none
    size_t result_limit;               ///< largest result in bytes; 0: the memory limit of the worker
    worker_job job;                    ///< task, attempt, file_size, name, and the options of the task

    void *memory; ///< the result, for sinew__shared_memory_release; NULL if `size` is 0
    size_t size;
    int32_t width, height;
    int is_reduced;                            ///< whether an image is smaller than its file
    uint32_t protections, missing_protections; ///< worker_protection bits
    int has_all_side_files;                    ///< 0: a side file was rejected because there were too many
    int was_killed;                            ///< whether a process other than the host has killed the worker, in this
                                               ///< run or an earlier one
    int can_retry_without_assimp;              ///< the importer failed, and the worker can read the file without it
} sinew__run;

/// Runs a worker. The error contains the worker's message, its crash, or the limit that it reached.
SINEW_NODISCARD sinew_result sinew__worker_run(sinew__run *run, sinew_error *out_error);

typedef struct sinew__worker {
    sinew__process process;
    int socket; ///< the host's end of the channel
} sinew__worker;

/// Stops every worker, including workers that are started later. Async-signal-safe.
void sinew__workers_stop_all(void);

/// How a session ended.
typedef enum sinew__ending {
    SINEW__ENDED_DONE, ///< `last` is WORKER_DONE
    SINEW__ENDED_DIED, ///< `last` is WORKER_DIED, or has the kind UINT32_MAX if the worker died without a message
    SINEW__ENDED_UNPROTECTED, ///< a protection that the job requires is missing
    SINEW__ENDED_INVALID,     ///< the worker has sent an invalid message and is still running
    SINEW__ENDED_TIMED_OUT,
    SINEW__ENDED_CANCELLED,
} sinew__ending;

/// The host's side of a session. Set the members up to `dependencies` and zero the rest.
typedef struct sinew__worker_session {
    const sinew_load_options *options; ///< may be NULL
    const sinew__limits *limits;
    sinew__side_folders *side_folders; ///< NULL: no side files
    sinew__dependencies *dependencies; ///< gets the requested side files; may be NULL

    int has_sent; ///< whether the worker has sent a message; only its first one, before it reads the file, may name its
                  ///< library
    int is_sandboxed;                          ///< whether the worker has reported its protections; only the first
                                               ///< report is accepted
    uint32_t protections, missing_protections; ///< worker_protection bits
    int side_files;                            ///< number of requests; files beyond SINEW__MAX_SIDE_FILES count as
                                               ///< missing
    int is_out_of_memory;                      ///< a side file was not searched, because the host's memory ran out
    int32_t stage;                             ///< worker_stage, as reported by the worker
    int can_retry_without_assimp;              ///< whether the worker has started an importer without which the file
                                               ///< can be read
    worker_message last;                       ///< text and hint are terminated
} sinew__worker_session;

/// Sends the job, replies to requests and waits for the end of the session. Does not end the process.
sinew__ending sinew__worker_session_run(const sinew__worker *worker, const worker_job *job,
                                        sinew__worker_session *session);

/// Opens side files with the callback of the options.
typedef struct sinew__side_reader {
    const sinew_load_options *options;
    size_t max_size; ///< larger files count as missing
} sinew__side_reader;

/// Opens the search for the side files of one load: in the folders near `model_path` and in the folder of the options
/// (may be NULL), or with the callback of the options. `out_reader` must outlive the result. Close it with
/// sinew__side_folders_close. NULL when out of memory.
sinew__side_folders *sinew__side_files_open(const char *model_path, const sinew_load_options *options,
                                            sinew__side_reader *out_reader);

// ---- models --------------------------------------------------------------------------------------------------------
// Loads models from files that are already open.

/// Loads like sinew_model_load, with side files in folders and without the cache. Adds the side files that the import
/// requested, found or missing, to `dependencies`, even after a failure.
SINEW_NODISCARD sinew_result sinew__load_with_dependencies(const char *path, const sinew_load_options *options,
                                                           sinew__dependencies *dependencies, sinew_model **out_model,
                                                           sinew_error *out_error);

// ---- textures ------------------------------------------------------------------------------------------------------
// Loads images through the image worker.

/// Decodes the image file at `path` at full size in the image worker. SINEW_ERROR_MEMORY_LIMIT if its pixels need more
/// than the memory limit; other errors are the errors of sinew_model_load_texture. `options` may be NULL. The caller
/// frees *out_image.
SINEW_NODISCARD sinew_result sinew__load_image(const char *path, const sinew_load_options *options,
                                               sinew_image *out_image, sinew_error *out_error);

#endif
