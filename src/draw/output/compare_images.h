/// Compares images: measures how much they differ, and shows where.
#ifndef SINEW_DRAW_OUTPUT_COMPARE_IMAGES_H
#define SINEW_DRAW_OUTPUT_COMPARE_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Compares two images ([width × height × 4] RGBA, sRGB) of the same size: *out_error_value = 1 − mean structural
/// similarity of their luma, in a Gaussian window of 11 × 11 pixels and σ = 1.5 (Wang, Bovik, Sheikh, Simoncelli 2004).
/// 0: equal; at most 2.
SINEW_NODISCARD sinew_result sinew__output_compare_images(const uint8_t *a, const uint8_t *b, int32_t width,
                                                          int32_t height, double *out_error_value,
                                                          sinew_error *out_error);

/// Computes the absolute difference of two images, four times as bright, opaque. `out` may be `a` or `b`.
void sinew__output_difference_image(const uint8_t *a, const uint8_t *b, int32_t width, int32_t height, uint8_t *out);

/// Marks the difference of two characters, `own` and `other`, each drawn on a transparent ground: [count] RGBA,
/// straight alpha. `pixels` contains the background and shadow of `own`. Pixels that are equal in both become grey;
/// pixels of only `own` become orange, of only `other` blue; pixels that differ get the hue of the brighter one.
void sinew__output_mark_difference(const uint8_t *own, const uint8_t *other, size_t count, uint8_t *pixels);

#endif
