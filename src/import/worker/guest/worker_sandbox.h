/// The sandbox: the rights that a worker drops before it reads a byte of the file. Nothing of it can be undone.
#ifndef SINEW_IMPORT_WORKER_GUEST_WORKER_SANDBOX_H
#define SINEW_IMPORT_WORKER_GUEST_WORKER_SANDBOX_H

#include <stdint.h>

#include "import/worker/protocol.h"

/// Closes every descriptor but those of the protocol and the standard ones, which are /dev/null.
void worker_sandbox_close_descriptors(void);

/// Drops access to the file system, the network, other processes, new privileges, and memory and computing time beyond
/// the job's, and tells the host what holds and what is missing. The worker can still allocate memory, read its
/// descriptors, communicate on WORKER_SOCKET, and exit. Returns 0 if the job requires a protection that is missing: end
/// then without reading the file.
int worker_sandbox_enter(const worker_job *job);

/// Bytes of addresses that the worker may take by the limit that it was started with, where that is less than its job
/// allows; else 0.
uint64_t worker_sandbox_inherited_limit(void);

/// Reports every later crash, including stack overflows, forbidden call or end of the CPU time on WORKER_SOCKET.
void worker_crash_report(void);

#endif
