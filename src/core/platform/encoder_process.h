/// A child process that reads its input from this process, such as a video encoder. Only one runs at a time. It ends
/// with this process, even if that crashes, on systems that support it.
#ifndef SINEW_CORE_PLATFORM_ENCODER_PROCESS_H
#define SINEW_CORE_PLATFORM_ENCODER_PROCESS_H

#include <stddef.h>

#include "sinew/result.h"

typedef struct sinew__encoder_process {
    int id;
    int input;  ///< standard input of the child; this process writes to it
    int errors; ///< an unnamed file that collects the child's standard error
} sinew__encoder_process;

/// Path by which the child opens its output. Opened so, the output can be read and sought, and it is the same file even
/// after the file was renamed.
#ifdef __linux__
#define SINEW__ENCODER_OUTPUT "/proc/self/fd/3"
#else
#define SINEW__ENCODER_OUTPUT "/dev/fd/3"
#endif

/// Starts arguments[0], which is searched for in PATH, with `arguments`, terminated by NULL. No shell is involved.
/// `output` is an open file that the child writes, or −1 if the child writes its own files. A child that writes its own
/// files is asked to end instead of killed, so that it can remove incomplete files. SINEW_ERROR_WRITE: the program does
/// not exist or cannot be started; SINEW_ERROR_SYSTEM.
SINEW_NODISCARD sinew_result sinew__encoder_process_start(const char *const *arguments, int output,
                                                          sinew__encoder_process *out_process, sinew_error *out_error);

/// Writes to the child's input and waits while the child is busy. Returns 0 or an errno; EPIPE: the child has ended.
int sinew__encoder_process_write(const sinew__encoder_process *process, const void *bytes, size_t size);

/// Closes the child's input and waits for its end. Returns whether it exited with status 0. If not, `last_line`,
/// [size], is the last line that it wrote to standard error, or "".
int sinew__encoder_process_finish(sinew__encoder_process *process, char *last_line, size_t size);

/// Kills the child, even if it writes its own files, and waits for its end.
void sinew__encoder_process_cancel(sinew__encoder_process *process);

/// Kills the running encoder. An encoder that writes its own files is asked to end and gets some seconds first.
/// Async-signal-safe, for the signal handler of a program that ends.
void sinew__encoder_process_kill_running(void);

#endif
