#include "program/cli/curves/charts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "program/cli/facts/key_values.h"
#include "program/cli/framework/report.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "runtime/sampler/curve.h"
#include "runtime/sampler/sample_clip.h"

/// Width in pixels of the margins left and right of the time axis.
static const double gutters = 76.0 + 20.0;

double chart_axis_width(const chart_page *page)
{
    return fmax(page->width - gutters, 8.0);
}

// ---- measures ------------------------------------------------------------------------------------------------------

/// Evaluates a line's joint and the joint's ancestors by the exact engine. With `is_played`, evaluates the whole pose
/// by the engine page->beside.
static void pose_joint(const chart_page *page, const chart_line *line, int is_played, double seconds)
{
    const chart_source *source = &page->sources[line->source];
    if (!is_played) {
        sinew__joint_in_clip(source->model, source->clip, line->joint, seconds, source->pose);
        return;
    }
    sinew_pose_evaluate(source->model, page->beside, source->clip, seconds, source->pose);
    sinew_pose_compute_locals(source->model, source->pose);
}

static sinew_vec3 position_at(const chart_page *page, const chart_line *line, int is_played, double seconds)
{
    pose_joint(page, line, is_played, seconds);
    const sinew_affine *global = &page->sources[line->source].pose->global[line->joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

/// Returns the joint's speed, averaged over a frame around a time. At the ends of the clip, only the half frame inside
/// the clip counts.
static double speed_at(const chart_page *page, const chart_line *line, int is_played, double seconds)
{
    const chart_source *source = &page->sources[line->source];
    const double half = 0.5 * sinew__clip_step(source->model, source->clip);
    const double duration = source->model->clips[source->clip].duration;
    const int is_inside = seconds >= 0.0 && seconds <= duration;
    const double from = is_inside ? fmax(seconds - half, 0.0) : seconds - half;
    const double to = is_inside ? fmin(seconds + half, duration) : seconds + half;
    const sinew_vec3 a = position_at(page, line, is_played, from), b = position_at(page, line, is_played, to);
    return to > from
               ? sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z)) / (to - from)
               : 0.0;
}

static double measure(const chart_page *page, const curve_chart *chart, const chart_line *line, int is_played,
                      double seconds)
{
    const chart_source *source = &page->sources[line->source];
    if (chart->kind == CHART_SPEED) return speed_at(page, line, is_played, seconds);
    const sinew_vec3 at = position_at(page, line, is_played, seconds), up = sinew__up_axis(source->model);
    if (chart->kind == CHART_HEIGHT) return at.x * up.x + at.y * up.y + at.z * up.z;
    return sinew__rotation_degrees(source->pose->local[line->joint].r, source->model->joints[line->joint].rest.r);
}

// ---- played curves -------------------------------------------------------------------------------------------------

/// Returns the author's transform stack of a joint at a time, evaluated by the exact engine.
static sinew_transform_stack stack_at(const chart_source *source, int32_t joint, double seconds)
{
    const sinew_model *model = source->model;
    const sinew_clip *clip = &model->clips[source->clip];
    sinew__joint_motion motion = {.first_channel = clip->first_channel};
    sinew_transform_stack stack;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        if (model->channels[i].joint != joint) continue;
        if (motion.channel_count++ == 0) motion.first_channel = i;
    }
    const int64_t ticks = sinew__ticks(model, clip->start + seconds);
    if (sinew__joint_sample_stack(model, source->clip, joint, &motion, ticks, NULL, &stack)) return stack;
    return sinew__joint_stack(model, joint);
}

/// Converts a played local transform to values of the author's property: degrees, scale factors or a translation.
static void played_property(const chart_source *source, const chart_line *line, const sinew_transform *local,
                            double seconds, double out[4])
{
    const sinew_transform_stack stack = stack_at(source, line->joint, seconds);
    const int is_active = (int)stack.rotation_active;
    sinew_transform_stack without = stack;
    sinew_quat pre = sinew__quat_identity(), post = pre;
    if (is_active) pre = sinew__quat_from_euler(stack.pre_rotation, SINEW_ROTATE_XYZ);
    if (is_active) post = sinew__quat_from_euler(stack.post_rotation, SINEW_ROTATE_XYZ);
    const sinew_quat own = sinew__quat_multiply(sinew__quat_conjugate(pre), sinew__quat_multiply(local->r, post));
    if (line->curve.kind == JOINT_CURVE_ROTATION) {
        sinew__quat_to_near_euler(own, is_active ? stack.rotation_order : SINEW_ROTATE_XYZ, stack.rotation, out);
    } else if (line->curve.kind == JOINT_CURVE_SCALING) {
        memcpy(out, &local->s, 3 * sizeof *out);
    } else { // a translation, without the offset that pivots add to it
        memset(without.translation, 0, sizeof without.translation);
        const sinew_transform pivots = sinew__stack_local(&without);
        const double values[3] = {local->t.x - pivots.t.x, local->t.y - pivots.t.y, local->t.z - pivots.t.z};
        memcpy(out, values, sizeof values);
    }
}

/// Converts a played local transform to values of a track. Of the two quaternions of a rotation, the one nearer to the
/// track's is returned.
static void played_track(const chart_page *page, const chart_line *line, const sinew_transform *local, double seconds,
                         double out[4])
{
    const chart_source *source = &page->sources[line->source];
    const double start = source->model->clips[source->clip].start;
    double authored[4];
    if (line->curve.kind == JOINT_CURVE_TRANSLATION) memcpy(out, &local->t, sizeof local->t);
    if (line->curve.kind == JOINT_CURVE_SCALING) memcpy(out, &local->s, sizeof local->s);
    if (line->curve.kind != JOINT_CURVE_ROTATION) return;
    memcpy(out, &local->r, sizeof local->r);
    sinew__track_evaluate(source->model, line->curve.track, start, sinew__ticks(source->model, start + seconds),
                          authored);
    double dot = 0.0;
    for (int i = 0; i < 4; ++i) dot += out[i] * authored[i];
    for (int i = 0; i < 4 && dot < 0.0; ++i) out[i] = -out[i];
}

int chart_line_is_played(const chart_page *page, const curve_chart *chart, const chart_line *line)
{
    const sinew_model *model = page->sources[line->source].model;
    const sinew_clip *clip = &model->clips[page->sources[line->source].clip];
    if (!page->has_beside || chart->kind == CHART_OTHER) return 0;
    if (chart->kind >= CHART_SPEED || !line->curve.channel) return 1;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *other = &model->channels[i];
        if (other->joint == line->joint && other->property == line->curve.channel->property &&
            other != line->curve.channel)
            return 0; // two layers animate the property
    }
    return 1;
}

double chart_line_value(const chart_page *page, const curve_chart *chart, const chart_line *line, double seconds)
{
    if (chart->kind >= CHART_SPEED) return measure(page, chart, line, 0, seconds);
    const joint_curves curves = {
        .model = page->sources[line->source].model, .clip = page->sources[line->source].clip, .joint = line->joint};
    return sinew__joint_curve_value(&curves, &line->curve, seconds);
}

double chart_line_played(const chart_page *page, const curve_chart *chart, const chart_line *line, double seconds)
{
    if (chart->kind >= CHART_SPEED) return measure(page, chart, line, 1, seconds);
    const chart_source *source = &page->sources[line->source];
    double values[4] = {0};
    pose_joint(page, line, 1, seconds);
    const sinew_transform *local = &source->pose->local[line->joint];
    if (line->curve.curve)
        played_property(source, line, local, seconds, values);
    else
        played_track(page, line, local, seconds, values);
    return values[line->component];
}

// ---- paths ---------------------------------------------------------------------------------------------------------

static void add_step(chart_page *page, chart_path *path, const chart_step *step)
{
    chart_step *grown = sinew__arena_grow(&page->arena, path->steps, path->count, &path->capacity, sizeof *grown);
    if (!grown) return;
    path->steps = grown;
    path->steps[path->count++] = *step;
}

/// Appends a straight line to a point to a path. The first point begins the path.
static void add_point(chart_page *page, chart_path *path, double seconds, double value)
{
    add_step(page, path, &(chart_step){path->count ? CHART_LINE : CHART_MOVE, {{seconds, value}}});
}

/// Adds the segment between two adjacent keys as the curve is evaluated: straight lines, or the author's Bézier curve.
static void add_segment(chart_page *page, chart_path *path, const joint_curve_key *a, const joint_curve_key *b)
{
    switch ((sinew_interpolation)a->interpolation) {
    case SINEW_STEP: add_point(page, path, b->seconds, a->value); break;
    case SINEW_STEP_NEXT: add_point(page, path, a->seconds, b->value); break;
    case SINEW_LINEAR: break;
    case SINEW_CUBIC:
        add_step(page, path,
                 &(chart_step){CHART_BEZIER,
                               {{a->seconds + a->out_seconds, a->value + a->out_value},
                                {b->seconds + b->in_seconds, b->value + b->in_value},
                                {b->seconds, b->value}}});
        return;
    }
    add_point(page, path, b->seconds, b->value);
}

/// Adds samples between two times, both included, about one per pixel.
static void add_samples(chart_page *page, const curve_chart *chart, const chart_line *line, int is_played,
                        chart_path *path, double from, double to)
{
    const double per_second = chart_axis_width(page) / (page->end - page->begin);
    const int count = (int)fmin(fmax(ceil((to - from) * per_second), 1.0), chart_axis_width(page));
    for (int i = 0; i <= count; ++i) {
        const double seconds = from + (to - from) * i / count;
        add_point(page, path, seconds,
                  is_played ? chart_line_played(page, chart, line, seconds)
                            : chart_line_value(page, chart, line, seconds));
    }
}

/// Adds the segments between keys `first` and `last`. The quaternions of a track are sampled between keys.
static void add_segments(chart_page *page, const curve_chart *chart, chart_line *line, int32_t first, int32_t last)
{
    const chart_source *source = &page->sources[line->source];
    const joint_curve *curve = &line->curve;
    const int is_slerp =
        curve->track && curve->kind == JOINT_CURVE_ROTATION && curve->track->interpolation != SINEW_STEP;
    joint_curve_key key = sinew__joint_curve_key_at(source->model, source->clip, curve, first);
    add_point(page, &line->authored, key.seconds, key.value);
    for (int32_t i = first; i < last; ++i) {
        const joint_curve_key next = sinew__joint_curve_key_at(source->model, source->clip, curve, i + 1);
        if (is_slerp)
            add_samples(page, chart, line, 0, &line->authored, key.seconds, next.seconds);
        else
            add_segment(page, &line->authored, &key, &next);
        key = next;
    }
}

/// Adds a band for a curve with more keys than pixels: the first, the smallest and the largest value of each pixel.
static void add_band(chart_page *page, chart_line *line, const joint_curve *sampled, int32_t point_count, double from,
                     double to)
{
    for (int32_t i = 0; i + 1 < point_count; ++i) {
        const joint_curve_point *point = &sampled->points[i];
        const joint_curve_range *range = &sampled->ranges[i];
        if (point->seconds < from || sampled->points[i + 1].seconds > to) continue;
        const double middle = 0.5 * (point->seconds + sampled->points[i + 1].seconds);
        add_point(page, &line->authored, point->seconds, point->value);
        if (range->min < fmin(point->value, sampled->points[i + 1].value))
            add_point(page, &line->authored, middle, range->min);
        if (range->max > fmax(point->value, sampled->points[i + 1].value))
            add_point(page, &line->authored, middle, range->max);
    }
}

static void add_extrapolation(chart_page *page, const curve_chart *chart, const chart_line *line, int is_after,
                              chart_path *path, double from, double to)
{
    if (!(to > from)) return;
    const sinew_curve *curve = line->curve.curve;
    const uint32_t mode = !curve ? SINEW_EXTRAPOLATE_HOLD : is_after ? curve->after : curve->before;
    if (mode != SINEW_EXTRAPOLATE_HOLD && mode != SINEW_EXTRAPOLATE_SLOPE) { // the values are not on a straight line
        add_samples(page, chart, line, 0, path, from, to);
        return;
    }
    add_point(page, path, from, chart_line_value(page, chart, line, from));
    add_point(page, path, to, chart_line_value(page, chart, line, to));
}

static void trace_curve(chart_page *page, const curve_chart *chart, chart_line *line, const joint_curves *curves,
                        const joint_curve *sampled)
{
    const chart_source *source = &page->sources[line->source];
    const int32_t count = sinew__joint_curve_key_count(&line->curve);
    const double begin = sinew__joint_curve_key_at(source->model, source->clip, &line->curve, 0).seconds;
    const double end = sinew__joint_curve_key_at(source->model, source->clip, &line->curve, count - 1).seconds;
    const int32_t before = sampled->key_count ? sampled->keys[0].number : 0;
    if (sampled->key_count > chart_axis_width(page) / 2.0)
        add_band(page, line, sampled, curves->point_count, begin, end);
    else if (begin < page->end && end > page->begin)
        add_segments(page, chart, line, before > 0 ? before - 1 : 0,
                     before + sampled->key_count < count ? before + sampled->key_count : count - 1);
    add_extrapolation(page, chart, line, 0, &line->before, page->begin, fmin(begin, page->end));
    add_extrapolation(page, chart, line, 1, &line->after, fmax(end, page->begin), page->end);

    // Keys closer than 6 pixels would hide the line and are not shown.
    if (sampled->key_count > chart_axis_width(page) / 6.0) return;
    line->keys = SINEW__ARENA_ARRAY(&page->arena, joint_curve_key, sampled->key_count);
    if (!line->keys) return;
    memcpy(line->keys, sampled->keys, (size_t)sampled->key_count * sizeof *line->keys);
    line->key_count = sampled->key_count;
}

static void include_path(curve_chart *chart, const chart_path *path)
{
    for (size_t i = 0; i < path->count; ++i) {
        const chart_step *step = &path->steps[i];
        const double value = step->to[step->kind == CHART_BEZIER ? 2 : 0].value;
        chart->extent.min = fmin(chart->extent.min, value);
        chart->extent.max = fmax(chart->extent.max, value);
    }
}

// ---- charts --------------------------------------------------------------------------------------------------------

static const char *unit_of(chart_page *page, chart_kind kind, const joint_curve *curve)
{
    const double unit = page->sources[0].model->info->unit_cm;
    const char *length = unit == 1.0 ? "cm" : unit == 100.0 ? "m" : unit == 0.1 ? "mm" : unit == 2.54 ? "in" : "units";
    switch (kind) {
    case CHART_TRANSLATION:
    case CHART_HEIGHT: return length;
    case CHART_ROTATION: return curve->track ? "quaternion" : "degrees";
    case CHART_ANGLE: return "degrees";
    case CHART_SPEED: return sinew__arena_format(&page->arena, "%s/s", length);
    default: return "";
    }
}

/// Returns the chart of a kind, joint, property and unit among those from `first` on; adds it if none exists. NULL
/// when out of memory.
static curve_chart *chart_of(chart_page *page, size_t first, chart_kind kind, const char *joint, const char *property,
                             const char *unit)
{
    for (size_t i = first; i < page->count; ++i) {
        if (page->charts[i].kind == kind && strcmp(page->charts[i].property, property) == 0) return &page->charts[i];
    }
    curve_chart *grown = sinew__arena_grow(&page->arena, page->charts, page->count, &page->capacity, sizeof *grown);
    if (!grown || !property || !unit) return NULL;
    page->charts = grown;
    page->charts[page->count] = (curve_chart){.kind = kind,
                                              .joint = joint,
                                              .property = property,
                                              .unit = unit,
                                              .extent = {(double)INFINITY, -(double)INFINITY}};
    return &page->charts[page->count++];
}

static chart_line *add_line(chart_page *page, curve_chart *chart, const chart_line *line)
{
    chart_line *grown = sinew__arena_grow(&page->arena, chart->lines, chart->count, &chart->capacity, sizeof *grown);
    if (!grown) return NULL;
    chart->lines = grown;
    chart->lines[chart->count] = *line;
    return &chart->lines[chart->count++];
}

/// Traces the played values of a line, and extends the chart's range to the line's values.
static void finish_line(chart_page *page, curve_chart *chart, chart_line *line)
{
    if (chart_line_is_played(page, chart, line))
        add_samples(page, chart, line, 1, &line->played, page->begin, page->end);
    include_path(chart, &line->authored);
    include_path(chart, &line->before);
    include_path(chart, &line->after);
    include_path(chart, &line->played);
}

static void add_curve_line(chart_page *page, size_t first, int source, const char *joint, const joint_curves *curves,
                           const joint_curve *sampled)
{
    const chart_kind kind = (chart_kind)sampled->kind;
    const char *property = sinew__joint_curve_property(sampled);
    const char *layer = cli_curve_layer(page->sources[source].model, sampled); // NULL: the base layer
    if (layer) property = sinew__arena_format(&page->arena, "%s, layer %s", property, layer);
    curve_chart *chart = property ? chart_of(page, first, kind, joint, property, unit_of(page, kind, sampled)) : NULL;
    if (!chart) return;
    chart_line *line = add_line(page, chart,
                                &(chart_line){.source = source,
                                              .joint = curves->joint,
                                              .component = sampled->component,
                                              .curve = {.kind = sampled->kind,
                                                        .component = sampled->component,
                                                        .channel = sampled->channel,
                                                        .curve = sampled->curve,
                                                        .track = sampled->track}});
    if (!line || page->is_table) return;
    trace_curve(page, chart, line, curves, sampled);
    for (int32_t i = 0; i + 1 < curves->point_count; ++i) {
        chart->extent.min = fmin(chart->extent.min, sampled->ranges[i].min);
        chart->extent.max = fmax(chart->extent.max, sampled->ranges[i].max);
    }
    finish_line(page, chart, line);
}

static int add_measures(chart_page *page, size_t first, int source, const char *joint_name, int32_t joint)
{
    static const char *const names[CHART_KINDS] = {
        [CHART_SPEED] = "speed", [CHART_HEIGHT] = "height", [CHART_ANGLE] = "angle from the rest pose"};
    for (int kind = CHART_SPEED; kind < CHART_KINDS; ++kind) {
        if (!(page->kinds >> kind & 1)) continue;
        curve_chart *chart =
            chart_of(page, first, (chart_kind)kind, joint_name, names[kind], unit_of(page, (chart_kind)kind, NULL));
        chart_line *line = chart ? add_line(page, chart, &(chart_line){.source = source, .joint = joint}) : NULL;
        if (!line) return cli_fail_memory(page->context);
        if (page->is_table) continue;
        const chart_source *shown = &page->sources[line->source];
        const double duration = shown->model->clips[shown->clip].duration;
        const double from = fmin(fmax(page->begin, 0.0), page->end), to = fmax(fmin(page->end, duration), page->begin);
        if (page->begin < from) add_samples(page, chart, line, 0, &line->before, page->begin, from);
        if (from < to) add_samples(page, chart, line, 0, &line->authored, from, to);
        if (to < page->end) add_samples(page, chart, line, 0, &line->after, to, page->end);
        finish_line(page, chart, line);
    }
    return page->arena.failed ? cli_fail_memory(page->context) : 0;
}

/// Returns the joint of a source with a name, compared with and without the namespace, or SINEW_NONE.
static int32_t find_joint(const chart_source *source, const char *name)
{
    int32_t found = SINEW_NONE;
    for (int32_t id = 0; id < source->joints->count; ++id) {
        const char *other = cli_joint_name(source->joints, id);
        if (strcmp(other, name) == 0) return source->joints->joint[id];
        if (found == SINEW_NONE && strcmp(sinew__short_joint_name(other), sinew__short_joint_name(name)) == 0)
            found = source->joints->joint[id];
    }
    return found;
}

int chart_page_add_joint(chart_page *page, int32_t id)
{
    const size_t first = page->count;
    const char *name = cli_joint_name(page->sources[0].joints, id);
    int failed = 0;
    for (int i = 0; i < page->source_count && !failed; ++i) {
        const int32_t joint = i == 0 ? page->sources[0].joints->joint[id] : find_joint(&page->sources[i], name);
        if (joint == SINEW_NONE) continue;
        joint_curves curves = {0};
        sinew__joint_curves_update(&curves, page->sources[i].model, page->sources[i].clip, joint, page->begin,
                                   page->end, (int32_t)chart_axis_width(page) + 1);
        for (int32_t k = 0; k < curves.count; ++k) {
            if (page->kinds >> curves.curves[k].kind & 1)
                add_curve_line(page, first, i, name, &curves, &curves.curves[k]);
        }
        failed = page->arena.failed || curves.is_out_of_memory ? cli_fail_memory(page->context) : 0;
        sinew__joint_curves_free(&curves);
        if (!failed) failed = add_measures(page, first, i, name, joint);
    }

    // Sort the charts by kind. Insertion keeps the order of layers.
    for (size_t i = first + 1; i < page->count; ++i) {
        const curve_chart chart = page->charts[i];
        size_t at = i;
        for (; at > first && page->charts[at - 1].kind > chart.kind; --at) page->charts[at] = page->charts[at - 1];
        page->charts[at] = chart;
    }
    if (!failed && !page->is_table && page->count > CHART_MAX_CHARTS)
        failed = cli_fail_usage(page->context, "limit",
                                "choose joints with --joints 'foot.*', or values with --what rotation",
                                "more than %d charts for one picture", CHART_MAX_CHARTS);
    return failed;
}
