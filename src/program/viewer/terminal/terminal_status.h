/// The text of the player in a terminal: status row, progress bar and the page of keys.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_STATUS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_STATUS_H

#include "core/base/buffer.h"
#include "program/viewer/core/prompt.h"
#include "program/viewer/panels/joint_list.h"
#include "program/viewer/terminal/terminal_layout.h"
#include "runtime/view/view.h"

/// The capabilities of a terminal that text depends on.
typedef struct terminal_style {
    int columns;
    int color; ///< use colours
    int utf8;  ///< use non-ASCII characters
} terminal_style;

/// The kind of text on the left of the status row, which decides what to drop when space is short.
typedef enum terminal_left {
    TERMINAL_LEFT_NAME,    ///< a sign, a name, and more: keeps frame and time, and the end of the name longest
    TERMINAL_LEFT_MESSAGE, ///< a message: keeps the time, and the start of the message
    TERMINAL_LEFT_NOTE,    ///< a note: takes precedence over the time
} terminal_left;

/// Writes one row: text before a tab on the left, the rest on the right. Both consist of parts separated by two spaces,
/// the least important last. Characters that cannot be shown are written as \uNNNN.
void terminal_put_status(const terminal_style *style, const char *status, terminal_left kind, sinew__buffer *out);

/// Writes the row while a line is typed. If the status does not fit, the row shows only the line, or its error.
void terminal_put_prompt(const terminal_style *style, const char *status, const viewer_prompt *prompt,
                         sinew__buffer *out);

/// Writes one row: a bar filled up to `fraction` (0 … 1).
void terminal_put_bar(const terminal_style *style, double fraction, sinew__buffer *out);

/// Writes one row: in each column, how large the largest of its values is, in relation to `largest`; the columns up to
/// `fraction` have the colour of the bar. `values` are [measured], of `count` that fill the row.
void terminal_put_graph(const terminal_style *style, double fraction, const float *values, int32_t measured,
                        int32_t count, float largest, sinew__buffer *out);

/// Writes a page, counted from 1, of lines "key<tab>description<newline>", all ASCII, to the first `rows` rows: in
/// several columns if that needs fewer pages, wrapped if lines are too long. If there are several pages, the last row
/// shows the page number. Returns the number of pages, 0 without space for any.
int terminal_put_help(const char *help, int page, int columns, int rows, sinew__buffer *out);

/// Writes the rows of the joint tree around the selected one (SINEW_NONE: the first ones) to `rows` rows from `top` on,
/// each with a dot if the clip animates the joint. The selected one is shown in reverse.
void terminal_put_tree(const terminal_style *style, const joint_list *joints, sinew__joint_prefix prefix,
                       int32_t selected, int top, int rows, sinew__buffer *out);

/// Writes the lines of a text around the chosen one (negative: the first ones) to `rows` rows from `top` on, as much of
/// each as fits. The chosen one is shown in reverse.
void terminal_put_lines(const terminal_style *style, const char *text, int chosen, int top, int rows,
                        sinew__buffer *out);

#endif
