/// A block for a file: the same bytes, but for the section of baked clips, which is packed: keys of curves, their
/// pieces, and what stands beside them as words of 32 bits.
///
///     header    below
///     runs      sinew__packed_run[run_count]: where what is packed lies in the block, by rising offset
///     rest      the block's bytes outside the runs
///     packed    bits, run after run
#ifndef SINEW_RUNTIME_MODEL_PACKED_BLOCK_H
#define SINEW_RUNTIME_MODEL_PACKED_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "runtime/model/compact_clip.h"

typedef struct sinew__packed_header {
    uint64_t block_size; ///< unpacked
    uint64_t run_count, rest_size, packed_bits;
} sinew__packed_header;

/// Appends a model's block, packed. buffer->failed says whether memory was enough.
void sinew__packed_block_put(const sinew_model *model, sinew__buffer *buffer);

/// The header of packed bytes, or NULL where they are damaged. What it says fits in them.
const sinew__packed_header *sinew__packed_block_header(const void *bytes, size_t size);

/// Unpacks into header->block_size bytes. Returns 0 where the packed bytes are damaged.
int sinew__packed_block_unpack(const void *bytes, size_t size, void *out_block);

/// Bytes that a compact clip takes in a file, packed.
size_t sinew__packed_clip_bytes(const sinew_model *model, const sinew__baked_clip *baked);

/// Appends bits to bytes, or counts them where `bytes` is NULL.
typedef struct sinew__bit_writer {
    uint8_t *bytes; ///< zeroed
    uint64_t bits;
} sinew__bit_writer;

typedef struct sinew__bit_reader {
    const uint8_t *bytes;
    uint64_t bits, bit_count; ///< read so far, and all
} sinew__bit_reader;

/// Packs `key_count` keys of each of `curve_count` curves, in rows of pairs as compact_clip.h has them.
void sinew__keys_pack(const int16_t *rows, size_t key_count, size_t curve_count, sinew__bit_writer *out);

/// Unpacks what sinew__keys_pack has packed. The last of an odd number of keys is written twice. Returns 0 where bits
/// are missing or senseless.
int sinew__keys_unpack(sinew__bit_reader *from, size_t key_count, size_t curve_count, int16_t *out_rows);

/// Packs pieces of a valid clip.
void sinew__pieces_pack(const sinew__curve_piece *pieces, size_t count, sinew__bit_writer *out);

/// Unpacks what sinew__pieces_pack has packed. Returns 0 where bits are missing or senseless.
int sinew__pieces_unpack(sinew__bit_reader *from, size_t count, sinew__curve_piece *out_pieces);

/// Packs `count` words of 32 bits.
void sinew__words_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out);

/// Unpacks what sinew__words_pack has packed. Returns 0 where bits are missing or senseless.
int sinew__words_unpack(sinew__bit_reader *from, size_t count, uint8_t *out_bytes);

#endif
