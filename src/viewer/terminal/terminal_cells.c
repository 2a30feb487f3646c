#include "viewer/terminal/terminal_cells.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

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

/// Returns where the i-th of `count` parts of `whole` ends, rounded up.
static int end_of_part(int i, int count, int whole)
{
    return (int)(((int64_t)(i + 1) * whole + count - 1) / count);
}

static int begin_of_part(int i, int count, int whole)
{
    return (int)((int64_t)i * whole / count);
}

void terminal_shrink(const uint8_t *pixels, int width, int height, uint8_t *out_pixels, int out_width, int out_height)
{
    for (int y = 0; y < out_height; ++y) {
        const int top = begin_of_part(y, out_height, height), bottom = end_of_part(y, out_height, height);
        for (int x = 0; x < out_width; ++x, out_pixels += 4) {
            average(pixels, width, begin_of_part(x, out_width, width), end_of_part(x, out_width, width), top, bottom,
                    out_pixels);
        }
    }
}

/// Returns a threshold of Bayer's matrix, -15 … 15, which leaves no stripes.
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

static terminal_cell block_of_light(int top, int bottom)
{
    static const uint32_t characters[2][2] = {{' ', LOWER_HALF}, {UPPER_HALF, FULL_BLOCK}};
    return (terminal_cell){characters[top][bottom], TERMINAL_DEFAULT_COLOR, TERMINAL_DEFAULT_COLOR};
}

/// A palette of 16 colours has only its first eight for backgrounds.
static terminal_cell block_of_colors(int32_t top, int32_t bottom, int colors)
{
    const int32_t max = colors == 16 ? 7 : INT32_MAX;
    if (top == bottom && top <= max) return (terminal_cell){' ', TERMINAL_ANY_COLOR, top};
    if (top == bottom) return (terminal_cell){FULL_BLOCK, top, TERMINAL_ANY_COLOR};
    if (bottom <= max) return (terminal_cell){UPPER_HALF, top, bottom};
    if (top <= max) return (terminal_cell){LOWER_HALF, bottom, top};
    return (terminal_cell){UPPER_HALF, top, 7}; // between two bright colours: light grey
}

void terminal_fill_blocks(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells)
{
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const uint8_t *upper = pixels + 4 * ((size_t)(2 * row) * (size_t)columns + (size_t)column);
            const uint8_t *lower = upper + 4 * (size_t)columns;
            *out_cells++ =
                colors > 0
                    ? block_of_colors(terminal_nearest_color(colors, upper, threshold_at(column, 2 * row)),
                                      terminal_nearest_color(colors, lower, threshold_at(column, 2 * row + 1)), colors)
                    : block_of_light(is_light(upper, column, 2 * row), is_light(lower, column, 2 * row + 1));
        }
    }
}

/// Brightens a colour without changing its hue, because dots cover less than half of their cell.
static void brighten(const uint32_t sum[3], uint32_t count, uint8_t out_rgb[3])
{
    uint32_t max = 1;
    for (int i = 0; i < 3; ++i) max = sum[i] > max ? sum[i] : max;
    const double gain = fmin(1.6, 255.0 * count / max) / count;
    for (int i = 0; i < 3; ++i) out_rgb[i] = (uint8_t)(gain * sum[i] + 0.5);
}

/// Bits of a braille character, by row and column of the dot.
static const uint8_t dot_bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static terminal_cell braille_of(const uint8_t *pixels, int columns, int row, int column, int colors)
{
    enum { NOT_BLACK = 40 }; // of 255: at least half covered by the darkest line
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
    uint8_t bright[3];
    brighten(sum, count, bright);
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

static int is_same(const terminal_cell *a, const terminal_cell *b, int tolerance)
{
    return a->character == b->character && is_near(a->foreground, b->foreground, tolerance) &&
           is_near(a->background, b->background, tolerance);
}

static void put_character(uint32_t code, sinew__buffer *out)
{
    if (code < 0x80) {
        sinew__buffer_put_character(out, (char)code);
        return;
    }
    const char bytes[3] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 63)), (char)(0x80 | (code & 63))};
    sinew__buffer_put(out, bytes, sizeof bytes);
}

/// Moves the cursor; a negative column is not in this row yet.
static void put_cursor(int row, int column, int cursor, sinew__buffer *out)
{
    if (cursor == column) return;
    if (cursor < 0)
        sinew__buffer_format(out, "\x1b[%d;%dH", row + 1, column + 1);
    else
        sinew__buffer_format(out, "\x1b[%dC", column - cursor);
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
        int cursor = -1;
        for (int column = 0; column < columns; ++column, ++cells, ++shown) {
            if (is_same(cells, shown, tolerance)) continue;
            put_cursor(row, column, cursor, out);
            terminal_put_colors(colors, cells->foreground, cells->background, last, out);
            put_character(cells->character, out);
            cursor = column + 1;
            *shown = *cells;
        }
    }
    sinew__buffer_put_text(out, "\x1b[0m");
}
