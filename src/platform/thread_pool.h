/// A few threads that wait for loops to share: a `sinew_parallel_for`.
#ifndef SINEW_PLATFORM_THREAD_POOL_H
#define SINEW_PLATFORM_THREAD_POOL_H

#include <stdint.h>

typedef struct sinew__thread_pool sinew__thread_pool;

/// `threads` counts the calling one: 1 starts none. Each gets a processor of its own, the calling one too, until it
/// destroys the pool. NULL when threads or memory are out.
sinew__thread_pool *sinew__thread_pool_create(int32_t threads);
void sinew__thread_pool_destroy(sinew__thread_pool *pool);

/// Calls `body` for every index on all threads, the calling one included, and returns when all calls have. One loop at
/// a time. `pool` is a sinew__thread_pool.
void sinew__thread_pool_for(void *pool, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                            void *work);

#endif
