#include "program/cli/framework/rows.h"

#include <math.h>
#include <string.h>

#include "core/base/quoted_text.h"

static const int number_counts[] = {
    [CLI_CELL_WHOLE] = 1,  [CLI_CELL_YES] = 1,        [CLI_CELL_NUMBER] = 1,  [CLI_CELL_PAIR] = 2,
    [CLI_CELL_VECTOR] = 3, [CLI_CELL_TRANSFORM] = 10, [CLI_CELL_MATRIX] = 16,
};

/// Returns a column's name in the format of the rows; NULL if this format leaves the column out.
static const char *key_of(const cli_rows *rows, const cli_column *column)
{
    if (column->when && !(column->when & rows->shown)) return NULL;
    if (rows->format == CLI_FORMAT_TEXT) return column->title;
    return rows->format == CLI_FORMAT_CSV ? column->csv : column->json;
}

/// Returns the text of a cell; NULL if it is unknown or the column holds numbers.
static const char *text_of(const cli_column *column, const void *field)
{
    return number_counts[column->kind] ? NULL : *(const char *const *)field;
}

/// Puts a transform as members t, r and s; a rotation of zeros is unknown.
static void put_json_transform(sinew__json_writer *json, const char *key, const double numbers[10])
{
    static const char *const components[] = {"x", "y", "z", "w"};
    if (numbers[3] == 0 && numbers[4] == 0 && numbers[5] == 0 && numbers[6] == 0) {
        sinew__json_put_null(json, key);
        return;
    }
    sinew__json_put_object(json, key);
    sinew__json_put_numbers(json, "t", numbers, 3);
    sinew__json_put_object(json, "r");
    for (int i = 0; i < 4; ++i) sinew__json_put_number(json, components[i], numbers[3 + i]);
    sinew__json_end_object(json);
    sinew__json_put_numbers(json, "s", numbers + 7, 3);
    sinew__json_end_object(json);
}

static void put_json_cell(sinew__json_writer *json, const cli_column *column, const void *field)
{
    const double *numbers = field;
    switch (column->kind) {
    case CLI_CELL_TEXT: sinew__json_put_text(json, column->json, text_of(column, field)); break;
    case CLI_CELL_LIST:
        sinew__json_put_array(json, column->json);
        sinew__buffer_put_text(json->out, text_of(column, field));
        sinew__json_end_array(json);
        break;
    case CLI_CELL_WHOLE:
        if (isfinite(*numbers))
            sinew__json_put_whole(json, column->json, (int64_t)*numbers);
        else
            sinew__json_put_null(json, column->json);
        break;
    case CLI_CELL_YES: sinew__json_put_bool(json, column->json, *numbers != 0); break;
    case CLI_CELL_NUMBER: sinew__json_put_number(json, column->json, *numbers); break;
    case CLI_CELL_TRANSFORM: put_json_transform(json, column->json, numbers); break;
    case CLI_CELL_PAIR:
    case CLI_CELL_VECTOR:
    case CLI_CELL_MATRIX: sinew__json_put_numbers(json, column->json, numbers, number_counts[column->kind]); break;
    }
}

/// Begins a text table if none is open. Texts and vectors are aligned left, numbers right.
static void begin_table(cli_rows *rows)
{
    char *alignment = rows->alignment;
    if (rows->table.alignment) return;
    rows->table = (cli_table){.alignment = alignment, .has_title = !rows->is_continued, .color = rows->color};
    for (const cli_column *column = rows->columns; column->kind; ++column) {
        const char *title = key_of(rows, column), *word = title ? strstr(title, "%s") : NULL;
        if (!title) continue;
        *alignment++ = column->kind == CLI_CELL_WHOLE || column->kind == CLI_CELL_NUMBER ? 'r' : 'l';
        if (rows->is_continued) continue;
        const size_t size = word ? (size_t)(word - title) : strlen(title);
        cli_table_add(&rows->table, "%.*s%s", (int)size, title, word ? rows->word : "");
    }
    *alignment = '\0';
}

void cli_rows_put_csv_titles(const cli_column *columns, unsigned shown, sinew__buffer *out)
{
    const char *comma = "";
    for (const cli_column *column = columns; column->kind; ++column) {
        if (!column->csv || (column->when && !(column->when & shown))) continue;
        sinew__buffer_format(out, "%s%s", comma, column->csv);
        comma = ",";
    }
    sinew__buffer_put_character(out, '\n');
}

/// Returns whether all numbers of the JSON object that begins with a column are unknown.
static int is_null_object(const cli_column *column, const void *row)
{
    for (const char *object = column->object; column->object && strcmp(column->object, object) == 0; ++column) {
        const int is_scalar = number_counts[column->kind] == 1;
        if (!is_scalar || isfinite(*(const double *)((const char *)row + column->offset))) return 0;
    }
    return 1;
}

static void put_json_row(const cli_rows *rows, const void *row)
{
    const char *object = NULL; // name of the open object inside the row's object
    int is_null = 0;
    for (const cli_column *column = rows->columns; column->kind; ++column) {
        if (!key_of(rows, column)) continue;
        const int is_same = object && column->object && strcmp(object, column->object) == 0;
        if (object && !is_same && !is_null) sinew__json_end_object(rows->json);
        object = column->object;
        if (!is_same) {
            is_null = object && is_null_object(column, row);
            if (is_null)
                sinew__json_put_null(rows->json, object);
            else if (object)
                sinew__json_put_object(rows->json, object);
        }
        if (!is_null) put_json_cell(rows->json, column, (const char *)row + column->offset);
    }
    if (object && !is_null) sinew__json_end_object(rows->json);
}

void cli_rows_add(cli_rows *rows, const void *row)
{
    const char *comma = "";
    if (rows->format == CLI_FORMAT_TEXT) {
        begin_table(rows);
    } else if (rows->format != CLI_FORMAT_CSV) {
        put_json_row(rows, row);
        return;
    }
    for (const cli_column *column = rows->columns; column->kind; ++column) {
        const void *field = (const char *)row + column->offset;
        if (!key_of(rows, column)) continue;
        if (rows->format == CLI_FORMAT_TEXT) {
            const int digits = rows->json->digits > 0 ? rows->json->digits : column->digits;
            const char *text = text_of(column, field), *unit = column->unit ? column->unit : "";
            const double *numbers = field;
            if (number_counts[column->kind] == 0)
                cli_table_add_name(&rows->table, text ? text : "");
            else if (column->kind == CLI_CELL_YES)
                cli_table_add(&rows->table, "%s", *numbers != 0 ? "*" : "");
            else if (column->kind == CLI_CELL_VECTOR)
                cli_table_add_vector(&rows->table, numbers, digits);
            else if (column->kind == CLI_CELL_NUMBER && digits)
                cli_table_add_known(&rows->table, isfinite(*numbers), "%.*g%s", digits, *numbers + 0.0, unit); // no −0
            else
                cli_table_add_known(&rows->table, isfinite(*numbers), "%.*f%s", column->decimals, *numbers, unit);
        } else {
            sinew__buffer_put_text(rows->json->out, comma);
            sinew__buffer *out = rows->json->out;
            const char *text = text_of(column, field);
            const double *numbers = field;
            if (text) (rows->for_spreadsheets ? sinew__csv_spreadsheet_text : sinew__csv_text)(out, text);
            for (int i = 0; i < number_counts[column->kind]; ++i) {
                if (i > 0) sinew__buffer_put_character(out, ',');
                if (!isfinite(numbers[i])) continue;
                if (column->kind < CLI_CELL_NUMBER)
                    sinew__buffer_format(out, "%.0f", numbers[i]);
                else
                    sinew__csv_number(out, numbers[i], rows->json->digits);
            }
            comma = ",";
        }
    }
    if (rows->format == CLI_FORMAT_CSV) sinew__buffer_put_character(rows->json->out, '\n');
}

void cli_rows_end_table(cli_rows *rows)
{
    if (rows->format != CLI_FORMAT_TEXT) return;
    begin_table(rows); // an empty list still shows its titles
    cli_table_put(&rows->table, rows->indent ? rows->indent : "", rows->json->out);
    rows->table = (cli_table){0};
}
