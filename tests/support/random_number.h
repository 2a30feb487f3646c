/// Numbers from a seed, the same everywhere.
#ifndef SINEW_TESTS_RANDOM_NUMBER_H
#define SINEW_TESTS_RANDOM_NUMBER_H

#include <stdint.h>

/// The next number, in [low, high); changes *seed. Every seed has a sequence of its own.
double random_number(uint32_t *seed, double low, double high);

#endif
