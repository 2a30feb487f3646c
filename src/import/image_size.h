/// Width and height of a picture file, read from its first bytes, so that a lying header costs nothing.
#ifndef SINEW_IMPORT_IMAGE_SIZE_H
#define SINEW_IMPORT_IMAGE_SIZE_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// The largest width and height of a texture; common graphics cards support no larger ones.
enum { SINEW__LARGEST_TEXTURE = 16384 };

typedef struct image_size {
    const char *format; ///< "PNG", "JPG", … as SDL_image calls it, or "DDS"
    uint32_t width, height;
} image_size;

/// Recognises PNG, JPEG, BMP, GIF, WebP, TIFF and DDS by their bytes, and TGA, which has no mark of its own, when
/// `format` says "tga". Returns 0 for other bytes and for those that end too early.
int sinew__image_size_read(const unsigned char *bytes, size_t size, const char *format, image_size *out);

/// Whether the first bytes of a file of `size` bytes are those of a picture that can be decoded, no wider or higher
/// than `max_size`. The results of sinew_import_image. A header that ends behind these bytes is not judged.
SINEW_NODISCARD sinew_result sinew__picture_judge(const void *start, size_t start_size, size_t size, const char *format,
                                                  int32_t max_size, sinew_error *out_error);

#endif
