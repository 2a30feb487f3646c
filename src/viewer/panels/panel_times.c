#include <stdio.h>

#include "viewer/panels/panel_parts.h"

static void draw_value(const viewer_panels *panels, const char *name, const char *value)
{
    panel_draw_fact(panels, name, value, 150.0f);
}

static void draw_time(const viewer_panels *panels, const char *name, double seconds)
{
    char words[40];
    if (seconds < 1.0)
        snprintf(words, sizeof words, seconds < 0.01 ? "%.3f ms" : "%.1f ms", 1e3 * seconds);
    else
        snprintf(words, sizeof words, "%.2f s", seconds);
    draw_value(panels, name, words);
}

static void draw_picture_times(const viewer_panels *panels, const viewer_state *viewer)
{
    char words[40];
    panel_draw_heading(panels, "THIS PICTURE");
    snprintf(words, sizeof words, "pose (%s)", sinew_engine_info(viewer->settings->engine)->name);
    draw_time(panels, words, viewer->times.pose);
    draw_time(panels, "draw, skin included", viewer->times.draw);
    draw_time(panels, "panels", panels->build_time);
    snprintf(words, sizeof words, "%.0f", panels->frames_per_second);
    draw_value(panels, "pictures a second", words);
}

void panel_build_times(viewer_panels *panels, const viewer_state *viewer)
{
    step_times *steps = &panels->steps;
    draw_picture_times(panels, viewer);
    panel_draw_heading(panels, "STEP BY STEP, EXACT, ON ONE CORE");
    draw_time(panels, "import", viewer->times.load);
    if (!panel_pose(panels, viewer->model)) return;
    step_times_update(steps, viewer->model, viewer->clip, viewer_timeline(viewer), panels->pose);
    draw_time(panels, "sample", steps->sample);
    draw_time(panels, "walk", steps->local_to_global);
    draw_time(panels, "skin", steps->skin);
}
