/// Binary search in sorted data.
#ifndef SINEW_CORE_BASE_LOWER_BOUND_H
#define SINEW_CORE_BASE_LOWER_BOUND_H

#include <stddef.h>

/// Increases `index`, a size_t variable, to the first index, up to `end`, that makes the expression `comes_before`
/// false; to `end` if it is always true. The expression uses `index`; it must not become true again after the first
/// index for which it is false. A function instead of this macro would need a callback and a struct for each of twenty
/// uses.
#define SINEW__LOWER_BOUND(index, end, comes_before)                                                                   \
    do {                                                                                                               \
        size_t low_ = (index), high_ = (size_t)(end);                                                                  \
        while (low_ < high_) {                                                                                         \
            (index) = low_ + (high_ - low_) / 2;                                                                       \
            if (comes_before)                                                                                          \
                low_ = (index) + 1;                                                                                    \
            else                                                                                                       \
                high_ = (index);                                                                                       \
        }                                                                                                              \
        (index) = low_;                                                                                                \
    } while (0)

#endif
