// Draws the panel with the comparison, and the strip of distances below the timeline.
#include <math.h>
#include <stdio.h>

#include "core/base/printable.h"
#include "program/viewer/core/actions.h"
#include "program/viewer/panels/panel_parts.h"
#include "runtime/model/look_up.h"

/// Draws a row of buttons, one for each word of a table; the chosen one is highlighted.
static void draw_choice(const viewer_panels *panels, viewer_state *viewer, const sinew__word *words, int chosen,
                        void (*run)(viewer_state *viewer, double amount))
{
    enum { MAX_BUTTONS = 8 };
    panel_button buttons[MAX_BUTTONS];
    int count = 0;
    for (; words[count].name && count < MAX_BUTTONS; ++count)
        buttons[count] = (panel_button){words[count].name, run, words[count].value, words[count].value == chosen};
    panel_draw_buttons(panels, viewer, buttons, count);
}

void panel_build_compare(viewer_panels *panels, viewer_state *viewer)
{
    static const panel_button choose[] = {{"Choose", viewer_open_prompt, VIEWER_PROMPT_COMPARE, 0},
                                          {"End", viewer_drop_other, 0, 0},
                                          {"Copy diff", viewer_copy_diff, 0, 0}};
    static const panel_button shift[] = {{"-10", viewer_shift_other, -10, 0},
                                         {"-1", viewer_shift_other, -1, 0},
                                         {"0", viewer_shift_other, 0, 0},
                                         {"+1", viewer_shift_other, 1, 0},
                                         {"+10", viewer_shift_other, 10, 0}};
    static const panel_button peaks[] = {{"Previous", viewer_go_to_maximum, -1, 0},
                                         {"Next", viewer_go_to_maximum, 1, 0}};
    const viewer_comparison *other = &viewer->other;
    const viewer_distances *distances = &other->distances;
    char name[200], text[240];
    panel_draw_heading(panels, "COMPARE");
    panel_draw_buttons(panels, viewer, choose, 3);
    if (!other->model) {
        widget_write_wrapped(PANEL_DIM_TEXT, "nothing: choose a clip or a file (b)");
        return;
    }
    const char *clip = other->clip == SINEW_NONE ? "rest pose" : sinew__clip_name(other->model, other->clip);
    sinew__printable(other->name, name, sizeof name);
    panel_draw_fact(panels, "file", name, 64.0f);
    sinew__printable(clip, name, sizeof name);
    panel_draw_fact(panels, "clip", name, 64.0f);
    widget_write(PANEL_DIM_TEXT, "show");
    draw_choice(panels, viewer, viewer_compare_words, (int)other->way, viewer_choose_way);
    const panel_button flip = {other->shows_other ? "Show the first" : "Show the second", viewer_flip, 0, 0};
    panel_draw_buttons(panels, viewer, &flip, 1);
    widget_write(PANEL_DIM_TEXT, "link by");
    draw_choice(panels, viewer, viewer_link_words, (int)other->link, viewer_choose_link);
    const double fps = other->model->info->fps > 0.0 ? other->model->info->fps : 30.0;
    snprintf(text, sizeof text, "offset: %+.0f frames, %+.3f s", other->offset * fps, other->offset);
    widget_write(PANEL_DIM_TEXT, text);
    panel_draw_buttons(panels, viewer, shift, 5);
    const double now = viewer_distance_now(viewer);
    widget_write(PANEL_DIM_TEXT, "peaks of the distance");
    panel_draw_buttons(panels, viewer, peaks, 2);
    snprintf(text, sizeof text, now < 0.0 ? "not measured" : "%.4g cm", now);
    panel_draw_fact(panels, "here", text, 64.0f);
    if (distances->largest_frame == SINEW_NONE) return;
    snprintf(text, sizeof text, "%.4g cm at %.3f s", (double)distances->largest,
             distances->largest_frame * distances->step);
    panel_draw_fact(panels, distances->measured < distances->count ? "so far" : "largest", text, 64.0f);
}

// ---- the strip -----------------------------------------------------------------------------------------------------

void panel_draw_distances(viewer_panels *panels, viewer_state *viewer, const timeline_scale *scale, float top,
                          float bottom)
{
    const viewer_distances *distances = &viewer->other.distances;
    const float point = panels->point, left = (float)scale->left, right = left + (float)scale->width;
    const double per_pixel = (scale->end - scale->begin) / scale->width;
    const float full = fmaxf(distances->largest, distances->tolerance);
    char text[64];
    widget_fill_box((widget_box){left, top, right, bottom}, PANEL_RAISED, 2.0f * point);
    const int columns = (int)scale->width;
    // Each pixel shows the largest distance of its frames.
    for (int x = 0; x < columns && distances->measured > 0 && full > 0.0f; ++x) {
        const double from = scale->begin + x * per_pixel, step = distances->step > 0.0 ? distances->step : 1.0;
        const double first = fmax(round(from / step), 0.0), last = fmax(round((from + per_pixel) / step), first);
        float cm = 0.0f;
        for (double i = first; i <= last && i < distances->measured; i += 1.0)
            cm = fmaxf(cm, distances->cm[(int32_t)i]);
        const float height = (bottom - top - point) * cm / full;
        const widget_box bar = {left + (float)x, bottom - height, left + (float)x + 1.0f, bottom};
        if (height > 0.0f) widget_fill_box(bar, PANEL_KEY, 0.0f);
    }
    widget_begin_small();
    if (distances->largest_frame == SINEW_NONE)
        snprintf(text, sizeof text, "measuring the distance");
    else if (distances->measured < distances->count)
        snprintf(text, sizeof text, "%.4g cm, measuring: %d of %d", (double)distances->largest,
                 (int)distances->measured, (int)distances->count);
    else
        snprintf(text, sizeof text, distances->largest > distances->tolerance ? "%.4g cm" : "equal: %.4g cm",
                 (double)distances->largest);
    widget_draw_text(left + 4.0f * point, top + 7.0f * point, 0.0f, PANEL_TEXT, text, NULL);
    widget_end_small();
    const double now = viewer_time(viewer);
    if (now >= scale->begin && now <= scale->end)
        panel_draw_playhead(panels, (float)scene_timeline_x(scale, now), top, bottom);
}
