/// Starts and ends a worker process.
#ifndef SINEW_WORKER_HOST_WORKER_PROCESS_H
#define SINEW_WORKER_HOST_WORKER_PROCESS_H

#include "platform/process.h"

typedef struct sinew__worker {
    sinew__process process;
    int socket; ///< the host's end
} sinew__worker;

/// Starts `program` with its end of a channel and duplicates of two descriptors.
SINEW_NODISCARD sinew_result sinew__worker_start(const char *program, int file, int result, sinew__worker *out_worker,
                                                 sinew_error *out_error);

/// Ends a worker: sinew__process_end.
int sinew__worker_end(sinew__worker *worker);

#endif
