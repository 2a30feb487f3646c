#include "viewer/core/binding_help.h"
#include "viewer/panels/help_layout.h"
#include "viewer/panels/panel_parts.h"

/// Lays the lines out in the letters that are in use.
static int fit(help_line *lines, int count, help_layout *out_layout)
{
    const widget_place room = widget_sheet_room();
    for (int i = 0; i < count; ++i) {
        lines[i].keys_width = widget_text_width(lines[i].keys, lines[i].keys_end);
        lines[i].does_width = widget_text_width(lines[i].does, lines[i].does_end);
    }
    return help_layout_fit(lines, count, widget_letter_size(), room.x, room.y, out_layout);
}

static void put_lines(const help_line *lines, int count, const help_layout *layout)
{
    const widget_box room = widget_room();
    for (int i = 0; i < count; ++i) {
        const help_column *column = &layout->columns[i / layout->rows];
        const float middle = room.top + (float)(i % layout->rows) * layout->row + 0.5f * (layout->row - layout->down);
        widget_put_text(room.left + column->keys, middle, 0.0f, PANEL_ACCENT, lines[i].keys, lines[i].keys_end);
        widget_put_text(room.left + column->does, middle + layout->down, 0.0f, PANEL_INK, lines[i].does,
                        lines[i].does_end);
    }
}

/// In small letters where the usual ones have no room, and scrolling where those have none either.
panel_box panel_build_help(void)
{
    char help[8192];
    help_line lines[HELP_LINES_MOST];
    help_layout layout;
    viewer_put_help(help, sizeof help);
    const int count = help_lines_split(help, lines);
    const int is_small = !fit(lines, count, &layout);
    if (is_small) widget_begin_small();
    if (is_small) (void)fit(lines, count, &layout);
    const panel_box box = widget_begin_sheet("help", layout.width, layout.height);
    put_lines(lines, count, &layout);
    widget_end_sheet(layout.height);
    if (is_small) widget_end_small();
    return box;
}
