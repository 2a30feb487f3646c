/// Samples of an animated function, close enough to each other to fit keys to them.
///
/// The times are *nodes*, which may become keys, with three *checks* between two nodes: node i is sample 4 i.
#ifndef SINEW_AUTHOR_EXPORT_GLB_KEY_SAMPLES_H
#define SINEW_AUTHOR_EXPORT_GLB_KEY_SAMPLES_H

#include "core/base/arena.h"

/// The components that become keys together: a translation, a rotation, a scale, or weights.
typedef struct sinew__key_path {
    int first, count; ///< components
    int is_rotation;  ///< a unit quaternion, interpolated along the shorter arc
    double tolerance; ///< largest distance from the function: radians for a rotation; for weights, of each component
    int by_component; ///< whether the tolerance applies to each component
    int breaks;       ///< whether a cubic may have different slopes on both sides of a key, which saves 33 % of the
                      ///< keys; for up to four components
} sinew__key_path;

/// A function of time. `evaluate` writes `width` numbers for a time in seconds from the clip's start. If several
/// numbers have the same meaning, as with Euler angles, `follow` replaces `values` by the equivalent numbers nearest to
/// `like`, the previous sample (NULL for the first). `follow` may be NULL.
typedef struct sinew__key_function {
    void (*evaluate)(void *user, double time, double *out);
    void (*follow)(void *user, const double *like, double *values);
    void *user;
    int width;
    double deadline; ///< time of sinew__now() at which sampling and fitting stop; 0: none
} sinew__key_function;

enum { SINEW__CHECKS = 4 }; ///< samples from one node to the next, equally spaced except for rounding

enum { SINEW__MAX_VALUES = 1 << 24 }; ///< limit for nodes × width of a function: 0.8 GB

typedef struct sinew__key_samples {
    sinew__key_function function;
    const sinew__key_path *paths; ///< [path_count]
    int path_count;
    int32_t node_count;
    float *times;   ///< [4 × node_count] times of nodes and checks; the ones after the last node are unused
    double *values; ///< [4 × node_count × width]
    double *slopes; ///< [node_count × 2 × width] derivative per second before and after each node
    int is_coarse;  ///< nodes are missing, because the budget or the limit of divisions was reached
    sinew__arena memory;
} sinew__key_samples;

/// Samples the function at the times `nodes`, which rise, and between them. If lines do not fit a path everywhere, adds
/// nodes in intervals that a cubic does not fit. The number of added nodes × width is at most *budget, and is
/// subtracted from *budget. SINEW_ERROR_OUT_OF_MEMORY; SINEW_ERROR_TIMED_OUT after the deadline. Call
/// sinew__key_samples_free in all cases.
sinew_result sinew__key_samples_init(sinew__key_samples *samples, const sinew__key_function *function,
                                     const sinew__key_path *paths, int path_count, const float *nodes,
                                     int32_t node_count, int64_t *budget);
void sinew__key_samples_free(sinew__key_samples *samples);

/// Returns the values of sample `i`.
const double *sinew__key_sample(const sinew__key_samples *samples, int32_t i);

/// Whether the line or cubic between two nodes is within the tolerance of a path at all samples between them.
int sinew__key_segment_fits(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic, int32_t from,
                            int32_t to);

/// Returns the last node that a segment from `from` can reach, at least the next node. Doubles the length while the
/// segment fits, then bisects; testing node by node would take quadratic time.
int32_t sinew__key_segment_end(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic,
                               int32_t from);

typedef struct sinew__fitted_keys {
    int32_t *nodes; ///< [count] the nodes that are keys
    int32_t count;
    int is_cubic;
    double *values; ///< [count × components of the path] values of moved keys; NULL: the samples' values
} sinew__fitted_keys;

/// Sizes in bytes, and rules, for storing keys.
typedef struct sinew__key_cost {
    int time;          ///< size of a key's time
    int linear, cubic; ///< size of each component of a linear and of a cubic key
    int shares_times;  ///< paths with the same key times share one list, so keys at all nodes need no bytes for times
    int moves_keys;    ///< linear keys may be moved off the function within the tolerance. If the function bends to one
                       ///< side, lines that cross it are nearer to it than its chords
} sinew__key_cost;

/// Whether a path is constant at all samples, within the tolerance.
int sinew__key_path_is_constant(const sinew__key_samples *samples, const sinew__key_path *path);

/// Halves every interval if lines between all nodes, with moved keys, then keep the tolerance of a path: linear keys at
/// twice as many nodes, whose times are shared, take fewer bytes than cubic keys. Otherwise, and beyond *budget, the
/// samples stay unchanged. SINEW_ERROR_OUT_OF_MEMORY; SINEW_ERROR_TIMED_OUT.
SINEW_NODISCARD sinew_result sinew__key_samples_halve(sinew__key_samples *samples, const sinew__key_path *path,
                                                      int64_t *budget);

/// Chooses the keys of a path that take the fewest bytes: cubic keys, linear keys, or linear keys at every node; linear
/// keys may be moved. Returns 0 when out of memory and after the deadline.
int sinew__fit_keys(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__key_cost *cost,
                    sinew__arena *memory, sinew__fitted_keys *out);

#endif
