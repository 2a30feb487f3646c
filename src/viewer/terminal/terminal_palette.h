/// The few colours that a picture is shown with where a terminal takes no more.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_PALETTE_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { TERMINAL_PALETTE_SIZE = 256, TERMINAL_PALETTE_BITS = 6 };

/// Zeroed: has no colours yet. It stays the same from picture to picture while it fits, so that colours do not flicker.
typedef struct terminal_palette {
    uint8_t colors[TERMINAL_PALETTE_SIZE][3];
    int count;
    double error;                                     ///< of the picture that it was made for
    uint16_t nearest[1 << 3 * TERMINAL_PALETTE_BITS]; ///< by colour of so many bits each: its number plus 1, 0: not
                                                      ///< known yet
} terminal_palette;

/// Numbers of the colours that come near to those of `count` RGBA pixels. The palette is made anew when it no longer
/// fits. Returns 0 when memory runs out.
int terminal_palette_fit(terminal_palette *palette, const uint8_t *pixels, size_t count, uint8_t *out_numbers);

#endif
