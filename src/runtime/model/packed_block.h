/// A block for a file: the same bytes, except for packed sections. A model's block packs the section of baked clips,
/// the block of a clip's file packs all sections. Keys of curves, their pieces, texts and times have a packing of their
/// own; everything else in these sections is packed as words of 32 bits.
///
///     header    below
///     rest      the block's bytes outside the runs
///     packed    bits: the position of each run in the block, by rising offset, then the contents, run after run
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
    SINEW__RUN_ROWS, ///< of joints or morphs, whose first word is a name
    SINEW__RUN_KEYS, ///< of one span
    SINEW__RUN_PIECES,
    SINEW__RUN_TEXT,
    SINEW__RUN_TIMES,
    SINEW__RUN_FLOATS,      ///< of root motion
    SINEW__RUN_UNEVEN_KEYS, ///< of one span whose grid is uneven
    SINEW__RUN_KIND_COUNT
} sinew__run_kind;

typedef struct sinew__packed_run {
    uint64_t offset; ///< in the block
    sinew__run_kind kind;
    uint32_t count; ///< words, pieces, bytes or times; of keys, the curves
    uint32_t width; ///< words of a row, or keys of a curve
} sinew__packed_run;

/// Unpacks a run of a kind that only files of clips have. Returns 0 if bits are missing or invalid.
typedef int (*sinew__run_unpacker)(sinew__bit_reader *from, const sinew__packed_run *run, uint8_t *out);
int sinew__clip_run_unpack(sinew__bit_reader *from, const sinew__packed_run *run, uint8_t *out);

/// Appends a model's block, packed. buffer->failed says whether memory was enough.
void sinew__packed_block_put(const sinew_model *model, sinew__buffer *buffer);

/// Returns the header of packed bytes, or NULL if they are damaged. Its rest_size and packed_bits match `size`.
const sinew__packed_header *sinew__packed_block_header(const void *bytes, size_t size);

/// Unpacks into header->block_size bytes. Returns 0 if the packed bytes are damaged. `unpack_clip_run` is
/// sinew__clip_run_unpack for files of clips, and NULL for models: a program that only opens models is smaller so.
int sinew__packed_block_unpack(const void *bytes, size_t size, sinew__run_unpacker unpack_clip_run, void *out_block);

/// Bytes that a compact clip takes in a file, packed.
size_t sinew__packed_clip_bytes(const sinew_model *model, const sinew__baked_clip *baked);

/// Packs `key_count` keys of each of `curve_count` curves, in rows as compact_clip.h has them.
void sinew__keys_pack(const int16_t *keys, size_t key_count, size_t curve_count, int are_uneven,
                      sinew__bit_writer *out);

/// Unpacks what sinew__keys_pack has packed. The last of an odd number of keys is written twice, except
/// if they are uneven. Returns 0 where bits
/// are missing or senseless.
int sinew__keys_unpack(sinew__bit_reader *from, size_t key_count, size_t curve_count, int are_uneven,
                       int16_t *out_keys);

/// Packs pieces of a valid clip.
void sinew__pieces_pack(const sinew__curve_piece *pieces, size_t count, sinew__bit_writer *out);

/// Unpacks what sinew__pieces_pack has packed. Returns 0 where bits are missing or senseless.
int sinew__pieces_unpack(sinew__bit_reader *from, size_t count, sinew__curve_piece *out_pieces);

enum { SINEW__PACKED_WORD = 4 }; ///< bytes

/// Packs a word of 32 bits.
void sinew__word_pack(uint32_t word, sinew__bit_writer *out);

/// Unpacks what sinew__word_pack has packed. Returns 0 where bits are missing or senseless, as the functions below do.
int sinew__word_unpack(sinew__bit_reader *from, uint32_t *out_word);

/// Packs `count` words of 32 bits, and runs of equal ones.
void sinew__words_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out);
int sinew__words_unpack(sinew__bit_reader *from, size_t count, uint8_t *out_bytes);

/// Packs `count` words in rows of `width`, 8 at most, whose first words count upwards.
void sinew__rows_pack(const uint8_t *bytes, size_t count, size_t width, sinew__bit_writer *out);
int sinew__rows_unpack(sinew__bit_reader *from, size_t count, size_t width, uint8_t *out_bytes);

/// Packs `count` bytes of texts that repeat each other.
void sinew__text_pack(const uint8_t *bytes, uint32_t count, sinew__bit_writer *out);
int sinew__text_unpack(sinew__bit_reader *from, uint32_t count, uint8_t *out_bytes);

/// Packs `count` doubles, times that are mostly evenly spaced.
void sinew__times_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out);
int sinew__times_unpack(sinew__bit_reader *from, size_t count, uint8_t *out_bytes);

/// Packs `count` floats in rows of `width`, whose columns mostly go on straight.
void sinew__floats_pack(const uint8_t *bytes, size_t count, size_t width, sinew__bit_writer *out);
int sinew__floats_unpack(sinew__bit_reader *from, size_t count, size_t width, uint8_t *out_bytes);

#endif
