/// The database of a library: SQLite, in write-ahead mode. docs/14-library.md describes its tables.
///
/// One program writes at a time; any number read. A program that is killed loses the transaction that was open, and
/// nothing else. Paths are bytes, relative to the folder of the library.
///
/// Every table but `files` has a column `file` and names clips by their number, so that the facts of a file can be
/// copied to another database row by row.
#ifndef SINEW_LIBRARY_DATABASE_H
#define SINEW_LIBRARY_DATABASE_H

#include <sqlite3.h>

#include "sinew/result.h"

enum {
    LIBRARY_SCHEMA = 5, ///< `PRAGMA user_version`; newer databases are refused, older ones migrated
    LIBRARY_FACTS = 4,  ///< changes with what is measured; files measured by another version are measured again
};

typedef enum library_access { LIBRARY_READ, LIBRARY_WRITE, LIBRARY_CREATE } library_access;

/// Zeroed: closed.
typedef struct library_database {
    sqlite3 *connection;
    int lock; ///< descriptor of the file that one writer locks, or −1
} library_database;

/// Opens a database. LIBRARY_CREATE creates it where it is missing. A database of an older version is migrated, except
/// with LIBRARY_READ. SINEW_ERROR_NOT_FOUND, SINEW_ERROR_DAMAGED, SINEW_ERROR_UNSUPPORTED: made by a newer version, or
/// by an older one that LIBRARY_READ cannot migrate; SINEW_ERROR_SYSTEM: another program writes to it.
SINEW_NODISCARD sinew_result library_open(const char *path, library_access access, library_database *out_database,
                                          sinew_error *out_error);
void library_close(library_database *database);

/// The statements that bring a database to schema `version`, 1 to LIBRARY_SCHEMA, from the one before.
const char *library_schema_step(int version);

/// Executes statements without results.
SINEW_NODISCARD sinew_result library_execute(library_database *database, const char *sql, sinew_error *out_error);

/// Compiles a statement; end it with sqlite3_finalize.
SINEW_NODISCARD sinew_result library_prepare(library_database *database, const char *sql, sqlite3_stmt **out_statement,
                                             sinew_error *out_error);

/// Executes a compiled statement without results and makes it ready for the next values.
SINEW_NODISCARD sinew_result library_run(library_database *database, sqlite3_stmt *statement, sinew_error *out_error);

/// Sets an error from what SQLite reports: SINEW_ERROR_WRITE for a full or read-only disk, SINEW_ERROR_DAMAGED for
/// damage, SINEW_ERROR_OUT_OF_MEMORY.
sinew_result library_fail(library_database *database, sinew_error *error);

#endif
