#include <math.h>
#include <stdio.h>

#include "viewer/panels/panel_parts.h"

/// Where the curves of one kind lie.
typedef struct curve_lane {
    joint_curve_kind kind;
    float words, top, bottom; ///< pixels: where the line of words begins, and the curves
    double least, most;       ///< values there
} curve_lane;

static float place_value(const curve_lane *lane, double value)
{
    const double part = (value - lane->least) / (lane->most - lane->least);
    return lane->bottom - (float)part * (lane->bottom - lane->top);
}

/// Divides a panel among the kinds of curves that there are. Returns how many lanes that makes.
static int divide_lanes(const joint_curves *curves, float top, float bottom, float point,
                        curve_lane lanes[JOINT_CURVE_KINDS])
{
    const float gap = 6.0f * point, room_for_words = 17.0f * point;
    int count = 0;
    for (int kind = 0; kind < JOINT_CURVE_KINDS; ++kind) {
        const double least = curves->extent[kind].least, most = curves->extent[kind].most,
                     middle = 0.5 * (least + most);
        if (!(least <= most)) continue;
        // What hardly changes is shown as even, not blown up until its rounding shows.
        const double half = fmax(0.5 * (most - least), 1e-3 * fmax(fabs(middle), 1.0));
        lanes[count++] =
            (curve_lane){.kind = (joint_curve_kind)kind, .least = middle - 1.15 * half, .most = middle + 1.15 * half};
    }
    const float height = (bottom - top) / (float)(count > 0 ? count : 1);
    for (int i = 0; i < count; ++i) {
        lanes[i].words = top + (float)i * height;
        lanes[i].top = lanes[i].words + room_for_words;
        lanes[i].bottom = lanes[i].words + height - gap;
    }
    return count;
}

// ---- one lane -----------------------------------------------------------------------------------------------------

static widget_place place_point(const curve_lane *lane, const timeline_scale *scale, const joint_curve_point *point)
{
    return (widget_place){(float)timeline_place(scale, point->seconds), place_value(lane, point->value)};
}

/// What a curve does between two of its points where the line from one to the other does not show it, or is as good as
/// upright: many keys lie in a pixel of a long clip.
static void put_ranges(const viewer_panels *panels, const curve_lane *lane, const joint_curve *curve,
                       const widget_place *line, uint32_t color)
{
    const float width = 1.4f * panels->point, steep = 4.0f * width;
    for (int32_t i = 0; i < panels->curves.point_count - 1; ++i) {
        const float top = place_value(lane, curve->ranges[i].most), bottom = place_value(lane, curve->ranges[i].least);
        const float above = fminf(line[i].y, line[i + 1].y) - top, below = bottom - fmaxf(line[i].y, line[i + 1].y);
        if (above < width && below < width && bottom - top < steep) continue;
        const float middle = 0.5f * (line[i].x + line[i + 1].x);
        const widget_box box = {middle - 0.5f * width, top - 0.5f * width, middle + 0.5f * width,
                                bottom + 0.5f * width};
        widget_fill_box(box, color, 0.0f);
    }
}

/// A line that goes on through a sharp turn is drawn thin there, so it ends there and another begins.
static void put_line(const widget_place *line, int32_t count, uint32_t color, float width)
{
    int32_t first = 0;
    for (int32_t i = 1; i < count; ++i) {
        const float before = line[i].y - line[i - 1].y, after = i + 1 < count ? line[i + 1].y - line[i].y : 0.0f;
        const int turns = before * after < 0.0f && fminf(fabsf(before), fabsf(after)) > width;
        if (!turns && i + 1 < count) continue;
        widget_put_lines(&line[first], i + 1 - first, color, width);
        first = i;
    }
}

static void put_curve(viewer_panels *panels, const curve_lane *lane, const timeline_scale *scale,
                      const joint_curve *curve)
{
    const float point = panels->point;
    const uint32_t color = panel_axis_color(curve->component);
    const int32_t count = panels->curves.point_count;
    widget_place *line = panel_scratch(panels, (size_t)count * sizeof *line);
    if (!line) return;
    for (int32_t i = 0; i < count; ++i) line[i] = place_point(lane, scale, &curve->points[i]);
    put_line(line, count, color, 1.4f * point);
    put_ranges(panels, lane, curve, line, color);
    if (curve->key_count > (int32_t)(scale->width / (6.0 * (double)point))) return; // they would hide the curve
    for (int32_t i = 0; i < curve->key_count; ++i) {
        widget_fill_circle(place_point(lane, scale, &curve->keys[i]), 2.6f * point, color, 8);
    }
}

/// The lowest and the highest value, on the right of the line of words. Returns where they begin.
static float put_range(const joint_curves *curves, joint_curve_kind kind, float right, float middle)
{
    char words[64];
    snprintf(words, sizeof words, "%.4g to %.4g", curves->extent[kind].least, curves->extent[kind].most);
    widget_put_text(right, middle, 1.0f, PANEL_FAINT, words, NULL);
    return right - widget_text_width(words, NULL);
}

/// What the lane shows, and its curves' values now, each in its colour.
static void put_lane_words(const viewer_panels *panels, const curve_lane *lane, float left, float right, double now)
{
    static const char *const names[JOINT_CURVE_KINDS] = {"translation", "rotation", "scaling", "other"};
    const float column = 84.0f * panels->point, middle = lane->words + 8.0f * panels->point;
    const joint_curves *curves = &panels->curves;
    float x = left + column;
    char words[40];
    widget_begin_small();
    widget_put_text(left, middle, 0.0f, PANEL_FAINT, names[lane->kind], NULL);
    const float end = put_range(curves, lane->kind, right, middle);
    for (int32_t i = 0; i < curves->count && x + column < end; ++i) {
        const joint_curve *curve = &curves->curves[i];
        if (curve->kind != lane->kind) continue;
        snprintf(words, sizeof words, "%c %.3f", "xyzw"[curve->component], joint_curve_value(curves, curve, now));
        widget_put_text(x, middle, 0.0f, panel_axis_color(curve->component), words, NULL);
        x += column;
    }
    widget_end_small();
}

static void put_lane(viewer_panels *panels, const curve_lane *lane, const timeline_scale *scale, double now)
{
    const float point = panels->point, left = (float)scale->left, right = left + (float)scale->width;
    widget_fill_box((widget_box){left, lane->top, right, lane->bottom}, PANEL_RAISED, 3.0f * point);
    if (lane->least < 0.0 && lane->most > 0.0) {
        const float zero = floorf(place_value(lane, 0.0));
        widget_fill_box((widget_box){left, zero, right, zero + fmaxf(1.0f, floorf(point))}, PANEL_LINE, 0.0f);
    }
    widget_begin_clip((widget_box){left - 3.0f * point, lane->top, right + 3.0f * point, lane->bottom});
    for (int32_t i = 0; i < panels->curves.count; ++i) {
        const joint_curve *curve = &panels->curves.curves[i];
        if (curve->kind == lane->kind) put_curve(panels, lane, scale, curve);
    }
    widget_end_clip();
    put_lane_words(panels, lane, left, right, now);
}

// ---- the panel ----------------------------------------------------------------------------------------------------

/// The lanes one above the other, and the line at this moment through all of them. Returns how many lanes there are.
static int put_lanes(viewer_panels *panels, const timeline_scale *scale, float top, float bottom, double now)
{
    curve_lane lanes[JOINT_CURVE_KINDS];
    const int count = divide_lanes(&panels->curves, top, bottom, panels->point, lanes);
    for (int i = 0; i < count; ++i) put_lane(panels, &lanes[i], scale, now);
    if (count > 0) panel_put_playhead(panels, (float)timeline_place(scale, now), lanes[0].top, bottom);
    return count;
}

/// The curves over the same stretch of time as the timeline below them. A drag goes to a time here as well.
void panel_build_curves(viewer_panels *panels, viewer_state *viewer)
{
    const panel_box *box = &panels->layout.curves;
    if (!box->width) return;
    const float point = panels->point, top = (float)box->top + 10.0f * point, bottom = (float)(box->top + box->height);
    const timeline_scale scale = panel_timeline_scale(panels, viewer);
    const double now = sinew_player_time(&viewer->player);
    widget_begin_panel("curves", box, 0);
    const widget_box area = panel_box_at((float)scale.left, top, (float)scale.width, bottom - top);
    const widget_touch touch = widget_put_area("scrub", 0, area);
    if (touch.is_held) viewer_seek(viewer, timeline_time(&scale, (double)widget_mouse_x()));
    joint_curves_follow(&panels->curves, viewer->model, viewer->clip, viewer->selected_joint,
                        (int32_t)fmax(scale.width / (double)point, 2.0));
    if (put_lanes(panels, &scale, top, bottom, now) == 0) {
        const char *why = viewer->clip == SINEW_NONE             ? "The rest pose has no curves."
                          : viewer->selected_joint == SINEW_NONE ? "Select a joint to see its curves."
                                                                 : "This clip does not move the joint.";
        widget_put_text(0.5f * (float)box->width, 0.5f * (top + bottom), 0.5f, PANEL_FAINT, why, NULL);
    }
    widget_end_panel();
}
