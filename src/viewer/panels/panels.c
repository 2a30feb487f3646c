#include "viewer/panels/panels.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "viewer/panels/panel_parts.h"

/// What was computed for one model is invalid for another, even at the same address.
static void clear_model(viewer_panels *panels)
{
    timeline_keys_free(&panels->keys);
    joint_list_free(&panels->joints);
    joint_curves_free(&panels->curves);
    step_times_free(&panels->steps);
    sinew_pose_destroy(panels->pose);
    panels->pose = NULL;
    panels->clip = panels->joint = (panel_revealed){0};
}

/// Requests the glyphs of all names at once, so that none is missing after scrolling.
static void request_glyphs(viewer_panels *panels, const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    widgets_request_glyphs(panels->widgets, viewer->name);
    for (int32_t i = 0; i < model->clip_count; ++i) {
        widgets_request_glyphs(panels->widgets, sinew_text(model, model->clips[i].name));
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        widgets_request_glyphs(panels->widgets, sinew_text(model, model->joints[i].name));
    }
}

static void update_model(viewer_panels *panels, const viewer_state *viewer)
{
    if (panels->model_number == viewer->model_number) return;
    clear_model(panels);
    panels->model_number = viewer->model_number;
    request_glyphs(panels, viewer);
}

sinew_result viewer_panels_create(viewer_panels **out_panels, sinew_error *out_error)
{
    viewer_panels *panels = *out_panels = calloc(1, sizeof *panels);
    if (!panels) return sinew__fail_memory(out_error);
    panels->ticks = SDL_GetPerformanceCounter();
    panels->model_number = -1;
    return widgets_create(&panels->widgets, out_error);
}

void viewer_panels_destroy(viewer_panels *panels)
{
    if (!panels) return;
    clear_model(panels);
    widgets_destroy(panels->widgets);
    free(panels->scratch);
    free(panels);
}

// ---- building -----------------------------------------------------------------------------------------------------

static void divide(viewer_panels *panels, const viewer_state *viewer)
{
    const viewer_prompt_kind kind = viewer->prompt.kind;
    const int has_prompt = kind == VIEWER_PROMPT_TIME || kind == VIEWER_PROMPT_ROTATION; // shown in the timeline
    const int curves = viewer->panels[VIEWER_PANEL_CURVES];
    const int values = curves && viewer->selected_joint != SINEW_NONE;
    const int right = values || viewer->panels[VIEWER_PANEL_INFO] || viewer->panels[VIEWER_PANEL_TIMES];
    panel_visibility visibility = {!viewer->hide_status || has_prompt, viewer->panels[VIEWER_PANEL_TREE], right,
                                   curves};
    panel_layout_divide(panels->size.width, panels->size.height, panels->size.scale, &visibility, &panels->layout);
    if (kind != VIEWER_PROMPT_NAME || panels->layout.left.width || visibility.timeline) return;
    visibility.timeline = 1; // without space for the search field on the left, it is shown below the viewport
    panel_layout_divide(panels->size.width, panels->size.height, panels->size.scale, &visibility, &panels->layout);
}

static void begin_widgets(viewer_panels *panels, panel_input *input)
{
    const double passed = fmin(fmax(viewer_seconds_since(panels->ticks), 1e-4), 1.0);
    const panel_mouse mouse = panel_input_read(input);
    panels->frames_per_second += 0.1 * (1.0 / passed - panels->frames_per_second);
    panels->ticks = SDL_GetPerformanceCounter();
    widgets_begin(panels->widgets, panels->size.width, panels->size.height, panels->size.scale, &mouse, passed);
}

static void build_left(viewer_panels *panels, viewer_state *viewer)
{
    if (!panels->layout.left.width) return;
    widget_begin_panel("left", &panels->layout.left, 0);
    if (!viewer->is_loading) { // the empty model has nothing to show
        panel_build_clips(panels, viewer);
        panel_build_joints(panels, viewer);
    }
    widget_end_panel();
}

static void build_right(viewer_panels *panels, const viewer_state *viewer)
{
    if (!panels->layout.right.width) return;
    widget_begin_panel("right", &panels->layout.right, 1);
    if (!viewer->is_loading) {
        if (viewer->panels[VIEWER_PANEL_CURVES]) panel_build_values(panels, viewer);
        if (viewer->panels[VIEWER_PANEL_INFO]) panel_build_info(panels, viewer);
        if (viewer->panels[VIEWER_PANEL_TIMES]) panel_build_times(panels, viewer);
    }
    widget_end_panel();
}

void viewer_panels_build(viewer_panels *panels, viewer_state *viewer, panel_input *input, const viewer_size *size)
{
    panels->size = *size;
    panels->point = (float)size->scale;
    update_model(panels, viewer);
    divide(panels, viewer);
    begin_widgets(panels, input);
    panel_build_timeline(panels, viewer);
    build_left(panels, viewer);
    panel_build_curves(panels, viewer);
    build_right(panels, viewer);
    input->cover = viewer->help ? panel_build_help() : (panel_box){0};
    widgets_end(panels->widgets);
    panels->build_time += 0.1 * (viewer_seconds_since(panels->ticks) - panels->build_time);
    input->viewport = panels->layout.viewport;
}

sinew_result viewer_panels_draw(viewer_panels *panels, sinew_renderer *renderer, const render_interface **out_contents,
                                sinew_error *out_error)
{
    const panel_box *viewport = &panels->layout.viewport;
    return widgets_draw(panels->widgets, renderer, viewport->left, viewport->top, out_contents, out_error);
}
