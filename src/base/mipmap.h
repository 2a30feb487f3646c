/// Smaller copies of a picture, each half the size of the one before, averaged in linear light. (Software drivers take
/// longer for this than for a whole frame.)
#ifndef SINEW_BASE_MIPMAP_H
#define SINEW_BASE_MIPMAP_H

#include <stdint.h>

/// The next smaller level of a picture: RGBA, sRGB, straight alpha. `out_pixels` is
/// [sinew__mipmap_half(width) × sinew__mipmap_half(height) × 4]. Transparent texels lend the average no colour.
void sinew__mipmap_halve(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// Half a size, at least 1.
int32_t sinew__mipmap_half(int32_t size);

#endif
