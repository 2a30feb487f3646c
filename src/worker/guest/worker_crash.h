/// How a worker dies: with a word to the host, which then needs no exit status.
#ifndef SINEW_WORKER_GUEST_WORKER_CRASH_H
#define SINEW_WORKER_GUEST_WORKER_CRASH_H

/// From here on a crash, a forbidden call or the end of the computing time is reported on WORKER_SOCKET. Even a stack
/// overflow is.
void worker_crash_report(void);

#endif
