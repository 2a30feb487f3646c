/// The transfer curve of sRGB, IEC 61966-2-1.
#ifndef SINEW_BASE_SRGB_H
#define SINEW_BASE_SRGB_H

#include <stdint.h>

/// A component as pictures store it, 0 … 1, as an amount of light. Values outside go on along the curve.
float sinew__srgb_to_linear(float stored);

/// The same for bytes, and back to the nearest one; light beyond 0 … 1 is clipped.
float sinew__srgb_byte_to_linear(uint8_t stored);
uint8_t sinew__linear_to_srgb_byte(float linear);

#endif
