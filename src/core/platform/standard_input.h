/// Standard input and pipes as files, for all code that opens files by path.
#ifndef SINEW_CORE_PLATFORM_STANDARD_INPUT_H
#define SINEW_CORE_PLATFORM_STANDARD_INPUT_H

#include <stddef.h>

#include "sinew/result.h"

/// The path of the standard input after it was read. A file with this name is "./stdin" then.
#define SINEW__STDIN_PATH "stdin"

/// Reads the standard input to its end, into memory that cannot be written any more. From then on, opening
/// SINEW__STDIN_PATH opens this memory. A failure is reported by each opening: SINEW_ERROR_EMPTY, _MEMORY_LIMIT above
/// `max_bytes`, _TIMED_OUT after `seconds` of real time, _NOT_A_FILE for a terminal, _SYSTEM. Call it once, before
/// other threads open files.
void sinew__standard_input_read(size_t max_bytes, double seconds);

/// Largest number of inputs, the standard input and pipes, that a process reads; further ones count as missing.
enum { SINEW__MAX_INPUTS = 16 };

/// Whether a path is a pipe, like /dev/fd/63 in `sinew diff <(…) <(…)`.
int sinew__is_pipe(const char *path);

/// Reads a pipe as sinew__standard_input_read does; from then on its path, which must stay valid, opens its bytes.
void sinew__pipe_read(const char *path, size_t max_bytes, double seconds);

/// Whether a path is the standard input or a pipe that was read.
int sinew__is_standard_input(const char *path);

/// Returns the word for a path on a command line: `-` for the standard input, else the path.
const char *sinew__input_word(const char *path);

/// Opens the bytes that were read from a path; the caller closes it. Returns the error of reading.
SINEW_NODISCARD sinew_result sinew__standard_input_open(const char *of, int *out_descriptor, size_t *out_size,
                                                        sinew_error *out_error);

#endif
