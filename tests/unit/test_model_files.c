// Opening a model file with its folders: everything later works without its path.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/platform/side_files.h"

static const char arm[] = "tests/data/arm.fbx";

static void a_missing_model_leaves_nothing_open(void **state)
{
    (void)state;
    sinew_error error;
    sinew__model_files files;
    assert_int_equal(sinew__model_files_open("tests/data/none.fbx", NULL, &files, &error), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(files.file, -1);
    assert_null(files.side_folders);
    assert_int_equal(sinew__model_files_open("tests/data", NULL, &files, &error), SINEW_ERROR_NOT_A_FILE);
}

static void the_model_has_its_name_and_its_folders(void **state)
{
    (void)state;
    struct stat model, folder, extra;
    assert_int_equal(stat(arm, &model), 0);
    assert_int_equal(stat("tests/data", &folder), 0);
    assert_int_equal(stat("tests", &extra), 0);
    sinew__model_files files;
    assert_int_equal(sinew__model_files_open(arm, "tests", &files, NULL), SINEW_OK);
    assert_string_equal(files.name, "arm.fbx");
    assert_int_equal(files.size, model.st_size);
    assert_int_equal(files.folder.device, folder.st_dev);
    assert_int_equal(files.folder.inode, folder.st_ino);
    assert_int_equal(files.extra_folder.inode, extra.st_ino);
    char start[4];
    assert_int_equal(read(files.file, start, sizeof start), sizeof start);
    sinew__model_files_close(&files);
}

static void a_bare_name_is_in_the_current_folder(void **state)
{
    (void)state;
    struct stat here;
    char start[4096];
    assert_non_null(getcwd(start, sizeof start));
    assert_int_equal(chdir("tests/data"), 0);
    assert_int_equal(stat(".", &here), 0);
    sinew__model_files files;
    const sinew_result result = sinew__model_files_open("arm.fbx", "no such folder", &files, NULL);
    assert_int_equal(chdir(start), 0);
    assert_int_equal(result, SINEW_OK);
    assert_string_equal(files.name, "arm.fbx");
    assert_int_equal(files.folder.inode, here.st_ino);
    assert_int_equal(files.extra_folder.inode, 0);
    sinew__model_files_close(&files);
}

static void one_file_under_two_names_is_the_same(void **state)
{
    (void)state;
    assert_true(sinew__is_same_file(arm, "tests/../tests/data/arm.fbx"));
    assert_false(sinew__is_same_file(arm, "README.md"));
    assert_false(sinew__is_same_file("none", "none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_model_leaves_nothing_open),
        cmocka_unit_test(the_model_has_its_name_and_its_folders),
        cmocka_unit_test(a_bare_name_is_in_the_current_folder),
        cmocka_unit_test(one_file_under_two_names_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
