#include "library/remove_vanished.h"

static sinew_result list_hashes(library_database *database, const char *sql, library_numbers *out_hashes,
                                sinew_error *error)
{
    sqlite3_stmt *rows;
    *out_hashes = (library_numbers){0};
    sinew_result result = library_prepare(database, sql, &rows, error);
    if (result != SINEW_OK) return result;
    library_budget budget = {0};
    while (library_next(database, rows, 0, &budget, &result, error))
        result = library_add_number(out_hashes, sqlite3_column_int64(rows, 0), error);
    sqlite3_finalize(rows);
    library_sort_numbers(out_hashes);
    return result;
}

sinew_result library_list_vanished_hashes(library_database *database, library_numbers *out_hashes,
                                          sinew_error *out_error)
{
    return list_hashes(database,
                       "SELECT hash FROM files WHERE state='vanished' AND hash<>0"
                       " UNION SELECT drawn_hash FROM files WHERE state='vanished' AND drawn_hash<>0"
                       " EXCEPT SELECT hash FROM files WHERE state<>'vanished'",
                       out_hashes, out_error);
}

sinew_result library_list_stale_hashes(library_database *database, library_numbers *out_hashes, sinew_error *out_error)
{
    return list_hashes(database, "SELECT drawn_hash FROM files WHERE drawn_hash<>hash EXCEPT SELECT hash FROM files",
                       out_hashes, out_error);
}

sinew_result library_mark_drawn(library_database *database, sinew_error *out_error)
{
    return library_execute(database, "UPDATE files SET drawn_hash=hash WHERE drawn_hash IS NOT hash", out_error);
}

sinew_result library_remove_vanished(library_database *database, size_t *out_count, sinew_error *out_error)
{
    const sinew_result result = library_execute(database, "DELETE FROM files WHERE state='vanished'", out_error);
    *out_count = result == SINEW_OK ? (size_t)sqlite3_changes(database->connection) : 0;
    return result;
}
