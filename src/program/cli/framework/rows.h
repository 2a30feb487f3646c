/// Rows of a list as a text table, as JSON or as CSV: a command declares its columns once, and fills a struct of its
/// own for each row.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_ROWS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_ROWS_H

#include "core/base/json.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/text_table.h"

/// The type of a row's field. An unknown value, NULL or NaN, is empty in text and CSV, and null in JSON.
typedef enum cli_cell {
    CLI_CELL_TEXT = 1,  ///< const char *, text of files
    CLI_CELL_LIST,      ///< const char *: "1,3", an array in JSON
    CLI_CELL_WHOLE,     ///< double, written without decimals
    CLI_CELL_YES,       ///< double, 0 or not: a star in text, 0 or 1 in CSV
    CLI_CELL_NUMBER,    ///< double
    CLI_CELL_PAIR,      ///< double[2]; not in text
    CLI_CELL_VECTOR,    ///< double[3]
    CLI_CELL_TRANSFORM, ///< sinew_transform, whose rotation is zero if it is unknown; not in text
    CLI_CELL_MATRIX,    ///< double[16]; not in text
} cli_cell;

typedef struct cli_column {
    const char *title; ///< in text, where %s stands for the `word` of the rows; NULL: not in text
    const char *json;  ///< key; NULL: not in JSON
    const char *csv;   ///< title, or the titles of all numbers with commas between them; NULL: not in CSV
    cli_cell kind;
    size_t offset;      ///< in a row, see CLI_FIELD
    int decimals;       ///< of a number in text
    int digits;         ///< significant digits instead of `decimals`; 0: none
    const char *unit;   ///< after a number in text, NULL: none
    const char *object; ///< that the JSON key is in, null when nothing in it is known; NULL: the row's
    unsigned when;      ///< shown if `shown` has one of these bits; 0: always
} cli_column;

typedef struct cli_rows {
    const cli_column *columns; ///< ends with {0}
    int format;                ///< CLI_FORMAT_TEXT, CLI_FORMAT_CSV, or one of JSON
    sinew__json_writer *json;  ///< its `out` gets every format; its `digits`, if set, hold for all
    unsigned shown;            ///< see cli_column.when
    const char *word;          ///< see cli_column.title
    int for_spreadsheets;      ///< CSV keeps texts from being run as formulas
    int is_continued;          ///< the text table has no titles
    int color;                 ///< titles of text are dimmed
    const char *indent;        ///< of the text table; NULL: none
    cli_table table;           ///< zero
    char alignment[32];        ///< of `table`
} cli_rows;

/// Puts the line of titles of CSV.
void cli_rows_put_csv_titles(const cli_column *columns, unsigned shown, sinew__buffer *out);

/// Adds a row: of a text table, a line of CSV, or members of the JSON object that is open.
void cli_rows_add(cli_rows *rows, const void *row);

/// Puts the text table of the rows since the last one; nothing in other formats.
void cli_rows_end_table(cli_rows *rows);

#endif
