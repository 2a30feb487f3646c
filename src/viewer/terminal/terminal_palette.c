// Median cut: P. Heckbert, "Color Image Quantization for Frame Buffer Display", SIGGRAPH 1982.
#include "viewer/terminal/terminal_palette.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOW_BITS = 8 - TERMINAL_PALETTE_BITS, COLOR_BINS = 1 << 3 * TERMINAL_PALETTE_BITS };

/// Pixels of nearly the same colour.
typedef struct color_bin {
    uint8_t rgb[3];
    uint32_t count;
} color_bin;

/// A range of bins that become one colour.
typedef struct box {
    int begin, end;
    int axis, range; ///< the channel with the largest range, and that range
    double count;
} box;

static size_t bin_of(const uint8_t *pixel)
{
    return (size_t)(pixel[0] >> LOW_BITS) << 2 * TERMINAL_PALETTE_BITS |
           (size_t)(pixel[1] >> LOW_BITS) << TERMINAL_PALETTE_BITS | (size_t)(pixel[2] >> LOW_BITS);
}

// ---- median cut ---------------------------------------------------------------------------------------------------

static int by_red(const void *a, const void *b)
{
    return ((const color_bin *)a)->rgb[0] - ((const color_bin *)b)->rgb[0];
}

static int by_green(const void *a, const void *b)
{
    return ((const color_bin *)a)->rgb[1] - ((const color_bin *)b)->rgb[1];
}

static int by_blue(const void *a, const void *b)
{
    return ((const color_bin *)a)->rgb[2] - ((const color_bin *)b)->rgb[2];
}

static box make_box(const color_bin *bins, int begin, int end)
{
    box made = {.begin = begin, .end = end};
    for (int axis = 0; axis < 3; ++axis) {
        int low = 255, high = 0;
        for (int i = begin; i < end; ++i) {
            low = bins[i].rgb[axis] < low ? bins[i].rgb[axis] : low;
            high = bins[i].rgb[axis] > high ? bins[i].rgb[axis] : high;
        }
        if (high - low <= made.range) continue;
        made.range = high - low;
        made.axis = axis;
    }
    for (int i = begin; i < end; ++i) made.count += bins[i].count;
    return made;
}

/// Splits a box into two with about as many pixels each.
static void split_box(color_bin *bins, box *whole, box *out_upper)
{
    static int (*const orders[3])(const void *, const void *) = {by_red, by_green, by_blue};
    const int begin = whole->begin, end = whole->end;
    qsort(bins + begin, (size_t)(end - begin), sizeof *bins, orders[whole->axis]);
    int middle = begin + 1;
    for (double below = bins[begin].count; middle < end - 1 && 2.0 * below < whole->count; ++middle) {
        below += bins[middle].count;
    }
    *out_upper = make_box(bins, middle, end);
    *whole = make_box(bins, begin, middle);
}

/// Returns the box whose split improves the image most: one with a large range of colours, or a large area, where
/// banding is visible.
static box *box_to_split(box *boxes, int count)
{
    box *best = NULL;
    double max = 0.0;
    for (int i = 0; i < count; ++i) {
        const double benefit = boxes[i].range * pow(boxes[i].count, 0.7);
        if (benefit > max) best = &boxes[i];
        max = fmax(max, benefit);
    }
    return best;
}

static void mean_color(const color_bin *bins, const box *from, uint8_t out_rgb[3])
{
    for (int axis = 0; axis < 3; ++axis) {
        double sum = 0.0;
        for (int i = from->begin; i < from->end; ++i) sum += (double)bins[i].count * bins[i].rgb[axis];
        out_rgb[axis] = (uint8_t)(sum / from->count + 0.5);
    }
}

static void make_colors(terminal_palette *palette, color_bin *bins, int count)
{
    box boxes[TERMINAL_PALETTE_SIZE] = {make_box(bins, 0, count)};
    palette->count = 1;
    box *best = box_to_split(boxes, 1);
    while (best && palette->count < TERMINAL_PALETTE_SIZE) {
        split_box(bins, best, &boxes[palette->count++]);
        best = box_to_split(boxes, palette->count);
    }
    for (int i = 0; i < palette->count; ++i) mean_color(bins, &boxes[i], palette->colors[i]);
    memset(palette->nearest, 0, sizeof palette->nearest);
}

/// The sum of the pixels of a bin.
typedef struct bin_sum {
    uint32_t rgb[3], count;
} bin_sum;

/// Returns the number of non-empty bins.
static int sum_bins(const uint8_t *pixels, size_t count, bin_sum *sums)
{
    int bin_count = 0;
    for (const uint8_t *pixel = pixels; pixel < pixels + 4 * count; pixel += 4) {
        bin_sum *sum = &sums[bin_of(pixel)];
        bin_count += sum->count++ == 0;
        for (int i = 0; i < 3; ++i) sum->rgb[i] += pixel[i];
    }
    return bin_count;
}

static void list_bins(const bin_sum *sums, color_bin *out_bins)
{
    for (const bin_sum *sum = sums; sum < sums + COLOR_BINS; ++sum) {
        if (sum->count == 0) continue;
        out_bins->count = sum->count;
        for (int i = 0; i < 3; ++i) out_bins->rgb[i] = (uint8_t)((sum->rgb[i] + sum->count / 2) / sum->count);
        ++out_bins;
    }
}

static int make_palette(terminal_palette *palette, const uint8_t *pixels, size_t count)
{
    bin_sum *sums = calloc(COLOR_BINS, sizeof *sums);
    const int bin_count = sums ? sum_bins(pixels, count, sums) : 0;
    color_bin *bins = malloc(((size_t)bin_count + 1) * sizeof *bins);
    const int done = sums && bins && bin_count > 0;
    if (done) {
        list_bins(sums, bins);
        make_colors(palette, bins, bin_count);
    }
    free(sums);
    free(bins);
    return done;
}

// ---- palette indices ----------------------------------------------------------------------------------------------

static int32_t distance(const uint8_t *a, const uint8_t *b)
{
    const int32_t red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2];
    return red * red + green * green + blue * blue;
}

static int find_nearest(const terminal_palette *palette, const uint8_t *pixel)
{
    int nearest = 0;
    int32_t min = distance(palette->colors[0], pixel);
    for (int i = 1; i < palette->count && min > 0; ++i) {
        const int32_t next = distance(palette->colors[i], pixel);
        if (next < min) nearest = i;
        min = next < min ? next : min;
    }
    return nearest;
}

/// Returns the mean squared distance of a sample of the pixels.
static double find_numbers(terminal_palette *palette, const uint8_t *pixels, size_t count, uint8_t *out_numbers)
{
    enum { SOME = 16 };
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *pixel = pixels + 4 * i;
        uint16_t *number = &palette->nearest[bin_of(pixel)];
        if (*number == 0) *number = (uint16_t)(find_nearest(palette, pixel) + 1);
        out_numbers[i] = (uint8_t)(*number - 1);
        if (i % SOME == 0) sum += distance(palette->colors[out_numbers[i]], pixel);
    }
    return sum * SOME / (double)(count + 1);
}

int terminal_palette_fit(terminal_palette *palette, const uint8_t *pixels, size_t count, uint8_t *out_numbers)
{
    const double tolerated = 4.0 * 4.0;
    const int has_colors = palette->count > 0;
    if (has_colors && find_numbers(palette, pixels, count, out_numbers) < 2.0 * palette->error + tolerated) return 1;
    if (!make_palette(palette, pixels, count)) return has_colors;
    palette->error = find_numbers(palette, pixels, count, out_numbers);
    return 1;
}
