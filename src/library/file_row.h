/// A row of the table `files`, as updates, plans and merges read it.
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
    int is_path; ///< the path is bytes, as it should be
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

library_file_row library_read_file_row(sqlite3_stmt *row);

#endif
