/// A valid database, changed by page and by SQL, and with any files beside it, as a library, as the result of a shard
/// and as the file that continues a shard: it is searched, planned, merged, updated and cleaned, or refused.
/// Files outside stay, and a database that is refused stays as it is, with the files beside it.
///
/// The input is lines. The first letter gives the kind of the rest:
///
///     s SQL                   a statement, before the file is changed
///     b OFFSET(3 bytes) BYTES written to the file
///     c SIZE(3 bytes)         the file is cut off
///     j BYTES, w BYTES, m BYTES   the files that end in -journal, -wal and -shm
///
/// In BYTES, \n is a line feed and \\ a backslash.
#define _GNU_SOURCE
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "program/library/columns.h"
#include "program/library/database.h"
#include "program/library/find_clips.h"
#include "program/library/shards.h"
#include "program/library/update_library.h"
#include "program/library/walk_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const double timeout = 2;

// ---- instead of the importer --------------------------------------------------------------------------------------

static void fill_record(library_record *record, uint64_t hash)
{
    static library_joint_range range = {.joint = "Elbow", .degrees = 90, .centimetres = 1};
    static int16_t features[2 * LIBRARY_POSE_FEATURES] = {1024, 512};
    static int8_t body[LIBRARY_BODY_DESCRIPTOR] = {1, 2, 3};
    static library_clip_record clips[2] = {
        {.name = "walk",
         .seconds = 1,
         .frames = 30,
         .ranges = &range,
         .range_count = 1,
         .poses = {.features = features, .count = 2},
         .body = body,
         .facts = {.travel = {.speed = 1.5, .path_speed = 1.6}, .has_descriptor = 1, .descriptor = {0.5f}}},
        {.name = "run", .seconds = 2, .frames = 60}};
    static library_warning warning = {"I01", "x"};
    static library_finding finding = {.code = "W18", .severity = "warning", .text = "jumps", .clip = "walk"};
    static library_side_file side[2] = {{.name = "a.png"}, {.name = "b.png", .path = "b.png", .size = 3}};
    *record = (library_record){.size = 1,
                               .hash = hash,
                               .format = "FBX",
                               .skeleton = "0123456789abcdef",
                               .joints = 5,
                               .clips = clips,
                               .clip_count = 2,
                               .warnings = &warning,
                               .warning_count = 1,
                               .findings = &finding,
                               .finding_count = 1,
                               .side_files = side,
                               .side_file_count = 2,
                               .side_hash = 7};
}

void library_measure_file(const char *path, const sinew_load_options *options, library_record *out_record)
{
    (void)options;
    fill_record(out_record, strlen(path));
}

void library_record_free(library_record *record)
{
    (void)record;
}

uint64_t library_hash_file(const char *path)
{
    return strlen(path);
}

/// An update looks ten times a second whether it has ended.
void __wrap_sinew__thread_sleep(double seconds);
void __wrap_sinew__thread_sleep(double seconds)
{
    usleep(seconds > 0.001 ? 100 : 1);
}

// ---- files --------------------------------------------------------------------------------------------------------

static char root[64];

static void require(int holds)
{
    if (!holds) abort();
}

static const char *path_of(const char *name)
{
    static char paths[4][200];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", root, name);
    return paths[next];
}

typedef struct content {
    uint8_t *bytes;
    size_t size;
} content;

static void write_bytes(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(path_of(name), "wb");
    require(file != NULL);
    if (size) require(fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

static content read_bytes(const char *name)
{
    content result = {0};
    FILE *file = fopen(path_of(name), "rb");
    if (!file) return result;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    result.bytes = malloc((size_t)size + 1);
    require(result.bytes != NULL);
    result.size = fread(result.bytes, 1, (size_t)size, file);
    fclose(file);
    return result;
}

static void clear_folder(void)
{
    static const char *const kept[] = {".", "..", "clips", "victim"};
    DIR *folder = opendir(root);
    require(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        int is_kept = 0;
        for (int i = 0; i < 4; ++i) is_kept |= strcmp(entry->d_name, kept[i]) == 0;
        if (!is_kept) unlink(path_of(entry->d_name));
    }
    closedir(folder);
}

// ---- valid databases ----------------------------------------------------------------------------------------------

static content valid_library, valid_result;

static content make_valid(library_access access)
{
    library_database database;
    library_statements statements;
    library_record record;
    require(library_open(path_of("valid"), access, 0, &database, NULL) == SINEW_OK);
    if (access == LIBRARY_CREATE_RESULT)
        require(library_begin_result(&database, &(library_shard_label){.plan = 5}, NULL) == SINEW_OK);
    require(library_statements_create(&database, &statements, NULL) == SINEW_OK);
    static const char *const names[] = {"a.fbx", "d/b.glb", "gone.fbx"};
    for (int i = 0; i < 3; ++i) {
        fill_record(&record, (uint64_t)i + 1);
        require(library_store(&database, &statements, names[i], 1000 + access, &record, NULL) == SINEW_OK);
    }
    require(library_mark_vanished(&database, &statements, 3, 2000, NULL) == SINEW_OK);
    library_statements_free(&statements);
    if (access == LIBRARY_CREATE_RESULT)
        require(library_complete_result(&database, path_of("valid"), path_of("done"), NULL) == SINEW_OK);
    library_close(&database);
    return read_bytes(access == LIBRARY_CREATE_RESULT ? "done" : "valid");
}

static void prepare(void)
{
    struct stat status;
    snprintf(root, sizeof root, "%s/sinew-fuzz-XXXXXX", stat("/dev/shm", &status) == 0 ? "/dev/shm" : "/tmp");
    require(mkdtemp(root) != NULL);
    require(mkdir(path_of("clips"), 0755) == 0 && mkdir(path_of("clips/d"), 0755) == 0);
    write_bytes("victim", "precious", 8);
    write_bytes("clips/a.fbx", "a", 1);
    write_bytes("clips/d/b.glb", "b", 1);
    write_bytes("clips/b.png", "png", 3);
    write_bytes("clips/new.fbx", "n", 1);
    valid_library = make_valid(LIBRARY_CREATE);
    clear_folder();
    valid_result = make_valid(LIBRARY_CREATE_RESULT);
    clear_folder();
}

// ---- changing it --------------------------------------------------------------------------------------------------

/// The statements of the input write to nothing but the database.
static int deny_files(void *user, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)user, (void)b, (void)c, (void)d;
    if (action == SQLITE_ATTACH || action == SQLITE_DETACH) return SQLITE_DENY;
    return action == SQLITE_PRAGMA && a && strstr(a, "director") ? SQLITE_DENY : SQLITE_OK;
}

static int stop(void *user)
{
    return ++*(int *)user > 200;
}

static void run_sql(const char *name, const char *sql)
{
    sqlite3 *connection;
    int calls = 0;
    if (sqlite3_open(path_of(name), &connection) == SQLITE_OK) {
        sqlite3_exec(connection, "PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 1 << 20);
        sqlite3_set_authorizer(connection, deny_files, NULL);
        sqlite3_progress_handler(connection, 1000, stop, &calls);
        sqlite3_exec(connection, sql, NULL, NULL, NULL);
    }
    sqlite3_close(connection);
}

/// Resolves \n and \\ in place. Returns the number of bytes.
static size_t unescape(char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; ++i) {
        const int is_escape = text[i] == '\\' && i + 1 < size;
        text[count++] = is_escape ? (char)(text[++i] == 'n' ? '\n' : text[i]) : text[i];
    }
    return count;
}

static void change_file(const char *name, char kind, char *bytes, size_t size)
{
    char beside[64];
    const char *suffix = kind == 'j' ? "-journal" : kind == 'w' ? "-wal" : "-shm";
    size = unescape(bytes, size);
    if (kind == 'j' || kind == 'w' || kind == 'm') {
        snprintf(beside, sizeof beside, "%s%s", name, suffix);
        write_bytes(beside, bytes, size);
        return;
    }
    if (size < 3) return;
    const content old = read_bytes(name);
    const size_t at = (size_t)(uint8_t)bytes[0] << 16 | (size_t)(uint8_t)bytes[1] << 8 | (uint8_t)bytes[2];
    const size_t offset = old.size ? at % old.size : 0;
    const size_t length = size - 3 < old.size - offset ? size - 3 : old.size - offset;
    if (kind == 'b' && length) memcpy(old.bytes + offset, bytes + 3, length);
    write_bytes(name, old.bytes, kind == 'c' ? offset : old.size);
    free(old.bytes);
}

/// Writes the valid database and applies the lines: statements first.
static void make_changed(const char *name, const content *valid, const uint8_t *bytes, size_t size)
{
    write_bytes(name, valid->bytes, valid->size);
    for (int pass = 0; pass < 2; ++pass)
        for (size_t at = 0; at < size;) {
            const uint8_t *end = memchr(bytes + at, '\n', size - at);
            const size_t length = end ? (size_t)(end - bytes) - at : size - at;
            char *line = malloc(length + 1);
            require(line != NULL);
            memcpy(line, bytes + at, length);
            line[length] = '\0';
            if (pass == 0 && line[0] == 's') run_sql(name, line + 1);
            if (pass == 1 && length > 1 && line[0] && strchr("bcjwm", line[0]))
                change_file(name, line[0], line + 1, length - 1);
            free(line);
            at += length + 1;
        }
}

// ---- using it -----------------------------------------------------------------------------------------------------

static void find(library_database *database)
{
    static const char *const queries[] = {"", "range(*)>=0 or findings>=0 and not clip=x or a", "state=ok"};
    for (int i = 0; i < 3; ++i) {
        library_query query;
        library_matches matches = {0};
        const float motion[LIBRARY_DESCRIPTOR] = {0.25f};
        const double pose[LIBRARY_POSE_FEATURES] = {0.5};
        require(library_parse_query(queries[i], &query, NULL) == SINEW_OK);
        if (library_find(database, &query, (library_details)i, &matches, NULL) == SINEW_OK) {
            if (i == 1 && matches.count) library_keep_alike(&matches, motion, NULL, 10);
            if (i == 1) (void)!(library_keep_copies(&matches, NULL) == SINEW_OK);
            if (i == 2) library_keep_with_pose(&matches, pose, 10);
        }
        library_matches_free(&matches);
        library_query_free(&query);
    }
}

static void plan(library_database *database)
{
    library_plan plan;
    size_t unchanged;
    library_skipped_folders skipped;
    const library_plan_options options = {.shards = 2};
    if (library_plan_shards(database, path_of("clips"), &options, &plan, &unchanged, &skipped, NULL) == SINEW_OK)
        library_plan_free(&plan);
}

static void write_to(library_database *database)
{
    library_update_counts counts;
    library_merge_counts merged = {0};
    size_t count;
    const library_update_options options = {.threads = 1};
    (void)!(library_update(database, path_of("clips"), NULL, &options, &counts, NULL) == SINEW_OK);
    write_bytes("shard.db", valid_result.bytes, valid_result.size);
    (void)!(library_merge_result(database, path_of("shard.db"), 5, &merged, NULL) == SINEW_OK);
    (void)!(library_remove_vanished(database, &count, NULL) == SINEW_OK);
}

static int is_same(const content *a, const content *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

/// Opens it; a refusal changes none of the files.
static sinew_result open_changed(const char *name, library_access access, library_database *database)
{
    static const char *const suffixes[] = {"", "-journal", "-wal", "-writer"};
    char names[4][64];
    content before[4];
    for (int i = 0; i < 4; ++i) {
        snprintf(names[i], sizeof names[i], "%s%s", name, suffixes[i]);
        before[i] = read_bytes(names[i]);
    }
    const sinew_result result = library_open(path_of(name), access, timeout, database, NULL);
    for (int i = 0; i < 4; ++i) {
        content after = read_bytes(names[i]);
        require(result == SINEW_OK || is_same(&before[i], &after));
        free(before[i].bytes);
        free(after.bytes);
    }
    return result;
}

static void use_library(const uint8_t *bytes, size_t size)
{
    library_database database;
    make_changed("library.db", &valid_library, bytes, size);
    if (open_changed("library.db", LIBRARY_READ, &database) == SINEW_OK) {
        find(&database);
        plan(&database);
        library_close(&database);
    }
    if (open_changed("library.db", LIBRARY_CREATE, &database) == SINEW_OK) {
        write_to(&database);
        library_close(&database);
    }
    if (open_changed("library.db", LIBRARY_WRITE, &database) == SINEW_OK) library_close(&database);
}

static void use_result(const uint8_t *bytes, size_t size)
{
    library_database database;
    library_merge_counts counts = {0};
    make_changed("shard-1.db", &valid_result, bytes, size);
    if (open_changed("shard-1.db", LIBRARY_READ_RESULT, &database) == SINEW_OK) library_close(&database);
    write_bytes("library.db", valid_library.bytes, valid_library.size);
    require(library_open(path_of("library.db"), LIBRARY_WRITE, timeout, &database, NULL) == SINEW_OK);
    (void)!(library_merge_result(&database, path_of("shard-1.db"), 0, &counts, NULL) == SINEW_OK);
    library_close(&database);
    const content merged = read_bytes("library.db");
    require(merged.size < 4 * (valid_library.size + valid_result.size) + (1 << 20)); // a statement adds 1 MB at most
    free(merged.bytes);
}

static void use_part(const uint8_t *bytes, size_t size)
{
    library_update_counts counts;
    char names[2][8] = {"a.fbx", "d/b.glb"};
    library_planned_file files[2] = {{.path = names[0]}, {.path = names[1]}};
    const library_plan plan = {
        .folder = (char *)(uintptr_t)path_of("clips"), .files = files, .count = 2, .shards = 1, .id = 5};
    const library_update_options options = {.threads = 1};
    make_changed("shard-2.db.part", &valid_result, bytes, size);
    (void)!(library_work_shard(&plan, 0, NULL, path_of("shard-2.db"), &options, &counts, NULL) == SINEW_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!*root) prepare();
    use_library(bytes, size);
    clear_folder();
    use_result(bytes, size);
    clear_folder();
    use_part(bytes, size);
    clear_folder();
    const content victim = read_bytes("victim");
    require(victim.size == 8 && memcmp(victim.bytes, "precious", 8) == 0);
    free(victim.bytes);
    return 0;
}
