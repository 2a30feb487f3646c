/// The thread pool: every index once, on workers that do not overlap, loop after loop.
#include "support/cmocka_close.h"

#include <stdatomic.h>
#include <string.h>

#include "core/platform/thread.h"

enum { COUNT = 1000, THREADS = 4 };

typedef struct tally {
    int calls[COUNT];
    atomic_int inside[THREADS]; ///< calls of a worker that are in progress
    atomic_int broken;
} tally;

static void note(void *work, int32_t index, int32_t worker)
{
    tally *on = work;
    if (worker < 0 || worker >= THREADS || atomic_fetch_add(&on->inside[worker], 1) != 0) {
        atomic_store(&on->broken, 1);
        return;
    }
    ++on->calls[index];
    atomic_fetch_sub(&on->inside[worker], 1);
}

static void every_index_is_called_once(void **state)
{
    (void)state;
    for (int32_t threads = 1; threads <= THREADS; ++threads) {
        sinew__thread_pool *pool = sinew__thread_pool_create(threads);
        assert_non_null(pool);
        static tally on;
        memset(&on, 0, sizeof on);
        for (int loop = 1; loop <= 300; ++loop) {
            const int32_t count = loop % 7 ? loop % 13 : COUNT; // none, few, many
            memset(on.calls, 0, sizeof on.calls);
            sinew__thread_pool_for(pool, count, note, &on);
            for (int32_t i = 0; i < COUNT; ++i) assert_int_equal(on.calls[i], i < count);
        }
        assert_false(atomic_load(&on.broken));
        sinew__thread_pool_destroy(pool);
    }
}

static void an_unused_pool_can_be_destroyed(void **state)
{
    (void)state;
    sinew__thread_pool_destroy(sinew__thread_pool_create(3));
    sinew__thread_pool_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_is_called_once),
        cmocka_unit_test(an_unused_pool_can_be_destroyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
