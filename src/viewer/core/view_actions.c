#include <stdio.h>

#include "render/draw_words.h"
#include "skin/skin_method.h"
#include "viewer/core/actions.h"
#include "viewer/core/drag_limb.h"

void viewer_choose_view(viewer_state *viewer, double amount)
{
    viewer->view = (sinew_view)amount;
    viewer_fit(viewer);
}

void viewer_toggle_parallel(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->orbit.parallel = !viewer->orbit.parallel;
}

void viewer_toggle_skeleton(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->crowd.count)
        viewer_notify(viewer, "no skeletons for a crowd");
    else
        viewer->skeleton = !viewer->skeleton;
}

void viewer_toggle_meshes(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->hide_meshes = !viewer->hide_meshes;
}

void viewer_toggle_edges(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->edges = !viewer->edges;
}

/// Steps through a table, and says where it is now: "skinning: linear".
static int next_state(viewer_state *viewer, const char *title, const sinew__word *states, int value)
{
    char note[VIEWER_NOTE];
    const sinew__word *next = sinew__word_after(states, value);
    snprintf(note, sizeof note, "%s: %s", title, sinew__word_meaning(next));
    viewer_notify(viewer, note);
    return next->value;
}

void viewer_next_colors(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->colors = (sinew_colors)next_state(viewer, "colours", sinew__color_words, (int)viewer->colors);
}

void viewer_next_skin(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->skin = (sinew_draw_skin)next_state(viewer, "skinning", sinew__skin_words, (int)viewer->skin);
}

void viewer_toggle_names(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->names = !viewer->names;
}

void viewer_toggle_axes(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->axes = !viewer->axes;
}

void viewer_toggle_trail(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->trail = !viewer->trail;
    if (viewer->trail && viewer->selected_joint == SINEW_NONE) viewer_notify(viewer, "motion trail: select a joint");
}

void viewer_toggle_onion(viewer_state *viewer, double amount)
{
    viewer->onion = viewer->onion > 0 ? 0 : (int32_t)amount;
}

void viewer_toggle_tracking(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->tracking = !viewer->tracking;
    viewer->tracking_is_chosen = 1;
    viewer_notify(viewer, viewer->tracking ? "camera tracking: on" : "camera tracking: off");
}

void viewer_toggle_ground(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->hide_ground = !viewer->hide_ground;
}

void viewer_toggle_status(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->hide_status = !viewer->hide_status;
}

void viewer_next_help(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->help = viewer->help && !viewer->has_more_help ? 0 : viewer->help + 1;
}

void viewer_toggle_panel(viewer_state *viewer, double amount)
{
    int *panel = &viewer->panels[(int)amount];
    *panel = !*panel;
}

void viewer_open_prompt(viewer_state *viewer, double amount)
{
    prompt_open(&viewer->prompt, (viewer_prompt_kind)amount);
    if (viewer->prompt.kind == VIEWER_PROMPT_NAME) viewer->panels[VIEWER_PANEL_TREE] = 1;
}

void viewer_rotate_joint(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->selected_joint == SINEW_NONE) {
        viewer_notify(viewer, "select a joint to rotate");
        return;
    }
    viewer->rotation_before = pose_edits_rotation(&viewer->edits, viewer->selected_joint);
    prompt_open(&viewer->prompt, VIEWER_PROMPT_ROTATION);
}

void viewer_reset_pose(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->drag.is_active = 0;
    const int had_any = pose_edits_reset(&viewer->edits);
    viewer_notify(viewer, had_any ? "rotated and dragged joints: reset" : "no rotated or dragged joints to reset");
}

void viewer_cancel_prompt(viewer_state *viewer)
{
    if (viewer->prompt.kind == VIEWER_PROMPT_ROTATION && viewer->selected_joint != SINEW_NONE)
        pose_edits_rotate(&viewer->edits, viewer->model, viewer->selected_joint, viewer->rotation_before);
    prompt_open(&viewer->prompt, VIEWER_PROMPT_NONE);
}

void viewer_cancel(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->is_loading)
        viewer->quit = 1;
    else if (viewer->help)
        viewer->help = 0;
    else if (viewer->drag.is_active)
        viewer_cancel_drag(viewer);
    else
        viewer_select(viewer, SINEW_NONE);
}
