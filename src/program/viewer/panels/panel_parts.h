/// Shared by the window's panels: state kept between frames, and common elements.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_PARTS_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_PARTS_H

#include "program/viewer/panels/joint_list.h"
#include "program/viewer/panels/model_facts.h"
#include "program/viewer/panels/panel_colors.h"
#include "program/viewer/panels/panel_pictures.h"
#include "program/viewer/panels/panel_timeline.h"
#include "program/viewer/panels/panels.h"
#include "runtime/view/joint_curves.h"

/// The key that was clicked in the curves, of curves->curves. Zeroed: none.
typedef struct picked_key {
    int is_picked;
    int32_t clip, joint, curve, number;
} picked_key;

/// The curves of the edited pose, where they differ from the author's. Zeroed: none were computed.
typedef struct edited_curves {
    int32_t clip, joint, curve_count, point_count; ///< of the curves that they belong to
    double begin, end;
    int32_t changes[2]; ///< of the edits and of the keys
    int in_place;
    double *values;   ///< [curve_count × point_count], at the points of the curves
    uint8_t *differs; ///< [curve_count] the edited curve is another one
} edited_curves;

/// Layout is in points; multiply by `point` for pixels.
struct viewer_panels {
    widget_set *widgets;
    panel_pictures *pictures;
    viewer_size size;
    float point;
    panel_layout layout;
    panel_sizes sizes;
    panel_border dragged;                 ///< the border that the mouse drags
    panel_border hovered;                 ///< the border under it
    int was_down;                         ///< the left button, in the last frame
    float mouse[2];                       ///< its last position
    double mouse_time;                    ///< when it moved over the timeline
    int has_buttons;                      ///< the timeline shows its buttons
    double build_begin;                   ///< of the last build
    double build_time, frames_per_second; ///< moving averages
    void *scratch;                        ///< [scratch_size] bytes
    size_t scratch_size;

    int model_number; ///< of the model that the following was computed for
    timeline_keys keys;
    joint_curves curves;
    edited_curves edited;
    picked_key picked;
    joint_list joints;
    panel_revealed clip, joint, file; ///< selected ones
    step_times steps;
    sinew_pose *pose; ///< exact, for values and step times; NULL: not created yet
};

/// A button of a panel: its label, its action, and whether it is highlighted.
typedef struct panel_button {
    const char *label;
    void (*run)(viewer_state *viewer, double amount);
    double amount;
    int is_chosen;
} panel_button;

/// Points from the window's border to the contents of a panel, and between rows of a list.
#define PANEL_MARGIN 14.0f
#define PANEL_ROW 21.0f
/// Points between rows with pictures, and sides of a picture.
#define PANEL_PICTURE_ROW 34.0f
#define PANEL_PICTURE 32.0f

/// Returns `size` bytes of scratch memory, valid until the next call. NULL when out of memory.
void *panel_scratch(viewer_panels *panels, size_t size);

/// Returns the pose for values and step times. NULL when out of memory.
sinew_pose *panel_pose(viewer_panels *panels, const sinew_model *model);

/// Poses panels->pose at a time, exact and with the user's edits. Returns 0 without edits, or when out of memory.
int panel_pose_edited(viewer_panels *panels, viewer_state *viewer, double time);

/// Frees the curves of the edited pose.
void panel_edited_curves_free(edited_curves *edited);

/// Returns a box by its corner and size.
widget_box panel_box_at(float left, float top, float width, float height);

/// Draws a heading, with space above unless it is the first.
void panel_draw_heading(const viewer_panels *panels, const char *text);

/// Draws a row of two columns; the second begins `column` points from the panel's border.
void panel_draw_fact(const viewer_panels *panels, const char *name, const char *value, float column);

/// Draws a name from the file between `x` and the right edge of a box; if it does not fit, its end, because names of
/// joints and clips often share a prefix.
void panel_draw_name(widget_box box, float x, uint32_t color, const char *name);

/// Adds a row of a list, `height` points high, highlighted if it is selected or hovered. Returns whether it is clicked,
/// and its box.
int panel_add_row(const viewer_panels *panels, int row, float height, int is_chosen, widget_box *out_box);

/// Draws the typed line around its caret, as much as fits, and its error message.
void panel_draw_prompt(const viewer_panels *panels, float left, float right, float middle, const viewer_prompt *prompt);

/// Draws the vertical line at the current time.
void panel_draw_playhead(const viewer_panels *panels, float x, float top, float bottom);

// ---- the panels, one file each; mouse input changes `viewer` immediately --------------------------------------------

void panel_build_timeline(viewer_panels *panels, viewer_state *viewer);
void panel_build_curves(viewer_panels *panels, viewer_state *viewer);

/// Returns the time scale shared by the timeline and the curves above it.
timeline_scale panel_timeline_scale(const viewer_panels *panels, const viewer_state *viewer);

/// Zooms both with the wheel, around the mouse, and pans them with the right and middle button.
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
