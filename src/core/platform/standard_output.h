/// Standard output, which may be a terminal: bytes of a file could command it.
#ifndef SINEW_CORE_PLATFORM_STANDARD_OUTPUT_H
#define SINEW_CORE_PLATFORM_STANDARD_OUTPUT_H

#include <stddef.h>

#include "sinew/result.h"

/// Writes to standard output. A terminal gets printable text only: the rest is escaped, and bytes with a zero among
/// them are no text. `has_colors`: the colours of the program's own tables stay. Returns 0, errno, or ENOTSUP for bytes
/// that are no text.
int sinew__write_stdout(const void *bytes, size_t size, int has_colors);

/// SINEW_ERROR_WRITE for bytes that are no text and a terminal.
SINEW_NODISCARD sinew_result sinew__fail_binary_output(sinew_error *out_error);

/// Writes a whole file, or none. The path "-" is standard output; a reader that closes a pipe early is not an error.
SINEW_NODISCARD sinew_result sinew__write_output(const char *path, const void *bytes, size_t size,
                                                 sinew_error *out_error);

#endif
