/// Colours for numbers, from dark violet over teal to yellow: equal steps look equally large, also in print and to the
/// colour-blind.
#ifndef SINEW_RENDER_DRAW_COLOR_RAMP_H
#define SINEW_RENDER_DRAW_COLOR_RAMP_H

#include <stdint.h>

/// The colour of `part` (0 … 1), sRGB. It is matplotlib's "viridis" to within 0.02: the least-squares polynomial of
/// degree six that M. Zucker published (2019) for it.
void sinew__render_ramp_color(double part, double out_srgb[3]);

/// The colour of nothing at all, sRGB: grey, which is nowhere in the ramp.
extern const uint8_t SINEW__RENDER_RAMP_NONE[3];

enum { RENDER_RAMP_TEXELS = 256 };

/// The ramp as a picture, one row: SINEW__RENDER_RAMP_NONE, then the colours of 0 … 1. sRGB, straight alpha.
void sinew__render_ramp_texels(uint8_t out_texels[RENDER_RAMP_TEXELS][4]);

/// Where in that picture, 0 … 1, the colour of `part` lies; a negative part is none at all.
float sinew__render_ramp_place(double part);

#endif
