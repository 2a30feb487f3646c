/// Starts and ends a worker process.
#ifndef SINEW_WORKER_HOST_WORKER_PROCESS_H
#define SINEW_WORKER_HOST_WORKER_PROCESS_H

#include <sys/types.h>

#include "sinew/result.h"

typedef struct sinew__worker {
    pid_t process;
    int handle; ///< a pidfd, which names this process and no later one; -1 where unsupported
    int socket; ///< the host's end
} sinew__worker;

/// Starts `program` with its end of a socketpair and duplicates of two descriptors.
SINEW_NODISCARD sinew_result sinew__worker_start(const char *program, int file, int result, sinew__worker *out_worker,
                                                 sinew_error *out_error);

/// Gives a worker that has said its last word a moment to end by itself, so that what ended it is known.
void sinew__worker_await(const sinew__worker *worker);

/// Ends it, if it has not ended, and waits for that. Returns the signal that ended it, or 0 when it ended by itself, by
/// this call, or nobody can tell, because the host's program reaps its children elsewhere.
int sinew__worker_end(sinew__worker *worker);

/// Makes it end, without waiting.
void sinew__worker_stop(const sinew__worker *worker);

#endif
