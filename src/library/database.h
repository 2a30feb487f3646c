/// The database of a library: SQLite, in write-ahead mode. docs/14-library.md describes its tables.
///
/// One program writes at a time; any number read. A program that is killed loses the transaction that was open, and
/// nothing else. Paths are bytes, relative to the folder of the library.
///
/// A database may come from anybody. Opening one runs, removes and changes nothing, until it has proved to have the
/// tables that this program makes, and nothing else; reading one takes limited time and memory.
///
/// Every table but `files` has a column `file` and names clips by their number, so that the facts of a file can be
/// copied to another database row by row.
#ifndef SINEW_LIBRARY_DATABASE_H
#define SINEW_LIBRARY_DATABASE_H

#include <sqlite3.h>

#include "library/opening/database_files.h"
#include "sinew/result.h"

enum {
    LIBRARY_SCHEMA = 6, ///< `PRAGMA user_version`; newer databases are refused, older ones migrated
    LIBRARY_FACTS = 6,  ///< changes with what is measured; files measured by another version are measured again
};

/// Bytes. Of a value: names have 1023 at most, paths 32 KiB. Of all of SQLite: its page cache, and what a search sorts,
/// as the side files of a million models.
enum { LIBRARY_MAX_VALUE = 1 << 20, LIBRARY_MAX_MEMORY = 1 << 30 };

typedef enum library_access {
    LIBRARY_READ, ///< a library, or the result of a shard
    LIBRARY_WRITE,
    LIBRARY_CREATE,        ///< write, creating it where it is missing
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

/// Stops the query that runs when it is late, of sinew__now, or when a signal has come: for sqlite3_progress_handler.
int library_is_late(void *database);

void library_close(library_database *database);

/// Closes the files of the database, but keeps the lock of its writer until library_close.
void library_disconnect(library_database *database);

int library_has_log(library_database *database);

/// Gives the database a write-ahead log, or moves what is in the log into it, so that it is one file.
SINEW_NODISCARD sinew_result library_set_log(library_database *database, int has_log, sinew_error *out_error);

/// Executes statements without results.
SINEW_NODISCARD sinew_result library_execute(library_database *database, const char *sql, sinew_error *out_error);

/// Compiles a statement; end it with sqlite3_finalize. The time of its query starts.
SINEW_NODISCARD sinew_result library_prepare(library_database *database, const char *sql, sqlite3_stmt **out_statement,
                                             sinew_error *out_error);

/// Executes a compiled statement without results and makes it ready for the next values.
SINEW_NODISCARD sinew_result library_run(library_database *database, sqlite3_stmt *statement, sinew_error *out_error);

/// What the rows of a database may have together: no more than its file, however its pages refer to each other.
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

/// Sets an error from what SQLite reports: SINEW_ERROR_WRITE for a full or read-only disk, SINEW_ERROR_DAMAGED for
/// damage and exceeded limits, SINEW_ERROR_OUT_OF_MEMORY.
sinew_result library_fail(library_database *database, sinew_error *error);

#endif
