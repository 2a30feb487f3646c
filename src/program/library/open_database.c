// Opens databases from untrusted sources. docs/internals/isolation.md says which ones are refused, and why.
#include <stdio.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/file_lock.h"
#include "core/platform/folder.h"
#include "program/library/database.h"

// ---- schema --------------------------------------------------------------------------------------------------------

static const int application_id = 1936289399; // "sinw" in ASCII: shows that a database is a library

/// SQL that makes the tables of a library in an empty database.
static const char schema[] =
    "CREATE TABLE files("
    " id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, modified_ns INTEGER NOT NULL,"
    " hash INTEGER NOT NULL, facts INTEGER NOT NULL, state TEXT NOT NULL, error_code TEXT, error TEXT,"
    " added_s INTEGER NOT NULL, changed_s INTEGER NOT NULL, vanished_s INTEGER, seconds REAL NOT NULL,"
    " format TEXT, skeleton TEXT, unit_cm REAL, fps REAL, joints INTEGER, meshes INTEGER, vertices INTEGER,"
    " triangles INTEGER, materials INTEGER, textures INTEGER, warnings INTEGER, side_hash INTEGER,"
    " drawn_hash INTEGER);"
    "CREATE INDEX files_hash ON files(hash);"
    "CREATE TABLE clips("
    " id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, number INTEGER NOT NULL,"
    " name TEXT NOT NULL, seconds REAL NOT NULL, frames REAL, speed REAL, yaw_rate REAL, loop_error REAL,"
    " moved_joints INTEGER NOT NULL, descriptor BLOB, contacts INTEGER, feet INTEGER, poses BLOB, body BLOB,"
    " path_speed REAL, net_turn REAL, total_turn REAL, foot_speed REAL, loop_degrees REAL, loops INTEGER,"
    " motion_start REAL, heading BLOB, loop_kind TEXT, UNIQUE(file, number));"
    "CREATE TABLE warnings("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, code TEXT NOT NULL, text TEXT NOT NULL);"
    "CREATE INDEX warnings_file ON warnings(file);"
    "CREATE TABLE ranges("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, clip INTEGER NOT NULL, joint TEXT NOT NULL,"
    " degrees REAL NOT NULL, centimetres REAL NOT NULL, PRIMARY KEY(file, clip, joint)) WITHOUT ROWID;"
    "CREATE TABLE findings("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, code TEXT NOT NULL, severity TEXT NOT NULL,"
    " clip TEXT, node TEXT, text TEXT NOT NULL);"
    "CREATE INDEX findings_file ON findings(file);"
    "CREATE TABLE side_files("
    " file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE, name BLOB NOT NULL, path BLOB, size INTEGER,"
    " modified_ns INTEGER, PRIMARY KEY(file, name)) WITHOUT ROWID;";

/// SQL of the additional table in a shard's result. Its only row has the plan and the shard.
static const char result_schema[] =
    "CREATE TABLE shard(plan INTEGER NOT NULL, shard INTEGER NOT NULL, is_complete INTEGER NOT NULL);";

/// Makes an empty database in memory, for a library or a result. Returns an SQLite code.
static int make(int is_result, sqlite3 **out)
{
    char numbers[80];
    snprintf(numbers, sizeof numbers, "PRAGMA application_id=%d; PRAGMA user_version=%d;", application_id,
             LIBRARY_SCHEMA);
    int code = sqlite3_open(":memory:", out);
    if (code == SQLITE_OK) code = sqlite3_exec(*out, schema, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(*out, numbers, NULL, NULL, NULL);
    if (code == SQLITE_OK && is_result) code = sqlite3_exec(*out, result_schema, NULL, NULL, NULL);
    return code;
}

sinew_result library_schema_make(int is_result, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    sqlite3 *memory;
    sqlite3_int64 size = 0;
    *out_bytes = NULL;
    if (make(is_result, &memory) == SQLITE_OK) *out_bytes = sqlite3_serialize(memory, "main", &size, 0);
    sqlite3_close(memory);
    if (!*out_bytes) return sinew__fail_memory(out_error);
    unsigned char *header = *out_bytes;
    header[18] = header[19] = 2; // format 2: with a write-ahead log; https://www.sqlite.org/fileformat.html
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

/// Compares two schemas, whose rows are sorted by name.
static sinew_result compare_rows(library_database *database, sqlite3_stmt *found, sqlite3_stmt *expected,
                                 sinew_error *error)
{
    for (;;) {
        const int code = sqlite3_step(found), expected_code = sqlite3_step(expected);
        if (code != SQLITE_ROW && code != SQLITE_DONE) return library_fail(database, error);
        if (code == SQLITE_DONE && expected_code == SQLITE_DONE) return SINEW_OK;
        int is_same = code == SQLITE_ROW && expected_code == SQLITE_ROW;
        for (int column = 0; column < 4 && is_same; ++column) { // compares texts of any length, or NULL
            const char *a = (const char *)sqlite3_column_text(found, column),
                       *b = (const char *)sqlite3_column_text(expected, column);
            is_same = a && b ? strcmp(a, b) == 0 : a == b;
        }
        if (is_same) continue;
        sqlite3_stmt *row = code == SQLITE_ROW ? found : expected;
        const char *type = (const char *)sqlite3_column_text(row, 1), *name = (const char *)sqlite3_column_text(row, 0);
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: schema %d has another %.20s '%.60s'", LIBRARY_SCHEMA,
                           type ? type : "", name ? name : "");
    }
}

static sinew_result compare(library_database *database, sqlite3 *memory, sinew_error *error)
{
    static const char sql[] = "SELECT name,type,tbl_name,sql FROM sqlite_schema ORDER BY name LIMIT 1000";
    sqlite3_stmt *found = NULL, *expected = NULL;
    sinew_result result = library_prepare(database, sql, &found, error);
    if (result == SINEW_OK && sqlite3_prepare_v2(memory, sql, -1, &expected, NULL) != SQLITE_OK)
        result = sinew__fail_memory(error);
    if (result == SINEW_OK) result = compare_rows(database, found, expected, error);
    sqlite3_finalize(found);
    sqlite3_finalize(expected);
    return result;
}

static sinew_result fail_kind(int is_result, sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_DAMAGED, is_result ? "not the result of a shard" : "not a library of sinew");
}

/// Checks that a database has the application id, and exactly the tables and indexes that this program makes.
/// SINEW_ERROR_DAMAGED: it has others; SINEW_ERROR_UNSUPPORTED: another version made it.
static sinew_result check_schema(library_database *database, library_access access, sinew_error *error)
{
    sqlite3 *memory;
    int version, application, is_result;
    const int is_wanted = library_access_is_of_result(access);
    sinew_result result = read_whole(database, "PRAGMA user_version", &version, error);
    if (result == SINEW_OK) result = read_whole(database, "PRAGMA application_id", &application, error);
    if (result != SINEW_OK) return result;
    if (version < 1 || application != application_id) return fail_kind(is_wanted, error);
    result = read_whole(database, "SELECT count(*) FROM sqlite_schema WHERE name='shard'", &is_result, error);
    if (result != SINEW_OK) return result;
    if (is_result != is_wanted && access != LIBRARY_READ) // a search may also read the result of a shard
        return is_wanted ? fail_kind(is_wanted, error)
                         : sinew__fail(error, SINEW_ERROR_DAMAGED, "not a library, but the result of a shard");
    if (version != LIBRARY_SCHEMA) {
        sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "made by another version: schema %d, this program knows %d",
                    version, LIBRARY_SCHEMA);
        sinew__hint(error, "remove it; sinew library update FOLDER makes it again");
        return SINEW_ERROR_UNSUPPORTED;
    }
    result = make(is_result, &memory) == SQLITE_OK ? compare(database, memory, error) : sinew__fail_memory(error);
    sqlite3_close(memory);
    return result;
}

enum { BUSY_MILLISECONDS = 10000, STEPS_BETWEEN_CHECKS = 100000 };

static const double default_timeout = 600;

static int may_create(library_access access)
{
    return access == LIBRARY_CREATE || access == LIBRARY_CREATE_RESULT;
}

// ---- connections --------------------------------------------------------------------------------------------------

/// How a database is opened. OPEN_SHARED: SQLite creates the log's index next to the database, even for reading.
/// OPEN_ALONE: the index is in memory, because the disk is full or the file system cannot share it. OPEN_UNCHANGING:
/// there is no index, because no program changes the file.
typedef enum open_mode { OPEN_SHARED, OPEN_ALONE, OPEN_UNCHANGING } open_mode;

/// Limits what SQL can do, even SQL of the schema, which SQLite parses before it can be checked.
static void limit(library_database *database)
{
    static const int switches[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0}, {SQLITE_DBCONFIG_ENABLE_FKEY, 1},    {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    // The longest search has a few hundred terms, nested as deeply.
    static const int limits[][2] = {
        {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_COLUMN, 100},         {SQLITE_LIMIT_EXPR_DEPTH, 1000},
        {SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, {SQLITE_LIMIT_TRIGGER_DEPTH, 10},   {SQLITE_LIMIT_WORKER_THREADS, 0},
        {SQLITE_LIMIT_FUNCTION_ARG, 10},    {SQLITE_LIMIT_COMPOUND_SELECT, 10}, {SQLITE_LIMIT_VDBE_OP, 1 << 20},
    };
    sqlite3 *connection = database->connection;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; ++i)
        sqlite3_db_config(connection, switches[i][0], switches[i][1], NULL);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) sqlite3_limit(connection, limits[i][0], limits[i][1]);
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, LIBRARY_MAX_VALUE);
    sqlite3_hard_heap_limit64(LIBRARY_MAX_MEMORY);
    sqlite3_busy_timeout(connection, BUSY_MILLISECONDS);
    sqlite3_progress_handler(connection, STEPS_BETWEEN_CHECKS, library_is_late, database);
}

static char *make_uri(const char *path)
{
    sinew__buffer uri = {0};
    sinew__buffer_put_text(&uri, "file:");
    for (const char *c = path; *c; ++c) sinew__buffer_format(&uri, "%%%02x", (unsigned)(unsigned char)*c);
    sinew__buffer_put_text(&uri, "?immutable=1");
    sinew__buffer_put_character(&uri, '\0');
    if (uri.failed) sinew__buffer_free(&uri);
    return uri.text;
}

/// Returns whether the log may contain entries, −1 when out of memory. Entries must stay there until the database is
/// checked.
static int has_log_entries(const char *path)
{
    sinew__file_status status;
    char *log = sinew__join_texts(path, "", "-wal");
    if (!log) return -1;
    const int has_entries = sinew__file_status_of_path(log, &status) && status.size > 0;
    sinew_free(log);
    return has_entries;
}

/// Connects to the database and reads from it. Returns an SQLite code.
static int connect_with(library_database *database, const char *path, library_access access, open_mode mode)
{
    const int flags = mode == OPEN_UNCHANGING ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE;
    library_disconnect(database);
    database->files = library_database_files_create(path, access != LIBRARY_READ_RESULT && mode != OPEN_UNCHANGING);
    char *name = mode == OPEN_UNCHANGING ? make_uri(path) : sinew__copy_text(path);
    int code = !database->files || !name ? SQLITE_NOMEM
                                         : sqlite3_open_v2(name, &database->connection, flags | SQLITE_OPEN_NOMUTEX,
                                                           library_database_files_name(database->files));
    sinew_free(name);
    if (code != SQLITE_OK) return code;
    limit(database);
    library_restart_time(database);
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log_entries(path) != 0, NULL);
    return sqlite3_exec(database->connection,
                        mode == OPEN_ALONE ? "PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=ON;"
                                             "PRAGMA locking_mode=EXCLUSIVE; SELECT 1 FROM sqlite_schema LIMIT 1"
                                           : "PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=ON;"
                                             "SELECT 1 FROM sqlite_schema LIMIT 1",
                        NULL, NULL, NULL);
}

/// Returns whether opening the database in another mode may succeed.
static int is_of_disk(int code)
{
    switch (code & 0xff) {
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_FULL: return 1;
    default: return 0;
    }
}

/// Connects in the first mode that works. The last connection that may write removes the log's files; a connection that
/// only reads leaves them.
static sinew_result connect(library_database *database, const char *path, library_access access, sinew_error *error)
{
    int code = SQLITE_CANTOPEN;
    if (access != LIBRARY_CREATE_RESULT) code = connect_with(database, path, access, OPEN_SHARED);
    if (is_of_disk(code)) code = connect_with(database, path, access, OPEN_ALONE);
    if (is_of_disk(code) && !library_access_writes(access) && !has_log_entries(path))
        code = connect_with(database, path, access, OPEN_UNCHANGING);
    return code == SQLITE_OK ? SINEW_OK : library_fail(database, error);
}

/// Allows writing, after the database was checked. If the database uses a rollback journal, it gets a write-ahead log
/// instead.
static sinew_result start_writing(library_database *database, library_access access, sinew_error *error)
{
    library_database_files_allow_writes(database->files);
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    if (!library_access_writes(access)) return library_execute(database, "PRAGMA query_only=ON", error);
    sinew_result result = library_execute(database, "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON", error);
    if (result == SINEW_OK && !library_has_log(database)) {
        result = library_execute(database, "PRAGMA journal_mode=MEMORY", error); // setting the log changes one page
        if (result == SINEW_OK) result = library_set_log(database, 1, error);
    }
    return result;
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// The state of opening a database. The links in `path` are resolved, except for the last part.
typedef struct database_opening {
    library_database *database;
    library_access access;
    char *path;
    int is_missing; ///< the file is missing, or empty, as an update leaves it when the disk is full
    int made_lock;  ///< whether the locked file was created by this call
    sinew_error *error;
} database_opening;

static sinew_result find_file(database_opening *opening, const char *path)
{
    sinew__file_status status;
    char *folder = sinew__folder_of(path), *absolute = folder ? sinew__absolute_path(folder) : NULL;
    opening->path = absolute ? sinew__join_texts(absolute, "/", path + sinew__folder_length(path))
                             : sinew__copy_text(path); // the folder does not exist
    sinew_free(folder);
    sinew_free(absolute);
    if (!opening->path) return sinew__fail_memory(opening->error);
    switch (sinew__file_kind_of(opening->path)) {
    case SINEW__LINK: return sinew__fail(opening->error, SINEW_ERROR_NOT_A_FILE, "is a link");
    case SINEW__OTHER_FILE: return sinew__fail(opening->error, SINEW_ERROR_NOT_A_FILE, "is not a regular file");
    case SINEW__REGULAR_FILE:
        if (library_access_writes(opening->access) && sinew__file_status_of_path(opening->path, &status) &&
            status.links > 1)
            return sinew__fail(opening->error, SINEW_ERROR_NOT_A_FILE,
                               "has a second name, whose file would be changed as well");
        opening->is_missing =
            may_create(opening->access) && sinew__file_status_of_path(opening->path, &status) && status.size == 0;
        return SINEW_OK;
    case SINEW__NO_FILE: break;
    }
    opening->is_missing = 1;
    if (may_create(opening->access)) return SINEW_OK;
    if (opening->access == LIBRARY_READ_RESULT)
        return sinew__fail(opening->error, SINEW_ERROR_NOT_FOUND, "no such file");
    sinew__fail(opening->error, SINEW_ERROR_NOT_FOUND, "no library");
    sinew__hint(opening->error, "sinew library update FOLDER makes one");
    return SINEW_ERROR_NOT_FOUND;
}

/// Checks the files next to the database that have names that SQLite uses. Links and pipes would be refused later
/// anyway, but here the message explains why.
static sinew_result check_beside(const database_opening *opening)
{
    static const char *const names[] = {"-journal", "-wal", "-shm"};
    const int has_log = opening->access != LIBRARY_READ_RESULT;
    for (int i = 0; i < 3; ++i) {
        char *path = sinew__join_texts(opening->path, "", names[i]);
        if (!path) return sinew__fail_memory(opening->error);
        sinew__file_status status = {0};
        const sinew__file_kind kind = sinew__file_kind_of(path);
        const int has_second_name = sinew__file_status_of_path(path, &status) && status.links > 1;
        sinew_free(path);
        if (i > 0 && kind == SINEW__REGULAR_FILE && has_second_name)
            return sinew__fail(opening->error, SINEW_ERROR_DAMAGED, "damaged: %s beside it has a second name",
                               names[i] + 1);
        if (kind == SINEW__NO_FILE || (i > 0 && has_log && kind == SINEW__REGULAR_FILE)) continue;
        if (i > 0 && kind != SINEW__REGULAR_FILE)
            return sinew__fail(opening->error, SINEW_ERROR_DAMAGED, "damaged: %s beside it is not a regular file",
                               names[i] + 1);
        return sinew__fail(opening->error, SINEW_ERROR_DAMAGED, "damaged: a %s lies beside it",
                           i == 0 ? "rollback journal" : "write-ahead log");
    }
    const int has_entries = opening->is_missing ? has_log_entries(opening->path) : 0;
    if (has_entries < 0) return sinew__fail_memory(opening->error);
    if (!has_entries) return SINEW_OK;
    sinew__fail(opening->error, SINEW_ERROR_DAMAGED, "the write-ahead log of another database lies beside it");
    sinew__hint(opening->error, "remove the file that ends in -wal");
    return SINEW_ERROR_DAMAGED;
}

/// Checks the header of the file: the 16 bytes at the start of every database, and the two bytes that say whether it
/// has a log, which a result must not have.
static sinew_result check_header(const database_opening *opening)
{
    unsigned char header[100] = {0};
    int descriptor;
    size_t size;
    sinew_result result = sinew__file_open_itself(opening->path, &descriptor, &size, opening->error);
    if (result != SINEW_OK && result != SINEW_ERROR_EMPTY) return result;
    const ptrdiff_t read = result == SINEW_OK ? sinew__read_all(descriptor, header, sizeof header) : 0;
    if (result == SINEW_OK) sinew__close(descriptor);
    if (read != sizeof header || memcmp(header, "SQLite format 3", 16) != 0)
        return fail_kind(library_access_is_of_result(opening->access), opening->error);
    if (opening->access == LIBRARY_READ_RESULT && (header[18] != 1 || header[19] != 1))
        return sinew__fail(opening->error, SINEW_ERROR_DAMAGED, "not the result of a shard: it has a write-ahead log");
    return SINEW_OK;
}

/// Locks the file `<path>-writer`. The system releases the lock even if the program crashes.
static sinew_result lock_for_writing(database_opening *opening)
{
    char *name = sinew__join_texts(opening->path, "", "-writer");
    if (!name) return sinew__fail_memory(opening->error);
    opening->made_lock = sinew__file_kind_of(name) == SINEW__NO_FILE;
    const sinew_result result = sinew__file_lock(name, &opening->database->lock, opening->error);
    if (result != SINEW_OK) opening->made_lock = 0;
    sinew_free(name);
    return result;
}

/// Creates an empty database. It is written under another name and then renamed, so that it exists completely or not at
/// all.
static sinew_result create_file(const database_opening *opening)
{
    void *bytes;
    size_t size;
    sinew_result result =
        library_schema_make(library_access_is_of_result(opening->access), &bytes, &size, opening->error);
    if (result == SINEW_OK) result = sinew__file_write(opening->path, bytes, size, opening->error);
    sqlite3_free(bytes);
    return result;
}

/// Returns whether a file is empty or the beginning of an empty database. A backup, for example, may have a similar
/// name, but has other contents.
static int is_incomplete(const char *path, const void *bytes, size_t size)
{
    int descriptor;
    size_t found_size;
    void *found = NULL;
    const sinew_result result = sinew__file_open_itself(path, &descriptor, &found_size, NULL);
    if (result != SINEW_OK) return result == SINEW_ERROR_EMPTY;
    const int is_start = found_size <= size &&
                         sinew__file_read_open(descriptor, found_size, &found, &found_size, NULL) == SINEW_OK &&
                         memcmp(found, bytes, found_size) == 0;
    sinew__close(descriptor);
    sinew_free(found);
    return is_start;
}

/// Removes the incomplete files of programs that were killed in create_file. No such program is running, because this
/// one holds the lock.
static void remove_incomplete(const database_opening *opening)
{
    void *bytes = NULL;
    size_t size = 0;
    const char *name = opening->path + sinew__folder_length(opening->path);
    char *path = sinew__folder_of(opening->path);
    sinew__folder *folder = path ? sinew__folder_read(path) : NULL;
    sinew_free(path);
    for (const char *other; folder && (other = sinew__folder_next(folder));) {
        if (strncmp(other, name, strlen(name)) != 0 || !sinew__is_temporary_suffix(other + strlen(name))) continue;
        if (!bytes &&
            library_schema_make(library_access_is_of_result(opening->access), &bytes, &size, NULL) != SINEW_OK)
            break;
        path = sinew__join_texts(opening->path, "", other + strlen(name));
        if (path && is_incomplete(path, bytes, size)) sinew__file_remove(path);
        sinew_free(path);
    }
    sinew__folder_close(folder);
    sqlite3_free(bytes);
}

sinew_result library_open(const char *path, library_access access, double timeout, library_database *out_database,
                          sinew_error *out_error)
{
    database_opening opening = {.database = out_database, .access = access, .error = out_error};
    *out_database = (library_database){.lock = -1, .timeout = timeout > 0 ? timeout : default_timeout};
    sinew_result result = find_file(&opening, path);
    if (result == SINEW_OK && library_access_writes(access)) result = lock_for_writing(&opening);
    if (result == SINEW_OK && !opening.is_missing) result = check_header(&opening);
    if (result == SINEW_OK) result = check_beside(&opening);
    if (result == SINEW_OK && opening.is_missing) result = create_file(&opening);
    if (result == SINEW_OK) result = connect(out_database, opening.path, access, out_error);
    if (result == SINEW_OK) result = check_schema(out_database, access, out_error);
    if (result == SINEW_OK) result = start_writing(out_database, access, out_error);
    if (result == SINEW_OK && library_access_writes(access)) remove_incomplete(&opening);
    if (result != SINEW_OK) {
        // if a database is refused, the files next to it must not change
        char *lock = opening.made_lock ? sinew__join_texts(opening.path, "", "-writer") : NULL;
        library_disconnect(opening.database);
        if (lock) sinew__file_remove(lock);
        sinew_free(lock);
        library_close(opening.database);
    }
    sinew_free(opening.path);
    return result;
}
