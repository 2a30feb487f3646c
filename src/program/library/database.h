/// The database of a library: SQLite, in write-ahead mode. docs/internals/library.md describes its tables.
///
/// One program writes at a time; any number read. A program that is killed loses the transaction that was open, and
/// nothing else. Paths are bytes, relative to the folder of the library.
///
/// A database may be untrusted. Opening one runs, removes and changes nothing, until it has proved to have the
/// tables that this program makes, and nothing else; reading it takes limited time and memory.
///
/// Every table but `files` has a column `file` and names clips by their number, so that the facts of a file can be
/// copied to another database row by row.
#ifndef SINEW_PROGRAM_LIBRARY_DATABASE_H
#define SINEW_PROGRAM_LIBRARY_DATABASE_H

#include <sqlite3.h>
#include <stddef.h>

#include "sinew/result.h"

// ---- files ---------------------------------------------------------------------------------------------------------

// The files that SQLite may use for one database: the database and its write-ahead log with the index of it, all of
// them regular files. Rollback journals do not exist for it, so it rolls none back, and nothing else is opened,
// written or removed, whatever a database or a journal beside it names.

/// A file system of SQLite (VFS) for one database.
typedef struct library_database_files library_database_files;

/// `path` is absolute and without links. Without `has_log` there is no write-ahead log either. Until
/// library_database_files_allow_writes the files stay as they are. Free it after the connection; NULL: out of memory.
library_database_files *library_database_files_create(const char *path, int has_log);
void library_database_files_free(library_database_files *files);

/// The name under which sqlite3_open_v2 knows it.
const char *library_database_files_name(const library_database_files *files);

void library_database_files_allow_writes(library_database_files *files);

// ---- databases -----------------------------------------------------------------------------------------------------

enum {
    LIBRARY_SCHEMA = 8, ///< `PRAGMA user_version`; databases with another one are refused
    LIBRARY_FACTS = 7,  ///< changes with the measurements; files measured by another version are measured again
};

/// Bytes. Of a value: names have at most 1023, paths 32 KiB. Of SQLite as a whole: its page cache, and the rows that a
/// search sorts, such as the side files of a million models.
enum { LIBRARY_MAX_VALUE = 1 << 20, LIBRARY_MAX_MEMORY = 1 << 30 };

typedef enum library_access {
    LIBRARY_READ, ///< a library, or the result of a shard
    LIBRARY_WRITE,
    LIBRARY_CREATE,        ///< write; create it if it is missing
    LIBRARY_READ_RESULT,   ///< the complete result of a shard: one file without a log
    LIBRARY_CREATE_RESULT, ///< write a result that is incomplete; one program at a time has it open
} library_access;

int library_access_writes(library_access access);
int library_access_is_of_result(library_access access);

/// Zeroed: closed. It must not be moved while it is open.
typedef struct library_database {
    sqlite3 *connection;
    library_database_files *files;
    int lock;                 ///< descriptor of the file that one writer locks, or −1
    double timeout, deadline; ///< seconds that a query may take; when the current one is stopped, of sinew__now
} library_database;

void library_close(library_database *database);

/// Closes the files of the database, but keeps the lock of its writer until library_close.
void library_disconnect(library_database *database);

/// Stops the query that runs when it is late, of sinew__now: for sqlite3_progress_handler.
int library_is_late(void *database);

int library_has_log(library_database *database);

/// Gives the database a write-ahead log, or moves the log's entries into it, so that it is one file.
SINEW_NODISCARD sinew_result library_set_log(library_database *database, int has_log, sinew_error *out_error);

/// Executes statements without results.
SINEW_NODISCARD sinew_result library_execute(library_database *database, const char *sql, sinew_error *out_error);

/// Compiles a statement; end it with sqlite3_finalize. The time of its query starts.
SINEW_NODISCARD sinew_result library_prepare(library_database *database, const char *sql, sqlite3_stmt **out_statement,
                                             sinew_error *out_error);

/// Executes a compiled statement without results and makes it ready for the next values.
SINEW_NODISCARD sinew_result library_run(library_database *database, sqlite3_stmt *statement, sinew_error *out_error);

/// Limit for the bytes of all rows of a database: not more than its file has, however its pages refer to each other.
/// Zeroed: not known yet.
typedef struct library_budget {
    int is_known;
    int64_t left; ///< bytes
    int end;      ///< columns from this one on are not counted; 0: all are
} library_budget;

/// Steps to the next row and takes its texts and bytes, from the column `first` on, from the budget. Each row of a
/// table may be read once. Returns 0 at the end, and with *result set when that is a failure.
int library_next(library_database *database, sqlite3_stmt *rows, int first, library_budget *budget,
                 sinew_result *result, sinew_error *out_error);

/// Starts the time of a query anew.
void library_restart_time(library_database *database);

/// Sets an error from SQLite's: SINEW_ERROR_WRITE for a full or read-only disk, SINEW_ERROR_DAMAGED for
/// damage and exceeded limits, SINEW_ERROR_OUT_OF_MEMORY.
sinew_result library_fail(library_database *database, sinew_error *error);

// ---- opening -------------------------------------------------------------------------------------------------------

// Opening databases from untrusted sources. docs/internals/isolation.md says which are refused, and why.

/// Opens a database. `path` must be a regular file or, with the accesses that create, missing; folders above it may be
/// links. A query is stopped after `timeout` seconds, 0: ten minutes. SINEW_ERROR_NOT_FOUND, SINEW_ERROR_NOT_A_FILE,
/// SINEW_ERROR_DAMAGED: not a library, or not as this program makes them; SINEW_ERROR_UNSUPPORTED: made by another
/// version; SINEW_ERROR_SYSTEM: another program writes to it.
SINEW_NODISCARD sinew_result library_open(const char *path, library_access access, double timeout,
                                          library_database *out_database, sinew_error *out_error);

// ---- schema --------------------------------------------------------------------------------------------------------

// The tables of libraries and of results of shards.

/// Makes an empty database, as the bytes of its file: with a write-ahead log. Free it with sqlite3_free.
SINEW_NODISCARD sinew_result library_schema_make(int is_result, void **out_bytes, size_t *out_size,
                                                 sinew_error *out_error);

#endif
