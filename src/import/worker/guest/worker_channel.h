/// The worker's end of the socketpair.
#ifndef SINEW_IMPORT_WORKER_GUEST_WORKER_CHANNEL_H
#define SINEW_IMPORT_WORKER_GUEST_WORKER_CHANNEL_H

#include <stddef.h>

#include "import/worker/protocol.h"
#include "sinew/result.h"

/// Receives the job. Returns 0 when the host has ended or is of another build.
int worker_receive_job(worker_job *out);

/// Sends one message. Safe in a signal handler. Returns 0 when the host has ended.
int worker_send(const worker_message *message);

/// A sinew_side_file: requests the file from the host and reads it into allocated memory.
sinew_result worker_side_file(void *user, const char *name, void **out_bytes, size_t *out_size);

#endif
