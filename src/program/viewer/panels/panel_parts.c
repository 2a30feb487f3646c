#include "program/viewer/panels/panel_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/printable.h"

void *panel_scratch(viewer_panels *panels, size_t size)
{
    if (size <= panels->scratch_size) return panels->scratch;
    void *larger = realloc(panels->scratch, size);
    if (!larger) return NULL;
    panels->scratch = larger;
    panels->scratch_size = size;
    return larger;
}

sinew_pose *panel_pose(viewer_panels *panels, const sinew_model *model)
{
    if (!panels->pose && sinew_pose_create(model, &panels->pose, NULL) != SINEW_OK) panels->pose = NULL;
    return panels->pose;
}

int panel_pose_edited(viewer_panels *panels, viewer_state *viewer, double time)
{
    shown_posing posing = viewer_posing(viewer);
    if (!posing.change_clip && sinew__pose_edits_is_empty(posing.edits)) return 0;
    if (!panel_pose(panels, viewer->model)) return 0;
    posing.engine = SINEW_ENGINE_EXACT;
    posing.fade = NULL;
    posing.hidden = NULL;
    (void)!sinew__shown_pose(&posing, time, panels->pose, NULL); // a target out of reach is no error: the limb points
                                                                 // at it
    sinew_pose_compute_locals(viewer->model, panels->pose);
    return 1;
}

widget_box panel_box_at(float left, float top, float width, float height)
{
    return (widget_box){left, top, left + width, top + height};
}

void panel_draw_heading(const viewer_panels *panels, const char *text)
{
    if (!widget_is_first()) widget_skip(6.0f * panels->point);
    widget_begin_small();
    widget_write(PANEL_DIM_TEXT, text);
    widget_end_small();
}

void panel_draw_fact(const viewer_panels *panels, const char *name, const char *value, float column)
{
    widget_write(PANEL_DIM_TEXT, name);
    widget_same_line(column * panels->point);
    widget_write_wrapped(PANEL_TEXT, value);
}

/// Returns the start of the longest suffix of a text that fits in `width` pixels.
static const char *fit_end(const char *text, float width)
{
    const char *from = text + strlen(text);
    float used = 0.0f;
    while (from > text) {
        const char *glyph = from - 1;
        while (glyph > text && (*glyph & 0xc0) == 0x80) --glyph;
        used += widget_text_width(glyph, from);
        if (used > width) break;
        from = glyph;
    }
    return from;
}

void panel_draw_name(widget_box box, float x, uint32_t color, const char *name)
{
    static const char dots[] = "\u2026";
    const float middle = 0.5f * (box.top + box.bottom);
    char printable[256];
    const char *shown = printable;
    sinew__printable(name, printable, sizeof printable);
    widget_begin_clip(box);
    if (x + widget_text_width(printable, NULL) > box.right) {
        widget_draw_text(x, middle, 0.0f, color, dots, NULL);
        x += widget_text_width(dots, NULL);
        shown = fit_end(printable, box.right - x);
    }
    widget_draw_text(x, middle, 0.0f, color, shown, NULL);
    widget_end_clip();
}

int panel_add_row(const viewer_panels *panels, int row, float height, int is_chosen, widget_box *out_box)
{
    const widget_box space = widget_remaining();
    *out_box = (widget_box){space.left, space.top, space.right, space.top + height * panels->point};
    const widget_response touch = widget_add_area("row", row, *out_box);
    if (is_chosen || touch.is_hovered) {
        widget_fill_box(*out_box, is_chosen ? PANEL_SELECTED : PANEL_HOVERED, 3.0f * panels->point);
    }
    return touch.is_clicked;
}

void panel_draw_buttons(const viewer_panels *panels, viewer_state *viewer, const panel_button *buttons, int count)
{
    const widget_box space = widget_remaining();
    const float point = panels->point, gap = 4.0f * point, height = PANEL_ROW * point;
    const float width = (space.right - space.left + gap) / (float)count;
    for (int i = 0; i < count; ++i) {
        const widget_box box = panel_box_at(space.left + (float)i * width, space.top, width - gap, height);
        const widget_response touch = widget_add_area(buttons[i].label, i, box);
        widget_fill_box(box, touch.is_hovered || buttons[i].is_chosen ? PANEL_SELECTED : PANEL_RAISED, 3.0f * point);
        widget_draw_text(0.5f * (box.left + box.right), 0.5f * (box.top + box.bottom), 0.5f, PANEL_TEXT,
                         buttons[i].label, NULL);
        if (touch.is_clicked) buttons[i].run(viewer, buttons[i].amount);
    }
    widget_skip(4.0f * point);
}

void panel_draw_prompt(const viewer_panels *panels, float left, float right, float middle, const viewer_prompt *prompt)
{
    const float point = panels->point, half = 8.0f * point, gap = 12.0f * point;
    const float before = widget_text_width(prompt->text, prompt->text + prompt->cursor);
    const float x = left - panel_line_shift(before, right - left - 2.0f * point), caret = floorf(x + before);
    widget_begin_clip((widget_box){left - point, middle - 2.0f * half, right, middle + 2.0f * half});
    widget_draw_text(x, middle, 0.0f, PANEL_TEXT, prompt->text, NULL);
    widget_fill_box(panel_box_at(caret, middle - half, fmaxf(1.0f, point), 2.0f * half), PANEL_ACCENT, 0.0f);
    widget_draw_text(x + widget_text_width(prompt->text, NULL) + gap, middle, 0.0f, PANEL_ERROR, prompt->message, NULL);
    widget_end_clip();
}

void panel_draw_playhead(const viewer_panels *panels, float x, float top, float bottom)
{
    const float half = 0.75f * panels->point;
    widget_fill_box((widget_box){x - half, top, x + half, bottom}, PANEL_ACCENT, 0.0f);
}
