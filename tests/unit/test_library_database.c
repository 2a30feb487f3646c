/// The database of a library: facts of other versions, and refusal of files that are not a library of this version.
#define _XOPEN_SOURCE 700 // mkdtemp
#include "support/cmocka_close.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "program/library/columns.h"
#include "program/library/database.h"
#include "program/library/update_library.h"

static const char path[] = "test_library_database.db";

/// A file and its clip.
static const char old_rows[] =
    "INSERT INTO files(path,size,modified_ns,hash,facts,state,added_s,changed_s,seconds)"
    " VALUES(CAST('a.fbx' AS BLOB),7,8,9,1,'ok',1000,2000,0.5);"
    "INSERT INTO clips(file,number,name,seconds,frames,moved_joints) VALUES(1,1,'walk',2.5,60,3);";

static void create(const char *sql)
{
    sqlite3 *connection;
    remove(path);
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

/// Creates an empty library with one file and its clip.
static void create_library(void)
{
    void *bytes;
    size_t size;
    sqlite3 *connection;
    remove(path);
    assert_int_equal(library_schema_make(0, &bytes, &size, NULL), SINEW_OK);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    sqlite3_free(bytes);
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, old_rows, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

/// The first column of the first row, as text.
static void query(library_database *database, const char *sql, char out[64])
{
    sqlite3_stmt *statement;
    assert_int_equal(library_prepare(database, sql, &statement, NULL), SINEW_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    snprintf(out, 64, "%s", text ? text : "NULL");
    sqlite3_finalize(statement);
}

static void assert_query(library_database *database, const char *sql, const char *expected)
{
    char found[64];
    query(database, sql, found);
    assert_string_equal(found, expected);
}

static int remove_files(void **state)
{
    (void)state;
    remove(path);
    remove("test_library_database.db-writer");
    remove("test_library_database.db-wal");
    remove("test_library_database.db-shm");
    return 0;
}

// ---- facts ---------------------------------------------------------------------------------------------------------

static const char fresh_path[] = "test_library_fresh.db";

static void make_folder_of_models(char folder[])
{
    static const char *const names[] = {"samples/walk.fbx", "samples/character_anim.fbx", "tests/data/arm.fbx",
                                        "tests/data/turn.bvh"};
    char command[600];
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        snprintf(command, sizeof command, "cp '" SINEW_SOURCE_FOLDER "/%s' %s", names[i], folder);
        assert_int_equal(system(command), 0);
    }
}

/// Returns how many files were measured.
static size_t update(const char *database_path, library_access access, const char *folder)
{
    library_database database;
    library_update_counts counts;
    assert_int_equal(library_open(database_path, access, 0, &database, NULL), SINEW_OK);
    assert_int_equal(library_update(&database, folder, NULL, &(library_update_options){0}, &counts, NULL), SINEW_OK);
    assert_int_equal(counts.failed, 0);
    library_close(&database);
    return counts.measured;
}

/// The columns of a table of `schema`, separated by commas, "" if there is none. Without `is_to_copy` only those that
/// hold facts, and `file` becomes the path of the file.
static void list_columns(sqlite3 *connection, const char *schema, const char *table, int is_to_copy, char out[1024])
{
    char sql[256];
    sqlite3_stmt *columns;
    size_t used = 0;
    out[0] = 0;
    snprintf(sql, sizeof sql, "SELECT name FROM pragma_table_info('%s','%s')", table, schema);
    assert_int_equal(sqlite3_prepare_v2(connection, sql, -1, &columns, NULL), SQLITE_OK);
    while (sqlite3_step(columns) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(columns, 0);
        const int is_of_run = strcmp(name, "id") == 0 || strcmp(name, "added_s") == 0 ||
                              strcmp(name, "changed_s") == 0 ||
                              (strcmp(table, "files") == 0 && strcmp(name, "seconds") == 0);
        if (is_of_run && !is_to_copy) continue;
        if (strcmp(name, "file") == 0 && !is_to_copy)
            used += (size_t)snprintf(out + used, 1024 - used, "%s(SELECT path FROM %s.files f WHERE f.id=file)",
                                     used ? "," : "", schema);
        else
            used += (size_t)snprintf(out + used, 1024 - used, "%s%s", used ? "," : "", name);
        assert_true(used < 1000);
    }
    sqlite3_finalize(columns);
}

static void execute(sqlite3 *connection, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(connection, sql, NULL, NULL, &message) != SQLITE_OK) fail_msg("%s: %s", sql, message);
}

static sqlite3 *open_beside_fresh(void)
{
    char sql[64];
    sqlite3 *connection;
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    snprintf(sql, sizeof sql, "ATTACH '%s' AS fresh", fresh_path);
    execute(connection, sql);
    return connection;
}

static const char *const tables[] = {"files", "clips", "warnings", "ranges", "findings", "side_files"};
enum { TABLES = sizeof tables / sizeof *tables };

/// A library that knows the files of the fresh one, and wrong facts of them, which another version measured.
static void make_wrong_facts(void)
{
    char columns[1024], sql[3000];
    create_library();
    sqlite3 *connection = open_beside_fresh();
    execute(connection, "DELETE FROM clips; DELETE FROM files");
    for (int i = 0; i < TABLES; ++i) {
        list_columns(connection, "main", tables[i], 1, columns);
        snprintf(sql, sizeof sql, "INSERT INTO main.%s(%s) SELECT %s FROM fresh.%s", tables[i], columns, columns,
                 tables[i]);
        if (columns[0]) execute(connection, sql);
    }
    execute(connection, "UPDATE files SET joints=1, added_s=1000, facts=facts-1;"
                        "UPDATE clips SET speed=99, yaw_rate=99, loop_error=99, moved_joints=1, descriptor=NULL;"
                        "DELETE FROM warnings");
    sqlite3_close(connection);
}

/// How many rows of a table are in one of the two databases only.
static int differing_rows(sqlite3 *connection, const char *table)
{
    char own[1024], fresh[1024], sql[5000];
    sqlite3_stmt *count;
    list_columns(connection, "main", table, 0, own);
    list_columns(connection, "fresh", table, 0, fresh);
    snprintf(sql, sizeof sql,
             "SELECT (SELECT count(*) FROM (SELECT %s FROM main.%s EXCEPT SELECT %s FROM fresh.%s))"
             "+(SELECT count(*) FROM (SELECT %s FROM fresh.%s EXCEPT SELECT %s FROM main.%s))",
             own, table, fresh, table, fresh, table, own, table);
    assert_int_equal(sqlite3_prepare_v2(connection, sql, -1, &count, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(count), SQLITE_ROW);
    const int found = sqlite3_column_int(count, 0);
    sqlite3_finalize(count);
    return found;
}

/// Whatever another version measured: after an update the library has the rows of one that is made anew, and knows since
/// when it knows its files.
static void facts_of_another_version_are_measured_again(void **state)
{
    (void)state;
    char folder[] = "test-library-XXXXXX", command[64];
    make_folder_of_models(folder);
    remove(fresh_path);
    assert_int_equal(update(fresh_path, LIBRARY_CREATE, folder), 4);
    make_wrong_facts();
    assert_int_equal(update(path, LIBRARY_WRITE, folder), 4);
    sqlite3 *connection = open_beside_fresh();
    for (int i = 0; i < TABLES; ++i)
        if (differing_rows(connection, tables[i]) != 0) fail_msg("other %s", tables[i]);
    execute(connection, "CREATE TEMP TABLE kept(rows CHECK(rows=4));"
                        "INSERT INTO kept SELECT count(*) FROM main.files WHERE added_s=1000");
    sqlite3_close(connection);
    assert_int_equal(update(path, LIBRARY_WRITE, folder), 0);
    remove(fresh_path);
    remove("test_library_fresh.db-writer");
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/// A file whose side files were not known has not changed because they are known now.
static void dates_stay_when_side_files_become_known(void **state)
{
    (void)state;
    library_database database;
    library_statements statements;
    library_record record = {.hash = 9, .side_hash = 5, .format = ""};
    create_library();
    assert_int_equal(library_open(path, LIBRARY_WRITE, 0, &database, NULL), SINEW_OK);
    assert_int_equal(library_statements_create(&database, &statements, NULL), SINEW_OK);
    assert_int_equal(library_store(&database, &statements, "a.fbx", 3000, &record, NULL), SINEW_OK);
    assert_query(&database, "SELECT changed_s FROM files", "2000");
    record.side_hash = 6; // then one of them changes
    assert_int_equal(library_store(&database, &statements, "a.fbx", 4000, &record, NULL), SINEW_OK);
    assert_query(&database, "SELECT changed_s FROM files", "4000");
    library_statements_free(&statements);
    library_close(&database);
}

/// The rows of a file are removed with the file, in every table that names it.
static void every_table_follows_its_file(void **state)
{
    (void)state;
    library_database database;
    create_library();
    assert_int_equal(library_open(path, LIBRARY_WRITE, 0, &database, NULL), SINEW_OK);
    assert_int_equal(library_execute(&database,
                                     "INSERT INTO ranges VALUES(1,1,'Elbow',90,0);"
                                     "INSERT INTO findings VALUES(1,'W18','warning','walk',NULL,'jumps');"
                                     "INSERT INTO warnings VALUES(1,'I01','x');"
                                     "INSERT INTO side_files VALUES(1,x'61',NULL,NULL,NULL);"
                                     "DELETE FROM files",
                                     NULL),
                     SINEW_OK);
    assert_query(&database,
                 "SELECT (SELECT count(*) FROM clips)+(SELECT count(*) FROM ranges)+(SELECT count(*) FROM findings)"
                 "+(SELECT count(*) FROM warnings)+(SELECT count(*) FROM side_files)",
                 "0");
    // Tables with facts of files are those with a column `file`: a merge relies on it.
    assert_query(&database,
                 "SELECT count(*) FROM sqlite_master m WHERE m.type='table' AND m.name<>'files'"
                 " AND NOT EXISTS(SELECT 1 FROM pragma_table_info(m.name) WHERE name='file')",
                 "0");
    library_close(&database);
}

static int has_column(const char *table, const char *name, const char *type)
{
    int found = 0;
    for (int i = 0; i < library_column_count; ++i) {
        const library_column *column = &library_columns[i];
        found += column->name && strcmp(library_table_name(column->table), table) == 0 &&
                 strcmp(column->name, name) == 0 && strcmp(column->type, type) == 0;
    }
    return found;
}

/// A column that only the schema has would be lost by merges, one that only the table has refused by SQLite.
static void the_table_of_columns_is_that_of_the_schema(void **state)
{
    (void)state;
    library_database database;
    sqlite3_stmt *rows;
    int count = 0, stored = 0;
    create_library();
    assert_int_equal(library_open(path, LIBRARY_WRITE, 0, &database, NULL), SINEW_OK);
    assert_int_equal(library_prepare(&database,
                                     "SELECT m.name,c.name,c.type FROM sqlite_schema m, pragma_table_info(m.name) c"
                                     " WHERE m.type='table'",
                                     &rows, NULL),
                     SINEW_OK);
    for (; sqlite3_step(rows) == SQLITE_ROW; ++count) {
        const char *table = (const char *)sqlite3_column_text(rows, 0),
                   *name = (const char *)sqlite3_column_text(rows, 1);
        if (has_column(table, name, (const char *)sqlite3_column_text(rows, 2)) != 1)
            fail_msg("%s.%s is in the schema, not once in the table", table, name);
    }
    for (int i = 0; i < library_column_count; ++i) stored += library_columns[i].name != NULL;
    assert_int_equal(stored, count);
    sqlite3_finalize(rows);
    library_close(&database);
}

/// Programs read CSV by position: each position has one column, and no word has two meanings.
static void places_and_words_are_given_once(void **state)
{
    (void)state;
    int last = 0;
    for (int i = 0; i < library_column_count; ++i) {
        const library_column *one = &library_columns[i];
        if (one->csv_place > last) last = one->csv_place;
        for (int k = 0; k < i; ++k) {
            const library_column *other = &library_columns[k];
            assert_true(!one->csv_place || one->csv_place != other->csv_place);
            assert_true(!one->word || !other->word || strcmp(one->word, other->word) != 0);
        }
    }
    for (int place = 1; place <= last; ++place) {
        int count = 0;
        for (int i = 0; i < library_column_count; ++i) count += library_columns[i].csv_place == place;
        assert_int_equal(count, 1);
    }
}

static void what_is_of_another_version_or_no_library_is_refused_unchanged(void **state)
{
    (void)state;
    library_database database;
    sinew_error error;
    for (int version = LIBRARY_SCHEMA - 1; version <= LIBRARY_SCHEMA + 1; version += 2) {
        char sql[120], message[80];
        snprintf(sql, sizeof sql, "PRAGMA application_id=1936289399; PRAGMA user_version=%d; CREATE TABLE files(x);",
                 version);
        snprintf(message, sizeof message, "made by another version: schema %d, this program knows %d", version,
                 LIBRARY_SCHEMA);
        create(sql);
        for (int access = LIBRARY_READ; access <= LIBRARY_CREATE; ++access) {
            assert_int_equal(library_open(path, (library_access)access, 0, &database, &error), SINEW_ERROR_UNSUPPORTED);
            assert_string_equal(error.message, message);
            assert_string_equal(error.hint, "remove it; sinew library update FOLDER makes it again");
        }
    }
    static const char *const foreign[] = {"PRAGMA user_version=99; CREATE TABLE files(x);",
                                          "CREATE TABLE bookmarks(x);"}; // the last one stays
    for (int i = 0; i < 2; ++i) {
        create(foreign[i]);
        for (int access = LIBRARY_READ; access <= LIBRARY_CREATE; ++access) {
            assert_int_equal(library_open(path, (library_access)access, 0, &database, &error), SINEW_ERROR_DAMAGED);
            assert_string_equal(error.message, "not a library of sinew");
        }
    }
    sqlite3 *connection;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(connection, "SELECT count(*) FROM sqlite_master", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(statement, 0), 1);
    sqlite3_finalize(statement);
    sqlite3_close(connection);
}

// ---- journals -----------------------------------------------------------------------------------------------------

static const char victim[] = "test_library_database.victim";

static unsigned put_32(unsigned char *out, unsigned value)
{
    for (int i = 0; i < 4; ++i) out[i] = (unsigned char)(value >> (24 - 8 * i));
    return 4;
}

/// A hot journal of no pages that names a super-journal, which SQLite deletes after a rollback.
/// https://www.sqlite.org/fileformat.html#the_rollback_journal
static void write_journal(void)
{
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char journal[1024] = {0};
    char name[512];
    unsigned at = 512, sum = 0;
    memcpy(journal, magic, 8);
    put_32(journal + 16, 1);    // pages that the database had
    put_32(journal + 20, 512);  // bytes of a sector
    put_32(journal + 24, 4096); // bytes of a page
    assert_non_null(getcwd(name, 400));
    strcat(strcat(name, "/"), victim);
    const unsigned length = (unsigned)strlen(name);
    for (unsigned i = 0; i < length; ++i) sum += (unsigned char)name[i];
    at += put_32(journal + at, 0x40000000 / 4096 + 1); // the page that is never used
    memcpy(journal + at, name, length);
    at += length;
    at += put_32(journal + at, length);
    at += put_32(journal + at, sum);
    memcpy(journal + at, magic, 8);
    FILE *file = fopen("test_library_database.db-journal", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(journal, 1, at + 8, file), at + 8);
    fclose(file);
}

static void read_by_sqlite_alone(void)
{
    sqlite3 *connection;
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    sqlite3_exec(connection, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    sqlite3_close(connection);
}

/// Puts the database, the journal and the victim there anew.
static void make_hot_journal(void)
{
    create_library();
    FILE *file = fopen(victim, "w");
    assert_non_null(file);
    fputs("precious", file);
    fclose(file);
    write_journal();
}

/// library_open refuses a journal. One that another program puts there after that is not used: plain SQLite deletes the
/// victim.
static void a_journal_that_appears_while_a_database_is_opened_is_not_used(void **state)
{
    (void)state;
    char full[512];
    make_hot_journal();
    read_by_sqlite_alone();
    assert_int_not_equal(access(victim, F_OK), 0);
    make_hot_journal();
    assert_non_null(getcwd(full, 400));
    strcat(strcat(full, "/"), path);
    for (int has_log = 0; has_log < 2; ++has_log) {
        library_database_files *files = library_database_files_create(full, has_log);
        assert_non_null(files);
        library_database_files_allow_writes(files);
        sqlite3 *connection;
        assert_int_equal(sqlite3_open_v2(full, &connection, SQLITE_OPEN_READWRITE, library_database_files_name(files)),
                         SQLITE_OK);
        assert_int_equal(sqlite3_exec(connection, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_exec(connection, "ATTACH 'other.db' AS other", NULL, NULL, NULL), SQLITE_CANTOPEN);
        assert_int_equal(sqlite3_exec(connection, "VACUUM INTO 'other.db'", NULL, NULL, NULL), SQLITE_CANTOPEN);
        sqlite3_close(connection);
        library_database_files_free(files);
        assert_int_equal(access(victim, F_OK), 0);
        assert_int_equal(access("test_library_database.db-journal", F_OK), 0);
        assert_int_not_equal(access("other.db", F_OK), 0);
    }
    remove(victim);
    remove("test_library_database.db-journal");
}

static void one_writes_and_others_read(void **state)
{
    (void)state;
    library_database first, second, reader;
    sinew_error error;
    create_library();
    assert_int_equal(library_open(path, LIBRARY_WRITE, 0, &first, NULL), SINEW_OK);
    assert_int_equal(library_execute(&first, "BEGIN IMMEDIATE; DELETE FROM files", NULL), SINEW_OK);
    assert_int_equal(library_open(path, LIBRARY_WRITE, 0, &second, &error), SINEW_ERROR_SYSTEM);
    assert_int_equal(library_open(path, LIBRARY_READ, 0, &reader, NULL), SINEW_OK);
    assert_query(&reader, "SELECT count(*) FROM files", "1"); // the committed rows
    library_close(&reader);
    library_close(&first); // without a commit, as after a kill
    assert_int_equal(library_open(path, LIBRARY_READ, 0, &reader, NULL), SINEW_OK);
    assert_query(&reader, "SELECT count(*) FROM files", "1");
    library_close(&reader);
}

/// The rows of a file stay if the file vanishes between listing and reading; a file without rows
/// gets no row.
static void a_file_that_vanishes_while_it_is_read_keeps_its_facts(void **state)
{
    (void)state;
    library_database database;
    library_update_counts counts;
    char known[] = "a.fbx", new[] = "b.fbx"; // neither exists
    library_file items[] = {{.path = known, .size = 99}, {.path = new, .size = 7}};
    const library_files files = {.items = items, .count = 2};
    create_library();
    assert_int_equal(library_open(path, LIBRARY_WRITE, 0, &database, NULL), SINEW_OK);
    assert_int_equal(library_update(&database, "no-such-folder", &files, &(library_update_options){0}, &counts, NULL),
                     SINEW_OK);
    assert_int_equal(counts.measured, 0);
    assert_int_equal(counts.vanished, 1);
    assert_int_equal(counts.files, 0);
    assert_query(&database, "SELECT count(*) FROM files WHERE state='vanished' AND vanished_s>0", "1");
    assert_query(&database, "SELECT count(*) FROM files", "1");
    assert_query(&database, "SELECT seconds FROM clips WHERE file=1", "2.5");
    library_close(&database);
}

/// Three known files are missing: one was in the folder, one in a folder that is skipped, one beside that.
static void files_in_skipped_folders_do_not_vanish(void **state)
{
    (void)state;
    char folder[] = "test-library-XXXXXX", below[600], sql[1200];
    library_database database;
    library_update_counts counts;
    assert_non_null(mkdtemp(folder));
    snprintf(below, sizeof below, "%s", folder);
    for (int depth = 1; depth <= LIBRARY_MAX_DEPTH + 1; ++depth) {
        strcat(below, "/d");
        assert_int_equal(mkdir(below, 0755), 0);
    }
    create_library();
    assert_int_equal(library_open(path, LIBRARY_WRITE, 0, &database, NULL), SINEW_OK);
    snprintf(sql, sizeof sql,
             "INSERT INTO files(path,size,modified_ns,hash,facts,state,added_s,changed_s,seconds)"
             " SELECT CAST('%s/b.fbx' AS BLOB),size,modified_ns,hash,facts,state,added_s,changed_s,seconds FROM files"
             " UNION SELECT CAST('%s.fbx' AS BLOB),size,modified_ns,hash,facts,state,added_s,changed_s,seconds"
             " FROM files",
             below + strlen(folder) + 1, below + strlen(folder) + 1);
    assert_int_equal(library_execute(&database, sql, NULL), SINEW_OK);
    assert_int_equal(library_update(&database, folder, NULL, &(library_update_options){0}, &counts, NULL), SINEW_OK);
    assert_int_equal(counts.skipped.too_deep, 1);
    assert_int_equal(counts.vanished, 2);
    assert_query(&database, "SELECT count(*) FROM files WHERE state='ok' AND CAST(path AS TEXT) LIKE '%/b.fbx'", "1");
    library_close(&database);
    snprintf(sql, sizeof sql, "rm -r %s", folder);
    assert_int_equal(system(sql), 0);
}

/// Writes the remains of a program that was killed while writing `target`: `size` bytes under a temporary name.
static void leave_behind(const char *target, const void *bytes, size_t size)
{
    sinew__foreign_file *file;
    const pid_t child = fork();
    if (child == 0) {
        if (sinew__foreign_file_begin(target, &file, NULL) == SINEW_OK &&
            sinew__write_all(sinew__foreign_file_descriptor(file), bytes, size) == 0)
            raise(SIGKILL);
        _exit(1);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/// The files in the working folder whose names begin so, the database itself left out.
static int count_files(const char *start)
{
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += strncmp(entry->d_name, start, strlen(start)) == 0 && strcmp(entry->d_name, start) != 0;
    closedir(folder);
    return count;
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    assert_true(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/// A copy of a library may be named like a temporary file.
static void what_a_killed_creation_left_is_removed_and_nothing_else(void **state)
{
    (void)state;
    static const char *const kept[] = {"new.db.backup", "new.db.0A1b2c", "new.db.0a1b2", "new.db.0a1b2cd",
                                       "xnew.db.0a1b2c"};
    library_database database;
    void *bytes;
    size_t size;
    assert_int_equal(library_schema_make(0, &bytes, &size, NULL), SINEW_OK);
    remove("new.db");
    leave_behind("new.db", bytes, 0);
    leave_behind("new.db", bytes, size / 2);
    leave_behind("new.db", bytes, size);
    assert_int_equal(count_files("new.db."), 3);
    assert_int_equal(library_open("new.db", LIBRARY_CREATE, 0, &database, NULL), SINEW_OK);
    assert_int_equal(count_files("new.db."), 0);
    library_close(&database);

    create_library();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) write_file(kept[i], bytes, size);
    assert_int_equal(rename(path, "new.db.backup"), 0);
    assert_int_equal(mkdir("new.db.folder", 0755), 0);
    assert_int_equal(symlink("xnew.db.0a1b2c", "new.db.linked"), 0);
    leave_behind("new.db", bytes, size);
    assert_int_equal(library_open("new.db", LIBRARY_READ, 0, &database, NULL), SINEW_OK);
    library_close(&database);
    assert_int_equal(count_files("new.db."), 7);
    assert_int_equal(library_open("new.db", LIBRARY_WRITE, 0, &database, NULL), SINEW_OK);
    library_close(&database);
    assert_int_equal(count_files("new.db."), 6);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) assert_int_equal(remove(kept[i]), 0);
    assert_int_equal(rmdir("new.db.folder"), 0);
    assert_int_equal(remove("new.db.linked"), 0);
    assert_int_equal(remove("new.db-writer"), 0);
    assert_int_equal(remove("new.db"), 0);
    sqlite3_free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_of_another_version_are_measured_again),
        cmocka_unit_test(dates_stay_when_side_files_become_known),
        cmocka_unit_test(every_table_follows_its_file),
        cmocka_unit_test(the_table_of_columns_is_that_of_the_schema),
        cmocka_unit_test(places_and_words_are_given_once),
        cmocka_unit_test(what_is_of_another_version_or_no_library_is_refused_unchanged),
        cmocka_unit_test(a_journal_that_appears_while_a_database_is_opened_is_not_used),
        cmocka_unit_test(one_writes_and_others_read),
        cmocka_unit_test(a_file_that_vanishes_while_it_is_read_keeps_its_facts),
        cmocka_unit_test(files_in_skipped_folders_do_not_vanish),
        cmocka_unit_test(what_a_killed_creation_left_is_removed_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
