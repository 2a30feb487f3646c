/// Hashes of 64 bits, to compare contents. Not cryptographic.
#ifndef SINEW_CORE_BASE_HASH_H
#define SINEW_CORE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/// A hash that depends only on the bytes, not on the machine; never 0.
uint64_t sinew__hash(const void *bytes, size_t size);

/// The hash of bytes that come in pieces. Begin with the size of all; every piece but the last has a multiple of
/// SINEW__HASH_STEP bytes.
enum { SINEW__HASH_STEP = 64 };
typedef struct sinew__hasher {
    uint64_t lanes[8], state;
} sinew__hasher;
sinew__hasher sinew__hash_begin(size_t size);
void sinew__hash_piece(sinew__hasher *hasher, const void *bytes, size_t size);
uint64_t sinew__hash_end(const sinew__hasher *hasher, const void *bytes, size_t size);

/// Detects bytes that were damaged by chance, in half the time: sums, and sums of the sums, which depend on positions
/// (Fletcher). It is also the same number on every machine.
uint64_t sinew__sum(const void *bytes, size_t size);

/// Hash of a name, for tables in memory: fast for short texts.
size_t sinew__hash_name(const char *name, size_t length);

#endif
