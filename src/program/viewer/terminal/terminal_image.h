/// Converts images to a terminal's output: by kitty's protocol, as sixels, or as characters.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_IMAGE_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "program/viewer/terminal/terminal_layout.h"

typedef struct terminal_image terminal_image;

/// Creates a converter for a layout with space for an image. `colors` is the number of the terminal's colours.
SINEW_NODISCARD sinew_result terminal_image_create(viewer_term term, int colors, const terminal_layout *layout,
                                                   terminal_image **out_picture, sinew_error *out_error);

/// Frees a converter. Accepts NULL.
void terminal_image_destroy(terminal_image *image);

/// An image to show.
typedef struct terminal_pixels {
    int width, height; ///< at most the layout's size
    uint8_t *rgba;     ///< [width × height × 4], as read by sinew_renderer_read; it is modified
    int tolerance;     ///< differences from the screen up to this, of 255, may be ignored
} terminal_pixels;

/// Writes an image, or its changes, at the top of the screen. Afterwards the cursor is anywhere, and colours are the
/// default.
void terminal_image_put(terminal_image *image, const terminal_pixels *pixels, sinew__buffer *out);

/// Call it after the screen was overwritten: the next image is written completely.
void terminal_image_invalidate(terminal_image *image);

/// Returns whether images for a mode should be drawn without a background.
int terminal_image_is_on_black(viewer_term term);

/// Sequence that removes all images that are not made of characters.
extern const char terminal_image_clear[];

/// Writes a compressed image that fills the layout's image area. `number` alternates between 1 and 2: the previous
/// image is removed only after this one is shown, so that nothing flickers and the terminal stores only one.
void terminal_put_kitty(const terminal_pixels *pixels, const terminal_layout *layout, int number, sinew__buffer *out);

// Converts pixels to character cells, and updates the cells on the screen.

typedef struct terminal_cell {
    uint32_t character;             ///< Unicode
    int32_t foreground, background; ///< 0xRRGGBB in a terminal with direct colours, else an index of the palette
} terminal_cell;

/// Scales down an image of RGBA pixels by averaging; a pixel on the border of two parts counts in both by its area.
void terminal_shrink(const uint8_t *pixels, int width, int height, uint8_t *out_pixels, int out_width, int out_height);

/// Makes half blocks from [columns × 2 rows] pixels. `colors` 0: black and white.
void terminal_fill_blocks(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);

/// Makes Braille on black from [2 columns × 4 rows] pixels: a dot for each pixel that is not black.
void terminal_fill_braille(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);

/// Marks all cells of the screen as unknown.
void terminal_clear_cells(terminal_cell *shown, int count);

/// Writes at the top of the screen the cells [columns × rows] that differ from those in `shown`, and updates `shown`.
/// With direct colours, differences up to `tolerance` (of 255, per channel) are ignored. Afterwards the cursor is
/// anywhere, and colours are the default.
void terminal_put_cells(const terminal_cell *cells, terminal_cell *shown, int columns, int rows, int colors,
                        int tolerance, sinew__buffer *out);

/// Special colours; others are 0xRRGGBB in a terminal with direct colours, else an index of the palette.
enum {
    TERMINAL_DEFAULT_COLOR = -1, ///< the terminal's default colour
    TERMINAL_ANY_COLOR = -2,     ///< the colour is not visible
};

/// Returns the colour nearest to `rgb` among the first `colors` of the terminal: 8, 16, 256 or 1 << 24. With 256
/// colours, the first 16 are not used, because users redefine them. `dither`, −15 … 15, shifts `rgb` by a fraction of
/// the distance to the next colour, so that the mean of many pixels is exact; 0: no dithering.
int32_t terminal_nearest_color(int colors, const uint8_t rgb[3], int dither);

// Encodes images as sixels.

typedef struct terminal_sixel terminal_sixel;

/// Creates an encoder for images of a layout, which fill [image columns × cell width] × [image rows × cell height]
/// pixels of the terminal. Returns NULL when out of memory.
terminal_sixel *terminal_sixel_create(const terminal_layout *layout);

/// Frees an encoder. Accepts NULL.
void terminal_sixel_destroy(terminal_sixel *sixel);

/// Writes an image at the top of the screen. Each pixel of it becomes a square of the terminal's pixels, clipped at the
/// right and the bottom.
void terminal_put_sixel(terminal_sixel *sixel, const terminal_pixels *pixels, sinew__buffer *out);

enum { TERMINAL_PALETTE_SIZE = 256, TERMINAL_PALETTE_BITS = 6 };

/// A palette for an image. It is kept for the next images while it fits, so that colours do not flicker. Zeroed: empty.
typedef struct terminal_palette {
    uint8_t colors[TERMINAL_PALETTE_SIZE][3];
    int count;
    double error;                                     ///< mean squared error in the image that it was computed for
    uint16_t nearest[1 << 3 * TERMINAL_PALETTE_BITS]; ///< by quantized colour: index of the nearest palette colour,
                                                      ///< plus 1; 0: not computed yet
} terminal_palette;

#endif
