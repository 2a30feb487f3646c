/// A few threads that wait for loops to share: a `sinew_parallel_for`.
#ifndef SINEW_CLI_THREAD_POOL_H
#define SINEW_CLI_THREAD_POOL_H

#include <stdint.h>

typedef struct cli_thread_pool cli_thread_pool;

/// `threads` counts the calling one: 1 starts none. Each gets a processor of its own, the calling one too, until it
/// destroys the pool. NULL when threads or memory are out.
cli_thread_pool *cli_thread_pool_create(int32_t threads);
void cli_thread_pool_destroy(cli_thread_pool *pool);

/// Calls `body` for every index on all threads, the calling one included, and returns when all calls have. One loop at
/// a time. `pool` is a cli_thread_pool.
void cli_thread_pool_for(void *pool, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                         void *work);

#endif
