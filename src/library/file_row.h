/// A row of the table `files`, as updates, plans and merges read it. A database may come from anybody: values that no
/// update writes are damage.
#ifndef SINEW_LIBRARY_FILE_ROW_H
#define SINEW_LIBRARY_FILE_ROW_H

#include <stddef.h>

#include "library/database.h"

/// What a query selects for library_read_file_row.
#define LIBRARY_FILE_COLUMNS                                                                                           \
    "id,path,size,modified_ns,hash,facts,state,seconds,added_s,changed_s,vanished_s,side_hash,drawn_hash,error_code"

typedef struct library_file_row {
    int64_t id;
    const char *path; ///< [path_length] bytes, not terminated; valid until the next step of the query
    size_t path_length;
    uint64_t size, hash, side_hash;
    int64_t drawn_hash; ///< 0: none
    int64_t modified;
    int64_t added_s, changed_s, vanished_s;
    double seconds;
    int is_current; ///< measured by this version
    int64_t facts;
    int is_vanished, is_failed;
    int is_late; ///< failed for want of time, once: it is tried again
} library_file_row;

/// Reads the current row. SINEW_ERROR_DAMAGED: a path that leads out of the folder, a state that is none, or a size or
/// duration that no file has.
SINEW_NODISCARD sinew_result library_read_file_row(sqlite3_stmt *row, library_file_row *out_row,
                                                   sinew_error *out_error);

/// Whether a path of `length` bytes stays below the folder that it is relative to: it is not empty, not absolute,
/// contains no NUL, and no part is empty, "." or "..".
int library_is_below(const char *path, size_t length);

/// Checks the columns with the path and the state of a file. SINEW_ERROR_DAMAGED.
SINEW_NODISCARD sinew_result library_check_file(sqlite3_stmt *row, int path, int state, sinew_error *out_error);

/// Whether a column is NULL or a finite number, or NULL or a whole number in a range.
int library_is_finite(sqlite3_stmt *row, int column);
int library_is_whole(sqlite3_stmt *row, int column, int64_t least, int64_t most);

#endif
