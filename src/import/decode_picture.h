/// One picture file as pixels of any half of its size. Only the decoder's own copy of it is ever whole in memory beside
/// what is read out of it.
#ifndef SINEW_IMPORT_DECODE_PICTURE_H
#define SINEW_IMPORT_DECODE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Zeroed: none.
typedef struct sinew__picture {
    void *surface; ///< of the decoder
    int32_t width, height;
} sinew__picture;

/// The arguments and results of sinew_import_image; SINEW_ERROR_OUT_OF_MEMORY where the decoder says so.
SINEW_NODISCARD sinew_result sinew__picture_decode(const void *bytes, size_t size, const char *format, int32_t max_size,
                                                   sinew__picture *out_picture, sinew_error *out_error);

/// How often a picture can be halved. The largest is a thumbnail then.
enum { SINEW__MOST_HALVINGS = 8 };

/// A side after it has been halved so often, at least 1.
int32_t sinew__picture_side(int32_t side, int halvings);

/// Writes RGBA pixels, each the mean of a square, in linear light. `out_pixels` is [side(width) × side(height) × 4].
/// Returns 0 when memory is out.
int sinew__picture_read(const sinew__picture *picture, int halvings, uint8_t *out_pixels);
void sinew__picture_free(sinew__picture *picture);

#endif
