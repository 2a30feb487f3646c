/// A colour ramp for values, from dark violet over teal to yellow: perceptually uniform, also in print and for the
/// colour-blind.
#ifndef SINEW_RENDER_DRAW_COLOR_RAMP_H
#define SINEW_RENDER_DRAW_COLOR_RAMP_H

#include <stdint.h>

/// Returns the colour of `value` (0 … 1), sRGB: matplotlib's "viridis" to within 0.02, by the least-squares polynomial
/// of degree six that M. Zucker published in 2019.
void sinew__render_ramp_color(double value, double out_srgb[3]);

/// The colour of no value, sRGB: a grey that is not in the ramp.
extern const uint8_t SINEW__RENDER_RAMP_NONE[3];

enum { RENDER_RAMP_TEXELS = 256 };

/// Fills one row of texels: SINEW__RENDER_RAMP_NONE, then the colours of 0 … 1. sRGB, straight alpha.
void sinew__render_ramp_texels(uint8_t out_texels[RENDER_RAMP_TEXELS][4]);

/// Returns the texture coordinate, 0 … 1, of the colour of `value`; a negative value is none.
float sinew__render_ramp_coordinate(double value);

#endif
