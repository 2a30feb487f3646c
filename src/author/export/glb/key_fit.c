#include "author/export/glb/key_fit.h"

#include <math.h>

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
        if (out->count >= max_keys || sinew__key_samples_are_late(samples)) return 0;
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
    return !sinew__key_samples_are_late(samples);
}
