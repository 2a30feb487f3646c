#include "program/viewer/panels/help_layout.h"

#include <math.h>
#include <string.h>

int help_lines_split(const char *help, help_line out_lines[HELP_LINES_MAX])
{
    int count = 0;
    while (*help && count < HELP_LINES_MAX) {
        const char *tab = help + strcspn(help, "\t\n"), *end = help + strcspn(help, "\n");
        out_lines[count++] =
            (help_line){.keys = help, .keys_end = tab, .action = tab < end ? tab + 1 : end, .action_end = end};
        help = *end ? end + 1 : end;
    }
    return count;
}

/// Gaps are multiples of the font size.
static void lay_out(const help_line *lines, int count, int columns, float letter, help_layout *out)
{
    out->rows = (count + columns - 1) / columns;
    out->row = floorf(1.4f * letter);
    out->height = (float)out->rows * out->row;
    out->down = 0.0f;
    float x = 0.0f;
    for (int column = 0; column < columns; ++column) {
        float keys = 0.0f, action = 0.0f;
        for (int i = column * out->rows; i < count && i < (column + 1) * out->rows; ++i) {
            keys = fmaxf(keys, lines[i].keys_width);
            action = fmaxf(action, lines[i].does_width);
        }
        out->columns[column] = (help_column){floorf(x), floorf(x + keys + 1.2f * letter)};
        out->width = out->columns[column].action + action;
        x = out->width + 1.7f * letter;
    }
}

/// Lays out one column with each key above its description.
static void stack(const help_line *lines, int count, float letter, help_layout *out)
{
    lay_out(lines, count, 1, letter, out);
    const float keys = out->columns[0].action - 1.2f * letter, action = out->width - out->columns[0].action;
    out->columns[0].action = letter;
    out->down = out->row;
    out->row *= 2.0f;
    out->height *= 2.0f;
    out->width = fmaxf(keys, letter + action);
}

int help_layout_fit(const help_line *lines, int count, float letter, float room_width, float room_height,
                    help_layout *out_layout)
{
    help_layout next;
    lay_out(lines, count, 1, letter, out_layout);
    if (out_layout->width > room_width) {
        stack(lines, count, letter, out_layout);
        return 0;
    }
    for (int columns = 2; columns <= HELP_COLUMNS_MAX && out_layout->height > room_height; ++columns) {
        lay_out(lines, count, columns, letter, &next);
        if (next.width > room_width) return 0;
        *out_layout = next;
    }
    return out_layout->height <= room_height;
}
