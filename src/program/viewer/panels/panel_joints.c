// Draws the panel with the joint tree.
#include <math.h>

#include "program/viewer/core/actions.h"
#include "program/viewer/panels/panel_parts.h"
#include "runtime/model/look_up.h"

// ---- icons --------------------------------------------------------------------------------------------------------

static void draw_lens(float x, float y, float point)
{
    const float radius = 4.0f * point, near = 0.7f * radius + 0.5f, far = 1.8f * radius + 0.5f;
    const widget_point handle[2] = {{x + near, y + near}, {x + far, y + far}};
    widget_draw_circle((widget_point){x, y}, radius, PANEL_DIM_TEXT, 16, 1.5f * point);
    widget_draw_lines(handle, 2, PANEL_DIM_TEXT, 1.5f * point);
}

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

static void draw_fold(float x, float y, float point, int is_folded)
{
    const float a = 3.0f * point, b = 4.0f * point;
    const widget_point closed[3] = {{x - a, y - b}, {x + a, y}, {x - a, y + b}};
    const widget_point open[3] = {{x - b, y - a}, {x + b, y - a}, {x, y + a}};
    widget_fill_polygon(is_folded ? closed : open, 3, PANEL_DIM_TEXT);
}

// ---- search field -------------------------------------------------------------------------------------------------

/// The longest hint that fits.
static const char *search_hint(float space)
{
    static const char *const hints[] = {"Find a joint or clip  /", "Find a joint  /", "Find  /", "/"};
    size_t i = 0;
    while (i + 1 < sizeof hints / sizeof *hints && widget_text_width(hints[i], NULL) > space) ++i;
    return hints[i];
}

/// Draws the field for the name of a joint or clip. A click does the same as `/`.
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
    draw_lens(box.left + 12.0f * point, middle - point, point);
    widget_begin_clip(box);
    if (has_prompt)
        panel_draw_prompt(panels, x, box.right - 6.0f * point, middle, &viewer->prompt);
    else
        widget_draw_text(x, middle, 0.0f, PANEL_DIM_TEXT, search_hint(box.right - 6.0f * point - x), NULL);
    widget_end_clip();
}

// ---- rows ---------------------------------------------------------------------------------------------------------

/// The layout of a row, in pixels.
typedef struct row_frame {
    widget_box box;
    float middle, fold, name, eye;
} row_frame;

/// The indentation is limited, so that names of deep joints remain readable.
static row_frame frame_row(const viewer_panels *panels, const joint_row *row, widget_box box)
{
    const float point = panels->point, width = box.right - box.left;
    const float indent = fminf(11.0f * (float)row->depth * point, 0.4f * width);
    const float fold = box.left + indent + 8.0f * point;
    return (row_frame){box, 0.5f * (box.top + box.bottom), fold, fold + 20.0f * point, box.right - 12.0f * point};
}

/// Hides the joint, folds it or selects it, depending on where the row was clicked.
static void click_row(viewer_panels *panels, viewer_state *viewer, const joint_row *row, const row_frame *frame)
{
    const float mouse = widget_mouse_x(), point = panels->point;
    if (mouse > frame->eye - 10.0f * point)
        sinew__hidden_joints_toggle(&viewer->hidden, viewer->model, row->joint);
    else if (row->has_children && mouse < frame->fold + 8.0f * point)
        panel_joint_list_fold(&panels->joints, row->joint);
    else
        viewer_select(viewer, row->joint == viewer->selected_joint ? SINEW_NONE : row->joint);
}

/// Draws a joint's fold icon, a dot if the clip animates it, its name and its eye icon.
static void draw_joint(viewer_panels *panels, viewer_state *viewer, const joint_row *row, int id)
{
    const int32_t joint = row->joint;
    const float point = panels->point;
    const int moves = panels->joints.moves[joint];
    widget_box box;
    const int is_clicked = panel_add_row(panels, id, joint == viewer->selected_joint, &box);
    const row_frame frame = frame_row(panels, row, box);
    if (is_clicked) click_row(panels, viewer, row, &frame);

    const int is_hidden = sinew__hidden_joints_hide(&viewer->hidden, joint), is_chosen = joint == viewer->selected_joint;
    const widget_point dot = {frame.fold + 12.0f * point, frame.middle};
    if (row->has_children) draw_fold(frame.fold, frame.middle, point, row->is_folded);
    if (moves) widget_fill_circle(dot, 2.5f * point, is_hidden ? PANEL_DIM_TEXT : PANEL_KEY, 12);
    draw_eye(frame.eye, frame.middle, point, !is_hidden,
             is_hidden   ? PANEL_TEXT
             : is_chosen ? PANEL_DIM_TEXT
                         : PANEL_LINE);
    box.right = frame.eye - 10.0f * point;
    panel_draw_name(box, frame.name, row->is_found && !is_hidden ? PANEL_TEXT : PANEL_DIM_TEXT,
                    sinew__joint_label(viewer->model, joint, viewer->prefix));
}

// ---- the panel ----------------------------------------------------------------------------------------------------

/// Scrolls to a joint that was selected elsewhere.
static void reveal_selection(viewer_panels *panels, const viewer_state *viewer)
{
    if (!panel_should_reveal(&panels->joint, viewer->selected_joint, panels->layout.left.height)) return;
    const int32_t row = panel_joint_list_reveal(&panels->joints, viewer->selected_joint);
    if (row != SINEW_NONE) widget_list_reveal(row, PANEL_ROW * panels->point);
}

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
    reveal_selection(panels, viewer);
    const widget_rows rows = widget_list_rows(joints->row_count, height);
    for (int i = rows.first; i < rows.end && i < joints->row_count; ++i) {
        const joint_row row = joints->rows[i]; // a click may update the list
        draw_joint(panels, viewer, &row, i);
    }
    widget_end_list(joints->row_count, height);
}
