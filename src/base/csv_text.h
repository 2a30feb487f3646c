/// Fields of a CSV row.
#ifndef SINEW_BASE_CSV_TEXT_H
#define SINEW_BASE_CSV_TEXT_H

#include "base/buffer.h"

/// Puts text of a file: escaped where unprintable, quoted where it contains a comma or a quote. For tables that
/// programs read: names are those of the file.
void sinew__csv_text(sinew__buffer *out, const char *text);

/// The same for tables that people open in a spreadsheet: text that begins with = + - @, a tab or a carriage return
/// gets an apostrophe in front, so that it is not run as a formula.
void sinew__csv_spreadsheet_text(sinew__buffer *out, const char *text);

/// Puts a finite number with `digits` significant digits; 0: the shortest text that reads back to the same value.
void sinew__csv_number(sinew__buffer *out, double number, int digits);

#endif
