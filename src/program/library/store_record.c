// Stores the measurements of a file in the rows of all tables.
#include "program/library/columns.h"

#include <stddef.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/platform/file.h"

// ---- statements ---------------------------------------------------------------------------------------------------

static const struct {
    size_t offset;
    const char *sql;
} statement_texts[] = {
    {offsetof(library_statements, touch_file),
     "UPDATE files SET size=?2,modified_ns=?3,vanished_s=NULL,"
     "state=CASE WHEN state='vanished' THEN CASE WHEN error_code IS NULL THEN 'ok' ELSE 'failed' END ELSE state END"
     " WHERE path=?1"},
    {offsetof(library_statements, move_file),
     "UPDATE files SET path=?2,modified_ns=?3,vanished_s=NULL,"
     "state=CASE WHEN error_code IS NULL THEN 'ok' ELSE 'failed' END WHERE id=?1"},
    // A path that is not absolute is below the model's folder; ?3 is the length of the folder's path in bytes.
    {offsetof(library_statements, move_side_files),
     "UPDATE side_files SET path=CAST(?2||substr(path,?3+1) AS BLOB)"
     " WHERE file=?1 AND path IS NOT NULL AND substr(path,1,1)<>CAST('/' AS BLOB)"},
    {offsetof(library_statements, mark_vanished),
     "UPDATE files SET state='vanished',vanished_s=?2 WHERE id=?1 AND state<>'vanished'"},
};

enum { STATEMENTS = sizeof statement_texts / sizeof *statement_texts };

static sqlite3_stmt **statement_at(library_statements *statements, int index)
{
    return (sqlite3_stmt **)(void *)((char *)statements + statement_texts[index].offset);
}

/// Prepares the insertion of a row; and, if the table has details of a file, the removal of all rows of a file.
static sinew_result prepare_table(library_database *database, library_table table, library_statements *statements,
                                  sinew_error *error)
{
    sinew__buffer insert = {0}, clear = {0};
    library_put_insert(table, &insert);
    sinew__buffer_put_character(&insert, '\0');
    sinew__buffer_format(&clear, "DELETE FROM %s WHERE file=?1", library_table_name(table));
    sinew__buffer_put_character(&clear, '\0');
    sinew_result result = insert.failed || clear.failed ? sinew__fail_memory(error) : SINEW_OK;
    if (result == SINEW_OK) result = library_prepare(database, insert.text, &statements->insert[table], error);
    if (result == SINEW_OK && table != LIBRARY_FILES)
        result = library_prepare(database, clear.text, &statements->clear[table], error);
    sinew__buffer_free(&insert);
    sinew__buffer_free(&clear);
    return result;
}

sinew_result library_statements_create(library_database *database, library_statements *out_statements,
                                       sinew_error *out_error)
{
    *out_statements = (library_statements){0};
    sinew_result result = SINEW_OK;
    for (int i = 0; i < STATEMENTS && result == SINEW_OK; ++i)
        result = library_prepare(database, statement_texts[i].sql, statement_at(out_statements, i), out_error);
    for (library_table i = LIBRARY_FILES; i < LIBRARY_TABLES && result == SINEW_OK; ++i)
        result = prepare_table(database, i, out_statements, out_error);
    if (result != SINEW_OK) library_statements_free(out_statements);
    return result;
}

void library_statements_free(library_statements *statements)
{
    for (int i = 0; i < STATEMENTS; ++i) sqlite3_finalize(*statement_at(statements, i));
    for (int i = 0; i < LIBRARY_TABLES; ++i) {
        sqlite3_finalize(statements->insert[i]);
        sqlite3_finalize(statements->clear[i]);
    }
    *statements = (library_statements){0};
}

// ---- storing ------------------------------------------------------------------------------------------------------

/// Returns whether the next update must measure the file again: the failure was the machine's, not the file's, or the
/// first attempt timed out.
static int is_to_be_repeated(const library_record *record)
{
    switch (record->error.result) {
    case SINEW_ERROR_TIMED_OUT: return !record->is_retry;
    case SINEW_ERROR_OUT_OF_MEMORY:
    case SINEW_ERROR_CANCELLED:
    case SINEW_ERROR_NO_WORKER:
    case SINEW_ERROR_NO_SANDBOX:
    case SINEW_ERROR_SYSTEM: return 1;
    default: return 0;
    }
}

static sinew_result store_file(library_database *database, sqlite3_stmt *insert, const char *path, int64_t now,
                               const library_record *record, int64_t *out_id, sinew_error *error)
{
    const int is_model = record->error.result == SINEW_OK;
    const library_file_values values = {.path = path,
                                        .now = now,
                                        .facts = is_to_be_repeated(record) ? 0 : LIBRARY_FACTS,
                                        .state = is_model ? "ok" : "failed",
                                        .error_code = is_model ? NULL : sinew_result_code(record->error.result),
                                        .error = is_model ? NULL : record->error.message,
                                        .record = *record};
    library_bind_row(insert, LIBRARY_FILES, 0, 0, &values);
    sinew_result result = SINEW_OK;
    if (sqlite3_step(insert) == SQLITE_ROW)
        *out_id = sqlite3_column_int64(insert, 0);
    else
        result = library_fail(database, error);
    sqlite3_reset(insert);
    return result;
}

/// Stores `count` items of `size` bytes, which belong to a file and to one of its clips.
static sinew_result store_items(library_database *database, library_statements *statements, library_table table,
                                int64_t file, int32_t clip, const void *items, int32_t count, size_t size,
                                sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i) {
        library_bind_row(statements->insert[table], table, file, clip, (const char *)items + (size_t)i * size);
        result = library_run(database, statements->insert[table], error);
    }
    return result;
}

static sinew_result store_side_files(library_database *database, library_statements *statements, int64_t id,
                                     const char *path, const library_record *record, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    sinew__buffer text = {0};
    for (int32_t i = 0; i < record->side_file_count && result == SINEW_OK; ++i) {
        const library_side_file *file = &record->side_files[i];
        const int64_t size = (int64_t)file->size;
        library_side_values values = {.name = file->name};
        if (file->path) { // stored relative to the library's folder, like the model's path
            text.size = 0;
            if (file->path[0] != '/') sinew__buffer_put(&text, path, sinew__folder_length(path));
            sinew__buffer_put(&text, file->path, strlen(file->path) + 1);
            values = (library_side_values){file->name, text.text, &size, &file->modified};
        }
        result = text.failed
                     ? sinew__fail_memory(error)
                     : store_items(database, statements, LIBRARY_SIDE_FILES, id, 0, &values, 1, sizeof values, error);
    }
    sinew__buffer_free(&text);
    return result;
}

sinew_result library_store(library_database *database, library_statements *statements, const char *path, int64_t now,
                           const library_record *record, sinew_error *out_error)
{
    int64_t id = 0;
    sinew_result result = store_file(database, statements->insert[LIBRARY_FILES], path, now, record, &id, out_error);
    for (library_table i = LIBRARY_CLIPS; i < LIBRARY_TABLES && result == SINEW_OK; ++i) {
        sqlite3_bind_int64(statements->clear[i], 1, id);
        result = library_run(database, statements->clear[i], out_error);
    }
    for (int32_t i = 0; i < record->clip_count && result == SINEW_OK; ++i) {
        const library_clip_record *clip = &record->clips[i];
        result = store_items(database, statements, LIBRARY_CLIPS, id, i + 1, clip, 1, sizeof *clip, out_error);
        if (result == SINEW_OK)
            result = store_items(database, statements, LIBRARY_RANGES, id, i + 1, clip->ranges, clip->range_count,
                                 sizeof *clip->ranges, out_error);
    }
    if (result == SINEW_OK)
        result = store_items(database, statements, LIBRARY_WARNINGS, id, 0, record->warnings, record->warning_count,
                             sizeof *record->warnings, out_error);
    if (result == SINEW_OK)
        result = store_items(database, statements, LIBRARY_FINDINGS, id, 0, record->findings, record->finding_count,
                             sizeof *record->findings, out_error);
    if (result == SINEW_OK) result = store_side_files(database, statements, id, path, record, out_error);
    return result;
}

static void bind_path(sqlite3_stmt *statement, int index, const char *path)
{
    sqlite3_bind_blob(statement, index, path, (int)strlen(path), SQLITE_STATIC);
}

sinew_result library_touch(library_database *database, library_statements *statements, const char *path, uint64_t size,
                           int64_t modified, sinew_error *out_error)
{
    bind_path(statements->touch_file, 1, path);
    sqlite3_bind_int64(statements->touch_file, 2, (int64_t)size);
    sqlite3_bind_int64(statements->touch_file, 3, modified);
    return library_run(database, statements->touch_file, out_error);
}

sinew_result library_move(library_database *database, library_statements *statements, int64_t id, const char *from,
                          const char *path, int64_t modified, sinew_error *out_error)
{
    sqlite3_bind_int64(statements->move_file, 1, id);
    bind_path(statements->move_file, 2, path);
    sqlite3_bind_int64(statements->move_file, 3, modified);
    const sinew_result result = library_run(database, statements->move_file, out_error);
    if (result != SINEW_OK) return result;
    sqlite3_bind_int64(statements->move_side_files, 1, id);
    sqlite3_bind_blob(statements->move_side_files, 2, path, (int)sinew__folder_length(path), SQLITE_STATIC);
    sqlite3_bind_int64(statements->move_side_files, 3, (int64_t)sinew__folder_length(from));
    return library_run(database, statements->move_side_files, out_error);
}

sinew_result library_mark_vanished(library_database *database, library_statements *statements, int64_t id, int64_t now,
                                   sinew_error *out_error)
{
    sqlite3_bind_int64(statements->mark_vanished, 1, id);
    sqlite3_bind_int64(statements->mark_vanished, 2, now);
    return library_run(database, statements->mark_vanished, out_error);
}
