/// The running workers, so that a program that is terminated can stop them.
///
/// Any number of threads may load. Workers are only stopped here; the load that started a worker waits for its end.
#ifndef SINEW_WORKER_HOST_RUNNING_WORKERS_H
#define SINEW_WORKER_HOST_RUNNING_WORKERS_H

#include "worker/host/worker_process.h"

/// Registers a started worker; after sinew__workers_stop_all it is stopped at once. Returns its slot, or -1 when all
/// slots are in use.
int sinew__workers_add(const sinew__worker *worker);

/// Clears a slot, before the worker is waited for; -1 is allowed.
void sinew__workers_forget(int slot);

/// Stops every worker, including those that are started later. Async-signal-safe.
void sinew__workers_stop_all(void);

/// Returns whether sinew__workers_stop_all has been called.
int sinew__workers_are_stopped(void);

#endif
