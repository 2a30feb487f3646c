/// Puts rows of a list as a text table, as JSON or as CSV. A command declares its columns once, and fills its own
/// struct for each row.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_ROWS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_ROWS_H

#include "core/base/json.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/text_table.h"

/// The type of a row's field. An unknown value, NULL or NaN, is empty in text and CSV, and null in JSON.
typedef enum cli_cell {
    CLI_CELL_TEXT = 1,  ///< const char *, text of files
    CLI_CELL_LIST,      ///< const char *, such as "1,3"; an array in JSON
    CLI_CELL_WHOLE,     ///< double, written without decimals
    CLI_CELL_YES,       ///< double, 0 or not 0: a star in text, 0 or 1 in CSV
    CLI_CELL_NUMBER,    ///< double
    CLI_CELL_PAIR,      ///< double[2]; not in text
    CLI_CELL_VECTOR,    ///< double[3]
    CLI_CELL_TRANSFORM, ///< sinew_transform; a rotation of zeros is unknown; not in text
    CLI_CELL_MATRIX,    ///< double[16]; not in text
} cli_cell;

typedef struct cli_column {
    const char *title; ///< title in text; %s stands for `word` of the rows; NULL: the column is not in text
    const char *json;  ///< key in JSON; NULL: the column is not in JSON
    const char *csv;   ///< title in CSV, or the titles of a cell's numbers separated by commas; NULL: the column is not
                       ///< in CSV
    cli_cell kind;
    size_t offset;      ///< offset of the field in a row, see CLI_FIELD
    int decimals;       ///< decimals of a number in text
    int digits;         ///< significant digits of a number in text; 0: use `decimals`
    const char *unit;   ///< text after a number in text output; NULL: none
    const char *object; ///< name of the JSON object that contains the key; the object is null if all its numbers are
                        ///< unknown. NULL: the object of the row
    unsigned when;      ///< shown if cli_rows.shown has one of these bits; 0: always
} cli_column;

typedef struct cli_rows {
    const cli_column *columns; ///< terminated by {0}
    int format;                ///< CLI_FORMAT_TEXT, CLI_FORMAT_CSV, or a format of JSON
    sinew__json_writer *json;  ///< json->out gets the output in all formats; json->digits is the number of significant
                               ///< digits in all formats, unless it is 0
    unsigned shown;            ///< bits for cli_column.when
    const char *word;          ///< replaces %s in titles, see cli_column.title
    int for_spreadsheets;      ///< CSV texts are changed so that spreadsheets do not run them as formulas
    int is_continued;          ///< the text table continues: it has no titles
    int color;                 ///< dim the titles in text
    const char *indent;        ///< text before each line of a text table; NULL: nothing
    cli_table table;           ///< initially zero
    char alignment[32];        ///< memory of table.alignment
} cli_rows;

/// Puts the line of titles in CSV.
void cli_rows_put_csv_titles(const cli_column *columns, unsigned shown, sinew__buffer *out);

/// Puts a row: a row of the text table, a line of CSV, or members of the open JSON object.
void cli_rows_add(cli_rows *rows, const void *row);

/// Puts the text table of the rows that were added since the last call; nothing in other formats.
void cli_rows_end_table(cli_rows *rows);

#endif
