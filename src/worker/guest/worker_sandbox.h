/// The cage: what a worker gives up before it reads a byte of the file. Nothing in here can be undone.
#ifndef SINEW_WORKER_GUEST_WORKER_SANDBOX_H
#define SINEW_WORKER_GUEST_WORKER_SANDBOX_H

#include <stdint.h>

#include "worker/protocol.h"

/// Closes every descriptor but those of the protocol (and the standard ones, which lead nowhere).
void worker_sandbox_close_descriptors(void);

/// Takes away the file system, the network, other processes, new privileges, and memory and computing time beyond the
/// job's. Returns the worker_protection bits of what holds here. Leaves the worker able to take memory, to read
/// descriptors that it has, to talk on WORKER_SOCKET, and to end.
uint32_t worker_sandbox_enter(const worker_job *job);

/// Bytes of addresses that the worker may take by the limit that it was started with, where that is less than its job
/// allows; else 0.
uint64_t worker_sandbox_inherited_limit(void);

#endif
