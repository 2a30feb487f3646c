#include <math.h>
#include <stdio.h>

#include "program/viewer/panels/panel_parts.h"

// The panel above the timeline: the curves of the selected joint, in one lane per kind.

/// The layout of the curves of one kind.
typedef struct curve_lane {
    joint_curve_kind kind;
    float text_y, top, bottom; ///< pixels: top of the line of text; top and bottom of the curves
    double min, max;           ///< values at bottom and top
} curve_lane;

static float value_y(const curve_lane *lane, double value)
{
    const double fraction = (value - lane->min) / (lane->max - lane->min);
    return lane->bottom - (float)fraction * (lane->bottom - lane->top);
}

/// Divides the panel among the kinds of curves. Returns the number of lanes.
static int divide_lanes(const joint_curves *curves, float top, float bottom, float point,
                        curve_lane lanes[JOINT_CURVE_KINDS])
{
    const float gap = 6.0f * point, text_height = 17.0f * point;
    int count = 0;
    for (int kind = 0; kind < JOINT_CURVE_KINDS; ++kind) {
        const double min = curves->extent[kind].min, max = curves->extent[kind].max, middle = 0.5 * (min + max);
        if (!(min <= max)) continue;
        // Show a nearly constant curve as a straight line; do not magnify its rounding errors.
        const double half = fmax(0.5 * (max - min), 1e-3 * fmax(fabs(middle), 1.0));
        lanes[count++] =
            (curve_lane){.kind = (joint_curve_kind)kind, .min = middle - 1.15 * half, .max = middle + 1.15 * half};
    }
    const float height = (bottom - top) / (float)(count > 0 ? count : 1);
    for (int i = 0; i < count; ++i) {
        lanes[i].text_y = top + (float)i * height;
        lanes[i].top = lanes[i].text_y + text_height;
        lanes[i].bottom = lanes[i].text_y + height - gap;
    }
    return count;
}

// ---- one lane -----------------------------------------------------------------------------------------------------

static widget_point point_position(const curve_lane *lane, const timeline_scale *scale, double seconds, double value)
{
    return (widget_point){(float)timeline_x(scale, seconds), value_y(lane, value)};
}

/// Draws the range of a curve between two points where the line does not show it, or is nearly vertical because a pixel
/// of a long clip holds many keys.
static void draw_ranges(const viewer_panels *panels, const curve_lane *lane, const joint_curve *curve,
                        const widget_point *line, uint32_t color)
{
    const float width = 1.4f * panels->point, steep = 4.0f * width;
    for (int32_t i = 0; i < panels->curves.point_count - 1; ++i) {
        const float top = value_y(lane, curve->ranges[i].max), bottom = value_y(lane, curve->ranges[i].min);
        const float above = fminf(line[i].y, line[i + 1].y) - top, below = bottom - fmaxf(line[i].y, line[i + 1].y);
        if (above < width && below < width && bottom - top < steep) continue;
        const float middle = 0.5f * (line[i].x + line[i + 1].x);
        const widget_box box = {middle - 0.5f * width, top - 0.5f * width, middle + 0.5f * width,
                                bottom + 0.5f * width};
        widget_fill_box(box, color, 0.0f);
    }
}

/// A line with a sharp turn is drawn too thin there, so split it.
static void draw_line(const widget_point *line, int32_t count, uint32_t color, float width)
{
    int32_t first = 0;
    for (int32_t i = 1; i < count; ++i) {
        const float before = line[i].y - line[i - 1].y, after = i + 1 < count ? line[i + 1].y - line[i].y : 0.0f;
        const int rotations = before * after < 0.0f && fminf(fabsf(before), fabsf(after)) > width;
        if (!rotations && i + 1 < count) continue;
        widget_draw_lines(&line[first], i + 1 - first, color, width);
        first = i;
    }
}

static void draw_curve(viewer_panels *panels, const curve_lane *lane, const timeline_scale *scale,
                       const joint_curve *curve)
{
    const float point = panels->point;
    const uint32_t color = panel_axis_color(curve->component);
    const int32_t count = panels->curves.point_count;
    widget_point *line = panel_scratch(panels, (size_t)count * sizeof *line);
    if (!line) return;
    for (int32_t i = 0; i < count; ++i)
        line[i] = point_position(lane, scale, curve->points[i].seconds, curve->points[i].value);
    draw_line(line, count, color, 1.4f * point);
    draw_ranges(panels, lane, curve, line, color);
    if (curve->key_count > (int32_t)(scale->width / (6.0 * (double)point))) return; // they would hide the curve
    for (int32_t i = 0; i < curve->key_count; ++i) {
        widget_fill_circle(point_position(lane, scale, curve->keys[i].seconds, curve->keys[i].value), 2.6f * point,
                           color, 8);
    }
}

/// Draws the smallest and the largest value, right-aligned. Returns the left edge.
static float draw_range(const joint_curves *curves, joint_curve_kind kind, float right, float middle)
{
    char text[64];
    snprintf(text, sizeof text, "%.4g to %.4g", curves->extent[kind].min, curves->extent[kind].max);
    widget_draw_text(right, middle, 1.0f, PANEL_DIM_TEXT, text, NULL);
    return right - widget_text_width(text, NULL);
}

/// Draws the name of the lane and the current values of its curves, each in its colour.
static void draw_lane_text(const viewer_panels *panels, const curve_lane *lane, float left, float right, double now)
{
    static const char *const names[JOINT_CURVE_KINDS] = {"translation", "rotation", "scale", "other"};
    const float column = 84.0f * panels->point, middle = lane->text_y + 8.0f * panels->point;
    const joint_curves *curves = &panels->curves;
    float x = left + column;
    char text[40];
    widget_begin_small();
    widget_draw_text(left, middle, 0.0f, PANEL_DIM_TEXT, names[lane->kind], NULL);
    const float end = draw_range(curves, lane->kind, right, middle);
    for (int32_t i = 0; i < curves->count && x + column < end; ++i) {
        const joint_curve *curve = &curves->curves[i];
        if (curve->kind != lane->kind) continue;
        snprintf(text, sizeof text, "%c %.3f", "xyzw"[curve->component], joint_curve_value(curves, curve, now));
        widget_draw_text(x, middle, 0.0f, panel_axis_color(curve->component), text, NULL);
        x += column;
    }
    widget_end_small();
}

static void draw_lane(viewer_panels *panels, const curve_lane *lane, const timeline_scale *scale, double now)
{
    const float point = panels->point, left = (float)scale->left, right = left + (float)scale->width;
    widget_fill_box((widget_box){left, lane->top, right, lane->bottom}, PANEL_RAISED, 3.0f * point);
    if (lane->min < 0.0 && lane->max > 0.0) {
        const float zero = floorf(value_y(lane, 0.0));
        widget_fill_box((widget_box){left, zero, right, zero + fmaxf(1.0f, floorf(point))}, PANEL_LINE, 0.0f);
    }
    widget_begin_clip((widget_box){left - 3.0f * point, lane->top, right + 3.0f * point, lane->bottom});
    for (int32_t i = 0; i < panels->curves.count; ++i) {
        const joint_curve *curve = &panels->curves.curves[i];
        if (curve->kind == lane->kind) draw_curve(panels, lane, scale, curve);
    }
    widget_end_clip();
    draw_lane_text(panels, lane, left, right, now);
}

// ---- the panel ----------------------------------------------------------------------------------------------------

/// Draws the lanes, and the playhead across all of them. Returns the number of lanes.
static int draw_lanes(viewer_panels *panels, const timeline_scale *scale, float top, float bottom, double now)
{
    curve_lane lanes[JOINT_CURVE_KINDS];
    const int count = divide_lanes(&panels->curves, top, bottom, panels->point, lanes);
    for (int i = 0; i < count; ++i) draw_lane(panels, &lanes[i], scale, now);
    if (count > 0) panel_draw_playhead(panels, (float)timeline_x(scale, now), lanes[0].top, bottom);
    return count;
}

/// Draws the curves over the same time range as the timeline below. Dragging scrubs here as well.
void panel_build_curves(viewer_panels *panels, viewer_state *viewer)
{
    const panel_box *box = &panels->layout.curves;
    if (!box->width) return;
    const float point = panels->point, top = (float)box->top + 10.0f * point, bottom = (float)(box->top + box->height);
    const timeline_scale scale = panel_timeline_scale(panels, viewer);
    const double now = sinew_player_time(&viewer->player);
    widget_begin_panel("curves", box, 0);
    const widget_box area = panel_box_at((float)scale.left, top, (float)scale.width, bottom - top);
    const widget_response touch = widget_add_area("scrub", 0, area);
    if (touch.is_held) viewer_seek(viewer, timeline_time(&scale, (double)widget_mouse_x()));
    joint_curves_update(&panels->curves, viewer->model, viewer->clip, viewer->selected_joint, scale.begin, scale.end,
                        (int32_t)fmax(scale.width / (double)point, 2.0));
    if (draw_lanes(panels, &scale, top, bottom, now) == 0) {
        const char *why = viewer->clip == SINEW_NONE             ? "The rest pose has no curves."
                          : viewer->selected_joint == SINEW_NONE ? "Select a joint to see its curves."
                                                                 : "This clip does not animate the joint.";
        widget_draw_text(0.5f * (float)box->width, 0.5f * (top + bottom), 0.5f, PANEL_DIM_TEXT, why, NULL);
    }
    widget_end_panel();
}
