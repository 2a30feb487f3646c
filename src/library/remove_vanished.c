#include "library/remove_vanished.h"

sinew_result library_list_vanished_hashes(library_database *database, library_numbers *out_hashes,
                                          sinew_error *out_error)
{
    sqlite3_stmt *rows;
    *out_hashes = (library_numbers){0};
    sinew_result result = library_prepare(database,
                                          "SELECT hash FROM files WHERE state='vanished' AND hash<>0"
                                          " EXCEPT SELECT hash FROM files WHERE state<>'vanished'",
                                          &rows, out_error);
    if (result != SINEW_OK) return result;
    int code = SQLITE_DONE;
    while (result == SINEW_OK && (code = sqlite3_step(rows)) == SQLITE_ROW)
        result = library_add_number(out_hashes, sqlite3_column_int64(rows, 0), out_error);
    if (result == SINEW_OK && code != SQLITE_DONE) result = library_fail(database, out_error);
    sqlite3_finalize(rows);
    library_sort_numbers(out_hashes);
    return result;
}

sinew_result library_remove_vanished(library_database *database, size_t *out_count, sinew_error *out_error)
{
    const sinew_result result = library_execute(database, "DELETE FROM files WHERE state='vanished'", out_error);
    *out_count = result == SINEW_OK ? (size_t)sqlite3_changes(database->connection) : 0;
    return result;
}
