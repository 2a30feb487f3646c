// The processors of the machine, and a pool of threads.
#define _GNU_SOURCE // for processor affinity

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/platform/thread.h"

int sinew__processor_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

/// Writes the first "model name : …" of /proc/cpuinfo or, without such a line, the architecture.
void sinew__processor_name(char *out, size_t size)
{
    char line[256];
    struct utsname system;
    snprintf(out, size, "%s", uname(&system) >= 0 ? system.machine : "");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (!value) continue;
        line[strcspn(line, "\n")] = '\0';
        sinew__printable(value + 1 + strspn(value + 1, " "), out, size);
        break;
    }
    if (file) fclose(file);
}

enum { SPINS = 200 }; // polls for the next loop before a thread sleeps: loops often follow each other immediately

#if defined(__linux__)
static cpu_set_t allowed; ///< affinity of the thread that created the first pool, before it was pinned
static pthread_once_t affinity_read = PTHREAD_ONCE_INIT;

static void read_affinity(void)
{
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) CPU_ZERO(&allowed);
}

/// Pins a thread to the n-th allowed processor. Otherwise two threads that poll for each other may share a processor
/// for a long time, because both look busy.
static void pin_thread(pthread_t thread, int32_t n)
{
    cpu_set_t own;
    (void)pthread_once(&affinity_read, read_affinity);
    const int32_t count = CPU_COUNT(&allowed);
    CPU_ZERO(&own);
    for (size_t i = 0, found = 0; count > 0 && i < CPU_SETSIZE; ++i)
        if (CPU_ISSET(i, &allowed) && found++ == (size_t)(n % count)) CPU_SET(i, &own);
    if (count > 0) (void)pthread_setaffinity_np(thread, sizeof own, &own);
}

static void unpin_thread(pthread_t thread)
{
    if (CPU_COUNT(&allowed) > 0) (void)pthread_setaffinity_np(thread, sizeof allowed, &allowed);
}
#else
static void pin_thread(pthread_t thread, int32_t n)
{
    (void)thread, (void)n;
}
static void unpin_thread(pthread_t thread)
{
    (void)thread;
}
#endif

typedef struct pool_thread {
    sinew__thread_pool *pool;
    pthread_t thread;
    int32_t worker;
} pool_thread;

/// The indices of one thread. In consecutive loops of the same length, a thread gets the same indices, whose data are
/// in its caches.
typedef struct pool_share {
    _Alignas(SINEW__LINE) atomic_int next;
    int32_t end;
} pool_share;

struct sinew__thread_pool {
    pool_thread *threads; ///< [started]
    pool_share *shares;   ///< [started + 1]
    int32_t started;
    pthread_mutex_t mutex;
    pthread_cond_t changed; ///< signalled when a loop starts or a thread finishes
    atomic_uint loop;       ///< number of the loop; changed under the mutex
    atomic_int busy;        ///< number of threads that have not finished the loop
    int quit;
    // The current loop.
    void (*body)(void *work, int32_t index, int32_t worker);
    void *work;
};

/// Runs a thread's own indices, then what is left of the other threads' indices.
static void run_shares(sinew__thread_pool *pool, int32_t worker)
{
    const int32_t count = pool->started + 1;
    for (int32_t k = 0; k < count; ++k) {
        pool_share *share = &pool->shares[(worker + k) % count];
        for (int32_t i = atomic_fetch_add(&share->next, 1); i < share->end; i = atomic_fetch_add(&share->next, 1))
            pool->body(pool->work, i, worker);
    }
}

/// Waits until the loop number differs from `seen`: first polls, then sleeps.
static unsigned wait_for_loop(sinew__thread_pool *pool, unsigned seen)
{
    for (int i = 0; i < SPINS && atomic_load(&pool->loop) == seen; ++i) sched_yield();
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->loop) == seen) pthread_cond_wait(&pool->changed, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
    return atomic_load(&pool->loop);
}

static void *run_thread(void *argument)
{
    pool_thread *self = argument;
    sinew__thread_pool *pool = self->pool;
    for (unsigned seen = wait_for_loop(pool, 0); !pool->quit; seen = wait_for_loop(pool, seen)) {
        run_shares(pool, self->worker);
        if (atomic_fetch_sub(&pool->busy, 1) > 1) continue;
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->mutex);
    }
    return NULL;
}

static void begin_loop(sinew__thread_pool *pool, int32_t count)
{
    const int64_t threads = pool->started + 1;
    for (int32_t i = 0; i < threads; ++i) {
        pool->shares[i].end = (int32_t)(count * (i + 1) / threads);
        atomic_store(&pool->shares[i].next, (int32_t)(count * i / threads));
    }
    atomic_store(&pool->busy, pool->started);
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->loop, 1);
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

void sinew__thread_pool_for(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                            void *work)
{
    sinew__thread_pool *pool = user;
    pool->body = body;
    pool->work = work;
    begin_loop(pool, count);
    run_shares(pool, 0);
    for (int i = 0; i < SPINS && atomic_load(&pool->busy) > 0; ++i) sched_yield();
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->busy) > 0) pthread_cond_wait(&pool->changed, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

sinew__thread_pool *sinew__thread_pool_create(int32_t threads)
{
    sinew__thread_pool *pool = sinew__allocate_zeroed(1, sizeof *pool);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->threads = sinew__allocate_zeroed((size_t)threads, sizeof *pool->threads);
    pool->shares = sinew__allocate_lines((size_t)threads * sizeof *pool->shares);
    for (int32_t i = 0; pool->threads && pool->shares && i < threads - 1; ++i) {
        pool->threads[i] = (pool_thread){.pool = pool, .worker = i + 1};
        if (pthread_create(&pool->threads[i].thread, NULL, run_thread, &pool->threads[i]) != 0) break;
        pin_thread(pool->threads[i].thread, i + 1);
        ++pool->started;
    }
    if (pool->started > 0) pin_thread(pthread_self(), 0);
    if (pool->threads && pool->shares && pool->started == threads - 1) return pool;
    sinew__thread_pool_destroy(pool);
    return NULL;
}

void sinew__thread_pool_destroy(sinew__thread_pool *pool)
{
    if (!pool) return;
    pool->quit = 1;
    if (pool->started > 0) begin_loop(pool, 0);
    for (int32_t i = 0; i < pool->started; ++i) pthread_join(pool->threads[i].thread, NULL);
    if (pool->started > 0) unpin_thread(pthread_self());
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
    sinew_free(pool->threads);
    sinew_free(pool->shares);
    sinew_free(pool);
}
