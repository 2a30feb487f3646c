/// Binary search in whatever is sorted.
#ifndef SINEW_CORE_BASE_LOWER_BOUND_H
#define SINEW_CORE_BASE_LOWER_BOUND_H

#include <stddef.h>

/// Moves `index`, a size_t variable, to the first index from its value up to `end` for which the condition
/// `comes_before`, an expression with `index`, is false; to `end` if it is true for all. It is true for a first part of
/// the indices. A function would need a callback, and a struct of the compared values, for each of twenty uses.
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
