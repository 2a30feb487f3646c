/// Images of models: reading their size from their first bytes, DDS, and decoding to pixels.
#ifndef SINEW_IMPORT_IMAGES_H
#define SINEW_IMPORT_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

// ---- size ----------------------------------------------------------------------------------------------------------
// Width and height of an image file, read from its first bytes, so that a false header costs no memory.

/// The largest width and height of a texture; usual graphics cards do not support larger ones.
enum { SINEW__LARGEST_TEXTURE = 16384 };

typedef struct image_size {
    const char *format; ///< "PNG", "JPG", … as SDL_image calls them, or "DDS"
    uint32_t width, height;
} image_size;

/// Recognises PNG, JPEG, BMP, GIF, WebP, TIFF and DDS by their bytes; a TGA, which has no signature, only if `format`
/// is "tga". Returns 0 for other bytes, or if they end too early.
int sinew__image_size_read(const unsigned char *bytes, size_t size, const char *format, image_size *out);

/// Checks that a file of `size` bytes, of which the first `start_size` are given, is an image that can be decoded and
/// is no wider or higher than `max_size`. The errors are the errors of sinew_import_image. A header that does not end
/// within the given bytes is not checked.
SINEW_NODISCARD sinew_result sinew__picture_judge(const void *start, size_t start_size, size_t size, const char *format,
                                                  int32_t max_size, sinew_error *out_error);

// ---- DDS -----------------------------------------------------------------------------------------------------------
// DirectDraw surfaces: the first level of an image, or of the first of several images. Supports compressed blocks (BC1
// to BC5) and 8 to 32 bits per pixel. The layouts follow Microsoft's documentation ("Programming guide for DDS", "Block
// compression").

typedef enum sinew__dds_kind {
    SINEW__DDS_UNSUPPORTED, ///< `pixels` has the name of the format
    SINEW__DDS_BC1,
    SINEW__DDS_BC2,
    SINEW__DDS_BC3,
    SINEW__DDS_BC4, ///< one channel, read as grey
    SINEW__DDS_BC5, ///< two channels, read as x and y of normals, from which z is computed
    SINEW__DDS_PLAIN,
} sinew__dds_kind;

typedef struct sinew__dds {
    sinew__dds_kind kind;
    char pixels[40]; ///< name of the pixel format: "DXT5", "DXGI format 98"
    uint32_t width, height;
    int is_signed;          ///< for BC4 and BC5: whether the stored values are signed
    int is_y_first;         ///< for BC5: whether y is the first channel
    uint32_t pixel_bytes;   ///< bytes per pixel, for SINEW__DDS_PLAIN
    uint32_t masks[4];      ///< for SINEW__DDS_PLAIN: red, green, blue, alpha; alpha 0: opaque
    uint64_t begin, length; ///< range of the pixels in the file
} sinew__dds;

/// Reads a header. Returns 0 if it is not a DDS header, or is incomplete.
int sinew__dds_read(const unsigned char *bytes, size_t size, sinew__dds *out);

/// Decodes the `length` bytes at `begin` to RGBA pixels [width × height × 4].
void sinew__dds_decode(const sinew__dds *dds, const unsigned char *bytes, uint8_t *out_pixels);

// ---- pixels --------------------------------------------------------------------------------------------------------
// Decodes one image file to pixels, reduced by any number of halvings. Only the decoder's copy of the image is in
// memory as a whole, together with the pixels read from it.

/// A decoded image; all zero: none.
typedef struct sinew__picture {
    void *surface; ///< SDL_Surface of the decoder
    int32_t width, height;
} sinew__picture;

/// Decodes an image. Arguments and errors are the ones of sinew_import_image; SINEW_ERROR_OUT_OF_MEMORY if the decoder
/// reports it.
SINEW_NODISCARD sinew_result sinew__picture_decode(const void *bytes, size_t size, const char *format, int32_t max_size,
                                                   sinew__picture *out_picture, sinew_error *out_error);

/// Largest number of halvings; after these, the largest image is a thumbnail.
enum { SINEW__MOST_HALVINGS = 8 };

/// Returns the length of a side after a number of halvings, at least 1.
int32_t sinew__picture_side(int32_t side, int halvings);

/// Writes RGBA pixels, [side(width) × side(height) × 4], each the mean of a square of the image in linear light.
/// Returns 0 when out of memory.
int sinew__picture_read(const sinew__picture *picture, int halvings, uint8_t *out_pixels);
void sinew__picture_free(sinew__picture *picture);

#endif
