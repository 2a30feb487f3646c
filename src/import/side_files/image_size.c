// Reads the size of an image from its first bytes, so that images that are too large are rejected before they are
// decoded.
#include "import/side_files/images.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

#include "core/base/error.h"

static uint32_t little16(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t little32(const unsigned char *at)
{
    return little16(at) | little16(at + 2) << 16;
}

static uint32_t big16(const unsigned char *at)
{
    return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t big32(const unsigned char *at)
{
    return big16(at) << 16 | big16(at + 2);
}

static int read_png(const unsigned char *bytes, size_t size, image_size *out)
{
    if (size < 24 || memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) != 0) return 0;
    out->width = big32(bytes + 16);
    out->height = big32(bytes + 20);
    return 1;
}

/// Follows the segments of a JPEG to the one that starts the frame. Returns 0 if it is not found.
static int read_jpeg(const unsigned char *bytes, size_t size, image_size *out)
{
    if (size < 4 || bytes[0] != 0xff || bytes[1] != 0xd8) return 0;
    for (size_t at = 2; at + 9 <= size;) {
        if (bytes[at] != 0xff) return 0;
        const unsigned char marker = bytes[at + 1];
        if (marker == 0xff) {
            at++; // fill byte
            continue;
        }
        if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
            out->height = big16(bytes + at + 5);
            out->width = big16(bytes + at + 7);
            return 1;
        }
        const int stands_alone = marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
        at += 2 + (stands_alone ? 0 : big16(bytes + at + 2));
    }
    return 0;
}

/// Absolute value of a signed number; a bitmap with a negative height has the top row first.
static uint32_t magnitude(uint32_t value)
{
    return value & 0x80000000u ? 0u - value : value;
}

static int read_bmp(const unsigned char *bytes, size_t size, image_size *out)
{
    if (size < 26 || memcmp(bytes, "BM", 2) != 0) return 0;
    const int is_old = little32(bytes + 14) == 12;
    out->width = is_old ? little16(bytes + 18) : magnitude(little32(bytes + 18));
    out->height = is_old ? little16(bytes + 20) : magnitude(little32(bytes + 22));
    return 1;
}

static int read_gif(const unsigned char *bytes, size_t size, image_size *out)
{
    if (size < 10 || (memcmp(bytes, "GIF87a", 6) != 0 && memcmp(bytes, "GIF89a", 6) != 0)) return 0;
    out->width = little16(bytes + 6);
    out->height = little16(bytes + 8);
    return 1;
}

static int read_webp(const unsigned char *bytes, size_t size, image_size *out)
{
    if (size < 30 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WEBP", 4) != 0) return 0;
    if (memcmp(bytes + 12, "VP8X", 4) == 0) {
        out->width = (little16(bytes + 24) | (uint32_t)bytes[26] << 16) + 1;
        out->height = (little16(bytes + 27) | (uint32_t)bytes[29] << 16) + 1;
    } else if (memcmp(bytes + 12, "VP8L", 4) == 0) {
        const uint32_t packed = little32(bytes + 21);
        out->width = (packed & 0x3fff) + 1;
        out->height = ((packed >> 14) & 0x3fff) + 1;
    } else {
        out->width = little16(bytes + 26) & 0x3fff;
        out->height = little16(bytes + 28) & 0x3fff;
    }
    return 1;
}

/// Finds width and height, tags 256 and 257, in the first directory of a TIFF. Returns 0 if they are missing.
static int read_tiff(const unsigned char *bytes, size_t size, image_size *out)
{
    if (size < 8 || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0)) return 0;
    const int is_little = bytes[0] == 'I';
    const size_t directory = is_little ? little32(bytes + 4) : big32(bytes + 4);
    if (directory > size - 2 || directory + 2 > size) return 0;
    const uint32_t count = is_little ? little16(bytes + directory) : big16(bytes + directory);
    for (uint32_t i = 0; i < count; ++i) {
        const size_t at = directory + 2 + (size_t)i * 12;
        if (at + 12 > size) break;
        const unsigned char *entry = bytes + at;
        const uint32_t tag = is_little ? little16(entry) : big16(entry);
        const uint32_t type = is_little ? little16(entry + 2) : big16(entry + 2);
        const uint32_t value = type == 3 ? (is_little ? little16(entry + 8) : big16(entry + 8))
                                         : (is_little ? little32(entry + 8) : big32(entry + 8));
        if (tag == 256) out->width = value;
        if (tag == 257) out->height = value;
    }
    return out->width && out->height;
}

static int read_dds(const unsigned char *bytes, size_t size, image_size *out)
{
    sinew__dds dds;
    if (!sinew__dds_read(bytes, size, &dds)) return 0;
    out->width = dds.width;
    out->height = dds.height;
    return 1;
}

/// Reads the size of a TGA. Returns 0 if type or depth are not a TGA's, as in other files called .tga.
static int read_tga(const unsigned char *bytes, size_t size, image_size *out)
{
    if (size < 18 || !strchr("\1\2\3\11\12\13", bytes[2]) || !bytes[2] || bytes[16] == 0 || bytes[16] > 32) return 0;
    out->width = little16(bytes + 12);
    out->height = little16(bytes + 14);
    return 1;
}

int sinew__image_size_read(const unsigned char *bytes, size_t size, const char *format, image_size *out)
{
    static const struct {
        const char *format;
        int (*read)(const unsigned char *bytes, size_t size, image_size *out);
    } readers[] = {{"PNG", read_png},   {"JPG", read_jpeg}, {"BMP", read_bmp}, {"GIF", read_gif},
                   {"WEBP", read_webp}, {"TIF", read_tiff}, {"DDS", read_dds}};
    *out = (image_size){0};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; ++i)
        if (readers[i].read(bytes, size, out)) {
            out->format = readers[i].format;
            return 1;
        }
    out->format = "TGA";
    return strcasecmp(format, "tga") == 0 && read_tga(bytes, size, out);
}

// ---- judging ------------------------------------------------------------------------------------------------------

/// Whether the first bytes of a file belong to an image format that can be decoded, or to a TGA if `format` is "tga".
static int is_known(const unsigned char *bytes, size_t size, const char *format)
{
    static const struct {
        const char *start;
        size_t length;
    } marks[] = {{"\x89PNG\r\n\x1a\n", 8},
                 {"\xff\xd8", 2},
                 {"BM", 2},
                 {"GIF87a", 6},
                 {"GIF89a", 6},
                 {"DDS ", 4},
                 {"II*\0", 4},
                 {"MM\0*", 4}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; ++i)
        if (size >= marks[i].length && memcmp(bytes, marks[i].start, marks[i].length) == 0) return 1;
    image_size image;
    const int is_webp = size >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0;
    return is_webp || (strcasecmp(format, "tga") == 0 && read_tga(bytes, size, &image));
}

/// Largest size of an image file in bytes: `most_of_pixel` per pixel, plus `most_of_file` for other contents.
static const uint64_t most_of_pixel = 16, most_of_file = (uint64_t)64 << 20;

/// Checks that a DDS has a readable pixel format and contains all its pixels. Other formats are compressed, so only
/// their decoders can check that.
static sinew_result check_dds(const unsigned char *start, size_t start_size, size_t size, sinew_error *error)
{
    sinew__dds dds;
    if (!sinew__dds_read(start, start_size, &dds)) return SINEW_OK;
    if (dds.kind == SINEW__DDS_UNSUPPORTED)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a DDS with pixels that sinew does not read: %s",
                           dds.pixels);
    if (size >= dds.begin && size - dds.begin >= dds.length) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED,
                       "the picture is damaged: %u × %u pixels take %llu bytes, the file has %zu", dds.width,
                       dds.height, (unsigned long long)(dds.begin + dds.length), size);
}

sinew_result sinew__picture_judge(const void *start, size_t start_size, size_t size, const char *format,
                                  int32_t max_size, sinew_error *error)
{
    image_size image;
    if (size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the picture is empty");
    if (size > INT_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "an image file of %zu MB, the limit is %d MB", size >> 20,
                           INT_MAX >> 20);
    if (!is_known(start, start_size, format))
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "not a picture that sinew reads");
    if (!sinew__image_size_read(start, start_size, format, &image)) return SINEW_OK;
    if (image.width == 0 || image.height == 0)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture has no pixels");
    if (image.width > (uint32_t)max_size || image.height > (uint32_t)max_size)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "the picture has %u × %u pixels, the limit is %d × %d",
                           image.width, image.height, (int)max_size, (int)max_size);
    if (size / most_of_pixel > (uint64_t)image.width * image.height + most_of_file / most_of_pixel)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the picture is damaged: %u × %u pixels in a file of %zu MB",
                           image.width, image.height, size >> 20);
    return check_dds(start, start_size, size, error);
}
