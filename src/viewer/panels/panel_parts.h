/// What the panels of the window share: what is kept from picture to picture, and the parts that several are made of.
#ifndef SINEW_VIEWER_PANELS_PANEL_PARTS_H
#define SINEW_VIEWER_PANELS_PANEL_PARTS_H

#include "viewer/panels/joint_curves.h"
#include "viewer/panels/joint_list.h"
#include "viewer/panels/panel_colors.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/step_times.h"
#include "viewer/panels/timeline.h"

/// Lengths are laid out in points; `point` makes them pixels.
struct viewer_panels {
    widget_set *widgets;
    viewer_size size;
    float point;
    panel_layout layout;
    uint64_t ticks;                       ///< when they were last built
    double build_time, frames_per_second; ///< means of the last pictures
    void *scratch;                        ///< [scratch_size] bytes
    size_t scratch_size;

    int model_number; ///< that what follows was made for
    timeline_keys keys;
    joint_curves curves;
    joint_list joints;
    panel_revealed clip, joint; ///< the chosen ones
    step_times steps;
    sinew_pose *pose; ///< exact, for values and steps; NULL: not needed yet
};

/// Points from the window's border to what stands in a panel, and from one row of a list to the next.
#define PANEL_MARGIN 14.0f
#define PANEL_ROW 21.0f

/// Memory for `size` bytes until it is asked for again. NULL without any.
void *panel_scratch(viewer_panels *panels, size_t size);

/// The pose that values and steps are taken from. NULL without memory.
sinew_pose *panel_pose(viewer_panels *panels, const sinew_model *model);

/// A box by its corner and size.
widget_box panel_box_at(float left, float top, float width, float height);

/// A heading, with room above unless it is the first.
void panel_draw_heading(const viewer_panels *panels, const char *text);

/// A line of two columns: the second begins `column` points from the panel's border.
void panel_draw_fact(const viewer_panels *panels, const char *name, const char *value, float column);

/// What a file says, from `x` to the right of a box; where there is no room its end, for joints
/// of a rig and clips of a file often begin alike.
void panel_draw_name(widget_box box, float x, uint32_t color, const char *name);

/// A row of a list: shows whether it is chosen or under the mouse, returns whether it is clicked. Gives its place.
int panel_add_row(const viewer_panels *panels, int row, int is_chosen, widget_box *out_box);

/// The typed line, as much of it as there is room for around its caret, and what is wrong with it.
void panel_draw_prompt(const viewer_panels *panels, float left, float right, float middle, const viewer_prompt *prompt);

/// The line at the time that is shown.
void panel_draw_playhead(const viewer_panels *panels, float x, float top, float bottom);

// ---- the panels, one file each; what the mouse does in them happens to `viewer` at once -----------------------------

void panel_build_timeline(viewer_panels *panels, viewer_state *viewer);
void panel_build_curves(viewer_panels *panels, viewer_state *viewer);

/// Where times lie on the timeline, and on the curves above it.
timeline_scale panel_timeline_scale(const viewer_panels *panels, const viewer_state *viewer);

// On the left.
void panel_build_clips(viewer_panels *panels, viewer_state *viewer);
void panel_build_joints(viewer_panels *panels, viewer_state *viewer);

// On the right.
void panel_build_values(viewer_panels *panels, const viewer_state *viewer);
void panel_build_info(viewer_panels *panels, const viewer_state *viewer);
void panel_build_times(viewer_panels *panels, const viewer_state *viewer);

/// Over everything. Returns where.
panel_box panel_build_help(void);

#endif
