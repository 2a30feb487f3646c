#include "library/database.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/error.h"
#include "base/memory.h"
#include "platform/file_lock.h"
#include "platform/file_status.h"

enum { BUSY_MILLISECONDS = 10000 };

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
};

const char *library_schema_step(int version)
{
    return migrations[version - 1];
}

sinew_result library_fail(library_database *database, sinew_error *error)
{
    const int code = database->connection ? sqlite3_errcode(database->connection) & 0xff : SQLITE_NOMEM;
    const char *text = database->connection ? sqlite3_errmsg(database->connection) : "";
    switch (code) {
    case SQLITE_NOMEM: return sinew__fail_memory(error);
    case SQLITE_ERROR: // such as "no such table" in a database of another program
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s", text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return sinew__fail(error, SINEW_ERROR_SYSTEM, "another program uses the library: %s", text);
    default: return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write the library: %s", text);
    }
}

sinew_result library_execute(library_database *database, const char *sql, sinew_error *out_error)
{
    const int code = sqlite3_exec(database->connection, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? SINEW_OK : library_fail(database, out_error);
}

sinew_result library_prepare(library_database *database, const char *sql, sqlite3_stmt **out_statement,
                             sinew_error *out_error)
{
    const int code = sqlite3_prepare_v2(database->connection, sql, -1, out_statement, NULL);
    return code == SQLITE_OK ? SINEW_OK : library_fail(database, out_error);
}

sinew_result library_run(library_database *database, sqlite3_stmt *statement, sinew_error *out_error)
{
    const int code = sqlite3_step(statement);
    const sinew_result result =
        code == SQLITE_DONE || code == SQLITE_ROW ? SINEW_OK : library_fail(database, out_error);
    sqlite3_reset(statement);
    return result;
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// Locks `<path>-writer`, which the system unlocks when the program ends in whatever way.
static sinew_result lock_for_writing(const char *path, library_database *database, sinew_error *error)
{
    const size_t size = strlen(path) + sizeof "-writer";
    char *name = sinew__allocate(size);
    if (!name) return sinew__fail_memory(error);
    snprintf(name, size, "%s-writer", path);
    const sinew_result result = sinew__file_lock(name, &database->lock, error);
    sinew_free(name);
    return result;
}

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

static sinew_result migrate(library_database *database, library_access access, sinew_error *error)
{
    int version, tables;
    sinew_result result = read_whole(database, "PRAGMA user_version", &version, error);
    if (result != SINEW_OK || version == LIBRARY_SCHEMA) return result;
    if (version > LIBRARY_SCHEMA)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "made by a newer version: schema %d, this program knows %d",
                           version, LIBRARY_SCHEMA);
    result = read_whole(database, "SELECT count(*) FROM sqlite_master", &tables, error);
    if (result != SINEW_OK) return result;
    if (version < 0 || (version == 0 && (tables > 0 || access != LIBRARY_CREATE)))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: not a library");
    if (access == LIBRARY_READ) {
        sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "made by an older version: schema %d, this program reads %d",
                    version, LIBRARY_SCHEMA);
        sinew__hint(error, "sinew library update FOLDER migrates it");
        return SINEW_ERROR_UNSUPPORTED;
    }
    result = library_execute(database, "BEGIN IMMEDIATE", error);
    for (; version < LIBRARY_SCHEMA && result == SINEW_OK; ++version)
        result = library_execute(database, migrations[version], error);
    if (result == SINEW_OK) result = library_execute(database, "COMMIT", error);
    return result;
}

static int open_with(library_database *database, const char *path, int flags)
{
    const int code = sqlite3_open_v2(path, &database->connection, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) sqlite3_busy_timeout(database->connection, BUSY_MILLISECONDS);
    return code;
}

static int has_pending_writes(const char *path)
{
    sinew__file_status status;
    sinew__buffer log = {0};
    sinew__buffer_format(&log, "%s-wal", path);
    sinew__buffer_put_character(&log, '\0');
    const int has_log = log.failed || (sinew__file_status_of_path(log.text, &status) && status.size > 0);
    sinew__buffer_free(&log);
    return has_log;
}

/// Opens a database that nobody can write to. In write-ahead mode SQLite creates a file beside it even for reading.
static int open_unwritable(library_database *database, const char *path)
{
    sinew__buffer uri = {0};
    sinew__buffer_put_text(&uri, "file:");
    for (const char *c = path; *c; ++c) sinew__buffer_format(&uri, "%%%02x", (unsigned)(unsigned char)*c);
    sinew__buffer_put_text(&uri, "?immutable=1");
    sinew__buffer_put_character(&uri, '\0');
    sqlite3_close(database->connection);
    database->connection = NULL;
    const int code = uri.failed ? SQLITE_NOMEM : open_with(database, uri.text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    sinew__buffer_free(&uri);
    return code;
}

/// The last connection that may write removes the files of the write-ahead log; one that only reads leaves them.
static sinew_result open_to_read(const char *path, library_database *database, sinew_error *error)
{
    if (open_with(database, path, SQLITE_OPEN_READWRITE) != SQLITE_OK) return library_fail(database, error);
    const int code = sqlite3_exec(database->connection, "SELECT 1 FROM sqlite_master", NULL, NULL, NULL) & 0xff;
    if ((code == SQLITE_READONLY || code == SQLITE_CANTOPEN) && !has_pending_writes(path) &&
        open_unwritable(database, path) != SQLITE_OK)
        return library_fail(database, error);
    return library_execute(database, "PRAGMA trusted_schema=OFF; PRAGMA query_only=ON", error);
}

static sinew_result open_to_write(const char *path, library_access access, library_database *database,
                                  sinew_error *error)
{
    const int flags = SQLITE_OPEN_READWRITE | (access == LIBRARY_CREATE ? SQLITE_OPEN_CREATE : 0);
    if (open_with(database, path, flags) != SQLITE_OK) return library_fail(database, error);
    return library_execute(database,
                           "PRAGMA trusted_schema=OFF; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                           " PRAGMA foreign_keys=ON",
                           error);
}

static sinew_result open_connection(const char *path, library_access access, library_database *database,
                                    sinew_error *error)
{
    return access == LIBRARY_READ ? open_to_read(path, database, error) : open_to_write(path, access, database, error);
}

sinew_result library_open(const char *path, library_access access, library_database *out_database,
                          sinew_error *out_error)
{
    sinew__file_status status;
    sinew_result result = SINEW_OK;
    *out_database = (library_database){.lock = -1};
    if (access != LIBRARY_CREATE && !sinew__file_status_of_path(path, &status)) {
        sinew__fail(out_error, SINEW_ERROR_NOT_FOUND, "no library");
        sinew__hint(out_error, "sinew library update FOLDER makes one");
        return SINEW_ERROR_NOT_FOUND;
    }
    if (access != LIBRARY_READ) result = lock_for_writing(path, out_database, out_error);
    if (result == SINEW_OK) result = open_connection(path, access, out_database, out_error);
    if (result == SINEW_OK) result = migrate(out_database, access, out_error);
    if (result != SINEW_OK) library_close(out_database);
    return result;
}

void library_close(library_database *database)
{
    sqlite3_close(database->connection);
    sinew__file_unlock(database->lock);
    *database = (library_database){.lock = -1};
}
