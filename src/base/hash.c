#include "base/hash.h"

/// Eight bytes, the first lowest, whatever the machine's order.
static uint64_t read_word(const unsigned char *at)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; --i) word = word << 8 | at[i];
    return word;
}

/// Every bit of the state changes half of the bits of the result (the finisher of MurmurHash3).
static uint64_t mix(uint64_t state)
{
    state = (state ^ state >> 33) * 0xff51afd7ed558ccdu;
    state = (state ^ state >> 33) * 0xc4ceb9fe1a85ec53u;
    return state ^ state >> 33;
}

uint64_t sinew__hash(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t state = 0x9e3779b97f4a7c15u ^ (uint64_t)size;
    size_t left = size;
    for (; left >= 8; left -= 8, at += 8) state = mix(state ^ read_word(at));
    uint64_t rest = 0;
    for (size_t i = 0; i < left; ++i) rest |= (uint64_t)at[i] << (8 * i);
    state = mix(state ^ rest);
    return state ? state : 1;
}
