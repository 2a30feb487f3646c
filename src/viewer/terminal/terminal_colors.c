#include "viewer/terminal/terminal_colors.h"

#include <stddef.h>

enum { FIRST_OF_CUBE = 16, FIRST_GREY = 232, GREYS = 24 };

/// The palette of the Linux console and of VGA; others are similar.
static const uint8_t named[16][3] = {
    {0x00, 0x00, 0x00}, {0xaa, 0x00, 0x00}, {0x00, 0xaa, 0x00}, {0xaa, 0x55, 0x00},
    {0x00, 0x00, 0xaa}, {0xaa, 0x00, 0xaa}, {0x00, 0xaa, 0xaa}, {0xaa, 0xaa, 0xaa},
    {0x55, 0x55, 0x55}, {0xff, 0x55, 0x55}, {0x55, 0xff, 0x55}, {0xff, 0xff, 0x55},
    {0x55, 0x55, 0xff}, {0xff, 0x55, 0xff}, {0x55, 0xff, 0xff}, {0xff, 0xff, 0xff},
};

static int32_t distance(const uint8_t a[3], const uint8_t b[3])
{
    const int32_t red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2];
    return 2 * red * red + 4 * green * green + 3 * blue * blue; // the eye is most sensitive to green
}

static int32_t nearest_named(int count, const uint8_t rgb[3])
{
    int32_t nearest = 0;
    for (int32_t i = 1; i < count; ++i) {
        if (distance(named[i], rgb) < distance(named[nearest], rgb)) nearest = i;
    }
    return nearest;
}

/// Levels of xterm's cube of 6 × 6 × 6 colours: 0, 95, 135, 175, 215, 255.
static int cube_level(uint8_t value)
{
    return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40;
}

static uint8_t cube_value(int level)
{
    return (uint8_t)(level > 0 ? 55 + 40 * level : 0);
}

static int32_t nearest_of_cube(const uint8_t rgb[3], uint8_t out_rgb[3])
{
    int32_t number = 0;
    for (int i = 0; i < 3; ++i) {
        const int level = cube_level(rgb[i]);
        out_rgb[i] = cube_value(level);
        number = 6 * number + level;
    }
    return FIRST_OF_CUBE + number;
}

/// Out of 8, 18 … 238.
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

static int32_t nearest_of_256(const uint8_t rgb[3], int dither)
{
    uint8_t moved[3], in_cube[3], in_greys[3];
    nearest_of_cube(rgb, in_cube);
    nearest_grey(rgb, in_greys);
    const int is_grey = distance(in_greys, rgb) < 2 * distance(in_cube, rgb); // greys have finer steps
    move(rgb, is_grey ? dither / 4 : dither * 3 / 4, moved);
    return is_grey ? nearest_grey(moved, in_greys) : nearest_of_cube(moved, in_cube);
}

int32_t terminal_nearest_color(int colors, const uint8_t rgb[3], int dither)
{
    uint8_t moved[3];
    if (colors > 256) return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
    if (colors == 256) return nearest_of_256(rgb, dither);
    move(rgb, colors == 16 ? 2 * dither : 4 * dither, moved);
    return nearest_named(colors, moved);
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

/// Writes the parameters of "select graphic rendition", each followed by a semicolon. `base`: 30 for the foreground, 40
/// for the background.
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
        // The Linux console shows bright colours by intensity, which must be reset.
        if (colors == 16 && base == 30 && color < 8) numbers[count++] = 22;
        numbers[count++] = color < 8 ? base + color : base + 60 + color - 8;
    }
    for (int i = 0; i < count; ++i) {
        end = write_number(end, numbers[i]);
        *end++ = ';';
    }
    return end;
}

void terminal_put_colors(int colors, int32_t foreground, int32_t background, int32_t last[2], sinew__buffer *out)
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
