/// Fields of a CSV row.
#ifndef SINEW_CLI_FRAMEWORK_CSV_H
#define SINEW_CLI_FRAMEWORK_CSV_H

#include "base/buffer.h"

/// Puts text of a file: escaped where unprintable, quoted where it contains a comma or a quote. Text that begins with
/// = + - @, a tab or a carriage return gets an apostrophe in front, so that a spreadsheet does not run it as a formula.
void cli_csv_text(sinew__buffer *out, const char *text);

/// Puts a finite number with `digits` significant digits; 0: the shortest text that reads back to the same value.
void cli_csv_number(sinew__buffer *out, double number, int digits);

#endif
