#include <stdio.h>

#include "viewer/panels/panel_parts.h"

static void put_value(const viewer_panels *panels, const char *name, const char *value)
{
    panel_put_fact(panels, name, value, 150.0f);
}

static void put_time(const viewer_panels *panels, const char *name, double seconds)
{
    char words[40];
    if (seconds < 1.0)
        snprintf(words, sizeof words, seconds < 0.01 ? "%.3f ms" : "%.1f ms", 1e3 * seconds);
    else
        snprintf(words, sizeof words, "%.2f s", seconds);
    put_value(panels, name, words);
}

static void put_picture_times(const viewer_panels *panels, const viewer_state *viewer)
{
    char words[40];
    panel_put_heading(panels, "THIS PICTURE");
    snprintf(words, sizeof words, "pose (%s)", sinew_engine_info(viewer->settings->engine)->name);
    put_time(panels, words, viewer->times.pose);
    put_time(panels, "draw, skin included", viewer->times.draw);
    put_time(panels, "panels", panels->build_time);
    snprintf(words, sizeof words, "%.0f", panels->pictures_per_second);
    put_value(panels, "pictures a second", words);
}

void panel_build_times(viewer_panels *panels, const viewer_state *viewer)
{
    step_times *steps = &panels->steps;
    put_picture_times(panels, viewer);
    panel_put_heading(panels, "STEP BY STEP, EXACT, ON ONE CORE");
    put_time(panels, "import", viewer->times.load);
    if (!panel_pose(panels, viewer->model)) return;
    step_times_follow(steps, viewer->model, viewer->clip, viewer_timeline(viewer), panels->pose);
    put_time(panels, "sample", steps->sample);
    put_time(panels, "walk", steps->walk);
    put_time(panels, "skin", steps->skin);
}
