#define _POSIX_C_SOURCE 200809L
/// The fork pool: items in order, errors of the copies, and copies that crash, stall or outlive nothing.
#include "support/cmocka_close.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/platform/fork_pool.h"

enum { ITEMS = 23, PROCESSES = 3 };

/// The work of a copied process; `fails_at`, `crashes_at`, `stalls_at`: the index of an item, or −1.
typedef struct plan {
    int begins, fails_at, crashes_at, stalls_at;
    int first_process; ///< id
} plan;

static const plan all_succeed = {1, -1, -1, -1, 0};

static sinew_result begin(void *user, sinew_error *out_error)
{
    const plan *given = user;
    if (given->first_process == (int)getpid()) abort(); // must run in a copy
    if (given->begins) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot begin");
}

static sinew_result compute(void *user, size_t index, void *out_item, sinew_error *out_error)
{
    const plan *given = user;
    uint32_t *item = out_item;
    if ((int)index == given->fails_at) return sinew__fail(out_error, SINEW_ERROR_LIMIT, "item %zu fails", index);
    if ((int)index == given->crashes_at) kill(getpid(), SIGKILL);
    if ((int)index == given->stalls_at) pause();
    for (uint32_t i = 0; i < 1000; ++i) item[i] = (uint32_t)index * 1000 + i;
    return SINEW_OK;
}

static sinew__fork_pool *start(plan *given, int processes)
{
    sinew__fork_pool *pool;
    given->first_process = (int)getpid();
    const sinew__fork_work work = {ITEMS, 1000 * sizeof(uint32_t), given, 0, begin, compute};
    assert_int_equal(sinew__fork_pool_start(&work, processes, &pool, NULL), SINEW_OK);
    return pool;
}

static void items_arrive_in_order(void **state)
{
    (void)state;
    for (int processes = 1; processes <= PROCESSES; ++processes) {
        plan given = all_succeed;
        sinew__fork_pool *pool = start(&given, processes);
        for (uint32_t index = 0; index < ITEMS; ++index) {
            const void *item;
            assert_int_equal(sinew__fork_pool_take(pool, &item, NULL), SINEW_OK);
            const uint32_t *values = item;
            for (uint32_t i = 0; i < 1000; ++i) assert_int_equal(values[i], index * 1000 + i);
        }
        sinew__fork_pool_stop(pool);
    }
}

/// Takes items until one fails. Returns its index.
static int take_until_failure(sinew__fork_pool *pool, sinew_error *out_error)
{
    const void *item;
    for (int index = 0; index < ITEMS; ++index)
        if (sinew__fork_pool_take(pool, &item, out_error) != SINEW_OK) return index;
    return ITEMS;
}

static void a_failed_item_has_the_error_of_its_copy(void **state)
{
    (void)state;
    sinew_error error;
    plan given = all_succeed;
    given.fails_at = 7;
    sinew__fork_pool *pool = start(&given, PROCESSES);
    assert_int_equal(take_until_failure(pool, &error), 7);
    assert_int_equal(error.result, SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "item 7 fails");
    sinew__fork_pool_stop(pool);
}

static void a_copy_that_cannot_begin_fails_its_first_item(void **state)
{
    (void)state;
    sinew_error error;
    plan given = all_succeed;
    given.begins = 0;
    sinew__fork_pool *pool = start(&given, PROCESSES);
    assert_int_equal(take_until_failure(pool, &error), 0);
    assert_int_equal(error.result, SINEW_ERROR_NO_GL);
    assert_string_equal(error.message, "cannot begin");
    sinew__fork_pool_stop(pool);
}

static void a_crash_is_an_error(void **state)
{
    (void)state;
    sinew_error error;
    plan given = all_succeed;
    given.crashes_at = 11;
    sinew__fork_pool *pool = start(&given, PROCESSES);
    assert_int_equal(take_until_failure(pool, &error), 11);
    assert_int_equal(error.result, SINEW_ERROR_SYSTEM);
    sinew__fork_pool_stop(pool);
}

static void stopping_does_not_wait_for_a_copy_that_stalls(void **state)
{
    (void)state;
    plan given = all_succeed;
    given.stalls_at = 1;
    sinew__fork_pool *pool = start(&given, PROCESSES);
    alarm(20); // ends the test if it waits
    sinew__fork_pool_stop(pool);
    alarm(0);
    sinew__fork_pool_stop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_arrive_in_order),
        cmocka_unit_test(a_failed_item_has_the_error_of_its_copy),
        cmocka_unit_test(a_copy_that_cannot_begin_fails_its_first_item),
        cmocka_unit_test(a_crash_is_an_error),
        cmocka_unit_test(stopping_does_not_wait_for_a_copy_that_stalls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
