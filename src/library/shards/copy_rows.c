#include "library/shards/copy_rows.h"

#include <string.h>

#include "base/buffer.h"
#include "base/error.h"
#include "library/columns.h"

// ---- statements ---------------------------------------------------------------------------------------------------

/// The columns of a table, each followed by a comma but the last; `text` instead of each name, or NULL.
static void put_columns(library_table table, const char *text, sinew__buffer *out)
{
    const char *separator = "";
    for (int i = 0; i < library_column_count; ++i) {
        if (library_columns[i].table != table) continue;
        sinew__buffer_format(out, "%s%s", separator, text ? text : library_columns[i].name);
        separator = ",";
    }
}

static sinew_result prepare(library_database *database, sinew__buffer *sql, sqlite3_stmt **out_statement,
                            sinew_error *error)
{
    sinew__buffer_put_character(sql, '\0');
    const sinew_result result =
        sql->failed ? sinew__fail_memory(error) : library_prepare(database, sql->text, out_statement, error);
    sinew__buffer_free(sql);
    return result;
}

/// Rows of a file are selected by its key.
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
    const sinew_result result = prepare(copy->from, &select, &copy->select[table], error);
    const sinew_result other = prepare(copy->to, &insert, &copy->insert[table], error);
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

/// SQLite stores any value in any column; the readers of a library rely on the types.
static int is_of_type(sqlite3_stmt *row, int index, const char *declared)
{
    const int type = sqlite3_column_type(row, index);
    if (type == SQLITE_NULL) return 1; // NOT NULL is checked by the destination
    if (strcmp(declared, "INTEGER") == 0) return type == SQLITE_INTEGER;
    if (strcmp(declared, "REAL") == 0) return library_is_finite(row, index);
    if (strcmp(declared, "TEXT") == 0) return type == SQLITE_TEXT;
    return type == SQLITE_BLOB;
}

/// 0 means no value.
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

/// Binds the values of the current row.
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

/// Copies the rows of a table that belong to the file `from` in the source.
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
