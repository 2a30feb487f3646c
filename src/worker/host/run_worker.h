/// One worker from start to end.
#ifndef SINEW_WORKER_HOST_RUN_WORKER_H
#define SINEW_WORKER_HOST_RUN_WORKER_H

#include "worker/host/worker_session.h"

/// Set the first group, zero the rest.
typedef struct sinew__run {
    const char *program;               ///< SINEW__MODEL_WORKER or SINEW__IMAGE_WORKER
    const sinew_load_options *options; ///< may be NULL
    const sinew__limits *limits;
    const char *model_path;      ///< side files lie beside it, or NULL
    sinew__dependencies *origin; ///< takes down which side files were asked for, or NULL
    int file;                    ///< what to read, from its first byte; -1: nothing
    worker_job job;              ///< task, attempt, file_size, name and what goes with the task

    void *memory; ///< the result, to be given to sinew__result_memory_release; NULL when `size` is 0
    size_t size;
    int32_t width, height;
    uint32_t protections;
    int can_be_rescued; ///< an importer failed that the worker could do without
} sinew__run;

/// Runs it. The error states the worker's message, its crash, or the limit that it reached.
SINEW_NODISCARD sinew_result sinew__worker_run(sinew__run *run, sinew_error *out_error);

#endif
