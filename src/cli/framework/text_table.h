/// Aligned columns for people.
#ifndef SINEW_CLI_FRAMEWORK_TEXT_TABLE_H
#define SINEW_CLI_FRAMEWORK_TEXT_TABLE_H

#include "base/arena.h"
#include "base/buffer.h"

/// Cells row by row. Zero it, set `alignment`, add cells, put it, free it.
typedef struct cli_table {
    const char *alignment; ///< one letter a column: l or r
    int has_title;         ///< the first row names the columns
    int color;             ///< the title is dimmed
    char **cells;          ///< [cell_count]
    size_t cell_count, capacity;
    sinew__arena arena;
    int failed; ///< out of memory
} cli_table;

/// Adds the next cell, printable already or made so: text of files goes through `cli_table_add_name`.
void cli_table_add(cli_table *table, const char *format, ...) SINEW_PRINTF(2, 3);
void cli_table_add_name(cli_table *table, const char *text);

/// The same as `cli_table_add` when the value is known, else an empty cell.
void cli_table_add_known(cli_table *table, int known, const char *format, ...) SINEW_PRINTF(3, 4);

/// Three numbers as people want to read them: five digits, and rounding errors as 0.
void cli_table_add_vector(cli_table *table, double x, double y, double z);

/// Writes every row behind `indent` and frees the table. Spaces at the end of a line are left out.
void cli_table_put(cli_table *table, const char *indent, sinew__buffer *out);

#endif
