/// The words of the player in a terminal: status row, progress bar, keys.
#ifndef SINEW_VIEWER_TERMINAL_STATUS_H
#define SINEW_VIEWER_TERMINAL_STATUS_H

#include "base/buffer.h"
#include "viewer/terminal_layout.h"

/// How words are written: what the terminal can show of them.
typedef struct terminal_style {
    int columns;
    int color; ///< colours may be used
    int utf8;  ///< other than ASCII may be used
} terminal_style;

/// How many columns a text takes: none for marks above letters, two for wide characters.
int terminal_width_of(const char *text);

/// One row: text up to a tab at the left, what follows it at the right, cut where there is no room for both. What
/// cannot be shown is written as \uNNNN.
void terminal_put_status(const terminal_style *style, const char *status, sinew__buffer *out);

/// One row: a bar filled up to `part` (0 … 1).
void terminal_put_bar(const terminal_style *style, double part, sinew__buffer *out);

/// Lines "key<tab>what it does<end of line>" over the first `rows` rows, in as many columns as they need and fit.
void terminal_put_help(const terminal_style *style, const char *lines, int rows, sinew__buffer *out);

#endif
