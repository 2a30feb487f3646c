/// Child processes, and where programs are.
#ifndef SINEW_PLATFORM_PROCESS_H
#define SINEW_PLATFORM_PROCESS_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

typedef struct sinew__process {
    int id;
    int handle; ///< names this process and no later one; -1 where unsupported
} sinew__process;

/// Starts `program` without arguments, with duplicates of `descriptors` as 3, 4, 5 …, /dev/null as its standard streams
/// and default signal handling, in a process group of its own, so that only the host receives Ctrl+C.
/// SINEW_ERROR_SYSTEM; SINEW_ERROR_NO_WORKER when the program is not one.
SINEW_NODISCARD sinew_result sinew__process_start(const char *program, char *const *environment, const int *descriptors,
                                                  int count, sinew__process *out_process, sinew_error *out_error);

/// Kills a process without waiting. Async-signal-safe.
void sinew__process_stop(const sinew__process *process);

/// Waits up to half a second for a process that is about to end, so that the cause of its end is known.
void sinew__process_await(const sinew__process *process);

/// Kills a process that has not ended, and waits for its end. Returns the signal that ended it; 0 when it exited, when
/// this call has killed it, or when the cause is unknown because the host reaps its children elsewhere.
int sinew__process_end(sinew__process *process);

/// Seconds of processor time that a child has used, which may have ended but not been waited for; 0 where unknown.
double sinew__process_time(const sinew__process *process);

/// The cause of an end by a signal.
typedef enum sinew__signal_meaning {
    SINEW__SIGNAL_KILLED,         ///< by the system or a user
    SINEW__SIGNAL_OUT_OF_TIME,    ///< limit on processor time
    SINEW__SIGNAL_FORBIDDEN_CALL, ///< by the syscall filter
    SINEW__SIGNAL_OTHER,
} sinew__signal_meaning;
sinew__signal_meaning sinew__signal_means(int signal_number);

/// Returns whether a path leads to an executable file.
int sinew__is_program(const char *path);

/// Returns the path, as it was loaded, of the library or program that contains a function, or NULL.
const char *sinew__library_of(uintptr_t function);

#endif
