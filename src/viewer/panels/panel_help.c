#include "viewer/core/bindings.h"
#include "viewer/panels/help_layout.h"
#include "viewer/panels/panel_parts.h"

/// Lays out the lines in the current font.
static int fit(help_line *lines, int count, help_layout *out_layout)
{
    const widget_point space = widget_overlay_space();
    for (int i = 0; i < count; ++i) {
        lines[i].keys_width = widget_text_width(lines[i].keys, lines[i].keys_end);
        lines[i].does_width = widget_text_width(lines[i].action, lines[i].action_end);
    }
    return help_layout_fit(lines, count, widget_font_size(), space.x, space.y, out_layout);
}

static void draw_lines(const help_line *lines, int count, const help_layout *layout)
{
    const widget_box space = widget_remaining();
    for (int i = 0; i < count; ++i) {
        const help_column *column = &layout->columns[i / layout->rows];
        const float middle = space.top + (float)(i % layout->rows) * layout->row + 0.5f * (layout->row - layout->down);
        widget_draw_text(space.left + column->keys, middle, 0.0f, PANEL_ACCENT, lines[i].keys, lines[i].keys_end);
        widget_draw_text(space.left + column->action, middle + layout->down, 0.0f, PANEL_TEXT, lines[i].action,
                         lines[i].action_end);
    }
}

/// Uses the small font if the normal one does not fit, and scrolls if neither fits.
panel_box panel_build_help(void)
{
    char help[8192];
    help_line lines[HELP_LINES_MAX];
    help_layout layout;
    viewer_format_help(0, help, sizeof help);
    const int count = help_lines_split(help, lines);
    const int is_small = !fit(lines, count, &layout);
    if (is_small) widget_begin_small();
    if (is_small) (void)fit(lines, count, &layout);
    const panel_box box = widget_begin_overlay("help", layout.width, layout.height);
    draw_lines(lines, count, &layout);
    widget_end_overlay(layout.height);
    if (is_small) widget_end_small();
    return box;
}
