#include "draw/output/compare_images.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/error.h"
#include "core/base/memory.h"

enum { REACH = 5 }; ///< radius of the window in pixels, without its middle

/// Returns the Rec. 709 luma of a pixel over black, 0 … 255.
static float luma(const uint8_t *pixel)
{
    const float value = 0.2126f * (float)pixel[0] + 0.7152f * (float)pixel[1] + 0.0722f * (float)pixel[2];
    return value * (float)pixel[3] / 255.0f;
}

/// Filters one line of an image with the window. At the borders, only pixels inside the image have weight.
static void blur_line(const float *in, float *out, int32_t count, int32_t stride, const float window[2 * REACH + 1])
{
    for (int32_t i = 0; i < count; ++i) {
        float sum = 0.0f, weight = 0.0f;
        for (int k = -REACH; k <= REACH; ++k) {
            if (i + k < 0 || i + k >= count) continue;
            sum += window[k + REACH] * in[(ptrdiff_t)(i + k) * stride];
            weight += window[k + REACH];
        }
        out[(ptrdiff_t)i * stride] = sum / weight;
    }
}

/// Means over the window around each pixel: `a` and `b` are means of the lumas of two images; `aa`, `bb` and `ab` are
/// means of products of two lumas.
typedef struct statistics {
    float *a, *b, *aa, *bb, *ab;
} statistics;

static double mean_similarity(const statistics *planes, size_t count)
{
    const double c1 = 0.01 * 255.0 * 0.01 * 255.0, c2 = 0.03 * 255.0 * 0.03 * 255.0;
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const double a = (double)planes->a[i], b = (double)planes->b[i];
        const double variance_a = (double)planes->aa[i] - a * a, variance_b = (double)planes->bb[i] - b * b;
        const double covariance = (double)planes->ab[i] - a * b;
        sum += (2.0 * a * b + c1) * (2.0 * covariance + c2) / ((a * a + b * b + c1) * (variance_a + variance_b + c2));
    }
    return sum / (double)count;
}

sinew_result sinew__output_compare_images(const uint8_t *a, const uint8_t *b, int32_t width, int32_t height,
                                          double *out_error_value, sinew_error *out_error)
{
    const size_t count = (size_t)width * (size_t)height;
    float *memory = sinew__allocate(6 * count * sizeof *memory);
    if (!memory) return sinew__fail_memory(out_error);
    const statistics planes = {memory, memory + count, memory + 2 * count, memory + 3 * count, memory + 4 * count};
    float window[2 * REACH + 1], sum = 0.0f;
    for (int i = -REACH; i <= REACH; ++i) sum += window[i + REACH] = expf((float)(-i * i) / (2.0f * 1.5f * 1.5f));
    for (int i = 0; i <= 2 * REACH; ++i) window[i] /= sum;
    for (size_t i = 0; i < count; ++i) {
        const float x = luma(a + 4 * i), y = luma(b + 4 * i);
        planes.a[i] = x;
        planes.b[i] = y;
        planes.aa[i] = x * x;
        planes.bb[i] = y * y;
        planes.ab[i] = x * y;
    }
    float *scratch = memory + 5 * count;
    for (size_t i = 0; i < 5; ++i) { // blurs along rows, then along columns
        float *plane = memory + i * count;
        for (int32_t y = 0; y < height; ++y)
            blur_line(plane + (ptrdiff_t)y * width, scratch + (ptrdiff_t)y * width, width, 1, window);
        for (int32_t x = 0; x < width; ++x) blur_line(scratch + x, plane + x, height, width, window);
    }
    *out_error_value = 1.0 - mean_similarity(&planes, count);
    sinew_free(memory);
    return SINEW_OK;
}

void sinew__output_difference_image(const uint8_t *a, const uint8_t *b, int32_t width, int32_t height, uint8_t *out)
{
    const size_t count = (size_t)width * (size_t)height;
    for (size_t i = 0; i < 4 * count; ++i) {
        const int difference = 4 * abs(a[i] - b[i]);
        out[i] = (uint8_t)(i % 4 == 3 ? 255 : difference > 255 ? 255 : difference);
    }
}

// ---- two characters in one image -----------------------------------------------------------------------------------

/// A colour whose channels may leave 0 … 255.
typedef struct tint {
    int channel[3];
} tint;

// Colours of pixels that only one character covers, for luma 255: the orange and blue that onion skins use for earlier
// and later times.
static const tint only_own = {{265, 150, 50}}, only_other = {{40, 145, 265}};

/// Returns the BT.709 luma of a pixel.
static int luma_of(const uint8_t pixel[4])
{
    return (54 * pixel[0] + 183 * pixel[1] + 19 * pixel[2] + 128) / 256;
}

/// Returns a colour for a pixel of some luma. Dark pixels are lightened, so that the colour is visible.
static tint tinted(const tint *color, int luma)
{
    tint out;
    for (int i = 0; i < 3; ++i) out.channel[i] = color->channel[i] * (90 + luma * 165 / 255) / 255;
    return out;
}

void sinew__output_mark_difference(const uint8_t *own, const uint8_t *other, size_t count, uint8_t *pixels)
{
    for (size_t i = 0; i < 4 * count; i += 4) {
        const int covered = own[i + 3], ghost = other[i + 3], both = covered < ghost ? covered : ghost;
        if (covered == 0 && ghost == 0) continue;
        const int own_luma = luma_of(own + i), other_luma = luma_of(other + i);
        const tint own_color = tinted(&only_own, own_luma), other_color = tinted(&only_other, other_luma);
        const tint overlap = {{own_luma, (own_luma + other_luma) / 2, other_luma}};
        const int background = 255 - covered - ghost + both;
        for (size_t k = 0; k < 3; ++k) {
            const int sum = overlap.channel[k] * both + own_color.channel[k] * (covered - both) +
                            other_color.channel[k] * (ghost - both) + pixels[i + k] * background;
            const int value = (sum + 127) / 255;
            pixels[i + k] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
        if (pixels[i + 3] < 255 - background) pixels[i + 3] = (uint8_t)(255 - background);
    }
}
