#include "base/srgb.h"

#include <math.h>

float sinew__srgb_to_linear(float stored)
{
    if (stored < 0.0f) return -sinew__srgb_to_linear(-stored);
    return stored <= 0.04045f ? stored / 12.92f : powf((stored + 0.055f) / 1.055f, 2.4f);
}

float sinew__srgb_byte_to_linear(uint8_t stored)
{
    return sinew__srgb_to_linear((float)stored / 255.0f);
}

uint8_t sinew__linear_to_srgb_byte(float linear)
{
    const float l = linear < 0.0f ? 0.0f : linear > 1.0f ? 1.0f : linear;
    const float s = l <= 0.0031308f ? 12.92f * l : 1.055f * powf(l, 1.0f / 2.4f) - 0.055f;
    return (uint8_t)(s * 255.0f + 0.5f);
}
