#define _GNU_SOURCE
#include "platform/encoder_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "platform/descriptor.h"
#include "platform/posix/spawn_posix.h"

extern char **environ;

static atomic_int running; ///< process id, or 0

// ---- starting -----------------------------------------------------------------------------------------------------

/// Opens a file that has no name any more. Unlike a pipe it never blocks the child. Returns -1 with errno.
static int open_unnamed(void)
{
    const char *folder = getenv("TMPDIR");
    char path[256] = "/tmp/sinew.XXXXXX";
    if (folder && *folder && strlen(folder) < sizeof path - 14) {
        strcpy(path, folder);
        strcat(path, "/sinew.XXXXXX");
    }
    const int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor >= 0) unlink(path);
    return descriptor;
}

static int add_streams(posix_spawn_file_actions_t *actions, int input, int errors)
{
    int code = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
    if (code == 0) code = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_adddup2(actions, errors, STDERR_FILENO);
    return code;
}

/// Returns 0 or an errno.
static int spawn(const char *const *arguments, int input, int errors, pid_t *out_id)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        char *const *words = (char *const *)(uintptr_t)arguments;
        code = add_streams(&actions, input, errors);
        if (code == 0) code = sinew__spawn_set_attributes(&attributes);
        if (code == 0) code = posix_spawnp(out_id, arguments[0], &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/// Spawns and registers it with signals blocked: a signal in between would leave the encoder behind.
static int spawn_noted(const char *const *arguments, int input, sinew__encoder_process *process)
{
    sigset_t all, before;
    pid_t id = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int code = spawn(arguments, input, process->errors, &id);
    process->id = code == 0 ? (int)id : 0;
    atomic_store(&running, process->id);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

static void close_files(sinew__encoder_process *process)
{
    sinew__close(process->input);
    sinew__close(process->errors);
    process->input = process->errors = -1;
}

sinew_result sinew__encoder_process_start(const char *const *arguments, sinew__encoder_process *out, sinew_error *error)
{
    int ends[2] = {-1, -1};
    *out = (sinew__encoder_process){.input = -1, .errors = open_unnamed()};
    if (out->errors < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        const int code = errno;
        close_files(out);
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot start %s: %s", arguments[0], strerror(code));
    }
    out->input = ends[1];
    const int code = spawn_noted(arguments, ends[0], out);
    sinew__close(ends[0]);
    if (code == 0) return SINEW_OK;
    close_files(out);
    if (code != ENOENT)
        return sinew__fail(error, SINEW_ERROR_WRITE, "cannot start %s: %s", arguments[0], strerror(code));
    return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write: the program %s is not in PATH", arguments[0]);
}

int sinew__encoder_process_write(const sinew__encoder_process *process, const void *bytes, size_t size)
{
    return sinew__write_all(process->input, bytes, size);
}

// ---- ending -------------------------------------------------------------------------------------------------------

/// Waits until it has ended, and only then clears `running`: the id is not reused before it is waited for.
static int wait_for_end(sinew__encoder_process *process)
{
    siginfo_t info;
    int status = -1;
    while (waitid(P_PID, (id_t)process->id, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
    atomic_store(&running, 0);
    while (waitpid(process->id, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

/// Reads the last line that is not empty.
static void read_last_line(int descriptor, char *line, size_t size)
{
    struct stat status;
    char tail[1024];
    const int known = fstat(descriptor, &status) == 0 && status.st_size > 0;
    const size_t whole = known ? (size_t)status.st_size : 0, kept = whole < sizeof tail ? whole : sizeof tail - 1;
    const ptrdiff_t count = sinew__read_at(descriptor, whole - kept, tail, kept);
    size_t end = count > 0 ? (size_t)count : 0;
    while (end > 0 && (tail[end - 1] == '\n' || tail[end - 1] == '\r')) --end;
    size_t start = end;
    while (start > 0 && tail[start - 1] != '\n') --start;
    const size_t length = end - start < size - 1 ? end - start : size - 1;
    memcpy(line, tail + start, length);
    line[length] = '\0';
}

int sinew__encoder_process_finish(sinew__encoder_process *process, char *last_line, size_t size)
{
    sinew__close(process->input);
    process->input = -1;
    const int status = wait_for_end(process);
    const int is_complete = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    read_last_line(process->errors, last_line, size);
    close_files(process);
    return is_complete;
}

void sinew__encoder_process_cancel(sinew__encoder_process *process)
{
    kill(process->id, SIGKILL);
    (void)wait_for_end(process);
    close_files(process);
}

void sinew__encoder_process_kill_running(void)
{
    const int id = atomic_exchange(&running, 0);
    if (id > 0) kill(id, SIGKILL);
}
