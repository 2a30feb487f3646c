#include "program/viewer/panels/panel_curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "program/viewer/panels/panel_parts.h"
#include "runtime/sampler/curve.h"

// The curves of one joint in one clip, as polylines for the panel above the timeline.

void joint_curves_free(joint_curves *curves)
{
    free(curves->curves);
    free(curves->memory);
    free(curves->range_memory);
    *curves = (joint_curves){0};
}

// ---- curves of the joint ------------------------------------------------------------------------------------------

static joint_curve_kind kind_of_property(uint32_t property)
{
    switch (property) {
    case SINEW_CHANNEL_TRANSLATION: return JOINT_CURVE_TRANSLATION;
    case SINEW_CHANNEL_ROTATION: return JOINT_CURVE_ROTATION;
    case SINEW_CHANNEL_SCALING: return JOINT_CURVE_SCALING;
    default: return JOINT_CURVE_OTHER;
    }
}

static joint_curve_kind kind_of_path(uint32_t path)
{
    switch (path) {
    case SINEW_TRACK_TRANSLATION: return JOINT_CURVE_TRANSLATION;
    case SINEW_TRACK_ROTATION: return JOINT_CURVE_ROTATION;
    case SINEW_TRACK_SCALE: return JOINT_CURVE_SCALING;
    default: return JOINT_CURVE_OTHER;
    }
}

/// Counts a curve, and stores it once the array is allocated.
static void add_curve(joint_curves *curves, const joint_curve *curve)
{
    if (curves->curves) curves->curves[curves->count] = *curve;
    ++curves->count;
}

static void find_channels(joint_curves *curves, const sinew_clip *clip)
{
    const sinew_model *model = curves->model;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint != curves->joint || channel->property == SINEW_CHANNEL_OTHER) continue;
        for (int c = 0; c < 3; ++c) {
            if (channel->curve[c] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[channel->curve[c]];
            add_curve(curves,
                      &(joint_curve){.kind = kind_of_property(channel->property), .component = c, .curve = curve});
        }
    }
}

static void find_tracks(joint_curves *curves, const sinew_clip *clip)
{
    const sinew_model *model = curves->model;
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint != curves->joint) continue;
        const int components = track->path == SINEW_TRACK_ROTATION       ? 4
                               : track->path == SINEW_TRACK_MORPH_WEIGHT ? 1
                                                                         : 3;
        for (int c = 0; c < components; ++c) {
            add_curve(curves, &(joint_curve){.kind = kind_of_path(track->path), .component = c, .track = track});
        }
    }
}

/// Finds authored curves, or tracks if the joint has none.
static void find_curves(joint_curves *curves)
{
    const sinew_clip *clip = &curves->model->clips[curves->clip];
    curves->count = 0;
    find_channels(curves, clip);
    if (curves->count == 0) find_tracks(curves, clip);
}

// ---- points -------------------------------------------------------------------------------------------------------

double joint_curve_value(const joint_curves *curves, const joint_curve *curve, double seconds)
{
    const double start = curves->model->clips[curves->clip].start;
    const int64_t ticks = sinew__ticks(curves->model, start + seconds);
    if (curve->curve) return sinew__curve_evaluate(curves->model, curve->curve, ticks);
    double value[4];
    sinew__track_evaluate(curves->model, curve->track, start, ticks, value);
    return value[curve->component];
}

static int32_t all_keys(const joint_curve *curve)
{
    return curve->curve ? curve->curve->key_count : curve->track->key_count;
}

static joint_curve_point key_at(const joint_curves *curves, const joint_curve *curve, int32_t index)
{
    const sinew_model *model = curves->model;
    if (!curve->curve) {
        const sinew_track_key *key = &model->track_keys[curve->track->first_key + index];
        return (joint_curve_point){key->time, key->value[curve->component]};
    }
    const sinew_curve_key *key = &model->curve_keys[curve->curve->first_key + index];
    const double time = (double)key->ticks / (double)model->info->ticks_per_second;
    return (joint_curve_point){time - model->clips[curves->clip].start, key->value};
}

static void include(joint_curve_range *range, double value)
{
    range->min = fmin(range->min, value);
    range->max = fmax(range->max, value);
}

/// Values sampled from one point up to the next: a clip that repeats a few keys has extremes where no key is.
enum { SAMPLES_PER_STEP = 4 };

static void fill_points(const joint_curves *curves, joint_curve *curve)
{
    const int32_t steps = curves->point_count - 1;
    const double duration = curves->model->clips[curves->clip].duration;
    for (int32_t i = 0; i <= steps; ++i) {
        const double seconds = duration * i / steps, value = joint_curve_value(curves, curve, seconds);
        curve->points[i] = (joint_curve_point){seconds, value};
        if (i > 0) include(&curve->ranges[i - 1], value);
        if (i == steps) break;
        curve->ranges[i] = (joint_curve_range){value, value};
        for (int sample_index = 1; sample_index < SAMPLES_PER_STEP; ++sample_index) {
            const double between = duration * (i + (double)sample_index / SAMPLES_PER_STEP) / steps;
            include(&curve->ranges[i], joint_curve_value(curves, curve, between));
        }
    }
}

static void fill_keys(const joint_curves *curves, joint_curve *curve)
{
    const int32_t steps = curves->point_count - 1;
    const double duration = curves->model->clips[curves->clip].duration;
    for (int32_t i = 0; i < all_keys(curve); ++i) {
        const joint_curve_point key = key_at(curves, curve, i);
        if (key.seconds < -1e-6 || key.seconds > duration + 1e-6) continue;
        curve->keys[curve->key_count++] = key;
        const double fraction = duration > 0.0 ? key.seconds / duration : 0.0;
        include(&curve->ranges[(int32_t)fmin(fmax(fraction * steps, 0.0), steps - 1.0)], key.value);
    }
}

/// Fills the curve's arrays, and extends the extent of its kind.
static void fill(joint_curves *curves, joint_curve *curve)
{
    joint_curve_range *extent = &curves->extent[curve->kind];
    fill_points(curves, curve);
    fill_keys(curves, curve);
    for (int32_t i = 0; i < curves->point_count - 1; ++i) {
        include(extent, curve->ranges[i].min);
        include(extent, curve->ranges[i].max);
    }
}

static void sample(joint_curves *curves)
{
    const size_t points = (size_t)curves->point_count;
    size_t keys = 1;
    for (int32_t i = 0; i < curves->count; ++i) keys += (size_t)all_keys(&curves->curves[i]);
    curves->memory = malloc(((size_t)curves->count * points + keys) * sizeof *curves->memory);
    curves->range_memory = malloc(((size_t)curves->count + 1) * points * sizeof *curves->range_memory);
    if (!curves->memory || !curves->range_memory) {
        curves->count = 0;
        return;
    }
    joint_curve_point *memory = curves->memory;
    for (int32_t i = 0; i < curves->count; ++i) {
        joint_curve *curve = &curves->curves[i];
        curve->points = memory;
        curve->keys = memory + points;
        curve->ranges = curves->range_memory + (size_t)i * points;
        fill(curves, curve);
        memory = curve->keys + curve->key_count;
    }
}

void joint_curves_update(joint_curves *curves, const sinew_model *model, int32_t clip, int32_t joint,
                         int32_t point_count)
{
    const int is_same = curves->model == model && curves->clip == clip && curves->joint == joint;
    if (is_same && curves->point_count == point_count) return;
    joint_curves_free(curves);
    *curves = (joint_curves){.model = model, .clip = clip, .joint = joint, .point_count = point_count};
    for (int kind = 0; kind < JOINT_CURVE_KINDS; ++kind) {
        curves->extent[kind] = (joint_curve_range){(double)INFINITY, -(double)INFINITY};
    }
    if (clip == SINEW_NONE || joint == SINEW_NONE) return;
    find_curves(curves);
    curves->curves = calloc((size_t)curves->count + 1, sizeof *curves->curves);
    if (!curves->curves) {
        curves->count = 0;
        return;
    }
    find_curves(curves);
    sample(curves);
}

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

static widget_point point_position(const curve_lane *lane, const timeline_scale *scale, const joint_curve_point *point)
{
    return (widget_point){(float)timeline_x(scale, point->seconds), value_y(lane, point->value)};
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
    for (int32_t i = 0; i < count; ++i) line[i] = point_position(lane, scale, &curve->points[i]);
    draw_line(line, count, color, 1.4f * point);
    draw_ranges(panels, lane, curve, line, color);
    if (curve->key_count > (int32_t)(scale->width / (6.0 * (double)point))) return; // they would hide the curve
    for (int32_t i = 0; i < curve->key_count; ++i) {
        widget_fill_circle(point_position(lane, scale, &curve->keys[i]), 2.6f * point, color, 8);
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
    joint_curves_update(&panels->curves, viewer->model, viewer->clip, viewer->selected_joint,
                        (int32_t)fmax(scale.width / (double)point, 2.0));
    if (draw_lanes(panels, &scale, top, bottom, now) == 0) {
        const char *why = viewer->clip == SINEW_NONE             ? "The rest pose has no curves."
                          : viewer->selected_joint == SINEW_NONE ? "Select a joint to see its curves."
                                                                 : "This clip does not animate the joint.";
        widget_draw_text(0.5f * (float)box->width, 0.5f * (top + bottom), 0.5f, PANEL_DIM_TEXT, why, NULL);
    }
    widget_end_panel();
}
