/// Width and height of a picture file, read from its first bytes, so that a lying header costs nothing.
#ifndef SINEW_IMPORT_IMAGE_SIZE_H
#define SINEW_IMPORT_IMAGE_SIZE_H

#include <stddef.h>
#include <stdint.h>

typedef struct image_size {
    const char *format; ///< "PNG", "JPG", … as SDL_image calls it
    uint32_t width, height;
} image_size;

/// Whether the first bytes of a file are those of a picture of these kinds, or `format` says "tga".
int sinew__image_is_known(const unsigned char *bytes, size_t size, const char *format);

/// Recognises PNG, JPEG, BMP, GIF, WebP and TIFF by their bytes, and TGA, which has no mark of its own, when `format`
/// says "tga". Returns 0 when it is none of them or ends too early.
int sinew__image_size_read(const unsigned char *bytes, size_t size, const char *format, image_size *out);

#endif
