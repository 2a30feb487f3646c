/// Whatever happens to the cache, loads go on: files damaged, no folder, no room; and a limit holds.
#define _DEFAULT_SOURCE
#include "support/cmocka_close.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/platform/file.h"
#include "import/cache/cache.h"
#include "support/cached_load.h"

// ---- damage -------------------------------------------------------------------------------------------------------

static void a_damaged_file_is_replaced_and_said_once(void **state)
{
    (void)state;
    const loaded right = assert_imported(load(arm));
    void *whole;
    size_t size;
    assert_int_equal(sinew__file_read(only_file(), &whole, &size, NULL), SINEW_OK);
    unsigned char *bytes = whole;
    for (int kind = 0; kind < 6; ++kind) {
        const size_t places[] = {0, 9, 30, 70, size / 2, size - 1};
        bytes[places[kind]] ^= 0x10;
        write_bytes(only_file(), bytes, size);
        bytes[places[kind]] ^= 0x10;
        const loaded again = assert_imported(load(arm));
        assert_int_equal(again.warned, 1);
        assert_true(again.hash == right.hash);
        assert_int_equal(assert_opened(load(arm)).warned, 0);
    }
    for (size_t cut = 0; cut < size; cut += size / 7) {
        write_bytes(only_file(), bytes, cut);
        assert_int_equal(assert_imported(load(arm)).warned, 1);
    }
    // Zeros, as a power cut may leave them; and files that do not belong to the cache.
    memset(bytes + 64, 0, size - 64);
    write_bytes(only_file(), bytes, size);
    assert_int_equal(assert_imported(load(arm)).warned, 1);
    write_text(only_file(), "Dear Anna");
    assert_int_equal(assert_imported(load(arm)).warned, 1);
    assert_opened(load(arm));
    free(whole);
}

static void take_report(void *user, size_t done, size_t total)
{
    size_t *reports = user;
    ++*reports;
    assert_int_equal(done, 1);
    assert_int_equal(total, 1);
}

static void check_finds_what_a_load_would_find(void **state)
{
    (void)state;
    size_t reports = 0;
    const sinew__cache_progress progress = {take_report, &reports};
    sinew__cache_totals checked;
    copy_arm();
    assert_imported(load(arm));
    assert_int_equal(sinew__cache_folder_check(own_cache, &progress, &checked, NULL), SINEW_OK);
    assert_int_equal(reports, 1);
    assert_int_equal(checked.files, 1);
    assert_int_equal(checked.removed, 0);
    write_text(only_file(), "Dear Anna");
    assert_imported(load(model_path));
    assert_int_equal(sinew__cache_folder_check(own_cache, NULL, &checked, NULL), SINEW_OK);
    assert_int_equal(checked.files, 1);
    assert_int_equal(checked.removed, 1);
    assert_opened(load(model_path));
}

// ---- no room ------------------------------------------------------------------------------------------------------

static void a_cache_that_cannot_be_is_none(void **state)
{
    (void)state;
    char below[100];
    write_text(other_path, "a file");
    snprintf(below, sizeof below, "%s/below", other_path);
    const char *const places[] = {other_path, below, "/proc/nowhere", "/dev/null", "", "."};
    for (size_t i = 0; i < sizeof places / sizeof *places - 2; ++i) {
        assert_imported(load_with(arm, (sinew_load_options){.cache_folder = places[i]}));
        assert_imported(load_with(arm, (sinew_load_options){.cache_folder = places[i]}));
    }
}

/// Returns whether a model can be kept if files may have only `limit` bytes, like on a full disk.
static int can_be_kept(const sinew_model *model, rlim_t largest)
{
    const struct rlimit limit = {largest, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    sinew__model_files files;
    assert_int_equal(sinew__model_files_open(arm, NULL, &files, NULL), SINEW_OK);
    sinew__cache_entry entry = {.folder = own_cache, .files = &files};
    sinew__cache_entry_begin(&entry);
    sinew__cache_entry_store(&entry, model);
    sinew_model *stored = sinew__cache_entry_open(&entry);
    const int is_stored = stored != NULL;
    sinew_model_destroy(stored);
    sinew__cache_entry_end(&entry);
    sinew__model_files_close(&files);
    return is_stored;
}

static void a_full_disk_leaves_nothing_behind(void **state)
{
    (void)state;
    sinew_model *model;
    assert_int_equal(sinew_model_load(arm, NULL, &model, NULL), SINEW_OK);
    signal(SIGXFSZ, SIG_IGN);
    const int without_room = can_be_kept(model, 4096);
    DIR *directory = opendir(own_cache);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)))
        if (entry->d_name[0] != '.') fail_msg("left behind: %s", entry->d_name);
    if (directory) closedir(directory);
    assert_false(without_room);
    assert_true(can_be_kept(model, RLIM_INFINITY));
    sinew_model_destroy(model);
}

/// Puts a file of that size and age into the cache.
static void put_file(uint64_t key, size_t size, time_t age)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%016llx.sinew", own_cache, (unsigned long long)key);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(ftruncate(file, (off_t)size), 0);
    close(file);
    set_time(path, time(NULL) - age);
}

static int has_file(uint64_t key)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%016llx.sinew", own_cache, (unsigned long long)key);
    return access(path, F_OK) == 0;
}

static void what_was_used_least_lately_goes_first(void **state)
{
    (void)state;
    assert_imported(load(arm)); // makes the folder
    clear_cache(NULL);
    const size_t mib = (size_t)1 << 20;
    for (uint64_t i = 1; i <= 5; ++i) put_file(i, mib, (time_t)(6 - i) * 100);
    put_file(9, 1, 50); // counts for 64 KiB
    sinew__cache_folder_shrink(own_cache, 3 * mib + 65536);
    for (uint64_t i = 1; i <= 5; ++i) assert_int_equal(has_file(i), i > 2);
    assert_true(has_file(9));
    sinew__cache_folder_shrink(own_cache, 3 * mib);
    assert_false(has_file(3));
    assert_int_equal(totals().files, 3);
    assert_int_equal(totals().bytes, 2 * mib + 1);
}

static void a_load_is_a_use(void **state)
{
    (void)state;
    struct stat status;
    assert_imported(load(arm));
    set_time(only_file(), time(NULL) - 1000);
    assert_opened(load(arm));
    assert_int_equal(stat(only_file(), &status), 0);
    assert_true(time(NULL) - status.st_mtime < 100);
}

/// A file outside the cache, as old as a use is noted for, under the name that the cache looks for.
static void plant(int (*link_to)(const char *from, const char *to))
{
    assert_imported(load(arm));
    char name[200];
    snprintf(name, sizeof name, "%s", only_file());
    assert_int_equal(rename(name, other_path), 0);
    set_time(other_path, 1000000000);
    assert_int_equal(link_to(other_path, name), 0);
}

static void a_planted_link_is_replaced_and_its_target_keeps_its_time(void **state)
{
    (void)state;
    struct stat status;
    plant(symlink);
    assert_imported(load(arm)); // the link's target is not a file of the cache
    assert_int_equal(stat(other_path, &status), 0);
    assert_int_equal(status.st_mtime, 1000000000);
    assert_int_equal(lstat(only_file(), &status), 0);
    assert_true(S_ISREG(status.st_mode));
    assert_opened(load(arm));
    unlink(other_path);
}

static void a_file_with_a_second_name_keeps_its_time(void **state)
{
    (void)state;
    struct stat status;
    plant(link);
    assert_opened(load(arm));
    assert_int_equal(stat(other_path, &status), 0);
    assert_int_equal(status.st_mtime, 1000000000);
    unlink(other_path);
}

static void a_small_limit_holds(void **state)
{
    (void)state;
    copy_arm();
    const sinew_load_options none = {.cache_folder = own_cache, .cache_limit = 1000},
                             one = {.cache_folder = own_cache, .cache_limit = 100000};
    assert_imported(load_with(arm, none));
    assert_int_equal(totals().files, 0);
    assert_imported(load_with(arm, one));
    set_time(only_file(), 1000000000);
    assert_imported(load_with(model_path, one));
    assert_int_equal(totals().files, 1);
    assert_opened(load_with(model_path, one));
}

static void only_what_is_the_caches_is_removed(void **state)
{
    (void)state;
    static const char *const others[] = {"notes.txt", "0123456789abcdef.sinew.bak", "0123456789ABCDEF.sinew",
                                         "walk.sinew", "0123456789abcdef0.sinew"};
    assert_imported(load(arm));
    char path[200];
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        snprintf(path, sizeof path, "%s/%s", own_cache, others[i]);
        write_text(path, "mine");
        set_time(path, 1000000000);
    }
    snprintf(path, sizeof path, "%s/0123456789abcdef.sinew.abc123", own_cache); // of a writer that was ended
    write_text(path, "half");
    set_time(path, 1000000000);
    sinew__cache_folder_shrink(own_cache, 1);
    assert_int_equal(access(path, F_OK), -1);
    clear_cache(NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        snprintf(path, sizeof path, "%s/%s", own_cache, others[i]);
        assert_int_equal(access(path, F_OK), 0);
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_damaged_file_is_replaced_and_said_once, clear_cache),
        cmocka_unit_test_teardown(check_finds_what_a_load_would_find, clear_cache),
        cmocka_unit_test_teardown(a_cache_that_cannot_be_is_none, clear_cache),
        cmocka_unit_test_teardown(a_full_disk_leaves_nothing_behind, clear_cache),
        cmocka_unit_test_teardown(what_was_used_least_lately_goes_first, clear_cache),
        cmocka_unit_test_teardown(a_load_is_a_use, clear_cache),
        cmocka_unit_test_teardown(a_planted_link_is_replaced_and_its_target_keeps_its_time, clear_cache),
        cmocka_unit_test_teardown(a_file_with_a_second_name_keeps_its_time, clear_cache),
        cmocka_unit_test_teardown(a_small_limit_holds, clear_cache),
        cmocka_unit_test_teardown(only_what_is_the_caches_is_removed, clear_cache),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
