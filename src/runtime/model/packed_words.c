// Packs and unpacks words, rows of words, texts, times and floats of a block, in few bits and without loss.
#include <math.h>
#include <string.h>

#include "runtime/model/packed_block.h"

// ---- words --------------------------------------------------------------------------------------------------------

// The tables of the skeleton and of clips consist of words of 32 bits: mostly zeros, small numbers, and floats with few
// digits. A packed word is its kind (3 bits) and the bits that this kind stores.

enum { KIND_BITS = 3, REPEAT_BITS = 4, REPEATS = 1 << REPEAT_BITS, WORD = SINEW__PACKED_WORD };

/// The kinds of words: the range of bits that may be set, the narrowest first. One more kind, KINDS, repeats the
/// previous word 1 … REPEATS times.
static const struct word_kind {
    unsigned lowest, bits;
} kinds[] = {{0, 0}, {0, 8}, {0, 16}, {16, 16}, {8, 24}, {0, 32}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static uint32_t bits_of(uint32_t word, const struct word_kind *kind)
{
    return word >> kind->lowest & (uint32_t)((UINT64_C(1) << kind->bits) - 1);
}

void sinew__word_pack(uint32_t word, sinew__bit_writer *out)
{
    unsigned kind = 0;
    while (bits_of(word, &kinds[kind]) << kinds[kind].lowest != word) ++kind;
    sinew__bits_put(out, kind, KIND_BITS);
    sinew__bits_put(out, bits_of(word, &kinds[kind]), kinds[kind].bits);
}

int sinew__word_unpack(sinew__bit_reader *from, uint32_t *out_word)
{
    if (!sinew__bits_are_left(from, KIND_BITS)) return 0;
    const unsigned kind = sinew__bits_take(from, KIND_BITS);
    if (kind >= KINDS || !sinew__bits_are_left(from, kinds[kind].bits)) return 0;
    *out_word = sinew__bits_take(from, kinds[kind].bits) << kinds[kind].lowest;
    return 1;
}

static uint32_t word_at(const uint8_t *bytes, size_t i)
{
    uint32_t word;
    memcpy(&word, bytes + i * WORD, WORD);
    return word;
}

void sinew__words_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out)
{
    uint32_t last = 0;
    for (size_t i = 0, repeats; i < count; i += repeats) {
        for (repeats = 0; repeats < REPEATS && i + repeats < count && word_at(bytes, i + repeats) == last;) ++repeats;
        if (repeats > 0) {
            sinew__bits_put(out, KINDS, KIND_BITS);
            sinew__bits_put(out, (uint32_t)repeats - 1, REPEAT_BITS);
            continue;
        }
        last = word_at(bytes, i);
        sinew__word_pack(last, out);
        repeats = 1;
    }
}

int sinew__words_unpack(sinew__bit_reader *from, size_t count, uint8_t *out)
{
    uint32_t last = 0;
    for (size_t i = 0; i < count;) {
        if (!sinew__bits_are_left(from, KIND_BITS)) return 0;
        const unsigned kind = sinew__bits_take(from, KIND_BITS);
        const unsigned bits = kind < KINDS ? kinds[kind].bits : REPEAT_BITS;
        if (kind > KINDS || !sinew__bits_are_left(from, bits)) return 0;
        const uint32_t value = sinew__bits_take(from, bits);
        const size_t repeats = kind < KINDS ? 1 : (size_t)value + 1;
        if (kind < KINDS) last = value << kinds[kind].lowest;
        if (repeats > count - i) return 0;
        for (const size_t end = i + repeats; i < end; ++i) memcpy(out + i * WORD, &last, WORD);
    }
    return 1;
}

// ---- rows ---------------------------------------------------------------------------------------------------------

// Rows of words whose first word counts upwards, such as the offset of a name: the first word is stored as its
// difference from the previous row's. The first row is stored whole, each word followed by a mask of the bits that vary
// in its column. Later rows store only the bits that vary.

enum { WORD_BITS = 32, MOST_COLUMNS = 8 };

static unsigned width_of(uint64_t number)
{
    unsigned width = 0;
    for (; number; number >>= 1) ++width;
    return width;
}

/// Returns the value to be stored for word i: for the first word of a row, the difference from the previous row.
static uint32_t row_word(const uint8_t *bytes, size_t i, size_t width)
{
    return word_at(bytes, i) - (i % width == 0 && i > 0 ? word_at(bytes, i - width) : 0);
}

void sinew__rows_pack(const uint8_t *bytes, size_t count, size_t width, sinew__bit_writer *out)
{
    uint32_t varying[MOST_COLUMNS] = {0}, all = 0;
    for (size_t i = 0; i < count; ++i)
        varying[i % width] |= row_word(bytes, i, width) ^ row_word(bytes, i % width, width);
    for (size_t i = 0; i < width; ++i) all |= varying[i];
    // every row must take at least one bit, so that the size of a file bounds the size of its block
    if (all == 0) varying[0] = 1;
    for (size_t i = 0; i < width; ++i) {
        sinew__bits_put(out, row_word(bytes, i, width), WORD_BITS);
        sinew__bits_put(out, varying[i], WORD_BITS);
    }
    for (size_t i = width; i < count; ++i)
        for (uint32_t left = varying[i % width]; left; left &= left - 1)
            sinew__bits_put(out, (row_word(bytes, i, width) & left & (0 - left)) != 0, 1);
}

int sinew__rows_unpack(sinew__bit_reader *from, size_t count, size_t width, uint8_t *out)
{
    uint32_t first[MOST_COLUMNS], varying[MOST_COLUMNS], all = 0;
    if (width < 1 || width > MOST_COLUMNS || !sinew__bits_are_left(from, 2 * WORD_BITS * width)) return 0;
    for (size_t i = 0; i < width; ++i) {
        first[i] = sinew__bits_take(from, WORD_BITS);
        varying[i] = sinew__bits_take(from, WORD_BITS);
        all |= varying[i];
    }
    if (all == 0) return 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t word = first[i % width];
        for (uint32_t left = i < width ? 0 : varying[i % width]; left; left &= left - 1) {
            if (!sinew__bits_are_left(from, 1)) return 0;
            const uint32_t bit = left & (0 - left);
            word = sinew__bits_take(from, 1) ? word | bit : word & ~bit;
        }
        if (i % width == 0 && i > 0) word += word_at(out, i - width);
        memcpy(out + i * WORD, &word, WORD);
    }
    return 1;
}

// ---- texts --------------------------------------------------------------------------------------------------------

// Names of joints repeat each other, so that text is packed as bytes and copies of earlier bytes. A first bit tells
// whether bytes take 7 or 8 bits. Each byte is a bit 0 and the byte. Each copy is a bit 1, the position of the copied
// bytes (with as many bits as it needs), and their number − FEWEST_COPIED + 1 in Elias' gamma code (1975).

enum { FEWEST_COPIED = 3, MOST_COPIED = 64, MOST_WIDTH = 6, PLACES_BITS = 12 };

/// Returns the slot in a hash table for three bytes.
static uint32_t slot_of(const uint8_t *bytes)
{
    const uint32_t three = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
    return three * 2654435761u >> (32 - PLACES_BITS); // Knuth's factor, 2^32 / golden ratio
}

void sinew__text_pack(const uint8_t *bytes, uint32_t count, sinew__bit_writer *out)
{
    uint32_t places[1 << PLACES_BITS]; // per slot: 1 + the last position of three such bytes, or 0
    unsigned byte_bits = 7;
    memset(places, 0, sizeof places);
    for (uint32_t i = 0; i < count; ++i)
        if (bytes[i] > 127) byte_bits = 8;
    sinew__bits_put(out, byte_bits - 7, 1);
    for (uint32_t i = 0, step; i < count; i += step) {
        const uint32_t left = count - i, place = left >= FEWEST_COPIED ? places[slot_of(bytes + i)] : 0;
        uint32_t copied = 0;
        while (place && copied < left && copied < MOST_COPIED && bytes[place - 1 + copied] == bytes[i + copied])
            ++copied;
        step = copied >= FEWEST_COPIED ? copied : 1;
        sinew__bits_put(out, step > 1, 1);
        if (step > 1) {
            const uint32_t beyond = copied - FEWEST_COPIED + 1;
            const unsigned width = width_of(beyond);
            sinew__bits_put(out, place - 1, width_of(i - 1));
            sinew__bits_put(out, 0, width - 1); // gamma code: zeros for the number of bits after the highest one
            sinew__bits_put(out, 1, 1);
            sinew__bits_put(out, beyond, width - 1);
        } else {
            sinew__bits_put(out, bytes[i], byte_bits);
        }
        for (uint32_t k = i; k < i + step && count - k >= FEWEST_COPIED; ++k) places[slot_of(bytes + k)] = k + 1;
    }
}

/// Reads the number of bytes of a copy. Returns 0 if bits are missing or the number is too large.
static uint32_t take_copied(sinew__bit_reader *from)
{
    unsigned width = 0, is_last = 0;
    while (!is_last) {
        if (width == MOST_WIDTH || !sinew__bits_are_left(from, 1)) return 0;
        is_last = sinew__bits_take(from, 1);
        ++width;
    }
    if (!sinew__bits_are_left(from, width - 1)) return 0;
    const uint32_t beyond = 1u << (width - 1) | sinew__bits_take(from, width - 1);
    return beyond + FEWEST_COPIED - 1 <= MOST_COPIED ? beyond + FEWEST_COPIED - 1 : 0;
}

int sinew__text_unpack(sinew__bit_reader *from, uint32_t count, uint8_t *out)
{
    if (!sinew__bits_are_left(from, 1)) return 0;
    const unsigned byte_bits = 7 + sinew__bits_take(from, 1);
    for (uint32_t i = 0; i < count;) {
        if (!sinew__bits_are_left(from, 1)) return 0;
        const int is_copy = sinew__bits_take(from, 1) == 1;
        const unsigned bits = is_copy ? width_of(i ? i - 1 : 0) : byte_bits;
        if (!sinew__bits_are_left(from, bits)) return 0;
        const uint32_t value = bits ? sinew__bits_take(from, bits) : 0;
        if (!is_copy) {
            out[i++] = (uint8_t)value;
            continue;
        }
        const uint32_t copied = take_copied(from);
        if (copied == 0 || value >= i || copied > count - i) return 0;
        // byte by byte, because the ranges may overlap
        for (uint32_t k = 0; k < copied; ++k) out[i + k] = out[value + k];
        i += copied;
    }
    return 1;
}

// ---- times and floats ---------------------------------------------------------------------------------------------

// Times of keys are mostly evenly spaced, up to rounding. A time is predicted from the previous two. If its bits differ
// from the prediction's by −8 … 7, the difference is stored (1 + 4 bits), else the time (1 + 64 bits). Times that were
// floats end with zero bits; their number is stored once, in 6 bits.

enum { SMALL_BITS = 4, ZEROS_BITS = 6, WIDTH_BITS = 6 };

/// Returns the bits of the time that the previous two times predict.
static uint64_t predict_time(const double last[2])
{
    double time = 2 * last[0] - last[1];
    uint64_t bits;
    if (!isfinite(time)) time = 0; // the bits of NaN depend on the processor
    memcpy(&bits, &time, sizeof bits);
    return bits;
}

static void note_time(double last[2], uint64_t bits)
{
    last[1] = last[0];
    memcpy(&last[0], &bits, sizeof bits);
}

void sinew__times_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out)
{
    double last[2] = {0};
    uint64_t all = UINT64_C(1) << 63, bits;
    unsigned zeros = 0;
    for (size_t i = 0; i < count; ++i) {
        memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
        all |= bits;
    }
    while (!(all >> zeros & 1)) ++zeros;
    sinew__bits_put(out, zeros, ZEROS_BITS);
    for (size_t i = 0; i < count; ++i) {
        memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
        const uint64_t small = (bits >> zeros) - (predict_time(last) >> zeros) + (1u << (SMALL_BITS - 1));
        const int is_small = small < 1u << SMALL_BITS;
        sinew__bits_put(out, !is_small, 1);
        sinew__bits_put(out, is_small ? (uint32_t)small : (uint32_t)bits, is_small ? SMALL_BITS : 32);
        if (!is_small) sinew__bits_put(out, (uint32_t)(bits >> 32), 32);
        note_time(last, bits);
    }
}

int sinew__times_unpack(sinew__bit_reader *from, size_t count, uint8_t *out)
{
    double last[2] = {0};
    if (!sinew__bits_are_left(from, ZEROS_BITS)) return 0;
    const unsigned zeros = sinew__bits_take(from, ZEROS_BITS);
    for (size_t i = 0; i < count; ++i) {
        if (!sinew__bits_are_left(from, 1)) return 0;
        const int is_small = sinew__bits_take(from, 1) == 0;
        if (!sinew__bits_are_left(from, is_small ? SMALL_BITS : 64)) return 0;
        uint64_t bits = sinew__bits_take(from, is_small ? SMALL_BITS : 32);
        if (is_small)
            bits = (bits + (predict_time(last) >> zeros) - (1u << (SMALL_BITS - 1))) << zeros;
        else
            bits |= (uint64_t)sinew__bits_take(from, 32) << 32;
        memcpy(out + i * sizeof bits, &bits, sizeof bits);
        note_time(last, bits);
    }
    return 1;
}

// Floats in rows, such as root motion. A float is predicted from the two above it. A width is stored (6 bits), then
// each difference between the bits of the float and the prediction, in zigzag code.

/// Returns the bits of the float that the two floats above it predict; 0 in the first row.
static uint32_t predict_float(const uint8_t *bytes, size_t i, size_t width)
{
    float above[2] = {0}, predicted;
    uint32_t bits;
    for (size_t k = 0; k < 2 && i >= (k + 1) * width; ++k)
        memcpy(&above[k], bytes + (i - (k + 1) * width) * sizeof bits, sizeof bits);
    predicted = i < 2 * width ? above[0] : 2 * above[0] - above[1];
    if (!isfinite(predicted)) predicted = 0;
    memcpy(&bits, &predicted, sizeof bits);
    return bits;
}

void sinew__floats_pack(const uint8_t *bytes, size_t count, size_t width, sinew__bit_writer *out)
{
    for (size_t i = 0; i < count; ++i) {
        const uint32_t difference = word_at(bytes, i) - predict_float(bytes, i, width),
                       folded = difference >> 31 ? ~(difference << 1) : difference << 1;
        sinew__bits_put(out, width_of(folded), WIDTH_BITS);
        sinew__bits_put(out, folded, width_of(folded));
    }
}

int sinew__floats_unpack(sinew__bit_reader *from, size_t count, size_t width, uint8_t *out)
{
    if (width == 0) return 0;
    for (size_t i = 0; i < count; ++i) {
        if (!sinew__bits_are_left(from, WIDTH_BITS)) return 0;
        const unsigned bits = sinew__bits_take(from, WIDTH_BITS);
        if (bits > 32 || !sinew__bits_are_left(from, bits)) return 0;
        const uint32_t folded = sinew__bits_take(from, bits),
                       word = (folded & 1 ? ~(folded >> 1) : folded >> 1) + predict_float(out, i, width);
        memcpy(out + i * sizeof word, &word, sizeof word);
    }
    return 1;
}
