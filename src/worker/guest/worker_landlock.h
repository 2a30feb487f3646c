/// Landlock, a second layer below the syscall filter: it also holds where the filter is missing or has a gap.
#ifndef SINEW_WORKER_GUEST_WORKER_LANDLOCK_H
#define SINEW_WORKER_GUEST_WORKER_LANDLOCK_H

/// Denies every access to the file system, and, as far as the kernel's version of Landlock knows them, TCP, abstract
/// sockets and signals to other processes. Open descriptors keep working. Needs no_new_privs. Returns whether it holds;
/// 0 where the kernel has no Landlock.
int worker_landlock_enter(void);

#endif
