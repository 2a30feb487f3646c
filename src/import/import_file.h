/// The worker's steps around an import: it checks the file before, and bakes the clips of the block after.
#ifndef SINEW_IMPORT_IMPORT_FILE_H
#define SINEW_IMPORT_IMPORT_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/bake.h"
#include "sinew/result.h"

/// Replaces *block, which sinew_free releases. Baking never fails an import: without memory for it, the block is
/// unchanged.
void sinew__bake_block(const sinew_bake_options *options, void **block, size_t *size);

/// Refuses what sinew__sniff_format would refuse, and a file whose header says that it has another size. Small files,
/// which cost nothing to read, are left to their readers.
SINEW_NODISCARD sinew_result sinew__judge_file(int descriptor, const char *name, size_t size, sinew_error *out_error);

/// Default limit in bytes for a file of `size` bytes. The worker's host caps it.
static inline size_t sinew__import_memory(size_t size)
{
    const size_t base = (size_t)256 << 20;
    return size > (SIZE_MAX - base) / 64 ? SIZE_MAX : base + 64 * size;
}

/// Bytes of `memory` that the pixels of a model's images may use: three sevenths, because the graphics driver needs
/// another copy of each with its mipmaps, which is four thirds.
static inline size_t sinew__image_memory(size_t memory)
{
    return memory / 7 * 3;
}

#endif
