#include "draw/output/compare_images.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/error.h"
#include "core/base/memory.h"

enum { REACH = 5 }; ///< of the window, on either side

/// Rec. 709 luma of a pixel over black, 0 … 255.
static float luma(const uint8_t *pixel)
{
    const float value = 0.2126f * (float)pixel[0] + 0.7152f * (float)pixel[1] + 0.0722f * (float)pixel[2];
    return value * (float)pixel[3] / 255.0f;
}

static void make_window(float window[2 * REACH + 1])
{
    float sum = 0.0f;
    for (int i = -REACH; i <= REACH; ++i) sum += window[i + REACH] = expf((float)(-i * i) / (2.0f * 1.5f * 1.5f));
    for (int i = 0; i <= 2 * REACH; ++i) window[i] /= sum;
}

/// Filters one line of an image; at the borders the pixels inside share the weight.
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

static void blur(float *plane, float *scratch, int32_t width, int32_t height, const float window[2 * REACH + 1])
{
    for (int32_t y = 0; y < height; ++y) {
        blur_line(plane + (ptrdiff_t)y * width, scratch + (ptrdiff_t)y * width, width, 1, window);
    }
    for (int32_t x = 0; x < width; ++x) blur_line(scratch + x, plane + x, height, width, window);
}

/// Windowed means and products of two images, one plane each.
typedef struct statistics {
    float *a, *b, *aa, *bb, *ab;
} statistics;

static void fill_statistics(const uint8_t *a, const uint8_t *b, size_t count, const statistics *planes)
{
    for (size_t i = 0; i < count; ++i) {
        const float x = luma(a + 4 * i), y = luma(b + 4 * i);
        planes->a[i] = x;
        planes->b[i] = y;
        planes->aa[i] = x * x;
        planes->bb[i] = y * y;
        planes->ab[i] = x * y;
    }
}

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
    float window[2 * REACH + 1];
    make_window(window);
    fill_statistics(a, b, count, &planes);
    for (size_t i = 0; i < 5; ++i) blur(memory + i * count, memory + 5 * count, width, height, window);
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
