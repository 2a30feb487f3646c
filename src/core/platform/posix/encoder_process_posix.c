#define _GNU_SOURCE
#include "core/platform/encoder_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "core/base/error.h"
#include "core/platform/descriptor.h"

static atomic_int running;    ///< process id of the running encoder, or 0
static atomic_int end_signal; ///< signal that ends the running encoder

// ---- in the child -------------------------------------------------------------------------------------------------

enum { OUTPUT_DESCRIPTOR = 3 };

/// The child process's arguments and descriptors between fork and exec. The descriptors belong to the parent.
typedef struct child_plan {
    const char *const *arguments;
    int input, errors, null, output; ///< `output` is −1 if the child writes its own files
    int problem;                     ///< receives the errno of a failed start; a successful start closes it
    int end_signal;
    pid_t parent;
} child_plan;

/// Moves the descriptors to their numbers in the child. The output comes last, because its number may belong to a
/// descriptor that is duplicated before.
static int place_descriptors(const child_plan *plan)
{
    if (dup2(plan->input, STDIN_FILENO) < 0 || dup2(plan->null, STDOUT_FILENO) < 0 ||
        dup2(plan->errors, STDERR_FILENO) < 0)
        return 0;
    if (plan->output == OUTPUT_DESCRIPTOR) return fcntl(OUTPUT_DESCRIPTOR, F_SETFD, 0) == 0;
    return plan->output < 0 || dup2(plan->output, OUTPUT_DESCRIPTOR) >= 0;
}

/// Runs the encoder in the child; does not return. It only calls functions that are safe after a fork with threads. The
/// child gets its own process group, so that Ctrl-C reaches only the parent.
static void become_child(const child_plan *plan)
{
    char *const *words = (char *const *)(uintptr_t)plan->arguments;
    // Lets the child end with the parent: posix_spawn cannot request this, and an encoder whose input is closed would
    // complete its film.
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, plan->end_signal);
#endif
    if (getppid() != plan->parent) _exit(127); // the parent has ended already
    (void)setpgid(0, 0);
    if (place_descriptors(plan)) {
        // default signal handling, whatever the parent's is; signals are blocked until then
        sigset_t none;
        sigemptyset(&none);
        for (int number = 1; number < NSIG; ++number) (void)signal(number, SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execvp(words[0], words);
    }
    const int code = errno;
    const ssize_t written = write(plan->problem, &code, sizeof code);
    (void)written; // without an errno, the parent believes in a start and then finds that the child has ended
    _exit(127);
}

// ---- starting -----------------------------------------------------------------------------------------------------

/// Forks and registers the child with signals blocked, because a signal in between would leave the child running.
/// Returns 0 or an errno.
static int fork_noted(const child_plan *plan, sinew__encoder_process *process)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t id = fork();
    const int code = id < 0 ? errno : 0;
    if (id == 0) become_child(plan);
    process->id = code == 0 ? (int)id : 0;
    atomic_store(&end_signal, plan->end_signal);
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

/// Waits for the end of the child, and only then clears `running`: its id is not reused before.
static int wait_for_end(sinew__encoder_process *process)
{
    siginfo_t info;
    int status = -1;
    while (waitid(P_PID, (id_t)process->id, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
    atomic_store(&running, 0);
    while (waitpid(process->id, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

/// Starts the child with `input` as its standard input. `problem` is a pipe for the errno of a failed start. Returns 0
/// or an errno.
static int start(const char *const *arguments, int input, int output, const int problem[2],
                 sinew__encoder_process *process)
{
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    child_plan plan = {.arguments = arguments,
                       .input = input,
                       .errors = process->errors,
                       .null = null,
                       .output = output,
                       .problem = sinew__move_above(problem[1], OUTPUT_DESCRIPTOR + 1),
                       .end_signal = output < 0 ? SIGTERM : SIGKILL,
                       .parent = getpid()};
    int code = null < 0 || plan.problem < 0 ? errno : fork_noted(&plan, process);
    sinew__close(null);
    sinew__close(plan.problem);
    if (code != 0) return code;
    ssize_t count; // waits until the child has started or has written an errno
    do count = read(problem[0], &code, sizeof code);
    while (count < 0 && errno == EINTR);
    if (count != (ssize_t)sizeof code || code == 0) return 0;
    (void)wait_for_end(process);
    return code;
}

sinew_result sinew__encoder_process_start(const char *const *arguments, int output, sinew__encoder_process *out,
                                          sinew_error *error)
{
    int input[2] = {-1, -1}, problem[2] = {-1, -1};
    *out = (sinew__encoder_process){.input = -1, .errors = sinew__memory_file_create("sinew-messages")};
    if (out->errors < 0 || pipe2(input, O_CLOEXEC) != 0 || pipe2(problem, O_CLOEXEC) != 0) {
        const int code = errno;
        sinew__close(input[0]);
        sinew__close(input[1]);
        close_files(out);
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot start %s: %s", arguments[0], strerror(code));
    }
    out->input = input[1];
    const int code = start(arguments, input[0], output, problem, out);
    sinew__close(input[0]);
    sinew__close(problem[0]);
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

/// Reads the last line of a file that is not empty.
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

/// Whether the child ends within the time that it needs to remove a file. Async-signal-safe.
static int ends_soon(pid_t id)
{
    for (int i = 0; i < 300; ++i) {
        const pid_t ended = waitpid(id, NULL, WNOHANG);
        if (ended == id || (ended < 0 && errno != EINTR)) return 1;
        (void)poll(NULL, 0, 10);
    }
    return 0;
}

void sinew__encoder_process_kill_running(void)
{
    const int id = atomic_exchange(&running, 0), number = atomic_load(&end_signal);
    if (id <= 0) return;
    kill(id, number);
    if (number != SIGKILL && !ends_soon(id)) kill(id, SIGKILL);
}
