// Draws the panel with the list of the user's edits.
#include "program/viewer/core/actions.h"
#include "program/viewer/core/viewer_text.h"
#include "program/viewer/panels/panel_parts.h"

/// Draws a switch and the text of an edit. A click switches the edit off or on.
static void draw_edit(const viewer_panels *panels, viewer_state *viewer, int32_t item)
{
    const viewer_edit *edit = &viewer->edit_list.items[item];
    const int is_on = edit->is_on;
    char text[VIEWER_EDIT_TEXT];
    widget_box box;
    viewer_describe_edit(viewer, edit, text);
    const int is_clicked = panel_add_row(panels, (int)item, PANEL_ROW, item == viewer->edit_list.chosen, &box);
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
    static const panel_button buttons[] = {{"Undo", viewer_undo, 1, 0},
                                           {"Redo", viewer_undo, -1, 0},
                                           {"Key", viewer_save_pose, VIEWER_POSE_KEY, 0},
                                           {"Save", viewer_save_clip, 0, 0}};
    int32_t listed = 0;
    panel_draw_heading(panels, "EDITS");
    panel_draw_buttons(panels, viewer, buttons, 4);
    for (int32_t i = 0; i < viewer->edit_list.done; ++i) {
        if (!viewer->edit_list.items[i].is_listed) continue;
        draw_edit(panels, viewer, i);
        ++listed;
    }
    if (listed == 0) widget_write_wrapped(PANEL_DIM_TEXT, "none: rotate a joint (r), or drag the selected hand");
}
