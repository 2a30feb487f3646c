/// The folders that are searched for a model's side files, and their order.
#define _DEFAULT_SOURCE
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/platform/side_files.h"

static char root[] = "/tmp/sinew-side-XXXXXX";

static const char *path_of(const char *path)
{
    static char full[600];
    snprintf(full, sizeof full, "%s/%s", root, path);
    return full;
}

/// Writes a file that contains its own path, with all folders above it.
static void make(const char *path)
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        char folder[300];
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        mkdir(path_of(folder), 0755);
    }
    FILE *file = fopen(path_of(path), "w");
    assert_non_null(file);
    fputs(path, file);
    fclose(file);
}

/// Checks that the authored path leads to the file made at `expected`; NULL: to none.
static void assert_found(const char *authored, int with_extra, const char *expected)
{
    char model[600], extra[600];
    snprintf(model, sizeof model, "%s", path_of("model/walk.fbx"));
    snprintf(extra, sizeof extra, "%s", path_of("maps"));
    char *bytes = NULL;
    size_t size = 0;
    const sinew_result result =
        sinew__side_file_read(model, with_extra ? extra : NULL, authored, (void **)&bytes, &size);
    assert_int_equal(result, expected ? SINEW_OK : SINEW_ERROR_NOT_FOUND);
    if (expected && (size != strlen(expected) || memcmp(bytes, expected, size) != 0))
        fail_msg("%s leads to %.*s, not to %s", authored, (int)size, bytes, expected);
    free(bytes);
}

static void the_longest_folders_of_a_path_are_tried_below_the_model(void **state)
{
    (void)state;
    make("model/Textures/Characters/X/a.tif");
    make("model/Characters/Y/b.tif");
    make("model/Y/b.tif");
    assert_found("D:\\work\\Assets\\Textures\\Characters\\X\\a.tif", 0, "model/Textures/Characters/X/a.tif");
    assert_found("/home/x/textures/characters/x/A.TIF", 0, "model/Textures/Characters/X/a.tif");
    assert_found("../Assets/Characters/Y/b.tif", 0, "model/Y/b.tif"); // the last folder goes first
    assert_found("D:/work/Characters/X/a.tif", 0, NULL);              // not in Characters/X
    assert_found("Characters/../../maps/deep/c.tif", 0, NULL);
}

static void a_texture_folder_may_be_singular(void **state)
{
    (void)state;
    make("model/Texture/d.png");
    make("model/texture/e.png");
    assert_found("d.png", 0, "model/Texture/d.png");
    assert_found("e.png", 0, "model/texture/e.png");
}

static void the_extra_folder_is_a_tree(void **state)
{
    (void)state;
    make("maps/deep/deeper/c.tif");
    make("maps/deep/c.tif");
    make("maps/other/Skin.PNG");
    make("maps/suits/red/f.png");
    make("maps/a/f.png");
    make("outside/g.png");
    char target[600];
    snprintf(target, sizeof target, "%s", path_of("outside"));
    assert_int_equal(symlink(target, path_of("maps/link")), 0);
    assert_found("nowhere/c.tif", 1, "maps/deep/c.tif"); // the shortest path
    assert_found("nowhere/c.tif", 0, NULL);
    assert_found("skin.png", 1, "maps/other/Skin.PNG");
    assert_found("D:/suits/red/f.png", 1, "maps/suits/red/f.png"); // the author's folders before the rest of the tree
    assert_found("g.png", 1, NULL);                                // links do not lead out
    assert_found("folder%5cg.png", 0, NULL);                       // a backslash that is not a separator
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

static void assert_found_at(sinew__side_folders *folders, const char *authored, const char *expected)
{
    int file;
    size_t size;
    assert_int_equal(sinew__side_folders_find(folders, authored, &file, &size), SINEW_OK);
    assert_string_equal(sinew__side_folders_found(folders), expected);
    close(file);
}

static void a_search_says_where_and_goes_on_with_another_model(void **state)
{
    (void)state;
    int file;
    size_t size;
    char model[600], extra[600], in_extra[700], in_tree[700];
    make("one/a.fbm/skin.png");
    make("one/Maps/Cloth.png");
    make("other/textures/skin.png");
    make("more/wood.png");
    make("more/deep/er/stone.png");
    snprintf(extra, sizeof extra, "%s", path_of("more"));
    snprintf(in_extra, sizeof in_extra, "%s/wood.png", extra);
    snprintf(in_tree, sizeof in_tree, "%s/deep/er/stone.png", extra);
    snprintf(model, sizeof model, "%s", path_of("one/a.fbx"));
    sinew__side_folders *folders = sinew__side_folders_open(model, extra);
    assert_found_at(folders, "C:\\x\\skin.png", "a.fbm/skin.png");
    assert_found_at(folders, "maps/cloth.PNG", "Maps/Cloth.png");
    assert_found_at(folders, "wood.png", in_extra);
    assert_found_at(folders, "x/stone.png", in_tree);
    snprintf(model, sizeof model, "%s", path_of("one/b.fbx")); // the folder is the same, its name is not
    assert_int_equal(sinew__side_folders_set_model(folders, model), SINEW_OK);
    assert_found_at(folders, "Maps/Cloth.png", "Maps/Cloth.png");
    assert_int_equal(sinew__side_folders_find(folders, "skin.png", &file, &size), SINEW_ERROR_NOT_FOUND);
    snprintf(model, sizeof model, "%s", path_of("other/b.fbx"));
    assert_int_equal(sinew__side_folders_set_model(folders, model), SINEW_OK);
    assert_found_at(folders, "skin.png", "textures/skin.png");
    assert_found_at(folders, "stone.png", in_tree);
    assert_int_equal(sinew__side_folders_find(folders, "Maps/Cloth.png", &file, &size), SINEW_ERROR_NOT_FOUND);
    sinew__side_folders_close(folders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_says_where_and_goes_on_with_another_model),
        cmocka_unit_test(the_longest_folders_of_a_path_are_tried_below_the_model),
        cmocka_unit_test(a_texture_folder_may_be_singular),
        cmocka_unit_test(the_extra_folder_is_a_tree),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
