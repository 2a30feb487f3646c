/// Functions of both workers apart from importing: they enter the sandbox, request files from the host, and deliver a
/// result.
#ifndef SINEW_IMPORT_WORKER_GUEST_WORKER_H
#define SINEW_IMPORT_WORKER_GUEST_WORKER_H

#include <stddef.h>
#include <stdint.h>

#include "import/worker/protocol.h"
#include "sinew/result.h"

// ---- sandbox -------------------------------------------------------------------------------------------------------
// The sandbox: the rights that a worker drops before it reads a byte of the file. They cannot be regained.

/// Closes every descriptor except the ones of the protocol and the standard streams, which are /dev/null.
void worker_sandbox_close_descriptors(void);

/// Drops access to the file system, the network, other processes, new privileges, and memory and processor time beyond
/// the job's, and reports the active and missing protections to the host. The worker can still allocate memory, read
/// its descriptors, communicate on WORKER_SOCKET, and exit. Returns 0 if a protection is missing that the job requires;
/// then exit without reading the file.
int worker_sandbox_enter(const worker_job *job);

/// Returns the limit on address space, in bytes, that the worker inherited from the host, if the inherited limit is
/// below the limit of the job; else 0.
uint64_t worker_sandbox_inherited_limit(void);

/// Makes the worker report every later crash (including stack overflows), every forbidden call, and the end of its
/// processor time on WORKER_SOCKET.
void worker_crash_report(void);

// ---- channel to the host -------------------------------------------------------------------------------------------
// The worker's end of the channel to the host, a pair of sockets.

/// Receives the job. Returns 0 if the host has ended or is of another build.
int worker_receive_job(worker_job *out);

/// Sends a message. Safe in a signal handler. Returns 0 if the host has ended.
int worker_send(const worker_message *message);

/// Requests a file from the host and reads it into allocated memory. The function has the type sinew_side_file.
sinew_result worker_side_file(void *user, const char *name, void **out_bytes, size_t *out_size);

// ---- result --------------------------------------------------------------------------------------------------------
// Delivers the result to the host: a message with the outcome, and the bytes in shared memory.

/// Reserves 1/8 of the worker's memory for its result, so that a model can be returned however much memory the importer
/// used and the allocator keeps. Call it in the sandbox, before any work.
void worker_reserve_result(const worker_job *job);

/// Returns memory for a result of `size` bytes, in WORKER_RESULT; NULL if there is not enough memory.
void *worker_result_begin(const worker_job *job, size_t size);

/// Unmaps the result, so that the host can seal its memory, and sends `done`.
void worker_result_end(void *result, size_t size, const worker_message *done);

/// Delivers a result that is in other memory: copies its bytes and sends WORKER_DONE.
void worker_deliver(const worker_job *job, const void *bytes, size_t size);

/// Sends WORKER_DONE with a failure. SINEW_ERROR_OUT_OF_MEMORY is reported as the job's memory limit.
void worker_deliver_failure(sinew_result result, const sinew_error *error);

#endif
