/// Pixels: the transfer curve of sRGB (IEC 61966-2-1) and mip levels. Mip levels are computed here, because software
/// drivers take longer for them than for a whole frame.
#ifndef SINEW_CORE_BASE_PIXELS_H
#define SINEW_CORE_BASE_PIXELS_H

#include <stdint.h>

/// Converts a stored colour component, 0 … 1, to linear light. Values outside of 0 … 1 follow the curve.
float sinew__srgb_to_linear(float stored);

/// Convert a stored byte to linear light, and back to the nearest byte; light outside of 0 … 1 is clipped.
float sinew__srgb_byte_to_linear(uint8_t stored);
uint8_t sinew__linear_to_srgb_byte(float linear);

/// Computes the next smaller level of an image, averaged in linear light: RGBA, sRGB, straight alpha. `out_pixels` is
/// [sinew__mipmap_half(width) × sinew__mipmap_half(height) × 4]. Transparent texels do not affect the average colour.
void sinew__mipmap_halve(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// Halves an image of data, such as normals or roughness, whose channels are averaged as they are.
void sinew__mipmap_halve_data(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels);

/// Halves an image `halvings` times in place, in linear light. `scratch` has half the size of `pixels` plus 4 bytes.
/// Returns the resulting height.
int32_t sinew__mipmap_halve_often(uint8_t *pixels, int32_t width, int32_t height, int halvings, uint8_t *scratch);

/// Returns half of a size, at least 1.
int32_t sinew__mipmap_half(int32_t size);

#endif
