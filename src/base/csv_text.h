/// Text as a field of a CSV row.
#ifndef SINEW_BASE_CSV_TEXT_H
#define SINEW_BASE_CSV_TEXT_H

#include "base/buffer.h"

/// Puts text of a file: escaped where unprintable, quoted where it contains a comma or a quote. Text that begins with
/// = + - @, a tab or a carriage return gets an apostrophe in front, so that a spreadsheet does not run it as a formula.
void sinew__csv_text(sinew__buffer *out, const char *text);

#endif
