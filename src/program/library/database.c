#include "program/library/database.h"

#include <string.h>

#include "core/base/error.h"
#include "core/platform/clock.h"
#include "core/platform/file.h"
#include "core/platform/file_lock.h"
#include "core/platform/signals.h"

// ---- databases -----------------------------------------------------------------------------------------------------

int library_access_writes(library_access access)
{
    return access == LIBRARY_WRITE || access == LIBRARY_CREATE || access == LIBRARY_CREATE_RESULT;
}

int library_access_is_of_result(library_access access)
{
    return access == LIBRARY_READ_RESULT || access == LIBRARY_CREATE_RESULT;
}

// ---- statements ---------------------------------------------------------------------------------------------------

sinew_result library_fail(library_database *database, sinew_error *error)
{
    const int code = database->connection ? sqlite3_errcode(database->connection) & 0xff : SQLITE_NOMEM;
    const char *text = database->connection ? sqlite3_errmsg(database->connection) : "";
    switch (code) {
    case SQLITE_NOMEM:
        if (sqlite3_memory_highwater(0) < LIBRARY_MAX_MEMORY / 4 * 3) return sinew__fail_memory(error);
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: reading it takes more than %d MiB of memory",
                           LIBRARY_MAX_MEMORY >> 20);
    case SQLITE_INTERRUPT:
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: reading it takes more than %g seconds",
                           database->timeout);
    case SQLITE_TOOBIG:
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: a value has more than %d MiB",
                           LIBRARY_MAX_VALUE >> 20);
    case SQLITE_ERROR: // such as "no such table" in another program's database
    case SQLITE_CONSTRAINT:
    case SQLITE_CORRUPT:
    case SQLITE_MISMATCH:
    case SQLITE_NOTADB: return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s", text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return sinew__fail(error, SINEW_ERROR_SYSTEM, "another program uses the library: %s", text);
    default: return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write the library: %s", text);
    }
}

void library_restart_time(library_database *database)
{
    database->deadline = sinew__now() + database->timeout;
}

int library_is_late(void *user)
{
    return sinew__signals_have_come() || sinew__now() > ((const library_database *)user)->deadline;
}

sinew_result library_execute(library_database *database, const char *sql, sinew_error *out_error)
{
    library_restart_time(database);
    const int code = sqlite3_exec(database->connection, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? SINEW_OK : library_fail(database, out_error);
}

sinew_result library_prepare(library_database *database, const char *sql, sqlite3_stmt **out_statement,
                             sinew_error *out_error)
{
    library_restart_time(database);
    const int code = sqlite3_prepare_v2(database->connection, sql, -1, out_statement, NULL);
    return code == SQLITE_OK ? SINEW_OK : library_fail(database, out_error);
}

sinew_result library_run(library_database *database, sqlite3_stmt *statement, sinew_error *out_error)
{
    library_restart_time(database);
    const int code = sqlite3_step(statement);
    const sinew_result result =
        code == SQLITE_DONE || code == SQLITE_ROW ? SINEW_OK : library_fail(database, out_error);
    sqlite3_reset(statement);
    return result;
}

// ---- rows ---------------------------------------------------------------------------------------------------------

/// Smallest size of a row in the file, in bytes: a pointer to it, its length, the length of its header, and a type.
enum { LEAST_ROW = 5 };

int library_next(library_database *database, sqlite3_stmt *rows, int first, library_budget *budget,
                 sinew_result *result, sinew_error *out_error)
{
    if (!budget->is_known) {
        // The rows together may not have more bytes than the database and its log, because each row of a table has its
        // own bytes there.
        sqlite3_stmt *size;
        *result = library_prepare(database, "SELECT page_count*page_size FROM pragma_page_count,pragma_page_size",
                                  &size, out_error);
        if (*result != SINEW_OK) return 0;
        budget->is_known = 1;
        if (sqlite3_step(size) == SQLITE_ROW) budget->left = sqlite3_column_int64(size, 0);
        sqlite3_finalize(size);
    }
    if (*result != SINEW_OK) return 0;
    const int code = sqlite3_step(rows);
    if (code == SQLITE_DONE) return 0;
    if (code != SQLITE_ROW) {
        *result = library_fail(database, out_error);
        return 0;
    }
    const int end = budget->end ? budget->end : sqlite3_column_count(rows);
    budget->left -= LEAST_ROW;
    for (int column = first; column < end; ++column) {
        const int type = sqlite3_column_type(rows, column);
        if (type == SQLITE_TEXT || type == SQLITE_BLOB) budget->left -= sqlite3_column_bytes(rows, column);
    }
    if (budget->left >= 0) return 1;
    *result = sinew__fail(out_error, SINEW_ERROR_DAMAGED, "damaged: its rows have more bytes than its file");
    return 0;
}

// ---- files ------------------------------------------------------------------------------------------------------

static int is_in_mode(library_database *database, const char *sql, const char *mode)
{
    sqlite3_stmt *row;
    if (library_prepare(database, sql, &row, NULL) != SINEW_OK) return 0;
    const int is_same = sqlite3_step(row) == SQLITE_ROW && sqlite3_column_type(row, 0) == SQLITE_TEXT &&
                        strcmp((const char *)sqlite3_column_text(row, 0), mode) == 0;
    sqlite3_finalize(row);
    return is_same;
}

int library_has_log(library_database *database)
{
    return is_in_mode(database, "PRAGMA journal_mode", "wal");
}

sinew_result library_set_log(library_database *database, int has_log, sinew_error *out_error)
{
    if (is_in_mode(database, has_log ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=MEMORY",
                   has_log ? "wal" : "memory"))
        return SINEW_OK;
    const sinew_result result = library_fail(database, out_error);
    return sqlite3_errcode(database->connection) & 0xff
               ? result
               : sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write the library: its log cannot be changed");
}

void library_disconnect(library_database *database)
{
    sqlite3_close(database->connection);
    library_database_files_free(database->files);
    database->connection = NULL;
    database->files = NULL;
}

void library_close(library_database *database)
{
    library_disconnect(database);
    sinew__file_unlock(database->lock);
    *database = (library_database){.lock = -1};
}
