/// Runs something again and again, and refuses it memory at another request each time.
#ifndef SINEW_TESTS_STRIKE_MEMORY_H
#define SINEW_TESTS_STRIKE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Something that needs memory. On success it leaves a number that tells its result from any other.
typedef sinew_result (*work)(const void *input, uint64_t *out_result, sinew_error *out_error);

/// Refuses request n of the work, n = 0, 1, 2 … until all are served, once by itself and once with all later ones: it
/// must say so and leak nothing, or give the very result that it gives with memory. Link with sinew_wrap_memory.
void survives(work run, const void *input);

uint64_t hash_of(const void *bytes, size_t size);

#endif
