/// Declarations for the files of the window's panels: the state that they keep between frames, and common elements.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_PARTS_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_PARTS_H

#include "program/viewer/panels/joint_list.h"
#include "program/viewer/panels/model_facts.h"
#include "program/viewer/panels/panel_colors.h"
#include "program/viewer/panels/panel_pictures.h"
#include "program/viewer/panels/panel_timeline.h"
#include "program/viewer/panels/panels.h"
#include "runtime/view/joint_curves.h"

/// The key that was clicked in the curves; `curve` is an index of curves->curves. Zeroed: none.
typedef struct picked_key {
    int is_picked;
    int32_t clip, joint, curve, number;
} picked_key;

/// The edited pose as curves, for the curves that edits change. Zeroed: not computed.
typedef struct edited_curves {
    int32_t clip, joint, curve_count, point_count; ///< clip, joint and counts of the author's curves that these curves
                                                   ///< belong to
    double begin, end;
    int32_t changes[2]; ///< viewer_edit_list.changes and pose_edits.changes at the time of computing
    int in_place;
    double *values;   ///< [curve_count × point_count] at the points of the author's curves
    uint8_t *differs; ///< [curve_count] whether the edits change the curve
} edited_curves;

/// Layout is in points; multiply by `point` for pixels.
struct viewer_panels {
    widget_set *widgets;
    panel_pictures *pictures;
    viewer_size size;
    float point;
    panel_layout layout;
    panel_sizes sizes;
    panel_border dragged;                 ///< border that the mouse drags
    panel_border hovered;                 ///< border under the mouse
    int was_down;                         ///< the left button was pressed in the last frame
    float mouse[2];                       ///< position of the mouse in the last frame
    double mouse_time;                    ///< time when the mouse last moved over the timeline
    int has_buttons;                      ///< the timeline shows its buttons
    double build_begin;                   ///< time when the last build began
    double build_time, frames_per_second; ///< moving averages
    void *scratch;                        ///< [scratch_size] bytes
    size_t scratch_size;

    int model_number; ///< model_number of the model that the fields below were computed for
    timeline_keys keys;
    joint_curves curves;
    edited_curves edited;
    picked_key picked;
    joint_list joints;
    panel_revealed clip, joint, file; ///< items that lists were last scrolled to
    step_times steps;
    sinew_pose *pose; ///< scratch pose of the exact engine; NULL: not created yet
};

/// A button of a panel: its label, its action, and whether it is highlighted.
typedef struct panel_button {
    const char *label;
    void (*run)(viewer_state *viewer, double amount);
    double amount;
    int is_chosen;
} panel_button;

/// Points between the window's border and the contents of a panel; height of a list's row in points.
#define PANEL_MARGIN 14.0f
#define PANEL_ROW 21.0f
/// Height in points of a row with a thumbnail; side of a thumbnail in points.
#define PANEL_PICTURE_ROW 34.0f
#define PANEL_PICTURE 32.0f

/// Returns `size` bytes of scratch memory, valid until the next call. NULL when out of memory.
void *panel_scratch(viewer_panels *panels, size_t size);

/// Returns the pose `pose`, which is created on the first call. NULL when out of memory.
sinew_pose *panel_pose(viewer_panels *panels, const sinew_model *model);

/// Evaluates the pose at a time into panels->pose, by the exact engine and with the user's edits. Returns 0 without
/// edits, or when out of memory.
int panel_pose_edited(viewer_panels *panels, viewer_state *viewer, double time);

/// Frees the curves of the edited pose.
void panel_edited_curves_free(edited_curves *edited);

/// Returns a box by its corner and size.
widget_box panel_box_at(float left, float top, float width, float height);

/// Draws a heading. If it is not the first one, there is space above it.
void panel_draw_heading(const viewer_panels *panels, const char *text);

/// Draws a row of two columns. The second begins `column` points from the panel's border.
void panel_draw_fact(const viewer_panels *panels, const char *name, const char *value, float column);

/// Draws a name of the file between `x` and the right edge of a box. If it does not fit, its end is drawn, because
/// names of joints and clips often share a prefix.
void panel_draw_name(widget_box box, float x, uint32_t color, const char *name);

/// Adds a row of a list, `height` points high, and highlights it if it is selected or hovered. *out_box is its box.
/// Returns whether it was clicked.
int panel_add_row(const viewer_panels *panels, int row, float height, int is_chosen, widget_box *out_box);

/// Draws the part of the typed line around its caret that fits, and its error message.
void panel_draw_prompt(const viewer_panels *panels, float left, float right, float middle, const viewer_prompt *prompt);

/// Draws the vertical line at the current time.
void panel_draw_playhead(const viewer_panels *panels, float x, float top, float bottom);

// ---- the panels, one file each; mouse input changes `viewer` immediately --------------------------------------------

void panel_build_timeline(viewer_panels *panels, viewer_state *viewer);
void panel_build_curves(viewer_panels *panels, viewer_state *viewer);

/// Returns the time scale shared by the timeline and the curves above it.
timeline_scale panel_timeline_scale(const viewer_panels *panels, const viewer_state *viewer);

/// Zooms the timeline and the curves by the wheel, around the mouse, and pans them by the right or middle button.
void panel_zoom_time(viewer_state *viewer, const timeline_scale *scale, widget_response touch);

/// Draws the strip with the distances of the two clips that are compared.
void panel_draw_distances(viewer_panels *panels, viewer_state *viewer, const timeline_scale *scale, float top,
                          float bottom);

// Left side.
void panel_build_joints(viewer_panels *panels, viewer_state *viewer);

// Right side.
void panel_build_edits(viewer_panels *panels, viewer_state *viewer);
void panel_build_compare(viewer_panels *panels, viewer_state *viewer);

/// Draws a row of buttons. A click runs the button's action.
void panel_draw_buttons(const viewer_panels *panels, viewer_state *viewer, const panel_button *buttons, int count);

#endif
