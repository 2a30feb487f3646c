#define _GNU_SOURCE
#include "worker/host/worker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "base/error.h"
#include "worker/protocol.h"

// ---- starting -----------------------------------------------------------------------------------------------------

/// Half of a long import is the kernel clearing pages: large ones, and memory that is kept when it is freed, cost a
/// third of that. One arena keeps malloc from counting processors, for which it would open a file.
static char malloc_setting[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
                               "glibc.malloc.trim_threshold=17179869184:glibc.malloc.arena_max=1";

/// The environment: the library search path, and nothing else of the host's.
static void fill_environment(char **out, size_t count)
{
    extern char **environ;
    size_t used = 0;
    out[used++] = malloc_setting;
    for (char **variable = environ; variable && *variable && used + 1 < count; ++variable)
        if (strncmp(*variable, "LD_LIBRARY_PATH=", 16) == 0) out[used++] = *variable;
    out[used] = NULL;
}

/// Duplicates above the numbers that the worker gets, so that none is overwritten before it is passed on.
static int out_of_the_way(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, WORKER_SOCKET + 1);
}

static int add_descriptors(posix_spawn_file_actions_t *actions, const int descriptors[3], int nowhere)
{
    int code = 0;
    for (int standard = 0; code == 0 && standard < 3; ++standard)
        code = posix_spawn_file_actions_adddup2(actions, nowhere, standard);
    for (int i = 0; code == 0 && i < 3; ++i)
        code = posix_spawn_file_actions_adddup2(actions, descriptors[i], WORKER_FILE + i);
    return code;
}

/// Default signal handling, whatever the host's is; a separate process group, so that only the host receives Ctrl-C.
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
static int spawn(const char *program, const int descriptors[3], int nowhere, pid_t *out_process)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        char *arguments[] = {(char *)(uintptr_t)program, NULL};
        char *environment[4];
        fill_environment(environment, sizeof environment / sizeof *environment);
        code = add_descriptors(&actions, descriptors, nowhere);
        if (code == 0) code = set_attributes(&attributes);
        if (code == 0) code = posix_spawn(out_process, program, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

static int make_pair(int out_ends[2])
{
#ifdef SOCK_CLOEXEC
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out_ends);
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, out_ends) != 0) return -1;
    fcntl(out_ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(out_ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

/// What the standard streams of a worker are: above the numbers that it gets.
static int open_nowhere(void)
{
    const int opened = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (opened < 0 || opened > WORKER_SOCKET) return opened;
    const int moved = out_of_the_way(opened), code = errno;
    close(opened);
    errno = code;
    return moved;
}

/// Whether a program that cannot be started is itself the reason, not a lack of processes, memory or descriptors.
static int is_of_program(int code)
{
    return code == ENOENT || code == EACCES || code == ENOEXEC || code == EPERM || code == ENOTDIR || code == ELOOP;
}

static int open_handle(pid_t process)
{
#if defined(__linux__) && defined(SYS_pidfd_open)
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    (void)process;
    return -1;
#endif
}

sinew_result sinew__worker_start(const char *program, int file, int result, sinew__worker *out_worker,
                                 sinew_error *error)
{
    int ends[2] = {-1, -1}, code = make_pair(ends) == 0 ? 0 : errno;
    const int nowhere = open_nowhere();
    const int no_nowhere = nowhere < 0 ? errno : 0;
    const int descriptors[3] = {out_of_the_way(file), out_of_the_way(result), code ? -1 : out_of_the_way(ends[1])};
    *out_worker = (sinew__worker){.process = -1, .handle = -1, .socket = ends[0]};
    for (int i = 0; i < 3; ++i)
        if (descriptors[i] < 0 && code == 0) code = EMFILE;
    if (code == 0 && !no_nowhere) code = spawn(program, descriptors, nowhere, &out_worker->process);
    const int is_started = code == 0 && !no_nowhere;
    if (is_started) out_worker->handle = open_handle(out_worker->process);
    for (int i = 0; i < 3; ++i)
        if (descriptors[i] >= 0) close(descriptors[i]);
    if (nowhere >= 0) close(nowhere);
    if (ends[1] >= 0) close(ends[1]);
    if (is_started) return SINEW_OK;
    if (ends[0] >= 0) close(ends[0]);
    if (no_nowhere && code == 0)
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot open /dev/null: %s", strerror(no_nowhere));
    return sinew__fail(error, is_of_program(code) ? SINEW_ERROR_NO_WORKER : SINEW_ERROR_SYSTEM, "cannot start %s: %s",
                       program, strerror(code));
}

// ---- ending -------------------------------------------------------------------------------------------------------

/// Waits for the process, or checks whether it has ended. A pidfd names this child; a process id may have been reused.
static int wait_for(const sinew__worker *worker, siginfo_t *out_info, int options)
{
#if defined(__linux__)
    const idtype_t by_handle = (idtype_t)3; // P_PIDFD, which older headers lack
    if (worker->handle >= 0) return waitid(by_handle, (id_t)worker->handle, out_info, WEXITED | options);
#endif
    return waitid(P_PID, (id_t)worker->process, out_info, WEXITED | options);
}

void sinew__worker_stop(const sinew__worker *worker)
{
#if defined(__linux__) && defined(SYS_pidfd_send_signal)
    if (worker->handle >= 0) {
        syscall(SYS_pidfd_send_signal, worker->handle, SIGKILL, NULL, 0);
        return;
    }
#endif
    siginfo_t info;
    if (wait_for(worker, &info, WNOHANG | WNOWAIT) == 0) kill(worker->process, SIGKILL);
}

/// Whether it has ended. It stays to be waited for.
static int has_ended(const sinew__worker *worker)
{
    siginfo_t info = {0};
    return wait_for(worker, &info, WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

void sinew__worker_await(const sinew__worker *worker)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; i < 500 && !has_ended(worker); ++i) nanosleep(&moment, NULL);
}

int sinew__worker_end(sinew__worker *worker)
{
    const int by_itself = has_ended(worker);
    sinew__worker_stop(worker);
    close(worker->socket);
    siginfo_t info = {0};
    int failed;
    do failed = wait_for(worker, &info, 0) != 0;
    while (failed && errno == EINTR);
    if (worker->handle >= 0) close(worker->handle);
    return by_itself && !failed && (info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED) ? info.si_status : 0;
}
