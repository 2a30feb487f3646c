#define _DEFAULT_SOURCE
#include "worker/guest/worker_landlock.h"

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same numbers on every architecture. The headers of a distribution may be older than its kernel.
enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, VERSION_FLAG = 1 };

/// struct landlock_ruleset_attr: each version of the interface knows a prefix of it.
typedef struct ruleset {
    uint64_t file_system; ///< LANDLOCK_ACCESS_FS_*
    uint64_t network;     ///< LANDLOCK_ACCESS_NET_*, version 4
    uint64_t scoped;      ///< LANDLOCK_SCOPE_*, version 6
} ruleset;

/// Bits of file_system in the versions 1, 2 … ; later versions know those of the last one here.
static const uint8_t file_system_bits[] = {13, 14, 15, 15, 16};

static uint64_t low_bits(unsigned count)
{
    return ((uint64_t)1 << count) - 1;
}

/// Every access that the version can deny. Rules would allow some of it; there are none.
static ruleset deny_everything(long version)
{
    const size_t known = sizeof file_system_bits;
    const size_t row = (size_t)version < known ? (size_t)version - 1 : known - 1;
    return (ruleset){.file_system = low_bits(file_system_bits[row]),
                     .network = version >= 4 ? low_bits(2) : 0,
                     .scoped = version >= 6 ? low_bits(2) : 0};
}

static size_t ruleset_size(long version)
{
    return version >= 6 ? sizeof(ruleset) : version >= 4 ? offsetof(ruleset, scoped) : offsetof(ruleset, network);
}

worker_landlock worker_landlock_enter(void)
{
    const long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
    if (version < 1) return WORKER_LANDLOCK_ABSENT;
    const ruleset rules = deny_everything(version);
    const long descriptor = syscall(CREATE_RULESET, &rules, ruleset_size(version), 0);
    if (descriptor < 0) return WORKER_LANDLOCK_FAILED;
    const int holds = syscall(RESTRICT_SELF, descriptor, 0) == 0;
    close((int)descriptor);
    return holds ? WORKER_LANDLOCK_HOLDS : WORKER_LANDLOCK_FAILED;
}

#else

worker_landlock worker_landlock_enter(void)
{
    return WORKER_LANDLOCK_ABSENT;
}

#endif
