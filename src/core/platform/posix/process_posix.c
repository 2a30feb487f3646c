#define _GNU_SOURCE
#include "core/platform/process.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/platform/descriptor.h"

// A channel between two processes, which can also send open files. Its ends are descriptors.

int sinew__channel_create(int out_ends[2])
{
#ifdef SOCK_CLOEXEC
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out_ends) == 0;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, out_ends) != 0) return 0;
    fcntl(out_ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(out_ends[1], F_SETFD, FD_CLOEXEC);
    return 1;
#endif
}

int sinew__channel_send(int channel, const void *bytes, size_t size, int descriptor)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        control.header = (struct cmsghdr){
            .cmsg_len = CMSG_LEN(sizeof descriptor), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
    }
    ssize_t sent;
    do sent = sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)size;
}

int sinew__channel_wait(int channel, double seconds)
{
    struct pollfd input = {.fd = channel, .events = POLLIN};
    return poll(&input, 1, (int)(seconds * 1000) + 1) > 0;
}

ptrdiff_t sinew__channel_receive(int channel, void *out_bytes, size_t size)
{
    const ssize_t got = recv(channel, out_bytes, size, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
    return got > 0 ? got : -1;
}

// Memory that two processes share, for a worker's result. Pages are allocated when they are written.

#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

int sinew__shared_memory_create(size_t size)
{
    const int memory = sinew__memory_file_create("sinew-result");
    if (memory < 0) return -1;
    struct rlimit limit; // exceeding the limit would raise a signal in the host
    const int is_limited =
        getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < size;
    if (is_limited || ftruncate(memory, (off_t)size) != 0) {
        const int code = is_limited ? EFBIG : errno;
        close(memory);
        errno = code;
        return -1;
    }
#ifdef F_ADD_SEALS
    fcntl(memory, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK);
#endif
    return memory;
}

int sinew__shared_memory_copy(const void *bytes, size_t size)
{
    const int memory = sinew__shared_memory_create(size);
    const int code = memory < 0 ? errno : sinew__write_all(memory, bytes, size);
    if (memory >= 0 && code == 0) {
        sinew__rewind(memory);
        return memory;
    }
    sinew__close(memory);
    errno = code;
    return -1;
}

/// MAP_PRIVATE, because some kernels refuse shared mappings of sealed files. The memory may be written, as
/// sinew_model_show_hidden does; changed pages are copied.
void *sinew__shared_memory_take(int descriptor, size_t size)
{
    int is_sealed = 0; // no process can write any more; fails while the worker has it mapped
#ifdef F_ADD_SEALS
    is_sealed = fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL) == 0;
#endif
    const int flags = is_sealed ? MAP_PRIVATE | MAP_POPULATE : MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, is_sealed ? descriptor : -1, 0);
    if (memory == MAP_FAILED) return NULL;
    if (is_sealed || sinew__read_all(descriptor, memory, size) == (ptrdiff_t)size) return memory;
    munmap(memory, size);
    return NULL;
}

void sinew__shared_memory_release(void *memory, size_t size)
{
    if (memory) munmap(memory, size);
}

// Where this code was loaded from, and whether another program has the same owner and may be trusted as a worker.

#if defined(__linux__)
#include <sys/auxv.h>
#endif

/// Gets the folder and owner of a file. Fails for relative paths, because the current folder may have changed.
static int describe(const char *path, sinew__program_origin *out)
{
    struct stat status;
    char file[PATH_MAX];
    const int is_known = path[0] == '/' && realpath(path, file) && stat(file, &status) == 0;
    if (is_known) {
        snprintf(out->folder, sizeof out->folder, "%.*s", (int)(strrchr(file, '/') - file), file);
        out->owner = status.st_uid;
    }
    return is_known;
}

const char *sinew__own_program(void)
{
    return "/proc/self/exe"; // in the child that executes it, this is the same file
}

int sinew__origin_of_program(sinew__program_origin *out)
{
    return describe(sinew__own_program(), out);
}

int sinew__origin_of_library(uintptr_t address, sinew__program_origin *out)
{
    Dl_info own;
    if (dladdr((const void *)address, &own) == 0 || !own.dli_fname) return 0;
#if defined(__linux__)
    Dl_info program; // dladdr's file name of the program would be argv[0]
    const void *headers = (const void *)(uintptr_t)getauxval(AT_PHDR);
    if (headers && dladdr(headers, &program) != 0 && program.dli_fbase == own.dli_fbase) return 0;
#endif
    return describe(own.dli_fname, out);
}

static int is_trusted_owner(uid_t owner, const sinew__program_origin *origin)
{
    return owner == 0 || owner == geteuid() || (origin && owner == origin->owner);
}

int sinew__is_trusted_program(const char *path, const sinew__program_origin *origin)
{
    struct stat link, program;
    return lstat(path, &link) == 0 && stat(path, &program) == 0 && S_ISREG(program.st_mode) &&
           !(program.st_mode & S_IWOTH) && is_trusted_owner(link.st_uid, origin) &&
           is_trusted_owner(program.st_uid, origin) && access(path, X_OK) == 0;
}

#if defined(__linux__)
#include <sys/syscall.h>
#endif

// ---- starting -----------------------------------------------------------------------------------------------------

enum { FIRST = 3, MAX_DESCRIPTORS = 3 };

/// Duplicates a descriptor above the child's numbers, so that none is overwritten before it is passed on.
static int duplicate_above(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST + MAX_DESCRIPTORS);
}

/// Sets default signal handling, whatever the host's is, and a separate process group, so that Ctrl-C reaches only the
/// host. Returns 0 or an errno.
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

/// Starts the program with posix_spawn instead of fork: a host may have threads, and gigabytes of memory whose page
/// tables fork would copy.
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
        for (int standard = 0; code == 0 && standard < FIRST; ++standard)
            code = posix_spawn_file_actions_adddup2(&actions, null, standard);
        for (int i = 0; code == 0 && i < count; ++i)
            code = posix_spawn_file_actions_adddup2(&actions, descriptors[i], FIRST + i);
        if (code == 0) code = set_attributes(&attributes);
        if (code == 0) code = posix_spawn(out_process, program, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/// Duplicates the descriptors and starts the program. Returns 0 or an errno.
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
    if (code != 0) return code;
    *out = (sinew__process){.id = id, .handle = -1};
#if defined(__linux__) && defined(SYS_pidfd_open)
    out->handle = (int)syscall(SYS_pidfd_open, id, 0);
#endif
    return 0;
}

sinew_result sinew__process_start(const char *program, char *const *environment, const int *descriptors, int count,
                                  sinew__process *out, sinew_error *error)
{
    assert(count <= MAX_DESCRIPTORS);
    *out = (sinew__process){.id = -1, .handle = -1};
    const int null = sinew__move_above(open("/dev/null", O_RDWR | O_CLOEXEC), FIRST + MAX_DESCRIPTORS);
    const int is_missing = null < 0 && errno != EMFILE; // for example in a container without devices
    if (is_missing) return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot open /dev/null: %s", strerror(errno));
    const int code = null < 0 ? EMFILE : duplicate_and_spawn(program, environment, descriptors, count, null, out);
    sinew__close(null);
    if (code == 0) return SINEW_OK;
    // the program is the cause, not a lack of processes, memory or descriptors
    const int is_of_program =
        code == ENOENT || code == EACCES || code == ENOEXEC || code == EPERM || code == ENOTDIR || code == ELOOP;
    return sinew__fail(error, is_of_program ? SINEW_ERROR_NO_WORKER : SINEW_ERROR_SYSTEM, "cannot start %s: %s",
                       program, strerror(code));
}

// ---- ending -------------------------------------------------------------------------------------------------------

/// Waits for the process, or checks whether it has ended. It uses a pidfd if possible, because a process id may have
/// been reused.
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

/// Whether the process has ended; it must still be waited for.
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
