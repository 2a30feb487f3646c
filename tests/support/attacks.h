/// Blocks made to do harm, each by one number in the wrong place: full_block.h's with something shared, left over or
/// left out. Sums are nobody's business here: whoever writes one as a file makes them right.
#ifndef SINEW_TESTS_ATTACKS_H
#define SINEW_TESTS_ATTACKS_H

#include <stddef.h>

typedef struct attack {
    const char *name;
    const char *refusal; ///< part of the message that refuses it
} attack;

enum { ATTACKS = 19 };
extern const attack attacks[ATTACKS];

/// The block of an attack, from malloc.
void *make_attack(int index, size_t *out_size);

#endif
