/// Images as sixels.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_SIXEL_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_SIXEL_H

#include <stddef.h>
#include <stdint.h>

#include "program/viewer/terminal/terminal_image.h"

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
