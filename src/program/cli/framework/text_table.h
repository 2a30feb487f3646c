/// Tables in text output, with aligned columns.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_TEXT_TABLE_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_TEXT_TABLE_H

#include "core/base/arena.h"
#include "core/base/buffer.h"

/// A table that is filled row by row. Zero it, set `alignment`, add cells, then put it, which also frees it.
typedef struct cli_table {
    const char *alignment; ///< one letter per column, l or r
    int has_title;         ///< whether the first row holds column titles
    int color;             ///< whether titles are dimmed on a terminal
    char **cells;          ///< [cell_count]
    size_t cell_count, capacity;
    sinew__arena arena;
    int failed; ///< whether memory ran out
} cli_table;

/// Adds a cell. cli_table_add takes printable text; cli_table_add_name escapes text of files.
void cli_table_add(cli_table *table, const char *format, ...) SINEW_PRINTF(2, 3);
void cli_table_add_name(cli_table *table, const char *text);

/// Does the same as cli_table_add if `known` is set; else adds an empty cell.
void cli_table_add_known(cli_table *table, int known, const char *format, ...) SINEW_PRINTF(3, 4);

/// Adds a cell with `numbers` [3], each with `digits` significant digits; `digits` 0 means five. Numbers that are 0 up
/// to rounding become 0.
void cli_table_add_vector(cli_table *table, const double *numbers, int digits);

/// Puts all rows, each after `indent`, without trailing spaces, and frees the table.
void cli_table_put(cli_table *table, const char *indent, sinew__buffer *out);

#endif
