// Converts images to letters by brightness, for builds without chafa.
#include <stdlib.h>
#include <string.h>

#include "program/viewer/terminal/terminal_letters.h"

struct terminal_letters {
    uint8_t *pixels; ///< [columns × rows × 4] the image scaled to one pixel per letter
    int columns, rows, colors;
};

terminal_letters *terminal_letters_create(int columns, int rows, int colors)
{
    terminal_letters *letters = malloc(sizeof *letters);
    uint8_t *pixels = malloc(4 * (size_t)columns * (size_t)rows + 1);
    if (letters && pixels) {
        *letters = (terminal_letters){pixels, columns, rows, colors};
        return letters;
    }
    free(letters);
    free(pixels);
    return NULL;
}

void terminal_letters_destroy(terminal_letters *letters)
{
    if (letters) free(letters->pixels);
    free(letters);
}

void terminal_letters_fill(terminal_letters *letters, const terminal_pixels *pixels, terminal_cell *out_cells)
{
    static const char ramp[] = " .:-=+*#%@"; // from dark to bright
    static const uint8_t black[3] = {0};
    const int count = (int)sizeof ramp - 1, colors = letters->colors;
    terminal_shrink(pixels->rgba, pixels->width, pixels->height, letters->pixels, letters->columns, letters->rows);
    for (int i = 0; i < letters->columns * letters->rows; ++i) {
        const uint8_t *rgb = letters->pixels + 4 * i;
        const int brightness = (54 * rgb[0] + 183 * rgb[1] + 19 * rgb[2]) / 256; // luma of Rec. 709
        const char character = ramp[brightness * count / 256];
        out_cells[i] = (terminal_cell){(uint8_t)character, TERMINAL_DEFAULT_COLOR, TERMINAL_DEFAULT_COLOR};
        if (colors == 0) continue;
        out_cells[i].foreground = character == ' ' ? TERMINAL_ANY_COLOR : terminal_nearest_color(colors, rgb, 0);
        out_cells[i].background = terminal_nearest_color(colors, black, 0);
    }
}

int terminal_letters_colors(void)
{
    const char *depth = getenv("COLORTERM"), *name = getenv("TERM");
    if (depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0)) return 1 << 24;
    if (name && strstr(name, "direct")) return 1 << 24;
    return name && strstr(name, "256color") ? 256 : 16;
}
