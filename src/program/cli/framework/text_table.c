#include "program/cli/framework/text_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/platform/text_columns.h"

static void add_cell(cli_table *table, char *text)
{
    table->cells =
        sinew__arena_grow(&table->arena, table->cells, table->cell_count, &table->capacity, sizeof *table->cells);
    if (!text || !table->cells)
        table->failed = 1;
    else
        table->cells[table->cell_count++] = text;
}

static void add_formatted(cli_table *table, const char *format, va_list arguments)
{
    if (table->failed) return;
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    add_cell(table, sinew__arena_text(&table->arena, text, strlen(text)));
}

void cli_table_add(cli_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_formatted(table, format, arguments);
    va_end(arguments);
}

void cli_table_add_known(cli_table *table, int known, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (known)
        add_formatted(table, format, arguments);
    else if (!table->failed)
        add_cell(table, sinew__arena_text(&table->arena, "", 0));
    va_end(arguments);
}

void cli_table_add_name(cli_table *table, const char *text)
{
    if (table->failed) return;
    sinew__buffer printable = {0};
    sinew__buffer_put_printable(&printable, text);
    add_cell(table, printable.failed ? NULL : sinew__arena_text(&table->arena, printable.text, printable.size));
    sinew__buffer_free(&printable);
}

void cli_table_add_vector(cli_table *table, const double *numbers, int digits)
{
    const int kept = digits > 0 ? digits : 5;
    const double noise = kept > 5 ? pow(10, -kept - 1) : 1e-6;
    char text[96] = "";
    for (int i = 0; i < 3; ++i) {
        const size_t size = strlen(text);
        const double number = fabs(numbers[i]) < noise ? 0 : numbers[i];
        const int is_far = fabs(number) >= pow(10, kept) && fabs(number) < 1e12; // print whole units, not 1.2346e+05
        snprintf(text + size, sizeof text - size, "%s%.*g", i ? " " : "", is_far ? 12 : kept,
                 is_far ? rint(number) : number);
    }
    cli_table_add(table, "%s", text);
}

/// Cells wider than this many columns do not widen their column: they shift the rest of their row.
enum { WIDE = 60 };

static void put_row(const cli_table *table, size_t first, const size_t *widths, size_t columns, const char *indent,
                    sinew__buffer *out)
{
    sinew__buffer_put_text(out, indent);
    size_t pending = 0; // spaces to put before the next text
    for (size_t column = 0; column < columns && first + column < table->cell_count; ++column) {
        const char *text = table->cells[first + column];
        const size_t width = (size_t)sinew__columns_of_text(text),
                     padding = width < widths[column] ? widths[column] - width : 0;
        const int right = table->alignment[column] == 'r';
        pending += right ? padding : 0;
        if (*text) {
            for (; pending > 0; --pending) sinew__buffer_put_character(out, ' ');
            sinew__buffer_put_text(out, text);
        }
        pending += (right ? 0 : padding) + 2;
    }
    sinew__buffer_put_character(out, '\n');
}

void cli_table_put(cli_table *table, const char *indent, sinew__buffer *out)
{
    const size_t columns = strlen(table->alignment);
    size_t *widths = SINEW__ARENA_ARRAY(&table->arena, size_t, columns);
    if (table->failed || !widths) {
        out->failed = 1;
    } else {
        for (size_t column = 0; column < columns; ++column) {
            size_t widest = 0, widest_normal = 0, wide = 0;
            for (size_t cell = column; cell < table->cell_count; cell += columns) {
                const size_t width = (size_t)sinew__columns_of_text(table->cells[cell]);
                if (width > widest) widest = width;
                if (width > widest_normal && width <= WIDE) widest_normal = width;
                wide += width > WIDE;
            }
            widths[column] = 2 * wide * columns > table->cell_count ? widest : widest_normal;
        }
        for (size_t cell = 0; cell < table->cell_count; cell += columns) {
            const int dim = cell == 0 && table->has_title && table->color;
            if (dim) sinew__buffer_put_text(out, "\x1b[2m");
            put_row(table, cell, widths, columns, indent, out);
            if (dim) sinew__buffer_put_text(out, "\x1b[0m");
        }
    }
    sinew__arena_free(&table->arena);
}
