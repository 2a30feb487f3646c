// Checks the result of a shard, and copies it into the database of a library file by file.
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "program/library/columns.h"
#include "program/library/shards.h"

// ---- statements ---------------------------------------------------------------------------------------------------

/// Writes the names of a table's columns, separated by commas; if `text` is not NULL, writes it in place of each name.
static void put_columns(library_table table, const char *text, sinew__buffer *out)
{
    const char *separator = "";
    for (int i = 0; i < library_column_count; ++i) {
        if (library_columns[i].table != table) continue;
        sinew__buffer_format(out, "%s%s", separator, text ? text : library_columns[i].name);
        separator = ",";
    }
}

static sinew_result prepare_statement(library_database *database, sinew__buffer *sql, sqlite3_stmt **out_statement,
                                      sinew_error *error)
{
    sinew__buffer_put_character(sql, '\0');
    const sinew_result result =
        sql->failed ? sinew__fail_memory(error) : library_prepare(database, sql->text, out_statement, error);
    sinew__buffer_free(sql);
    return result;
}

/// Prepares the statements of a table. Rows are selected by the key of the file that they belong to.
static sinew_result prepare_table(library_copy *copy, library_table table, sinew_error *error)
{
    const char *name = library_table_name(table);
    sinew__buffer select = {0}, insert = {0};
    sinew__buffer_put_text(&select, "SELECT ");
    put_columns(table, NULL, &select);
    sinew__buffer_format(&select, " FROM %s WHERE %s=?1", name, table == LIBRARY_FILES ? "id" : "file");
    sinew__buffer_format(&insert, "INSERT INTO %s(", name);
    put_columns(table, NULL, &insert);
    sinew__buffer_put_text(&insert, ") VALUES(");
    put_columns(table, "?", &insert);
    sinew__buffer_put_text(&insert, ")");
    const sinew_result result = prepare_statement(copy->from, &select, &copy->select[table], error);
    const sinew_result other = prepare_statement(copy->to, &insert, &copy->insert[table], error);
    return result == SINEW_OK ? other : result;
}

sinew_result library_copy_create(library_database *from, library_database *to, library_copy *out_copy,
                                 sinew_error *out_error)
{
    *out_copy = (library_copy){.from = from, .to = to};
    sinew_result result = SINEW_OK;
    for (library_table i = LIBRARY_FILES; i < LIBRARY_TABLES && result == SINEW_OK; ++i)
        result = prepare_table(out_copy, i, out_error);
    return result;
}

void library_copy_free(library_copy *copy)
{
    for (int i = 0; i < LIBRARY_TABLES; ++i) {
        sqlite3_finalize(copy->select[i]);
        sqlite3_finalize(copy->insert[i]);
    }
    *copy = (library_copy){0};
}

// ---- rows ---------------------------------------------------------------------------------------------------------

/// Returns whether a value has its column's declared type. SQLite stores any value in any column, but readers rely on
/// types.
static int is_of_type(sqlite3_stmt *row, int index, const char *declared)
{
    const int type = sqlite3_column_type(row, index);
    if (type == SQLITE_NULL) return 1; // the destination checks NOT NULL
    if (strcmp(declared, "INTEGER") == 0) return type == SQLITE_INTEGER;
    if (strcmp(declared, "REAL") == 0) return library_is_finite(row, index);
    if (strcmp(declared, "TEXT") == 0) return type == SQLITE_TEXT;
    return type == SQLITE_BLOB;
}

/// Binds a number; 0 becomes NULL.
static void bind_number(sqlite3_stmt *statement, int index, int64_t number)
{
    if (number)
        sqlite3_bind_int64(statement, index, number);
    else
        sqlite3_bind_null(statement, index);
}

static void bind_value(sqlite3_stmt *insert, int index, library_role role, sqlite3_stmt *row, int64_t owner,
                       const library_kept_values *kept)
{
    if (role == LIBRARY_KEY)
        bind_number(insert, index + 1, kept->id);
    else if (role == LIBRARY_DRAWN)
        bind_number(insert, index + 1, kept->drawn_hash);
    else if (role == LIBRARY_OWNER)
        sqlite3_bind_int64(insert, index + 1, owner);
    else if (role == LIBRARY_ADDED && kept->added_s)
        sqlite3_bind_int64(insert, index + 1, kept->added_s);
    else
        sqlite3_bind_value(insert, index + 1, sqlite3_column_value(row, index));
}

/// Binds the values of the current row to the insertion.
static sinew_result bind_row(const library_copy *copy, library_table table, int64_t owner,
                             const library_kept_values *kept, sinew_error *error)
{
    for (int i = 0, index = 0; i < library_column_count; ++i) {
        const library_column *column = &library_columns[i];
        if (column->table != table) continue;
        if (!is_of_type(copy->select[table], index, column->type))
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: a value of %s.%s has the wrong type",
                               library_table_name(table), column->name);
        bind_value(copy->insert[table], index++, column->role, copy->select[table], owner, kept);
    }
    return SINEW_OK;
}

/// Copies the rows of a table that belong to the file `from` of the source; in the destination they belong to `owner`.
static sinew_result copy_table(library_copy *copy, library_table table, int64_t from, int64_t owner,
                               const library_kept_values *kept, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    sqlite3_bind_int64(copy->select[table], 1, from);
    while (library_next(copy->from, copy->select[table], 0, &copy->budget, &result, error)) {
        result = bind_row(copy, table, owner, kept, error);
        if (result == SINEW_OK) result = library_run(copy->to, copy->insert[table], error);
    }
    sqlite3_reset(copy->select[table]);
    return result;
}

sinew_result library_copy_file(library_copy *copy, int64_t id, const library_kept_values *kept, sinew_error *out_error)
{
    sinew_result result = copy_table(copy, LIBRARY_FILES, id, 0, kept, out_error);
    const int64_t owner = sqlite3_last_insert_rowid(copy->to->connection);
    for (library_table i = LIBRARY_CLIPS; i < LIBRARY_TABLES && result == SINEW_OK; ++i)
        result = copy_table(copy, i, id, owner, &(library_kept_values){0}, out_error);
    return result;
}

// ---- merging -------------------------------------------------------------------------------------------------------

typedef struct result_merge {
    library_database *database, *source;
    library_copy copy;
    library_statements statements;
    sqlite3_stmt *list, *find, *remove;
    library_merge_counts *counts;
    sinew_error *error;
} result_merge;

// ---- one file -----------------------------------------------------------------------------------------------------

/// Returns when a file got its present state: when it vanished, or when it last changed.
static int64_t time_of(const library_file_row *state)
{
    return state->is_vanished ? state->vanished_s : state->changed_s;
}

/// Returns whether two rows have the same content and side files, measured by the same version with the same outcome. A
/// file that cannot be read has the hash 0; then the times of change must be equal.
static int is_same(const library_file_row *known, const library_file_row *found)
{
    return known->hash == found->hash && known->facts == found->facts && known->is_failed == found->is_failed &&
           known->side_hash == found->side_hash && (known->hash != 0 || known->changed_s == found->changed_s);
}

static void count_merged(const result_merge *merge, const library_file_row *found)
{
    library_merge_counts *counts = merge->counts;
    ++*(found->is_vanished ? &counts->vanished : found->is_failed ? &counts->failed : &counts->merged);
}

static sinew_result update_known(result_merge *merge, const char *path, const library_file_row *known,
                                 const library_file_row *found)
{
    if (time_of(found) < time_of(known) + known->is_vanished) {
        ++merge->counts->unchanged;
        return SINEW_OK;
    }
    if (found->is_vanished) {
        ++merge->counts->vanished;
        return library_mark_vanished(merge->database, &merge->statements, known->id, found->vanished_s, merge->error);
    }
    if (!is_same(known, found)) {
        const library_kept_values kept = {.id = known->id, .added_s = known->added_s, .drawn_hash = known->drawn_hash};
        count_merged(merge, found);
        sqlite3_bind_int64(merge->remove, 1, known->id);
        const sinew_result result = library_run(merge->database, merge->remove, merge->error);
        return result == SINEW_OK ? library_copy_file(&merge->copy, found->id, &kept, merge->error) : result;
    }
    ++merge->counts->unchanged;
    if (known->modified == found->modified && !known->is_vanished) return SINEW_OK;
    return library_touch(merge->database, &merge->statements, path, found->size, found->modified, merge->error);
}

static sinew_result merge_file(result_merge *merge, sqlite3_stmt *row)
{
    library_file_row found, known = {0};
    sinew_result result = library_read_file_row(row, &found, merge->error);
    if (result != SINEW_OK) return result;
    library_restart_time(merge->source);
    char *path = sinew__copy_text_part(found.path, found.path_length);
    if (!path) return sinew__fail_memory(merge->error);
    sqlite3_bind_blob(merge->find, 1, path, (int)found.path_length, SQLITE_STATIC);
    library_restart_time(merge->database);
    const int is_known = sqlite3_step(merge->find) == SQLITE_ROW;
    if (is_known) result = library_read_file_row(merge->find, &known, merge->error);
    sqlite3_reset(merge->find);
    ++merge->counts->files;
    if (result == SINEW_OK && is_known) {
        result = update_known(merge, path, &known, &found);
    } else if (result == SINEW_OK) {
        count_merged(merge, &found);
        result = library_copy_file(&merge->copy, found.id, &(library_kept_values){0}, merge->error);
    }
    sinew_free(path);
    return result;
}

// ---- all files ----------------------------------------------------------------------------------------------------

sinew_result library_merge_result(library_database *database, const char *path, uint64_t plan,
                                  library_merge_counts *counts, sinew_error *out_error)
{
    library_database source;
    library_shard_label label;
    const library_merge_counts before = *counts;
    sinew_result result = library_open_result(path, database->timeout, &source, &label, out_error);
    if (result != SINEW_OK) return result;
    result_merge merge = {.database = database, .source = &source, .counts = counts, .error = out_error};
    if (plan && label.plan != plan) result = sinew__fail(out_error, SINEW_ERROR_DAMAGED, "the result of another plan");
    if (result == SINEW_OK) result = library_copy_create(&source, database, &merge.copy, out_error);
    if (result == SINEW_OK) result = library_statements_create(database, &merge.statements, out_error);
    if (result == SINEW_OK) result = library_prepare_files(&source, "ORDER BY path", &merge.list, out_error);
    if (result == SINEW_OK) result = library_prepare_files(database, "WHERE path=?1", &merge.find, out_error);
    if (result == SINEW_OK)
        result = library_prepare(database, "DELETE FROM files WHERE id=?1", &merge.remove, out_error);
    if (result == SINEW_OK) result = library_execute(database, "BEGIN IMMEDIATE", out_error);
    if (result == SINEW_OK) {
        library_budget budget = {0};
        while (library_next(merge.source, merge.list, 0, &budget, &result, out_error))
            result = merge_file(&merge, merge.list);
        if (result == SINEW_OK) result = library_execute(database, "COMMIT", out_error);
        if (result != SINEW_OK && !sqlite3_get_autocommit(database->connection))
            sqlite3_exec(database->connection, "ROLLBACK", NULL, NULL, NULL);
    }
    sqlite3_finalize(merge.list);
    sqlite3_finalize(merge.find);
    sqlite3_finalize(merge.remove);
    library_statements_free(&merge.statements);
    library_copy_free(&merge.copy);
    library_close(&source);
    if (result != SINEW_OK) *counts = before;
    return result;
}
