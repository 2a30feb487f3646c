/// Finding the key of a time, for curves and tracks.
#ifndef SINEW_SAMPLER_FIND_KEY_H
#define SINEW_SAMPLER_FIND_KEY_H

#include <stdint.h>

#include "base/lower_bound.h"

/// Gets the time of a key in ticks.
typedef int64_t (*sinew__key_ticks)(const void *keys, int32_t key);

/// Returns the last of `count` keys at or before `ticks`, or the first key. Tries `near` and the key after it first.
static inline int32_t sinew__find_key(const void *keys, sinew__key_ticks ticks_of, int32_t count, int64_t ticks,
                                      int32_t near)
{
    for (int32_t i = near; i < count && i <= near + 1 && ticks_of(keys, i) <= ticks; ++i)
        if (i + 1 == count || ticks_of(keys, i + 1) > ticks) return i;
    size_t next = 1;
    SINEW__LOWER_BOUND(next, count, ticks_of(keys, (int32_t)next) <= ticks);
    return (int32_t)next - 1;
}

#endif
