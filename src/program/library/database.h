/// The SQLite database of a library, in write-ahead mode. docs/internals/library.md describes its tables.
///
/// One program can write at a time, while any number of programs read. A program that is killed loses only its open
/// transaction. Paths are stored as bytes, relative to the library's folder.
///
/// A database may be untrusted. Opening a database executes, removes and changes nothing until the database is known to
/// have exactly the tables that this program makes. Reading a database takes limited time and memory.
///
/// Every table except `files` has a column `file`, and identifies clips by number, so that the rows of a file can be
/// copied to another database.
#ifndef SINEW_PROGRAM_LIBRARY_DATABASE_H
#define SINEW_PROGRAM_LIBRARY_DATABASE_H

#include <sqlite3.h>
#include <stddef.h>

#include "sinew/result.h"

// ---- files ---------------------------------------------------------------------------------------------------------

// The files that SQLite may open for one database: the database, its write-ahead log, and the log's index, all of them
// regular files. Rollback journals are reported as missing, so SQLite never rolls one back. No other file is opened,
// written or removed, whatever names a database or journal contains.

/// An SQLite file system (VFS) that allows the files of one database.
typedef struct library_database_files library_database_files;

/// Creates the file system. `path` is absolute and contains no links. `has_log` 0: without a write-ahead log. The files
/// are not changed until library_database_files_allow_writes. Free it after closing the connection. Returns NULL when
/// out of memory.
library_database_files *library_database_files_create(const char *path, int has_log);
void library_database_files_free(library_database_files *files);

/// Returns the name of the file system for sqlite3_open_v2.
const char *library_database_files_name(const library_database_files *files);

void library_database_files_allow_writes(library_database_files *files);

// ---- databases -----------------------------------------------------------------------------------------------------

enum {
    LIBRARY_SCHEMA = 8, ///< value of `PRAGMA user_version`; a database with another value is refused
    LIBRARY_FACTS = 7,  ///< version of the measurements; files measured by another version are measured again
};

/// Limits in bytes. LIBRARY_MAX_VALUE limits one value: names have at most 1023 bytes, paths 32 KiB. LIBRARY_MAX_MEMORY
/// limits SQLite's memory: its page cache, and rows that a search sorts, such as the side files of a million models.
enum { LIBRARY_MAX_VALUE = 1 << 20, LIBRARY_MAX_MEMORY = 1 << 30 };

typedef enum library_access {
    LIBRARY_READ, ///< read a library, or the result of a shard
    LIBRARY_WRITE,
    LIBRARY_CREATE,        ///< write, and create the database if it is missing
    LIBRARY_READ_RESULT,   ///< read the complete result of a shard: one file without a log
    LIBRARY_CREATE_RESULT, ///< write a result that is not complete; only one program can have it open
} library_access;

int library_access_writes(library_access access);
int library_access_is_of_result(library_access access);

/// An open database. A zeroed one is closed. It must not be moved in memory while it is open.
typedef struct library_database {
    sqlite3 *connection;
    library_database_files *files;
    int lock;                 ///< descriptor of the file that a writer locks, or −1
    double timeout, deadline; ///< limit of a query in seconds; sinew__now() when the current query is stopped
} library_database;

void library_close(library_database *database);

/// Closes the database's files. The writer's lock is kept until library_close.
void library_disconnect(library_database *database);

/// Returns whether the current query has passed its deadline, so that SQLite stops it: for sqlite3_progress_handler.
int library_is_late(void *database);

int library_has_log(library_database *database);

/// Gives the database a write-ahead log; or, with `has_log` 0, moves the log's entries into the database, so that it is
/// one file.
SINEW_NODISCARD sinew_result library_set_log(library_database *database, int has_log, sinew_error *out_error);

/// Executes statements without results.
SINEW_NODISCARD sinew_result library_execute(library_database *database, const char *sql, sinew_error *out_error);

/// Compiles a statement, and starts the time limit of its query. Release it with sqlite3_finalize.
SINEW_NODISCARD sinew_result library_prepare(library_database *database, const char *sql, sqlite3_stmt **out_statement,
                                             sinew_error *out_error);

/// Executes a compiled statement without results, and resets it for the next values.
SINEW_NODISCARD sinew_result library_run(library_database *database, sqlite3_stmt *statement, sinew_error *out_error);

/// A limit for the bytes of all rows that are read from a database. It is the size of the database's file: without a
/// limit, reading would not end if the pages of a damaged database refer to each other in circles. A zeroed budget is
/// set at the first row.
typedef struct library_budget {
    int is_known;
    int64_t left; ///< bytes that may still be read
    int end;      ///< number of the column before which counting ends; 0: count to the last column
} library_budget;

/// Steps to the next row, and takes the bytes of its texts and blobs, from the column `first` on, from the budget. Each
/// row of a table may be read only once. Returns 0 at the end; *result is an error if reading failed.
int library_next(library_database *database, sqlite3_stmt *rows, int first, library_budget *budget,
                 sinew_result *result, sinew_error *out_error);

/// Restarts the time limit of a query.
void library_restart_time(library_database *database);

/// Sets an error from SQLite's error: SINEW_ERROR_WRITE for a full or read-only disk, SINEW_ERROR_DAMAGED for damage
/// and exceeded limits, SINEW_ERROR_OUT_OF_MEMORY. Returns it.
sinew_result library_fail(library_database *database, sinew_error *error);

// ---- opening -------------------------------------------------------------------------------------------------------

// Opens databases from untrusted sources. docs/internals/isolation.md says which ones are refused, and why.

/// Opens a database. `path` must be a regular file; it may be missing if `access` creates the database. Its folders may
/// be links. A query is stopped after `timeout` seconds (0: ten minutes). SINEW_ERROR_NOT_FOUND;
/// SINEW_ERROR_NOT_A_FILE; SINEW_ERROR_DAMAGED: not a library, or with other tables than this program makes;
/// SINEW_ERROR_UNSUPPORTED: made by another version; SINEW_ERROR_SYSTEM: another program is writing to it.
SINEW_NODISCARD sinew_result library_open(const char *path, library_access access, double timeout,
                                          library_database *out_database, sinew_error *out_error);

// ---- schema --------------------------------------------------------------------------------------------------------

// The tables of libraries and of results of shards.

/// Makes an empty database with a write-ahead log, as the bytes of its file. Free them with sqlite3_free.
SINEW_NODISCARD sinew_result library_schema_make(int is_result, void **out_bytes, size_t *out_size,
                                                 sinew_error *out_error);

#endif
