/// Workers that run right now, so that a program which ends can take them with it.
///
/// Any number of threads may load; what is noted here is only ever stopped, the load that started it waits for its end.
#ifndef SINEW_WORKER_HOST_RUNNING_WORKERS_H
#define SINEW_WORKER_HOST_RUNNING_WORKERS_H

#include "worker/host/worker_process.h"

/// Notes a worker that was started; one that comes after sinew__workers_stop_all is stopped at once. Returns its slot,
/// -1 when so many are noted that this one is left out.
int sinew__workers_add(const sinew__worker *worker);

/// Forgets what was noted in a slot, before the worker is waited for; -1 is fine.
void sinew__workers_forget(int slot);

/// Stops every worker, and all that are started from now on. Async-signal-safe: this is for a program that ends.
void sinew__workers_stop_all(void);

/// Whether that has been called.
int sinew__workers_are_stopped(void);

#endif
