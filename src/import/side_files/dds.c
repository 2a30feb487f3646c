// Decodes DDS images: plain pixels, and the compressed blocks BC1 to BC5.
#include "import/side_files/images.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint32_t little16(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t little32(const unsigned char *at)
{
    return little16(at) | little16(at + 2) << 16;
}

// ---- the header ---------------------------------------------------------------------------------------------------

enum {
    HEADER = 128,
    HEADER_OF_10 = 20, ///< size of the additional header, if the four characters are "DX10"
    HAS_ALPHA = 0x1,   ///< first of the flags of the pixel format, which follow
    HAS_CODE = 0x4,
    HAS_COLORS = 0x40,
    HAS_GREY = 0x20000,
};

/// Block formats by the four characters in the header, or by the number of a DXGI format. DXT2 and DXT4, which mean
/// premultiplied alpha, are read as DXT3 and DXT5.
static const struct {
    const char *code;
    uint32_t numbers[3];
    sinew__dds_kind kind;
    int is_signed;
} BLOCKS[] = {
    {"DXT1", {70, 71, 72}, SINEW__DDS_BC1, 0}, {"DXT2", {0}, SINEW__DDS_BC2, 0},
    {"DXT3", {73, 74, 75}, SINEW__DDS_BC2, 0}, {"DXT4", {0}, SINEW__DDS_BC3, 0},
    {"DXT5", {76, 77, 78}, SINEW__DDS_BC3, 0}, {"ATI1", {79, 80}, SINEW__DDS_BC4, 0},
    {"BC4U", {0}, SINEW__DDS_BC4, 0},          {"BC4S", {81}, SINEW__DDS_BC4, 1},
    {"ATI2", {82, 83}, SINEW__DDS_BC5, 0},     {"BC5U", {0}, SINEW__DDS_BC5, 0},
    {"BC5S", {84}, SINEW__DDS_BC5, 1},
};

/// The colour masks of DXGI formats of four bytes.
static const struct {
    uint32_t number, masks[4];
} PLAIN[] = {
    {28, {0xff, 0xff00, 0xff0000, 0xff000000}}, {29, {0xff, 0xff00, 0xff0000, 0xff000000}},
    {87, {0xff0000, 0xff00, 0xff, 0xff000000}}, {91, {0xff0000, 0xff00, 0xff, 0xff000000}},
    {88, {0xff0000, 0xff00, 0xff, 0}},          {93, {0xff0000, 0xff00, 0xff, 0}},
};

static void set_plain(sinew__dds *out, uint32_t bits, const uint32_t masks[4])
{
    memcpy(out->masks, masks, sizeof out->masks);
    out->pixel_bytes = bits / 8;
    if (bits % 8 == 0 && bits >= 8 && bits <= 32) out->kind = SINEW__DDS_PLAIN;
}

static void read_number(uint32_t number, sinew__dds *out)
{
    snprintf(out->pixels, sizeof out->pixels, "DXGI format %u", number);
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; ++i)
        if (PLAIN[i].number == number) set_plain(out, 32, PLAIN[i].masks);
    for (size_t i = 0; number && i < sizeof BLOCKS / sizeof *BLOCKS; ++i)
        for (int k = 0; k < 3; ++k)
            if (BLOCKS[i].numbers[k] == number) out->kind = BLOCKS[i].kind, out->is_signed = BLOCKS[i].is_signed;
}

static void read_code(const unsigned char *code, sinew__dds *out)
{
    const int is_text = isprint(code[0]) && isprint(code[1]) && isprint(code[2]) && isprint(code[3]);
    if (is_text)
        snprintf(out->pixels, sizeof out->pixels, "%.4s", (const char *)code);
    else
        snprintf(out->pixels, sizeof out->pixels, "Direct3D format %u", little32(code));
    for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; ++i)
        if (memcmp(BLOCKS[i].code, code, 4) == 0) out->kind = BLOCKS[i].kind, out->is_signed = BLOCKS[i].is_signed;
    // "ATI2" of AMD has y first. NVIDIA's tools write x first, and mark that in the number of bits.
    out->is_y_first = memcmp(code, "ATI2", 4) == 0 && memcmp(code + 4, "A2XY", 4) != 0;
}

static void read_masks(const unsigned char *format, sinew__dds *out)
{
    const uint32_t flags = little32(format), bits = little32(format + 8);
    uint32_t masks[4];
    for (int i = 0; i < 4; ++i) masks[i] = little32(format + 12 + 4 * i);
    if (flags & HAS_GREY) masks[1] = masks[2] = masks[0];
    if (!(flags & HAS_ALPHA)) masks[3] = 0;
    snprintf(out->pixels, sizeof out->pixels, "flags 0x%x, %u bits", flags, bits);
    if (flags & (HAS_COLORS | HAS_GREY)) set_plain(out, bits, masks);
}

int sinew__dds_read(const unsigned char *bytes, size_t size, sinew__dds *out)
{
    *out = (sinew__dds){.begin = HEADER};
    if (size < HEADER || memcmp(bytes, "DDS ", 4) != 0) return 0;
    out->height = little32(bytes + 12);
    out->width = little32(bytes + 16);
    const unsigned char *format = bytes + 80; // flags, four characters, bits, four masks
    if (!(little32(format) & HAS_CODE)) {
        read_masks(format, out);
    } else if (memcmp(format + 4, "DX10", 4) != 0) {
        read_code(format + 4, out);
    } else {
        if (size < HEADER + HEADER_OF_10) return 0;
        out->begin += HEADER_OF_10;
        read_number(little32(bytes + HEADER), out);
    }
    const uint64_t blocks = (uint64_t)((out->width + UINT64_C(3)) / 4) * ((out->height + UINT64_C(3)) / 4);
    const uint64_t block_bytes = out->kind == SINEW__DDS_BC1 || out->kind == SINEW__DDS_BC4 ? 8 : 16;
    out->length =
        out->kind == SINEW__DDS_PLAIN ? (uint64_t)out->width * out->height * out->pixel_bytes : blocks * block_bytes;
    return 1;
}

// ---- blocks of 4 × 4 pixels ---------------------------------------------------------------------------------------

typedef uint8_t block_pixels[16][4];

/// Expands five or six bits to eight, so that the largest number becomes 255.
static void expand_565(uint32_t color, uint8_t out[4])
{
    const uint32_t red = color >> 11, green = color >> 5 & 63, blue = color & 31;
    out[0] = (uint8_t)(red << 3 | red >> 2);
    out[1] = (uint8_t)(green << 2 | green >> 4);
    out[2] = (uint8_t)(blue << 3 | blue >> 2);
    out[3] = 255;
}

/// Decodes a block of colours. Its four colours are two stored ones and two between them. In BC1, if the first stored
/// number is not larger than the second, they are the stored ones, one between them, and transparent black.
static void decode_colors(const unsigned char *block, int is_bc1, block_pixels out)
{
    const uint32_t first = little16(block), second = little16(block + 2), indices = little32(block + 4);
    uint8_t colors[4][4] = {{0}};
    expand_565(first, colors[0]);
    expand_565(second, colors[1]);
    const int has_four = !is_bc1 || first > second;
    for (int i = 0; i < 3; ++i) {
        const int a = colors[0][i], b = colors[1][i];
        colors[2][i] = (uint8_t)(has_four ? (2 * a + b + 1) / 3 : (a + b) / 2);
        colors[3][i] = (uint8_t)(has_four ? (a + 2 * b + 1) / 3 : 0);
    }
    colors[2][3] = 255;
    colors[3][3] = has_four ? 255 : 0;
    for (int i = 0; i < 16; ++i) memcpy(out[i], colors[indices >> 2 * i & 3], 4);
}

/// Decodes a block of one channel: two stored values and six between them, or four between them and both extremes.
/// Signed values, −127 to 127, are converted to 0 to 255.
static void decode_channel(const unsigned char *block, int is_signed, int channel, block_pixels out)
{
    const int low = is_signed ? -127 : 0, high = is_signed ? 127 : 255;
    int values[8];
    for (int i = 0; i < 2; ++i) {
        values[i] = is_signed && block[i] > 127 ? (int)block[i] - 256 : block[i];
        if (values[i] < low) values[i] = low;
    }
    const int between = values[0] > values[1] ? 6 : 4, parts = between + 1;
    for (int i = 1; i <= between; ++i) {
        const int sum = (parts - i) * (values[0] - low) + i * (values[1] - low);
        values[1 + i] = low + (sum + parts / 2) / parts;
    }
    if (between == 4) values[6] = low, values[7] = high;
    uint64_t indices = 0;
    for (int i = 7; i >= 2; --i) indices = indices << 8 | block[i];
    for (int i = 0; i < 16; ++i) {
        const int value = values[indices >> 3 * i & 7];
        out[i][channel] = (uint8_t)(is_signed ? ((value + 127) * 255 + 127) / 254 : value);
    }
}

/// Returns z of a normal of length 1 with these x and y.
static uint8_t third_of_normal(uint8_t red, uint8_t green)
{
    const double x = red / 127.5 - 1, y = green / 127.5 - 1, z = sqrt(fmax(1 - x * x - y * y, 0));
    return (uint8_t)((z + 1) * 127.5 + 0.5);
}

static void decode_block(const sinew__dds *dds, const unsigned char *block, block_pixels out)
{
    switch (dds->kind) {
    case SINEW__DDS_BC1: decode_colors(block, 1, out); break;
    case SINEW__DDS_BC2:
        decode_colors(block + 8, 0, out);
        for (int i = 0; i < 16; ++i) out[i][3] = (uint8_t)((block[i / 2] >> 4 * (i % 2) & 15) * 17);
        break;
    case SINEW__DDS_BC3:
        decode_colors(block + 8, 0, out);
        decode_channel(block, 0, 3, out);
        break;
    case SINEW__DDS_BC4:
        decode_channel(block, dds->is_signed, 0, out);
        for (int i = 0; i < 16; ++i) out[i][1] = out[i][2] = out[i][0], out[i][3] = 255;
        break;
    case SINEW__DDS_BC5:
        decode_channel(block, dds->is_signed, dds->is_y_first, out);
        decode_channel(block + 8, dds->is_signed, !dds->is_y_first, out);
        for (int i = 0; i < 16; ++i) out[i][2] = third_of_normal(out[i][0], out[i][1]), out[i][3] = 255;
        break;
    case SINEW__DDS_PLAIN:
    case SINEW__DDS_UNSUPPORTED: break;
    }
}

static void decode_blocks(const sinew__dds *dds, const unsigned char *bytes, uint8_t *out)
{
    const uint32_t block_bytes = dds->kind == SINEW__DDS_BC1 || dds->kind == SINEW__DDS_BC4 ? 8 : 16;
    for (uint32_t top = 0; top < dds->height; top += 4) {
        for (uint32_t left = 0; left < dds->width; left += 4, bytes += block_bytes) {
            block_pixels pixels;
            decode_block(dds, bytes, pixels);
            const uint32_t rows = dds->height - top < 4 ? dds->height - top : 4;
            const uint32_t columns = dds->width - left < 4 ? dds->width - left : 4;
            for (uint32_t y = 0; y < rows; ++y)
                memcpy(out + ((size_t)(top + y) * dds->width + left) * 4, pixels[4 * y], (size_t)columns * 4);
        }
    }
}

// ---- plain pixels -------------------------------------------------------------------------------------------------

/// Decodes uncompressed pixels: extracts the bits of each mask and scales them to 0 … 255.
static void decode_plain(const sinew__dds *dds, const unsigned char *bytes, uint8_t *out)
{
    const size_t count = (size_t)dds->width * dds->height;
    int shift[4] = {0};
    for (int c = 0; c < 4; ++c)
        while (dds->masks[c] && !(dds->masks[c] >> shift[c] & 1)) ++shift[c];
    for (size_t i = 0; i < count; ++i, bytes += dds->pixel_bytes, out += 4) {
        uint32_t pixel = 0;
        for (uint32_t k = dds->pixel_bytes; k-- > 0;) pixel = pixel << 8 | bytes[k];
        for (int c = 0; c < 4; ++c) {
            const uint64_t value = (pixel & dds->masks[c]) >> shift[c], most = dds->masks[c] >> shift[c];
            out[c] = (uint8_t)(most ? value * 255 / most : c == 3 ? 255 : 0);
        }
    }
}

void sinew__dds_decode(const sinew__dds *dds, const unsigned char *bytes, uint8_t *out_pixels)
{
    if (dds->kind == SINEW__DDS_PLAIN)
        decode_plain(dds, bytes + dds->begin, out_pixels);
    else
        decode_blocks(dds, bytes + dds->begin, out_pixels);
}
