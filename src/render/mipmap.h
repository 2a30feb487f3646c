/// Mip levels of an image, each half the size of the one before, averaged in linear light. (Software drivers take
/// longer for this than for a whole frame.)
#ifndef SINEW_RENDER_MIPMAP_H
#define SINEW_RENDER_MIPMAP_H

#include <stddef.h>

#include "sinew/image.h"

/// Computes the next smaller level of an image: RGBA, sRGB, straight alpha. `out_pixels` is [sinew__render_half(width)
/// × sinew__render_half(height) × 4]. Transparent texels add no colour to the average.
void sinew__render_mipmap_halve(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// Returns half a size, at least 1.
int32_t sinew__render_half(int32_t size);

/// The sRGB transfer function and its inverse.
float sinew__render_srgb_to_linear(uint8_t srgb);
uint8_t sinew__render_linear_to_srgb(float linear);

#endif
