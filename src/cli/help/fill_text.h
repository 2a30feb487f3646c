/// Text of the program's help, filled to the width of a terminal.
#ifndef SINEW_CLI_HELP_FILL_TEXT_H
#define SINEW_CLI_HELP_FILL_TEXT_H

#include "base/buffer.h"

/// Writes a text whose unindented lines are paragraphs, and whose indented ones are rows of a table, "  term  meaning".
/// Paragraphs are filled to 80 columns; the meaning of a row goes on below where it began. An empty line stays one.
void cli_put_filled(sinew__buffer *out, const char *text, size_t size);

/// Columns that UTF-8 takes; all characters that help is written in are one wide.
size_t cli_columns_of(const char *text, size_t size);

#endif
