/// Wrapping of help text to the width of a terminal.
#ifndef SINEW_CLI_HELP_FILL_TEXT_H
#define SINEW_CLI_HELP_FILL_TEXT_H

#include "base/buffer.h"

/// Puts a text wrapped to 80 columns. Unindented lines form paragraphs; an indented line is a table row, "  term
/// meaning", whose meaning continues in its own column. Empty lines stay.
void cli_put_filled(sinew__buffer *out, const char *text, size_t size);

/// Width of UTF-8 text in columns; every character of help text is one column wide.
size_t cli_columns_of(const char *text, size_t size);

#endif
