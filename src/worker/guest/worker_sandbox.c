#define _DEFAULT_SOURCE
#include "worker/guest/worker_sandbox.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "worker/guest/worker_channel.h"
#include "worker/guest/worker_filter.h"
#include "worker/guest/worker_landlock.h"

/// Stack of a worker: importers recurse on the depth of a hierarchy, which may have thousands of levels. Linux
/// keeps 128 MiB free for it.
static const rlim_t stack_size = (rlim_t)120 << 20;

void worker_sandbox_close_descriptors(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, WORKER_SOCKET + 1, ~0u, 0) == 0) return;
#endif
    const long last = sysconf(_SC_OPEN_MAX);
    for (int descriptor = WORKER_SOCKET + 1; descriptor < last; ++descriptor) close(descriptor);
}

static int limit(int resource, rlim_t soft, rlim_t hard)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return 0;
    if (hard > now.rlim_max) hard = now.rlim_max;
    if (soft > hard) soft = hard;
    const struct rlimit wanted = {.rlim_cur = soft, .rlim_max = hard};
    return setrlimit(resource, &wanted) == 0;
}

static uint64_t inherited_limit;

uint64_t worker_sandbox_inherited_limit(void)
{
    return inherited_limit;
}

/// What every sandbox has, whatever the kernel. A build with sanitizers cannot limit its memory, and is not shipped.
static const uint32_t expected_protections = WORKER_HAS_TIME_LIMIT | WORKER_HAS_NO_PRIVILEGES |
                                             WORKER_HAS_SYSCALL_FILTER | WORKER_ENDS_WITH_HOST
#if !defined(SINEW_SANITIZED)
                                             | WORKER_HAS_MEMORY_LIMIT
#endif
    ;

#if defined(SINEW_SANITIZED)
/// A sanitizer's shadow memory takes terabytes of addresses.
static int limit_memory(uint64_t bytes)
{
    (void)bytes;
    return 0;
}
#else
/// Addresses that the program and its libraries take before any work is done.
static rlim_t own_size(void)
{
    unsigned long pages = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (status && fscanf(status, "%lu", &pages) != 1) pages = 0;
    if (status) fclose(status);
    const long page = sysconf(_SC_PAGESIZE);
    return pages && page > 0 ? (rlim_t)pages * (rlim_t)page : (rlim_t)128 << 20;
}

static int limit_memory(uint64_t bytes)
{
    struct rlimit given;
    const rlim_t all = own_size() + (rlim_t)bytes; // of which a deep stack is part
    if (getrlimit(RLIMIT_AS, &given) == 0 && given.rlim_max != RLIM_INFINITY && given.rlim_max < all)
        inherited_limit = (uint64_t)given.rlim_max;
    return limit(RLIMIT_AS, all, all);
}
#endif

/// One second between SIGXCPU, which the worker reports, and SIGKILL.
static int limit_time(uint32_t seconds)
{
    return limit(RLIMIT_CPU, seconds, (rlim_t)seconds + 1);
}

/// These overlap with the syscall filter, and replace it on systems without one.
static void limit_the_rest(void)
{
    limit(RLIMIT_STACK, stack_size, stack_size);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_FSIZE, 0, 0); // the result is mapped, not written
    limit(RLIMIT_NOFILE, 64, 64);
#ifdef RLIMIT_NPROC
    limit(RLIMIT_NPROC, 0, 0);
#endif
}

/// Drops the rights. Returns the worker_protection bits that hold, and adds those that this kernel offers to
/// `expected`.
static uint32_t drop_rights(const worker_job *job, uint32_t *expected)
{
    uint32_t holds = 0;
#if defined(__linux__)
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0) holds |= WORKER_ENDS_WITH_HOST;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) holds |= WORKER_HAS_NO_PRIVILEGES;
#endif
    if (limit_memory(job->memory_limit)) holds |= WORKER_HAS_MEMORY_LIMIT;
    if (limit_time(job->cpu_seconds)) holds |= WORKER_HAS_TIME_LIMIT;
    limit_the_rest();
    const worker_landlock landlock = worker_landlock_enter();
    if (landlock != WORKER_LANDLOCK_ABSENT) *expected |= WORKER_HAS_LANDLOCK;
    if (landlock == WORKER_LANDLOCK_HOLDS) holds |= WORKER_HAS_LANDLOCK;
    if (worker_filter_install()) holds |= WORKER_HAS_SYSCALL_FILTER;
    return holds;
}

/// Gives standard output a buffer: the C library would ask the system for its kind at the first message of an importer,
/// which the filter forbids.
static void prepare_output(void)
{
    static char buffer[BUFSIZ];
    (void)setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
}

int worker_sandbox_enter(const worker_job *job)
{
    prepare_output();
    uint32_t expected = expected_protections;
    const uint32_t holds = drop_rights(job, &expected), missing = expected & ~holds;
    const int is_sent =
        worker_send(&(worker_message){.kind = WORKER_SANDBOXED, .protections = holds, .missing_protections = missing});
    return is_sent && !(missing && job->sandbox_required);
}
