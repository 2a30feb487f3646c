/// The player's keys in a terminal: in columns, with pages if necessary.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_HELP_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_HELP_H

#include "core/base/buffer.h"

/// Writes a page, counted from 1, of lines "key<tab>description<newline>", all ASCII, to the first `rows` rows: in
/// several columns if that needs fewer pages, wrapped if lines are too long. If there are several pages, the last row
/// shows the page number. Returns the number of pages, 0 without space for any.
int terminal_put_help(const char *help, int page, int columns, int rows, sinew__buffer *out);

#endif
