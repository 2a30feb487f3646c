// The allocator that a program sets: everything comes from it and goes back to it, and where it fails there is an
// error.
#include "support/cmocka_close.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/sinew.h"

/// Memory with its own size and place in front, in an arena of its own: free() of it would abort.
typedef struct counting {
    int64_t living, allocated;
    int64_t fails_at; ///< the number of the allocation that fails; 0: none
    int misaligned;
} counting;

enum { FRONT = 64 };

static void *allocate(void *user, size_t size, size_t alignment)
{
    counting *own = user;
    if (++own->allocated == own->fails_at) return NULL;
    unsigned char *memory = aligned_alloc(FRONT, (size + 2 * FRONT - 1) / FRONT * FRONT);
    assert_non_null(memory);
    memcpy(memory, &size, sizeof size);
    own->misaligned += (uintptr_t)(memory + FRONT) % alignment != 0 || size == 0;
    ++own->living;
    return memory + FRONT;
}

static void release(void *user, void *memory)
{
    --((counting *)user)->living;
    free((unsigned char *)memory - FRONT);
}

static void *resize(void *user, void *memory, size_t size)
{
    void *moved = allocate(user, size, 16);
    size_t before = 0;
    if (!moved || !memory) return moved;
    memcpy(&before, (unsigned char *)memory - FRONT, sizeof before);
    memcpy(moved, memory, before < size ? before : size);
    release(user, memory);
    return moved;
}

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
    const sinew_result result = sinew_model_save_memory(model, &bytes, &size, NULL);
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

/// What a game does. Whatever succeeds is right.
static sinew_result play(void)
{
    sinew_model *model;
    sinew_pose *pose = NULL;
    sinew_crowd *crowd = NULL;
    sinew_result result = sinew_model_load_memory(file, file_size, &model, NULL);
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
    counting own = {0};
    const sinew_allocator allocator = {allocate, resize, release, &own};
    assert_int_equal(sinew_set_allocator(&allocator, NULL), SINEW_OK);
    assert_int_equal(play(), SINEW_OK);
    assert_true(own.allocated > 5);
    assert_int_equal(own.living, 0);
    assert_int_equal(own.misaligned, 0);
    assert_int_equal(sinew_set_allocator(NULL, NULL), SINEW_OK);
    const int64_t before = own.allocated;
    assert_int_equal(play(), SINEW_OK);
    assert_int_equal(own.allocated, before);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    sinew_result result = SINEW_ERROR_OUT_OF_MEMORY;
    for (int64_t n = 1; result != SINEW_OK; ++n) {
        counting own = {.fails_at = n};
        const sinew_allocator allocator = {allocate, resize, release, &own};
        assert_int_equal(sinew_set_allocator(&allocator, NULL), SINEW_OK);
        result = play();
        if (result != SINEW_OK) assert_int_equal(result, SINEW_ERROR_OUT_OF_MEMORY);
        assert_int_equal(own.living, 0);
        assert_true(n < 10000);
    }
    assert_int_equal(sinew_set_allocator(NULL, NULL), SINEW_OK);
}

static void an_incomplete_allocator_is_refused(void **state)
{
    (void)state;
    const sinew_allocator allocator = {.allocate = allocate, .release = release};
    sinew_error error;
    assert_int_equal(sinew_set_allocator(&allocator, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the allocator lacks a function");
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
        cmocka_unit_test(an_incomplete_allocator_is_refused),
    };
    return cmocka_run_group_tests(tests, read_file, free_file);
}
