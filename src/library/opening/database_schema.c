#include "library/opening/database_schema.h"

#include <string.h>

#include "base/error.h"

/// From an empty database to schema 1, from schema 1 to 2, and so on. A published step never changes.
static const char *const migrations[LIBRARY_SCHEMA] = {
    "CREATE TABLE files("
    " id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, modified_ns INTEGER NOT NULL,"
    " hash INTEGER NOT NULL, facts INTEGER NOT NULL, state TEXT NOT NULL, error_code TEXT, error TEXT,"
    " added_s INTEGER NOT NULL, changed_s INTEGER NOT NULL, vanished_s INTEGER, seconds REAL NOT NULL,"
    " format TEXT, skeleton TEXT, unit_cm REAL, fps REAL, joints INTEGER, meshes INTEGER, vertices INTEGER,"
    " triangles INTEGER, materials INTEGER, textures INTEGER, warnings INTEGER);"
    "CREATE INDEX files_hash ON files(hash);"
    "CREATE TABLE clips("
    " id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, number INTEGER NOT NULL,"
    " name TEXT NOT NULL, seconds REAL NOT NULL, frames REAL NOT NULL, speed REAL, yaw_rate REAL, loop_error REAL,"
    " moved_joints INTEGER NOT NULL, descriptor BLOB, UNIQUE(file, number));"
    "CREATE TABLE warnings("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, code TEXT NOT NULL, text TEXT NOT NULL);"
    "CREATE INDEX warnings_file ON warnings(file);"
    "PRAGMA user_version=1;",

    "ALTER TABLE clips ADD COLUMN contacts INTEGER;"
    "ALTER TABLE clips ADD COLUMN feet INTEGER;"
    "ALTER TABLE clips ADD COLUMN poses BLOB;"
    "ALTER TABLE clips ADD COLUMN body BLOB;"
    "CREATE TABLE ranges("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, clip INTEGER NOT NULL, joint TEXT NOT NULL,"
    " degrees REAL NOT NULL, centimetres REAL NOT NULL, PRIMARY KEY(file, clip, joint)) WITHOUT ROWID;"
    "CREATE TABLE findings("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, code TEXT NOT NULL, severity TEXT NOT NULL,"
    " clip TEXT, node TEXT, text TEXT NOT NULL);"
    "CREATE INDEX findings_file ON findings(file);"
    "PRAGMA user_version=2;",

    // Frames may be NULL, which needs another table.
    "CREATE TABLE new_clips("
    " id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, number INTEGER NOT NULL,"
    " name TEXT NOT NULL, seconds REAL NOT NULL, frames REAL, speed REAL, yaw_rate REAL, loop_error REAL,"
    " moved_joints INTEGER NOT NULL, descriptor BLOB, contacts INTEGER, feet INTEGER, poses BLOB, body BLOB,"
    " UNIQUE(file, number));"
    "INSERT INTO new_clips SELECT id,file,number,name,seconds,nullif(frames,0),speed,yaw_rate,loop_error,moved_joints,"
    "descriptor,contacts,feet,poses,body FROM clips;"
    "DROP TABLE clips;"
    "ALTER TABLE new_clips RENAME TO clips;"
    "ALTER TABLE files ADD COLUMN side_hash INTEGER;"
    "CREATE TABLE side_files("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, name BLOB NOT NULL, path BLOB, size INTEGER,"
    " modified_ns INTEGER, PRIMARY KEY(file, name)) WITHOUT ROWID;"
    "PRAGMA user_version=3;",

    "ALTER TABLE files ADD COLUMN drawn_hash INTEGER;PRAGMA user_version=4;",

    "ALTER TABLE clips ADD COLUMN path_speed REAL;"
    "ALTER TABLE clips ADD COLUMN net_turn REAL;"
    "ALTER TABLE clips ADD COLUMN total_turn REAL;"
    "ALTER TABLE clips ADD COLUMN foot_speed REAL;"
    "ALTER TABLE clips ADD COLUMN loop_degrees REAL;"
    "ALTER TABLE clips ADD COLUMN loops INTEGER;"
    "ALTER TABLE clips ADD COLUMN motion_start REAL;"
    "ALTER TABLE clips ADD COLUMN heading BLOB;"
    "PRAGMA user_version=5;",

    // "sinw": a file that is no library is told from a damaged one.
    "PRAGMA application_id=1936289399;PRAGMA user_version=6;",
};

const char *library_schema_step(int version)
{
    return migrations[version - 1];
}

/// The one more table of a result. One row: of which plan and shard it is.
static const char result_step[] =
    "CREATE TABLE shard(plan INTEGER NOT NULL, shard INTEGER NOT NULL, is_complete INTEGER NOT NULL);";

// ---- the schema that a version has --------------------------------------------------------------------------------

/// Opens an empty database of a schema in memory.
static int make(int version, int is_result, sqlite3 **out)
{
    int code = sqlite3_open(":memory:", out);
    for (int i = 0; i < version && code == SQLITE_OK; ++i) code = sqlite3_exec(*out, migrations[i], NULL, NULL, NULL);
    if (code == SQLITE_OK && is_result) code = sqlite3_exec(*out, result_step, NULL, NULL, NULL);
    return code;
}

/// These bytes of the header say that a database has a write-ahead log. https://www.sqlite.org/fileformat.html
static void set_log(unsigned char *header)
{
    header[18] = header[19] = 2;
}

sinew_result library_schema_make(int version, int is_result, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    sqlite3 *memory;
    sqlite3_int64 size = 0;
    *out_bytes = NULL;
    if (make(version, is_result, &memory) == SQLITE_OK) *out_bytes = sqlite3_serialize(memory, "main", &size, 0);
    sqlite3_close(memory);
    if (!*out_bytes) return sinew__fail_memory(out_error);
    set_log(*out_bytes);
    *out_size = (size_t)size;
    return SINEW_OK;
}

// ---- the schema that a database has -------------------------------------------------------------------------------

static sinew_result read_whole(library_database *database, const char *sql, int *out, sinew_error *error)
{
    sqlite3_stmt *statement;
    *out = 0;
    sinew_result result = library_prepare(database, sql, &statement, error);
    if (result != SINEW_OK) return result;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *out = sqlite3_column_int(statement, 0);
    else
        result = library_fail(database, error);
    sqlite3_finalize(statement);
    return result;
}

/// Texts of any encoding and length; NULL is no text.
static int is_same_text(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    const char *first = (const char *)sqlite3_column_text(a, column),
               *second = (const char *)sqlite3_column_text(b, column);
    return first && second ? strcmp(first, second) == 0 : first == second;
}

/// Compares what both have in the order of names. `expected` is one of the steps.
static sinew_result compare_rows(library_database *database, sqlite3_stmt *found, sqlite3_stmt *expected, int version,
                                 sinew_error *error)
{
    for (;;) {
        const int code = sqlite3_step(found), expected_code = sqlite3_step(expected);
        if (code != SQLITE_ROW && code != SQLITE_DONE) return library_fail(database, error);
        if (code == SQLITE_DONE && expected_code == SQLITE_DONE) return SINEW_OK;
        int is_same = code == SQLITE_ROW && expected_code == SQLITE_ROW;
        for (int column = 0; column < 4 && is_same; ++column) is_same = is_same_text(found, expected, column);
        if (is_same) continue;
        sqlite3_stmt *row = code == SQLITE_ROW ? found : expected;
        const char *type = (const char *)sqlite3_column_text(row, 1), *name = (const char *)sqlite3_column_text(row, 0);
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: schema %d has another %.20s '%.60s'", version,
                           type ? type : "", name ? name : "");
    }
}

static sinew_result compare(library_database *database, sqlite3 *memory, int version, sinew_error *error)
{
    static const char sql[] = "SELECT name,type,tbl_name,sql FROM sqlite_schema ORDER BY name LIMIT 1000";
    sqlite3_stmt *found = NULL, *expected = NULL;
    sinew_result result = library_prepare(database, sql, &found, error);
    if (result == SINEW_OK && sqlite3_prepare_v2(memory, sql, -1, &expected, NULL) != SQLITE_OK)
        result = sinew__fail_memory(error);
    if (result == SINEW_OK) result = compare_rows(database, found, expected, version, error);
    sqlite3_finalize(found);
    sqlite3_finalize(expected);
    return result;
}

static sinew_result fail_kind(int is_result, sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_DAMAGED, is_result ? "not the result of a shard" : "not a library of sinew");
}

static int application_of(sqlite3 *memory)
{
    sqlite3_stmt *row = NULL;
    const int is_read = sqlite3_prepare_v2(memory, "PRAGMA application_id", -1, &row, NULL) == SQLITE_OK &&
                        sqlite3_step(row) == SQLITE_ROW;
    const int application = is_read ? sqlite3_column_int(row, 0) : -1;
    sqlite3_finalize(row);
    return application;
}

static sinew_result fail_version(int version, sinew_error *error)
{
    if (version > LIBRARY_SCHEMA)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "made by a newer version: schema %d, this program knows %d",
                           version, LIBRARY_SCHEMA);
    sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "made by an older version: schema %d, this program reads %d", version,
                LIBRARY_SCHEMA);
    sinew__hint(error, "sinew library update FOLDER migrates it");
    return SINEW_ERROR_UNSUPPORTED;
}

/// Compares with what the steps make. A newer version has the id of the last step.
static sinew_result compare_with(library_database *database, sqlite3 *memory, int version, int is_result, int writes,
                                 sinew_error *error)
{
    int application;
    const sinew_result result = read_whole(database, "PRAGMA application_id", &application, error);
    if (result != SINEW_OK) return result;
    if (application != application_of(memory)) return fail_kind(is_result, error);
    if (version > LIBRARY_SCHEMA || (version < LIBRARY_SCHEMA && !writes)) return fail_version(version, error);
    return compare(database, memory, version, error);
}

/// A search may also read a result.
static sinew_result check_kind(library_database *database, library_access access, int *out_is_result,
                               sinew_error *error)
{
    const int is_wanted = library_access_is_of_result(access);
    const sinew_result result =
        read_whole(database, "SELECT count(*) FROM sqlite_schema WHERE name='shard'", out_is_result, error);
    if (result != SINEW_OK || *out_is_result == is_wanted || access == LIBRARY_READ) return result;
    if (is_wanted) return fail_kind(is_wanted, error);
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "not a library, but the result of a shard");
}

sinew_result library_schema_check(library_database *database, library_access access, int *out_version,
                                  sinew_error *out_error)
{
    sqlite3 *memory;
    int is_result;
    sinew_result result = read_whole(database, "PRAGMA user_version", out_version, out_error);
    if (result != SINEW_OK) return result;
    if (*out_version < 1) return fail_kind(library_access_is_of_result(access), out_error);
    result = check_kind(database, access, &is_result, out_error);
    if (result != SINEW_OK) return result;
    const int known = *out_version < LIBRARY_SCHEMA ? *out_version : LIBRARY_SCHEMA;
    result = make(known, is_result, &memory) == SQLITE_OK
                 ? compare_with(database, memory, *out_version, is_result, library_access_writes(access), out_error)
                 : sinew__fail_memory(out_error);
    sqlite3_close(memory);
    return result;
}
