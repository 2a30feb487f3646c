// The allocators that a program sets, for all threads or for one: everything is allocated from them and freed with
// them, and if one fails there is an error.
#include "support/cmocka_close.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "sinew/sinew_tools.h"
#include "support/own_allocator.h"

static void *file;
static size_t file_size;

static int read_file(void **state)
{
    (void)state;
    FILE *stream = fopen("tests/data/arm.sinew", "rb");
    if (!stream) return -1;
    file = malloc(1 << 20);
    file_size = file ? fread(file, 1, 1 << 20, stream) : 0;
    fclose(stream);
    return file_size > 0 ? 0 : -1;
}

static int free_file(void **state)
{
    (void)state;
    free(file);
    return 0;
}

static sinew_result save_and_compare(const sinew_model *model)
{
    void *bytes;
    size_t size;
    const sinew_result result = sinew_model_save(model, &bytes, &size, NULL);
    if (result != SINEW_OK) return result;
    assert_int_equal(size, file_size);
    assert_memory_equal(bytes, file, size);
    sinew_free(bytes);
    return SINEW_OK;
}

static sinew_result pose_and_ask(const sinew_model *model, sinew_pose *pose)
{
    double seconds;
    sinew_time time;
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.25, pose);
    const sinew_result result = sinew_time_parse("#2", &time, NULL);
    const sinew_time_context context = {.model = model};
    return result == SINEW_OK ? sinew_time_resolve(&time, &context, &seconds, NULL) : result;
}

/// The calls of a game. Every call that succeeds has the right result.
static sinew_result play(void)
{
    sinew_model *model;
    sinew_pose *pose = NULL;
    sinew_crowd *crowd = NULL;
    sinew_result result = sinew_model_open(file, file_size, &model, NULL);
    if (result != SINEW_OK) return result;
    result = sinew_pose_create(model, &pose, NULL);
    if (result == SINEW_OK) result = pose_and_ask(model, pose);
    if (result == SINEW_OK) result = sinew_crowd_create(model, 20, NULL, &crowd, NULL);
    if (result == SINEW_OK) result = save_and_compare(model);
    sinew_crowd_destroy(crowd);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    return result;
}

static void everything_comes_from_the_allocator(void **state)
{
    (void)state;
    own_allocator own = {0};
    own_allocator_set(&own);
    assert_int_equal(play(), SINEW_OK);
    assert_true(own.allocated > 5);
    assert_int_equal(own.living, 0);
    assert_int_equal(own.wrong, 0);
    own_allocator_set(NULL);
    const long before = own.allocated;
    assert_int_equal(play(), SINEW_OK);
    assert_int_equal(own.allocated, before);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    sinew_result result = SINEW_ERROR_OUT_OF_MEMORY;
    for (long n = 1; result != SINEW_OK; ++n) {
        own_allocator own = {.fails_at = n};
        own_allocator_set(&own);
        result = play();
        if (result != SINEW_OK) assert_int_equal(result, SINEW_ERROR_OUT_OF_MEMORY);
        assert_int_equal(own.living, 0);
        assert_true(n < 10000);
    }
    own_allocator_set(NULL);
}

// ---- the allocator of a thread -------------------------------------------------------------------------------------

typedef struct played {
    sinew_model *model;
    sinew_pose *pose;
    sinew_crowd *crowd;
    sinew_mixer *mixer;
} played;

static void destroy(played *all)
{
    sinew_mixer_destroy(all->mixer);
    sinew_crowd_destroy(all->crowd);
    sinew_pose_destroy(all->pose);
    sinew_model_destroy(all->model);
}

static sinew_result create_from(own_allocator *own, played *out)
{
    own_allocator_set_thread(own);
    sinew_result result = sinew_model_open(file, file_size, &out->model, NULL);
    if (result == SINEW_OK) result = sinew_pose_create(out->model, &out->pose, NULL);
    if (result == SINEW_OK) result = sinew_crowd_create(out->model, 20, NULL, &out->crowd, NULL);
    if (result == SINEW_OK) result = sinew_mixer_create(out->model, &out->mixer, NULL);
    own_allocator_set_thread(NULL);
    return result;
}

/// Each allocator has all memory of its own model and gets it back, while the process's has none of it.
static void models_have_allocators_of_their_own(void **state)
{
    (void)state;
    own_allocator first = {0}, second = {0}, process = {0}, next = {0};
    played a = {0}, b = {0};
    own_allocator_set(&process);
    assert_int_equal(create_from(&first, &a), SINEW_OK);
    const long of_first = first.allocated;
    assert_int_equal(create_from(&second, &b), SINEW_OK);
    assert_true(of_first > 5);
    assert_int_equal(first.allocated, of_first);
    assert_int_equal(second.allocated, of_first);
    assert_int_equal(second.bytes, first.bytes);
    assert_true(first.bytes > (long)a.model->block_size);
    assert_int_equal(pose_and_ask(a.model, a.pose), SINEW_OK);
    assert_int_equal(process.living, 0);
    own_allocator_set(&next);
    destroy(&a);
    assert_int_equal(first.living, 0);
    assert_int_equal(first.bytes, 0);
    assert_int_equal(pose_and_ask(b.model, b.pose), SINEW_OK);
    own_allocator_set_thread(&first); // memory returns to its own allocator, whatever is set
    destroy(&b);
    own_allocator_set_thread(NULL);
    assert_int_equal(second.living, 0);
    assert_int_equal(first.allocated, of_first);
    assert_int_equal(first.wrong + second.wrong, 0);
    assert_int_equal(next.living, 0);
    own_allocator_set(NULL);
}

static void each_allocation_of_a_thread_may_fail(void **state)
{
    (void)state;
    sinew_result result = SINEW_ERROR_OUT_OF_MEMORY;
    for (long n = 1; result != SINEW_OK; ++n) {
        own_allocator own = {.fails_at = n};
        played all = {0};
        result = create_from(&own, &all);
        if (result != SINEW_OK) assert_int_equal(result, SINEW_ERROR_OUT_OF_MEMORY);
        destroy(&all);
        assert_int_equal(own.living, 0);
        assert_true(n < 10000);
    }
}

static void memory_that_grows_stays_with_its_allocator(void **state)
{
    (void)state;
    own_allocator own = {0};
    own_allocator_set_thread(&own);
    char *text = sinew__copy_text("joint");
    assert_null(sinew__allocate(SIZE_MAX));
    assert_null(sinew__allocate_lines(SIZE_MAX - 32));
    assert_null(sinew__allocate_zeroed(2, SIZE_MAX / 2));
    own_allocator_set_thread(NULL);
    assert_non_null(text);
    text = sinew__resize(text, 100);
    assert_non_null(text);
    assert_string_equal(text, "joint");
    assert_int_equal(own.living, 1);
    assert_int_equal(own.allocated, 2);
    assert_null(sinew__resize(text, SIZE_MAX));
    own.fails_at = own.allocated + 1;
    assert_null(sinew__resize(text, 1000));
    assert_string_equal(text, "joint");
    sinew_free(text);
    assert_int_equal(own.living, 0);
}

// ---- wrong allocators ----------------------------------------------------------------------------------------------

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user, (void)size, (void)alignment;
    return NULL;
}

static void release(void *user, void *memory)
{
    (void)user, (void)memory;
}

static void an_incomplete_allocator_is_refused(void **state)
{
    (void)state;
    const sinew_allocator allocator = {.allocate = allocate, .release = release}; // and no resize
    sinew_error error;
    assert_int_equal(sinew_set_allocator(&allocator, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the allocator lacks a function");
    assert_int_equal(sinew_set_thread_allocator(&allocator, &error), SINEW_ERROR_INVALID_ARGUMENT);
    void *memory = sinew_allocate(0);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % 64, 0);
    sinew_free(memory);
    sinew_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_comes_from_the_allocator),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(models_have_allocators_of_their_own),
        cmocka_unit_test(each_allocation_of_a_thread_may_fail),
        cmocka_unit_test(memory_that_grows_stays_with_its_allocator),
        cmocka_unit_test(an_incomplete_allocator_is_refused),
    };
    return cmocka_run_group_tests(tests, read_file, free_file);
}
