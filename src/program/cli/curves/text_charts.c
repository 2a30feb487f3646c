// Charts for a terminal in braille characters, which have 2 × 4 dots each.
#include <math.h>
#include <stdlib.h>

#include "core/base/number.h"
#include "program/cli/curves/charts.h"

enum { CHART_ROWS = 6, LABEL_COLUMNS = 10, MIN_COLUMNS = 20, MAX_COLUMNS = 400 };

/// The dots of one chart. A character has one colour: the colour of the line that was drawn last in it.
typedef struct dot_grid {
    uint8_t *dots;   ///< [columns × CHART_ROWS] bits of a braille character
    uint8_t *colors; ///< [columns × CHART_ROWS] terminal colour: 1 red, 2 green, 4 blue, 5 violet; 0: none
    int columns;
} dot_grid;

static void set_dot(dot_grid *grid, int x, int y, int color)
{
    static const uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    const int cell = y / 4 * grid->columns + x / 2;
    grid->dots[cell] |= bits[y % 4][x % 2];
    grid->colors[cell] = (uint8_t)color;
}

/// Draws a line through its values at each column of dots. Vertical gaps between columns are filled.
static void draw_line(const chart_page *page, const curve_chart *chart, const chart_line *line, dot_grid *grid)
{
    static const int colors[4] = {1, 2, 4, 5};
    const int width = 2 * grid->columns, height = 4 * CHART_ROWS;
    const double low = chart->extent.min, range = chart->extent.max - chart->extent.min;
    const int color = chart->kind >= CHART_SPEED ? 0 : colors[line->component];
    int before = -1;
    for (int x = 0; x < width; ++x) {
        const double seconds = page->begin + (page->end - page->begin) * x / (width - 1);
        const double share = range > 0 ? (chart_line_value(page, chart, line, seconds) - low) / range : 0.5;
        if (!isfinite(share)) continue;
        const int y = (int)lrint((1 - fmin(fmax(share, 0), 1)) * (height - 1));
        const int step = before < y ? 1 : -1;
        for (int at = before < 0 ? y : before + (before == y ? 0 : step); at != y; at += step)
            set_dot(grid, x, at, color);
        set_dot(grid, x, y, color);
        before = y;
    }
}

static void put_row(const dot_grid *grid, int row, int color, sinew__buffer *out)
{
    int last = grid->columns, shown = 0;
    while (last > 0 && !grid->dots[row * grid->columns + last - 1]) --last;
    for (int i = 0; i < last; ++i) {
        const uint8_t dots = grid->dots[row * grid->columns + i], wanted = grid->colors[row * grid->columns + i];
        if (color && dots && wanted != shown) {
            sinew__buffer_format(out, wanted ? "\x1b[3%dm" : "\x1b[0m", wanted);
            shown = wanted;
        }
        const unsigned character = 0x2800u + dots;
        const char utf8[3] = {(char)(0xe0 | character >> 12), (char)(0x80 | (character >> 6 & 0x3f)),
                              (char)(0x80 | (character & 0x3f))};
        sinew__buffer_put(out, utf8, sizeof utf8);
    }
    if (shown) sinew__buffer_put_text(out, "\x1b[0m");
    sinew__buffer_put_character(out, '\n');
}

static void put_label(double value, sinew__buffer *out)
{
    char text[SINEW__NUMBER_SIZE];
    sinew__format_rounded(value, 3, text);
    sinew__buffer_format(out, "%*s ", LABEL_COLUMNS - 1, text);
}

int chart_page_put_text(const chart_page *page, int columns, int color, sinew__buffer *out)
{
    const int width = columns < MIN_COLUMNS + LABEL_COLUMNS ? MIN_COLUMNS
                      : columns > MAX_COLUMNS               ? MAX_COLUMNS
                                                            : columns - LABEL_COLUMNS;
    const size_t cells = (size_t)width * CHART_ROWS;
    uint8_t *memory = malloc(2 * cells);
    if (!memory) return 0;
    for (size_t c = 0; c < page->count; ++c) {
        const curve_chart *chart = &page->charts[c];
        dot_grid grid = {memory, memory + cells, width};
        for (size_t i = 0; i < 2 * cells; ++i) memory[i] = 0;
        for (size_t l = 0; l < chart->count; ++l) draw_line(page, chart, &chart->lines[l], &grid);
        if (c > 0) sinew__buffer_put_character(out, '\n');
        sinew__buffer_put_printable(out, chart->joint);
        sinew__buffer_put_character(out, ' ');
        sinew__buffer_put_printable(out, chart->property);
        sinew__buffer_format(out, " (%s)\n", chart->unit);
        for (int row = 0; row < CHART_ROWS; ++row) {
            if (row == 0) put_label(chart->extent.max, out);
            if (row == CHART_ROWS - 1) put_label(chart->extent.min, out);
            int has_dots = 0;
            for (int i = 0; i < width; ++i) has_dots |= grid.dots[row * width + i];
            if (row > 0 && row < CHART_ROWS - 1 && has_dots) sinew__buffer_format(out, "%*s", LABEL_COLUMNS, "");
            put_row(&grid, row, color, out);
        }
    }
    char begin[SINEW__NUMBER_SIZE], end[SINEW__NUMBER_SIZE];
    sinew__format_rounded(page->begin, 3, begin);
    sinew__format_rounded(page->end, 3, end);
    sinew__buffer_format(out, "%*s%s s to %s s\n", LABEL_COLUMNS, "", begin, end);
    free(memory);
    return 1;
}
