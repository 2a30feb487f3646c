/// Reading a `.sinew` file, or one of the cache, into memory: only if its header and its size allow it.
#ifndef SINEW_CACHE_READ_BLOCK_FILE_H
#define SINEW_CACHE_READ_BLOCK_FILE_H

#include <stddef.h>

#include "sinew/result.h"

/// Reads an open file of `size` bytes into *out_bytes, from malloc. The header is read first, and nothing else where it
/// does not fit the size or this version of sinew (the results of sinew__block_file_open), or where the file has more
/// than `most` bytes: SINEW_ERROR_MEMORY_LIMIT.
SINEW_NODISCARD sinew_result sinew__read_block_file(int descriptor, size_t size, size_t most, void **out_bytes,
                                                    size_t *out_size, sinew_error *out_error);

#endif
