/// One worker from start to end.
#ifndef SINEW_WORKER_HOST_RUN_WORKER_H
#define SINEW_WORKER_HOST_RUN_WORKER_H

#include "worker/host/worker_session.h"

/// Set the first group, zero the rest.
typedef struct sinew__run {
    const char *program;               ///< SINEW__MODEL_WORKER or SINEW__IMAGE_WORKER
    const sinew_load_options *options; ///< may be NULL
    const sinew__limits *limits;
    sinew__side_folders *folders; ///< in which side files lie, or NULL
    sinew__dependencies *origin;  ///< takes down which side files were asked for, or NULL
    int file;                     ///< what to read, from its first byte; -1: nothing
    size_t result_limit;          ///< bytes that the result may have; 0: as many as the worker may take
    worker_job job;               ///< task, attempt, file_size, name and what goes with the task

    void *memory; ///< the result, to be given to sinew__result_memory_release; NULL when `size` is 0
    size_t size;
    int32_t width, height;
    int is_reduced; ///< a picture is smaller than its file says
    uint32_t protections;
    int has_all_side_files; ///< none was left out because they were too many
    int can_be_rescued;     ///< an importer failed that the worker could do without
} sinew__run;

/// Runs it. The error states the worker's message, its crash, or the limit that it reached.
SINEW_NODISCARD sinew_result sinew__worker_run(sinew__run *run, sinew_error *out_error);

#endif
