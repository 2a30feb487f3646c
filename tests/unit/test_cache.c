/// The cache: a second load is the first one's model as long as nothing that it was made of has changed.
#define _DEFAULT_SOURCE
#include "support/cmocka_close.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/cached_load.h"
#include "support/held_memory.h"

// ---- the same files -----------------------------------------------------------------------------------------------

static void a_second_load_starts_no_worker(void **state)
{
    (void)state;
    const loaded first = assert_imported(load(arm)), second = assert_opened(load(arm));
    assert_true(first.hash == second.hash);
    assert_true(first.hash == load_without(arm).hash);
    assert_int_equal(totals().files, 1);
}

/// Its block has 3 MB: one load reuses the memory of the one before.
static void loads_in_turn_do_not_add_up(void **state)
{
    (void)state;
#if defined(SINEW_SANITIZED) // keeps released memory, to find its uses
    skip();
#endif
    if (held_memory() == 0) skip();
    static const char character[] = "samples/character.fbx";
    assert_imported(load(character));
    for (int i = 0; i < 10; ++i) assert_opened(load(character)); // until malloc keeps what one load needs
    const double before = held_memory();
    for (int i = 0; i < 30; ++i) assert_opened(load(character));
    assert_true(held_memory() - before < 3e6);
}

static void without_a_folder_nothing_is_kept(void **state)
{
    (void)state;
    assert_imported(load_without(arm));
    assert_imported(load_without(arm));
    assert_int_equal(totals().files, 0);
}

static void what_is_asked_differently_is_kept_apart(void **state)
{
    (void)state;
    const sinew_load_options ways[] = {{.cache_folder = own_cache},
                                       {.cache_folder = own_cache, .only_curves = 1},
                                       {.cache_folder = own_cache, .bake_error = 1e-6},
                                       {.cache_folder = own_cache, .memory_limit = (size_t)1 << 30},
                                       {.cache_folder = own_cache, .texture_path = own_folder}};
    enum { COUNT = sizeof ways / sizeof *ways };
    for (int i = 0; i < COUNT; ++i) assert_imported(load_with(arm, ways[i]));
    for (int i = 0; i < COUNT; ++i) assert_opened(load_with(arm, ways[i]));
    assert_int_equal(totals().files, COUNT);
    assert_true(load_with(arm, ways[0]).hash != load_with(arm, ways[1]).hash);
}

/// Time limits decide whether a load succeeds, not its result.
static void other_limits_of_time_are_the_same_load(void **state)
{
    (void)state;
    assert_imported(load(arm));
    assert_opened(load_with(arm, (sinew_load_options){.cache_folder = own_cache, .timeout = 1000}));
}

/// The time limit also covers reading from the cache, and a file that the limit left unread does not count as
/// damaged.
static void a_load_without_time_opens_nothing(void **state)
{
    (void)state;
    assert_imported(load(arm));
    const loaded late = load_with(arm, (sinew_load_options){.cache_folder = own_cache, .timeout = 1e-9});
    assert_int_equal(late.result, SINEW_ERROR_TIMED_OUT);
    assert_int_equal(late.warned, 0);
    assert_opened(load(arm));
}

static void other_ways_to_the_file_lead_to_the_same_place(void **state)
{
    (void)state;
    assert_imported(load(arm));
    assert_opened(load("./tests/../tests/data/arm.fbx"));
    assert_int_equal(chdir("tests/data"), 0);
    const loaded beside = load("arm.fbx");
    assert_int_equal(chdir("../.."), 0);
    assert_opened(beside);
}

// ---- files that change --------------------------------------------------------------------------------------------

static void a_file_that_was_just_written_is_known_by_its_content(void **state)
{
    (void)state;
    copy_arm();
    assert_imported(load(model_path));
    assert_opened(load(model_path));
}

static void a_touched_file_is_the_same_file(void **state)
{
    (void)state;
    copy_arm();
    const loaded first = assert_imported(load(model_path));
    set_time(model_path, 1000000000);
    assert_true(assert_opened(load(model_path)).hash == first.hash);
    copy_arm(); // written again, the same
    assert_opened(load(model_path));
    assert_int_equal(rename(model_path, other_path), 0);
    copy_arm(); // another inode
    assert_opened(load(model_path));
}

/// One byte of the text of an ASCII file, its size and its time as before.
static void a_changed_file_is_read_again_though_its_time_was_set_back(void **state)
{
    (void)state;
    const char *const text = "# cloud\no cloud\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    char *changed = strdup(text), path[100];
    assert_non_null(changed);
    changed[20] = '5'; // the first vertex
    snprintf(path, sizeof path, "%s/cloud.obj", own_folder);
    write_text(path, text);
    set_time(path, 1000000000);
    const loaded first = assert_imported(load(path));
    write_text(path, changed);
    set_time(path, 1000000000);
    assert_true(assert_imported(load(path)).hash != first.hash);
    assert_opened(load(path));
    free(changed);
}

static void a_file_in_place_of_another_is_read(void **state)
{
    (void)state;
    copy_arm();
    assert_imported(load(model_path));
    char text[100];
    snprintf(text, sizeof text, "%s/new", own_folder);
    copy_file("samples/walk.fbx", text);
    assert_int_equal(rename(text, model_path), 0);
    assert_imported(load(model_path));
    assert_opened(load(model_path));
    assert_int_equal(totals().files, 1); // under the same name
}

// ---- side files ---------------------------------------------------------------------------------------------------

static char side_path[100];

static const char *write_cloud(void)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/side.obj", own_folder);
    snprintf(side_path, sizeof side_path, "%s/side.mtl", own_folder);
    unlink(side_path);
    write_text(path, "mtllib side.mtl\no cloud\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    return path;
}

static void side_files_count_as_the_model_itself(void **state)
{
    (void)state;
    const char *const path = write_cloud();
    write_text(side_path, "newmtl red\nKd 1 0 0\n");
    const loaded red = assert_imported(load(path));
    assert_opened(load(path));
    write_text(side_path, "newmtl red\nKd 0 1 0\n");
    assert_true(assert_imported(load(path)).hash != red.hash);
    assert_opened(load(path));
    unlink(side_path);
    assert_imported(load(path));
}

static void a_side_file_that_appears_is_seen(void **state)
{
    (void)state;
    const char *const path = write_cloud();
    const loaded bare = assert_imported(load(path));
    assert_opened(load(path));
    write_text(side_path, "newmtl red\nKd 1 0 0\n");
    assert_true(assert_imported(load(path)).hash != bare.hash);
}

// ---- loads that are not kept --------------------------------------------------------------------------------------

/// Kills this program's child, once, at that second of a load.
typedef struct killer {
    double when;
    int killed;
} killer;

static int kill_worker(void *user, double seconds)
{
    killer *plan = user;
    if (plan->killed || seconds < plan->when) return 0;
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    while (processes && (entry = readdir(processes))) {
        char path[300];
        int process, parent = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%d %*s %*c %d", &process, &parent) == 2 && parent == getpid()) kill(process, SIGKILL);
        if (file) fclose(file);
    }
    if (processes) closedir(processes);
    plan->killed = 1;
    return 0;
}

/// Two models that are each other's parents: Assimp 5.2 walks round them and round.
static const char circle[] =
    "; FBX 7.5.0 project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: 7500\n}\n"
    "Objects:  {\nModel: 1, \"Model::a\", \"LimbNode\" {\n Version: 232\n}\n"
    "Model: 2, \"Model::b\", \"LimbNode\" {\n Version: 232\n}\n}\nConnections:  {\n C: \"OO\",1,0\n"
    " C: \"OO\",2,1\n C: \"OO\",1,2\n}\n";

/// The importer is not asked again.
static void a_file_that_kills_the_importer_is_read_once(void **state)
{
    (void)state;
    write_text(model_path, circle);
    const loaded first = assert_imported(load(model_path)), second = assert_opened(load(model_path));
    assert_true(first.hash == second.hash);
    assert_int_equal(totals().files, 1);
}

/// Loads the circle and kills its importer at `when`. SINEW_ERROR_CRASHED: before Assimp had it.
static sinew_result load_killed(double when)
{
    killer plan = {.when = when};
    const sinew_load_options options = {.cache_folder = own_cache,
                                        .timeout = 60,
                                        .memory_limit = (size_t)8 << 30,
                                        .progress = kill_worker,
                                        .user = &plan};
    sinew_model *model;
    const sinew_result result = sinew_model_load(model_path, &options, &model, NULL);
    sinew_model_destroy(model);
    return result;
}

/// Assimp ends on its own after 0.3 s or later. Then the kill finds nobody and the load is rightly kept: so kills begin
/// early, and a kill that came too late is tried again. A program that kept killed loads would
/// keep it each time.
static void what_was_read_after_a_kill_from_outside_is_not_kept(void **state)
{
    enum { TRIES = 30 };
    write_text(model_path, circle);
    double when = 0.02;
    int was_killed = 0;
    for (int i = 0; i < TRIES && !was_killed; ++i) {
        const sinew_result result = load_killed(when);
        was_killed = result == SINEW_OK && totals().files == 0;
        if (result == SINEW_ERROR_CRASHED)
            when *= 1.5;
        else
            clear_cache(state);
    }
    assert_true(was_killed);
}

static void failures_are_not_kept(void **state)
{
    (void)state;
    write_text(model_path, "Dear Anna");
    assert_int_equal(load(model_path).result, SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(load(model_path).result, SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(totals().files, 0);
}

static void baked_files_need_no_cache(void **state)
{
    (void)state;
    sinew_model *model;
    void *bytes;
    size_t size;
    assert_int_equal(sinew_model_load(arm, NULL, &model, NULL), SINEW_OK);
    assert_int_equal(sinew_model_save(model, &bytes, &size, NULL), SINEW_OK);
    write_bytes(other_path, bytes, size);
    assert_opened(load(other_path));
    assert_int_equal(load_with(other_path, (sinew_load_options){.timeout = 1e-9}).result, SINEW_ERROR_TIMED_OUT);
    assert_int_equal(totals().files, 0);
    free(bytes);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_second_load_starts_no_worker, clear_cache),
        cmocka_unit_test_teardown(loads_in_turn_do_not_add_up, clear_cache),
        cmocka_unit_test_teardown(without_a_folder_nothing_is_kept, clear_cache),
        cmocka_unit_test_teardown(what_is_asked_differently_is_kept_apart, clear_cache),
        cmocka_unit_test_teardown(other_limits_of_time_are_the_same_load, clear_cache),
        cmocka_unit_test_teardown(a_load_without_time_opens_nothing, clear_cache),
        cmocka_unit_test_teardown(other_ways_to_the_file_lead_to_the_same_place, clear_cache),
        cmocka_unit_test_teardown(a_file_that_was_just_written_is_known_by_its_content, clear_cache),
        cmocka_unit_test_teardown(a_touched_file_is_the_same_file, clear_cache),
        cmocka_unit_test_teardown(a_changed_file_is_read_again_though_its_time_was_set_back, clear_cache),
        cmocka_unit_test_teardown(a_file_in_place_of_another_is_read, clear_cache),
        cmocka_unit_test_teardown(side_files_count_as_the_model_itself, clear_cache),
        cmocka_unit_test_teardown(a_side_file_that_appears_is_seen, clear_cache),
        cmocka_unit_test_teardown(a_file_that_kills_the_importer_is_read_once, clear_cache),
        cmocka_unit_test_teardown(what_was_read_after_a_kill_from_outside_is_not_kept, clear_cache),
        cmocka_unit_test_teardown(failures_are_not_kept, clear_cache),
        cmocka_unit_test_teardown(baked_files_need_no_cache, clear_cache),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
