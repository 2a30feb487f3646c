// Draws the panel with the joint tree.
#include <math.h>

#include "program/viewer/core/actions.h"
#include "program/viewer/panels/panel_parts.h"
#include "runtime/model/look_up.h"

// ---- icons --------------------------------------------------------------------------------------------------------

/// Draws an open or closed eye.
static void draw_eye(float x, float y, float point, int is_open, uint32_t color)
{
    const float half = 6.0f * point;
    const widget_point left = {x - half, y}, right = {x + half, y};
    widget_draw_arc(left, (widget_point){x, y + half}, right, color, 1.2f * point);
    if (!is_open) return;
    widget_draw_arc(left, (widget_point){x, y - half}, right, color, 1.2f * point);
    widget_fill_circle((widget_point){x, y}, 1.8f * point, color, 10);
}

// ---- search field -------------------------------------------------------------------------------------------------

/// Draws the search field for joints and clips. A click does the same as `/`.
static void draw_search(const viewer_panels *panels, viewer_state *viewer)
{
    const float point = panels->point, rounding = 4.0f * point;
    const int has_prompt = viewer->prompt.kind == VIEWER_PROMPT_NAME;
    widget_box box = widget_remaining();
    box.bottom = box.top + 24.0f * point;
    const float middle = 0.5f * (box.top + box.bottom), x = box.left + 24.0f * point;
    if (widget_add_area("search", 0, box).is_clicked && !has_prompt) viewer_open_prompt(viewer, VIEWER_PROMPT_NAME);
    widget_fill_box(box, PANEL_RAISED, rounding);
    if (has_prompt) widget_frame_box(box, PANEL_ACCENT, rounding, point);
    const widget_point lens = {box.left + 12.0f * point, middle - point};
    const float radius = 4.0f * point, near = 0.7f * radius + 0.5f, far = 1.8f * radius + 0.5f;
    const widget_point handle[2] = {{lens.x + near, lens.y + near}, {lens.x + far, lens.y + far}};
    widget_draw_circle(lens, radius, PANEL_DIM_TEXT, 16, 1.5f * point);
    widget_draw_lines(handle, 2, PANEL_DIM_TEXT, 1.5f * point);
    widget_begin_clip(box);
    if (has_prompt) {
        panel_draw_prompt(panels, x, box.right - 6.0f * point, middle, &viewer->prompt);
    } else { // the longest hint that fits
        static const char *const hints[] = {"Find a joint or clip  /", "Find a joint  /", "Find  /", "/"};
        const float space = box.right - 6.0f * point - x;
        size_t hint = 0;
        while (hint + 1 < sizeof hints / sizeof *hints && widget_text_width(hints[hint], NULL) > space) ++hint;
        widget_draw_text(x, middle, 0.0f, PANEL_DIM_TEXT, hints[hint], NULL);
    }
    widget_end_clip();
}

// ---- rows ---------------------------------------------------------------------------------------------------------

/// Draws the row of a joint: a fold icon, a dot if the clip animates it, its name, and an eye icon.
static void draw_joint(viewer_panels *panels, viewer_state *viewer, const joint_row *row, int id)
{
    const int32_t joint = row->joint;
    const float point = panels->point;
    const int moves = panels->joints.moves[joint];
    widget_box box;
    const int is_clicked = panel_add_row(panels, id, PANEL_ROW, joint == viewer->selected_joint, &box);
    // Indentation is limited, so that names of deep joints stay readable.
    const float indent = fminf(11.0f * (float)row->depth * point, 0.4f * (box.right - box.left));
    const float fold = box.left + indent + 8.0f * point, eye = box.right - 12.0f * point;
    const float middle = 0.5f * (box.top + box.bottom);
    if (is_clicked) {
        const float mouse = widget_mouse_x();
        if (mouse > eye - 10.0f * point)
            sinew__hidden_joints_toggle(&viewer->hidden, viewer->model, joint);
        else if (row->has_children && mouse < fold + 8.0f * point)
            panel_joint_list_fold(&panels->joints, joint);
        else
            viewer_select(viewer, joint == viewer->selected_joint ? SINEW_NONE : joint);
    }

    const int is_hidden = sinew__hidden_joints_hide(&viewer->hidden, joint),
              is_chosen = joint == viewer->selected_joint;
    const widget_point dot = {fold + 12.0f * point, middle};
    if (row->has_children) {
        const float a = 3.0f * point, b = 4.0f * point;
        const widget_point closed[3] = {{fold - a, middle - b}, {fold + a, middle}, {fold - a, middle + b}};
        const widget_point open[3] = {{fold - b, middle - a}, {fold + b, middle - a}, {fold, middle + a}};
        widget_fill_polygon(row->is_folded ? closed : open, 3, PANEL_DIM_TEXT);
    }
    if (moves) widget_fill_circle(dot, 2.5f * point, is_hidden ? PANEL_DIM_TEXT : PANEL_KEY, 12);
    draw_eye(eye, middle, point, !is_hidden, is_hidden ? PANEL_TEXT : is_chosen ? PANEL_DIM_TEXT : PANEL_LINE);
    box.right = eye - 10.0f * point;
    panel_draw_name(box, fold + 20.0f * point, row->is_found && !is_hidden ? PANEL_TEXT : PANEL_DIM_TEXT,
                    sinew__joint_label(viewer->model, joint, viewer->prefix));
}

// ---- the panel ----------------------------------------------------------------------------------------------------

void panel_build_joints(viewer_panels *panels, viewer_state *viewer)
{
    const int has_prompt = viewer->prompt.kind == VIEWER_PROMPT_NAME;
    const float height = PANEL_ROW * panels->point;
    joint_list *joints = &panels->joints;
    panel_draw_heading(panels, "JOINTS");
    draw_search(panels, viewer);
    panel_joint_list_update(joints, viewer->model, viewer->clip, has_prompt ? viewer->prompt.text : "");
    if (joints->row_count == 0) {
        widget_write(PANEL_DIM_TEXT, has_prompt ? "no match" : "none");
        return;
    }
    widget_begin_list("joints", 0.0f);
    if (panel_should_reveal(&panels->joint, viewer->selected_joint, panels->layout.left.height)) {
        // The joint was selected outside the list: scroll to it.
        const int32_t selected = panel_joint_list_reveal(joints, viewer->selected_joint);
        if (selected != SINEW_NONE) widget_list_reveal(selected, height);
    }
    const widget_rows rows = widget_list_rows(joints->row_count, height);
    for (int i = rows.first; i < rows.end && i < joints->row_count; ++i) {
        const joint_row row = joints->rows[i]; // a click may update the list
        draw_joint(panels, viewer, &row, i);
    }
    widget_end_list(joints->row_count, height);
}
