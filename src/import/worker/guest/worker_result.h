/// Handing the result to the host: the verdict, and the bytes in the memory that both share.
#ifndef SINEW_IMPORT_WORKER_GUEST_WORKER_RESULT_H
#define SINEW_IMPORT_WORKER_GUEST_WORKER_RESULT_H

#include <stddef.h>
#include <stdint.h>

#include "import/worker/protocol.h"
#include "sinew/result.h"

/// Keeps an eighth of the memory that a worker may take for its result: whatever an importer has used and an allocator
/// keeps, a model can be returned. Call in the sandbox, before any work.
void worker_reserve_result(const worker_job *job);

/// Where a result of `size` bytes belongs, in WORKER_RESULT; NULL when there is no memory for so much.
void *worker_result_begin(const worker_job *job, size_t size);

/// Lets go of it, so that the host can seal it, and sends `done`.
void worker_result_end(void *result, size_t size, const worker_message *done);

/// Both with bytes that lie elsewhere.
void worker_deliver(const worker_job *job, const void *bytes, size_t size);

/// Sends WORKER_DONE with a failure. Running out of memory means that the job's limit was reached.
void worker_deliver_failure(sinew_result result, const sinew_error *error);

#endif
