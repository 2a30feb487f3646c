/// A child process that reads its input from this one, such as a video encoder. One runs at a time. It ends with this
/// process, however it ends, if the system supports that.
#ifndef SINEW_CORE_PLATFORM_ENCODER_PROCESS_H
#define SINEW_CORE_PLATFORM_ENCODER_PROCESS_H

#include <stddef.h>

#include "sinew/result.h"

typedef struct sinew__encoder_process {
    int id;
    int input;  ///< the standard input of the child; written here
    int errors; ///< a file without a name that collects its standard error
} sinew__encoder_process;

/// The path of the output for the child. Opened again, it can be read and sought, and leads to the same file
/// even if it was renamed.
#ifdef __linux__
#define SINEW__ENCODER_OUTPUT "/proc/self/fd/3"
#else
#define SINEW__ENCODER_OUTPUT "/dev/fd/3"
#endif

/// Starts arguments[0], which is searched in PATH, with `arguments`, terminated by NULL. No shell is involved. `output`
/// is an open file that it writes, or -1: then it writes files of its own, and is asked to end, so that it can remove
/// incomplete files, rather than killed. SINEW_ERROR_WRITE when it does not exist or cannot be started, _SYSTEM.
SINEW_NODISCARD sinew_result sinew__encoder_process_start(const char *const *arguments, int output,
                                                          sinew__encoder_process *out_process, sinew_error *out_error);

/// Writes to its input, and waits while the child is busy. Returns 0, or the errno: EPIPE when the child has ended.
int sinew__encoder_process_write(const sinew__encoder_process *process, const void *bytes, size_t size);

/// Closes its input and waits for its end. Returns whether it exited with status 0. Otherwise `last_line` [size] is the
/// last line that it wrote to standard error, or "".
int sinew__encoder_process_finish(sinew__encoder_process *process, char *last_line, size_t size);

/// Kills it, also one that writes files of its own, and waits for its end.
void sinew__encoder_process_cancel(sinew__encoder_process *process);

/// Kills the running encoder; waits some seconds for one that is asked to end, and kills it then. Async-signal-safe,
/// for the signal handler of a program that ends.
void sinew__encoder_process_kill_running(void);

#endif
