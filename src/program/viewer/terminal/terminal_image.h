/// An image in a terminal: by a protocol for images, by characters, or by sixels.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_IMAGE_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "program/viewer/terminal/terminal_layout.h"

// ---- an image ------------------------------------------------------------------------------------------------------
// Converts pixels to a terminal's output: cells, sixels or kitty's images.

typedef struct terminal_image terminal_image;

/// Creates the converter for a layout with space for an image. `colors`: number of colours of the terminal.
SINEW_NODISCARD sinew_result terminal_image_create(viewer_term term, int colors, const terminal_layout *layout,
                                                   terminal_image **out_picture, sinew_error *out_error);

/// Accepts NULL.
void terminal_image_destroy(terminal_image *image);

/// An image to show.
typedef struct terminal_pixels {
    int width, height; ///< at most the layout's
    uint8_t *rgba;     ///< [width × height × 4], as read by sinew_renderer_read; modified
    int tolerance;     ///< differences from the screen that may be ignored, of 255
} terminal_pixels;

/// Writes an image, or its changes, at the top of the screen. Afterwards the cursor position is unspecified and colours
/// are the default.
void terminal_image_put(terminal_image *image, const terminal_pixels *pixels, sinew__buffer *out);

/// The screen has been overwritten: the next image is written in full.
void terminal_image_invalidate(terminal_image *image);

/// Returns whether images should be drawn without a background.
int terminal_image_is_on_black(viewer_term term);

/// Removes all images that are not made of characters.
extern const char terminal_image_clear[];

/// Writes an image to the layout's image area, compressed. `number` alternates between 1 and 2: each image replaces the
/// previous one after it is shown, so that nothing flickers and the terminal keeps one image.
void terminal_put_kitty(const terminal_pixels *pixels, const terminal_layout *layout, int number, sinew__buffer *out);

// ---- characters ----------------------------------------------------------------------------------------------------
// Images made of characters: converts pixels to cells, and updates the cells on the screen.

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

// ---- sixels --------------------------------------------------------------------------------------------------------
// Images as sixels.

typedef struct terminal_sixel terminal_sixel;

/// Creates the encoder for images of a layout, which fill [image columns × cell width] × [image rows × cell height]
/// pixels of the terminal. Returns NULL when out of memory.
terminal_sixel *terminal_sixel_create(const terminal_layout *layout);

/// Accepts NULL.
void terminal_sixel_destroy(terminal_sixel *sixel);

/// Writes an image at the top; each of its pixels becomes a square, clipped at the right and at the bottom.
void terminal_put_sixel(terminal_sixel *sixel, const terminal_pixels *pixels, sinew__buffer *out);

enum { TERMINAL_PALETTE_SIZE = 256, TERMINAL_PALETTE_BITS = 6 };

/// Zeroed: empty. It is kept between images while it fits, so that colours do not flicker.
typedef struct terminal_palette {
    uint8_t colors[TERMINAL_PALETTE_SIZE][3];
    int count;
    double error;                                     ///< of the image that it was computed for
    uint16_t nearest[1 << 3 * TERMINAL_PALETTE_BITS]; ///< index plus 1 by quantised colour; 0: not computed
} terminal_palette;

#endif
