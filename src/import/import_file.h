/// The worker's steps before and after an import: checks the file, and bakes the clips of the block.
#ifndef SINEW_IMPORT_IMPORT_FILE_H
#define SINEW_IMPORT_IMPORT_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/bake.h"
#include "sinew/result.h"

/// Bakes the clips of *block and replaces it; release it with sinew_free. Without memory for baking, the block is
/// unchanged, and no error is reported.
void sinew__bake_block(const sinew_bake_options *options, void **block, size_t *size);

/// Returns the errors of sinew__sniff_format, and an error if a file's header states another size. Only files of 64 MiB
/// or more are checked; the readers report the errors of smaller ones.
SINEW_NODISCARD sinew_result sinew__judge_file(int descriptor, const char *name, size_t size, sinew_error *out_error);

/// Returns the default memory limit in bytes for a file of `size` bytes. The worker's host caps it.
static inline size_t sinew__import_memory(size_t size)
{
    const size_t base = (size_t)256 << 20;
    return size > (SIZE_MAX - base) / 64 ? SIZE_MAX : base + 64 * size;
}

/// Returns the part of `memory`, in bytes, that the pixels of a model's images may use: 3/7, because the graphics
/// driver holds another copy with mipmaps, 4/3 as large, and 1 + 4/3 = 7/3.
static inline size_t sinew__image_memory(size_t memory)
{
    return memory / 7 * 3;
}

#endif
