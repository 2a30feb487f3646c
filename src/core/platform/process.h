/// Child processes, and where programs are.
#ifndef SINEW_CORE_PLATFORM_PROCESS_H
#define SINEW_CORE_PLATFORM_PROCESS_H

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

/// Creates a channel. Returns 0 with errno on failure.
int sinew__channel_create(int out_ends[2]);

/// Sends bytes, and a duplicate of a descriptor unless it is −1, without waiting. Returns 0 if not everything could be
/// sent.
int sinew__channel_send(int channel, const void *bytes, size_t size, int descriptor);

/// Waits until something can be received. Returns 0 after `seconds` without that.
int sinew__channel_wait(int channel, double seconds);

/// Receives the available bytes, at most `size` bytes. Returns the number of bytes, or −1 when the other end is closed.
ptrdiff_t sinew__channel_receive(int channel, void *out_bytes, size_t size);

/// Creates memory of `size` bytes, which cannot be resized. Returns its descriptor, or −1 with errno.
int sinew__shared_memory_create(size_t size);

/// Creates memory that holds `size` bytes, which another process can read as a file. Returns its descriptor, or −1 with
/// errno.
int sinew__shared_memory_copy(const void *bytes, size_t size);

/// Returns the first `size` bytes, private to this process, in a state that no other process can change: sealed and
/// mapped where the system supports it and the other process has unmapped them, else copied. Returns NULL when out of
/// memory.
void *sinew__shared_memory_take(int descriptor, size_t size);

/// Releases a result.
void sinew__shared_memory_release(void *memory, size_t size);

enum { SINEW__MAX_PATH = 4096 };

/// The file of the running program or of a shared library.
typedef struct sinew__program_origin {
    char folder[SINEW__MAX_PATH]; ///< without links
    uint64_t owner;
} sinew__program_origin;

/// Gets the origin of the running program, as the kernel names it: argv[0] is the caller's choice. Returns 0 on
/// failure.
int sinew__origin_of_program(sinew__program_origin *out_origin);

/// Returns a path that starts the running program again, even if its file was renamed.
const char *sinew__own_program(void);

/// Gets the origin of the shared library that contains an address. Returns 0 if the address is in the program itself.
int sinew__origin_of_library(uintptr_t address, sinew__program_origin *out_origin);

/// Returns whether a path leads to an executable file that is not writable by everyone, and neither the file nor a link
/// at the path belongs to someone else than root, the current user, or the owner of `origin` (may be NULL). A user who
/// can only create files cannot have put it there.
int sinew__is_trusted_program(const char *path, const sinew__program_origin *origin);

#endif
