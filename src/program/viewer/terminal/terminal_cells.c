// Converts images to characters, half blocks or Braille, in the colours of the terminal.
#include "program/viewer/terminal/terminal_image.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/base/printable.h"

// The colours of a terminal's characters.

enum { FIRST_OF_CUBE = 16, FIRST_GREY = 232, GREYS = 24 };

/// The first 16 colours as the Linux console and VGA show them; other terminals are similar.
static const uint8_t named[16][3] = {
    {0x00, 0x00, 0x00}, {0xaa, 0x00, 0x00}, {0x00, 0xaa, 0x00}, {0xaa, 0x55, 0x00},
    {0x00, 0x00, 0xaa}, {0xaa, 0x00, 0xaa}, {0x00, 0xaa, 0xaa}, {0xaa, 0xaa, 0xaa},
    {0x55, 0x55, 0x55}, {0xff, 0x55, 0x55}, {0x55, 0xff, 0x55}, {0xff, 0xff, 0x55},
    {0x55, 0x55, 0xff}, {0xff, 0x55, 0xff}, {0x55, 0xff, 0xff}, {0xff, 0xff, 0xff},
};

static int32_t distance(const uint8_t a[3], const uint8_t b[3])
{
    const int32_t red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2];
    return 2 * red * red + 4 * green * green + 3 * blue * blue; // weights: the eye is most sensitive to green
}

/// Returns the index of the nearest colour in xterm's cube of 6 × 6 × 6 levels (0, 95, 135, 175, 215, 255), and the
/// colour.
static int32_t nearest_of_cube(const uint8_t rgb[3], uint8_t out_rgb[3])
{
    int32_t number = 0;
    for (int i = 0; i < 3; ++i) {
        const int level = rgb[i] < 48 ? 0 : rgb[i] < 115 ? 1 : (rgb[i] - 35) / 40;
        out_rgb[i] = (uint8_t)(level > 0 ? 55 + 40 * level : 0);
        number = 6 * number + level;
    }
    return FIRST_OF_CUBE + number;
}

/// Returns the index of the nearest of the greys 8, 18 … 238, and the grey.
static int32_t nearest_grey(const uint8_t rgb[3], uint8_t out_rgb[3])
{
    const int mean = (rgb[0] + rgb[1] + rgb[2]) / 3, step = mean < 3 ? 0 : (mean - 3) / 10;
    const int grey = step < GREYS ? step : GREYS - 1;
    for (int i = 0; i < 3; ++i) out_rgb[i] = (uint8_t)(8 + 10 * grey);
    return FIRST_GREY + grey;
}

static void move(const uint8_t rgb[3], int distance, uint8_t out_rgb[3])
{
    for (int i = 0; i < 3; ++i) {
        const int value = rgb[i] + distance;
        out_rgb[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

int32_t terminal_nearest_color(int colors, const uint8_t rgb[3], int dither)
{
    uint8_t moved[3];
    if (colors > 256) return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
    if (colors == 256) {
        uint8_t in_cube[3], in_greys[3];
        nearest_of_cube(rgb, in_cube);
        nearest_grey(rgb, in_greys);
        const int is_grey = distance(in_greys, rgb) < 2 * distance(in_cube, rgb); // prefer greys, whose steps are finer
        move(rgb, is_grey ? dither / 4 : dither * 3 / 4, moved);
        return is_grey ? nearest_grey(moved, in_greys) : nearest_of_cube(moved, in_cube);
    }
    move(rgb, colors == 16 ? 2 * dither : 4 * dither, moved);
    int32_t nearest = 0;
    for (int32_t i = 1; i < colors; ++i)
        if (distance(named[i], moved) < distance(named[nearest], moved)) nearest = i;
    return nearest;
}

// ---- writing ------------------------------------------------------------------------------------------------------

static char *write_number(char *end, int32_t number)
{
    char digits[12];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0) *end++ = digits[--count];
    return end;
}

/// Writes the parameters of the sequence SGR (select graphic rendition) for a colour, each followed by a semicolon.
/// `base`: 30 for the foreground, 40 for the background.
static char *write_color(char *end, int colors, int base, int32_t color)
{
    int32_t numbers[5];
    int count = 0;
    if (color == TERMINAL_DEFAULT_COLOR) {
        numbers[count++] = base + 9;
    } else if (colors > 256) {
        const int32_t direct[] = {base + 8, 2, color >> 16, color >> 8 & 255, color & 255};
        while (count < 5) numbers[count] = direct[count], ++count;
    } else if (colors == 256) {
        const int32_t indexed[] = {base + 8, 5, color};
        while (count < 3) numbers[count] = indexed[count], ++count;
    } else {
        // The Linux console shows bright colours by intensity, which 22 resets.
        if (colors == 16 && base == 30 && color < 8) numbers[count++] = 22;
        numbers[count++] = color < 8 ? base + color : base + 60 + color - 8;
    }
    for (int i = 0; i < count; ++i) {
        end = write_number(end, numbers[i]);
        *end++ = ';';
    }
    return end;
}

/// Writes the sequence that changes the colours from `last` to `foreground` and `background`. Updates `last`.
static void terminal_put_colors(int colors, int32_t foreground, int32_t background, int32_t last[2], sinew__buffer *out)
{
    enum { LONGEST = 64 };
    const int new_foreground = foreground != TERMINAL_ANY_COLOR && foreground != last[0];
    const int new_background = background != TERMINAL_ANY_COLOR && background != last[1];
    char *text = new_foreground || new_background ? sinew__buffer_reserve(out, LONGEST) : NULL;
    if (!text) return;
    char *end = text;
    *end++ = '\x1b';
    *end++ = '[';
    if (new_foreground) end = write_color(end, colors, 30, last[0] = foreground);
    if (new_background) end = write_color(end, colors, 40, last[1] = background);
    end[-1] = 'm';
    out->size += (size_t)(end - text);
}

enum { UPPER_HALF = 0x2580, LOWER_HALF = 0x2584, FULL_BLOCK = 0x2588, BRAILLE = 0x2800 };

// ---- pixels -------------------------------------------------------------------------------------------------------

/// Averages the pixels in [left, right) × [top, bottom).
static void average(const uint8_t *pixels, int width, int left, int right, int top, int bottom, uint8_t out_pixel[4])
{
    uint32_t sum[4] = {0};
    for (int y = top; y < bottom; ++y) {
        const uint8_t *row = pixels + 4 * (size_t)width * (size_t)y;
        for (const uint8_t *pixel = row + 4 * left; pixel < row + 4 * right; pixel += 4) {
            for (int i = 0; i < 4; ++i) sum[i] += pixel[i];
        }
    }
    const uint32_t count = (uint32_t)(right - left) * (uint32_t)(bottom - top);
    for (int i = 0; i < 4; ++i) out_pixel[i] = (uint8_t)((sum[i] + count / 2) / count);
}

/// Returns the end of the i-th of `count` equal parts of `whole`, rounded up.
static int end_of_part(int i, int count, int whole)
{
    return (int)(((int64_t)(i + 1) * whole + count - 1) / count);
}

void terminal_shrink(const uint8_t *pixels, int width, int height, uint8_t *out_pixels, int out_width, int out_height)
{
    for (int y = 0; y < out_height; ++y) {
        const int top = (int)((int64_t)y * height / out_height), bottom = end_of_part(y, out_height, height);
        for (int x = 0; x < out_width; ++x, out_pixels += 4) {
            const int left = (int)((int64_t)x * width / out_width);
            average(pixels, width, left, end_of_part(x, out_width, width), top, bottom, out_pixels);
        }
    }
}

/// Returns a threshold from Bayer's dithering matrix, −15 … 15.
static int threshold_at(int x, int y)
{
    static const int8_t matrix[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return 2 * matrix[y % 4][x % 4] - 15;
}

static int is_light(const uint8_t *pixel, int x, int y)
{
    return 2 * pixel[0] + 5 * pixel[1] + pixel[2] > 8 * 128 + 8 * 8 * threshold_at(x, y);
}

// ---- cells --------------------------------------------------------------------------------------------------------

/// Returns the character and colours for two pixels, one above the other. With 16 colours, only the first eight can be
/// backgrounds.
static terminal_cell block_of_colors(int32_t top, int32_t bottom, int colors)
{
    const int32_t max = colors == 16 ? 7 : INT32_MAX;
    if (top == bottom && top <= max) return (terminal_cell){' ', TERMINAL_ANY_COLOR, top};
    if (top == bottom) return (terminal_cell){FULL_BLOCK, top, TERMINAL_ANY_COLOR};
    if (bottom <= max) return (terminal_cell){UPPER_HALF, top, bottom};
    if (top <= max) return (terminal_cell){LOWER_HALF, bottom, top};
    return (terminal_cell){UPPER_HALF, top, 7}; // both are bright: light grey replaces the lower
}

void terminal_fill_blocks(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells)
{
    static const uint32_t blocks[2][2] = {{' ', LOWER_HALF}, {UPPER_HALF, FULL_BLOCK}}; // [is the upper light][lower]
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const uint8_t *upper = pixels + 4 * ((size_t)(2 * row) * (size_t)columns + (size_t)column);
            const uint8_t *lower = upper + 4 * (size_t)columns;
            if (colors > 0) {
                *out_cells++ =
                    block_of_colors(terminal_nearest_color(colors, upper, threshold_at(column, 2 * row)),
                                    terminal_nearest_color(colors, lower, threshold_at(column, 2 * row + 1)), colors);
                continue;
            }
            const uint32_t block = blocks[is_light(upper, column, 2 * row)][is_light(lower, column, 2 * row + 1)];
            *out_cells++ = (terminal_cell){block, TERMINAL_DEFAULT_COLOR, TERMINAL_DEFAULT_COLOR};
        }
    }
}

/// Bits of a Braille character, by row and column of the dot.
static const uint8_t dot_bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static terminal_cell braille_of(const uint8_t *pixels, int columns, int row, int column, int colors)
{
    enum { NOT_BLACK = 40 }; // of 255; a pixel is brighter if the darkest line covers at least half of it
    uint32_t dots = 0, sum[3] = {0}, count = 0;
    for (int i = 0; i < 8; ++i) {
        const int x = 2 * column + i % 2, y = 4 * row + i / 2;
        const uint8_t *pixel = pixels + 4 * ((size_t)y * 2 * (size_t)columns + (size_t)x);
        const int seen = pixel[0] > NOT_BLACK || pixel[1] > NOT_BLACK || pixel[2] > NOT_BLACK;
        if (!seen || (colors == 0 && !is_light(pixel, x, y))) continue;
        dots |= dot_bits[i / 2][i % 2];
        for (int k = 0; k < 3; ++k) sum[k] += pixel[k];
        ++count;
    }
    static const uint8_t black[3] = {0};
    const int32_t background = colors > 0 ? terminal_nearest_color(colors, black, 0) : TERMINAL_DEFAULT_COLOR;
    if (count == 0) return (terminal_cell){' ', TERMINAL_ANY_COLOR, background};
    // The foreground is the mean colour, brighter but with the same hue, because dots cover less than half of the cell.
    uint32_t max = 1;
    for (int i = 0; i < 3; ++i) max = sum[i] > max ? sum[i] : max;
    const double gain = fmin(1.6, 255.0 * count / max) / count;
    uint8_t bright[3];
    for (int i = 0; i < 3; ++i) bright[i] = (uint8_t)(gain * sum[i] + 0.5);
    const int32_t foreground = colors > 0 ? terminal_nearest_color(colors, bright, 0) : TERMINAL_DEFAULT_COLOR;
    return (terminal_cell){BRAILLE + dots, foreground, background};
}

void terminal_fill_braille(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells)
{
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            *out_cells++ = braille_of(pixels, columns, row, column, colors);
        }
    }
}

// ---- screen -------------------------------------------------------------------------------------------------------

static int is_near(int32_t a, int32_t b, int tolerance)
{
    if (a == b) return 1;
    if (a < 0 || b < 0) return 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        if (abs((a >> shift & 255) - (b >> shift & 255)) > tolerance) return 0;
    }
    return 1;
}

void terminal_clear_cells(terminal_cell *shown, int count)
{
    for (int i = 0; i < count; ++i) shown[i] = (terminal_cell){.character = 0};
}

void terminal_put_cells(const terminal_cell *cells, terminal_cell *shown, int columns, int rows, int colors,
                        int tolerance, sinew__buffer *out)
{
    int32_t last[2] = {TERMINAL_DEFAULT_COLOR, TERMINAL_DEFAULT_COLOR};
    if (colors <= 256) tolerance = 0;
    for (int row = 0; row < rows; ++row) {
        int cursor = -1; // column of the cursor; negative: it is in another row
        for (int column = 0; column < columns; ++column, ++cells, ++shown) {
            if (cells->character == shown->character && is_near(cells->foreground, shown->foreground, tolerance) &&
                is_near(cells->background, shown->background, tolerance))
                continue;
            if (cursor < 0)
                sinew__buffer_format(out, "\x1b[%d;%dH", row + 1, column + 1);
            else if (cursor < column)
                sinew__buffer_format(out, "\x1b[%dC", column - cursor);
            terminal_put_colors(colors, cells->foreground, cells->background, last, out);
            char bytes[4];
            sinew__buffer_put(out, bytes, sinew__utf8_encode(cells->character, bytes));
            cursor = column + 1;
            *shown = *cells;
        }
    }
    sinew__buffer_put_text(out, "\x1b[0m");
}
