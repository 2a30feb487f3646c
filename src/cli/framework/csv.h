/// Fields of a CSV row.
#ifndef SINEW_CLI_FRAMEWORK_CSV_H
#define SINEW_CLI_FRAMEWORK_CSV_H

#include "base/buffer.h"

/// Text of a file: printable, in quotes where it holds a comma or a quote. An apostrophe is put before text that begins
/// with = + - @, a tab or a carriage return, so that a spreadsheet does not run it as a formula.
void cli_csv_text(sinew__buffer *out, const char *text);

/// A finite number: the shortest that reads back, or `digits` significant ones where that is not 0.
void cli_csv_number(sinew__buffer *out, double number, int digits);

#endif
