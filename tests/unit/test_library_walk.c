/// Listing the model files of a folder: the listed files, their order, and the memory of the list.
#define _XOPEN_SOURCE 700 // mkdtemp
#include "support/cmocka_close.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program/library/walk_folder.h"
#include "sinew/memory.h"

struct dirent *__real_readdir(DIR *stream);
struct dirent *__wrap_readdir(DIR *stream);

/// Number of requested names, and the two requests that end with a failure of the medium.
static int names_asked, failing[2] = {-1, -1};

struct dirent *__wrap_readdir(DIR *stream)
{
    const int name = names_asked++;
    if (name != failing[0] && name != failing[1]) return __real_readdir(stream);
    errno = EIO;
    return NULL;
}

enum { MANY = 2000 };
static char root[] = "/tmp/sinew-walk-XXXXXX";

static const char *path_of(const char *path)
{
    static char full[500];
    snprintf(full, sizeof full, "%s/%s", root, path);
    return full;
}

static void make(const char *path)
{
    FILE *file = fopen(path_of(path), "w");
    assert_non_null(file);
    fclose(file);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

static void model_files_are_listed_in_byte_order(void **state)
{
    (void)state;
    static const char *const expected[] = {"B.GLB", "a/b.fbx", "a/c.bvh", "a0.gltf"};
    library_files files;
    library_skipped_folders skipped;
    mkdir(path_of("a"), 0755);
    mkdir(path_of("folder.fbx"), 0755);
    make("a0.gltf");
    make("a/c.bvh");
    make("a/b.fbx");
    make("B.GLB");
    make(".fbx"); // has no extension
    make("a/b.fbx.txt");
    assert_int_equal(symlink("a0.gltf", path_of("link.fbx")), 0);
    assert_int_equal(symlink("..", path_of("a/circle")), 0);
    assert_int_equal(library_walk(root, NULL, &files, &skipped, NULL), SINEW_OK);
    assert_int_equal(files.count, 4);
    assert_int_equal(skipped.unreadable, 0);
    for (int i = 0; i < 4; ++i) assert_string_equal(files.items[i].path, expected[i]);
    library_files_free(&files);
}

/// A folder in the top folder is 1 deep. Files in the 64th are listed, the 65th is skipped, and the walk goes on.
static void folders_that_are_too_deep_are_skipped(void **state)
{
    (void)state;
    char path[400] = "deep";
    library_files files;
    library_skipped_folders skipped;
    mkdir(path_of("deep"), 0755);
    for (int depth = 1; depth <= LIBRARY_MAX_DEPTH + 1; ++depth) {
        strcat(path, "/d");
        mkdir(path_of(path), 0755);
        if (depth < LIBRARY_MAX_DEPTH) continue;
        const size_t length = strlen(path);
        strcat(path, "/a.fbx");
        make(path);
        path[length] = '\0';
    }
    make("deep/z.fbx");
    assert_int_equal(library_walk(path_of("deep"), NULL, &files, &skipped, NULL), SINEW_OK);
    assert_int_equal(files.count, 2);
    assert_int_equal(strlen(files.items[0].path), 2 * LIBRARY_MAX_DEPTH + strlen("a.fbx"));
    assert_string_equal(files.items[1].path, "z.fbx");
    assert_int_equal(skipped.too_deep, 1);
    assert_int_equal(strlen(skipped.first_too_deep), 2 * LIBRARY_MAX_DEPTH + 1);
    library_files_free(&files);
}

/// A path longer than the system takes cannot be read by anybody. Files that are not listed in it do not count as
/// missing.
static void folders_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    enum { NAME = 250, COUNT = 17 };
    char name[NAME + 1], before[500];
    library_files files;
    library_skipped_folders skipped;
    memset(name, 'n', NAME);
    name[NAME] = '\0';
    mkdir(path_of("long"), 0755);
    make("long/a.fbx");
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(path_of("long")), 0);
    for (int i = 0; i < COUNT; ++i) {
        assert_int_equal(mkdir(name, 0755), 0);
        assert_int_equal(chdir(name), 0);
    }
    assert_int_equal(chdir(before), 0);
    assert_int_equal(library_walk(path_of("long"), NULL, &files, &skipped, NULL), SINEW_OK);
    assert_int_equal(files.count, 1);
    assert_int_equal(skipped.unreadable, 1);
    assert_int_equal(skipped.too_deep, 0);
    assert_memory_equal(skipped.first_unreadable, name, NAME);
    assert_int_equal(files.skipped_count, 1);
    const size_t length = strlen(files.skipped[0]);
    assert_in_range(length, 4096 - NAME - 100, 4096 + NAME);
    assert_int_equal(files.skipped[0][length - 1], '/');
    library_files_free(&files);
}

/// Its names can be read, but not their types. User 0 may do anything, and another one need not reach the folder by
/// its whole path.
static void a_folder_that_cannot_be_searched_is_skipped(void **state)
{
    (void)state;
    const uid_t user = geteuid(), nobody = 65534;
    char before[500];
    library_files files;
    library_skipped_folders skipped;
    mkdir(path_of("closed"), 0755);
    mkdir(path_of("closed/names"), 0755);
    make("closed/names/a.fbx");
    assert_int_equal(chmod(path_of("closed/names"), 0444), 0);
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(path_of("closed")), 0);
    if (user == 0) assert_int_equal(seteuid(nobody), 0);
    const sinew_result result = library_walk(".", NULL, &files, &skipped, NULL);
    if (user == 0) assert_int_equal(seteuid(user), 0);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(chmod(path_of("closed/names"), 0755), 0);
    assert_int_equal(result, SINEW_OK);
    assert_int_equal(files.count, 0);
    assert_int_equal(skipped.unreadable, 1);
    assert_string_equal(skipped.first_unreadable, "names");
    library_files_free(&files);
}

/// Whether the file is in the list.
static int lists(const library_files *files, const char *path)
{
    for (size_t i = 0; i < files->count; ++i)
        if (strcmp(files->items[i].path, path) == 0) return 1;
    return 0;
}

/// If reading names fails at any point, once or twice, each file is listed or is in a skipped folder. A failure in the
/// top folder ends the walk.
static void what_a_failing_medium_hides_is_not_missing(void **state)
{
    (void)state;
    static const char *const all[] = {"a/1.fbx", "a/b/2.fbx", "a/b/3.fbx", "a/c/4.fbx", "d/5.fbx", "d/6.fbx"};
    static const char *const folders[] = {"medium", "medium/a", "medium/a/b", "medium/a/c", "medium/d"};
    enum { FILES = 6, FOLDERS = 5, NAMES = FILES + FOLDERS - 1 + 2 * FOLDERS + FOLDERS }; // with ".", ".." and the end
    char path[100];
    int hidden = 0;
    for (int i = 0; i < FOLDERS; ++i) mkdir(path_of(folders[i]), 0755);
    for (int i = 0; i < FILES; ++i) {
        snprintf(path, sizeof path, "medium/%s", all[i]);
        make(path);
    }
    for (int failures = 0; failures < NAMES * NAMES; ++failures) {
        library_files files;
        library_skipped_folders skipped;
        names_asked = 0;
        failing[0] = failures / NAMES;
        failing[1] = failures % NAMES;
        const sinew_result result = library_walk(path_of("medium"), NULL, &files, &skipped, NULL);
        failing[0] = failing[1] = -1;
        if (result == SINEW_ERROR_NOT_FOUND) continue;
        assert_int_equal(result, SINEW_OK);
        for (size_t i = 0; i < FILES; ++i) {
            hidden += !lists(&files, all[i]);
            if (!lists(&files, all[i]) && !library_is_in_skipped(&files, all[i]))
                fail_msg("%s, with failures at %d and %d", all[i], failures / NAMES, failures % NAMES);
        }
        assert_true(skipped.unreadable >= files.skipped_count);
        library_files_free(&files);
    }
    assert_true(hidden > NAMES);
}

static void files_below_skipped_folders_are_known_by_their_paths(void **state)
{
    (void)state;
    char first[] = "a/b/", second[] = "c/";
    char *folders[] = {first, second};
    const library_files files = {.skipped = folders, .skipped_count = 2};
    static const char *const inside[] = {"a/b/x.fbx", "a/b/c/x.fbx", "c/\377.fbx"};
    static const char *const outside[] = {"a/b.fbx", "a/b-x.fbx", "a/a/b/x.fbx", "a/bb/x.fbx",
                                          "c.fbx",   "d/x.fbx",   "A/b/x.fbx"};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; ++i) assert_true(library_is_in_skipped(&files, inside[i]));
    for (size_t i = 0; i < sizeof outside / sizeof *outside; ++i)
        assert_false(library_is_in_skipped(&files, outside[i]));
}

// ---- memory -------------------------------------------------------------------------------------------------------

/// Bytes that were requested, including released ones.
static size_t requested;

static void *count_allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    requested += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void *count_resize(void *user, void *memory, size_t size)
{
    (void)user;
    requested += size;
    return realloc(memory, size);
}

static void count_release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

/// A million files fit into memory: one takes 24 bytes in the list, which doubles, and its path.
static void a_file_takes_little_memory(void **state)
{
    (void)state;
    const sinew_allocator counting = {count_allocate, count_resize, count_release, NULL};
    library_files files;
    library_skipped_folders skipped;
    char name[32];
    mkdir(path_of("many"), 0755);
    for (int i = 0; i < MANY; ++i) {
        snprintf(name, sizeof name, "many/%d.fbx", i);
        make(name);
    }
    assert_int_equal(sinew_set_allocator(&counting, NULL), SINEW_OK);
    assert_int_equal(library_walk(path_of("many"), NULL, &files, &skipped, NULL), SINEW_OK);
    assert_int_equal(files.count, MANY);
    library_files_free(&files);
    assert_int_equal(sinew_set_allocator(NULL, NULL), SINEW_OK);
    assert_true(requested < (size_t)MANY * 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_files_are_listed_in_byte_order),
        cmocka_unit_test(folders_that_are_too_deep_are_skipped),
        cmocka_unit_test(folders_that_cannot_be_read_are_named),
        cmocka_unit_test(a_folder_that_cannot_be_searched_is_skipped),
        cmocka_unit_test(what_a_failing_medium_hides_is_not_missing),
        cmocka_unit_test(files_below_skipped_folders_are_known_by_their_paths),
        cmocka_unit_test(a_file_takes_little_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
