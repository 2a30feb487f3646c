// Converts pixels between sRGB and linear light, and halves images for mipmaps: colours as light, other maps as
// numbers.
#include "core/base/pixels.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "sinew/image.h"

float sinew__srgb_to_linear(float stored)
{
    if (stored < 0.0f) return -sinew__srgb_to_linear(-stored);
    return stored <= 0.04045f ? stored / 12.92f : powf((stored + 0.055f) / 1.055f, 2.4f);
}

float sinew__srgb_byte_to_linear(uint8_t stored)
{
    return sinew__srgb_to_linear((float)stored / 255.0f);
}

uint8_t sinew__linear_to_srgb_byte(float linear)
{
    const float l = linear < 0.0f ? 0.0f : linear > 1.0f ? 1.0f : linear;
    const float s = l <= 0.0031308f ? 12.92f * l : 1.055f * powf(l, 1.0f / 2.4f) - 0.055f;
    return (uint8_t)(s * 255.0f + 0.5f);
}

int32_t sinew__mipmap_half(int32_t size)
{
    return size > 1 ? size / 2 : 1;
}

/// Entries of the table from linear light to sRGB: where the curve is steepest, one entry covers 0.4 steps of a byte.
enum { FINE = 8192 };

/// Lookup tables of the sRGB curve and its inverse.
typedef struct curve_tables {
    float linear[256];
    uint8_t srgb[FINE + 1];
} curve_tables;

static void fill_tables(curve_tables *tables)
{
    for (int i = 0; i < 256; ++i) tables->linear[i] = sinew__srgb_byte_to_linear((uint8_t)i);
    // Entry i of the inverse is the byte whose linear value is nearest to i / FINE.
    int byte = 0;
    for (int i = 0; i <= FINE; ++i) {
        const float wanted = (float)i / (float)FINE;
        while (byte < 255 && wanted - tables->linear[byte] > tables->linear[byte + 1] - wanted) ++byte;
        tables->srgb[i] = (uint8_t)byte;
    }
}

/// Computes one texel of the smaller level: the mean of a block of the larger level, with colours weighted by alpha.
static void average(const curve_tables *tables, const uint8_t *pixels, int32_t width, const int32_t from[2],
                    const int32_t to[2], uint8_t *out)
{
    float weighted[3] = {0}, plain[3] = {0}, alpha = 0.0f;
    for (int32_t y = from[1]; y < to[1]; ++y) {
        const uint8_t *texel = pixels + 4 * ((size_t)y * (size_t)width + (size_t)from[0]);
        for (int32_t x = from[0]; x < to[0]; ++x, texel += 4) {
            const float a = (float)texel[3];
            for (int i = 0; i < 3; ++i) {
                plain[i] += tables->linear[texel[i]];
                weighted[i] += a * tables->linear[texel[i]];
            }
            alpha += a;
        }
    }
    const float count = (float)((to[0] - from[0]) * (to[1] - from[1]));
    for (int i = 0; i < 3; ++i) {
        const float mean = alpha > 0.0f ? weighted[i] / alpha : plain[i] / count;
        out[i] = tables->srgb[(int)(fminf(mean, 1.0f) * (float)FINE + 0.5f)];
    }
    out[3] = (uint8_t)(alpha / count + 0.5f);
}

/// As average, for a 2 × 2 block with uniform alpha, which is the common case.
static void average_alike(const curve_tables *tables, const uint8_t *above, const uint8_t *below, uint8_t *out)
{
    const float *linear = tables->linear;
    for (int i = 0; i < 3; ++i) {
        const float sum = (linear[above[i]] + linear[above[4 + i]]) + (linear[below[i]] + linear[below[4 + i]]);
        out[i] = tables->srgb[(int)(sum * (0.25f * (float)FINE) + 0.5f)];
    }
    out[3] = above[3];
}

void sinew__mipmap_halve(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels)
{
    curve_tables tables;
    fill_tables(&tables);
    const int32_t half_width = sinew__mipmap_half(width), half_height = sinew__mipmap_half(height);
    for (int32_t y = 0; y < half_height; ++y) {
        for (int32_t x = 0; x < half_width; ++x) {
            // If the size is odd, the last block is three texels wide.
            const int32_t from[2] = {2 * x, 2 * y};
            const int32_t to[2] = {x + 1 == half_width ? width : 2 * x + 2, y + 1 == half_height ? height : 2 * y + 2};
            const uint8_t *above = pixels + 4 * ((size_t)from[1] * (size_t)width + (size_t)from[0]);
            const uint8_t *below = above + 4 * (size_t)width;
            if (to[0] - from[0] == 2 && to[1] - from[1] == 2 && above[3] == above[7] && above[3] == below[3] &&
                above[3] == below[7])
                average_alike(&tables, above, below, out_pixels);
            else
                average(&tables, pixels, width, from, to, out_pixels);
            out_pixels += 4;
        }
    }
}

int32_t sinew__mipmap_halve_often(uint8_t *pixels, int32_t width, int32_t height, int halvings, uint8_t *scratch)
{
    uint8_t *from = pixels, *to = scratch;
    for (; halvings > 0; --halvings) { // the result is written over texels that have been read
        sinew__mipmap_halve(from, width, height, to);
        width = sinew__mipmap_half(width);
        height = sinew__mipmap_half(height);
        uint8_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != pixels) memcpy(pixels, from, (size_t)width * (size_t)height * 4);
    return height;
}

void sinew__mipmap_halve_data(const uint8_t *pixels, int32_t width, int32_t height, uint8_t *out_pixels)
{
    const int32_t half_width = sinew__mipmap_half(width), half_height = sinew__mipmap_half(height);
    for (int32_t y = 0; y < half_height; ++y) {
        for (int32_t x = 0; x < half_width; ++x) {
            const int32_t end_x = x + 1 == half_width ? width : 2 * x + 2;
            const int32_t end_y = y + 1 == half_height ? height : 2 * y + 2;
            uint32_t sum[4] = {0}, count = 0;
            for (int32_t v = 2 * y; v < end_y; ++v)
                for (int32_t u = 2 * x; u < end_x; ++u, ++count)
                    for (int i = 0; i < 4; ++i)
                        sum[i] += pixels[4 * ((size_t)v * (size_t)width + (size_t)u) + (size_t)i];
            for (int i = 0; i < 4; ++i) *out_pixels++ = (uint8_t)((sum[i] + count / 2) / count);
        }
    }
}

void sinew_image_free(sinew_image *image)
{
    if (!image) return;
    sinew_free(image->pixels);
    *image = (sinew_image){0};
}
