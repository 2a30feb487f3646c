/// Complete reads and writes on open files: short transfers and signals are handled.
#ifndef SINEW_PLATFORM_DESCRIPTOR_H
#define SINEW_PLATFORM_DESCRIPTOR_H

#include <stddef.h>

/// Reads the first `size` bytes of a file, whatever its offset. Returns how many exist, or −1 with errno.
ptrdiff_t sinew__read_all(int descriptor, void *out_bytes, size_t size);

/// The same from the byte `offset` on.
ptrdiff_t sinew__read_at(int descriptor, size_t offset, void *out_bytes, size_t size);

/// Writes at the file's offset. Returns 0, or the errno of what failed.
int sinew__write_all(int descriptor, const void *bytes, size_t size);

#endif
