/// The dependencies of a file of the cache: how they are written, read back and compared.
#define _DEFAULT_SOURCE
#include "support/cmocka_close.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "import/cache/cache.h"
#include "support/cached_load.h"

static void origins_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    sinew__dependencies origin = {0}, read;
    sinew__dependencies_record(&origin, "", -1);
    sinew__dependencies_record(&origin, "side.mtl", -1);
    sinew__dependencies_record(&origin, "side.mtl", -1);
    assert_int_equal(sinew__dependencies_count(&origin), 2);
    sinew__buffer bytes = {0};
    sinew__dependencies_put(&origin, &bytes);
    assert_true(sinew__dependencies_read(bytes.text, bytes.size, &read));
    assert_string_equal(sinew__dependencies_name(&read, sinew__dependencies_at(&read, 1)), "side.mtl");
    sinew__dependencies_free(&read);
    for (size_t cut = 0; cut < bytes.size; ++cut) {
        assert_false(sinew__dependencies_read(bytes.text, cut, &read));
        sinew__dependencies_free(&read);
    }
    for (size_t at = 0; at < bytes.size; ++at) { // sanitizers watch
        bytes.text[at] = (char)(bytes.text[at] ^ 0xff);
        if (sinew__dependencies_read(bytes.text, bytes.size, &read))
            for (size_t i = 0; i < sinew__dependencies_count(&read); ++i)
                assert_true(strlen(sinew__dependencies_name(&read, sinew__dependencies_at(&read, i))) < bytes.size);
        sinew__dependencies_free(&read);
        bytes.text[at] = (char)(bytes.text[at] ^ 0xff);
    }
    sinew__buffer_free(&bytes);
    sinew__dependencies_free(&origin);
}

/// A look is trusted only once a file has been at rest for two seconds; then its content is not read any more.
static void a_settled_file_is_known_by_a_look(void **state)
{
    (void)state;
    copy_arm();
    int file = open(model_path, O_RDONLY);
    sinew__dependencies origin = {0};
    sinew__dependencies_record(&origin, "", file);
    assert_int_equal(sinew__dependencies_at(&origin, 0)->state, SINEW__DEPENDENCY_RECENT);
    sinew__dependencies_at(&origin, 0)->hash = sinew__dependencies_hash(file);
    assert_int_equal(sinew__dependencies_compare(sinew__dependencies_at(&origin, 0), file),
                     SINEW__DEPENDENCY_SAME_CONTENT);
    sinew__dependencies_at(&origin, 0)->hash ^= 1;
    assert_int_equal(sinew__dependencies_compare(sinew__dependencies_at(&origin, 0), file), SINEW__DEPENDENCY_CHANGED);
    sinew__dependencies_free(&origin);
    close(file);
    file = open("samples/walk.fbx", O_RDONLY); // older than this program
    sinew__dependencies_record(&origin, "", file);
    assert_int_equal(sinew__dependencies_at(&origin, 0)->state, SINEW__DEPENDENCY_SETTLED);
    assert_int_equal(sinew__dependencies_compare(sinew__dependencies_at(&origin, 0), file), SINEW__DEPENDENCY_SAME);
    sinew__dependencies_at(&origin, 0)->modified ^= 1;
    assert_int_equal(sinew__dependencies_compare(sinew__dependencies_at(&origin, 0), file),
                     SINEW__DEPENDENCY_CHANGED); // its hash is 0
    sinew__dependencies_free(&origin);
    close(file);
}

/// A library is known by a look, however recent; and one that is not there, or is a side file's name, is none.
static void a_library_is_known_by_a_look(void **state)
{
    (void)state;
    sinew__dependencies origin = {0};
    copy_arm();
    sinew__dependencies_record(&origin, "", -1);
    sinew__dependencies_record_library(&origin, model_path);
    sinew__dependencies_record_library(&origin, "/nowhere/libassimp.so");
    sinew__dependencies_record(&origin, model_path, -1);
    assert_int_equal(sinew__dependencies_count(&origin), 3);
    const sinew__dependency *library = sinew__dependencies_at(&origin, 1);
    assert_string_equal(sinew__dependencies_name(&origin, library), model_path);
    assert_int_equal(sinew__dependencies_compare_library(library, model_path), SINEW__DEPENDENCY_SAME);
    set_time(model_path, 1000000000);
    assert_int_equal(sinew__dependencies_compare_library(library, model_path), SINEW__DEPENDENCY_CHANGED);
    assert_int_equal(sinew__dependencies_compare_library(library, "/nowhere/libassimp.so"), SINEW__DEPENDENCY_CHANGED);
    sinew__dependencies_free(&origin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_settled_file_is_known_by_a_look, clear_cache),
        cmocka_unit_test_teardown(origins_that_make_no_sense_are_refused, clear_cache),
        cmocka_unit_test_teardown(a_library_is_known_by_a_look, clear_cache),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
