/// Landlock, a second layer below the syscall filter: it also holds where the filter is missing or has a gap.
#ifndef SINEW_WORKER_GUEST_WORKER_LANDLOCK_H
#define SINEW_WORKER_GUEST_WORKER_LANDLOCK_H

typedef enum worker_landlock {
    WORKER_LANDLOCK_ABSENT, ///< the kernel names no version: it is too old, was built or started without Landlock, or
                            ///< the system hides it
    WORKER_LANDLOCK_FAILED, ///< the kernel names a version, but no ruleset took effect
    WORKER_LANDLOCK_HOLDS,
} worker_landlock;

/// Denies every access to the file system, and, as far as the kernel's version of Landlock knows them, TCP, abstract
/// sockets and signals to other processes. Open descriptors keep working. Needs no_new_privs.
worker_landlock worker_landlock_enter(void);

#endif
