/// 64-bit hashes for comparing contents. Not cryptographic.
#ifndef SINEW_CORE_BASE_HASH_H
#define SINEW_CORE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/// Returns a hash that depends only on the bytes, not on the machine; never 0.
uint64_t sinew__hash(const void *bytes, size_t size);

/// Hashes bytes in parts, with the result of sinew__hash. Begin with the total size; every part except the last must be
/// a multiple of SINEW__HASH_STEP bytes.
enum { SINEW__HASH_STEP = 64 };
typedef struct sinew__hasher {
    uint64_t lanes[8], state;
} sinew__hasher;
sinew__hasher sinew__hash_begin(size_t size);
void sinew__hash_piece(sinew__hasher *hasher, const void *bytes, size_t size);
uint64_t sinew__hash_end(const sinew__hasher *hasher, const void *bytes, size_t size);

/// Returns a checksum that detects accidental damage, in half the time of a hash: sums, and sums of sums, which depend
/// on positions (Fletcher). It is the same on every machine.
uint64_t sinew__sum(const void *bytes, size_t size);

/// Returns a hash of a name for tables in memory; it is fast for short texts.
size_t sinew__hash_name(const char *name, size_t length);

#endif
