/// Pixels: the transfer curve of sRGB, IEC 61966-2-1, and mip levels. (Software drivers take longer for mip levels than
/// for a whole frame.)
#ifndef SINEW_CORE_BASE_PIXELS_H
#define SINEW_CORE_BASE_PIXELS_H

#include <stdint.h>

/// A component as pictures store it, 0 … 1, as an amount of light. Values outside go on along the curve.
float sinew__srgb_to_linear(float stored);

/// Converts bytes, and linear light back to the nearest byte; light beyond 0 … 1 is clipped.
float sinew__srgb_byte_to_linear(uint8_t stored);
uint8_t sinew__linear_to_srgb_byte(float linear);

/// Computes the next smaller level of an image, averaged in linear light: RGBA, sRGB, straight alpha. `out_pixels` is
/// [sinew__mipmap_half(width) × sinew__mipmap_half(height) × 4]. Transparent texels add no colour to the average.
void sinew__mipmap_halve(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// Halves an image of numbers, whose channels are averaged as they are: normals, roughness.
void sinew__mipmap_halve_data(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// Halves an image so often in place, in linear light. `scratch` is half as large as `pixels`, and 4 bytes more.
/// Returns its height afterwards.
int32_t sinew__mipmap_halve_often(uint8_t *pixels, int32_t width, int32_t height, int halvings, uint8_t *scratch);

/// Returns half a size, at least 1.
int32_t sinew__mipmap_half(int32_t size);

#endif
