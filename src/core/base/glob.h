/// Patterns of names, as a shell has them.
#ifndef SINEW_CORE_BASE_GLOB_H
#define SINEW_CORE_BASE_GLOB_H

#include <stdint.h>

/// Whether a whole name matches: `*` is any text, `?` one UTF-8 character, `[a-f.]` one of a set of bytes, `[!a]` one
/// outside it, `\x` the character x. A `[` without its `]` is itself. Takes at most the product of the two lengths in
/// steps.
int sinew__glob_matches(const char *pattern, const char *name);

/// Matches like `sinew__glob_matches`, and adds the steps that it took to *work.
int sinew__glob_matches_counting(const char *pattern, const char *name, uint64_t *work);

#endif
