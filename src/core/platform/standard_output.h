/// Writes to standard output, which may be a terminal that bytes of a file could control.
#ifndef SINEW_CORE_PLATFORM_STANDARD_OUTPUT_H
#define SINEW_CORE_PLATFORM_STANDARD_OUTPUT_H

#include <stddef.h>

#include "sinew/result.h"

/// Writes to standard output. On a terminal, unprintable characters are escaped, and bytes that contain a 0 are
/// rejected, because they are not text. `has_colors`: the colours of the program's own tables are kept. Returns 0, an
/// errno, or ENOTSUP for bytes that are not text.
int sinew__write_stdout(const void *bytes, size_t size, int has_colors);

/// Fails with SINEW_ERROR_WRITE: bytes that are not text are not written to a terminal.
SINEW_NODISCARD sinew_result sinew__fail_binary_output(sinew_error *out_error);

/// Writes a file completely or not at all. The path "-" is standard output; a reader that closes a pipe early is not an
/// error.
SINEW_NODISCARD sinew_result sinew__write_output(const char *path, const void *bytes, size_t size,
                                                 sinew_error *out_error);

#endif
