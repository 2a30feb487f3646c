#include "model/packed_keys.h"

enum { SEGMENT = 16, MOST_ORDER = 2, ORDER_BITS = 2, WIDTH_BITS = 5, MOST_WIDTH = 16 };

// ---- bits ---------------------------------------------------------------------------------------------------------

static void put_bits(sinew__bit_writer *out, uint32_t value, unsigned count)
{
    for (unsigned i = 0; out->bytes && i < count; ++i)
        if (value >> i & 1) out->bytes[(out->bits + i) / 8] |= (uint8_t)(1u << (out->bits + i) % 8);
    out->bits += count;
}

/// At most 24 bits. The caller has seen that there are as many.
static uint32_t take_bits(sinew__bit_reader *from, unsigned count)
{
    uint32_t value = 0;
    const size_t first = from->bits / 8, last = (from->bits + count + 7) / 8;
    for (size_t i = first; i < last; ++i) value |= (uint32_t)from->bytes[i] << (i - first) * 8;
    value = value >> from->bits % 8 & ((UINT32_C(1) << count) - 1);
    from->bits += count;
    return value;
}

static int has_bits(const sinew__bit_reader *from, size_t count)
{
    return count <= from->bit_count - from->bits;
}

// ---- differences --------------------------------------------------------------------------------------------------

/// The last two keys of a curve. All arithmetic is that of 16 bits.
typedef struct last_keys {
    uint16_t one, two;
} last_keys;

static uint16_t foreseen(const last_keys *last, unsigned order)
{
    return (uint16_t)(order == 0 ? 0u : order == 1 ? last->one : 2u * last->one - last->two);
}

static void remember(last_keys *last, uint16_t key)
{
    last->two = last->one;
    last->one = key;
}

static uint32_t with_sign_last(uint16_t difference)
{
    const uint32_t doubled = (uint32_t)difference << 1;
    return difference & 0x8000u ? ~doubled & 0xffffu : doubled & 0xffffu;
}

static uint16_t with_sign_first(uint32_t folded)
{
    return (uint16_t)(folded & 1 ? ~(folded >> 1) : folded >> 1);
}

static unsigned width_of(uint32_t folded)
{
    unsigned width = 0;
    for (; folded; folded >>= 1) ++width;
    return width;
}

// ---- segments -----------------------------------------------------------------------------------------------------

typedef struct segment {
    uint32_t differences[SEGMENT];
    unsigned order, width;
} segment;

/// Keys of one curve: key i lies in row i / 2, whose length is `stride`.
static size_t key_at(size_t i, size_t stride)
{
    return i / 2 * stride + i % 2;
}

static segment segment_of(const int16_t *keys, size_t count, size_t stride, last_keys last, unsigned order)
{
    segment out = {.order = order};
    for (size_t i = 0; i < count; ++i) {
        const uint16_t key = (uint16_t)keys[key_at(i, stride)];
        out.differences[i] = with_sign_last((uint16_t)(key - foreseen(&last, order)));
        const unsigned width = width_of(out.differences[i]);
        if (width > out.width) out.width = width;
        remember(&last, key);
    }
    return out;
}

static void pack_segment(const int16_t *keys, size_t count, size_t stride, last_keys *last, sinew__bit_writer *out)
{
    segment best = segment_of(keys, count, stride, *last, 0);
    for (unsigned order = 1; order <= MOST_ORDER; ++order) {
        const segment other = segment_of(keys, count, stride, *last, order);
        if (other.width < best.width) best = other;
    }
    put_bits(out, best.order, ORDER_BITS);
    put_bits(out, best.width, WIDTH_BITS);
    for (size_t i = 0; i < count; ++i) {
        put_bits(out, best.differences[i], best.width);
        remember(last, (uint16_t)keys[key_at(i, stride)]);
    }
}

void sinew__keys_pack(const int16_t *rows, size_t key_count, size_t curve_count, sinew__bit_writer *out)
{
    const size_t stride = 2 * curve_count;
    for (size_t curve = 0; curve < curve_count; ++curve) {
        last_keys last = {0};
        for (size_t i = 0; i < key_count; i += SEGMENT)
            pack_segment(rows + key_at(i, stride) + 2 * curve, key_count - i < SEGMENT ? key_count - i : SEGMENT,
                         stride, &last, out);
    }
}

static int unpack_segment(sinew__bit_reader *from, size_t count, size_t stride, last_keys *last, int16_t *out)
{
    if (!has_bits(from, ORDER_BITS + WIDTH_BITS)) return 0;
    const unsigned order = take_bits(from, ORDER_BITS), width = take_bits(from, WIDTH_BITS);
    if (order > MOST_ORDER || width > MOST_WIDTH || !has_bits(from, count * width)) return 0;
    for (size_t i = 0; i < count; ++i) {
        const uint16_t key = (uint16_t)(foreseen(last, order) + with_sign_first(take_bits(from, width)));
        out[key_at(i, stride)] = (int16_t)key;
        remember(last, key);
    }
    return 1;
}

int sinew__keys_unpack(sinew__bit_reader *from, size_t key_count, size_t curve_count, int16_t *out_rows)
{
    const size_t stride = 2 * curve_count;
    for (size_t curve = 0; curve < curve_count; ++curve) {
        last_keys last = {0};
        for (size_t i = 0; i < key_count; i += SEGMENT)
            if (!unpack_segment(from, key_count - i < SEGMENT ? key_count - i : SEGMENT, stride, &last,
                                out_rows + key_at(i, stride) + 2 * curve))
                return 0;
        if (key_count % 2) out_rows[key_at(key_count, stride) + 2 * curve] = (int16_t)last.one;
    }
    return 1;
}
