/// Plans of a library: the distribution of work, the content of a plan, refused paths; and merging rows by the schema.
/// tests/cli/shards.sh tests the commands that use them.
#define _XOPEN_SOURCE 700 // mkdtemp
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "program/library/columns.h"
#include "program/library/database.h"
#include "program/library/shards.h"
#include "support/random_number.h"

enum { MAX_FILES = 2000, MAX_TEST_SHARDS = 64 };

// ---- sharing work -------------------------------------------------------------------------------------------------

/// Milliseconds that `library update` recorded on one core for 162 FBX files that other programs have written.
static const double recorded_ms[] = {
    41.7, 711,  194,  7.0,  13.2, 6.6,  188,  120,  154,  9.3,  15.3, 189,  222,  6.3,  228,  8.7,  6.5,  8.1,
    22.5, 7.8,  14.2, 6.4,  5.3,  17.0, 17.2, 24.1, 13.7, 5.1,  5.1,  10.6, 6.3,  7.6,  9.0,  5.3,  6.2,  11.1,
    6.8,  7.1,  6.9,  11.8, 6.8,  7.1,  9.7,  7.1,  7.7,  5.5,  9.7,  6.0,  6.1,  6.1,  5.3,  5.5,  7.0,  9.5,
    6.2,  10.6, 6.0,  10.4, 6.9,  5.7,  5.6,  6.3,  8.3,  6.4,  6.0,  11.4, 5.9,  5.2,  8.9,  6.6,  12.1, 8.0,
    9.5,  7.8,  12.1, 7.2,  7.1,  6.9,  11.6, 7.1,  12.1, 11.7, 7.3,  7.0,  7.3,  11.3, 5.5,  6.4,  8.5,  5.3,
    10.7, 9.8,  10.8, 5.4,  5.2,  5.2,  5.2,  10.0, 5.7,  5.7,  5.4,  5.5,  5.7,  7.4,  8.1,  12.1, 9.5,  10.3,
    9.8,  8.9,  8.9,  5.6,  6.8,  11.6, 7.3,  12.4, 10.6, 10.3, 16.8, 13.2, 6.6,  6.2,  9.1,  10.2, 14.1, 12.6,
    7.1,  14.0, 22.4, 12.2, 8.9,  10.3, 12.7, 8.2,  10.3, 9.2,  13.4, 7.7,  8.2,  11.9, 13.9, 11.9, 15.6, 10.1,
    11.7, 13.7, 9.6,  14.1, 7.7,  7.2,  21.9, 18.0, 10.5, 6.7,  6.5,  6.3,  15.0, 15.0, 21.2, 25.2, 26.6, 20.7,
};

static int is_less(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return first < second ? 1 : first > second ? -1 : 0;
}

/// No schedule is shorter: the mean, the longest file, and the two shortest of the
/// `shards` + 1 longest files, because two of them share a shard.
static double lower_bound(const double *costs, int count, int shards)
{
    double sorted[MAX_FILES], sum = 0;
    memcpy(sorted, costs, (size_t)count * sizeof *costs);
    qsort(sorted, (size_t)count, sizeof *sorted, is_less);
    for (int i = 0; i < count; ++i) sum += sorted[i];
    double bound = fmax(sum / shards, sorted[0]);
    if (count > shards) bound = fmax(bound, sorted[shards - 1] + sorted[shards]);
    return bound;
}

static double makespan(const double *costs, int count, int shards)
{
    int32_t shard[MAX_FILES];
    double loads[MAX_TEST_SHARDS] = {0}, longest = 0;
    memset(shard, 0xde, sizeof shard);
    assert_int_equal(library_share_work(costs, (size_t)count, shards, shard, NULL), SINEW_OK);
    for (int i = 0; i < count; ++i) {
        assert_in_range(shard[i], 0, shards - 1);
        loads[shard[i]] += costs[i];
        longest = fmax(longest, loads[shard[i]]);
    }
    return longest;
}

static void assert_balanced(const double *costs, int count)
{
    for (int shards = 1; shards <= MAX_TEST_SHARDS; ++shards) {
        const double found = makespan(costs, count, shards), bound = lower_bound(costs, count, shards);
        if (!(found <= 1.1 * bound)) fail_msg("%d shards take %g, the lower bound is %g", shards, found, bound);
    }
}

static void shards_of_recorded_costs_are_within_a_tenth_of_the_lower_bound(void **state)
{
    (void)state;
    const int recorded = sizeof recorded_ms / sizeof *recorded_ms;
    static double costs[MAX_FILES];
    uint32_t seed = 7;
    assert_balanced(recorded_ms, recorded);
    for (int i = 0; i < MAX_FILES; ++i)
        costs[i] = recorded_ms[(int)random_number(&seed, 0, recorded - 0.001)] * random_number(&seed, 0.8, 1.2);
    assert_balanced(costs, MAX_FILES);
    for (int i = 0; i < MAX_FILES; ++i) costs[i] = pow(random_number(&seed, 0.0001, 1), -1 / 1.2); // Pareto
    assert_balanced(costs, MAX_FILES);
}

/// By hand: 7 to the first, 6 to the second, 5 to the second (6 < 7), 4 to the first (7 < 11), 3 to the first (both
/// 11).
static void the_longest_file_goes_to_the_shard_with_the_least_work(void **state)
{
    (void)state;
    const double costs[] = {3, 4, 5, 6, 7};
    const int32_t expected[] = {0, 0, 1, 1, 0};
    int32_t shards[5];
    assert_int_equal(library_share_work(costs, 5, 2, shards, NULL), SINEW_OK);
    assert_memory_equal(shards, expected, sizeof expected);
    assert_close(makespan(costs, 5, 5), 7, 0);
    assert_close(makespan(costs, 5, 9), 7, 0);
    assert_close(makespan(costs, 0, 3), 0, 0);
}

static void recorded_durations_scale_the_estimate_of_their_format(void **state)
{
    (void)state;
    library_recorded_costs recorded = {0};
    const double before = library_estimate_cost(&recorded, "a/b.fbx", 1000000);
    const double other = library_estimate_cost(&recorded, "b.glb", 1000000);
    for (int i = 0; i < 20; ++i) library_record_cost(&recorded, "x.FBX", 1000000, 3 * before);
    assert_close(library_estimate_cost(&recorded, "a/b.fbx", 1000000), 3 * before, 1e-9);
    assert_close(library_estimate_cost(&recorded, "b.glb", 1000000), other, 0);
    assert_true(library_estimate_cost(&recorded, "a.fbx", 2000000) > 4 * before);
}

// ---- plans --------------------------------------------------------------------------------------------------------

static void paths_that_leave_the_folder_are_refused(void **state)
{
    (void)state;
    static const char *const good[] = {"a", "a.fbx", "a/b", "...", "..a/b..", ".hidden/a", "a b\nc", "\xff"};
    static const char *const bad[] = {"", "/", "/a", "a/", "a//b", ".", "./a", "a/.", "..", "../a", "a/..", "a/../b"};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i) assert_true(library_is_below(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) assert_false(library_is_below(bad[i], strlen(bad[i])));
    assert_false(library_is_below("a\0b", 3));
}

/// Names in any bytes come back; the text is printable, and every prefix of it is refused without harm.
static void a_plan_comes_back_from_its_text(void **state)
{
    (void)state;
    char names[][32] = {"a \"q\" \\ \t.fbx", "caf\xc3\xa9.fbx", "line\nend.fbx", "\xff\x01.fbx"}; // in byte order
    char folder[] = "/tmp/\xfe folder";
    library_planned_file files[4];
    sinew__buffer text = {0};
    library_plan read, plan = {.folder = folder, .files = files, .count = 4, .shards = 3};
    for (int i = 0; i < 4; ++i)
        files[i] = (library_planned_file){names[i], (uint64_t)i << 40, -5, 0.25 * i, i == 0 ? 0 : 2};
    library_put_plan(&plan, &text);
    for (size_t i = 0; i < text.size; ++i) assert_true(text.text[i] == '\n' || (unsigned char)text.text[i] >= ' ');
    assert_int_equal(library_read_plan(text.text, text.size, &read, NULL), SINEW_OK);
    assert_string_equal(read.folder, folder);
    assert_int_equal(read.count, 4);
    assert_int_equal(read.shards, 3);
    assert_true(read.id != 0);
    for (int i = 0; i < 4; ++i) {
        assert_string_equal(read.files[i].path, files[i].path);
        assert_true(read.files[i].size == files[i].size);
        assert_close(read.files[i].cost, files[i].cost, 0);
        assert_int_equal(read.files[i].shard, files[i].shard);
    }
    library_plan_free(&read);
    for (size_t size = 0; size + 1 < text.size; ++size) {
        char *cut = malloc(size + 1); // whose end a sanitizer guards
        assert_non_null(cut);
        memcpy(cut, text.text, size);
        assert_int_not_equal(library_read_plan(cut, size, &read, NULL), SINEW_OK);
        assert_null(read.files);
        free(cut);
    }
    sinew__buffer_free(&text);
}

// ---- merging ------------------------------------------------------------------------------------------------------

static char folder_path[] = "/tmp/sinew-shards.XXXXXX";

static const char *below(const char *name)
{
    static char path[2][128];
    static int next;
    next = !next;
    snprintf(path[next], sizeof path[next], "%s/%s", folder_path, name);
    return path[next];
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder_path) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"library.db",          "library.db-writer", "shard.db",
                                        "shard.db-writer",     "library.db-wal",    "library.db-shm",
                                        "shard.db.part-writer"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) unlink(below(names[i]));
    return rmdir(folder_path);
}

/// A file with two clips, in a new database.
static void open_database(const char *name, library_access access, int64_t now, library_database *out)
{
    library_statements statements;
    library_clip_record clips[2] = {{.name = "walk", .seconds = 1}, {.name = "run", .seconds = 2}};
    library_record record = {.hash = (uint64_t)now, .format = "FBX", .clips = clips, .clip_count = 2};
    unlink(below(name));
    assert_int_equal(library_open(below(name), access, 0, out, NULL), SINEW_OK);
    const library_shard_label label = {.plan = 5, .shard = 0};
    if (access == LIBRARY_CREATE_RESULT) assert_int_equal(library_begin_result(out, &label, NULL), SINEW_OK);
    assert_int_equal(library_statements_create(out, &statements, NULL), SINEW_OK);
    assert_int_equal(library_store(out, &statements, "a.fbx", now, &record, NULL), SINEW_OK);
    library_statements_free(&statements);
}

static void write_library(int64_t now)
{
    library_database database;
    open_database("library.db", LIBRARY_CREATE, now, &database);
    library_close(&database);
}

static void write_result(int64_t now)
{
    library_database database;
    open_database("shard.db.part", LIBRARY_CREATE_RESULT, now, &database);
    assert_int_equal(library_complete_result(&database, below("shard.db.part"), below("shard.db"), NULL), SINEW_OK);
    library_close(&database);
}

static library_merge_counts merge(void)
{
    library_database database;
    library_merge_counts counts = {0};
    sinew_error error = {0};
    assert_int_equal(library_open_waiting(below("library.db"), LIBRARY_CREATE, 0, &database, NULL), SINEW_OK);
    if (library_merge_result(&database, below("shard.db"), 5, &counts, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    library_close(&database);
    return counts;
}

/// Runs a statement on a database of the folder; the first number of the first row, −1 for none.
static int64_t ask(const char *name, const char *sql)
{
    sqlite3 *connection;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open(below(name), &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, "PRAGMA foreign_keys=ON", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(connection, sql, -1, &row, NULL), SQLITE_OK);
    const int has_number = sqlite3_step(row) == SQLITE_ROW && sqlite3_column_type(row, 0) == SQLITE_INTEGER;
    const int64_t number = has_number ? sqlite3_column_int64(row, 0) : -1;
    sqlite3_finalize(row);
    sqlite3_close(connection);
    return number;
}

/// Details follow their file, whose number differs in the two databases, and clips get numbers of their own.
static void copying_takes_every_table_along(void **state)
{
    (void)state;
    library_database from, to;
    library_copy copy;
    sqlite3_stmt *row;
    open_database("shard.db", LIBRARY_CREATE, 200, &from);
    open_database("library.db", LIBRARY_CREATE, 100, &to);
    assert_int_equal(library_execute(&from,
                                     "INSERT INTO ranges VALUES(1,2,'Elbow',90,4);"
                                     "INSERT INTO warnings VALUES(1,'I01','x');"
                                     "INSERT INTO findings VALUES(1,'W18','warning','run',NULL,'jumps');"
                                     "INSERT INTO side_files VALUES(1,x'61',NULL,NULL,NULL)",
                                     NULL),
                     SINEW_OK);
    // Clips 1 and 2 belong to another file here.
    assert_int_equal(library_execute(&to, "UPDATE files SET path=x'62'", NULL), SINEW_OK);
    assert_int_equal(library_copy_create(&from, &to, &copy, NULL), SINEW_OK);
    assert_int_equal(library_copy_file(&copy, 1, &(library_kept_values){0}, NULL), SINEW_OK);
    library_copy_free(&copy);
    assert_int_equal(library_prepare(&to,
                                     "SELECT (SELECT group_concat(id||name) FROM clips WHERE file=f.id)||"
                                     "(SELECT joint||degrees||clip FROM ranges WHERE file=f.id)||"
                                     "(SELECT code||text FROM warnings WHERE file=f.id)||"
                                     "(SELECT code||clip FROM findings WHERE file=f.id)||"
                                     "(SELECT CAST(name AS TEXT) FROM side_files WHERE file=f.id)"
                                     " FROM files f WHERE path=CAST('a.fbx' AS BLOB)",
                                     &row, NULL),
                     SINEW_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(row, 0), "3walk,4runElbow90.02I01xW18runa");
    sqlite3_finalize(row);
    library_close(&from);
    library_close(&to);
}

/// A newer result replaces the library's row, once; a later measurement of the library stays.
static void a_newer_result_replaces_and_an_older_one_changes_nothing(void **state)
{
    (void)state;
    write_library(100);
    write_result(200);
    assert_int_equal(merge().merged, 1);
    assert_int_equal(ask("library.db", "SELECT hash FROM files"), 200);
    assert_int_equal(merge().unchanged, 1);
    write_result(150);
    const library_merge_counts counts = merge();
    assert_int_equal(counts.unchanged, 1);
    assert_int_equal(counts.merged, 0);
    assert_int_equal(ask("library.db", "SELECT hash FROM files"), 200);
    assert_int_equal(ask("library.db", "SELECT count(*) FROM clips"), 2);
}

/// Pictures are stored beside the library. The library knows the content of each; a shard's claim does not count.
static void merging_keeps_which_pictures_are_drawn(void **state)
{
    (void)state;
    write_library(100);
    write_result(200);
    ask("library.db", "UPDATE files SET drawn_hash=hash");
    ask("shard.db", "UPDATE files SET drawn_hash=77");
    assert_int_equal(merge().merged, 1);
    assert_int_equal(ask("library.db", "SELECT hash FROM files"), 200);
    assert_int_equal(ask("library.db", "SELECT drawn_hash FROM files"), 100);
    ask("library.db", "DELETE FROM files");
    assert_int_equal(merge().merged, 1);
    assert_int_equal(ask("library.db", "SELECT drawn_hash FROM files"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_of_recorded_costs_are_within_a_tenth_of_the_lower_bound),
        cmocka_unit_test(the_longest_file_goes_to_the_shard_with_the_least_work),
        cmocka_unit_test(recorded_durations_scale_the_estimate_of_their_format),
        cmocka_unit_test(paths_that_leave_the_folder_are_refused),
        cmocka_unit_test(a_plan_comes_back_from_its_text),
        cmocka_unit_test(copying_takes_every_table_along),
        cmocka_unit_test(a_newer_result_replaces_and_an_older_one_changes_nothing),
        cmocka_unit_test(merging_keeps_which_pictures_are_drawn),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
