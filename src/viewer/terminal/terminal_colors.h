/// The colours of a terminal's characters: which there are, and how they are asked for.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_COLORS_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_COLORS_H

#include <stdint.h>

#include "base/buffer.h"

/// A colour is 0xRRGGBB where the terminal has them all, else a number of its palette.
enum {
    TERMINAL_DEFAULT_COLOR = -1, ///< the terminal's own choice
    TERMINAL_ANY_COLOR = -2,     ///< nothing of it is seen
};

/// The colour nearest to `rgb`, out of the first `colors` of the palette: 8, 16, 256 or 1 << 24. (Of 256, the first 16
/// are left out: they are the user's to choose.) `dither`, -15 … 15, moves it by a part of the distance to the next
/// ones, so that the mean of many is their colour; 0: not.
int32_t terminal_nearest_color(int colors, const uint8_t rgb[3], int dither);

/// Changes the colours from those of `last` to these.
void terminal_put_colors(int colors, int32_t foreground, int32_t background, int32_t last[2], sinew__buffer *out);

#endif
