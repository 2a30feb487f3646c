/// The colour palette of an image for terminals with few colours.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_PALETTE_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { TERMINAL_PALETTE_SIZE = 256, TERMINAL_PALETTE_BITS = 6 };

/// Zeroed: empty. It is kept between images while it fits, so that colours do not flicker.
typedef struct terminal_palette {
    uint8_t colors[TERMINAL_PALETTE_SIZE][3];
    int count;
    double error;                                     ///< of the image that it was computed for
    uint16_t nearest[1 << 3 * TERMINAL_PALETTE_BITS]; ///< index plus 1 by quantised colour; 0: not computed
} terminal_palette;

/// Computes the palette indices of `count` RGBA pixels. Computes a new palette if the current one no longer fits.
/// Returns 0 when out of memory.
int terminal_palette_fit(terminal_palette *palette, const uint8_t *pixels, size_t count, uint8_t *out_numbers);

#endif
