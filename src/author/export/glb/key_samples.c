// Samples an animated function, and fits as few keys as keep its tolerance.
#include "author/export/glb/key_samples.h"

#include <math.h>
#include <string.h>

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

/// Lets sample `i` use the equivalent numbers, such as q or −q, that are nearest to the previous sample.
static void follow_sample(const sinew__key_samples *samples, int32_t i)
{
    const sinew__key_function *function = &samples->function;
    double *values = samples->values + (size_t)i * (size_t)function->width;
    const double *like = i > 0 ? values - function->width : NULL;
    for (int p = 0; like && p < samples->path_count; ++p) {
        const sinew__key_path *path = &samples->paths[p];
        double dot = 0;
        if (!path->is_rotation) continue;
        for (int c = path->first; c < path->first + 4; ++c) dot += like[c] * values[c];
        for (int c = path->first; c < path->first + 4 && dot < 0; ++c) values[c] = -values[c];
    }
    if (function->follow) function->follow(function->user, like, values);
}

/// Evaluates the function at a time into sample `i`. Sample i − 1 must exist, because quaternions get the sign that is
/// nearer to it.
static void evaluate(const sinew__key_samples *samples, int32_t i, float time)
{
    const sinew__key_function *function = &samples->function;
    double *out = samples->values + (size_t)i * (size_t)function->width;
    samples->times[i] = time;
    function->evaluate(function->user, (double)time, out);
    for (int c = 0; c < function->width; ++c)
        if (!isfinite(out[c])) out[c] = 0;
    follow_sample(samples, i);
}

enum { INTERVAL_SAMPLES = SINEW__CHECKS + 1 };

/// Computes the derivative, at sample `at`, of the polynomial through an interval's samples [INTERVAL_SAMPLES], as a
/// weight for each sample.
static void derivative_weights(const float *times, int at, double *out)
{
    out[at] = 0;
    for (int j = 0; j < INTERVAL_SAMPLES; ++j) {
        if (j == at) continue;
        double product = 1 / ((double)times[j] - (double)times[at]);
        out[at] -= product;
        for (int k = 0; k < INTERVAL_SAMPLES; ++k)
            if (k != at && k != j)
                product *= ((double)times[at] - (double)times[k]) / ((double)times[j] - (double)times[k]);
        out[j] = product;
    }
}

/// Seconds; shorter intervals are not divided.
static const float shortest = 1e-3f;

static float interval_length(const sinew__key_samples *samples, int32_t node)
{
    const float *times = samples->times + (size_t)node * SINEW__CHECKS;
    return times[SINEW__CHECKS] - times[0];
}

/// Sets the slopes of some components of an interval to the slope of the chord, which makes the cubic a line.
static void straighten(const sinew__key_samples *samples, int32_t node, int first, int count)
{
    const double *from = sinew__key_sample(samples, node * SINEW__CHECKS),
                 *to = sinew__key_sample(samples, (node + 1) * SINEW__CHECKS);
    const double duration = (double)interval_length(samples, node);
    for (int c = first; c < first + count; ++c)
        node_slopes(samples, node, 1)[c] = node_slopes(samples, node + 1, 0)[c] = (to[c] - from[c]) / duration;
}

/// Computes the slopes at both ends of an interval from its samples. If a cubic can follow the function, these are as
/// good as slopes from additional samples near the ends, which would take twice as long. A very short interval, such as
/// a step's, gets the slopes of its chord, because the times of its samples may be equal.
static void find_slopes(const sinew__key_samples *samples, int32_t node)
{
    const int width = samples->function.width;
    const double *values = sinew__key_sample(samples, node * SINEW__CHECKS);
    double *after = node_slopes(samples, node, 1), *before = node_slopes(samples, node + 1, 0);
    double first[INTERVAL_SAMPLES], last[INTERVAL_SAMPLES];
    if (interval_length(samples, node) < shortest / 2) {
        straighten(samples, node, 0, width);
        return;
    }
    derivative_weights(samples->times + (size_t)node * SINEW__CHECKS, 0, first);
    derivative_weights(samples->times + (size_t)node * SINEW__CHECKS, SINEW__CHECKS, last);
    memset(after, 0, (size_t)width * sizeof *after);
    memset(before, 0, (size_t)width * sizeof *before);
    for (int i = 0; i < INTERVAL_SAMPLES; ++i, values += width) {
        for (int c = 0; c < width; ++c) {
            after[c] += first[i] * values[c];
            before[c] += last[i] * values[c];
        }
    }
}

// ---- fits ---------------------------------------------------------------------------------------------------------

/// The values that a segment between two keys is interpolated from.
typedef struct key_segment {
    const double *ends[4]; ///< start value and slope, end value and slope
    double start, duration;
    int is_cubic, is_arc; ///< an arc interpolates rotations linearly
    double angle, sine;   ///< half the angle of the arc, and its sine
    double sign;          ///< sign of the end value that makes the arc the shorter one
} key_segment;

static void measure_arc(key_segment *segment)
{
    double cosine = 0;
    if (!segment->is_arc) return;
    for (int c = 0; c < 4; ++c) cosine += segment->ends[0][c] * segment->ends[2][c];
    segment->sign = cosine < 0 ? -1 : 1;
    segment->angle = acos(fmin(fabs(cosine), 1));
    segment->sine = sin(segment->angle);
}

static key_segment make_segment(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic,
                                int32_t from, int32_t to)
{
    const int first = path->first;
    const double start = (double)samples->times[from * SINEW__CHECKS];
    key_segment segment = {
        {sinew__key_sample(samples, from * SINEW__CHECKS) + first, node_slopes(samples, from, 1) + first,
         sinew__key_sample(samples, to * SINEW__CHECKS) + first, node_slopes(samples, to, 0) + first},
        start,
        (double)samples->times[to * SINEW__CHECKS] - start,
        is_cubic,
        path->is_rotation && !is_cubic,
        0,
        0,
        1};
    measure_arc(&segment);
    return segment;
}

/// Computes the weights of `ends` at `t`, 0 … 1. Source of the cubic: the glTF 2.0 specification, appendix C.
static void segment_weights(const key_segment *segment, double t, double out[4])
{
    const double t2 = t * t, t3 = t2 * t, d = segment->duration;
    if (segment->is_cubic) {
        out[0] = 2 * t3 - 3 * t2 + 1, out[1] = d * (t3 - 2 * t2 + t);
        out[2] = 3 * t2 - 2 * t3, out[3] = d * (t3 - t2);
        return;
    }
    const int is_wide = segment->is_arc && segment->sine > 1e-9;
    out[0] = is_wide ? sin((1 - t) * segment->angle) / segment->sine : 1 - t;
    out[2] = segment->sign * (is_wide ? sin(t * segment->angle) / segment->sine : t);
    out[1] = out[3] = 0;
}

static double interpolate(const key_segment *segment, const double weights[4], int c)
{
    return weights[0] * segment->ends[0][c] + weights[1] * segment->ends[1][c] + weights[2] * segment->ends[2][c] +
           weights[3] * segment->ends[3][c];
}

/// Returns the squared distance of a rotation from a sample, in the unit of the tolerance: twice the distance of the
/// unit quaternions, which approximates the angle.
static double rotation_distance(const key_segment *segment, const double weights[4], const double *sample)
{
    double value[4], square = 0, dot = 0, sum = 0;
    for (int c = 0; c < 4; ++c) {
        value[c] = interpolate(segment, weights, c);
        square += value[c] * value[c];
        dot += value[c] * sample[c];
    }
    const double scale = (dot < 0 ? -1 : 1) / (square > 0 ? sqrt(square) : 1);
    for (int c = 0; c < 4; ++c) {
        const double difference = scale * value[c] - sample[c];
        sum += difference * difference;
    }
    return 4 * sum;
}

/// Returns the squared distance from a sample; if the tolerance applies to each component, the largest squared
/// difference.
static double value_distance(const key_segment *segment, const sinew__key_path *path, const double weights[4],
                             const double *sample)
{
    double sum = 0, largest = 0;
    for (int c = 0; c < path->count; ++c) {
        const double difference = interpolate(segment, weights, c) - sample[c], square = difference * difference;
        sum += square;
        if (!(square <= largest)) largest = square;
    }
    return path->by_component ? largest : sum;
}

/// Returns the squared distance of a segment from sample `i`.
static double distance_at(const sinew__key_samples *samples, const sinew__key_path *path, const key_segment *segment,
                          int32_t i)
{
    const double *sample = sinew__key_sample(samples, i) + path->first;
    double weights[4];
    segment_weights(segment, ((double)samples->times[i] - segment->start) / segment->duration, weights);
    return path->is_rotation ? rotation_distance(segment, weights, sample)
                             : value_distance(segment, path, weights, sample);
}

/// Whether a segment is within the tolerance of a path at all samples between two nodes.
static int is_within(const sinew__key_samples *samples, const sinew__key_path *path, const key_segment *segment,
                     int32_t from, int32_t to)
{
    const double limit = path->tolerance * path->tolerance;
    for (int32_t i = from * SINEW__CHECKS + 1; i < to * SINEW__CHECKS; ++i)
        if (!(distance_at(samples, path, segment, i) <= limit)) return 0;
    return 1;
}

enum { MAX_BROKEN = 4 };

/// The slopes at both ends of a cubic that bring it nearest to the samples between them (least squares).
typedef struct nearest_slopes {
    double after[MAX_BROKEN], before[MAX_BROKEN];
} nearest_slopes;

static int find_nearest(const sinew__key_samples *samples, const sinew__key_path *path, const key_segment *segment,
                        int32_t from, int32_t to, nearest_slopes *out)
{
    double square = 0, mixed = 0, end_square = 0;
    *out = (nearest_slopes){{0}, {0}};
    if (path->count > MAX_BROKEN || !(segment->duration > (double)shortest)) return 0;
    for (int32_t i = from * SINEW__CHECKS + 1; i < to * SINEW__CHECKS; ++i) {
        const double *sample = sinew__key_sample(samples, i) + path->first;
        double weights[4];
        segment_weights(segment, ((double)samples->times[i] - segment->start) / segment->duration, weights);
        square += weights[1] * weights[1], mixed += weights[1] * weights[3], end_square += weights[3] * weights[3];
        for (int c = 0; c < path->count; ++c) {
            const double left = sample[c] - weights[0] * segment->ends[0][c] - weights[2] * segment->ends[2][c];
            out->after[c] += weights[1] * left;
            out->before[c] += weights[3] * left;
        }
    }
    const double determinant = square * end_square - mixed * mixed;
    if (!(determinant > 1e-9 * square * end_square)) return 0;
    for (int c = 0; c < path->count; ++c) {
        const double a = out->after[c], b = out->before[c];
        out->after[c] = (end_square * a - mixed * b) / determinant;
        out->before[c] = (square * b - mixed * a) / determinant;
    }
    return 1;
}

/// Whether a cubic with the nearest slopes fits; *out gets the slopes.
static int fits_broken(const sinew__key_samples *samples, const sinew__key_path *path, int32_t from, int32_t to,
                       nearest_slopes *out)
{
    key_segment segment = make_segment(samples, path, 1, from, to);
    if (!path->breaks || !find_nearest(samples, path, &segment, from, to, out)) return 0;
    segment.ends[1] = out->after, segment.ends[3] = out->before;
    return is_within(samples, path, &segment, from, to);
}

static int fits_as_sampled(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic, int32_t from,
                           int32_t to)
{
    const key_segment segment = make_segment(samples, path, is_cubic, from, to);
    return is_within(samples, path, &segment, from, to);
}

int sinew__key_segment_fits(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic, int32_t from,
                            int32_t to)
{
    nearest_slopes nearest;
    return fits_as_sampled(samples, path, is_cubic, from, to) ||
           (is_cubic && fits_broken(samples, path, from, to, &nearest));
}

/// Sets the slopes of the chosen keys to the ones with which their segments fit. No other path uses these components.
static void take_slopes(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__fitted_keys *keys)
{
    nearest_slopes nearest;
    for (int32_t i = 0; i + 1 < keys->count && path->breaks; ++i) {
        const int32_t from = keys->nodes[i], to = keys->nodes[i + 1];
        if (fits_as_sampled(samples, path, 1, from, to) || !fits_broken(samples, path, from, to, &nearest)) continue;
        const size_t size = (size_t)path->count * sizeof(double);
        memcpy(node_slopes(samples, from, 1) + path->first, nearest.after, size);
        memcpy(node_slopes(samples, to, 0) + path->first, nearest.before, size);
    }
}

// ---- moved keys ---------------------------------------------------------------------------------------------------

/// Adds `part` of the largest difference between the function and a line to both ends of the line.
static void add_bend(const sinew__key_samples *samples, const sinew__key_path *path, int32_t from, int32_t to,
                     double part, double *start, double *end)
{
    const key_segment segment = make_segment(samples, path, 0, from, to);
    double farthest = -1;
    int32_t at = from * SINEW__CHECKS;
    double weights[4];
    for (int32_t i = from * SINEW__CHECKS + 1; i < to * SINEW__CHECKS; ++i) {
        const double distance = distance_at(samples, path, &segment, i);
        if (distance > farthest) farthest = distance, at = i;
    }
    if (farthest <= 0) return;
    segment_weights(&segment, ((double)samples->times[at] - segment.start) / segment.duration, weights);
    const double *sample = sinew__key_sample(samples, at) + path->first;
    for (int c = 0; c < path->count; ++c) {
        const double bend = part * (sample[c] - interpolate(&segment, weights, c));
        start[c] += bend, end[c] += bend;
    }
}

/// Moves the keys' values off the function by half the mean difference between the function and the lines on both
/// sides; the first and the last key have a line on one side only. Returns 0 when out of memory.
static int move_keys(const sinew__key_samples *samples, const sinew__key_path *path, sinew__arena *memory,
                     sinew__fitted_keys *keys)
{
    const size_t width = (size_t)path->count;
    keys->values = SINEW__ARENA_ARRAY(memory, double, (size_t)keys->count *width);
    if (!keys->values) return 0;
    for (int32_t i = 0; i + 1 < keys->count; ++i) {
        double *start = keys->values + (size_t)i * width;
        add_bend(samples, path, keys->nodes[i], keys->nodes[i + 1], 0.25, start, start + width);
    }
    for (int32_t i = 0; i < keys->count; ++i) {
        const double *sample = sinew__key_sample(samples, keys->nodes[i] * SINEW__CHECKS) + path->first;
        double *value = keys->values + (size_t)i * width, square = 0;
        const double part = i == 0 || i + 1 == keys->count ? 2 : 1;
        for (size_t c = 0; c < width; ++c) value[c] = sample[c] + part * value[c], square += value[c] * value[c];
        for (size_t c = 0; c < width && path->is_rotation && square > 0; ++c) value[c] /= sqrt(square);
    }
    return 1;
}

/// Whether the lines between moved keys are within the tolerance, also at the keys.
static int moved_fit(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__fitted_keys *keys)
{
    const double limit = path->tolerance * path->tolerance;
    for (int32_t i = 0; i + 1 < keys->count; ++i) {
        const int32_t from = keys->nodes[i], to = keys->nodes[i + 1];
        key_segment segment = make_segment(samples, path, 0, from, to);
        segment.ends[0] = keys->values + (size_t)i * (size_t)path->count;
        segment.ends[2] = segment.ends[0] + path->count;
        measure_arc(&segment);
        if (!(distance_at(samples, path, &segment, from * SINEW__CHECKS) <= limit)) return 0;
        if (!(distance_at(samples, path, &segment, to * SINEW__CHECKS) <= limit)) return 0;
        if (!is_within(samples, path, &segment, from, to)) return 0;
    }
    return 1;
}

static void list_all(const sinew__key_samples *samples, sinew__fitted_keys *keys)
{
    keys->count = samples->node_count;
    for (int32_t i = 0; i < keys->count; ++i) keys->nodes[i] = i;
}

/// Whether lines between all nodes are within the tolerance after moving the keys. Returns −1 when out of memory.
static int lines_fit_moved(const sinew__key_samples *samples, const sinew__key_path *path)
{
    sinew__arena memory = {0};
    sinew__fitted_keys keys = {.nodes = SINEW__ARENA_ARRAY(&memory, int32_t, samples->node_count)};
    int fit = -1;
    if (keys.nodes) {
        list_all(samples, &keys);
        if (move_keys(samples, path, &memory, &keys)) fit = moved_fit(samples, path, &keys);
    }
    sinew__arena_free(&memory);
    return fit;
}

// ---- nodes --------------------------------------------------------------------------------------------------------

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

/// Whether the deadline has passed; reads the clock only for every 1024th node.
static int is_late_at(const sinew__key_samples *samples, int32_t node)
{
    return node % 1024 == 0 && key_samples_are_late(samples);
}

static float check_time(float from, float to, int check)
{
    return (float)((double)from + ((double)to - (double)from) * check / SINEW__CHECKS);
}

static sinew_result sample_nodes(sinew__key_samples *samples, const float *nodes, int32_t count)
{
    const sinew_result result = reserve(samples, count);
    if (result != SINEW_OK) return result;
    for (int32_t i = 0; i < count; ++i) {
        if (is_late_at(samples, i)) return SINEW_ERROR_TIMED_OUT;
        evaluate(samples, i * SINEW__CHECKS, nodes[i]);
        for (int k = 1; k < SINEW__CHECKS && i + 1 < count; ++k)
            evaluate(samples, i * SINEW__CHECKS + k, check_time(nodes[i], nodes[i + 1], k));
    }
    for (int32_t i = 0; i + 1 < count; ++i) find_slopes(samples, i);
    return SINEW_OK;
}

/// Marks the intervals to divide: the ones that do not fit and are not too short. All keys of a path are of one kind,
/// so if lines do not fit everywhere, every interval must fit as a cubic. `out` is [node_count] zeros; `fits`
/// [node_count] marks intervals that are known to fit. Returns the number of marked intervals.
static int32_t mark_intervals(const sinew__key_samples *samples, const uint8_t *fits, uint8_t *out)
{
    int32_t count = 0;
    for (int p = 0; p < samples->path_count; ++p) {
        if (lines_fit(samples, &samples->paths[p])) continue;
        for (int32_t i = 0; i + 1 < samples->node_count; ++i) {
            if (out[i] || fits[i] || interval_length(samples, i) < shortest) continue;
            if (sinew__key_segment_fits(samples, &samples->paths[p], 1, i, i + 1)) continue;
            // The slope at a kink very near to a node belongs to neither side: try the slope of the chord.
            straighten(samples, i, samples->paths[p].first, samples->paths[p].count);
            out[i] = !sinew__key_segment_fits(samples, &samples->paths[p], 1, i, i + 1);
            count += out[i];
        }
    }
    return count;
}

/// Copies the undivided intervals [first, end), including the node at their end.
static void copy_intervals(const sinew__key_samples *from, int32_t first, int32_t end, sinew__key_samples *to,
                           int32_t node)
{
    const size_t width = (size_t)to->function.width, count = (size_t)(end - first) * SINEW__CHECKS + 1;
    const size_t slopes = (size_t)(end - first) * 2 * width;
    memcpy(to->times + (size_t)node * SINEW__CHECKS, from->times + (size_t)first * SINEW__CHECKS,
           count * sizeof *to->times);
    memcpy(to->values + (size_t)node * SINEW__CHECKS * width, sinew__key_sample(from, first * SINEW__CHECKS),
           count * width * sizeof *to->values);
    if (slopes > 0) memcpy(node_slopes(to, node, 1), node_slopes(from, first, 1), slopes * sizeof *to->slopes);
}

/// Makes an interval from half of an old one, whose samples become every second sample.
static void fill_half(const sinew__key_samples *from, int32_t sample, sinew__key_samples *to, int32_t node)
{
    const size_t width = (size_t)to->function.width;
    const int32_t first = node * SINEW__CHECKS;
    const float *times = from->times + sample;
    for (int k = 0; k <= SINEW__CHECKS; k += 2) {
        to->times[first + k] = times[k / 2];
        memcpy(to->values + (size_t)(first + k) * width, sinew__key_sample(from, sample + k / 2),
               width * sizeof *to->values);
    }
    for (int k = 1; k < SINEW__CHECKS; k += 2)
        evaluate(to, first + k, check_time(times[0], times[SINEW__CHECKS / 2], k));
    find_slopes(to, node);
}

/// Makes new samples, with the marked intervals divided in the middle. Copies the other intervals, and marks them in
/// *out_fits.
static sinew_result divide_intervals(const sinew__key_samples *from, const uint8_t *marked, int32_t added,
                                     sinew__key_samples *to, uint8_t **out_fits)
{
    const int32_t last = from->node_count - 1;
    *to = (sinew__key_samples){.function = from->function, .paths = from->paths, .path_count = from->path_count};
    const sinew_result result = reserve(to, from->node_count + added);
    uint8_t *fits = *out_fits = SINEW__ARENA_ARRAY(&to->memory, uint8_t, from->node_count + added);
    if (result != SINEW_OK || !fits) return SINEW_ERROR_OUT_OF_MEMORY;
    for (int32_t i = 0, node = 0, end; i < last; i = end) {
        if (is_late_at(to, i)) return SINEW_ERROR_TIMED_OUT;
        end = i + 1;
        if (marked[i]) {
            fill_half(from, i * SINEW__CHECKS, to, node);
            fill_half(from, i * SINEW__CHECKS + SINEW__CHECKS / 2, to, node + 1);
            node += 2;
            continue;
        }
        while (end < last && !marked[end] && end % 1024 != 0) ++end;
        copy_intervals(from, i, end, to, node);
        memset(fits + node, 1, (size_t)(end - i));
        node += end - i;
    }
    return SINEW_OK;
}

/// Chooses equivalent values again (`follow` of sinew__key_function) after intervals were divided: between distant
/// samples of fast angles, the wrong equivalents may have been chosen. A sample that changes also changes the samples
/// after it. Clears `fits` of changed intervals. Returns 0 when out of memory.
static int follow_again(sinew__key_samples *samples, uint8_t *fits)
{
    const size_t size = (size_t)samples->function.width * sizeof *samples->values;
    double *old = SINEW__ARENA_ARRAY(&samples->memory, double, samples->function.width);
    if (!old) return 0;
    int has_moved = 0; // whether the node before the interval changed
    for (int32_t node = 0; node + 1 < samples->node_count; ++node) {
        if (fits[node] && !has_moved) continue;
        int moves = has_moved;
        for (int32_t i = node * SINEW__CHECKS + 1; i <= (node + 1) * SINEW__CHECKS; ++i) {
            memcpy(old, sinew__key_sample(samples, i), size);
            follow_sample(samples, i);
            has_moved = memcmp(old, sinew__key_sample(samples, i), size) != 0;
            moves |= has_moved;
        }
        if (!moves) continue;
        find_slopes(samples, node);
        fits[node] = 0;
    }
    return 1;
}

/// Whether `added` more nodes are within the budget of the file and within half of SINEW__MAX_VALUES; the other half is
/// for keys and frames.
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
    uint8_t *fits = SINEW__ARENA_ARRAY(&samples->memory, uint8_t, node_count);
    for (int round = 0; result == SINEW_OK; ++round) {
        sinew__key_samples divided;
        uint8_t *marked = SINEW__ARENA_ARRAY(&samples->memory, uint8_t, samples->node_count);
        if (!marked || !fits) return SINEW_ERROR_OUT_OF_MEMORY;
        const int32_t added = mark_intervals(samples, fits, marked);
        samples->is_coarse = added > 0 && (round == MAX_ROUNDS || !can_add(samples, added, *budget));
        if (added == 0 || samples->is_coarse) return SINEW_OK;
        *budget -= (int64_t)added * function->width;
        result = divide_intervals(samples, marked, added, &divided, &fits);
        if (result == SINEW_OK && !follow_again(&divided, fits)) result = SINEW_ERROR_OUT_OF_MEMORY;
        sinew__arena_free(&samples->memory);
        *samples = divided;
    }
    return result;
}

sinew_result sinew__key_samples_halve(sinew__key_samples *samples, const sinew__key_path *path, int64_t *budget)
{
    sinew__key_samples divided;
    uint8_t *marked = SINEW__ARENA_ARRAY(&samples->memory, uint8_t, samples->node_count), *fits;
    int32_t added = 0;
    if (!marked) return SINEW_ERROR_OUT_OF_MEMORY;
    for (int32_t i = 0; i + 1 < samples->node_count; ++i) added += marked[i] = interval_length(samples, i) >= shortest;
    if (!can_add(samples, added, *budget)) return SINEW_OK;
    const sinew_result result = divide_intervals(samples, marked, added, &divided, &fits);
    divided.is_coarse = samples->is_coarse;
    const int fit = result != SINEW_OK ? 0 : lines_fit(&divided, path) ? 1 : lines_fit_moved(&divided, path);
    if (fit <= 0) {
        sinew__arena_free(&divided.memory);
        return fit < 0 ? SINEW_ERROR_OUT_OF_MEMORY : result;
    }
    *budget -= (int64_t)added * samples->function.width;
    sinew__arena_free(&samples->memory);
    *samples = divided;
    return SINEW_OK;
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
    const double tolerance = path->is_rotation ? path->tolerance / 4 : path->tolerance / 2; // for each component
    for (int32_t i = 1; i < count; ++i) {
        const double *value = sinew__key_sample(samples, i);
        for (int c = path->first; c < path->first + path->count; ++c)
            if (fabs(value[c] - first[c]) > tolerance) return 0;
    }
    return 1;
}

int32_t sinew__key_segment_end(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic,
                               int32_t from)
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

/// Chooses the keys and lists them in out->nodes. Returns 0 if there are more than `max_keys`, or, unless `must` is
/// set, if a segment to the next node does not fit.
static int fit(const sinew__key_samples *samples, const sinew__key_path *path, int must, int32_t max_keys,
               sinew__fitted_keys *out)
{
    const int32_t last = samples->node_count - 1;
    out->count = 0;
    out->nodes[out->count++] = 0;
    for (int32_t node = 0; node < last; out->nodes[out->count++] = node) {
        if (out->count >= max_keys || key_samples_are_late(samples)) return 0;
        if (!must && !sinew__key_segment_fits(samples, path, out->is_cubic, node, node + 1)) return 0;
        node = sinew__key_segment_end(samples, path, out->is_cubic, node);
    }
    return 1;
}

static int64_t key_size(const sinew__key_path *path, const sinew__key_cost *cost, int is_cubic)
{
    return cost->time + (int64_t)path->count * (is_cubic ? cost->cubic : cost->linear);
}

/// Returns the size in bytes of keys at all nodes, whose times are shared with other paths.
static int64_t dense_size(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__key_cost *cost)
{
    return samples->node_count * (key_size(path, cost, 0) - cost->time);
}

/// Replaces keys of `size` bytes by moved keys if these are smaller: keys at all nodes, or the fewest keys whose lines
/// are within twice the tolerance before the keys are moved. Returns 0 when out of memory.
static int take_moved(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__key_cost *cost,
                      int64_t size, sinew__arena *memory, sinew__fitted_keys *keys)
{
    const int64_t each = key_size(path, cost, 0), dense = dense_size(samples, path, cost);
    sinew__key_path twice = *path;
    sinew__fitted_keys moved = {.nodes = SINEW__ARENA_ARRAY(memory, int32_t, samples->node_count)};
    if (!moved.nodes) return 0;
    twice.tolerance *= 2;
    if (size > each && fit(samples, &twice, 0, (int32_t)((size - 1) / each), &moved) && moved.count * each < size) {
        if (!move_keys(samples, path, memory, &moved)) return 0;
        if (moved_fit(samples, path, &moved)) *keys = moved, size = moved.count * each;
    }
    if (!cost->shares_times || dense >= size) return 1;
    sinew__fitted_keys all = {.nodes = SINEW__ARENA_ARRAY(memory, int32_t, samples->node_count)};
    if (!all.nodes) return 0;
    list_all(samples, &all);
    if (!move_keys(samples, path, memory, &all)) return 0;
    if (moved_fit(samples, path, &all)) *keys = all;
    return 1;
}

int sinew__fit_keys(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__key_cost *cost,
                    sinew__arena *memory, sinew__fitted_keys *out)
{
    const int32_t count = samples->node_count;
    sinew__fitted_keys linear = {SINEW__ARENA_ARRAY(memory, int32_t, count), 0, 0, NULL},
                       cubic = {SINEW__ARENA_ARRAY(memory, int32_t, count), 0, 1, NULL};
    if (!linear.nodes || !cubic.nodes) return 0;
    const int has_linear = fit(samples, path, 0, count, &linear);
    const int64_t linear_size = linear.count * key_size(path, cost, 0);
    const int64_t max_cubic = has_linear ? linear_size / key_size(path, cost, 1) : count;
    const int has_cubic = fit(samples, path, !has_linear, (int32_t)(max_cubic > 1 ? max_cubic : 1), &cubic);
    *out = has_cubic && count > 1 ? cubic : linear;
    if (out->is_cubic) take_slopes(samples, path, out);
    const int32_t chosen = out->count;
    if (has_linear && cost->shares_times &&
        dense_size(samples, path, cost) < out->count * key_size(path, cost, out->is_cubic)) {
        out->is_cubic = 0;
        list_all(samples, out); // smaller, because the times are shared with other paths
    }
    const int is_dense = out->count != chosen;
    const int64_t size = is_dense ? dense_size(samples, path, cost) : out->count * key_size(path, cost, out->is_cubic);
    if (cost->moves_keys && count > 2 && !take_moved(samples, path, cost, size, memory, out)) return 0;
    return !key_samples_are_late(samples);
}
