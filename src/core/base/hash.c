#include "core/base/hash.h"

#include <string.h>

/// Consecutive words go to separate states, so that the processor overlaps their multiplications.
enum { LANES = 8, WORD = 8 };

/// Reads eight bytes in little-endian order on every machine.
static uint64_t read_word(const unsigned char *at)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, at, sizeof word);
#else
    uint64_t word = 0;
    for (int i = WORD - 1; i >= 0; --i) word = word << 8 | at[i];
#endif
    return word;
}

/// Mixes a state, so that every bit affects half of the result's bits (the finisher of MurmurHash3).
static uint64_t mix(uint64_t state)
{
    state = (state ^ state >> 33) * 0xff51afd7ed558ccdu;
    state = (state ^ state >> 33) * 0xc4ceb9fe1a85ec53u;
    return state ^ state >> 33;
}

/// Adds a word to a state. A multiplication only affects higher bits; rotating by half a word lets the next one affect
/// the lower bits.
static uint64_t step(uint64_t state, uint64_t word)
{
    state = (state ^ word) * 0x9fb21c651e98df25u;
    return state << 32 | state >> 32;
}

_Static_assert(LANES *WORD == SINEW__HASH_STEP, "a piece is whole steps of all lanes");

sinew__hasher sinew__hash_begin(size_t size)
{
    sinew__hasher hasher = {.state = 0x9e3779b97f4a7c15u ^ (uint64_t)size};
    for (int i = 0; i < LANES; ++i) hasher.lanes[i] = mix(hasher.state + (uint64_t)i);
    return hasher;
}

void sinew__hash_piece(sinew__hasher *hasher, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t lanes[LANES];
    memcpy(lanes, hasher->lanes, sizeof lanes);
    for (size_t left = size; left >= LANES * WORD; left -= LANES * WORD, at += LANES * WORD)
        for (int i = 0; i < LANES; ++i) lanes[i] = step(lanes[i], read_word(at + i * WORD));
    memcpy(hasher->lanes, lanes, sizeof lanes);
}

uint64_t sinew__hash_end(const sinew__hasher *hasher, const void *bytes, size_t size)
{
    sinew__hasher all = *hasher;
    const size_t steps = size / SINEW__HASH_STEP * SINEW__HASH_STEP;
    sinew__hash_piece(&all, bytes, steps);
    const unsigned char *at = (const unsigned char *)bytes + steps;
    size_t left = size - steps;
    uint64_t state = all.state, rest = 0;
    for (int i = 0; i < LANES; ++i) state = mix(state ^ all.lanes[i]);
    for (; left >= WORD; left -= WORD, at += WORD) state = mix(state ^ read_word(at));
    for (size_t i = 0; i < left; ++i) rest |= (uint64_t)at[i] << (8 * i);
    state = mix(state ^ rest);
    return state ? state : 1;
}

uint64_t sinew__hash(const void *bytes, size_t size)
{
    const sinew__hasher hasher = sinew__hash_begin(size);
    return sinew__hash_end(&hasher, bytes, size);
}

/// Two consecutive words. Without this type, compilers that vectorise the loop keep its sixteen sums in eight
/// registers.
typedef uint64_t pair __attribute__((vector_size(2 * WORD)));

static pair read_pair(const unsigned char *at)
{
    return (pair){read_word(at), read_word(at + WORD)};
}

uint64_t sinew__sum(const void *bytes, size_t size)
{
    enum { PAIRS = LANES / 2 };
    const unsigned char *at = bytes;
    pair sums[PAIRS] = {{0}}, sums_of_sums[PAIRS] = {{0}};
    uint64_t state = (uint64_t)size;
    size_t left = size;
    for (; left >= LANES * WORD; left -= LANES * WORD, at += LANES * WORD)
        for (int i = 0; i < PAIRS; ++i) {
            sums[i] += read_pair(at + 2 * i * WORD);
            sums_of_sums[i] += sums[i];
        }
    for (int i = 0; i < LANES; ++i) state = mix(mix(state ^ sums[i / 2][i % 2]) ^ sums_of_sums[i / 2][i % 2]);
    return left ? mix(state ^ sinew__hash(at, left)) : state;
}

size_t sinew__hash_name(const char *name, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037); // FNV-1a
    for (size_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
    return (size_t)(hash ^ hash >> 32);
}
