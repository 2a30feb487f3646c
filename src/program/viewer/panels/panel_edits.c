// The panel on the right with the list of the user's edits.
#include "program/viewer/core/actions.h"
#include "program/viewer/core/viewer_text.h"
#include "program/viewer/panels/panel_parts.h"

/// The buttons above the list.
static const struct {
    const char *label;
    void (*run)(viewer_state *viewer, double amount);
    double amount;
} buttons[] = {
    {"Undo", viewer_undo, 1},
    {"Redo", viewer_undo, -1},
    {"Key", viewer_save_pose, VIEWER_POSE_KEY},
    {"Save", viewer_save_clip, 0},
};

enum { BUTTON_COUNT = sizeof buttons / sizeof *buttons };

static void draw_buttons(const viewer_panels *panels, viewer_state *viewer)
{
    const widget_box space = widget_remaining();
    const float point = panels->point, gap = 4.0f * point, height = PANEL_ROW * point;
    const float width = (space.right - space.left + gap) / (float)BUTTON_COUNT;
    for (int i = 0; i < BUTTON_COUNT; ++i) {
        const widget_box box = panel_box_at(space.left + (float)i * width, space.top, width - gap, height);
        const widget_response touch = widget_add_area("edit button", i, box);
        widget_fill_box(box, touch.is_hovered ? PANEL_SELECTED : PANEL_RAISED, 3.0f * point);
        widget_draw_text(0.5f * (box.left + box.right), 0.5f * (box.top + box.bottom), 0.5f, PANEL_TEXT,
                         buttons[i].label, NULL);
        if (touch.is_clicked) buttons[i].run(viewer, buttons[i].amount);
    }
    widget_skip(4.0f * point);
}

/// Draws a switch and the text of an edit. A click switches it.
static void draw_edit(const viewer_panels *panels, viewer_state *viewer, int32_t item)
{
    const viewer_edit *edit = &viewer->edit_list.items[item];
    const int is_on = edit->is_on;
    char text[VIEWER_EDIT_TEXT];
    widget_box box;
    viewer_describe_edit(viewer, edit, text);
    const int is_clicked = panel_add_row(panels, (int)item, item == viewer->edit_list.chosen, &box);
    const float point = panels->point, middle = 0.5f * (box.top + box.bottom), size = 11.0f * point;
    const widget_box knob = panel_box_at(box.left + 5.0f * point, middle - 0.5f * size, size, size);
    widget_frame_box(knob, is_on ? PANEL_EDIT : PANEL_DIM_TEXT, 2.0f * point, 1.2f * point);
    if (is_on)
        widget_fill_box(
            panel_box_at(knob.left + 3.0f * point, knob.top + 3.0f * point, size - 6.0f * point, size - 6.0f * point),
            PANEL_EDIT, 0.0f);
    widget_begin_clip(box);
    widget_draw_text(knob.right + 7.0f * point, middle, 0.0f, is_on ? PANEL_TEXT : PANEL_DIM_TEXT, text, NULL);
    widget_end_clip();
    if (!is_clicked) return;
    viewer->edit_list.chosen = item;
    viewer_switch_edit(viewer, 0.0);
}

void panel_build_edits(viewer_panels *panels, viewer_state *viewer)
{
    int32_t listed = 0;
    panel_draw_heading(panels, "EDITS");
    draw_buttons(panels, viewer);
    for (int32_t i = 0; i < viewer->edit_list.done; ++i) {
        if (!viewer->edit_list.items[i].is_listed) continue;
        draw_edit(panels, viewer, i);
        ++listed;
    }
    if (listed == 0) widget_write_wrapped(PANEL_DIM_TEXT, "none: rotate a joint (r), or drag the selected hand");
}
