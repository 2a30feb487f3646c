#include <stdio.h>

#include "viewer/core/prompt_answer.h"
#include "viewer/panels/panel_parts.h"

/// Returns whether the typed search excludes a clip.
static int is_left_out(const viewer_state *viewer, const char *name)
{
    return viewer->prompt.kind == VIEWER_PROMPT_NAME && !viewer_text_contains(name, viewer->prompt.text);
}

static void draw_clip(const viewer_panels *panels, viewer_state *viewer, int32_t clip)
{
    const sinew_clip *shown = &viewer->model->clips[clip];
    const char *name = sinew_text(viewer->model, shown->name);
    const float point = panels->point;
    widget_box box;
    char text[40];
    if (panel_add_row(panels, clip, clip == viewer->clip, &box)) viewer_start_clip(viewer, clip);
    const float right = box.right - 6.0f * point, x = box.left + 8.0f * point;
    snprintf(text, sizeof text, "%.3f s", shown->duration);
    widget_draw_text(right, 0.5f * (box.top + box.bottom), 1.0f, PANEL_DIM_TEXT, text, NULL);
    box.right = right - widget_text_width(text, NULL) - 8.0f * point;
    panel_draw_name(box, x, is_left_out(viewer, name) ? PANEL_DIM_TEXT : PANEL_TEXT, name);
}

void panel_build_clips(viewer_panels *panels, viewer_state *viewer)
{
    const int32_t count = viewer->model->clip_count;
    const float row = PANEL_ROW * panels->point;
    const int rows_of_panel = (int)((float)panels->layout.left.height / row);
    panel_draw_heading(panels, "CLIPS");
    if (count == 0) { // a list of height 0 would fill the panel
        widget_write(PANEL_DIM_TEXT, "none (rest pose)");
        return;
    }
    const int shown = panel_clip_rows(rows_of_panel, count, viewer->model->joint_count);
    widget_begin_list("clips", (float)shown * row);
    if (panel_should_reveal(&panels->clip, viewer->clip, panels->layout.left.height)) {
        widget_list_reveal(viewer->clip, row);
    }
    const widget_rows rows = widget_list_rows(count, row);
    for (int32_t i = rows.first; i < rows.end; ++i) draw_clip(panels, viewer, i);
    widget_end_list(count, row);
}
