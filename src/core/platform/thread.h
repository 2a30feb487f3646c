/// Threads, whose signals are all blocked, and locks.
#ifndef SINEW_CORE_PLATFORM_THREAD_H
#define SINEW_CORE_PLATFORM_THREAD_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef pthread_t sinew__thread;

/// Starts a thread, which must be joined. Signals are blocked in it, because the calling thread handles them and
/// restores the terminal before the process ends. Returns 0 if no thread can be started.
int sinew__thread_start(sinew__thread *out_thread, void *(*run)(void *user), void *user);

/// Waits for the end of a thread.
void sinew__thread_join(sinew__thread thread);

/// Suspends the calling thread for `seconds`.
void sinew__thread_sleep(double seconds);

typedef pthread_mutex_t sinew__lock;
#define SINEW__UNLOCKED PTHREAD_MUTEX_INITIALIZER

void sinew__lock_take(sinew__lock *lock);
void sinew__lock_release(sinew__lock *lock);

// ---- the processors, and a pool of threads for sinew_parallel_for -------------------------------------------------

typedef struct sinew__thread_pool sinew__thread_pool;

/// Creates a pool. `threads` includes the calling thread; 1 starts no thread. Each thread is pinned to a processor; the
/// calling thread until it destroys the pool. Returns NULL when out of threads or memory.
sinew__thread_pool *sinew__thread_pool_create(int32_t threads);
void sinew__thread_pool_destroy(sinew__thread_pool *pool);

/// Calls `body` for every index on all threads, including the calling one, and returns after all calls have returned.
/// One loop at a time. `pool` is a sinew__thread_pool.
void sinew__thread_pool_for(void *pool, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                            void *work);

/// Returns the number of processors online, at least 1.
int sinew__processor_count(void);

/// Writes the name of the processors, or of their architecture.
void sinew__processor_name(char *out_name, size_t size);

#endif
