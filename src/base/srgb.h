/// The transfer curve of sRGB, IEC 61966-2-1.
#ifndef SINEW_BASE_SRGB_H
#define SINEW_BASE_SRGB_H

/// A component as pictures store it, 0 … 1, as an amount of light. Values outside go on along the curve.
float sinew__srgb_to_linear(float stored);

#endif
