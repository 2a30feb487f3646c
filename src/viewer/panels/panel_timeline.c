#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/core/actions.h"
#include "viewer/core/viewer_words.h"
#include "viewer/panels/panel_parts.h"

/// Points that a typed line has at least, before what is asked and the time have any.
static const float LEAST_LINE = 80.0f;

/// Where the parts of the timeline lie, in pixels.
typedef struct timeline_frame {
    timeline_scale scale;
    float left, right;
    float middle;                  // of the line of words
    float top, bottom;             // of the band with the keyframes
    float seconds_row, frames_row; // middles of the rows of numbers
} timeline_frame;

timeline_scale panel_timeline_scale(const viewer_panels *panels, const viewer_state *viewer)
{
    const double margin = (double)(PANEL_MARGIN * panels->point);
    return (timeline_scale){
        .end = viewer_clip_duration(viewer), .left = margin, .width = fmax(panels->size.width - 2.0 * margin, 1.0)};
}

static timeline_frame frame_timeline(const viewer_panels *panels, const viewer_state *viewer)
{
    const float point = panels->point, top = (float)panels->layout.timeline.top;
    const timeline_scale scale = panel_timeline_scale(panels, viewer);
    return (timeline_frame){.scale = scale,
                            .left = (float)scale.left,
                            .right = (float)scale.left + (float)scale.width,
                            .middle = top + (panels->layout.slim ? 15.0f : 17.0f) * point,
                            .seconds_row = top + 38.0f * point,
                            .top = top + 46.0f * point,
                            .bottom = top + 62.0f * point,
                            .frames_row = top + 70.0f * point};
}

static float place(const timeline_frame *frame, double seconds)
{
    return (float)timeline_place(&frame->scale, seconds);
}

/// While an area is held, the shown time is where the mouse is.
static void scrub(viewer_state *viewer, const timeline_scale *scale, widget_touch touch)
{
    if (touch.is_held) viewer_seek(viewer, timeline_time(scale, (double)widget_mouse_x()));
}

// ---- the line of words --------------------------------------------------------------------------------------------

static void put_play_sign(float x, float middle, float point, int is_paused)
{
    const float half = 5.0f * point;
    if (is_paused) {
        widget_fill_box(panel_box_at(x, middle - half, 3.0f * point, 2.0f * half), PANEL_INK, 0.0f);
        widget_fill_box(panel_box_at(x + 6.0f * point, middle - half, 3.0f * point, 2.0f * half), PANEL_INK, 0.0f);
    } else {
        const widget_place sign[3] = {{x, middle - half}, {x + 9.0f * point, middle}, {x, middle + half}};
        widget_fill_polygon(sign, 3, PANEL_ACCENT);
    }
}

/// What is asked and the line that is typed; where there is no room for both, the line.
static void put_question(const viewer_panels *panels, const viewer_state *viewer, float x, float right, float middle)
{
    const char *question = prompt_question(viewer->prompt.kind);
    const float width = widget_text_width(question, NULL) + 6.0f * panels->point;
    if (right - x - width > LEAST_LINE * panels->point) {
        widget_put_text(x, middle, 0.0f, PANEL_FAINT, question, NULL);
        x += width;
    }
    panel_put_prompt(panels, x, right, middle, &viewer->prompt);
}

/// The end of as much of a time as there is room for: its parts stand two spaces apart, and the last ones are missed
/// least.
static const char *end_of_time(const char *time, float room)
{
    const char *end = time + strlen(time);
    while (end > time && widget_text_width(time, end) > room) {
        do --end;
        while (end > time && !(end[0] == ' ' && end[1] == ' '));
    }
    return end;
}

/// What plays on the left, or what is asked; where it is on the right.
static void put_words(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame)
{
    const float point = panels->point, half = 12.0f * point, middle = frame->middle, x = frame->left + 20.0f * point;
    const viewer_prompt_kind kind = viewer->prompt.kind;
    const int asks = kind != VIEWER_PROMPT_NONE && (kind != VIEWER_PROMPT_NAME || !panels->layout.left.width);
    char status[512];
    const widget_box sign = panel_box_at(frame->left - PANEL_MARGIN * point, middle - half, 36.0f * point, 2.0f * half);
    if (widget_put_area("play", 0, sign).is_clicked) viewer_toggle_pause(viewer, 0.0);
    put_play_sign(frame->left, middle, point, viewer->player.paused);

    viewer_put_status(viewer, status, sizeof status);
    const char *words = strchr(status, ' '), *tab = strchr(status, '\t');
    if (asks && tab && frame->right - x - widget_text_width(tab + 1, NULL) < 2.0f * LEAST_LINE * point) tab = NULL;
    const char *end = tab ? end_of_time(tab + 1, frame->right - x) : NULL;
    const float right = (tab ? frame->right - widget_text_width(tab + 1, end) : frame->right) - 8.0f * point;
    widget_begin_clip((widget_box){frame->left, middle - half, right, middle + half});
    if (asks)
        put_question(panels, viewer, x, right, middle);
    else if (words)
        widget_put_text(x, middle, 0.0f, PANEL_INK, words + 1, tab);
    widget_end_clip();
    if (tab) widget_put_text(frame->right, middle, 1.0f, PANEL_INK, tab + 1, end);
}

// ---- rows of numbers ----------------------------------------------------------------------------------------------

/// One row of numbers: what they count, from where to where, and how they are written.
typedef struct number_row {
    double first, last, least_step;
    const char *unit;
    float middle, mark_top; // pixels
} number_row;

/// A number beside its mark: right of it, where that is left of `border`; else left of it, where the number before ends
/// in time. Returns where it ends itself.
static float put_number(const number_row *row, const char *text, float x, float before, float border, float point)
{
    const float gap = 6.0f * point, width = widget_text_width(text, NULL); // room for the playhead
    const int fits = x + gap + width < border;
    widget_fill_box(panel_box_at(x, row->mark_top, fmaxf(floorf(point), 1.0f), 14.0f * point), PANEL_LINE, 0.0f);
    if (!fits && x - gap - width < before + gap) return before;
    widget_put_text(fits ? x + gap : x - gap, row->middle, fits ? 0.0f : 1.0f, PANEL_FAINT, text, NULL);
    return fits ? x + gap + width : x - gap;
}

/// Numbers at whole steps.
static void put_numbers(const timeline_frame *frame, const number_row *row, float point)
{
    const double per_unit = frame->scale.width / (row->last - row->first);
    const double step = fmax(timeline_step(per_unit, 64.0 * (double)point), row->least_step);
    float before = 0.0f;
    for (double n = ceil(row->first / step - 1e-6); n * step <= row->last + 1e-6 * step; n += 1.0) {
        char text[40];
        const float x = floorf((float)(frame->scale.left + (n * step - row->first) * per_unit));
        snprintf(text, sizeof text, "%.*f%s", timeline_decimals(step), n * step + 0.0, row->unit);
        before = put_number(row, text, x, before, frame->right + 6.0f * point, point);
    }
}

/// Seconds of the clip above the band, frames of the file below it.
static void put_rulers(const viewer_panels *panels, const viewer_state *viewer, const timeline_frame *frame)
{
    const double fps = viewer->model->info->fps, start = viewer_clip_start(viewer), end = frame->scale.end;
    const float point = panels->point;
    if (!(end > 0.0)) return;
    const number_row seconds = {0.0, end, 1e-6, " s", frame->seconds_row, frame->top - 14.0f * point};
    const number_row frames = {start * fps, (start + end) * fps, 1.0, "", frame->frames_row, frame->bottom};
    widget_begin_small();
    put_numbers(frame, &seconds, point);
    if (fps > 0.0) put_numbers(frame, &frames, point);
    widget_end_small();
}

// ---- the band -----------------------------------------------------------------------------------------------------

/// A tick for each keyframe; where they stand apart, a diamond.
static void put_key(float x, float middle, float point, int is_apart)
{
    const float half = 4.0f * point, thin = 0.5f * fmaxf(floorf(point), 1.0f);
    const widget_place diamond[4] = {{x, middle - half}, {x + half, middle}, {x, middle + half}, {x - half, middle}};
    if (is_apart)
        widget_fill_polygon(diamond, 4, PANEL_KEY);
    else
        widget_fill_box((widget_box){x - thin, middle - half, x + thin, middle + half}, PANEL_KEY, 0.0f);
}

static void put_keys(viewer_panels *panels, const viewer_state *viewer, const timeline_frame *frame)
{
    const float point = panels->point, middle = 0.5f * (frame->top + frame->bottom);
    const int32_t most = (int32_t)frame->scale.width + 2;
    int32_t *pixels = panel_scratch(panels, (size_t)most * sizeof *pixels);
    if (!pixels) return;
    timeline_keys_follow(&panels->keys, viewer->model, viewer->clip, viewer->selected_joint);
    const int32_t count = timeline_mark_keys(&frame->scale, &panels->keys, viewer_clip_start(viewer), pixels, most);
    const int is_apart = frame->scale.width > (double)(9.0f * point) * count;
    for (int32_t i = 0; i < count; ++i) put_key((float)pixels[i] + 0.5f, middle, point, is_apart);
}

/// The end of the part that plays: 0 the first, 1 the last. Dragging moves it.
static void put_handle(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame, int which)
{
    const sinew_player *player = &viewer->player;
    const float point = panels->point, reach = 9.0f * point, width = 2.0f * point;
    const float x = place(frame, which ? player->end : player->begin);
    const float top = frame->top - 3.0f * point, bottom = frame->bottom + 3.0f * point;
    const widget_touch touch =
        widget_put_area("handle", which, (widget_box){which ? x : x - reach, top, which ? x + reach : x, bottom});
    const double time = timeline_time(&frame->scale, (double)widget_mouse_x());
    if (touch.is_held && which) viewer_play_part(viewer, player->begin, fmax(time, player->begin));
    if (touch.is_held && !which) viewer_play_part(viewer, fmin(time, player->end), player->end);

    const uint32_t color = touch.is_held || touch.is_hovered ? PANEL_INK : PANEL_FAINT;
    const widget_place flag[3] = {{x, top}, {x + (which ? 7.0f : -7.0f) * point, top}, {x, top + 7.0f * point}};
    widget_fill_box(panel_box_at(which ? x : x - width, top, width, bottom - top), color, 0.0f);
    widget_fill_polygon(flag, 3, color);
}

static void put_playhead(const viewer_panels *panels, const viewer_state *viewer, const timeline_frame *frame)
{
    const float point = panels->point, x = place(frame, sinew_player_time(&viewer->player));
    const float top = frame->top - 8.0f * point;
    const widget_place sign[3] = {{x - 5.0f * point, top}, {x + 5.0f * point, top}, {x, top + 6.0f * point}};
    panel_put_playhead(panels, x, top, frame->bottom + 4.0f * point);
    widget_fill_polygon(sign, 3, PANEL_ACCENT);
}

/// What is clicked and dragged: the whole clip, the part that plays, and what has been played of it.
static void put_band(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame)
{
    const float reach = 6.0f * panels->point, above = 16.0f * panels->point, top = frame->top, bottom = frame->bottom;
    const widget_box area = {frame->left - reach, top - above, frame->right + reach, bottom + above};
    scrub(viewer, &frame->scale, widget_put_area("band", 0, area));
    const float begin = place(frame, viewer->player.begin), end = place(frame, viewer->player.end);
    const float now = fmaxf(place(frame, sinew_player_time(&viewer->player)), begin);
    widget_fill_box((widget_box){frame->left, top, frame->right, bottom}, PANEL_RAISED, 0.0f);
    widget_fill_box((widget_box){begin, top, end, bottom}, PANEL_LINE, 0.0f);
    widget_fill_box((widget_box){begin, top, now, bottom}, PANEL_PLAYED, 0.0f);
}

// ---- all of it ----------------------------------------------------------------------------------------------------

/// Without room for more: a line that shows how much has been played.
static void put_slim_band(const viewer_panels *panels, viewer_state *viewer)
{
    const panel_box *box = &panels->layout.timeline;
    const timeline_scale scale = {0.0, viewer_clip_duration(viewer), 0.0, (double)box->width};
    const float top = (float)box->top, width = (float)box->width, height = 3.0f * panels->point;
    scrub(viewer, &scale, widget_put_area("band", 0, panel_box_at(0.0f, top, width, 7.0f * panels->point)));
    const float now = (float)timeline_place(&scale, sinew_player_time(&viewer->player));
    widget_fill_box(panel_box_at(0.0f, top, width, height), PANEL_LINE, 0.0f);
    widget_fill_box(panel_box_at(0.0f, top, now, height), PANEL_ACCENT, 0.0f);
}

/// The handles lie over the band, and have the mouse before it.
static void put_full_band(viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame)
{
    widget_begin_layers();
    widget_choose_layer(1);
    put_handle(panels, viewer, frame, 0);
    put_handle(panels, viewer, frame, 1);
    widget_choose_layer(0);
    put_band(panels, viewer, frame);
    put_rulers(panels, viewer, frame);
    put_keys(panels, viewer, frame);
    widget_choose_layer(1);
    put_playhead(panels, viewer, frame);
    widget_end_layers();
}

void panel_build_timeline(viewer_panels *panels, viewer_state *viewer)
{
    if (!panels->layout.timeline.width) return;
    widget_begin_panel("timeline", &panels->layout.timeline, 0);
    const timeline_frame frame = frame_timeline(panels, viewer);
    if (panels->layout.slim)
        put_slim_band(panels, viewer);
    else
        put_full_band(panels, viewer, &frame);
    put_words(panels, viewer, &frame);
    widget_end_panel();
}
