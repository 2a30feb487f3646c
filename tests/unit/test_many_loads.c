/// Hosts that load many files: nothing is left of them. SINEW_HEAP_MIB and SINEW_LOADS in the environment make the host
/// larger.
#define _DEFAULT_SOURCE
#include "support/cmocka_close.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "core/platform/file.h"
#include "sinew/load.h"
#include "support/held_memory.h"
#include "support/open_descriptors.h"
#include "support/temporary_folder.h"

enum { MIB = 1 << 20 };

/// More time than the busiest machine takes.
enum { PATIENCE = 100 };

static long from_environment(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

static void assert_no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, 0), -1);
    assert_int_equal(errno, ECHILD);
}

/// A sanitizer keeps freed memory for a while, so that nothing can be said about its size.
static void assert_flat(double before)
{
#ifdef SINEW_SANITIZED
    (void)before;
#else
    if (held_memory() - before >= MIB) fail_msg("%.1f MiB more than before", (held_memory() - before) / MIB);
#endif
}

// ---- a busy host --------------------------------------------------------------------------------------------------

enum { LOADERS = 3 };

static atomic_int loaders_are_done, failures;

static void *keep_busy(void *unused)
{
    (void)unused;
    while (!atomic_load(&loaders_are_done)) free(malloc(1000));
    return NULL;
}

static void *load_some(void *count)
{
    const sinew_load_options options = {.timeout = PATIENCE};
    for (long i = 0; i < *(const long *)count; ++i) {
        sinew_model *model;
        if (sinew_model_load("samples/face.fbx", &options, &model, NULL) == SINEW_OK)
            sinew_model_destroy(model);
        else
            atomic_fetch_add(&failures, 1);
    }
    return NULL;
}

static void load_in_threads(long count)
{
    pthread_t busy, loaders[LOADERS];
    long each = (count + LOADERS - 1) / LOADERS;
    atomic_store(&loaders_are_done, 0);
    assert_int_equal(pthread_create(&busy, NULL, keep_busy, NULL), 0);
    for (int i = 0; i < LOADERS; ++i) assert_int_equal(pthread_create(&loaders[i], NULL, load_some, &each), 0);
    for (int i = 0; i < LOADERS; ++i) pthread_join(loaders[i], NULL);
    atomic_store(&loaders_are_done, 1);
    pthread_join(busy, NULL);
}

static void busy_threads_and_a_large_heap_change_nothing(void **state)
{
    (void)state;
    const size_t heap_size = (size_t)from_environment("SINEW_HEAP_MIB", 200) << 20;
    const long count = from_environment("SINEW_LOADS", 30);
    char *heap = malloc(heap_size);
    assert_non_null(heap);
    memset(heap, 1, heap_size);
    signal(SIGCHLD, SIG_IGN);
    load_in_threads(count / 10 + 1); // threads have memory of their own
    const int descriptors = open_descriptors();
    const double before = held_memory();
    load_in_threads(count);
    assert_int_equal(atomic_load(&failures), 0);
    assert_int_equal(open_descriptors(), descriptors);
    assert_flat(before);
    signal(SIGCHLD, SIG_DFL);
    assert_no_child_is_left();
    free(heap);
}

// ---- different files ----------------------------------------------------------------------------------------------

/// What planted_worker.c does at once when it is told to.
static const char *const deeds[] = {
    "open", "socket", "fork",  "exec",           "code",        "crash", "abort",           "vanish",
    "huge", "empty",  "zeros", "unknown-result", "host-result", "half",  "unknown-message", "control",
};
enum { DEED_COUNT = sizeof deeds / sizeof *deeds };

/// Two models that are each other's parents, below the scene: Assimp 5.2 walks round them until its stack ends.
static const char circle[] =
    "; FBX 7.5.0 project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: 7500\n}\nObjects:  {\n"
    "Model: 1, \"Model::a\", \"LimbNode\" {\n Version: 232\n}\nModel: 2, \"Model::b\", \"LimbNode\" {\n Version: "
    "232\n}\n}\n"
    "Connections:  {\n C: \"OO\",1,0\n C: \"OO\",2,1\n C: \"OO\",1,2\n}\n";

/// Changes some bytes, others for every number; of every fourth file the end is missing.
static size_t damage(unsigned char *bytes, size_t size, uint32_t number)
{
    const size_t kept = number % 4 == 0 ? size * (number % 97 + 1) / 98 : size;
    for (int i = 0; i < 4; ++i) {
        number = number * 1664525u + 1013904223u;
        unsigned char *byte = &bytes[(number >> 8) % size];
        if (number & 1 || (*byte >= '0' && *byte <= '9')) *byte = (unsigned char)('0' + (number >> 24) % 10);
    }
    return kept;
}

/// A model file, a damaged one, one that makes a worker misbehave, one that kills Assimp: by its number.
static sinew_result load_number(const char *original, size_t size, long number)
{
    sinew_load_options options = {.timeout = PATIENCE};
    const char *path;
    if (number % 4 == 0) {
        const char *deed = deeds[number / 4 % DEED_COUNT];
        options.worker_folder = SINEW_PLANTED_WORKER_FOLDER;
        path = write_temporary_file("deed.fbx", deed, strlen(deed));
    } else if (number % 101 == 0) {
        path = write_temporary_file("circle.fbx", circle, strlen(circle));
    } else if (number % 4 == 1) {
        path = "tests/data/arm.fbx";
    } else {
        unsigned char *bytes = malloc(size);
        assert_non_null(bytes);
        memcpy(bytes, original, size);
        path = write_temporary_file("damaged.fbx", bytes, damage(bytes, size, (uint32_t)number));
        free(bytes);
    }
    sinew_model *model;
    sinew_error error = {0};
    const sinew_result result = sinew_model_load(path, &options, &model, &error);
    if (result == SINEW_OK)
        sinew_model_destroy(model);
    else
        assert_true(strlen(error.message) > 0);
    return result;
}

static void different_files_leave_no_memory_behind(void **state)
{
    (void)state;
    const long count = 10 * from_environment("SINEW_LOADS", 30);
    void *original;
    size_t size;
    long loaded = 0, crashed = 0, refused = 0;
    double before = 0;
    assert_int_equal(sinew__file_read("tests/data/arm.fbx", &original, &size, NULL), SINEW_OK);
    const int descriptors = open_descriptors();
    for (long number = 0; number < count; ++number) {
        const sinew_result result = load_number(original, size, number);
        ++*(result == SINEW_OK ? &loaded : result == SINEW_ERROR_CRASHED ? &crashed : &refused);
        if (number == count / 10) before = held_memory();
    }
    assert_flat(before);
    print_message("%ld loaded, %ld crashed, %ld refused\n", loaded, crashed, refused);
    assert_true(loaded > count / 4 && crashed > count / 8 && refused > count / 16);
    assert_int_equal(open_descriptors(), descriptors);
    assert_no_child_is_left();
    free(original);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(busy_threads_and_a_large_heap_change_nothing),
        cmocka_unit_test(different_files_leave_no_memory_behind),
    };
    return cmocka_run_group_tests(tests, make_temporary_folder, remove_temporary_folder);
}
