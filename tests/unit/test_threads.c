/// Files that several threads import at once, in one process, come out as they do alone.
#define _POSIX_C_SOURCE 200809L
#include "import/import_block.h"
#include "support/cmocka_close.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"
#include "sinew/import.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_file_loaded_four_times_at_once_gives_one_model),
        cmocka_unit_test(four_files_loaded_at_once_are_what_they_are_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
