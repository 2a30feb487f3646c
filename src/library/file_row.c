#include "library/file_row.h"

#include <string.h>

library_file_row library_read_file_row(sqlite3_stmt *row)
{
    const char *path = sqlite3_column_blob(row, 1);
    const char *state = (const char *)sqlite3_column_text(row, 6);
    const int64_t facts = sqlite3_column_int64(row, 5);
    const char *error = (const char *)sqlite3_column_text(row, 13);
    const int is_failed = state && strcmp(state, "failed") == 0;
    return (library_file_row){.id = sqlite3_column_int64(row, 0),
                              .path = path ? path : "",
                              .path_length = (size_t)sqlite3_column_bytes(row, 1),
                              .is_path = sqlite3_column_type(row, 1) == SQLITE_BLOB,
                              .size = (uint64_t)sqlite3_column_int64(row, 2),
                              .modified = sqlite3_column_int64(row, 3),
                              .hash = (uint64_t)sqlite3_column_int64(row, 4),
                              .facts = facts,
                              .is_current = facts == LIBRARY_FACTS,
                              .is_vanished = state && strcmp(state, "vanished") == 0,
                              .is_failed = is_failed,
                              .is_late = is_failed && facts == 0 && error &&
                                         strcmp(error, sinew_result_code(SINEW_ERROR_TIMED_OUT)) == 0,
                              .seconds = sqlite3_column_double(row, 7),
                              .added_s = sqlite3_column_int64(row, 8),
                              .changed_s = sqlite3_column_int64(row, 9),
                              .vanished_s = sqlite3_column_int64(row, 10),
                              .side_hash = (uint64_t)sqlite3_column_int64(row, 11),
                              .drawn_hash = sqlite3_column_int64(row, 12)};
}
