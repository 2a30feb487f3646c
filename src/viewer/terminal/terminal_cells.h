/// Pictures made of characters: pixels turned into cells, and cells put on a screen that shows others.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_CELLS_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_CELLS_H

#include "viewer/terminal/terminal_colors.h"

typedef struct terminal_cell {
    uint32_t character;             ///< Unicode
    int32_t foreground, background; ///< terminal_colors.h
} terminal_cell;

/// Scales a picture of RGBA pixels down; what has no whole number of pixels shares them.
void terminal_shrink(const uint8_t *pixels, int width, int height, uint8_t *out_pixels, int out_width, int out_height);

/// Half blocks out of [columns × 2 rows] pixels. `colors` 0: light or nothing.
void terminal_fill_blocks(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);

/// Braille on black out of [2 columns × 4 rows] pixels: a dot for each that is not black.
void terminal_fill_braille(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);

/// What the screen shows where nothing is known about it.
void terminal_clear_cells(terminal_cell *shown, int count);

/// Puts the cells [columns × rows] that differ from those `shown` at the top of the screen, and notes them there. Where
/// there are all colours, a difference of `tolerance` is none: of 255, in red, green and blue. The cursor is somewhere
/// afterwards, colours are the terminal's own.
void terminal_put_cells(const terminal_cell *cells, terminal_cell *shown, int columns, int rows, int colors,
                        int tolerance, sinew__buffer *out);

#endif
