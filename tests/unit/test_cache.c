/// The cache: a second load is the first one's model as long as nothing that it was made of has changed; and whatever
/// happens to the cache, loads go on.
#define _DEFAULT_SOURCE
#include "support/cmocka_close.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "cache/cache_folder.h"
#include "cache/cache_slot.h"
#include "sinew/load.h"

static const char arm[] = "tests/data/arm.fbx";

static char folder[64], cache[80], model_path[80], other_path[80];

// ---- folders and files --------------------------------------------------------------------------------------------

static int make_folders(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/sinew-cache-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(cache, sizeof cache, "%s/deep/cache", folder);
    snprintf(model_path, sizeof model_path, "%s/model.fbx", folder);
    snprintf(other_path, sizeof other_path, "%s/other", folder);
    return 0;
}

static void remove_all(const char *path)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char below[400];
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] == '.') continue;
        if (unlink(below) != 0) remove_all(below);
    }
    if (directory) closedir(directory);
    rmdir(path);
}

static int remove_folders(void **state)
{
    (void)state;
    remove_all(folder);
    return 0;
}

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

static void set_time(const char *path, time_t seconds)
{
    const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static sinew__cache_totals totals(void)
{
    sinew__cache_totals counted;
    assert_int_equal(sinew__cache_folder_count(cache, &counted, NULL), SINEW_OK);
    return counted;
}

/// The path of the only file in the cache.
static const char *only_file(void)
{
    static char path[400];
    DIR *directory = opendir(cache);
    struct dirent *entry;
    assert_non_null(directory);
    assert_int_equal(totals().files, 1);
    while ((entry = readdir(directory)))
        if (entry->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", cache, entry->d_name);
    closedir(directory);
    return path;
}

// ---- loads --------------------------------------------------------------------------------------------------------

/// What a load did.
typedef struct loaded {
    sinew_result result;
    int imported; ///< a worker ran
    int warned;
    uint64_t hash; ///< of the block
    int32_t materials, warnings;
} loaded;

static int count_beats(void *user, double seconds)
{
    (void)seconds;
    ((loaded *)user)->imported = 1;
    return 0;
}

static void take_warning(void *user, const char *text)
{
    assert_non_null(strstr(text, "damaged"));
    ++((loaded *)user)->warned;
}

static loaded load_with(const char *path, sinew_load_options options)
{
    loaded out = {0};
    sinew_model *model;
    options.timeout = 60;
    options.progress = count_beats;
    options.warn = take_warning;
    options.user = &out;
    out.result = sinew_model_load_file(path, &options, &model, NULL);
    if (out.result != SINEW_OK) return out;
    size_t size;
    const void *block = sinew_model_block(model, &size);
    out.hash = sinew__hash(block, size);
    out.materials = model->material_count;
    out.warnings = model->warning_count;
    sinew_model_destroy(model);
    return out;
}

static loaded load(const char *path)
{
    return load_with(path, (sinew_load_options){.cache_folder = cache});
}

static loaded load_without(const char *path)
{
    return load_with(path, (sinew_load_options){0});
}

static int clear(void **state)
{
    (void)state;
    sinew__cache_totals cleared;
    return sinew__cache_folder_clear(cache, &cleared, NULL) == SINEW_OK ? 0 : -1;
}

#define assert_imported(...) check_load((__VA_ARGS__), 1, __LINE__)
#define assert_opened(...) check_load((__VA_ARGS__), 0, __LINE__)

static loaded check_load(loaded done, int imported, int line)
{
    if (done.result != SINEW_OK) fail_msg("line %d: %s", line, sinew_result_text(done.result));
    if (done.imported != imported) fail_msg("line %d: %s", line, imported ? "came from the cache" : "was imported");
    return done;
}

// ---- the same files -----------------------------------------------------------------------------------------------

static void a_second_load_starts_no_worker(void **state)
{
    (void)state;
    const loaded first = assert_imported(load(arm)), second = assert_opened(load(arm));
    assert_true(first.hash == second.hash);
    assert_true(first.hash == load_without(arm).hash);
    assert_int_equal(totals().files, 1);
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
    const sinew_load_options ways[] = {{.cache_folder = cache},
                                       {.cache_folder = cache, .unbaked = 1},
                                       {.cache_folder = cache, .bake_error = 1e-6},
                                       {.cache_folder = cache, .memory_limit = (size_t)1 << 30},
                                       {.cache_folder = cache, .texture_path = folder}};
    enum { COUNT = sizeof ways / sizeof *ways };
    for (int i = 0; i < COUNT; ++i) assert_imported(load_with(arm, ways[i]));
    for (int i = 0; i < COUNT; ++i) assert_opened(load_with(arm, ways[i]));
    assert_int_equal(totals().files, COUNT);
    assert_true(load_with(arm, ways[0]).hash != load_with(arm, ways[1]).hash);
}

/// Times decide whether a load succeeds, not what it makes.
static void other_limits_of_time_are_the_same_load(void **state)
{
    (void)state;
    sinew_model *model;
    const sinew_load_options options = {.cache_folder = cache, .timeout = 1e-9};
    assert_imported(load(arm));
    assert_int_equal(sinew_model_load_file(arm, &options, &model, NULL), SINEW_OK);
    sinew_model_destroy(model);
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

static void copy_arm(void)
{
    void *bytes;
    size_t size;
    assert_int_equal(sinew__file_read(arm, &bytes, &size, NULL), SINEW_OK);
    write_bytes(model_path, bytes, size);
    free(bytes);
}

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
    snprintf(path, sizeof path, "%s/cloud.obj", folder);
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
    snprintf(text, sizeof text, "%s/new", folder);
    void *bytes;
    size_t size;
    assert_int_equal(sinew__file_read("samples/walk.fbx", &bytes, &size, NULL), SINEW_OK);
    write_bytes(text, bytes, size);
    free(bytes);
    assert_int_equal(rename(text, model_path), 0);
    assert_imported(load(model_path));
    assert_opened(load(model_path));
    assert_int_equal(totals().files, 1); // in the same place
}

/// A look is trusted only once a file has been at rest for two seconds; then its content is not read any more.
static void a_settled_file_is_known_by_a_look(void **state)
{
    (void)state;
    copy_arm();
    int file = open(model_path, O_RDONLY);
    sinew__origin origin = {0};
    sinew__origin_note(&origin, "", file);
    assert_int_equal(sinew__origin_at(&origin, 0)->state, SINEW__ORIGIN_RECENT);
    sinew__origin_at(&origin, 0)->hash = sinew__origin_hash(file);
    assert_int_equal(sinew__origin_compare(sinew__origin_at(&origin, 0), file), SINEW__ORIGIN_SAME_CONTENT);
    sinew__origin_at(&origin, 0)->hash ^= 1;
    assert_int_equal(sinew__origin_compare(sinew__origin_at(&origin, 0), file), SINEW__ORIGIN_CHANGED);
    sinew__origin_free(&origin);
    close(file);
    file = open("samples/walk.fbx", O_RDONLY); // older than this program
    sinew__origin_note(&origin, "", file);
    assert_int_equal(sinew__origin_at(&origin, 0)->state, SINEW__ORIGIN_SETTLED);
    assert_int_equal(sinew__origin_compare(sinew__origin_at(&origin, 0), file), SINEW__ORIGIN_SAME);
    sinew__origin_at(&origin, 0)->modified ^= 1;
    assert_int_equal(sinew__origin_compare(sinew__origin_at(&origin, 0), file), SINEW__ORIGIN_CHANGED); // its hash is 0
    sinew__origin_free(&origin);
    close(file);
}

// ---- side files ---------------------------------------------------------------------------------------------------

static char side_path[100];

static const char *write_cloud(void)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/side.obj", folder);
    snprintf(side_path, sizeof side_path, "%s/side.mtl", folder);
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

// ---- what is not kept ---------------------------------------------------------------------------------------------

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

static void what_was_read_in_a_second_attempt_is_not_kept(void **state)
{
    (void)state;
    // Two models that are each other's parents: Assimp 5.2 walks round them and round.
    write_text(model_path,
               "; FBX 7.5.0 project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: 7500\n}\n"
               "Objects:  {\nModel: 1, \"Model::a\", \"LimbNode\" {\n Version: 232\n}\n"
               "Model: 2, \"Model::b\", \"LimbNode\" {\n Version: 232\n}\n}\nConnections:  {\n C: \"OO\",1,0\n"
               " C: \"OO\",2,1\n C: \"OO\",1,2\n}\n");
    sinew_result result = SINEW_ERROR_CRASHED;
    for (double when = 0.3; result == SINEW_ERROR_CRASHED && when < 5; when *= 2) { // until it is killed in Assimp
        killer plan = {.when = when};
        const sinew_load_options options = {.cache_folder = cache,
                                            .timeout = 60,
                                            .memory_limit = (size_t)8 << 30,
                                            .progress = kill_worker,
                                            .user = &plan};
        sinew_model *model;
        result = sinew_model_load_file(model_path, &options, &model, NULL);
        sinew_model_destroy(model);
    }
    assert_int_equal(result, SINEW_OK);
    assert_int_equal(totals().files, 0);
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
    assert_int_equal(sinew_model_load_file(arm, NULL, &model, NULL), SINEW_OK);
    assert_int_equal(sinew_model_save_memory(model, &bytes, &size, NULL), SINEW_OK);
    write_bytes(other_path, bytes, size);
    assert_opened(load(other_path));
    assert_int_equal(totals().files, 0);
    free(bytes);
    sinew_model_destroy(model);
}

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
    // Zeros, as a power cut may leave them; and what is no file of the cache at all.
    memset(bytes + 64, 0, size - 64);
    write_bytes(only_file(), bytes, size);
    assert_int_equal(assert_imported(load(arm)).warned, 1);
    write_text(only_file(), "Dear Anna");
    assert_int_equal(assert_imported(load(arm)).warned, 1);
    assert_opened(load(arm));
    free(whole);
}

static void origins_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    sinew__origin origin = {0}, read;
    sinew__origin_note(&origin, "", -1);
    sinew__origin_note(&origin, "side.mtl", -1);
    sinew__origin_note(&origin, "side.mtl", -1);
    assert_int_equal(sinew__origin_count(&origin), 2);
    sinew__buffer bytes = {0};
    sinew__origin_put(&origin, &bytes);
    assert_true(sinew__origin_read(bytes.text, bytes.size, &read));
    assert_string_equal(sinew__origin_name(&read, sinew__origin_at(&read, 1)), "side.mtl");
    sinew__origin_free(&read);
    for (size_t cut = 0; cut < bytes.size; ++cut) {
        assert_false(sinew__origin_read(bytes.text, cut, &read));
        sinew__origin_free(&read);
    }
    for (size_t at = 0; at < bytes.size; ++at) { // sanitizers watch
        bytes.text[at] = (char)(bytes.text[at] ^ 0xff);
        if (sinew__origin_read(bytes.text, bytes.size, &read))
            for (size_t i = 0; i < sinew__origin_count(&read); ++i)
                assert_true(strlen(sinew__origin_name(&read, sinew__origin_at(&read, i))) < bytes.size);
        sinew__origin_free(&read);
        bytes.text[at] = (char)(bytes.text[at] ^ 0xff);
    }
    sinew__buffer_free(&bytes);
    sinew__origin_free(&origin);
}

/// A library is known by a look, however recent; and one that is not there, or is a side file's name, is none.
static void a_library_is_known_by_a_look(void **state)
{
    (void)state;
    sinew__origin origin = {0};
    copy_arm();
    sinew__origin_note(&origin, "", -1);
    sinew__origin_note_library(&origin, model_path);
    sinew__origin_note_library(&origin, "/nowhere/libassimp.so");
    sinew__origin_note(&origin, model_path, -1);
    assert_int_equal(sinew__origin_count(&origin), 3);
    const sinew__origin_file *library = sinew__origin_at(&origin, 1);
    assert_string_equal(sinew__origin_name(&origin, library), model_path);
    assert_int_equal(sinew__origin_compare_library(library, model_path), SINEW__ORIGIN_SAME);
    set_time(model_path, 1000000000);
    assert_int_equal(sinew__origin_compare_library(library, model_path), SINEW__ORIGIN_CHANGED);
    assert_int_equal(sinew__origin_compare_library(library, "/nowhere/libassimp.so"), SINEW__ORIGIN_CHANGED);
    sinew__origin_free(&origin);
}

static void check_finds_what_a_load_would_find(void **state)
{
    (void)state;
    sinew__cache_totals checked;
    copy_arm();
    assert_imported(load(arm));
    assert_int_equal(sinew__cache_folder_check(cache, &checked, NULL), SINEW_OK);
    assert_int_equal(checked.files, 1);
    assert_int_equal(checked.removed, 0);
    write_text(only_file(), "Dear Anna");
    assert_imported(load(model_path));
    assert_int_equal(sinew__cache_folder_check(cache, &checked, NULL), SINEW_OK);
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

/// Whether a model can be kept where files may have so many bytes, as on a disk that is full.
static int can_be_kept(const sinew_model *model, rlim_t largest)
{
    const struct rlimit limit = {largest, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    sinew__cache_slot slot = {.folder = cache, .model_path = arm, .file = open(arm, O_RDONLY)};
    sinew__cache_slot_begin(&slot);
    sinew__cache_slot_keep(&slot, model);
    sinew_model *kept = sinew__cache_slot_open(&slot);
    const int is_there = kept != NULL;
    sinew_model_destroy(kept);
    sinew__cache_slot_end(&slot);
    close(slot.file);
    return is_there;
}

static void a_full_disk_leaves_nothing_behind(void **state)
{
    (void)state;
    sinew_model *model;
    assert_int_equal(sinew_model_load_file(arm, NULL, &model, NULL), SINEW_OK);
    signal(SIGXFSZ, SIG_IGN);
    const int without_room = can_be_kept(model, 4096);
    DIR *directory = opendir(cache);
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
    snprintf(path, sizeof path, "%s/%016llx.sinew", cache, (unsigned long long)key);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(ftruncate(file, (off_t)size), 0);
    close(file);
    set_time(path, time(NULL) - age);
}

static int has_file(uint64_t key)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%016llx.sinew", cache, (unsigned long long)key);
    return access(path, F_OK) == 0;
}

static void what_was_used_least_lately_goes_first(void **state)
{
    (void)state;
    assert_imported(load(arm)); // makes the folder
    clear(NULL);
    const size_t mib = (size_t)1 << 20;
    for (uint64_t i = 1; i <= 5; ++i) put_file(i, mib, (time_t)(6 - i) * 100);
    put_file(9, 1, 50); // counts for 64 KiB
    sinew__cache_folder_shrink(cache, 3 * mib + 65536);
    for (uint64_t i = 1; i <= 5; ++i) assert_int_equal(has_file(i), i > 2);
    assert_true(has_file(9));
    sinew__cache_folder_shrink(cache, 3 * mib);
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

static void a_small_limit_holds(void **state)
{
    (void)state;
    copy_arm();
    const sinew_load_options none = {.cache_folder = cache, .cache_limit = 1000},
                             one = {.cache_folder = cache, .cache_limit = 100000};
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
        snprintf(path, sizeof path, "%s/%s", cache, others[i]);
        write_text(path, "mine");
        set_time(path, 1000000000);
    }
    snprintf(path, sizeof path, "%s/0123456789abcdef.sinew.abc123", cache); // of a writer that was ended
    write_text(path, "half");
    set_time(path, 1000000000);
    sinew__cache_folder_shrink(cache, 1);
    assert_int_equal(access(path, F_OK), -1);
    clear(NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        snprintf(path, sizeof path, "%s/%s", cache, others[i]);
        assert_int_equal(access(path, F_OK), 0);
        unlink(path);
    }
}

// ---- many at once -------------------------------------------------------------------------------------------------

static uint32_t chance(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(*seed >> 8) * below >> 24);
}

/// Cuts or changes some file of the cache where it lies.
static void do_damage(uint32_t *seed)
{
    DIR *directory = opendir(cache);
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
        loaded done = load_with(paths[which], (sinew_load_options){.cache_folder = cache, .cache_limit = limit});
        if (done.result != SINEW_OK || done.hash != hashes[which]) return 0;
        switch (chance(&seed, 8)) {
        case 0: do_damage(&seed); break;
        case 1: (void)!sinew__cache_folder_clear(cache, &swept, NULL); break;
        case 2: (void)!sinew__cache_folder_check(cache, &swept, NULL); break;
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
    DIR *directory = opendir(cache);
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
        cmocka_unit_test_teardown(a_second_load_starts_no_worker, clear),
        cmocka_unit_test_teardown(without_a_folder_nothing_is_kept, clear),
        cmocka_unit_test_teardown(what_is_asked_differently_is_kept_apart, clear),
        cmocka_unit_test_teardown(other_limits_of_time_are_the_same_load, clear),
        cmocka_unit_test_teardown(other_ways_to_the_file_lead_to_the_same_place, clear),
        cmocka_unit_test_teardown(a_file_that_was_just_written_is_known_by_its_content, clear),
        cmocka_unit_test_teardown(a_touched_file_is_the_same_file, clear),
        cmocka_unit_test_teardown(a_changed_file_is_read_again_though_its_time_was_set_back, clear),
        cmocka_unit_test_teardown(a_file_in_place_of_another_is_read, clear),
        cmocka_unit_test_teardown(a_settled_file_is_known_by_a_look, clear),
        cmocka_unit_test_teardown(side_files_count_as_the_model_itself, clear),
        cmocka_unit_test_teardown(a_side_file_that_appears_is_seen, clear),
        cmocka_unit_test_teardown(what_was_read_in_a_second_attempt_is_not_kept, clear),
        cmocka_unit_test_teardown(failures_are_not_kept, clear),
        cmocka_unit_test_teardown(baked_files_need_no_cache, clear),
        cmocka_unit_test_teardown(a_damaged_file_is_replaced_and_said_once, clear),
        cmocka_unit_test_teardown(origins_that_make_no_sense_are_refused, clear),
        cmocka_unit_test_teardown(a_library_is_known_by_a_look, clear),
        cmocka_unit_test_teardown(check_finds_what_a_load_would_find, clear),
        cmocka_unit_test_teardown(a_cache_that_cannot_be_is_none, clear),
        cmocka_unit_test_teardown(a_full_disk_leaves_nothing_behind, clear),
        cmocka_unit_test_teardown(what_was_used_least_lately_goes_first, clear),
        cmocka_unit_test_teardown(a_load_is_a_use, clear),
        cmocka_unit_test_teardown(a_small_limit_holds, clear),
        cmocka_unit_test_teardown(only_what_is_the_caches_is_removed, clear),
        cmocka_unit_test_teardown(many_processes_share_one_cache, clear),
        cmocka_unit_test_teardown(threads_of_one_process_share_it_too, clear),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
