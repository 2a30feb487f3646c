/// Keys of curves in as few bits as they need, without loss: for files. Curve after curve, sixteen keys at a time: how
/// many times differences are taken (2 bits: 0 … 2), the bits of the widest (5 bits), then the differences, sign last.
#ifndef SINEW_MODEL_PACKED_KEYS_H
#define SINEW_MODEL_PACKED_KEYS_H

#include <stddef.h>
#include <stdint.h>

/// Appends bits to bytes, or counts them where `bytes` is NULL.
typedef struct sinew__bit_writer {
    uint8_t *bytes; ///< zeroed
    size_t bits;
} sinew__bit_writer;

typedef struct sinew__bit_reader {
    const uint8_t *bytes;
    size_t bits, bit_count; ///< read so far, and all
} sinew__bit_reader;

/// Packs `key_count` keys of each of `curve_count` curves, in rows of pairs as compact_clip.h has them.
void sinew__keys_pack(const int16_t *rows, size_t key_count, size_t curve_count, sinew__bit_writer *out);

/// Unpacks what sinew__keys_pack has packed. The last of an odd number of keys is written twice. Returns 0 where bits
/// are missing or senseless.
int sinew__keys_unpack(sinew__bit_reader *from, size_t key_count, size_t curve_count, int16_t *out_rows);

#endif
