#define _GNU_SOURCE // F_ADD_SEALS
#include "core/platform/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"

/// The bytes of the standard input or of a pipe. `error.result` is the result of reading them.
typedef struct kept_input {
    const char *path; ///< belongs to the caller
    int file;
    size_t size;
    sinew_error error;
} kept_input;

static kept_input inputs[SINEW__MAX_INPUTS];
static int input_count;

static kept_input *find_input(const char *path)
{
    for (int i = 0; i < input_count; ++i)
        if (strcmp(inputs[i].path, path) == 0) return &inputs[i];
    return NULL;
}

static sinew_result fail_system(kept_input *input, const char *what)
{
    return sinew__fail(&input->error, SINEW_ERROR_SYSTEM, "%s: %s", what, strerror(errno));
}

/// Returns the name of an input for messages, which begin with its path.
static const char *name_of(const kept_input *input)
{
    return strcmp(input->path, SINEW__STDIN_PATH) == 0 ? "standard input" : "the pipe";
}

/// Waits for more input until `deadline`. Returns 0 if the time is up.
static int wait_for_input(int descriptor, double deadline)
{
    for (;;) {
        const double left = deadline - sinew__now();
        if (left <= 0) return 0;
        struct pollfd end = {.fd = descriptor, .events = POLLIN};
        const int ready = poll(&end, 1, (int)(left < 1e6 ? left * 1000 + 1 : 1e9));
        if (ready > 0) return 1;
        if (ready < 0 && errno != EINTR) return 1; // the error shows up when reading
    }
}

static sinew_result copy_all(kept_input *input, int descriptor, size_t max_bytes, double seconds)
{
    static char bytes[1 << 16];
    const double deadline = sinew__now() + seconds;
    for (;;) {
        if (!wait_for_input(descriptor, deadline))
            return sinew__fail(&input->error, SINEW_ERROR_TIMED_OUT, "%s does not end within %.3g s", name_of(input),
                               seconds);
        const ssize_t got = read(descriptor, bytes, sizeof bytes);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) return fail_system(input, "cannot read");
        if (got == 0) break;
        input->size += (size_t)got;
        if (input->size > max_bytes) {
            char limit[SINEW__SIZE_TEXT];
            sinew__size_text((double)max_bytes, limit);
            return sinew__fail(&input->error, SINEW_ERROR_MEMORY_LIMIT, "%s has more than %s", name_of(input), limit);
        }
        const int code = sinew__write_all(input->file, bytes, (size_t)got);
        errno = code;
        if (code) return fail_system(input, "cannot keep the input");
    }
    return input->size ? SINEW_OK : sinew__fail(&input->error, SINEW_ERROR_EMPTY, "the file is empty");
}

static sinew_result read_input(kept_input *input, int descriptor, size_t max_bytes, double seconds)
{
    if (sinew__is_terminal(descriptor))
        return sinew__fail(&input->error, SINEW_ERROR_NOT_A_FILE, "%s is a terminal", name_of(input));
    input->file = sinew__memory_file_create(SINEW__STDIN_PATH);
    if (input->file < 0) return fail_system(input, "cannot keep the input");
    const sinew_result result = copy_all(input, descriptor, max_bytes, seconds);
#ifdef F_ADD_SEALS
    if (result == SINEW_OK) fcntl(input->file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
#endif
    return result;
}

/// Reads a descriptor to its end and keeps its bytes, or the error.
static sinew_result keep_input(const char *path, int descriptor, size_t max_bytes, double seconds)
{
    if (input_count == SINEW__MAX_INPUTS) return SINEW_ERROR_LIMIT;
    kept_input *input = &inputs[input_count++];
    *input = (kept_input){.path = path, .file = -1};
    const sinew_result result =
        descriptor < 0 ? fail_system(input, "cannot open") : read_input(input, descriptor, max_bytes, seconds);
    if (result == SINEW_OK) return SINEW_OK;
    sinew__close(input->file);
    input->file = -1;
    return result;
}

void sinew__standard_input_read(size_t max_bytes, double seconds)
{
    if (keep_input(SINEW__STDIN_PATH, SINEW__STDIN, max_bytes, seconds) != SINEW_OK) return;
    // the player's keys come from the terminal, if there is one
    const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal < 0) return;
    (void)dup2(terminal, SINEW__STDIN);
    close(terminal);
}

int sinew__is_pipe(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

void sinew__pipe_read(const char *path, size_t max_bytes, double seconds)
{
    // Without O_NONBLOCK, opening a named pipe would wait for a writer without limit.
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor >= 0) (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    (void)keep_input(path, descriptor, max_bytes, seconds);
    sinew__close(descriptor);
}

int sinew__is_standard_input(const char *path)
{
    return find_input(path) != NULL;
}

const char *sinew__input_word(const char *path)
{
    return find_input(path) && strcmp(path, SINEW__STDIN_PATH) == 0 ? "-" : path;
}

sinew_result sinew__standard_input_open(const char *of, int *out_descriptor, size_t *out_size, sinew_error *out_error)
{
    const kept_input *input = find_input(of);
    char path[40];
    *out_descriptor = -1;
    *out_size = input->size;
    if (input->file < 0) {
        if (out_error) *out_error = input->error;
        return input->error.result;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", input->file); // opened again, so that it has its own offset
    *out_descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (*out_descriptor < 0) *out_descriptor = fcntl(input->file, F_DUPFD_CLOEXEC, 0);
    if (*out_descriptor >= 0) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_SYSTEM, "cannot open it again: %s", strerror(errno));
}
