#include <stdio.h>

#include "viewer/panels/panel_parts.h"

static void draw_value(const viewer_panels *panels, const char *name, const char *value)
{
    panel_draw_fact(panels, name, value, 150.0f);
}

static void draw_time(const viewer_panels *panels, const char *name, double seconds)
{
    char text[40];
    if (seconds < 1.0)
        snprintf(text, sizeof text, seconds < 0.01 ? "%.3f ms" : "%.1f ms", 1e3 * seconds);
    else
        snprintf(text, sizeof text, "%.2f s", seconds);
    draw_value(panels, name, text);
}

static void draw_frame_times(const viewer_panels *panels, const viewer_state *viewer)
{
    char text[40];
    panel_draw_heading(panels, "THIS FRAME");
    snprintf(text, sizeof text, "pose (%s)", sinew_engine_info(viewer->settings->engine)->name);
    draw_time(panels, text, viewer->times.pose);
    draw_time(panels, "draw, with skinning", viewer->times.draw);
    draw_time(panels, "panels", panels->build_time);
    snprintf(text, sizeof text, "%.0f", panels->frames_per_second);
    draw_value(panels, "frames per second", text);
}

void panel_build_times(viewer_panels *panels, const viewer_state *viewer)
{
    step_times *steps = &panels->steps;
    draw_frame_times(panels, viewer);
    panel_draw_heading(panels, "STEPS, EXACT ENGINE, ONE CORE");
    draw_time(panels, "import", viewer->times.load);
    if (!panel_pose(panels, viewer->model)) return;
    step_times_update(steps, viewer->model, viewer->clip, viewer_time(viewer), panels->pose);
    draw_time(panels, "sample", steps->sample);
    draw_time(panels, "local to global", steps->local_to_global);
    draw_time(panels, "skin", steps->skin);
}
