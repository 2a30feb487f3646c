// Values of an animated function at many times, and as few keys as stay within its tolerance.
#include "author/export/glb/key_samples.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/platform/clock.h"

const double *sinew__key_sample(const sinew__key_samples *samples, int32_t i)
{
    return samples->values + (size_t)i * (size_t)samples->function.width;
}

/// Whether the deadline of the function has passed.
static int key_samples_are_late(const sinew__key_samples *samples)
{
    return samples->function.deadline > 0 && sinew__now() > samples->function.deadline;
}

static double *node_slopes(const sinew__key_samples *samples, int32_t node, int after)
{
    return samples->slopes + ((size_t)node * 2 + (size_t)after) * (size_t)samples->function.width;
}

// ---- evaluation ---------------------------------------------------------------------------------------------------

/// q and −q are one rotation: takes the one nearer to `like`.
static void align_rotations(const sinew__key_samples *samples, const double *like, double *values)
{
    for (int p = 0; p < samples->path_count; ++p) {
        const sinew__key_path *path = &samples->paths[p];
        double dot = 0;
        if (!path->is_rotation) continue;
        for (int i = path->first; i < path->first + 4; ++i) dot += like[i] * values[i];
        for (int i = path->first; i < path->first + 4 && dot < 0; ++i) values[i] = -values[i];
    }
}

static void evaluate(const sinew__key_samples *samples, double time, const double *like, double *out)
{
    samples->function.evaluate(samples->function.user, time, out);
    for (int i = 0; i < samples->function.width; ++i)
        if (!isfinite(out[i])) out[i] = 0;
    if (like) align_rotations(samples, like, out);
}

/// Derivatives on one side of a node, of second order; `step` is negative before the node. `near` and `far` are
/// [width].
static void evaluate_slope(const sinew__key_samples *samples, int32_t node, double step, double *near, double *far)
{
    const double *at = sinew__key_sample(samples, node * SINEW__CHECKS);
    const double time = (double)samples->times[node * SINEW__CHECKS];
    double *out = node_slopes(samples, node, step > 0);
    evaluate(samples, time + step, at, near);
    evaluate(samples, time + 2 * step, at, far);
    for (int i = 0; i < samples->function.width; ++i) out[i] = (4 * near[i] - 3 * at[i] - far[i]) / (2 * step);
}

/// A step for derivatives: much shorter than what moves, much longer than a tick.
static double slope_step(const sinew__key_samples *samples, int32_t node)
{
    static const double longest = 1e-4;
    const double gap =
        (double)samples->times[(node + 1) * SINEW__CHECKS] - (double)samples->times[node * SINEW__CHECKS];
    return fmin(longest, gap / 4);
}

/// Samples the checks behind a node and the slopes of that interval.
static void fill_interval(const sinew__key_samples *samples, int32_t node, double *scratch)
{
    const int width = samples->function.width;
    const int32_t first = node * SINEW__CHECKS;
    const double from = (double)samples->times[first], to = (double)samples->times[first + SINEW__CHECKS];
    for (int i = 1; i < SINEW__CHECKS; ++i) {
        samples->times[first + i] = (float)(from + (to - from) * i / SINEW__CHECKS);
        evaluate(samples, (double)samples->times[first + i], sinew__key_sample(samples, first + i - 1),
                 samples->values + (size_t)(first + i) * (size_t)width);
    }
    const double step = slope_step(samples, node);
    double *next = samples->values + (size_t)(first + SINEW__CHECKS) * (size_t)width;
    align_rotations(samples, sinew__key_sample(samples, first + SINEW__CHECKS - 1), next);
    evaluate_slope(samples, node, step, scratch, scratch + width);
    evaluate_slope(samples, node + 1, -step, scratch, scratch + width);
}

// ---- fits ---------------------------------------------------------------------------------------------------------

/// What a segment between two keys is interpolated from.
typedef struct key_segment {
    const double *from, *to, *slope_from, *slope_to;
    double start, duration;
} key_segment;

static void interpolate_line(const key_segment *segment, const sinew__key_path *path, double part, double *out)
{
    const double *a = segment->from + path->first, *b = segment->to + path->first;
    if (path->is_rotation) {
        const sinew_quat q =
            sinew__quat_slerp((sinew_quat){a[0], a[1], a[2], a[3]}, (sinew_quat){b[0], b[1], b[2], b[3]}, part);
        out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
        return;
    }
    for (int i = 0; i < path->count; ++i) out[i] = a[i] + (b[i] - a[i]) * part;
}

/// Source: the glTF 2.0 specification, appendix C.
static void interpolate_cubic(const key_segment *segment, const sinew__key_path *path, double part, double *out)
{
    const double t = part, t2 = t * t, t3 = t2 * t, d = segment->duration;
    double square = 0;
    for (int i = 0; i < path->count; ++i) {
        const int c = path->first + i;
        out[i] = (2 * t3 - 3 * t2 + 1) * segment->from[c] + d * (t3 - 2 * t2 + t) * segment->slope_from[c] +
                 (3 * t2 - 2 * t3) * segment->to[c] + d * (t3 - t2) * segment->slope_to[c];
        square += out[i] * out[i];
    }
    for (int i = 0; path->is_rotation && i < 4; ++i) out[i] /= square > 0 ? sqrt(square) : 1;
}

/// The distance of an interpolated value from the sample, in the units of the path's tolerance.
static double distance(const sinew__key_path *path, const double *interpolated, const double *sample)
{
    double dot = 0, square = 0, largest = 0;
    for (int i = 0; i < path->count; ++i) dot += interpolated[i] * sample[path->first + i];
    const double sign = path->is_rotation && dot < 0 ? -1 : 1;
    for (int i = 0; i < path->count; ++i) {
        const double difference = fabs(sign * interpolated[i] - sample[path->first + i]);
        square += difference * difference;
        largest = fmax(largest, difference);
    }
    if (path->by_component) return largest;
    return path->is_rotation ? 2 * sqrt(square) : sqrt(square); // of unit quaternions: half the angle, for small ones
}

int sinew__key_segment_fits(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic, int32_t from,
                            int32_t to)
{
    enum { MAX_COMPONENTS = 4 };
    const int32_t first = from * SINEW__CHECKS, last = to * SINEW__CHECKS;
    const key_segment segment = {
        sinew__key_sample(samples, first), sinew__key_sample(samples, last),
        node_slopes(samples, from, 1),     node_slopes(samples, to, 0),
        (double)samples->times[first],     (double)samples->times[last] - (double)samples->times[first]};
    sinew__key_path part = *path;
    for (int32_t i = first + 1; i < last; ++i) {
        const double at = ((double)samples->times[i] - segment.start) / segment.duration;
        for (part.first = path->first; part.first < path->first + path->count; part.first += MAX_COMPONENTS) {
            double value[MAX_COMPONENTS];
            const int left = path->first + path->count - part.first;
            part.count = left < MAX_COMPONENTS ? left : MAX_COMPONENTS;
            if (is_cubic)
                interpolate_cubic(&segment, &part, at, value);
            else
                interpolate_line(&segment, &part, at, value);
            if (!(distance(&part, value, sinew__key_sample(samples, i)) <= path->tolerance)) return 0;
        }
    }
    return 1;
}

// ---- nodes --------------------------------------------------------------------------------------------------------

/// Gives an interval the slopes of the chord of a path, with which the cubic is the line.
static void straighten(const sinew__key_samples *samples, const sinew__key_path *path, int32_t node)
{
    const double *from = sinew__key_sample(samples, node * SINEW__CHECKS),
                 *to = sinew__key_sample(samples, (node + 1) * SINEW__CHECKS);
    const double duration =
        (double)samples->times[(node + 1) * SINEW__CHECKS] - (double)samples->times[node * SINEW__CHECKS];
    for (int c = path->first; c < path->first + path->count; ++c)
        node_slopes(samples, node, 1)[c] = node_slopes(samples, node + 1, 0)[c] = (to[c] - from[c]) / duration;
}

/// Whether a cubic fits an interval. Where a bend is as near to a node as floats can tell, the slope measured there is
/// neither that before nor that behind the bend: the chord's may fit.
static int cubic_fits(const sinew__key_samples *samples, const sinew__key_path *path, int32_t node)
{
    if (sinew__key_segment_fits(samples, path, 1, node, node + 1)) return 1;
    straighten(samples, path, node);
    return sinew__key_segment_fits(samples, path, 1, node, node + 1);
}

static int lines_fit(const sinew__key_samples *samples, const sinew__key_path *path)
{
    for (int32_t i = 0; i + 1 < samples->node_count; ++i)
        if (!sinew__key_segment_fits(samples, path, 0, i, i + 1)) return 0;
    return 1;
}

static sinew_result reserve(sinew__key_samples *samples, int32_t node_count)
{
    const size_t count = (size_t)node_count, width = (size_t)samples->function.width;
    samples->node_count = node_count;
    samples->times = SINEW__ARENA_ARRAY(&samples->memory, float, count *SINEW__CHECKS);
    samples->values = SINEW__ARENA_ARRAY(&samples->memory, double, count *SINEW__CHECKS *width);
    samples->slopes = SINEW__ARENA_ARRAY(&samples->memory, double, count * 2 * width);
    return samples->memory.failed ? SINEW_ERROR_OUT_OF_MEMORY : SINEW_OK;
}

/// Looks at the clock once in a while.
static int is_late_at(const sinew__key_samples *samples, int32_t node)
{
    return node % 1024 == 0 && key_samples_are_late(samples);
}

static sinew_result sample_nodes(sinew__key_samples *samples, const float *nodes, int32_t count)
{
    const int width = samples->function.width;
    double *scratch = SINEW__ARENA_ARRAY(&samples->memory, double, 2 * (size_t)width);
    const sinew_result result = scratch ? reserve(samples, count) : SINEW_ERROR_OUT_OF_MEMORY;
    if (result != SINEW_OK) return result;
    for (int32_t i = 0; i < count; ++i) {
        if (is_late_at(samples, i)) return SINEW_ERROR_TIMED_OUT;
        samples->times[i * SINEW__CHECKS] = nodes[i];
        evaluate(samples, (double)nodes[i], NULL, samples->values + (size_t)i * SINEW__CHECKS * (size_t)width);
    }
    for (int32_t i = 0; i + 1 < count; ++i) {
        if (is_late_at(samples, i)) return SINEW_ERROR_TIMED_OUT;
        fill_interval(samples, i, scratch);
    }
    return SINEW_OK;
}

/// Marks the intervals that do not fit, unless they are too short to be divided. All keys of a path are of one kind:
/// where a line does not fit everywhere, cubics have to. Returns how many; `out` is [node_count], zeros.
static int32_t mark_intervals(const sinew__key_samples *samples, uint8_t *out)
{
    static const float shortest = 1e-3f; // seconds
    int32_t count = 0;
    for (int p = 0; p < samples->path_count; ++p) {
        if (lines_fit(samples, &samples->paths[p])) continue;
        for (int32_t i = 0; i + 1 < samples->node_count; ++i) {
            const float *time = samples->times + (size_t)i * SINEW__CHECKS;
            if (out[i] || time[SINEW__CHECKS] - time[0] < shortest) continue;
            out[i] = !cubic_fits(samples, &samples->paths[p], i);
            count += out[i];
        }
    }
    return count;
}

/// Copies a node, or a check that becomes one.
static void copy_node(const sinew__key_samples *from, int32_t sample, sinew__key_samples *to, int32_t node)
{
    const size_t width = (size_t)to->function.width;
    to->times[node * SINEW__CHECKS] = from->times[sample];
    memcpy(to->values + (size_t)node * SINEW__CHECKS * width, sinew__key_sample(from, sample), width * sizeof(double));
}

/// Copies the checks and slopes of an interval that stays.
static void copy_interval(const sinew__key_samples *from, int32_t old, sinew__key_samples *to, int32_t node)
{
    const size_t width = (size_t)to->function.width, checks = SINEW__CHECKS - 1;
    const int32_t first = old * SINEW__CHECKS + 1, out = node * SINEW__CHECKS + 1;
    memcpy(to->times + out, from->times + first, checks * sizeof(float));
    memcpy(to->values + (size_t)out * width, sinew__key_sample(from, first), checks * width * sizeof(double));
    memcpy(node_slopes(to, node, 1), node_slopes(from, old, 1), width * sizeof(double));
    memcpy(node_slopes(to, node + 1, 0), node_slopes(from, old + 1, 0), width * sizeof(double));
}

/// Samples again with the marked intervals divided in the middle; what stays is copied.
static sinew_result divide_intervals(const sinew__key_samples *from, const uint8_t *marked, int32_t added,
                                     sinew__key_samples *to)
{
    const int32_t last = from->node_count - 1;
    int32_t node = 0;
    *to = (sinew__key_samples){.function = from->function, .paths = from->paths, .path_count = from->path_count};
    double *scratch = SINEW__ARENA_ARRAY(&to->memory, double, 2 * (size_t)to->function.width);
    const sinew_result result = scratch ? reserve(to, from->node_count + added) : SINEW_ERROR_OUT_OF_MEMORY;
    if (result != SINEW_OK) return result;
    for (int32_t i = 0; i <= last; ++i) {
        copy_node(from, i * SINEW__CHECKS, to, node++);
        if (i < last && marked[i]) copy_node(from, i * SINEW__CHECKS + SINEW__CHECKS / 2, to, node++);
    }
    node = 0;
    for (int32_t i = 0; i < last; ++i) {
        if (is_late_at(to, i)) return SINEW_ERROR_TIMED_OUT;
        if (!marked[i]) {
            copy_interval(from, i, to, node++);
            continue;
        }
        fill_interval(to, node++, scratch);
        fill_interval(to, node++, scratch);
    }
    return SINEW_OK;
}

/// Whether more nodes are within the budgets of the file and of one function: of that, keys and frames take the rest.
static int can_add(const sinew__key_samples *samples, int32_t added, int64_t budget)
{
    const int64_t width = samples->function.width;
    return added * width <= budget && ((int64_t)samples->node_count + added) * width <= SINEW__MAX_VALUES / 2;
}

sinew_result sinew__key_samples_init(sinew__key_samples *samples, const sinew__key_function *function,
                                     const sinew__key_path *paths, int path_count, const float *nodes,
                                     int32_t node_count, int64_t *budget)
{
    enum { MAX_ROUNDS = 6 };
    *samples = (sinew__key_samples){.function = *function, .paths = paths, .path_count = path_count};
    sinew_result result = sample_nodes(samples, nodes, node_count);
    for (int round = 0; result == SINEW_OK; ++round) {
        sinew__key_samples divided;
        uint8_t *marked = SINEW__ARENA_ARRAY(&samples->memory, uint8_t, samples->node_count);
        if (!marked) return SINEW_ERROR_OUT_OF_MEMORY;
        const int32_t added = mark_intervals(samples, marked);
        samples->is_coarse = added > 0 && (round == MAX_ROUNDS || !can_add(samples, added, *budget));
        if (added == 0 || samples->is_coarse) return SINEW_OK;
        *budget -= (int64_t)added * function->width;
        result = divide_intervals(samples, marked, added, &divided);
        sinew__arena_free(&samples->memory);
        *samples = divided;
    }
    return result;
}

void sinew__key_samples_free(sinew__key_samples *samples)
{
    sinew__arena_free(&samples->memory);
}

// ---- keys of a path: as few as stay within its tolerance ----------------------------------------------------------

int sinew__key_path_is_constant(const sinew__key_samples *samples, const sinew__key_path *path)
{
    const double *first = sinew__key_sample(samples, 0);
    const int32_t count = (samples->node_count - 1) * SINEW__CHECKS + 1;
    const double tolerance = path->is_rotation ? path->tolerance / 4 : path->tolerance / 2; // of each component
    for (int32_t i = 1; i < count; ++i) {
        const double *value = sinew__key_sample(samples, i);
        for (int c = path->first; c < path->first + path->count; ++c)
            if (fabs(value[c] - first[c]) > tolerance) return 0;
    }
    return 1;
}

/// The last node that a segment from `from` reaches: twice as far as long as it fits, then halved.
static int32_t farthest(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic, int32_t from)
{
    const int32_t last = samples->node_count - 1;
    int32_t fits = from + 1, fails = last + 1;
    for (int32_t length = 2; from + length <= last; length *= 2) {
        if (!sinew__key_segment_fits(samples, path, is_cubic, from, from + length)) {
            fails = from + length;
            break;
        }
        fits = from + length;
    }
    while (fails - fits > 1) {
        const int32_t middle = fits + (fails - fits) / 2;
        if (sinew__key_segment_fits(samples, path, is_cubic, from, middle))
            fits = middle;
        else
            fails = middle;
    }
    return fits;
}

/// Lists the keys in out->nodes; gives up beyond `max_keys`, or where even neighbours do not fit and `must` is 0.
static int fit(const sinew__key_samples *samples, const sinew__key_path *path, int must, int32_t max_keys,
               sinew__fitted_keys *out)
{
    const int32_t last = samples->node_count - 1;
    out->count = 0;
    out->nodes[out->count++] = 0;
    for (int32_t node = 0; node < last; out->nodes[out->count++] = node) {
        if (out->count >= max_keys || key_samples_are_late(samples)) return 0;
        if (!must && !sinew__key_segment_fits(samples, path, out->is_cubic, node, node + 1)) return 0;
        node = farthest(samples, path, out->is_cubic, node);
    }
    return 1;
}

/// Numbers of one key, its time included.
static int32_t key_size(const sinew__key_path *path, int is_cubic)
{
    return 1 + path->count * (is_cubic ? 3 : 1);
}

int sinew__fit_keys(const sinew__key_samples *samples, const sinew__key_path *path, sinew__arena *memory,
                    sinew__fitted_keys *out)
{
    const int32_t count = samples->node_count;
    sinew__fitted_keys linear = {SINEW__ARENA_ARRAY(memory, int32_t, count), 0, 0},
                       cubic = {SINEW__ARENA_ARRAY(memory, int32_t, count), 0, 1};
    if (!linear.nodes || !cubic.nodes) return 0;
    const int has_linear = fit(samples, path, 0, count, &linear);
    const int64_t linear_size = (int64_t)linear.count * key_size(path, 0);
    const int64_t max_cubic = has_linear ? linear_size / key_size(path, 1) : count;
    const int has_cubic = fit(samples, path, !has_linear, (int32_t)(max_cubic > 1 ? max_cubic : 1), &cubic);
    *out = has_cubic && count > 1 ? cubic : linear;
    return !key_samples_are_late(samples);
}
