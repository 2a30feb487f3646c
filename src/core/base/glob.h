/// Patterns for names, as in a shell.
#ifndef SINEW_CORE_BASE_GLOB_H
#define SINEW_CORE_BASE_GLOB_H

#include <stdint.h>

/// Whether a whole name matches a pattern: `*` matches any text, `?` one UTF-8 character, `[a-f.]` one of a set of
/// bytes, `[!a]` one outside of the set, `\x` the character x; a `[` without `]` matches itself. The number of steps is
/// at most the product of the two lengths.
int sinew__glob_matches(const char *pattern, const char *name);

/// Matches like `sinew__glob_matches`, and adds the steps that it took to *work.
int sinew__glob_matches_counting(const char *pattern, const char *name, uint64_t *work);

#endif
