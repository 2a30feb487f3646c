/// Where things lie in a terminal, and how many pixels a picture in it has.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_LAYOUT_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_LAYOUT_H

#include "platform/terminal_device.h"
#include "viewer/terminal/play_terminal.h"

typedef struct terminal_layout {
    int columns;
    int image_rows;              ///< from the top; 0: no room for a picture
    int image_columns;           ///< all, but for sixel, where pictures have a limit
    int image_left;              ///< columns beside it
    int bar_row, status_row;     ///< from 1; 0: there is none
    int cell_width, cell_height; ///< pixels of the terminal, as far as known
    int width, height;           ///< pixels of the picture
} terminal_layout;

/// Divides a terminal. Sizes that make no sense are put right: every number is within limits afterwards.
terminal_layout terminal_divide(const terminal_size *size, viewer_term term, int hide_status);

/// Makes the picture, but not its place, smaller, to at most so many pixels; sixel's to a whole fraction.
void terminal_limit_pixels(terminal_layout *layout, viewer_term term, int max);

/// How far a bar of `columns` is filled, in half columns, when `part` (0 … 1) of the clip is played.
int terminal_bar_halves(int columns, double part);

#endif
