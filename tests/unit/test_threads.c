/// Files that several threads import at once, in one process, come out as they do alone; so do clips that they bake.
/// Threads with allocators of their own do not get each other's memory.
#define _POSIX_C_SOURCE 200809L
#include "import/import_block.h"
#include "support/cmocka_close.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"
#include "sinew/bake.h"
#include "sinew/import.h"
#include "sinew/memory.h"
#include "sinew/pose.h"
#include "support/own_allocator.h"

enum { THREADS = 4 };

typedef struct one_import {
    const char *path;
    void *bytes, *block;
    size_t size, block_size;
    sinew_result result;
    pthread_t thread;
} one_import;

static void *import(void *argument)
{
    one_import *own = argument;
    own->result = sinew__file_read(own->path, &own->bytes, &own->size, NULL);
    if (own->result == SINEW_OK) {
        own->result = sinew__import_block(own->path, own->bytes, own->size, NULL, &own->block, &own->block_size, NULL);
    }
    free(own->bytes);
    return NULL;
}

static void import_at_once(const char *const *paths, size_t path_count)
{
    one_import alone[8] = {0}, together[THREADS] = {0};
    for (size_t i = 0; i < path_count; ++i) {
        alone[i].path = paths[i];
        import(&alone[i]);
        assert_int_equal(alone[i].result, SINEW_OK);
    }
    for (int i = 0; i < THREADS; ++i) {
        together[i].path = paths[(size_t)i % path_count];
        assert_int_equal(pthread_create(&together[i].thread, NULL, import, &together[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(together[i].thread, NULL);
        const one_import *expected = &alone[(size_t)i % path_count];
        assert_int_equal(together[i].result, SINEW_OK);
        assert_int_equal(together[i].block_size, expected->block_size);
        assert_memory_equal(together[i].block, expected->block, expected->block_size);
        free(together[i].block);
    }
    for (size_t i = 0; i < path_count; ++i) free(alone[i].block);
}

static void one_file_loaded_four_times_at_once_gives_one_model(void **state)
{
    (void)state;
    import_at_once((const char *const[]){"samples/walk.fbx"}, 1);
}

static void four_files_loaded_at_once_are_what_they_are_alone(void **state)
{
    (void)state;
    import_at_once(
        (const char *const[]){"samples/face.fbx", "tests/data/arm.fbx", "samples/character.glb", "samples/walk.fbx"},
        4);
}

typedef struct one_part {
    sinew_baking *baking;
    int32_t clip;
    sinew_result result;
    pthread_t thread;
} one_part;

static void *bake_part(void *argument)
{
    one_part *own = argument;
    own->result = sinew_baking_run(own->baking, own->clip, 1, NULL);
    return NULL;
}

/// Bakes all clips but the last `left` in threads, which finishing bakes then, and compares the model with the result
/// of sinew_model_bake. Returns how many clips are baked.
static int bake_in_parts(const sinew_model *model, const sinew_bake_options *options, int32_t left)
{
    sinew_model *once, *again;
    sinew_baking *baking;
    void *bytes[2];
    size_t sizes[2];
    one_part parts[THREADS] = {0};
    int baked = 0;
    assert_int_equal(sinew_model_bake(model, options, &once, NULL), SINEW_OK);
    assert_int_equal(sinew_baking_create(model, options, &baking, NULL), SINEW_OK);
    for (int32_t i = 0; i < model->clip_count - left; ++i) {
        parts[i] = (one_part){.baking = baking, .clip = i};
        assert_int_equal(pthread_create(&parts[i].thread, NULL, bake_part, &parts[i]), 0);
    }
    for (int32_t i = 0; i < model->clip_count - left; ++i) {
        pthread_join(parts[i].thread, NULL);
        assert_int_equal(parts[i].result, SINEW_OK);
    }
    assert_int_equal(sinew_baking_run(baking, 0, model->clip_count - left, NULL), SINEW_OK); // they stay as they are
    assert_int_equal(sinew_baking_finish(baking, &again, NULL), SINEW_OK);
    sinew_baking_destroy(baking);
    assert_int_equal(sinew_model_save(once, &bytes[0], &sizes[0], NULL), SINEW_OK);
    assert_int_equal(sinew_model_save(again, &bytes[1], &sizes[1], NULL), SINEW_OK);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    assert_int_equal(once->block_size, again->block_size);
    assert_memory_equal(once->block, again->block, once->block_size);
    for (int32_t i = 0; i < again->clip_count; ++i) baked += sinew_clip_baked_info(again, i).frame_count > 0;
    for (int i = 0; i < 2; ++i) sinew_free(bytes[i]);
    sinew_model_destroy(once);
    sinew_model_destroy(again);
    return baked;
}

static void clips_baked_by_several_threads_are_those_baked_by_one(void **state)
{
    (void)state;
    sinew_model *model, *baked;
    assert_int_equal(
        sinew_model_import("samples/character.fbx", &(sinew_import_options){.only_curves = true}, &model, NULL),
        SINEW_OK);
    assert_int_equal(model->clip_count, 3);
    assert_int_equal(bake_in_parts(model, NULL, 0), 3);
    assert_int_equal(bake_in_parts(model, &(sinew_bake_options){.error = 1e-3, .rate = 30}, 1), 3);
    // The limit of all clips holds in their order: under some of these limits, only some clips fit.
    assert_int_equal(sinew_model_bake(model, NULL, &baked, NULL), SINEW_OK);
    const size_t step = sinew_clip_baked_info(baked, 0).byte_count / 2;
    int fitting[4] = {0};
    for (size_t i = 1; i <= 16; ++i)
        ++fitting[bake_in_parts(model, &(sinew_bake_options){.total_byte_limit = i * step}, 0)];
    assert_true(fitting[0] > 0 && fitting[1] + fitting[2] > 0 && fitting[3] > 0);
    sinew_model_destroy(baked);
    sinew_model_destroy(model);
}

static void a_baking_names_missing_clips(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_baking *baking;
    sinew_error error = {0};
    static const int32_t ranges[][2] = {{-1, 1}, {0, 4}, {4, 0}, {1, -1}, {3, INT32_MAX}};
    assert_int_equal(
        sinew_model_import("samples/character.fbx", &(sinew_import_options){.only_curves = true}, &model, NULL),
        SINEW_OK);
    assert_int_equal(sinew_baking_create(model, &(sinew_bake_options){.error = -1}, &baking, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(baking);
    assert_int_equal(sinew_baking_create(model, NULL, &baking, &error), SINEW_OK);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        assert_int_equal(sinew_baking_run(baking, ranges[i][0], ranges[i][1], &error), SINEW_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(error.message, "there are no clips"));
    }
    assert_int_equal(sinew_baking_run(baking, 3, 0, &error), SINEW_OK);
    sinew_baking_destroy(baking);
    sinew_baking_destroy(NULL);
    sinew_model_destroy(model);
}

typedef struct one_allocator {
    own_allocator own;
    const sinew_model *model;
    sinew_pose *kept;
    pthread_t thread;
} one_allocator;

static void *create_poses(void *argument)
{
    enum { ROUNDS = 300 };
    one_allocator *one = argument;
    own_allocator_set_thread(&one->own);
    for (int i = 0; i < ROUNDS; ++i) {
        sinew_pose_destroy(one->kept);
        if (sinew_pose_create(one->model, &one->kept, NULL) != SINEW_OK) return NULL;
    }
    return NULL;
}

static void threads_allocate_from_their_own(void **state)
{
    (void)state;
    one_allocator all[THREADS] = {0};
    sinew_model *model;
    assert_int_equal(sinew_model_import("samples/walk.fbx", NULL, &model, NULL), SINEW_OK);
    for (int i = 0; i < THREADS; ++i) {
        all[i].model = model;
        assert_int_equal(pthread_create(&all[i].thread, NULL, create_poses, &all[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) pthread_join(all[i].thread, NULL);
    sinew_model_destroy(model);
    const long of_a_pose = all[0].own.living;
    assert_true(of_a_pose > 0);
    for (int i = 0; i < THREADS; ++i) {
        assert_non_null(all[i].kept);
        assert_int_equal(all[i].own.living, of_a_pose);
        assert_int_equal(all[i].own.allocated, all[0].own.allocated);
        sinew_pose_destroy(all[i].kept);
        assert_int_equal(all[i].own.living, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_file_loaded_four_times_at_once_gives_one_model),
        cmocka_unit_test(four_files_loaded_at_once_are_what_they_are_alone),
        cmocka_unit_test(clips_baked_by_several_threads_are_those_baked_by_one),
        cmocka_unit_test(a_baking_names_missing_clips),
        cmocka_unit_test(threads_allocate_from_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
