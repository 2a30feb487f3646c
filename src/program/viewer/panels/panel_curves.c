// Draws the panel with the curves of the selected joint: one lane per kind of curve.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/viewer/panels/panel_parts.h"
#include "runtime/ik/rotate_joint.h"

/// The layout of one kind of curves.
typedef struct curve_lane {
    joint_curve_kind kind;
    float text_y, top, bottom; ///< pixels: top of the text line, top and bottom of the curves
    double min, max;           ///< values at the bottom and the top
} curve_lane;

static float value_y(const curve_lane *lane, double value)
{
    const double fraction = (value - lane->min) / (lane->max - lane->min);
    return lane->bottom - (float)fraction * (lane->bottom - lane->top);
}

/// Divides the panel into lanes, one per kind of curves. Returns their number.
static int divide_lanes(const joint_curves *curves, float top, float bottom, float point,
                        curve_lane lanes[JOINT_CURVE_KINDS])
{
    const float gap = 6.0f * point, text_height = 17.0f * point;
    int count = 0;
    for (int kind = 0; kind < JOINT_CURVE_KINDS; ++kind) {
        const double min = curves->extent[kind].min, max = curves->extent[kind].max, middle = 0.5 * (min + max);
        if (!(min <= max)) continue;
        // A nearly constant curve is drawn as a straight line, without magnifying its rounding errors.
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
    return (widget_point){(float)scene_timeline_x(scale, seconds), value_y(lane, value)};
}

/// Draws the range of values of a curve between two points as vertical lines, if a line between the points does not
/// show it: a pixel of a long clip can contain many keys.
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

/// Draws a line as several lines that end at sharp corners, because a single line would be too thin there.
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

/// Draws the tangents of a key, with a ring at the end of each.
static void draw_tangents(const viewer_panels *panels, const curve_lane *lane, const timeline_scale *scale,
                          const joint_curve_key *key, uint32_t color)
{
    const float point = panels->point;
    const double per_second = scale->width / (scale->end - scale->begin);
    const widget_point at = point_position(lane, scale, key->seconds, key->value);
    const double handles[2][2] = {{key->in_seconds, key->in_value}, {key->out_seconds, key->out_value}};
    for (int i = 0; i < 2; ++i) {
        if (handles[i][0] == 0.0 && handles[i][1] == 0.0) continue;
        const widget_point end = {at.x + (float)(handles[i][0] * per_second),
                                  value_y(lane, key->value + handles[i][1])};
        const widget_point line[2] = {at, end};
        widget_draw_lines(line, 2, color, point);
        widget_draw_circle(end, 2.0f * point, color, 8, point);
    }
}

/// Returns whether keys are at least 6 points apart on average, so that they do not hide the curve.
static int has_room_for_keys(const viewer_panels *panels, const timeline_scale *scale, const joint_curve *curve)
{
    return curve->key_count <= (int32_t)(scale->width / (6.0 * (double)panels->point));
}

static int is_picked(const viewer_panels *panels, const joint_curve *curve, int32_t number)
{
    const picked_key *picked = &panels->picked;
    const joint_curves *curves = &panels->curves;
    return picked->is_picked && picked->clip == curves->clip && picked->joint == curves->joint &&
           curve == &curves->curves[picked->curve] && picked->number == number;
}

/// Draws the keys, their tangents if there is space, and a ring around the picked key. Symbols show the interpolation:
/// disc for cubic, diamond for linear, square for stepped.
static void draw_curve_keys(const viewer_panels *panels, const curve_lane *lane, const timeline_scale *scale,
                            const joint_curve *curve, uint32_t color)
{
    const float point = panels->point;
    const int has_tangents = curve->key_count <= (int32_t)(scale->width / (24.0 * (double)point));
    const uint32_t dim = (color & 0x00ffffffu) | 0x90000000u;
    for (int32_t i = 0; i < curve->key_count; ++i) {
        const joint_curve_key *key = &curve->keys[i];
        const widget_point at = point_position(lane, scale, key->seconds, key->value);
        if (has_tangents || is_picked(panels, curve, key->number)) draw_tangents(panels, lane, scale, key, dim);
        const float size = 2.6f * point, wide = 1.2f * size;
        const widget_point diamond[4] = {
            {at.x, at.y - wide}, {at.x + wide, at.y}, {at.x, at.y + wide}, {at.x - wide, at.y}};
        if (key->interpolation == SINEW_CUBIC)
            widget_fill_circle(at, size, color, 10);
        else if (key->interpolation == SINEW_LINEAR)
            widget_fill_polygon(diamond, 4, color);
        else
            widget_fill_box(panel_box_at(at.x - 0.9f * size, at.y - 0.9f * size, 1.8f * size, 1.8f * size), color,
                            0.0f);
        if (is_picked(panels, curve, key->number)) widget_draw_circle(at, 5.5f * point, PANEL_TEXT, 16, 1.5f * point);
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
    if (has_room_for_keys(panels, scale, curve)) draw_curve_keys(panels, lane, scale, curve, color);
}

/// Returns the value of a curve in the edited pose, or the author's value if edits do not change it.
static double edited_value(const viewer_panels *panels, const joint_curve *curve, double author)
{
    const int32_t joint = panels->curves.joint;
    const sinew_transform *local = &panels->pose->local[joint];
    const double t[3] = {local->t.x, local->t.y, local->t.z}, s[3] = {local->s.x, local->s.y, local->s.z};
    double r[4] = {local->r.x, local->r.y, local->r.z, local->r.w};
    if (strcmp(sinew__joint_curve_property(curve), "translation") == 0 && !curve->curve) return t[curve->component];
    if (strcmp(sinew__joint_curve_property(curve), "scale") == 0) return s[curve->component];
    if (strcmp(sinew__joint_curve_property(curve), "rotation") != 0) return author;
    if (curve->track) return author * r[curve->component] < 0.0 ? -r[curve->component] : r[curve->component];
    sinew__joint_authored_rotation(panels->curves.model, joint, local->r, r);
    return r[curve->component] + 360.0 * round((author - r[curve->component]) / 360.0);
}

void panel_edited_curves_free(edited_curves *edited)
{
    free(edited->values);
    free(edited->differs);
    *edited = (edited_curves){0};
}

/// Computes the curves of the edited pose again if the edits or the range have changed. There are no such curves
/// without edits, nor during a drag or rotation, because each frame would need new ones.
static void update_edited(viewer_panels *panels, viewer_state *viewer)
{
    const joint_curves *curves = &panels->curves;
    edited_curves *edited = &panels->edited;
    const shown_posing posing = viewer_posing(viewer);
    const int is_held = viewer->prompt.kind == VIEWER_PROMPT_ROTATION || viewer->drag.is_active;
    const int has_edits = posing.change_clip || !sinew__pose_edits_is_empty(posing.edits);
    const edited_curves wanted = {.clip = curves->clip,
                                  .joint = curves->joint,
                                  .curve_count = curves->count,
                                  .point_count = curves->point_count,
                                  .begin = curves->begin,
                                  .end = curves->end,
                                  .changes = {viewer->edits.changes, viewer->edit_list.changes},
                                  .in_place = viewer->is_in_place};
    if (!has_edits || is_held || curves->count == 0) {
        panel_edited_curves_free(edited);
        return;
    }
    const int is_same = edited->values && edited->clip == wanted.clip && edited->joint == wanted.joint &&
                        edited->curve_count == wanted.curve_count && edited->point_count == wanted.point_count &&
                        edited->begin == wanted.begin && edited->end == wanted.end &&
                        memcmp(edited->changes, wanted.changes, sizeof wanted.changes) == 0 &&
                        edited->in_place == wanted.in_place;
    if (is_same) return;
    panel_edited_curves_free(edited);
    *edited = wanted;
    edited->values = calloc((size_t)curves->count * (size_t)curves->point_count, sizeof *edited->values);
    edited->differs = calloc((size_t)curves->count, 1);
    if (!edited->values || !edited->differs) {
        panel_edited_curves_free(edited);
        return;
    }
    for (int32_t i = 0; i < curves->point_count; ++i) {
        const double seconds = curves->curves[0].points[i].seconds;
        if (!panel_pose_edited(panels, viewer, seconds)) continue;
        for (int32_t c = 0; c < curves->count; ++c) {
            const joint_curve *curve = &curves->curves[c];
            const double author = curve->points[i].value, value = edited_value(panels, curve, author);
            edited->values[c * curves->point_count + i] = value;
            if (fabs(value - author) > 0.0005) edited->differs[c] = 1;
        }
    }
}

/// Extends the value range of a lane to its edited curves.
static void widen_lane(const viewer_panels *panels, curve_lane *lane)
{
    const edited_curves *edited = &panels->edited;
    const double margin = 0.15 / 2.3 * (lane->max - lane->min);
    for (int32_t c = 0; edited->values && c < edited->curve_count; ++c) {
        if (panels->curves.curves[c].kind != lane->kind || !edited->differs[c]) continue;
        for (int32_t i = 0; i < edited->point_count; ++i) {
            lane->min = fmin(lane->min, edited->values[c * edited->point_count + i] - margin);
            lane->max = fmax(lane->max, edited->values[c * edited->point_count + i] + margin);
        }
    }
}

/// Draws the edited curve in the lane of the author's curve, in the colour of edits.
static void draw_edited(viewer_panels *panels, const curve_lane *lane, const timeline_scale *scale, int32_t index)
{
    const edited_curves *edited = &panels->edited;
    const joint_curve *curve = &panels->curves.curves[index];
    if (!edited->values || !edited->differs[index]) return;
    const int32_t count = edited->point_count;
    widget_point *line = panel_scratch(panels, (size_t)count * sizeof *line);
    for (int32_t i = 0; line && i < count; ++i)
        line[i] = point_position(lane, scale, curve->points[i].seconds, edited->values[index * count + i]);
    if (line) draw_line(line, count, PANEL_EDIT, 1.8f * panels->point);
}

/// Draws the name of the lane, its range on the right, and the current values of its curves in their colours. If
/// `is_edited`, panels->pose is the edited pose, and edited values follow in the colour of edits: "x -2.966 -42.966".
static void draw_lane_text(const viewer_panels *panels, const curve_lane *lane, float left, float right, double now,
                           int is_edited)
{
    static const char *const names[JOINT_CURVE_KINDS] = {"translation", "rotation", "scale", "other"};
    const float column = 84.0f * panels->point, middle = lane->text_y + 8.0f * panels->point;
    const joint_curves *curves = &panels->curves;
    float x = left + column;
    char text[64];
    widget_begin_small();
    widget_draw_text(left, middle, 0.0f, PANEL_DIM_TEXT, names[lane->kind], NULL);
    snprintf(text, sizeof text, "%.4g to %.4g", curves->extent[lane->kind].min, curves->extent[lane->kind].max);
    widget_draw_text(right, middle, 1.0f, PANEL_DIM_TEXT, text, NULL);
    const float end = right - widget_text_width(text, NULL);
    for (int32_t i = 0; i < curves->count && x + column < end; ++i) {
        const joint_curve *curve = &curves->curves[i];
        if (curve->kind != lane->kind) continue;
        const double author = sinew__joint_curve_value(curves, curve, now);
        const double edited = is_edited ? edited_value(panels, curve, author) : author;
        snprintf(text, sizeof text, "%c %.3f", "xyzw"[curve->component], author);
        widget_draw_text(x, middle, 0.0f, panel_axis_color(curve->component), text, NULL);
        x += column;
        if (!(fabs(edited - author) > 0.0005) || x + column >= end) continue;
        snprintf(text, sizeof text, "%.3f", edited);
        widget_draw_text(x, middle, 0.0f, PANEL_EDIT, text, NULL);
        x += column;
    }
    widget_end_small();
}

/// Draws a vertical line with a diamond at each key that the user marked, if it changes the joint.
static void draw_marked_keys(const viewer_panels *panels, const viewer_edit_list *edits, const curve_lane *lane,
                             const timeline_scale *scale)
{
    const sinew__posed_clip *keys = &edits->keys;
    const float point = panels->point, half = 4.0f * point;
    if (keys->count == 0 || panels->curves.joint == SINEW_NONE || !keys->is_changed[panels->curves.joint]) return;
    for (int32_t i = 0; i < keys->count; ++i) {
        if (keys->poses[i].from < scale->begin || keys->poses[i].from > scale->end) continue;
        const float x = (float)scene_timeline_x(scale, keys->poses[i].from), y = lane->top + half;
        const widget_point diamond[4] = {{x, y - half}, {x + half, y}, {x, y + half}, {x - half, y}};
        widget_fill_box((widget_box){x - 0.5f * point, lane->top, x + 0.5f * point, lane->bottom}, PANEL_EDIT, 0.0f);
        widget_fill_polygon(diamond, 4, PANEL_EDIT);
    }
}

static void draw_lane(viewer_panels *panels, const viewer_state *viewer, const curve_lane *lane,
                      const timeline_scale *scale, double now, int is_edited)
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
        if (curve->kind != lane->kind) continue;
        draw_curve(panels, lane, scale, curve);
        draw_edited(panels, lane, scale, i);
    }
    draw_marked_keys(panels, &viewer->edit_list, lane, scale);
    widget_end_clip();
    draw_lane_text(panels, lane, left, right, now, is_edited);
}

// ---- the panel ----------------------------------------------------------------------------------------------------

/// Returns the key nearest to the mouse within 7 points, or NULL.
static const joint_curve_key *find_key(const viewer_panels *panels, const curve_lane *lanes, int lane_count,
                                       const timeline_scale *scale, picked_key *out_picked)
{
    const joint_curves *curves = &panels->curves;
    const joint_curve_key *nearest = NULL;
    float distance = 7.0f * panels->point;
    for (int32_t c = 0; c < curves->count; ++c) {
        const joint_curve *curve = &curves->curves[c];
        for (int l = 0; l < lane_count; ++l) {
            if (lanes[l].kind != curve->kind || !has_room_for_keys(panels, scale, curve)) continue;
            for (int32_t i = 0; i < curve->key_count; ++i) {
                const widget_point at = point_position(&lanes[l], scale, curve->keys[i].seconds, curve->keys[i].value);
                const float away = hypotf(at.x - widget_mouse_x(), at.y - widget_mouse_y());
                if (away >= distance) continue;
                distance = away;
                nearest = &curve->keys[i];
                *out_picked = (picked_key){1, curves->clip, curves->joint, c, nearest->number};
            }
        }
    }
    return nearest;
}

/// Handles the mouse: a click on a key picks it and goes to its time; elsewhere, dragging scrubs.
static void touch_curves(viewer_panels *panels, viewer_state *viewer, const curve_lane *lanes, int lane_count,
                         const timeline_scale *scale, widget_response touch)
{
    if (touch.is_pressed) {
        panels->picked = (picked_key){0};
        const joint_curve_key *key = find_key(panels, lanes, lane_count, scale, &panels->picked);
        if (key) { // shows a note such as "rotation x, key 3: 45, cubic"
            static const char *const interpolations[] = {"step", "step to the next", "linear", "cubic"};
            const joint_curve *curve = &panels->curves.curves[panels->picked.curve];
            char note[VIEWER_NOTE];
            snprintf(note, sizeof note, "%s %c, key %d: %.6g, %s", sinew__joint_curve_property(curve),
                     "xyzw"[curve->component], (int)(key->number + 1), key -> value,
                     interpolations[key->interpolation]);
            viewer_notify(viewer, note);
            viewer_seek(viewer, key->seconds);
            viewer->player.paused = 1;
        }
    }
    if (touch.is_held && !panels->picked.is_picked)
        viewer_seek(viewer, scene_timeline_time(scale, (double)widget_mouse_x()));
    panel_zoom_time(viewer, scale, touch);
}

/// Draws the curves over the time range of the timeline below.
void panel_build_curves(viewer_panels *panels, viewer_state *viewer)
{
    const panel_box *box = &panels->layout.curves;
    curve_lane lanes[JOINT_CURVE_KINDS];
    if (!box->width) return;
    const float point = panels->point, top = (float)box->top + 10.0f * point, bottom = (float)(box->top + box->height);
    const timeline_scale scale = panel_timeline_scale(panels, viewer);
    widget_begin_panel("curves", box, 0);
    const widget_box area = panel_box_at((float)scale.left, top, (float)scale.width, bottom - top);
    const widget_response touch = widget_add_area("scrub", 0, area);
    sinew__joint_curves_update(&panels->curves, viewer->model, viewer->clip, viewer->selected_joint, scale.begin,
                               scale.end, (int32_t)fmax(scale.width / (double)point, 2.0));
    const int count = divide_lanes(&panels->curves, top, bottom, point, lanes);
    update_edited(panels, viewer);
    for (int i = 0; i < count; ++i) widen_lane(panels, &lanes[i]);
    touch_curves(panels, viewer, lanes, count, &scale, touch);
    const double now = sinew_playback_time(&viewer->player);
    const int is_edited = count > 0 && panel_pose_edited(panels, viewer, now);
    for (int i = 0; i < count; ++i) draw_lane(panels, viewer, &lanes[i], &scale, now, is_edited);
    if (count > 0 && now >= scale.begin && now <= scale.end) // the line of the current time crosses all lanes
        panel_draw_playhead(panels, (float)scene_timeline_x(&scale, now), lanes[0].top, bottom);
    if (count == 0) {
        const char *why = viewer->clip == SINEW_NONE             ? "The rest pose has no curves."
                          : viewer->selected_joint == SINEW_NONE ? "Select a joint to see its curves."
                                                                 : "This clip does not animate the joint.";
        widget_draw_text(0.5f * (float)box->width, 0.5f * (top + bottom), 0.5f, PANEL_DIM_TEXT, why, NULL);
    }
    widget_end_panel();
}
