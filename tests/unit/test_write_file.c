// Files that are written whole or not at all.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/platform/file.h"

static char folder[] = "/tmp/sinew-write-XXXXXX";
static char path[64];

static void assert_content(const char *expected)
{
    char text[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static int count_files(void)
{
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static int write_old(void **state)
{
    (void)state;
    return sinew__file_write(path, "old", 3, NULL) != SINEW_OK;
}

static void a_new_file_takes_the_place_of_the_old_one(void **state)
{
    (void)state;
    assert_int_equal(sinew__file_write(path, "newer", 5, NULL), SINEW_OK);
    assert_content("newer");
    assert_int_equal(sinew__file_write(path, "", 0, NULL), SINEW_OK);
    assert_content("");
    assert_int_equal(count_files(), 1);
}

/// A limit on file sizes refuses in the middle of a write, as a quota does.
static void a_write_that_is_refused_half_way_leaves_the_old_file(void **state)
{
    (void)state;
    static char bytes[4096];
    const struct rlimit narrow = {1000, RLIM_INFINITY};
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &narrow);
    sinew_error error;
    const sinew_result result = sinew__file_write(path, bytes, sizeof bytes, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    assert_int_equal(result, SINEW_ERROR_WRITE);
    assert_string_equal(error.message, "cannot write: File too large");
    assert_content("old");
    assert_int_equal(count_files(), 1);
}

/// A child is stopped by the handler of a program in the middle of its writes: whatever it had begun is gone.
static void stop(int number)
{
    (void)number;
    sinew__temporary_output_remove_all();
    _exit(3);
}

static int content_is_new(void)
{
    char text[4] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, 3, file)] = '\0';
    fclose(file);
    return strcmp(text, "new") == 0;
}

static void what_is_unfinished_is_removed_by_a_handler(void **state)
{
    (void)state;
    for (int run = 0; run < 50 || !content_is_new(); ++run) { // on a busy machine a child may not come to write
        const pid_t child = fork();
        if (child == 0) {
            signal(SIGALRM, stop);
            for (;;) {
                if (sinew__file_write(path, "new", 3, NULL) != SINEW_OK) _exit(4);
            }
        }
        const struct timespec wait = {0, 2000000 + run % 50 * 100000};
        nanosleep(&wait, NULL);
        kill(child, SIGALRM);
        int status = 0;
        waitpid(child, &status, 0);
        assert_true(WIFEXITED(status) ? WEXITSTATUS(status) == 3 : WTERMSIG(status) == SIGALRM); // or before it began
        assert_int_equal(count_files(), 1);
    }
}

static void the_noted_are_removed_once(void **state)
{
    (void)state;
    char *noted = strdup(path);
    int slot = sinew__temporary_output_add(noted);
    assert_true(slot >= 0);
    assert_true(sinew__temporary_output_forget(slot));
    sinew__temporary_output_remove_all();
    assert_content("old"); // it was forgotten in time
    slot = sinew__temporary_output_add(noted);
    sinew__temporary_output_remove_all();
    assert_int_equal(count_files(), 0);
    assert_false(sinew__temporary_output_forget(slot)); // taken: not to be freed by the writer
    free(noted);
}

static void more_files_at_once_than_are_noted_are_no_harm(void **state)
{
    (void)state;
    char none[] = "/nonexistent/file";
    int slots[100], noted = 0;
    for (int i = 0; i < 100; ++i) noted += (slots[i] = sinew__temporary_output_add(none)) >= 0;
    assert_in_range(noted, 16, 99);
    assert_int_equal(sinew__file_write(path, "new", 3, NULL), SINEW_OK);
    for (int i = 0; i < 100; ++i) assert_true(sinew__temporary_output_forget(slots[i]));
    assert_content("new");
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/out", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_new_file_takes_the_place_of_the_old_one, write_old),
        cmocka_unit_test_setup(a_write_that_is_refused_half_way_leaves_the_old_file, write_old),
        cmocka_unit_test_setup(what_is_unfinished_is_removed_by_a_handler, write_old),
        cmocka_unit_test_setup(the_noted_are_removed_once, write_old),
        cmocka_unit_test_setup(more_files_at_once_than_are_noted_are_no_harm, write_old),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    rmdir(folder);
    return failed;
}
