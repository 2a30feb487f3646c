#define _DEFAULT_SOURCE
#include "worker/guest/worker_filter.h"

#if defined(SINEW_HAVE_SECCOMP)

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "worker/protocol.h"

/// The calls needed to compute, to read received descriptors, to communicate, and to report a crash.
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
    // clocks, locks, machine sizes for malloc and qsort
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

/// Calls that injected code would try first. They raise a signal instead of killing at once, so that the host can
/// report the attempt; they are not executed in either case.
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

const char *worker_filter_describe(int number)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; ++i)
        if (named[i].number == number) return named[i].what;
    return "make a forbidden system call";
}

/// A call that does not exist on this machine is not a failure: it cannot be made.
static int add(scmp_filter_ctx filter, uint32_t action, int number)
{
    const int code = seccomp_rule_add_array(filter, action, number, 0, NULL);
    return code == 0 || code == -EDOM;
}

/// Allows a call with these arguments only.
static int add_when(scmp_filter_ctx filter, int number, unsigned count, const struct scmp_arg_cmp *arguments)
{
    const int code = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, count, arguments);
    return code == 0 || code == -EDOM;
}

static int add_restricted(scmp_filter_ctx filter)
{
    // memory never becomes executable
    const struct scmp_arg_cmp not_executable = {.arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = PROT_EXEC, .datum_b = 0};
    // signals to itself, as abort() sends them
    const struct scmp_arg_cmp itself = {.arg = 0, .op = SCMP_CMP_EQ, .datum_a = (scmp_datum_t)getpid(), .datum_b = 0};
    // messages of the C library and of importers, to the standard streams, which are /dev/null
    const struct scmp_arg_cmp standard_stream = {.arg = 0, .op = SCMP_CMP_LE, .datum_a = STDERR_FILENO, .datum_b = 0};
    return add_when(filter, SCMP_SYS(mmap), 1, &not_executable) &&
           add_when(filter, SCMP_SYS(mmap2), 1, &not_executable) &&
           add_when(filter, SCMP_SYS(mprotect), 1, &not_executable) && add_when(filter, SCMP_SYS(tgkill), 1, &itself) &&
           add_when(filter, SCMP_SYS(write), 1, &standard_stream) &&
           add_when(filter, SCMP_SYS(writev), 1, &standard_stream);
}

int worker_filter_install(void)
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

int worker_filter_install(void)
{
    return 0;
}

const char *worker_filter_describe(int number)
{
    (void)number;
    return "make a forbidden system call";
}

#endif
