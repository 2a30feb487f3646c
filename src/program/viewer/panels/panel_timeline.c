#include "program/viewer/panels/panel_timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/viewer/core/actions.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/viewer_text.h"
#include "program/viewer/panels/panel_parts.h"

// ---- keyframes ----------------------------------------------------------------------------------------------------

void panel_timeline_keys_free(timeline_keys *keys)
{
    free(keys->times);
    *keys = (timeline_keys){0};
}

void panel_timeline_keys_update(timeline_keys *keys, const sinew_model *model, int32_t clip, int32_t joint)
{
    if (keys->model == model && keys->clip == clip && keys->joint == joint) return;
    panel_timeline_keys_free(keys);
    *keys = (timeline_keys){.model = model, .clip = clip, .joint = joint};
    if (clip == SINEW_NONE) return;
    keys->count = sinew_clip_key_times(model, clip, joint, NULL, 0);
    keys->times = malloc(((size_t)keys->count + 1) * sizeof *keys->times);
    if (!keys->times) keys->count = 0;
    sinew_clip_key_times(model, clip, joint, keys->times, keys->count);
}

int32_t panel_timeline_mark_keys(const timeline_scale *scale, const timeline_keys *keys, int32_t space,
                                 int32_t *out_pixels, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t i = 0; i < keys->count; ++i) {
        const double seconds = keys->times[i];
        if (seconds < scale->begin - 1e-6 || seconds > scale->end + 1e-6) continue;
        const int32_t pixel = (int32_t)floor(scene_timeline_x(scale, seconds));
        if (count > 0 && pixel < out_pixels[count - 1] + space) continue;
        if (count == capacity) break;
        out_pixels[count++] = pixel;
    }
    return count;
}

/// Minimum width in points of a line that is typed. The label and the time are left out before it gets narrower.
static const float min_line = 80.0f;

/// The layout of the timeline in pixels.
typedef struct timeline_frame {
    timeline_scale scale;
    float left, right;
    float middle;                  // centre of the line of text
    float top, bottom;             // top and bottom of the band with the keyframes
    float seconds_row, frames_row; // centres of the rulers
} timeline_frame;

timeline_scale panel_timeline_scale(const viewer_panels *panels, const viewer_state *viewer)
{
    const double margin = (double)(PANEL_MARGIN * panels->point);
    return (timeline_scale){.begin = viewer->visible.begin,
                            .end = viewer->visible.end,
                            .left = margin,
                            .width = fmax(panels->size.width - 2.0 * margin, 1.0)};
}

static float time_x(const timeline_frame *frame, double seconds)
{
    return (float)scene_timeline_x(&frame->scale, seconds);
}

static int is_visible(const timeline_frame *frame, double seconds)
{
    return seconds >= frame->scale.begin - 1e-9 && seconds <= frame->scale.end + 1e-9;
}

void panel_zoom_time(viewer_state *viewer, const timeline_scale *scale, widget_response touch)
{
    const double per_pixel = (scale->end - scale->begin) / scale->width;
    const double around = scene_timeline_time(scale, (double)widget_mouse_x());
    if (touch.wheel != 0.0f) viewer_zoom_timeline(viewer, pow(0.8, (double)touch.wheel), around);
    if (touch.pan != 0.0f) viewer_pan_timeline(viewer, -(double)touch.pan * per_pixel);
}

/// Sets the time to the mouse position while the mouse holds an area. The wheel zooms; other buttons pan.
static void scrub(viewer_state *viewer, const timeline_scale *scale, widget_response touch)
{
    if (touch.is_held) viewer_seek(viewer, scene_timeline_time(scale, (double)widget_mouse_x()));
    panel_zoom_time(viewer, scale, touch);
}

// ---- line of text -------------------------------------------------------------------------------------------------

/// Returns the end of the part of a time text that fits. Its parts are separated by two spaces; the last ones are left
/// out first.
static const char *fit_time(const char *time, float space)
{
    const char *end = time + strlen(time);
    while (end > time && widget_text_width(time, end) > space) {
        do --end;
        while (end > time && !(end[0] == ' ' && end[1] == ' '));
    }
    return end;
}

/// Draws the start of a text, and an ellipsis if it does not fit.
static void draw_start(float x, float right, float middle, const char *text, const char *end)
{
    static const char dots[] = "\u2026";
    const int fits = widget_text_width(text, end) <= right - x;
    const float space = right - x - (fits ? 0.0f : widget_text_width(dots, NULL));
    while (end > text && widget_text_width(text, end) > space) {
        do --end;
        while (end > text && (*end & 0xc0) == 0x80);
    }
    widget_draw_text(x, middle, 0.0f, PANEL_TEXT, text, end);
    if (!fits) widget_draw_text(x + widget_text_width(text, end), middle, 0.0f, PANEL_TEXT, dots, NULL);
}

// ---- buttons ------------------------------------------------------------------------------------------------------

/// The buttons that appear when the mouse moves over the timeline, for users who do not know the keys. `sign` is drawn
/// character by character: | as a bar, < and > as triangles, others as text.
static const struct {
    const char *sign;
    void (*run)(viewer_state *viewer, double amount);
    double amount;
} buttons[] = {
    {"|<", viewer_next_clip, -1},
    {"<", viewer_step_keyframes, -1},
    {">", viewer_step_keyframes, 1},
    {">|", viewer_next_clip, 1},
    {"L", viewer_next_loop_mode, 0},
    {"+", viewer_scale_timeline, 0.5},
    {"-", viewer_scale_timeline, 2.0},
    {"t", viewer_toggle_panel, VIEWER_PANEL_TREE},
    {"v", viewer_toggle_panel, VIEWER_PANEL_CURVES},
    {"E", viewer_toggle_panel, VIEWER_PANEL_EDITS},
    {"C", viewer_toggle_panel, VIEWER_PANEL_COMPARE},
    {"I", viewer_toggle_in_place, 0},
    {"D", viewer_open_prompt, VIEWER_PROMPT_TRAIL},
    {"H", viewer_hold_trail, 0},
    {"V", viewer_save_film, 0},
    {"f", viewer_toggle_full_screen, 0},
    {"?", viewer_next_help, 0},
};

enum { BUTTON_COUNT = sizeof buttons / sizeof *buttons };

/// Distance between buttons in points.
#define BUTTON_WIDTH 25.0f

static void draw_sign(const char *sign, float middle_x, float middle, float point, uint32_t color)
{
    const float half = 4.5f * point, part = 7.0f * point, width = part * (float)strlen(sign);
    float x = middle_x - 0.5f * width;
    if (!strpbrk(sign, "<>")) {
        widget_draw_text(middle_x, middle, 0.5f, color, sign, NULL);
        return;
    }
    for (; *sign; ++sign, x += part) {
        const widget_point left[3] = {{x + part, middle - half}, {x + part, middle + half}, {x, middle}};
        const widget_point right[3] = {{x, middle - half}, {x + part, middle}, {x, middle + half}};
        if (*sign == '|')
            widget_fill_box(panel_box_at(x + 2.0f * point, middle - half, 2.5f * point, 2.0f * half), color, 0.0f);
        else
            widget_fill_polygon(*sign == '<' ? left : right, 3, color);
    }
}

/// Draws the buttons to the right of `x` while the mouse moves over the timeline, if they fit. A click runs the action.
/// Returns the right end. *out_hovered is the index of the button under the mouse, or −1.
static float draw_buttons(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame, float x,
                          int *out_hovered)
{
    const float point = panels->point, half = 11.0f * point, width = BUTTON_WIDTH * point;
    *out_hovered = -1;
    const int fit = (int)((frame->right - x) / (2.0f * width)); // number of buttons that fit in half of the line
    if (!panels->has_buttons || fit < 2) return x;
    for (int i = 0; i < BUTTON_COUNT; ++i) {
        if (i >= fit - 1 && i < BUTTON_COUNT - 1) continue; // the last button is kept: its help lists all actions
        const widget_box area = panel_box_at(x, frame->middle - half, width - 2.0f * point, 2.0f * half);
        const widget_response touch = widget_add_area("button", i, area);
        if (touch.is_hovered) *out_hovered = i;
        widget_fill_box(area, touch.is_hovered ? PANEL_SELECTED : PANEL_RAISED, 3.0f * point);
        draw_sign(buttons[i].sign, 0.5f * (area.left + area.right), frame->middle, point,
                  touch.is_hovered ? PANEL_TEXT : PANEL_DIM_TEXT);
        if (touch.is_clicked) buttons[i].run(viewer, buttons[i].amount);
        x += width;
    }
    return x + 6.0f * point;
}

/// Draws the clip or the prompt on the left, and the time on the right.
static void draw_text_rows(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame)
{
    const float point = panels->point, half = 12.0f * point, middle = frame->middle;
    float x = frame->left + 20.0f * point;
    int hovered = -1;
    const viewer_prompt_kind kind = viewer->prompt.kind;
    const int has_prompt = kind != VIEWER_PROMPT_NONE && (kind != VIEWER_PROMPT_NAME || !panels->layout.left.width);
    char status[512];
    const widget_box sign = panel_box_at(frame->left - PANEL_MARGIN * point, middle - half, 36.0f * point, 2.0f * half);
    if (widget_add_area("play", 0, sign).is_clicked) viewer_toggle_pause(viewer, 0.0);
    const float point_half = 5.0f * point;
    if (viewer->player.paused) {
        const float top = middle - point_half, width = 3.0f * point, height = 2.0f * point_half;
        widget_fill_box(panel_box_at(frame->left, top, width, height), PANEL_TEXT, 0.0f);
        widget_fill_box(panel_box_at(frame->left + 6.0f * point, top, width, height), PANEL_TEXT, 0.0f);
    } else {
        const widget_point play[3] = {{frame->left, middle - point_half},
                                      {frame->left + 9.0f * point, middle},
                                      {frame->left, middle + point_half}};
        widget_fill_polygon(play, 3, PANEL_ACCENT);
    }
    if (!has_prompt) x = draw_buttons(panels, viewer, frame, x, &hovered);

    viewer_format_status(viewer, status, sizeof status);
    const char *text = strchr(status, ' '), *tab = strchr(status, '\t');
    if (has_prompt && tab && frame->right - x - widget_text_width(tab + 1, NULL) < 2.0f * min_line * point) tab = NULL;
    const char *end = tab ? fit_time(tab + 1, frame->right - x) : NULL;
    const float right = (tab ? frame->right - widget_text_width(tab + 1, end) : frame->right) - 8.0f * point;
    widget_begin_clip((widget_box){frame->left, middle - half, right, middle + half});
    if (has_prompt) {
        // The label is left out if it does not fit next to the typed line.
        const char *question = viewer_prompt_label(viewer->prompt.kind);
        const float width = widget_text_width(question, NULL) + 6.0f * panels->point;
        if (right - x - width > min_line * panels->point) {
            widget_draw_text(x, middle, 0.0f, PANEL_DIM_TEXT, question, NULL);
            x += width;
        }
        panel_draw_prompt(panels, x, right, middle, &viewer->prompt);
    } else if (hovered >= 0) { // instead of the clip, the button's action and key: "toggle full screen  (f)"
        char button[160];
        const char *help;
        const viewer_binding *row = viewer_binding_of(buttons[hovered].run, buttons[hovered].amount, &help);
        snprintf(button, sizeof button, "%s  (%s)", help ? help : "", row ? row->keys : "");
        draw_start(x, right, middle, button, button + strlen(button));
    } else if (text) {
        draw_start(x, right, middle, text + 1, text + strcspn(text, "\t"));
    }
    widget_end_clip();
    if (tab) widget_draw_text(frame->right, middle, 1.0f, PANEL_TEXT, tab + 1, end);
}

// ---- rulers -------------------------------------------------------------------------------------------------------

/// A ruler: its range, its smallest step and its unit.
typedef struct ruler {
    double first, last, min_step;
    const char *unit;
    float middle, mark_top; // pixels
} ruler;

/// Draws numbers at round steps, to the right of their marks. A number that would cross the border is drawn to the left
/// of its mark, if that does not cover the previous number.
static void draw_numbers(const timeline_frame *frame, const ruler *row, float point)
{
    const double per_unit = frame->scale.width / (row->last - row->first);
    const double step = fmax(scene_timeline_step(per_unit, 64.0 * (double)point), row->min_step);
    const float gap = 6.0f * point, border = frame->right + 6.0f * point; // space for the time's line
    float before = 0.0f;
    for (double n = ceil(row->first / step - 1e-6); n * step <= row->last + 1e-6 * step; n += 1.0) {
        char text[40];
        const float x = floorf((float)(frame->scale.left + (n * step - row->first) * per_unit));
        snprintf(text, sizeof text, "%.*f%s", scene_timeline_decimals(step), n * step + 0.0, row->unit);
        const float width = widget_text_width(text, NULL);
        const int fits = x + gap + width < border;
        widget_fill_box(panel_box_at(x, row->mark_top, fmaxf(floorf(point), 1.0f), 14.0f * point), PANEL_LINE, 0.0f);
        if (!fits && x - gap - width < before + gap) continue;
        widget_draw_text(fits ? x + gap : x - gap, row->middle, fits ? 0.0f : 1.0f, PANEL_DIM_TEXT, text, NULL);
        before = fits ? x + gap + width : x - gap;
    }
}

/// Draws seconds of the clip above the band, and frames of the file below it.
static void draw_rulers(const viewer_panels *panels, const viewer_state *viewer, const timeline_frame *frame)
{
    const double fps = viewer->model->info->fps, begin = frame->scale.begin, end = frame->scale.end;
    const float point = panels->point;
    if (!(end > begin)) return;
    const ruler seconds = {begin, end, 1e-6, " s", frame->seconds_row, frame->top - 14.0f * point};
    const ruler frames = {
        viewer_frame(viewer, begin, fps), viewer_frame(viewer, end, fps), 1.0, "", frame->frames_row, frame->bottom};
    widget_begin_small();
    draw_numbers(frame, &seconds, point);
    if (fps > 0.0) draw_numbers(frame, &frames, point);
    widget_end_small();
}

// ---- band ---------------------------------------------------------------------------------------------------------

/// Smallest distance of ticks for keyframes, in points; closer ones would look like a solid bar.
#define KEY_SPACE 3.0f

static void draw_keys(viewer_panels *panels, const viewer_state *viewer, const timeline_frame *frame)
{
    const float point = panels->point, middle = 0.5f * (frame->top + frame->bottom);
    const int32_t max = (int32_t)frame->scale.width + 2;
    int32_t *pixels = panel_scratch(panels, (size_t)max * sizeof *pixels);
    if (!pixels) return;
    panel_timeline_keys_update(&panels->keys, viewer->model, viewer->clip, viewer->selected_joint);
    const int32_t count =
        panel_timeline_mark_keys(&frame->scale, &panels->keys, (int32_t)fmaxf(KEY_SPACE * point, 1.0f), pixels, max);
    const int is_spaced = frame->scale.width > (double)(9.0f * point) * count;
    const float key_half = 4.0f * point, thin = 0.5f * fmaxf(floorf(point), 1.0f);
    for (int32_t i = 0; i < count; ++i) { // diamonds if there is space, else ticks
        const float x = (float)pixels[i] + 0.5f, top = middle - key_half, bottom = middle + key_half;
        const widget_point diamond[4] = {{x, top}, {x + key_half, middle}, {x, bottom}, {x - key_half, middle}};
        if (is_spaced)
            widget_fill_polygon(diamond, 4, PANEL_KEY);
        else
            widget_fill_box((widget_box){x - thin, top, x + thin, bottom}, PANEL_KEY, 0.0f);
    }
}

/// Draws the keys that the user marked, larger than the author's keys.
static void draw_marked_keys(const viewer_panels *panels, const viewer_state *viewer, const timeline_frame *frame)
{
    const sinew__posed_clip *keys = &viewer->edit_list.keys;
    const float middle = 0.5f * (frame->top + frame->bottom), half = 6.0f * panels->point;
    for (int32_t i = 0; i < keys->count; ++i) {
        const float x = time_x(frame, keys->poses[i].from);
        const widget_point diamond[4] = {
            {x, middle - half}, {x + half, middle}, {x, middle + half}, {x - half, middle}};
        if (is_visible(frame, keys->poses[i].from)) widget_fill_polygon(diamond, 4, PANEL_EDIT);
    }
}

/// Draws a handle of the playing range: at its start (`which` 0) or its end (1). Dragging it moves that end.
static void draw_handle(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame, int which)
{
    const sinew_playback *player = &viewer->player;
    const float point = panels->point, reach = 9.0f * point, width = 2.0f * point;
    const float x = time_x(frame, which ? player->end : player->begin);
    const float top = frame->top - 3.0f * point, bottom = frame->bottom + 3.0f * point;
    if (!is_visible(frame, which ? player->end : player->begin)) return;
    const widget_response touch =
        widget_add_area("handle", which, (widget_box){which ? x : x - reach, top, which ? x + reach : x, bottom});
    const double time = scene_timeline_time(&frame->scale, (double)widget_mouse_x());
    if (touch.is_held && which) viewer_play_range(viewer, player->begin, fmax(time, player->begin));
    if (touch.is_held && !which) viewer_play_range(viewer, fmin(time, player->end), player->end);

    const uint32_t color = touch.is_held || touch.is_hovered ? PANEL_TEXT : PANEL_DIM_TEXT;
    const widget_point flag[3] = {{x, top}, {x + (which ? 7.0f : -7.0f) * point, top}, {x, top + 7.0f * point}};
    widget_fill_box(panel_box_at(which ? x : x - width, top, width, bottom - top), color, 0.0f);
    widget_fill_polygon(flag, 3, color);
}

static void draw_playhead(const viewer_panels *panels, const viewer_state *viewer, const timeline_frame *frame)
{
    const float point = panels->point, x = time_x(frame, sinew_playback_time(&viewer->player));
    const float top = frame->top - 8.0f * point;
    if (!is_visible(frame, sinew_playback_time(&viewer->player))) return;
    const widget_point sign[3] = {{x - 5.0f * point, top}, {x + 5.0f * point, top}, {x, top + 6.0f * point}};
    panel_draw_playhead(panels, x, top, frame->bottom + 4.0f * point);
    widget_fill_polygon(sign, 3, PANEL_ACCENT);
}

/// If the timeline is zoomed, draws a bar below it that shows the visible part. Dragging moves the part.
static void draw_visible_part(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame)
{
    const double duration = viewer_clip_duration(viewer);
    if (scene_timeline_is_whole(viewer->visible, duration)) return;
    const timeline_scale whole = {0.0, duration, frame->scale.left, frame->scale.width};
    const float point = panels->point, top = frame->frames_row + 7.0f * point, bottom = top + 4.0f * point;
    const widget_response touch =
        widget_add_area("part", 0, (widget_box){frame->left, top - 2.0f * point, frame->right, bottom + 2.0f * point});
    if (touch.is_held) {
        const double middle = 0.5 * (viewer->visible.begin + viewer->visible.end);
        viewer_pan_timeline(viewer, scene_timeline_time(&whole, (double)widget_mouse_x()) - middle);
    }
    panel_zoom_time(viewer, &frame->scale, touch);
    const float begin = (float)scene_timeline_x(&whole, viewer->visible.begin);
    const float end = fmaxf((float)scene_timeline_x(&whole, viewer->visible.end), begin + 6.0f * point);
    const float now = (float)scene_timeline_x(&whole, sinew_playback_time(&viewer->player));
    widget_fill_box((widget_box){frame->left, top, frame->right, bottom}, PANEL_RAISED, 2.0f * point);
    widget_fill_box((widget_box){begin, top, end, bottom},
                    touch.is_held || touch.is_hovered ? PANEL_TEXT : PANEL_DIM_TEXT, 2.0f * point);
    widget_fill_box((widget_box){now - 0.5f * point, top, now + 0.5f * point, bottom}, PANEL_ACCENT, 0.0f);
}

/// Draws the band: the whole clip, the playing range, and the part that was played. Clicking and dragging sets the
/// time.
static void draw_band(const viewer_panels *panels, viewer_state *viewer, const timeline_frame *frame)
{
    const float reach = 6.0f * panels->point, above = 16.0f * panels->point, top = frame->top, bottom = frame->bottom;
    const widget_box area = {frame->left - reach, top - above, frame->right + reach, bottom + above};
    scrub(viewer, &frame->scale, widget_add_area("band", 0, area));
    const float begin = time_x(frame, viewer->player.begin), end = time_x(frame, viewer->player.end);
    const float now = fmaxf(time_x(frame, sinew_playback_time(&viewer->player)), begin);
    widget_fill_box((widget_box){frame->left, top, frame->right, bottom}, PANEL_RAISED, 0.0f);
    widget_fill_box((widget_box){begin, top, end, bottom}, PANEL_LINE, 0.0f);
    widget_fill_box((widget_box){begin, top, now, bottom}, PANEL_PLAYED, 0.0f);
}

// ---- the panel ----------------------------------------------------------------------------------------------------

/// Draws only a line of the played part, because more does not fit.
static void draw_progress_line(const viewer_panels *panels, viewer_state *viewer)
{
    const panel_box *box = &panels->layout.timeline;
    const timeline_scale scale = {0.0, viewer_clip_duration(viewer), 0.0, (double)box->width};
    const float top = (float)box->top, width = (float)box->width, height = 3.0f * panels->point;
    scrub(viewer, &scale, widget_add_area("band", 0, panel_box_at(0.0f, top, width, 7.0f * panels->point)));
    const float now = (float)scene_timeline_x(&scale, sinew_playback_time(&viewer->player));
    widget_fill_box(panel_box_at(0.0f, top, width, height), PANEL_LINE, 0.0f);
    widget_fill_box(panel_box_at(0.0f, top, now, height), PANEL_ACCENT, 0.0f);
}

void panel_build_timeline(viewer_panels *panels, viewer_state *viewer)
{
    if (!panels->layout.timeline.width) return;
    widget_begin_panel("timeline", &panels->layout.timeline, 0);
    viewer_follow_time(viewer);
    const float point = panels->point, top = (float)panels->layout.timeline.top;
    const timeline_scale scale = panel_timeline_scale(panels, viewer);
    const timeline_frame frame =
        (timeline_frame){.scale = scale,
                         .left = (float)scale.left,
                         .right = (float)scale.left + (float)scale.width,
                         .middle = top + (panels->layout.is_single_line ? 15.0f : 17.0f) * point,
                         .seconds_row = top + 38.0f * point,
                         .top = top + 46.0f * point,
                         .bottom = top + 62.0f * point,
                         .frames_row = top + 70.0f * point};
    if (panels->layout.is_single_line)
        draw_progress_line(panels, viewer);
    else {
        // The handles are drawn above the band, but added before it, so that they get mouse events first.
        widget_begin_layers();
        widget_choose_layer(1);
        draw_handle(panels, viewer, &frame, 0);
        draw_handle(panels, viewer, &frame, 1);
        draw_visible_part(panels, viewer, &frame);
        widget_choose_layer(0);
        draw_band(panels, viewer, &frame);
        draw_rulers(panels, viewer, &frame);
        draw_keys(panels, viewer, &frame);
        draw_marked_keys(panels, viewer, &frame);
        widget_choose_layer(1);
        draw_playhead(panels, viewer, &frame);
        widget_end_layers();
    }
    draw_text_rows(panels, viewer, &frame);
    if (panels->layout.has_strip) {
        const float below = frame.frames_row + 16.0f * panels->point, bottom = below + 22.0f * panels->point;
        scrub(viewer, &frame.scale, widget_add_area("strip", 0, (widget_box){frame.left, below, frame.right, bottom}));
        panel_draw_distances(panels, viewer, &frame.scale, below, bottom);
    }
    const panel_box *box = &panels->layout.timeline; // this area zooms and pans; earlier areas get events first
    panel_zoom_time(
        viewer, &frame.scale,
        widget_add_area("ground", 0,
                        panel_box_at((float)box->left, (float)box->top, (float)box->width, (float)box->height)));
    widget_end_panel();
}
