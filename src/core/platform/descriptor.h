/// Open files. Short transfers and signals are handled.
#ifndef SINEW_CORE_PLATFORM_DESCRIPTOR_H
#define SINEW_CORE_PLATFORM_DESCRIPTOR_H

#include <stddef.h>

/// The standard streams of the process.
enum { SINEW__STDIN, SINEW__STDOUT, SINEW__STDERR };

/// Reads the first `size` bytes of a file, whatever its offset. Returns how many exist, or −1 with errno.
ptrdiff_t sinew__read_all(int descriptor, void *out_bytes, size_t size);

/// Reads from the byte `offset` on.
ptrdiff_t sinew__read_at(int descriptor, size_t offset, void *out_bytes, size_t size);

/// Reads the first `size` bytes into allocated memory, *out_size of them if the file is shorter. Returns NULL when
/// out of memory.
void *sinew__read_allocated(int descriptor, size_t size, size_t *out_size);

/// Writes at the file's offset. Returns 0, or the errno of what failed.
int sinew__write_all(int descriptor, const void *bytes, size_t size);

/// Sets the file's offset to 0.
void sinew__rewind(int descriptor);

/// Creates a file in memory, named for people who look at the process, or one without a name if the system has no such
/// files. Unlike a pipe, it never blocks its writer. Returns −1 with errno.
int sinew__memory_file_create(const char *name);

/// Returns a descriptor of the file that is at least `least`, in place of one below it. Returns −1 with errno, also for
/// −1.
int sinew__move_above(int descriptor, int least);

/// Closes a file; −1 is allowed.
void sinew__close(int descriptor);

/// Returns whether a descriptor is a terminal.
int sinew__is_terminal(int descriptor);

/// Opens /dev/null for each closed standard stream, read-only so that writes fail. Otherwise the next file to be opened
/// would take its descriptor and receive the messages of the program.
void sinew__occupy_standard_streams(void);

#endif
