/// Running a worker from start to end.
#ifndef SINEW_WORKER_HOST_RUN_WORKER_H
#define SINEW_WORKER_HOST_RUN_WORKER_H

#include "worker/host/worker_session.h"

/// Set the first group, zero the rest.
typedef struct sinew__run {
    const char *program;               ///< SINEW__MODEL_WORKER or SINEW__IMAGE_WORKER
    const sinew_load_options *options; ///< may be NULL
    const sinew__limits *limits;
    sinew__side_folders *side_folders; ///< NULL: no side files
    sinew__dependencies *dependencies; ///< receives the requested side files; may be NULL
    int file;                          ///< what to read, from its first byte; -1: nothing
    size_t result_limit;               ///< largest result in bytes; 0: the memory limit of the worker
    worker_job job;                    ///< task, attempt, file_size, name and the options of the task

    void *memory; ///< the result, for sinew__shared_memory_release; NULL when `size` is 0
    size_t size;
    int32_t width, height;
    int is_reduced;                            ///< an image is smaller than its file says
    uint32_t protections, missing_protections; ///< worker_protection bits
    int has_all_side_files;                    ///< none was refused because there were too many
    int was_killed;                            ///< by another process than the host, in this run or one before
    int can_be_rescued;                        ///< the importer failed, and the worker can work without it
} sinew__run;

/// Runs a worker. The error states the worker's message, its crash, or the limit that it reached.
SINEW_NODISCARD sinew_result sinew__worker_run(sinew__run *run, sinew_error *out_error);

#endif
