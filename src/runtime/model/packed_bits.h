/// Writes and reads the bits of packed blocks.
#ifndef SINEW_RUNTIME_MODEL_PACKED_BITS_H
#define SINEW_RUNTIME_MODEL_PACKED_BITS_H

#include <stddef.h>
#include <stdint.h>

/// Appends bits to `bytes`, or only counts them if `bytes` is NULL.
typedef struct sinew__bit_writer {
    uint8_t *bytes; ///< zeroed
    uint64_t bits;
} sinew__bit_writer;

typedef struct sinew__bit_reader {
    const uint8_t *bytes;
    uint64_t bits, bit_count; ///< number of bits read so far, and of all bits
} sinew__bit_reader;

/// Appends the lowest `count` bits of a value, at most 32.
static inline void sinew__bits_put(sinew__bit_writer *out, uint32_t value, unsigned count)
{
    for (unsigned i = 0; out->bytes && i < count; ++i)
        if (value >> i & 1) out->bytes[(out->bits + i) / 8] |= (uint8_t)(1u << (out->bits + i) % 8);
    out->bits += count;
}

/// Returns whether there are `count` more bits.
static inline int sinew__bits_are_left(const sinew__bit_reader *from, uint64_t count)
{
    return count <= from->bit_count - from->bits;
}

/// Reads `count` bits, at most 32. The caller has checked that they are left.
static inline uint32_t sinew__bits_take(sinew__bit_reader *from, unsigned count)
{
    uint64_t value = 0;
    const size_t first = (size_t)(from->bits / 8), last = (size_t)((from->bits + count + 7) / 8);
    for (size_t i = first; i < last; ++i) value |= (uint64_t)from->bytes[i] << (i - first) * 8;
    value = value >> from->bits % 8 & ((UINT64_C(1) << count) - 1);
    from->bits += count;
    return (uint32_t)value;
}

#endif
