/// Crash reports: a worker that crashes tells the host, which then needs no exit status.
#ifndef SINEW_WORKER_GUEST_WORKER_CRASH_H
#define SINEW_WORKER_GUEST_WORKER_CRASH_H

/// Reports every later crash, including stack overflows, forbidden call or end of the CPU time on WORKER_SOCKET.
void worker_crash_report(void);

#endif
