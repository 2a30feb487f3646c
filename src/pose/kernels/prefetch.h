/// Prefetches memory that is needed soon, one step at a time between other work.
#ifndef SINEW_POSE_KERNELS_PREFETCH_H
#define SINEW_POSE_KERNELS_PREFETCH_H

#include <stddef.h>
#include <stdint.h>

enum {
    SINEW__PREFETCH_SPANS = 48,
    SINEW__PREFETCH_LINE = 64,
    SINEW__PREFETCH_STEP = 8, ///< lines
    SINEW__PREFETCH_MAX =
        256 * 1024, ///< bytes: more would push each other out of the second cache, which is where they come to
};

typedef struct sinew__prefetch {
    struct {
        const char *begin, *end;
    } spans[SINEW__PREFETCH_SPANS];
    int32_t span_count, span; ///< how many, and the one that is being fetched
    const char *at;           ///< in that span
    size_t bytes;             ///< of all spans
} sinew__prefetch;

static inline void sinew__prefetch_nothing(sinew__prefetch *ahead)
{
    ahead->span_count = ahead->span = 0;
    ahead->bytes = 0;
}

/// Adds a stretch of memory, at most SINEW__PREFETCH_SPANS times. What goes on where the last ended is one with it.
static inline void sinew__prefetch_add(sinew__prefetch *ahead, const void *memory, size_t size)
{
    const char *begin = memory;
    if (ahead->bytes + size > SINEW__PREFETCH_MAX) return;
    ahead->bytes += size;
    if (ahead->span_count > 0 && ahead->spans[ahead->span_count - 1].end == begin) {
        ahead->spans[ahead->span_count - 1].end += size;
        return;
    }
    if (ahead->span_count == 0) ahead->at = begin;
    ahead->spans[ahead->span_count].begin = begin;
    ahead->spans[ahead->span_count++].end = begin + size;
}

/// In how many steps all of it is fetched.
static inline int32_t sinew__prefetch_steps(const sinew__prefetch *ahead)
{
    return (int32_t)(ahead->bytes / (SINEW__PREFETCH_STEP * SINEW__PREFETCH_LINE)) + ahead->span_count;
}

/// Asks for the next few lines, if there are any left.
static inline void sinew__prefetch_step(sinew__prefetch *ahead)
{
    if (ahead->span == ahead->span_count) return;
    const char *at = ahead->at;
    for (int i = 0; i < SINEW__PREFETCH_STEP; ++i) __builtin_prefetch(at + i * SINEW__PREFETCH_LINE, 0, 2);
    ahead->at = at + SINEW__PREFETCH_STEP * SINEW__PREFETCH_LINE;
    if (ahead->at < ahead->spans[ahead->span].end) return;
    if (++ahead->span < ahead->span_count) ahead->at = ahead->spans[ahead->span].begin;
}

/// Asks for all of a stretch of memory that is wanted at once, but that its reader would come to bit by bit.
static inline void sinew__prefetch_now(const void *memory, size_t size)
{
    const char *begin = memory;
    for (size_t i = 0; i < size; i += SINEW__PREFETCH_LINE) __builtin_prefetch(begin + i, 0, 3);
}

#endif
