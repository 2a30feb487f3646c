/// Memory that runs out at a chosen request. Only sinew's own code is struck: link with sinew_wrap_memory(target),
/// which leads its calls of malloc, calloc, realloc, strdup, strndup, free and of the arena through here; libraries
/// keep theirs.
#ifndef SINEW_TESTS_FAILING_MEMORY_H
#define SINEW_TESTS_FAILING_MEMORY_H

/// From now on the request number `first` (from 0) is refused, and every later one too when `for_good`.
void failing_memory_begin(long first, int for_good);

/// All requests are served again. Returns how many were refused.
long failing_memory_end(void);

/// Requests since failing_memory_begin.
long failing_memory_requests(void);

/// Blocks that sinew's code has got and not yet given back.
long failing_memory_blocks(void);

#endif
