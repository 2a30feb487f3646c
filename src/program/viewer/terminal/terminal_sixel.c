// Encodes images as sixels (DEC STD 070). A character is a column of six pixels of one colour. The pixels are the bits
// of the character's code minus '?', with the top pixel in the lowest bit. '!' and a number repeat a character, '#'
// selects a colour, '$' returns to the left edge, '-' moves down six pixels.
#include "program/viewer/terminal/terminal_image.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Palettes are computed by median cut: P. Heckbert, "Color Image Quantization for Frame Buffer Display", SIGGRAPH 1982.

enum { LOW_BITS = 8 - TERMINAL_PALETTE_BITS, COLOR_BINS = 1 << 3 * TERMINAL_PALETTE_BITS };

/// The pixels of nearly one colour.
typedef struct color_bin {
    uint8_t rgb[3];
    uint32_t count;
} color_bin;

/// A range of bins that will become one palette colour.
typedef struct box {
    int begin, end;
    int axis, range; ///< index of the channel with the largest range, and its range
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

/// Splits a box into two boxes with about equal numbers of pixels.
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

/// Returns the box whose split improves the image most: with a large range of colours, or with many pixels, whose
/// banding would be visible.
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

static void make_colors(terminal_palette *palette, color_bin *bins, int count)
{
    box boxes[TERMINAL_PALETTE_SIZE] = {make_box(bins, 0, count)};
    palette->count = 1;
    box *best = box_to_split(boxes, 1);
    while (best && palette->count < TERMINAL_PALETTE_SIZE) {
        split_box(bins, best, &boxes[palette->count++]);
        best = box_to_split(boxes, palette->count);
    }
    for (int i = 0; i < palette->count; ++i) { // a palette colour is the mean of its box
        for (int axis = 0; axis < 3; ++axis) {
            double sum = 0.0;
            for (int k = boxes[i].begin; k < boxes[i].end; ++k) sum += (double)bins[k].count * bins[k].rgb[axis];
            palette->colors[i][axis] = (uint8_t)(sum / boxes[i].count + 0.5);
        }
    }
    memset(palette->nearest, 0, sizeof palette->nearest);
}

/// The sums of the pixels in a bin.
typedef struct bin_sum {
    uint32_t rgb[3], count;
} bin_sum;

static int make_palette(terminal_palette *palette, const uint8_t *pixels, size_t count)
{
    bin_sum *sums = calloc(COLOR_BINS, sizeof *sums);
    int bin_count = 0;
    for (const uint8_t *pixel = pixels; sums && pixel < pixels + 4 * count; pixel += 4) {
        bin_sum *sum = &sums[bin_of(pixel)];
        bin_count += sum->count++ == 0;
        for (int i = 0; i < 3; ++i) sum->rgb[i] += pixel[i];
    }
    color_bin *bins = malloc(((size_t)bin_count + 1) * sizeof *bins);
    const int done = sums && bins && bin_count > 0;
    if (done) {
        color_bin *bin = bins;
        for (const bin_sum *sum = sums; sum < sums + COLOR_BINS; ++sum) {
            if (sum->count == 0) continue;
            bin->count = sum->count;
            for (int i = 0; i < 3; ++i) bin->rgb[i] = (uint8_t)((sum->rgb[i] + sum->count / 2) / sum->count);
            ++bin;
        }
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

/// Finds the palette index of each pixel. Returns the mean squared error of a sample of the pixels.
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

/// Finds the palette indices of `count` RGBA pixels; if the current palette no longer fits, computes a new one. Returns
/// 0 when out of memory.
static int terminal_palette_fit(terminal_palette *palette, const uint8_t *pixels, size_t count, uint8_t *out_numbers)
{
    const double tolerated = 4.0 * 4.0;
    const int has_colors = palette->count > 0;
    if (has_colors && find_numbers(palette, pixels, count, out_numbers) < 2.0 * palette->error + tolerated) return 1;
    if (!make_palette(palette, pixels, count)) return has_colors;
    palette->error = find_numbers(palette, pixels, count, out_numbers);
    return 1;
}

enum { BAND = 6 };

struct terminal_sixel {
    int width, height; ///< size in pixels of the terminal
    int left;          ///< columns of the terminal to the left of the image
    int columns;       ///< largest number of pixels in a row of an image
    terminal_palette palette;
    uint8_t *numbers;                       ///< palette indices of the image's pixels
    uint8_t *sixels[TERMINAL_PALETTE_SIZE]; ///< [colour][column] sixels of the band; NULL: the colour was not used yet
    int first[TERMINAL_PALETTE_SIZE], last[TERMINAL_PALETTE_SIZE]; ///< first and last column with a colour in the band;
                                                                   ///< first > last: none
};

terminal_sixel *terminal_sixel_create(const terminal_layout *layout)
{
    terminal_sixel *sixel = calloc(1, sizeof *sixel);
    if (!sixel) return NULL;
    sixel->width = layout->image_columns * layout->cell_width;
    sixel->height = layout->image_rows * layout->cell_height;
    sixel->left = layout->image_left;
    sixel->columns = layout->width;
    sixel->numbers = malloc((size_t)layout->width * (size_t)layout->height + 1);
    if (sixel->numbers) return sixel;
    terminal_sixel_destroy(sixel);
    return NULL;
}

void terminal_sixel_destroy(terminal_sixel *sixel)
{
    if (!sixel) return;
    for (int i = 0; i < TERMINAL_PALETTE_SIZE; ++i) free(sixel->sixels[i]);
    free(sixel->numbers);
    free(sixel);
}

// ---- bands --------------------------------------------------------------------------------------------------------

/// Adds a row of the image to the band. The row covers the band's pixel rows `bits`. Returns 0 when out of memory.
static int add_row(terminal_sixel *sixel, const uint8_t *numbers, int width, uint8_t bits)
{
    for (int x = 0; x < width; ++x) {
        const int color = numbers[x];
        uint8_t **of_color = &sixel->sixels[color];
        if (!*of_color) *of_color = calloc((size_t)sixel->columns, 1);
        if (!*of_color) return 0;
        (*of_color)[x] |= bits;
        if (x < sixel->first[color]) sixel->first[color] = x;
        if (x > sixel->last[color]) sixel->last[color] = x;
    }
    return 1;
}

static char *write_run(char *end, uint8_t bits, int count)
{
    const char character = (char)('?' + bits);
    if (count > 3) {
        char digits[12];
        int length = 0;
        *end++ = '!';
        for (; count > 0; count /= 10) digits[length++] = (char)('0' + count % 10);
        while (length > 0) *end++ = digits[--length];
        count = 1;
    }
    while (count-- > 0) *end++ = character;
    return end;
}

/// Writes the sixels of one colour. A column is `size` pixels wide; the last one may be narrower.
static void put_color(const terminal_sixel *sixel, int color, int size, sinew__buffer *out)
{
    enum { LONGEST_RUN = 8 };
    const int first = sixel->first[color], end = sixel->last[color] + 1;
    const uint8_t *bits = sixel->sixels[color];
    char *begin = sinew__buffer_reserve(out, (size_t)(end - first + 1) * LONGEST_RUN);
    if (!begin) return;
    char *text = first > 0 ? write_run(begin, 0, first * size) : begin;
    for (int x = first, next; x < end; x = next) {
        for (next = x + 1; next < end && bits[next] == bits[x];) ++next;
        const int right = next * size < sixel->width ? next * size : sixel->width;
        text = write_run(text, bits[x], right - x * size);
    }
    out->size += (size_t)(text - begin);
}

// ---- images -------------------------------------------------------------------------------------------------------

/// Fills the band whose first pixel row is `top`, and writes it.
static void fill_and_put_band(terminal_sixel *sixel, const terminal_pixels *pixels, int top, int size,
                              sinew__buffer *out)
{
    const int bottom = top + BAND < sixel->height ? top + BAND : sixel->height;
    for (int i = 0; i < sixel->palette.count; ++i) {
        const int length = sixel->last[i] - sixel->first[i] + 1;
        if (sixel->sixels[i] && length > 0) memset(sixel->sixels[i] + sixel->first[i], 0, (size_t)length);
        sixel->first[i] = sixel->columns;
        sixel->last[i] = -1;
    }
    for (int y = top, next; y < bottom; y = next) {
        const int row = y / size < pixels->height ? y / size : pixels->height - 1;
        next = (y / size + 1) * size < bottom ? (y / size + 1) * size : bottom;
        const uint8_t bits = (uint8_t)((1 << (next - top)) - (1 << (y - top)));
        const uint8_t *numbers = sixel->numbers + (size_t)row * (size_t)pixels->width;
        if (!add_row(sixel, numbers, pixels->width, bits)) out->failed = 1;
    }
    int is_first = 1;
    for (int color = 0; color < sixel->palette.count; ++color) {
        if (sixel->first[color] > sixel->last[color]) continue;
        sinew__buffer_format(out, is_first ? "#%d" : "$#%d", color);
        put_color(sixel, color, size, out);
        is_first = 0;
    }
    sinew__buffer_put_character(out, '-');
}

void terminal_put_sixel(terminal_sixel *sixel, const terminal_pixels *pixels, sinew__buffer *out)
{
    const size_t count = (size_t)pixels->width * (size_t)pixels->height;
    const int size = (sixel->width + pixels->width - 1) / pixels->width;
    if (!terminal_palette_fit(&sixel->palette, pixels->rgba, count, sixel->numbers)) {
        out->failed = 1;
        return;
    }
    // "1;1": pixels are square. P2 = 1: unset pixels do not change.
    sinew__buffer_format(out, "\x1b[1;%dH\x1bP0;1;0q\"1;1;%d;%d", sixel->left + 1, sixel->width, sixel->height);
    for (int i = 0; i < sixel->palette.count; ++i) {
        int percent[3];
        for (int k = 0; k < 3; ++k) percent[k] = (sixel->palette.colors[i][k] * 100 + 127) / 255;
        sinew__buffer_format(out, "#%d;2;%d;%d;%d", i, percent[0], percent[1], percent[2]);
    }
    for (int top = 0; top < sixel->height && !out->failed; top += BAND) {
        fill_and_put_band(sixel, pixels, top, size, out);
    }
    sinew__buffer_put_text(out, "\x1b\\");
}
