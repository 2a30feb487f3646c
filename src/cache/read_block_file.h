/// Reading a `.sinew` file or a cache file into memory, after checking its header and size.
#ifndef SINEW_CACHE_READ_BLOCK_FILE_H
#define SINEW_CACHE_READ_BLOCK_FILE_H

#include <stddef.h>

#include "sinew/result.h"

/// Reads an open file of `size` bytes into allocated memory, *out_bytes. Nothing but the header is read if it
/// does not match the size or this version of sinew (the results of sinew__block_file_open), or if the file has more
/// than `max_size` bytes (SINEW_ERROR_MEMORY_LIMIT).
SINEW_NODISCARD sinew_result sinew__read_block_file(int descriptor, size_t size, size_t max_size, void **out_bytes,
                                                    size_t *out_size, sinew_error *out_error);

#endif
