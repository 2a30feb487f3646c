/// Child processes, and the files of running programs.
#ifndef SINEW_CORE_PLATFORM_PROCESS_H
#define SINEW_CORE_PLATFORM_PROCESS_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

typedef struct sinew__process {
    int id;
    int handle; ///< identifies this process, even if its id is reused; −1 if unsupported
} sinew__process;

/// Starts `program` without arguments, with duplicates of `descriptors` as 3, 4, 5 …, /dev/null as its standard
/// streams, and default signal handling. It gets its own process group, so that Ctrl+C reaches only the host.
/// SINEW_ERROR_NO_WORKER: `program` cannot be executed; SINEW_ERROR_SYSTEM.
SINEW_NODISCARD sinew_result sinew__process_start(const char *program, char *const *environment, const int *descriptors,
                                                  int count, sinew__process *out_process, sinew_error *out_error);

/// Kills a process without waiting. Async-signal-safe.
void sinew__process_stop(const sinew__process *process);

/// Waits up to half a second for the end of a process that is about to end, so that the cause is known.
void sinew__process_await(const sinew__process *process);

/// Kills a process that has not ended, and waits for its end. Returns the signal that ended it; 0 if it exited, if this
/// call killed it, or if the cause is unknown because the host reaps its children elsewhere.
int sinew__process_end(sinew__process *process);

/// Returns the processor time of a child in seconds, also if it has ended but was not waited for; 0 if unknown.
double sinew__process_time(const sinew__process *process);

/// Why a signal ended a process.
typedef enum sinew__signal_meaning {
    SINEW__SIGNAL_KILLED,         ///< killed by the system or a user
    SINEW__SIGNAL_OUT_OF_TIME,    ///< exceeded the limit on processor time
    SINEW__SIGNAL_FORBIDDEN_CALL, ///< made a call that the syscall filter forbids
    SINEW__SIGNAL_OTHER,
} sinew__signal_meaning;

sinew__signal_meaning sinew__signal_means(int signal_number);

/// Whether a path leads to an executable file.
int sinew__is_program(const char *path);

/// Returns the path, as loaded, of the library or program that contains a function, or NULL.
const char *sinew__library_of(uintptr_t function);

/// Creates a channel with two ends. Returns 0 with errno on failure.
int sinew__channel_create(int out_ends[2]);

/// Sends bytes, and a duplicate of a descriptor unless it is −1, without waiting. Returns 0 if not everything could be
/// sent.
int sinew__channel_send(int channel, const void *bytes, size_t size, int descriptor);

/// Waits until something can be received. Returns 0 if nothing arrives within `seconds`.
int sinew__channel_wait(int channel, double seconds);

/// Receives the available bytes, at most `size`. Returns their number, or −1 if the other end is closed.
ptrdiff_t sinew__channel_receive(int channel, void *out_bytes, size_t size);

/// Creates shared memory of `size` bytes, which cannot be resized. Returns its descriptor, or −1 with errno.
int sinew__shared_memory_create(size_t size);

/// Creates memory with a copy of `size` bytes, which another process can read as a file. Returns its descriptor, or −1
/// with errno.
int sinew__shared_memory_copy(const void *bytes, size_t size);

/// Returns the first `size` bytes of shared memory, in a form that no other process can change: sealed and mapped if
/// the system supports that and the other process has unmapped them, else copied. Returns NULL when out of memory.
void *sinew__shared_memory_take(int descriptor, size_t size);

/// Releases memory of sinew__shared_memory_take.
void sinew__shared_memory_release(void *memory, size_t size);

enum { SINEW__MAX_PATH = 4096 };

/// The folder and the owner of a program or shared library.
typedef struct sinew__program_origin {
    char folder[SINEW__MAX_PATH]; ///< without links
    uint64_t owner;
} sinew__program_origin;

/// Gets the origin of the running program from the kernel, because argv[0] can be anything. Returns 0 on failure.
int sinew__origin_of_program(sinew__program_origin *out_origin);

/// Returns a path that starts the running program again, even if its file was renamed.
const char *sinew__own_program(void);

/// Gets the origin of the shared library that contains an address. Returns 0 if the address is in the program itself.
int sinew__origin_of_library(uintptr_t address, sinew__program_origin *out_origin);

/// Whether a path leads to an executable file that not everyone may write, and both the file and links in the path
/// belong to root, the current user, or the owner of `origin` (may be NULL). A user who can only create files cannot
/// have put it there.
int sinew__is_trusted_program(const char *path, const sinew__program_origin *origin);

#endif
