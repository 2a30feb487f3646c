/// Blocks with some numbers replaced, mostly by values that the validator's table allows there.
#ifndef SINEW_TESTS_MUTATE_BLOCK_H
#define SINEW_TESTS_MUTATE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

/// Where choices come from: bytes while there are any (of a fuzzer), then numbers from the seed.
typedef struct choices {
    const uint8_t *bytes;
    size_t size;
    uint32_t seed;
} choices;

/// The next choice, below `limit`.
uint32_t choose(choices *from, uint32_t limit);

/// Changes `count` numbers of a block that is right: any section's, its table of sections' now and then.
void mutate_block(void *block, size_t size, int count, choices *from);

#endif
