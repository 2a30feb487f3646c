/// DirectDraw surfaces: the first level of an image, or of the first of several images, that is compressed in blocks
/// (BC1 to BC5) or has 8 to 32 bits per pixel. The layouts are those of Microsoft's documentation ("Programming guide
/// for DDS", "Block compression").
#ifndef SINEW_IMPORT_DDS_H
#define SINEW_IMPORT_DDS_H

#include <stddef.h>
#include <stdint.h>

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
    uint64_t begin, length; ///< where its bytes lie in the file
} sinew__dds;

/// Reads a header. Returns 0 if it is not that of a DDS, or ends early.
int sinew__dds_read(const unsigned char *bytes, size_t size, sinew__dds *out);

/// Writes RGBA pixels [width × height × 4] of the `length` bytes at `begin`.
void sinew__dds_decode(const sinew__dds *dds, const unsigned char *bytes, uint8_t *out_pixels);

#endif
