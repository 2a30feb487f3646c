/// Handing the result to the host: the verdict, and the bytes in the memory that both share.
#ifndef SINEW_WORKER_GUEST_WORKER_RESULT_H
#define SINEW_WORKER_GUEST_WORKER_RESULT_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"
#include "worker/protocol.h"

/// Keeps an eighth of the memory that a worker may take for its result: whatever an importer has used and an allocator
/// keeps, a model can be returned. Call in the sandbox, before any work.
void worker_reserve_result(const worker_job *job);

/// Copies the bytes into WORKER_RESULT, lets go of it (so that the host can seal it) and sends WORKER_DONE. `width` and
/// `height` are those of a picture, else 0.
void worker_deliver(const worker_job *job, const void *bytes, size_t size, int32_t width, int32_t height);

/// Sends WORKER_DONE with a failure. Running out of memory means that the job's limit was reached.
void worker_deliver_failure(sinew_result result, const sinew_error *error);

#endif
