// DEC STD 070, "Sixel graphics": a character is a column of six pixels of one colour, in the low bits of its offset
// from '?', the topmost first; '!' and a number repeat it, '#' selects a colour, '$' returns to the left, '-' moves
// down.
#include "viewer/terminal/terminal_sixel.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/terminal/terminal_palette.h"

enum { BAND = 6 };

struct terminal_sixel {
    int width, height; ///< pixels of the terminal
    int left;          ///< columns to the left of the image
    int columns;       ///< maximum pixels per row of an image
    terminal_palette palette;
    uint8_t *numbers;                       ///< palette indices of the image's pixels
    uint8_t *sixels[TERMINAL_PALETTE_SIZE]; ///< of the band, by colour and column; NULL: not used so far
    int first[TERMINAL_PALETTE_SIZE], last[TERMINAL_PALETTE_SIZE]; ///< columns with that colour; none: first > last
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

static void clear_band(terminal_sixel *sixel)
{
    for (int i = 0; i < sixel->palette.count; ++i) {
        const int length = sixel->last[i] - sixel->first[i] + 1;
        if (sixel->sixels[i] && length > 0) memset(sixel->sixels[i] + sixel->first[i], 0, (size_t)length);
        sixel->first[i] = sixel->columns;
        sixel->last[i] = -1;
    }
}

/// Adds a row of the image that covers the rows `bits` of the band. Returns 0 when out of memory.
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

/// Writes the sixels of one colour; each column is `size` pixels wide, the last one as many as fit.
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

static void put_band(const terminal_sixel *sixel, int size, sinew__buffer *out)
{
    int is_first = 1;
    for (int color = 0; color < sixel->palette.count; ++color) {
        if (sixel->first[color] > sixel->last[color]) continue;
        sinew__buffer_format(out, is_first ? "#%d" : "$#%d", color);
        put_color(sixel, color, size, out);
        is_first = 0;
    }
    sinew__buffer_put_character(out, '-');
}

// ---- images -------------------------------------------------------------------------------------------------------

static void put_palette(const terminal_palette *palette, sinew__buffer *out)
{
    for (int i = 0; i < palette->count; ++i) {
        int percent[3];
        for (int k = 0; k < 3; ++k) percent[k] = (palette->colors[i][k] * 100 + 127) / 255;
        sinew__buffer_format(out, "#%d;2;%d;%d;%d", i, percent[0], percent[1], percent[2]);
    }
}

/// Writes the band whose first row is `top`.
static void fill_and_put_band(terminal_sixel *sixel, const terminal_pixels *pixels, int top, int size,
                              sinew__buffer *out)
{
    const int bottom = top + BAND < sixel->height ? top + BAND : sixel->height;
    clear_band(sixel);
    for (int y = top, next; y < bottom; y = next) {
        const int row = y / size < pixels->height ? y / size : pixels->height - 1;
        next = (y / size + 1) * size < bottom ? (y / size + 1) * size : bottom;
        const uint8_t bits = (uint8_t)((1 << (next - top)) - (1 << (y - top)));
        const uint8_t *numbers = sixel->numbers + (size_t)row * (size_t)pixels->width;
        if (!add_row(sixel, numbers, pixels->width, bits)) out->failed = 1;
    }
    put_band(sixel, size, out);
}

void terminal_put_sixel(terminal_sixel *sixel, const terminal_pixels *pixels, sinew__buffer *out)
{
    const size_t count = (size_t)pixels->width * (size_t)pixels->height;
    const int size = (sixel->width + pixels->width - 1) / pixels->width;
    if (!terminal_palette_fit(&sixel->palette, pixels->rgba, count, sixel->numbers)) {
        out->failed = 1;
        return;
    }
    // Pixels are square (1;1), and unset pixels stay unchanged (P2 = 1).
    sinew__buffer_format(out, "\x1b[1;%dH\x1bP0;1;0q\"1;1;%d;%d", sixel->left + 1, sixel->width, sixel->height);
    put_palette(&sixel->palette, out);
    for (int top = 0; top < sixel->height && !out->failed; top += BAND) {
        fill_and_put_band(sixel, pixels, top, size, out);
    }
    sinew__buffer_put_text(out, "\x1b\\");
}
