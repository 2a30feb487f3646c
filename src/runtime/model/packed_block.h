/// A block in a file: the same bytes, except for packed sections. A model's block packs the section of baked clips, a
/// clip file's block packs all sections. Keys of curves, pieces, texts and times have their own packing; everything
/// else in these sections is packed as words of 32 bits.
///
///   header    sinew__packed_header
///   rest      the block's bytes outside of the runs
///   packed    bits: the description of each run, by rising offset, then the contents of the runs in this order
#ifndef SINEW_RUNTIME_MODEL_PACKED_BLOCK_H
#define SINEW_RUNTIME_MODEL_PACKED_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/packed_bits.h"

typedef struct sinew__packed_header {
    uint64_t block_size; ///< unpacked
    uint64_t run_count, rest_size, packed_bits;
} sinew__packed_header;

/// How a run is packed. Numbers are part of the format.
typedef enum sinew__run_kind {
    SINEW__RUN_WORDS,
    SINEW__RUN_ROWS, ///< the records of joints or morphs, which begin with the offset of a name
    SINEW__RUN_KEYS, ///< the keys of one span
    SINEW__RUN_PIECES,
    SINEW__RUN_TEXT,
    SINEW__RUN_TIMES,
    SINEW__RUN_FLOATS,      ///< root motion
    SINEW__RUN_UNEVEN_KEYS, ///< the keys of one span on an uneven grid
    SINEW__RUN_KIND_COUNT
} sinew__run_kind;

typedef struct sinew__packed_run {
    uint64_t offset; ///< bytes from the start of the block
    sinew__run_kind kind;
    uint32_t count; ///< number of words, pieces, bytes or times; for keys, the number of curves
    uint32_t width; ///< words per row, or keys per curve
} sinew__packed_run;

/// Unpacks a run of a kind that only clip files have. Returns 0 if bits are missing or invalid.
typedef int (*sinew__run_unpacker)(sinew__bit_reader *from, const sinew__packed_run *run, uint8_t *out);
int sinew__clip_run_unpack(sinew__bit_reader *from, const sinew__packed_run *run, uint8_t *out);

/// Appends a model's block, packed. Sets buffer->failed when out of memory.
void sinew__packed_block_put(const sinew_model *model, sinew__buffer *buffer);

/// Returns the header of packed bytes, or NULL if they are damaged. Its rest_size and packed_bits match `size`.
const sinew__packed_header *sinew__packed_block_header(const void *bytes, size_t size);

/// Unpacks to `out_block`, header->block_size bytes. `unpack_clip_run` is sinew__clip_run_unpack for clip files. For
/// models it is NULL, so that a program that only opens models does not link it. Returns 0 if the packed bytes are
/// damaged.
int sinew__packed_block_unpack(const void *bytes, size_t size, sinew__run_unpacker unpack_clip_run, void *out_block);

/// Returns the number of bytes of a compact clip in a file, packed.
size_t sinew__packed_clip_bytes(const sinew_model *model, const sinew__baked_clip *baked);

/// Packs `key_count` keys for each of `curve_count` curves, which are in the rows of compact_clip.h.
void sinew__keys_pack(const int16_t *keys, size_t key_count, size_t curve_count, int are_uneven,
                      sinew__bit_writer *out);

/// Reverses sinew__keys_pack. If the number of keys is odd, the last one is written twice, except on uneven grids.
/// Returns 0 if bits are missing or invalid.
int sinew__keys_unpack(sinew__bit_reader *from, size_t key_count, size_t curve_count, int are_uneven,
                       int16_t *out_keys);

/// Packs the pieces of a valid clip.
void sinew__pieces_pack(const sinew__curve_piece *pieces, size_t count, sinew__bit_writer *out);

/// Reverses sinew__pieces_pack. Returns 0 if bits are missing or invalid.
int sinew__pieces_unpack(sinew__bit_reader *from, size_t count, sinew__curve_piece *out_pieces);

enum { SINEW__PACKED_WORD = 4 }; ///< bytes

/// Packs a word of 32 bits.
void sinew__word_pack(uint32_t word, sinew__bit_writer *out);

/// Reverses sinew__word_pack. Returns 0 if bits are missing or invalid, as all functions below that unpack do.
int sinew__word_unpack(sinew__bit_reader *from, uint32_t *out_word);

/// Packs `count` words of 32 bits, with a short code for repetitions.
void sinew__words_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out);
int sinew__words_unpack(sinew__bit_reader *from, size_t count, uint8_t *out_bytes);

/// Packs `count` words in rows of `width`, at most 8, whose first words count upwards.
void sinew__rows_pack(const uint8_t *bytes, size_t count, size_t width, sinew__bit_writer *out);
int sinew__rows_unpack(sinew__bit_reader *from, size_t count, size_t width, uint8_t *out_bytes);

/// Packs `count` bytes of text, copying repeated parts.
void sinew__text_pack(const uint8_t *bytes, uint32_t count, sinew__bit_writer *out);
int sinew__text_unpack(sinew__bit_reader *from, uint32_t count, uint8_t *out_bytes);

/// Packs `count` doubles: times, which are mostly evenly spaced.
void sinew__times_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out);
int sinew__times_unpack(sinew__bit_reader *from, size_t count, uint8_t *out_bytes);

/// Packs `count` floats in rows of `width`, whose columns are mostly straight lines.
void sinew__floats_pack(const uint8_t *bytes, size_t count, size_t width, sinew__bit_writer *out);
int sinew__floats_unpack(sinew__bit_reader *from, size_t count, size_t width, uint8_t *out_bytes);

#endif
