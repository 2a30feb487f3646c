/// Reads and writes open files. Partial transfers and interruptions by signals are handled.
#ifndef SINEW_CORE_PLATFORM_DESCRIPTOR_H
#define SINEW_CORE_PLATFORM_DESCRIPTOR_H

#include <stddef.h>

/// Descriptors of the standard streams.
enum { SINEW__STDIN, SINEW__STDOUT, SINEW__STDERR };

/// Reads the first `size` bytes of a file, independent of its offset. Returns the number of bytes, which is less for a
/// shorter file, or −1 with errno.
ptrdiff_t sinew__read_all(int descriptor, void *out_bytes, size_t size);

/// As sinew__read_all, but starts at byte `offset`.
ptrdiff_t sinew__read_at(int descriptor, size_t offset, void *out_bytes, size_t size);

/// Reads the first `size` bytes into allocated memory; *out_size is less if the file is shorter. Returns NULL when out
/// of memory.
void *sinew__read_allocated(int descriptor, size_t size, size_t *out_size);

/// Writes at the file's offset. Returns 0 or an errno.
int sinew__write_all(int descriptor, const void *bytes, size_t size);

/// Sets the file's offset to 0.
void sinew__rewind(int descriptor);

/// Creates a file in memory, with a name for people who inspect the process; if the system has no files in memory, an
/// unnamed file on disk. Unlike a pipe, it never blocks its writer. Returns −1 with errno.
int sinew__memory_file_create(const char *name);

/// Returns a descriptor of the file that is at least `least`, closing a lower one. Returns −1 with errno, also if
/// `descriptor` is −1.
int sinew__move_above(int descriptor, int least);

/// Closes a file. Accepts −1.
void sinew__close(int descriptor);

/// Whether a descriptor is a terminal.
int sinew__is_terminal(int descriptor);

/// Opens /dev/null for each standard stream that is closed, read-only so that writes fail. Otherwise the next opened
/// file would get the descriptor of that stream and receive the program's messages.
void sinew__occupy_standard_streams(void);

#endif
