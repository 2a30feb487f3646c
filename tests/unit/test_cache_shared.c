/// Processes and threads that load through one cache, and damage it.
#define _DEFAULT_SOURCE
#include "support/cmocka_close.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/cached_load.h"

static uint32_t chance(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(*seed >> 8) * below >> 24);
}

/// Cuts or changes some file of the cache in place.
static void do_damage(uint32_t *seed)
{
    DIR *directory = opendir(own_cache);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        if (entry->d_name[0] == '.' || chance(seed, 2)) continue;
        const int file = openat(dirfd(directory), entry->d_name, O_WRONLY | O_CLOEXEC);
        if (file < 0) continue;
        if (chance(seed, 2))
            (void)!ftruncate(file, chance(seed, 5000));
        else
            (void)!pwrite(file, "damage", 6, chance(seed, 5000));
        close(file);
    }
    if (directory) closedir(directory);
}

/// One of many processes. Returns whether all its loads gave the right models.
static int work_on_the_cache(uint32_t seed, const char *const paths[2], const uint64_t hashes[2])
{
    sinew__cache_totals swept;
    for (int round = 0; round < 25; ++round) {
        const uint32_t which = chance(&seed, 2);
        const size_t limit = chance(&seed, 3) ? 0 : 100000; // one model
        loaded done = load_with(paths[which], (sinew_load_options){.cache_folder = own_cache, .cache_limit = limit});
        if (done.result != SINEW_OK || done.hash != hashes[which]) return 0;
        switch (chance(&seed, 8)) {
        case 0: do_damage(&seed); break;
        case 1: (void)!sinew__cache_folder_clear(own_cache, &swept, NULL); break;
        case 2: (void)!sinew__cache_folder_check(own_cache, NULL, &swept, NULL); break;
        }
    }
    return 1;
}

static void many_processes_share_one_cache(void **state)
{
    (void)state;
    enum { PROCESSES = 8 };
    copy_arm();
    const char *const paths[2] = {arm, model_path};
    const uint64_t hashes[2] = {load_without(arm).hash, load_without(model_path).hash};
    pid_t children[PROCESSES];
    for (uint32_t i = 0; i < PROCESSES; ++i) {
        children[i] = fork();
        if (children[i] == 0) _exit(work_on_the_cache(i + 1, paths, hashes) ? 0 : 1);
    }
    for (int i = 0; i < PROCESSES; ++i) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    DIR *directory = opendir(own_cache);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)))
        if (strlen(entry->d_name) > 22) fail_msg("left behind: %s", entry->d_name);
    if (directory) closedir(directory);
}

static void *load_some_times(void *out_failures)
{
    for (int i = 0; i < 5; ++i) *(int *)out_failures += load(arm).result != SINEW_OK;
    return NULL;
}

static void threads_of_one_process_share_it_too(void **state)
{
    (void)state;
    enum { THREADS = 6 };
    pthread_t threads[THREADS];
    int failures[THREADS] = {0};
    for (int i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, load_some_times, &failures[i]), 0);
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failures[i], 0);
    }
    assert_int_equal(totals().files, 1);
    assert_opened(load(arm));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(many_processes_share_one_cache, clear_cache),
        cmocka_unit_test_teardown(threads_of_one_process_share_it_too, clear_cache),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
