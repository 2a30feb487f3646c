/// The text rows of the player in a terminal: status, progress bar, list of keys, joint tree.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_STATUS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_STATUS_H

#include "core/base/buffer.h"
#include "program/viewer/core/prompt.h"
#include "program/viewer/panels/joint_list.h"
#include "program/viewer/terminal/terminal_layout.h"
#include "runtime/view/view.h"

/// The properties of a terminal that text depends on.
typedef struct terminal_style {
    int columns;
    int color; ///< use colours
    int utf8;  ///< use non-ASCII characters
} terminal_style;

/// The kind of text on the left of the status row, which decides the parts that are left out if space is short.
typedef enum terminal_left {
    TERMINAL_LEFT_NAME,    ///< a sign, a name and more: frame, time and the end of the name stay longest
    TERMINAL_LEFT_MESSAGE, ///< a message: the time and the start of the message stay longest
    TERMINAL_LEFT_NOTE,    ///< a note: it stays longer than the time
} terminal_left;

/// Writes a row: the text before a tab on the left, the rest on the right. Both consist of parts separated by two
/// spaces; the last parts are left out first. Characters that cannot be shown are written as \uNNNN.
void terminal_put_status(const terminal_style *style, const char *status, terminal_left kind, sinew__buffer *out);

/// Writes the status row while a prompt is open. If the status does not fit, the row has only the typed line, or its
/// error.
void terminal_put_prompt(const terminal_style *style, const char *status, const viewer_prompt *prompt,
                         sinew__buffer *out);

/// Writes one row: a bar filled up to `fraction` (0 … 1).
void terminal_put_bar(const terminal_style *style, double fraction, sinew__buffer *out);

/// Writes a row as a graph: each column shows the largest of its values, relative to `largest`. The columns up to
/// `fraction` have the bar's colour. `values` [measured] are the first of `count` values, which fill the whole row.
void terminal_put_graph(const terminal_style *style, double fraction, const float *values, int32_t measured,
                        int32_t count, float largest, sinew__buffer *out);

/// Writes a page, counted from 1, of lines "key<tab>description<newline>", which are ASCII, to the first `rows` rows.
/// It uses several columns if that reduces the number of pages, and wraps long lines. If there are several pages, the
/// last row has the page number. Returns the number of pages, 0 without space.
int terminal_put_help(const char *help, int page, int columns, int rows, sinew__buffer *out);

/// Writes the rows of the joint tree around the selected joint (SINEW_NONE: the first rows) to `rows` rows from `top`
/// on. A dot marks joints that the clip animates; the selected joint is in reverse video.
void terminal_put_tree(const terminal_style *style, const joint_list *joints, sinew__joint_prefix prefix,
                       int32_t selected, int top, int rows, sinew__buffer *out);

/// Writes the lines of a text around the chosen one (negative: the first lines) to `rows` rows from `top` on, each cut
/// to the width. The chosen line is in reverse video.
void terminal_put_lines(const terminal_style *style, const char *text, int chosen, int top, int rows,
                        sinew__buffer *out);

#endif
