/// What both workers do besides importing: enter the sandbox, ask the host for files, and deliver a result.
#ifndef SINEW_IMPORT_WORKER_GUEST_WORKER_H
#define SINEW_IMPORT_WORKER_GUEST_WORKER_H

#include <stddef.h>
#include <stdint.h>

#include "import/worker/protocol.h"
#include "sinew/result.h"

// ---- sandbox -------------------------------------------------------------------------------------------------------
// The sandbox: the rights that a worker drops before it reads a byte of the file. Nothing of it can be undone.

/// Closes every descriptor except the protocol's and the standard ones, which are /dev/null.
void worker_sandbox_close_descriptors(void);

/// Drops access to the file system, the network, other processes, new privileges, and memory and computing time beyond
/// the job's, and reports the active and the missing protections to the host. The worker can still allocate memory,
/// read its descriptors, communicate on WORKER_SOCKET, and exit. Returns 0 if the job requires a protection that is
/// missing: end then without reading the file.
int worker_sandbox_enter(const worker_job *job);

/// Bytes of addresses that the worker may take by the limit that it was started with, if that is less than its job
/// allows; else 0.
uint64_t worker_sandbox_inherited_limit(void);

/// Reports every later crash, including stack overflows, forbidden call or end of the CPU time on WORKER_SOCKET.
void worker_crash_report(void);

// ---- channel to the host -------------------------------------------------------------------------------------------
// The worker's end of the socketpair.

/// Receives the job. Returns 0 when the host has ended or is of another build.
int worker_receive_job(worker_job *out);

/// Sends one message. Safe in a signal handler. Returns 0 when the host has ended.
int worker_send(const worker_message *message);

/// A sinew_side_file: requests the file from the host and reads it into allocated memory.
sinew_result worker_side_file(void *user, const char *name, void **out_bytes, size_t *out_size);

// ---- result --------------------------------------------------------------------------------------------------------
// Handing the result to the host: the verdict, and the bytes in the memory that both share.

/// Reserves 1/8 of the memory that a worker may take for its result: whatever an importer has used and an allocator
/// keeps, a model can be returned. Call in the sandbox, before any work.
void worker_reserve_result(const worker_job *job);

/// Returns memory for a result of `size` bytes, in WORKER_RESULT; NULL if there is not enough memory.
void *worker_result_begin(const worker_job *job, size_t size);

/// Lets go of it, so that the host can seal it, and sends `done`.
void worker_result_end(void *result, size_t size, const worker_message *done);

/// Both copy bytes from other memory.
void worker_deliver(const worker_job *job, const void *bytes, size_t size);

/// Sends WORKER_DONE with a failure. Running out of memory means that the job's limit was reached.
void worker_deliver_failure(sinew_result result, const sinew_error *error);

#endif
