#define _POSIX_C_SOURCE 200809L
#include "cli/output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/report.h"

static int write_all(const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t put = write(STDOUT_FILENO, bytes, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return errno;
        bytes += put;
        size -= (size_t)put;
    }
    return 0;
}

int cli_write_stdout(const cli_context *context, sinew__buffer *text)
{
    sinew_error error;
    int code = 0;
    if (text->failed)
        sinew__fail_memory(&error);
    else
        code = write_all(text->text, text->size);
    const int failed = text->failed || (code != 0 && code != EPIPE);
    if (code != 0) sinew__fail(&error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
    sinew__buffer_free(text);
    return failed ? cli_fail(context, code ? "standard output" : NULL, &error) : CLI_EXIT_OK;
}

int cli_write_output(const cli_context *context, const char *path, sinew__buffer *text)
{
    if (text->failed || strcmp(path, "-") == 0) return cli_write_stdout(context, text);
    sinew_error error;
    const sinew_result result = sinew__file_write(path, text->text, text->size, &error);
    sinew__buffer_free(text);
    return result == SINEW_OK ? CLI_EXIT_OK : cli_fail(context, path, &error);
}
