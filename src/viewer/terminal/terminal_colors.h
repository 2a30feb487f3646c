/// The colours of a terminal's characters.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_COLORS_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_COLORS_H

#include <stdint.h>

#include "base/buffer.h"

/// A colour is 0xRRGGBB with direct colours, else an index of the palette.
enum {
    TERMINAL_DEFAULT_COLOR = -1, ///< the terminal's default
    TERMINAL_ANY_COLOR = -2,     ///< not visible
};

/// Returns the colour nearest to `rgb` among the first `colors` of the palette: 8, 16, 256 or 1 << 24. (Of 256, the
/// first 16 are not used, because users redefine them.) `dither`, -15 … 15, shifts it by a fraction of the distance to
/// the next colours, so that the mean of many is exact; 0: no dithering.
int32_t terminal_nearest_color(int colors, const uint8_t rgb[3], int dither);

/// Writes the change from the colours `last` to these.
void terminal_put_colors(int colors, int32_t foreground, int32_t background, int32_t last[2], sinew__buffer *out);

#endif
