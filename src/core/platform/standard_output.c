#include "core/platform/standard_output.h"

#include <errno.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"

int sinew__write_stdout(const void *bytes, size_t size, int has_colors)
{
    if (size == 0 || !sinew__is_terminal(SINEW__STDOUT)) return sinew__write_all(SINEW__STDOUT, bytes, size);
    if (memchr(bytes, '\0', size)) return ENOTSUP;
    sinew__buffer text = {0};
    sinew__buffer_put_for_terminal(&text, bytes, size, has_colors);
    const int code = text.failed ? ENOMEM : sinew__write_all(SINEW__STDOUT, text.text, text.size);
    sinew__buffer_free(&text);
    return code;
}

sinew_result sinew__fail_binary_output(sinew_error *out_error)
{
    (void)sinew__fail(out_error, SINEW_ERROR_WRITE, "binary data is not written to a terminal");
    sinew__hint(out_error, "name a file, or redirect the output to a file or a program");
    return SINEW_ERROR_WRITE;
}

sinew_result sinew__write_output(const char *path, const void *bytes, size_t size, sinew_error *out_error)
{
    if (strcmp(path, "-") != 0) return sinew__file_write(path, bytes, size, out_error);
    const int code = sinew__write_stdout(bytes, size, 0);
    if (code == 0 || code == EPIPE) return SINEW_OK;
    if (code == ENOTSUP) return sinew__fail_binary_output(out_error);
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
}
