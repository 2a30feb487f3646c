/// The keys of the player in a terminal: in columns, page by page where there are more than it has room for.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_HELP_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_HELP_H

#include "base/buffer.h"

/// Puts a page, counted from 1, of lines "key<tab>what it does<end of line>", all ASCII, over the first `rows` rows of
/// so many columns: side by side where that makes fewer pages, wrapped where they are too long. Where there are several
/// pages the last row says which it is. Returns how many there are, 0 where there is no room for any.
int terminal_put_help(const char *help, int page, int columns, int rows, sinew__buffer *out);

#endif
