/// Images of models: their size from their first bytes, DDS, and decoding to pixels.
#ifndef SINEW_IMPORT_IMAGES_H
#define SINEW_IMPORT_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

// ---- size ----------------------------------------------------------------------------------------------------------
// Width and height of a picture file, read from its first bytes, so that a lying header costs nothing.

/// The largest width and height of a texture; common graphics cards support no larger ones.
enum { SINEW__LARGEST_TEXTURE = 16384 };

typedef struct image_size {
    const char *format; ///< "PNG", "JPG", … as SDL_image calls it, or "DDS"
    uint32_t width, height;
} image_size;

/// Recognises PNG, JPEG, BMP, GIF, WebP, TIFF and DDS by their bytes, and TGA, which has no mark of its own, when
/// `format` says "tga". Returns 0 for other bytes and for those that end too early.
int sinew__image_size_read(const unsigned char *bytes, size_t size, const char *format, image_size *out);

/// Whether the first bytes of a file of `size` bytes belong to an image that can be decoded, no wider or higher
/// than `max_size`. The results of sinew_import_image. A header that ends after these bytes is not judged.
SINEW_NODISCARD sinew_result sinew__picture_judge(const void *start, size_t start_size, size_t size, const char *format,
                                                  int32_t max_size, sinew_error *out_error);

// ---- DDS -----------------------------------------------------------------------------------------------------------
// DirectDraw surfaces: the first level of an image, or of the first of several images, that is compressed in blocks
// (BC1 to BC5) or has 8 to 32 bits per pixel. The layouts follow Microsoft's documentation ("Programming guide
// for DDS", "Block compression").

typedef enum sinew__dds_kind {
    SINEW__DDS_UNSUPPORTED, ///< its name is in `pixels`
    SINEW__DDS_BC1,
    SINEW__DDS_BC2,
    SINEW__DDS_BC3,
    SINEW__DDS_BC4, ///< one channel, read as grey
    SINEW__DDS_BC5, ///< two channels, read as the x and y of normals, whose z follows
    SINEW__DDS_PLAIN,
} sinew__dds_kind;

typedef struct sinew__dds {
    sinew__dds_kind kind;
    char pixels[40]; ///< "DXT5", "DXGI format 98"
    uint32_t width, height;
    int is_signed;          ///< BC4 and BC5
    int is_y_first;         ///< BC5: the channels are exchanged
    uint32_t pixel_bytes;   ///< of SINEW__DDS_PLAIN
    uint32_t masks[4];      ///< of SINEW__DDS_PLAIN: red, green, blue, alpha; alpha 0: opaque
    uint64_t begin, length; ///< its bytes in the file
} sinew__dds;

/// Reads a header. Returns 0 if it is not a DDS header, or ends early.
int sinew__dds_read(const unsigned char *bytes, size_t size, sinew__dds *out);

/// Writes RGBA pixels [width × height × 4] of the `length` bytes at `begin`.
void sinew__dds_decode(const sinew__dds *dds, const unsigned char *bytes, uint8_t *out_pixels);

// ---- pixels --------------------------------------------------------------------------------------------------------
// One picture file as pixels of any half of its size. Only the decoder's own copy of it is ever whole in memory beside
// the pixels read from it.

/// Zeroed: none.
typedef struct sinew__picture {
    void *surface; ///< of the decoder
    int32_t width, height;
} sinew__picture;

/// The arguments and results of sinew_import_image; SINEW_ERROR_OUT_OF_MEMORY if the decoder says so.
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
