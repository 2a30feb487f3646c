/// Images made of characters: converts pixels to cells, and updates the cells on the screen.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_CELLS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_CELLS_H

#include <stdint.h>

#include "core/base/buffer.h"

typedef struct terminal_cell {
    uint32_t character;             ///< Unicode
    int32_t foreground, background; ///< 0xRRGGBB with direct colours, else an index of the palette
} terminal_cell;

/// Scales an image of RGBA pixels down by averaging; fractional pixels are shared.
void terminal_shrink(const uint8_t *pixels, int width, int height, uint8_t *out_pixels, int out_width, int out_height);

/// Makes half blocks from [columns × 2 rows] pixels. `colors` 0: black and white.
void terminal_fill_blocks(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);

/// Makes braille on black from [2 columns × 4 rows] pixels, with a dot for each that is not black.
void terminal_fill_braille(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);

/// Marks all cells of the screen as unknown.
void terminal_clear_cells(terminal_cell *shown, int count);

/// Writes the cells [columns × rows] that differ from those `shown` at the top of the screen, and updates `shown`. With
/// direct colours, differences up to `tolerance` (of 255, per channel) are ignored. Afterwards the cursor position is
/// unspecified and colours are the default.
void terminal_put_cells(const terminal_cell *cells, terminal_cell *shown, int columns, int rows, int colors,
                        int tolerance, sinew__buffer *out);

/// A colour is 0xRRGGBB with direct colours, else an index of the palette.
enum {
    TERMINAL_DEFAULT_COLOR = -1, ///< the terminal's default
    TERMINAL_ANY_COLOR = -2,     ///< not visible
};

/// Returns the colour nearest to `rgb` among the first `colors` of the palette: 8, 16, 256 or 1 << 24. (Of 256, the
/// first 16 are not used, because users redefine them.) `dither`, -15 … 15, shifts it by a fraction of the distance to
/// the next colours, so that the mean of many is exact; 0: no dithering.
int32_t terminal_nearest_color(int colors, const uint8_t rgb[3], int dither);

#endif
