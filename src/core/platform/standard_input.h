/// The standard input as a file of its own name, and pipes as files, for everything that opens files by path.
#ifndef SINEW_CORE_PLATFORM_STANDARD_INPUT_H
#define SINEW_CORE_PLATFORM_STANDARD_INPUT_H

#include <stddef.h>

#include "sinew/result.h"

/// The path of the standard input once it has been read. A file of that name is "./stdin" then.
#define SINEW__STDIN_PATH "stdin"

/// Reads the standard input to its end into memory that nobody can write to any more, and from then on opens it for
/// SINEW__STDIN_PATH. A failure is the result of each such opening: SINEW_ERROR_EMPTY, _MEMORY_LIMIT for more than
/// `max_bytes`, _TIMED_OUT after `seconds` by the clock on the wall, _NOT_A_FILE for a terminal, _SYSTEM. Call it once,
/// before other threads open files.
void sinew__standard_input_read(size_t max_bytes, double seconds);

/// Pipes and the standard input that a process reads; further ones count as missing.
enum { SINEW__MAX_INPUTS = 16 };

/// Whether a path names a pipe, like /dev/fd/63 in `sinew diff <(…) <(…)`.
int sinew__is_pipe(const char *path);

/// Reads a pipe in the same way, from then on opened for its path, which must stay valid.
void sinew__pipe_read(const char *path, size_t max_bytes, double seconds);

/// Whether a path names the standard input or a pipe, which has been read.
int sinew__is_standard_input(const char *path);

/// The word by which a command reads a path: `-` for the standard input.
const char *sinew__input_word(const char *path);

/// Opens the bytes that were read of a path; the caller closes it. Returns the failure of reading.
SINEW_NODISCARD sinew_result sinew__standard_input_open(const char *of, int *out_descriptor, size_t *out_size,
                                                        sinew_error *out_error);

#endif
