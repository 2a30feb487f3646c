/// Mip levels of an image, each half the size of the one before, averaged in linear light. (Software drivers take
/// longer for this than for a whole frame.)
#ifndef SINEW_BASE_MIPMAP_H
#define SINEW_BASE_MIPMAP_H

#include <stdint.h>

/// Computes the next smaller level of an image: RGBA, sRGB, straight alpha. `out_pixels` is
/// [sinew__mipmap_half(width) × sinew__mipmap_half(height) × 4]. Transparent texels add no colour to the average.
void sinew__mipmap_halve(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// The same for an image of numbers, whose channels are averaged as they are: normals, roughness.
void sinew__mipmap_halve_data(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// Returns half a size, at least 1.
int32_t sinew__mipmap_half(int32_t size);

#endif
