// Drops all rights of the worker before it reads the file: descriptors, limits, system calls, the file system.
#define _DEFAULT_SOURCE
#include "import/worker/guest/worker.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sinew/result.h"

// The filter of system calls in the sandbox. A call that is not listed ends the worker.

#if defined(SINEW_HAVE_SECCOMP)

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "import/worker/protocol.h"

/// Calls that are needed to compute, to read received descriptors, to communicate, and to report a crash.
static const int allowed[] = {
    // memory
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    // existing descriptors; new ones come only from the host
    SCMP_SYS(read),
    SCMP_SYS(pread64),
    SCMP_SYS(close),
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg),
    // clocks, locks, and properties of the machine for malloc and qsort
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(futex),
    SCMP_SYS(getrandom),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sysinfo),
    // ending
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(exit_group),
#if defined(SINEW_SANITIZED)
    SCMP_SYS(sigaltstack),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(getrlimit),
    SCMP_SYS(prlimit64),
#endif
};

/// Calls that injected code would try first. They raise a signal in place of ending the process at once, so that the
/// worker can report the attempt. They are not executed.
static const struct {
    int number;
    const char *what;
} named[] = {
    {SCMP_SYS(open), "open a file"},
    {SCMP_SYS(openat), "open a file"},
    {SCMP_SYS(socket), "use the network"},
    {SCMP_SYS(connect), "use the network"},
    {SCMP_SYS(fork), "start a process"},
    {SCMP_SYS(vfork), "start a process"},
    {SCMP_SYS(clone), "start a process"},
    {SCMP_SYS(clone3), "start a process"},
    {SCMP_SYS(execve), "start a process"},
    {SCMP_SYS(execveat), "start a process"},
    {SCMP_SYS(ptrace), "touch another process"},
    {SCMP_SYS(kill), "touch another process"},
};

/// Returns a description of a forbidden call for the report, such as "open a file"; "make a forbidden system call" for
/// calls that are not in the table.
static const char *describe_call(int number)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; ++i)
        if (named[i].number == number) return named[i].what;
    return "make a forbidden system call";
}

/// Adds a rule to the filter. A call that does not exist on this machine is not an error, because it cannot be made.
static int add(scmp_filter_ctx filter, uint32_t action, int number)
{
    const int code = seccomp_rule_add_array(filter, action, number, 0, NULL);
    return code == 0 || code == -EDOM;
}

/// Allows a call only with these arguments.
static int add_when(scmp_filter_ctx filter, int number, unsigned count, const struct scmp_arg_cmp *arguments)
{
    const int code = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, count, arguments);
    return code == 0 || code == -EDOM;
}

static int add_restricted(scmp_filter_ctx filter)
{
    // no memory becomes executable
    const struct scmp_arg_cmp not_executable = {.arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = PROT_EXEC, .datum_b = 0};
    // only signals to itself, as sent by abort()
    const struct scmp_arg_cmp itself = {.arg = 0, .op = SCMP_CMP_EQ, .datum_a = (scmp_datum_t)getpid(), .datum_b = 0};
    // messages of the C library and of importers to the standard streams, which are /dev/null
    const struct scmp_arg_cmp standard_stream = {.arg = 0, .op = SCMP_CMP_LE, .datum_a = STDERR_FILENO, .datum_b = 0};
    return add_when(filter, SCMP_SYS(mmap), 1, &not_executable) &&
           add_when(filter, SCMP_SYS(mmap2), 1, &not_executable) &&
           add_when(filter, SCMP_SYS(mprotect), 1, &not_executable) && add_when(filter, SCMP_SYS(tgkill), 1, &itself) &&
           add_when(filter, SCMP_SYS(write), 1, &standard_stream) &&
           add_when(filter, SCMP_SYS(writev), 1, &standard_stream);
}

/// Installs the filter. Returns whether it is active; 0 if this system or this build has none.
static int install_filter(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!filter) return 0;
    int complete = add_restricted(filter);
    for (size_t i = 0; complete && i < sizeof allowed / sizeof *allowed; ++i)
        complete = add(filter, SCMP_ACT_ALLOW, allowed[i]);
    for (size_t i = 0; complete && i < sizeof named / sizeof *named; ++i)
        complete = add(filter, SCMP_ACT_TRAP, named[i].number);
    const int holds = complete && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return holds;
}

#else

static int install_filter(void)
{
    return 0;
}

static const char *describe_call(int number)
{
    (void)number;
    return "make a forbidden system call";
}

#endif

// Landlock, a second layer below the filter of system calls: it also works if the filter is missing or has a gap.

typedef enum worker_landlock {
    WORKER_LANDLOCK_ABSENT, ///< the kernel reports no version: it is too old, was built or started without Landlock, or
                            ///< the system hides it
    WORKER_LANDLOCK_FAILED, ///< the kernel reports a version, but the ruleset did not take effect
    WORKER_LANDLOCK_HOLDS,
} worker_landlock;

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// System call numbers, which are the same on all architectures; the headers of a distribution may be older than its
// kernel.
enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, VERSION_FLAG = 1 };

/// struct landlock_ruleset_attr; each version of the interface reads a prefix of it.
typedef struct ruleset {
    uint64_t file_system; ///< LANDLOCK_ACCESS_FS_*
    uint64_t network;     ///< LANDLOCK_ACCESS_NET_*, from version 4 on
    uint64_t scoped;      ///< LANDLOCK_SCOPE_*, from version 6 on
} ruleset;

/// Number of bits of file_system in versions 1, 2, …; later versions use the last entry.
static const uint8_t file_system_bits[] = {13, 14, 15, 15, 16};

static uint64_t low_bits(unsigned count)
{
    return ((uint64_t)1 << count) - 1;
}

/// Denies access to the file system and, if the kernel's version of Landlock supports it, to TCP, abstract sockets and
/// signals to other processes. Open descriptors keep working. Requires no_new_privs.
static worker_landlock enter_landlock(void)
{
    const long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
    if (version < 1) return WORKER_LANDLOCK_ABSENT;
    const size_t known = sizeof file_system_bits, row = (size_t)version < known ? (size_t)version - 1 : known - 1;
    // Denies all these kinds of access, because no rule allows one.
    const ruleset rules = {.file_system = low_bits(file_system_bits[row]),
                           .network = version >= 4 ? low_bits(2) : 0,
                           .scoped = version >= 6 ? low_bits(2) : 0};
    const long descriptor = syscall(CREATE_RULESET, &rules,
                                    version >= 6   ? sizeof(ruleset)
                                    : version >= 4 ? offsetof(ruleset, scoped)
                                                   : offsetof(ruleset, network),
                                    0);
    if (descriptor < 0) return WORKER_LANDLOCK_FAILED;
    const int holds = syscall(RESTRICT_SELF, descriptor, 0) == 0;
    close((int)descriptor);
    return holds ? WORKER_LANDLOCK_HOLDS : WORKER_LANDLOCK_FAILED;
}

#else

static worker_landlock enter_landlock(void)
{
    return WORKER_LANDLOCK_ABSENT;
}

#endif

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/// Stack size of a worker in bytes: importers recurse on the depth of a hierarchy, which may have thousands of levels.
/// Linux reserves 128 MiB of addresses for the stack.
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

/// Protections that every sandbox must have, whatever the kernel. A build with sanitizers cannot limit its memory; it
/// is not shipped.
static const uint32_t expected_protections = WORKER_HAS_TIME_LIMIT | WORKER_HAS_NO_PRIVILEGES |
                                             WORKER_HAS_SYSCALL_FILTER | WORKER_ENDS_WITH_HOST
#if !defined(SINEW_SANITIZED)
                                             | WORKER_HAS_MEMORY_LIMIT
#endif
    ;

#if defined(SINEW_SANITIZED)
/// Does nothing: the shadow memory of a sanitizer needs terabytes of addresses.
static int limit_memory(uint64_t bytes)
{
    (void)bytes;
    return 0;
}
#else
/// Returns the bytes of addresses that the program and its libraries use before any work is done.
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
    const rlim_t all = own_size() + (rlim_t)bytes; // the limit of the job includes the stack
    if (getrlimit(RLIMIT_AS, &given) == 0 && given.rlim_max != RLIM_INFINITY && given.rlim_max < all)
        inherited_limit = (uint64_t)given.rlim_max;
    return limit(RLIMIT_AS, all, all);
}
#endif

/// Drops the rights. Returns the worker_protection bits of the active protections, and adds the ones that this kernel
/// offers to *expected.
static uint32_t drop_rights(const worker_job *job, uint32_t *expected)
{
    uint32_t holds = 0;
#if defined(__linux__)
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0) holds |= WORKER_ENDS_WITH_HOST;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) holds |= WORKER_HAS_NO_PRIVILEGES;
#endif
    if (limit_memory(job->memory_limit)) holds |= WORKER_HAS_MEMORY_LIMIT;
    // one second between SIGXCPU, which the worker reports, and SIGKILL
    if (limit(RLIMIT_CPU, job->cpu_seconds, (rlim_t)job->cpu_seconds + 1)) holds |= WORKER_HAS_TIME_LIMIT;
    // these repeat rules of the filter, for systems without it
    limit(RLIMIT_STACK, stack_size, stack_size);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_FSIZE, 0, 0); // the result is mapped, not written
    limit(RLIMIT_NOFILE, 64, 64);
#ifdef RLIMIT_NPROC
    limit(RLIMIT_NPROC, 0, 0);
#endif
    const worker_landlock landlock = enter_landlock();
    if (landlock != WORKER_LANDLOCK_ABSENT) *expected |= WORKER_HAS_LANDLOCK;
    if (landlock == WORKER_LANDLOCK_HOLDS) holds |= WORKER_HAS_LANDLOCK;
    if (install_filter()) holds |= WORKER_HAS_SYSCALL_FILTER;
    return holds;
}

int worker_sandbox_enter(const worker_job *job)
{
    // A buffer for standard output. Without one, the C library would ask the system for the kind of the stream when an
    // importer writes its first message; the filter forbids that call.
    static char buffer[BUFSIZ];
    (void)setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
    uint32_t expected = expected_protections;
    const uint32_t holds = drop_rights(job, &expected), missing = expected & ~holds;
    const int is_sent =
        worker_send(&(worker_message){.kind = WORKER_SANDBOXED, .protections = holds, .missing_protections = missing});
    return is_sent && !(missing && job->sandbox_required);
}

// Reports crashes to the host, which then does not depend on the exit status.

static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGXCPU};

/// The stack of the signal handler, for stack overflows.
static char handler_stack[64 * 1024];

/// The message that the handler sends; it must not allocate one.
static worker_message last_words = {.kind = WORKER_DIED};

/// Whether a further request of malloc would fail: malloc asks the system for 1 MiB and padding, less than the 2 MiB
/// tried here. Without memory, importers that do not check the result of malloc, and stacks that cannot grow, end with
/// SIGSEGV.
static int has_no_memory(void)
{
    enum { NEXT_REQUEST = 2 << 20 };
    return mmap(NULL, NEXT_REQUEST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

static void die(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    last_words.number = signal_number;
    if (signal_number == SIGSEGV && has_no_memory()) {
        last_words.kind = WORKER_DONE;
        last_words.number = SINEW_ERROR_MEMORY_LIMIT;
        last_words.size = worker_sandbox_inherited_limit();
    }
#ifdef __linux__
    if (signal_number == SIGSYS) {
        const char *what = describe_call(info->si_syscall);
        for (size_t i = 0; what[i] && i + 1 < sizeof last_words.text; ++i) last_words.text[i] = what[i];
    }
#else
    (void)info;
#endif
    worker_send(&last_words);
    _exit(1);
}

void worker_crash_report(void)
{
    const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; ++i) sigaction(deadly[i], &action, NULL);
}
