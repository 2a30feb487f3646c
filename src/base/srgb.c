#include "base/srgb.h"

#include <math.h>

float sinew__srgb_to_linear(float stored)
{
    if (stored < 0.0f) return -sinew__srgb_to_linear(-stored);
    return stored <= 0.04045f ? stored / 12.92f : powf((stored + 0.055f) / 1.055f, 2.4f);
}
