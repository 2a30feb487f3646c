/// Blocks made to do harm, each by one wrong number: full_block.h's with something shared, left over or
/// left out. Their sums are not updated: a test that writes one as a file corrects the sums.
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
