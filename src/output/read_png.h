/// Reads reference images.
#ifndef SINEW_OUTPUT_READ_PNG_H
#define SINEW_OUTPUT_READ_PNG_H

#include <stdint.h>

#include "sinew/result.h"

/// Reads a PNG file. *out_pixels is [width × height × 4] RGBA, sRGB, top row first, from malloc; NULL on failure. Fails
/// with SINEW_ERROR_LIMIT above 16384 pixels per side, with SINEW_ERROR_DAMAGED, and with the errors of
/// sinew__file_read.
SINEW_NODISCARD sinew_result sinew__output_read_png(const char *path, int32_t *out_width, int32_t *out_height,
                                                    uint8_t **out_pixels, sinew_error *out_error);

#endif
