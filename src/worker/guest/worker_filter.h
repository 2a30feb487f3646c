/// The syscall filter of the sandbox: calls that are not listed end the worker.
#ifndef SINEW_WORKER_GUEST_WORKER_FILTER_H
#define SINEW_WORKER_GUEST_WORKER_FILTER_H

/// Installs the filter. Returns whether it is active; 0 where this system or this build has none.
int worker_filter_install(void);

/// What a forbidden call would have done ("open a file"), for SIGSYS; "make a forbidden system call" for calls without
/// a phrase.
const char *worker_filter_describe(int syscall_number);

#endif
