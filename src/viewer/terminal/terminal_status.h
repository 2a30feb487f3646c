/// The words of the player in a terminal: status row and progress bar.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_STATUS_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_STATUS_H

#include "base/buffer.h"
#include "viewer/core/prompt.h"
#include "viewer/terminal/terminal_layout.h"

/// How words are written: what the terminal can show of them.
typedef struct terminal_style {
    int columns;
    int color; ///< colours may be used
    int utf8;  ///< other than ASCII may be used
} terminal_style;

/// How many columns a text takes: none for marks above letters, two for wide characters.
int terminal_width_of(const char *text);

/// What stands at the left of the status row, and so what of it matters where there is no room for all.
typedef enum terminal_left {
    TERMINAL_LEFT_NAME,    ///< a sign, a name, and more: frame and time stay, and what goes last is the name's end
    TERMINAL_LEFT_MESSAGE, ///< words: the time stays, and their beginning
    TERMINAL_LEFT_NOTE,    ///< words for a moment: they come before the time
} terminal_left;

/// One row: text up to a tab at the left, what follows it at the right, both in parts that stand two spaces apart and
/// of which the last are missed least. What cannot be shown is written as \uNNNN.
void terminal_put_status(const terminal_style *style, const char *status, terminal_left kind, sinew__buffer *out);

/// The same while a line is typed. Where the status has no room for it the row belongs to the line, or to what is wrong
/// with it.
void terminal_put_prompt(const terminal_style *style, const char *status, const viewer_prompt *prompt,
                         sinew__buffer *out);

/// One row: a bar filled up to `part` (0 … 1).
void terminal_put_bar(const terminal_style *style, double part, sinew__buffer *out);

#endif
