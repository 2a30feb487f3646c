#include "library/file_row.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

enum { MAX_PATH_BYTES = 32768 }; // folders are nested 64 deep, and a name has 255 bytes

int library_is_below(const char *path, size_t length)
{
    if (length == 0 || memchr(path, 0, length)) return 0;
    for (size_t at = 0, end; at <= length; at = end + 1) {
        const char *slash = memchr(path + at, '/', length - at);
        end = slash ? (size_t)(slash - path) : length;
        const size_t size = end - at;
        if (size == 0 || (size == 1 && path[at] == '.') || (size == 2 && path[at] == '.' && path[at + 1] == '.'))
            return 0;
    }
    return 1;
}

int library_is_finite(sqlite3_stmt *row, int column)
{
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
    case SQLITE_INTEGER: return 1;
    case SQLITE_FLOAT: return isfinite(sqlite3_column_double(row, column));
    default: return 0;
    }
}

int library_is_whole(sqlite3_stmt *row, int column, int64_t least, int64_t most)
{
    const int type = sqlite3_column_type(row, column);
    const int64_t number = sqlite3_column_int64(row, column);
    return type == SQLITE_NULL || (type == SQLITE_INTEGER && number >= least && number <= most);
}

sinew_result library_check_file(sqlite3_stmt *row, int path, int state, sinew_error *out_error)
{
    static const char *const states[] = {"ok", "failed", "vanished"};
    if (sqlite3_column_type(row, path) != SQLITE_BLOB ||
        !library_is_below(sqlite3_column_blob(row, path), (size_t)sqlite3_column_bytes(row, path)))
        return sinew__fail(out_error, SINEW_ERROR_DAMAGED, "damaged: a path leads out of the folder");
    if (sqlite3_column_bytes(row, path) > MAX_PATH_BYTES)
        return sinew__fail(out_error, SINEW_ERROR_DAMAGED, "damaged: a path has more than %d bytes", MAX_PATH_BYTES);
    const int is_text = sqlite3_column_type(row, state) == SQLITE_TEXT;
    const char *word = is_text ? (const char *)sqlite3_column_text(row, state) : NULL;
    for (int i = 0; i < 3 && word; ++i)
        if (strcmp(word, states[i]) == 0) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_DAMAGED, "damaged: the state of a file is '%.40s'", word ? word : "");
}

sinew_result library_read_file_row(sqlite3_stmt *row, library_file_row *out_row, sinew_error *out_error)
{
    *out_row = (library_file_row){0};
    const sinew_result result = library_check_file(row, 1, 6, out_error);
    if (result != SINEW_OK) return result;
    const double seconds = sqlite3_column_double(row, 7);
    if (!library_is_whole(row, 2, 0, INT64_MAX) || !library_is_finite(row, 7) || seconds < 0)
        return sinew__fail(out_error, SINEW_ERROR_DAMAGED, "damaged: the size or time of a file is out of range");
    const char *state = (const char *)sqlite3_column_text(row, 6);
    const int64_t facts = sqlite3_column_int64(row, 5);
    const char *error = (const char *)sqlite3_column_text(row, 13);
    const int is_failed = strcmp(state, "failed") == 0;
    *out_row = (library_file_row){.id = sqlite3_column_int64(row, 0),
                                  .path = sqlite3_column_blob(row, 1),
                                  .path_length = (size_t)sqlite3_column_bytes(row, 1),
                                  .size = (uint64_t)sqlite3_column_int64(row, 2),
                                  .modified = sqlite3_column_int64(row, 3),
                                  .hash = (uint64_t)sqlite3_column_int64(row, 4),
                                  .facts = facts,
                                  .is_current = facts == LIBRARY_FACTS,
                                  .is_vanished = strcmp(state, "vanished") == 0,
                                  .is_failed = is_failed,
                                  .is_late = is_failed && facts == 0 && error &&
                                             strcmp(error, sinew_result_code(SINEW_ERROR_TIMED_OUT)) == 0,
                                  .seconds = seconds,
                                  .added_s = sqlite3_column_int64(row, 8),
                                  .changed_s = sqlite3_column_int64(row, 9),
                                  .vanished_s = sqlite3_column_int64(row, 10),
                                  .side_hash = (uint64_t)sqlite3_column_int64(row, 11),
                                  .drawn_hash = sqlite3_column_int64(row, 12)};
    return SINEW_OK;
}
