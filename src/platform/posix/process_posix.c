#define _GNU_SOURCE
#include "platform/process.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "base/error.h"
#include "platform/descriptor.h"

// ---- starting -----------------------------------------------------------------------------------------------------

enum { FIRST = 3, MAX_DESCRIPTORS = 3 };

/// Duplicates above the numbers of the child, so that none is overwritten before it is passed on.
static int duplicate_above(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST + MAX_DESCRIPTORS);
}

static int add_descriptors(posix_spawn_file_actions_t *actions, const int *descriptors, int count, int null)
{
    int code = 0;
    for (int standard = 0; code == 0 && standard < FIRST; ++standard)
        code = posix_spawn_file_actions_adddup2(actions, null, standard);
    for (int i = 0; code == 0 && i < count; ++i)
        code = posix_spawn_file_actions_adddup2(actions, descriptors[i], FIRST + i);
    return code;
}

/// Default signal handling, whatever the host's is; a separate process group, so that only the host receives Ctrl-C.
/// Returns 0 or an errno.
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

/// posix_spawn, not fork: a host may have threads, and gigabytes whose page tables fork would copy.
static int spawn(const char *program, char *const *environment, const int *descriptors, int count, int null,
                 pid_t *out_process)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        char *arguments[] = {(char *)(uintptr_t)program, NULL};
        code = add_descriptors(&actions, descriptors, count, null);
        if (code == 0) code = set_attributes(&attributes);
        if (code == 0) code = posix_spawn(out_process, program, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/// Opens /dev/null above the numbers of the child.
static int open_null(void)
{
    const int opened = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (opened < 0 || opened >= FIRST + MAX_DESCRIPTORS) return opened;
    const int moved = duplicate_above(opened), code = errno;
    close(opened);
    errno = code;
    return moved;
}

/// Whether a program that cannot be started is itself the reason, not a lack of processes, memory or descriptors.
static int is_of_program(int code)
{
    return code == ENOENT || code == EACCES || code == ENOEXEC || code == EPERM || code == ENOTDIR || code == ELOOP;
}

static int open_handle(pid_t id)
{
#if defined(__linux__) && defined(SYS_pidfd_open)
    return (int)syscall(SYS_pidfd_open, id, 0);
#else
    (void)id;
    return -1;
#endif
}

/// Returns 0 or an errno.
static int duplicate_and_spawn(const char *program, char *const *environment, const int *descriptors, int count,
                               int null, sinew__process *out)
{
    int duplicates[MAX_DESCRIPTORS] = {-1, -1, -1}, code = 0;
    pid_t id = -1;
    for (int i = 0; i < count; ++i) {
        duplicates[i] = duplicate_above(descriptors[i]);
        if (duplicates[i] < 0 && code == 0) code = EMFILE;
    }
    if (code == 0) code = spawn(program, environment, duplicates, count, null, &id);
    for (int i = 0; i < count; ++i) sinew__close(duplicates[i]);
    if (code == 0) *out = (sinew__process){.id = id, .handle = open_handle(id)};
    return code;
}

sinew_result sinew__process_start(const char *program, char *const *environment, const int *descriptors, int count,
                                  sinew__process *out, sinew_error *error)
{
    assert(count <= MAX_DESCRIPTORS);
    *out = (sinew__process){.id = -1, .handle = -1};
    const int null = open_null();
    const int is_missing = null < 0 && errno != EMFILE; // as in a container without devices
    if (is_missing) return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot open /dev/null: %s", strerror(errno));
    const int code = null < 0 ? EMFILE : duplicate_and_spawn(program, environment, descriptors, count, null, out);
    sinew__close(null);
    if (code == 0) return SINEW_OK;
    return sinew__fail(error, is_of_program(code) ? SINEW_ERROR_NO_WORKER : SINEW_ERROR_SYSTEM, "cannot start %s: %s",
                       program, strerror(code));
}

// ---- ending -------------------------------------------------------------------------------------------------------

/// Waits for the process, or checks whether it has ended. A pidfd names this child; a process id may have been reused.
static int wait_for(const sinew__process *process, siginfo_t *out_info, int options)
{
#if defined(__linux__)
    const idtype_t by_handle = (idtype_t)3; // P_PIDFD, which older headers lack
    if (process->handle >= 0) return waitid(by_handle, (id_t)process->handle, out_info, WEXITED | options);
#endif
    return waitid(P_PID, (id_t)process->id, out_info, WEXITED | options);
}

void sinew__process_stop(const sinew__process *process)
{
#if defined(__linux__) && defined(SYS_pidfd_send_signal)
    if (process->handle >= 0) {
        syscall(SYS_pidfd_send_signal, process->handle, SIGKILL, NULL, 0);
        return;
    }
#endif
    siginfo_t info;
    if (wait_for(process, &info, WNOHANG | WNOWAIT) == 0) kill(process->id, SIGKILL);
}

double sinew__process_time(const sinew__process *process)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process->id, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/// Whether it has ended. It stays to be waited for.
static int has_ended(const sinew__process *process)
{
    siginfo_t info = {0};
    return wait_for(process, &info, WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

void sinew__process_await(const sinew__process *process)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};
    for (int i = 0; i < 500 && !has_ended(process); ++i) nanosleep(&millisecond, NULL);
}

int sinew__process_end(sinew__process *process)
{
    const int ended_before = has_ended(process);
    sinew__process_stop(process);
    siginfo_t info = {0};
    int failed;
    do failed = wait_for(process, &info, 0) != 0;
    while (failed && errno == EINTR);
    sinew__close(process->handle);
    return ended_before && !failed && (info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED) ? info.si_status : 0;
}

// ---- programs -----------------------------------------------------------------------------------------------------

int sinew__is_program(const char *path)
{
    return access(path, X_OK) == 0;
}

const char *sinew__library_of(uintptr_t function)
{
    Dl_info info;
    return dladdr((void *)function, &info) ? info.dli_fname : NULL;
}

sinew__signal_meaning sinew__signal_means(int signal_number)
{
    switch (signal_number) {
    case SIGKILL: return SINEW__SIGNAL_KILLED;
    case SIGXCPU: return SINEW__SIGNAL_OUT_OF_TIME;
    case SIGSYS: return SINEW__SIGNAL_FORBIDDEN_CALL;
    default: return SINEW__SIGNAL_OTHER;
    }
}
