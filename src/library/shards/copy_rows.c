#include "library/shards/copy_rows.h"

#include <string.h>

#include "base/buffer.h"
#include "base/error.h"
#include "base/memory.h"
#include "library/file_row.h"

enum { MAX_TABLES = 32, MAX_COLUMNS = 64 };

typedef struct table_column {
    const char *name, *type;
    int32_t is_key;   ///< INTEGER PRIMARY KEY, alone: numbered anew
    int32_t is_owner; ///< refers to the owner
    int32_t is_added; ///< files.added_s
    int32_t is_drawn; ///< files.drawn_hash
} table_column;

struct library_table {
    const char *name;
    int32_t owner; ///< index of the table that it refers to; −1 for `files`
    table_column *columns;
    int32_t column_count;
    int32_t key; ///< index of the key column, or −1
    sqlite3_stmt *select, *insert;
};

// ---- the schema ---------------------------------------------------------------------------------------------------

static const char *keep(library_copy *copy, sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    const char *kept = sinew__arena_format(&copy->arena, "%s", text ? text : "");
    return kept ? kept : "";
}

/// Prepares a query about a table, whose name is its parameter.
static sinew_result ask(library_database *database, const char *sql, const char *table, sqlite3_stmt **out_rows,
                        sinew_error *error)
{
    const sinew_result result = library_prepare(database, sql, out_rows, error);
    if (result == SINEW_OK) sqlite3_bind_text(*out_rows, 1, table, -1, SQLITE_STATIC);
    return result;
}

static sinew_result read_columns(library_copy *copy, library_table *table, sinew_error *error)
{
    sqlite3_stmt *rows;
    int key_columns = 0;
    table->columns = SINEW__ARENA_ARRAY(&copy->arena, table_column, MAX_COLUMNS);
    if (!table->columns) return sinew__fail_memory(error);
    table->key = -1;
    sinew_result result = ask(copy->to, "SELECT name,type,pk FROM pragma_table_info(?1)", table->name, &rows, error);
    if (result != SINEW_OK) return result;
    while (sqlite3_step(rows) == SQLITE_ROW && table->column_count < MAX_COLUMNS) {
        table_column *column = &table->columns[table->column_count];
        *column = (table_column){.name = keep(copy, rows, 0), .type = keep(copy, rows, 1)};
        column->is_added = table->owner < 0 && strcmp(column->name, "added_s") == 0;
        column->is_drawn = table->owner < 0 && strcmp(column->name, "drawn_hash") == 0;
        if (sqlite3_column_int(rows, 2)) {
            ++key_columns;
            table->key = table->column_count;
        }
        ++table->column_count;
    }
    sqlite3_finalize(rows);
    if (key_columns != 1 || strcmp(table->columns[table->key].type, "INTEGER") != 0) table->key = -1;
    if (table->key >= 0) table->columns[table->key].is_key = 1;
    return result;
}

static int32_t find_table(const library_copy *copy, const char *name)
{
    for (int32_t i = 0; i < copy->count; ++i)
        if (strcmp(copy->tables[i].name, name) == 0) return i;
    return -1;
}

/// Adds a table if the one that it refers to has been added.
static sinew_result add_owned(library_copy *copy, const char *name, sinew_error *error)
{
    sqlite3_stmt *row;
    char from[64] = "";
    library_table *table = &copy->tables[copy->count];
    sinew_result result =
        ask(copy->to, "SELECT \"table\",\"from\" FROM pragma_foreign_key_list(?1)", name, &row, error);
    if (result != SINEW_OK) return result;
    *table = (library_table){.name = name, .owner = -1};
    if (sqlite3_step(row) == SQLITE_ROW) {
        table->owner = find_table(copy, (const char *)sqlite3_column_text(row, 0));
        sqlite3_snprintf(sizeof from, from, "%s", sqlite3_column_text(row, 1));
    }
    sqlite3_finalize(row);
    if (table->owner < 0) return SINEW_OK;
    ++copy->count;
    result = read_columns(copy, table, error);
    for (int32_t i = 0; i < table->column_count; ++i)
        table->columns[i].is_owner = strcmp(table->columns[i].name, from) == 0;
    return result;
}

/// Lists `files`, then the tables that refer to it, then those that refer to them.
static sinew_result read_tables(library_copy *copy, sinew_error *error)
{
    sqlite3_stmt *names;
    copy->tables = SINEW__ARENA_ARRAY(&copy->arena, library_table, MAX_TABLES);
    if (!copy->tables) return sinew__fail_memory(error);
    copy->tables[copy->count++] = (library_table){.name = "files", .owner = -1};
    sinew_result result = read_columns(copy, &copy->tables[0], error);
    if (result == SINEW_OK)
        result =
            library_prepare(copy->to, "SELECT name FROM sqlite_schema WHERE type='table' ORDER BY name", &names, error);
    if (result != SINEW_OK) return result;
    int32_t before;
    do {
        before = copy->count;
        while (result == SINEW_OK && copy->count < MAX_TABLES && sqlite3_step(names) == SQLITE_ROW) {
            const char *name = keep(copy, names, 0);
            if (find_table(copy, name) < 0) result = add_owned(copy, name, error);
        }
        sqlite3_reset(names);
    } while (result == SINEW_OK && copy->count > before);
    sqlite3_finalize(names);
    return result;
}

// ---- statements ---------------------------------------------------------------------------------------------------

/// SQLite takes an unknown name in double quotes for a text, in brackets for an error.
static void put_names(const library_table *table, sinew__buffer *out)
{
    for (int32_t i = 0; i < table->column_count; ++i)
        sinew__buffer_format(out, "%s[%s]", i ? "," : "", table->columns[i].name);
}

/// SELECT the columns of a table's rows: of a file, or of an owner.
static void put_select(const library_table *table, sinew__buffer *out)
{
    sinew__buffer_put_text(out, "SELECT ");
    put_names(table, out);
    sinew__buffer_format(out, " FROM [%s] WHERE ", table->name);
    for (int32_t i = 0; i < table->column_count; ++i)
        if (table->owner < 0 ? table->columns[i].is_key : table->columns[i].is_owner)
            sinew__buffer_format(out, "[%s]=?1", table->columns[i].name);
}

static void put_insert(const library_table *table, sinew__buffer *out)
{
    sinew__buffer_format(out, "INSERT INTO [%s](", table->name);
    put_names(table, out);
    sinew__buffer_put_text(out, ") VALUES(");
    for (int32_t i = 0; i < table->column_count; ++i) sinew__buffer_format(out, "%s?%d", i ? "," : "", (int)i + 1);
    sinew__buffer_put_text(out, ")");
}

static sinew_result prepare_with(library_database *database, const library_table *table,
                                 void (*put)(const library_table *, sinew__buffer *), sqlite3_stmt **out_statement,
                                 sinew_error *error)
{
    sinew__buffer sql = {0};
    put(table, &sql);
    sinew__buffer_put_character(&sql, '\0');
    const sinew_result result =
        sql.failed ? sinew__fail_memory(error) : library_prepare(database, sql.text, out_statement, error);
    sinew__buffer_free(&sql);
    return result;
}

/// The source lacks a table or a column: its schema is not what its version says.
static sinew_result prepare_select(library_copy *copy, library_table *table, sinew_error *error)
{
    const sinew_result result = prepare_with(copy->from, table, put_select, &table->select, error);
    if (result == SINEW_OK || result == SINEW_ERROR_OUT_OF_MEMORY) return result;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s", sqlite3_errmsg(copy->from->connection));
}

sinew_result library_copy_create(library_database *from, library_database *to, library_copy *out_copy,
                                 sinew_error *out_error)
{
    *out_copy = (library_copy){.arena.limit = (size_t)1 << 20, .from = from, .to = to};
    sinew_result result = read_tables(out_copy, out_error);
    if (result == SINEW_OK && out_copy->arena.failed) result = sinew__fail_memory(out_error);
    for (int32_t i = 0; i < out_copy->count && result == SINEW_OK; ++i) {
        result = prepare_select(out_copy, &out_copy->tables[i], out_error);
        if (result == SINEW_OK)
            result = prepare_with(to, &out_copy->tables[i], put_insert, &out_copy->tables[i].insert, out_error);
    }
    return result;
}

void library_copy_free(library_copy *copy)
{
    for (int32_t i = 0; i < copy->count; ++i) {
        sqlite3_finalize(copy->tables[i].select);
        sqlite3_finalize(copy->tables[i].insert);
    }
    sinew__arena_free(&copy->arena);
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

/// Binds the values of the current row.
static sinew_result bind_row(const library_table *table, int64_t owner, const library_kept_values *kept,
                             sinew_error *error)
{
    for (int32_t i = 0; i < table->column_count; ++i) {
        const table_column *column = &table->columns[i];
        if (!is_of_type(table->select, i, column->type))
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: a value of %s.%s has the wrong type", table->name,
                               column->name);
        if (column->is_key || column->is_drawn)
            bind_number(table->insert, i + 1, column->is_key ? kept->id : kept->drawn_hash);
        else if (column->is_owner || (column->is_added && kept->added_s))
            sqlite3_bind_int64(table->insert, i + 1, column->is_owner ? owner : kept->added_s);
        else
            sqlite3_bind_value(table->insert, i + 1, sqlite3_column_value(table->select, i));
    }
    return SINEW_OK;
}

static sinew_result copy_owned(library_copy *copy, int32_t owner, int64_t old_owner, int64_t new_owner,
                               sinew_error *error);

/// Copies the rows that the select statement finds, and the rows that refer to them.
static sinew_result copy_selected(library_copy *copy, int32_t index, int64_t owner, const library_kept_values *kept,
                                  sinew_error *error)
{
    const library_table *table = &copy->tables[index];
    sinew_result result = SINEW_OK;
    while (library_next(copy->from, table->select, 0, &copy->budget, &result, error)) {
        result = bind_row(table, owner, kept, error);
        if (result == SINEW_OK) result = library_run(copy->to, table->insert, error);
        if (result == SINEW_OK && table->key >= 0)
            result = copy_owned(copy, index, sqlite3_column_int64(table->select, table->key),
                                sqlite3_last_insert_rowid(copy->to->connection), error);
    }
    sqlite3_reset(table->select);
    return result;
}

/// Copies the rows of all tables that refer to a row of the table `owner`.
static sinew_result copy_owned(library_copy *copy, int32_t owner, int64_t old_owner, int64_t new_owner,
                               sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (int32_t i = owner + 1; i < copy->count && result == SINEW_OK; ++i) {
        if (copy->tables[i].owner != owner) continue;
        sqlite3_bind_int64(copy->tables[i].select, 1, old_owner);
        result = copy_selected(copy, i, new_owner, &(library_kept_values){0}, error);
    }
    return result;
}

sinew_result library_copy_file(library_copy *copy, int64_t id, const library_kept_values *kept, sinew_error *out_error)
{
    sqlite3_bind_int64(copy->tables[0].select, 1, id);
    return copy_selected(copy, 0, 0, kept, out_error);
}
