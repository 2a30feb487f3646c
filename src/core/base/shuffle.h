/// Vectors of four lanes from two others.
#ifndef SINEW_CORE_BASE_SHUFFLE_H
#define SINEW_CORE_BASE_SHUFFLE_H

/// Lanes i, j, k and l of the eight of `a` and `b`, vectors of four 32-bit lanes.
#if defined(__clang__) || __GNUC__ >= 12
#define SINEW__SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define SINEW__SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (int __attribute__((vector_size(16)))){i, j, k, l})
#endif

#endif
