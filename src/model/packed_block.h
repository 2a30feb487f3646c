/// A block for a file: the same bytes, but for the keys of compact clips, which are packed (packed_keys.h).
///
///     header    below
///     runs      sinew__packed_run[run_count]: where packed keys lie in the block, by rising offset
///     rest      the block's bytes outside the runs
///     keys      bits, run after run
#ifndef SINEW_MODEL_PACKED_BLOCK_H
#define SINEW_MODEL_PACKED_BLOCK_H

#include "base/buffer.h"
#include "model/compact_clip.h"

typedef struct sinew__packed_header {
    uint64_t block_size; ///< unpacked
    uint64_t run_count, rest_size, key_bits;
} sinew__packed_header;

/// Keys of one span.
typedef struct sinew__packed_run {
    uint64_t offset; ///< in the block
    uint32_t key_count, curve_count;
} sinew__packed_run;

/// Appends a model's block, packed. buffer->failed says whether memory was enough.
void sinew__packed_block_put(const sinew_model *model, sinew__buffer *buffer);

/// The header of packed bytes, or NULL where they are damaged. What it says fits in them.
const sinew__packed_header *sinew__packed_block_header(const void *bytes, size_t size);

/// Unpacks into header->block_size bytes. Returns 0 where the packed bytes are damaged.
int sinew__packed_block_unpack(const void *bytes, size_t size, void *out_block);

/// Bytes that a compact clip takes in a file, with its keys packed.
size_t sinew__packed_clip_bytes(const sinew_model *model, const sinew__baked_clip *baked);

#endif
