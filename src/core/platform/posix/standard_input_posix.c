#define _GNU_SOURCE // memfd_create, F_ADD_SEALS
#include "core/platform/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"

/// What has been read. `error.result` is that of reading.
static struct {
    int is_read, file;
    size_t size;
    sinew_error error;
} input = {.file = -1};

/// A file in memory, or one without a name where the system has no such files.
static int create_memory(void)
{
#ifdef MFD_ALLOW_SEALING
    const int memory = memfd_create(SINEW__STDIN_PATH, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory >= 0 || errno != ENOSYS) return memory;
#endif
    char path[] = "/tmp/sinew-XXXXXX";
    const int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) unlink(path);
    return file;
}

static sinew_result fail_system(const char *what)
{
    return sinew__fail(&input.error, SINEW_ERROR_SYSTEM, "%s: %s", what, strerror(errno));
}

static sinew_result fail_size(size_t max_bytes)
{
    char limit[SINEW__SIZE_TEXT];
    sinew__size_text((double)max_bytes, limit);
    return sinew__fail(&input.error, SINEW_ERROR_MEMORY_LIMIT, "standard input has more than %s", limit);
}

/// Waits for more input until `deadline`. Returns 0 when the time is up.
static int wait_for_input(double deadline)
{
    for (;;) {
        const double left = deadline - sinew__now();
        if (left <= 0) return 0;
        struct pollfd end = {.fd = SINEW__STDIN, .events = POLLIN};
        const int ready = poll(&end, 1, (int)(left < 1e6 ? left * 1000 + 1 : 1e9));
        if (ready > 0) return 1;
        if (ready < 0 && errno != EINTR) return 1; // reading says what is wrong
    }
}

static sinew_result copy_all(size_t max_bytes, double seconds)
{
    static char bytes[1 << 16];
    const double deadline = sinew__now() + seconds;
    for (;;) {
        if (!wait_for_input(deadline))
            return sinew__fail(&input.error, SINEW_ERROR_TIMED_OUT, "standard input does not end within %.3g s",
                               seconds);
        const ssize_t got = read(SINEW__STDIN, bytes, sizeof bytes);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) return fail_system("cannot read");
        if (got == 0) break;
        input.size += (size_t)got;
        if (input.size > max_bytes) return fail_size(max_bytes);
        const int code = sinew__write_all(input.file, bytes, (size_t)got);
        errno = code;
        if (code) return fail_system("cannot keep the input");
    }
    return input.size ? SINEW_OK : sinew__fail(&input.error, SINEW_ERROR_EMPTY, "the file is empty");
}

static sinew_result read_input(size_t max_bytes, double seconds)
{
    if (sinew__is_terminal(SINEW__STDIN))
        return sinew__fail(&input.error, SINEW_ERROR_NOT_A_FILE, "standard input is a terminal");
    input.file = create_memory();
    if (input.file < 0) return fail_system("cannot keep the input");
    const sinew_result result = copy_all(max_bytes, seconds);
#ifdef F_ADD_SEALS
    if (result == SINEW_OK) fcntl(input.file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
#endif
    return result;
}

/// The keys of the player come from the terminal where there is one.
static void return_terminal(void)
{
    const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal < 0) return;
    (void)dup2(terminal, SINEW__STDIN);
    close(terminal);
}

void sinew__standard_input_read(size_t max_bytes, double seconds)
{
    input.is_read = 1;
    if (read_input(max_bytes, seconds) == SINEW_OK) {
        return_terminal();
        return;
    }
    sinew__close(input.file);
    input.file = -1;
}

int sinew__is_standard_input(const char *path)
{
    return input.is_read && strcmp(path, SINEW__STDIN_PATH) == 0;
}

const char *sinew__input_word(const char *path)
{
    return sinew__is_standard_input(path) ? "-" : path;
}

sinew_result sinew__standard_input_open(int *out_descriptor, size_t *out_size, sinew_error *out_error)
{
    char path[40];
    *out_descriptor = -1;
    *out_size = input.size;
    if (input.file < 0) {
        if (out_error) *out_error = input.error;
        return input.error.result;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", input.file); // with an offset of its own
    *out_descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (*out_descriptor < 0) *out_descriptor = fcntl(input.file, F_DUPFD_CLOEXEC, 0);
    if (*out_descriptor >= 0) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_SYSTEM, "cannot open it again: %s", strerror(errno));
}
