/// Values of an animated function at many times, close enough to each other to fit keys to them.
///
/// The times are *nodes*, which may become keys, with three *checks* between two nodes: sample 4 i is node i.
#ifndef SINEW_AUTHOR_EXPORT_GLB_KEY_SAMPLES_H
#define SINEW_AUTHOR_EXPORT_GLB_KEY_SAMPLES_H

#include "core/base/arena.h"

/// Part of the components that become keys together: a translation, a rotation, a scale, or weights.
typedef struct sinew__key_path {
    int first, count; ///< components
    int is_rotation;  ///< a unit quaternion, interpolated along the shorter arc
    double tolerance; ///< of the distance: in radians for a rotation, of each component for weights
    int by_component; ///< the tolerance applies to each component
    int breaks;       ///< the slopes of a cubic may differ on both sides of a key: 33 % fewer keys; for up to four
                      ///< components
} sinew__key_path;

/// A function of time. `evaluate` writes `width` numbers for a time in seconds from the clip's start. If several
/// numbers mean the same, as Euler angles do, `follow` changes `values` to the ones nearest to `like`, the sample
/// before, or NULL for the first one; it may be NULL.
typedef struct sinew__key_function {
    void (*evaluate)(void *user, double time, double *out);
    void (*follow)(void *user, const double *like, double *values);
    void *user;
    int width;
    double deadline; ///< of sinew__now(), for sampling and fitting; 0: none
} sinew__key_function;

enum { SINEW__CHECKS = 4 }; ///< samples from one node to the next, of equal distance but for the rounding of times

enum { SINEW__MAX_VALUES = 1 << 24 }; ///< nodes × width of a function: 0.8 GB

typedef struct sinew__key_samples {
    sinew__key_function function;
    const sinew__key_path *paths; ///< [path_count]
    int path_count;
    int32_t node_count;
    float *times;   ///< [4 × node_count] of nodes and checks; times after the last node are not used
    double *values; ///< [4 × node_count × width]
    double *slopes; ///< [node_count × 2 × width] derivatives before and after each node, per second
    int is_coarse;  ///< nodes are missing: the budget or the limit of divisions was reached
    sinew__arena memory;
} sinew__key_samples;

/// Samples the function at nodes, rising times, and between them. If lines do not fit a path everywhere, adds nodes
/// between those that a cubic does not connect within the tolerance, while their count × width is within
/// *budget, which is reduced by it. SINEW_ERROR_OUT_OF_MEMORY; SINEW_ERROR_TIMED_OUT after the deadline. Free in all
/// cases.
sinew_result sinew__key_samples_init(sinew__key_samples *samples, const sinew__key_function *function,
                                     const sinew__key_path *paths, int path_count, const float *nodes,
                                     int32_t node_count, int64_t *budget);
void sinew__key_samples_free(sinew__key_samples *samples);

/// Returns the values of sample `i`.
const double *sinew__key_sample(const sinew__key_samples *samples, int32_t i);

/// Whether the line, or the cubic, between two nodes is within the tolerance of a path at all samples between.
int sinew__key_segment_fits(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic, int32_t from,
                            int32_t to);

/// Returns the last node that a segment from `from` reaches, the next one at least: doubles its length while it fits,
/// then bisects. Node by node, long segments took the square of their samples.
int32_t sinew__key_segment_end(const sinew__key_samples *samples, const sinew__key_path *path, int is_cubic,
                               int32_t from);

typedef struct sinew__fitted_keys {
    int32_t *nodes; ///< [count] nodes of the samples that are keys
    int32_t count;
    int is_cubic;
    double *values; ///< [count × components of the path] of moved keys; NULL: the samples' values
} sinew__fitted_keys;

/// Bytes of keys in a file.
typedef struct sinew__key_cost {
    int time;          ///< of a key
    int linear, cubic; ///< of each component of a key
    int shares_times;  ///< paths with keys at the same times have one list of them: keys at all nodes cost no time
    int moves_keys;    ///< linear keys may leave the function within the tolerance: where it bends one way,
                       ///< lines that pass it on both sides are nearer to it than its chords
} sinew__key_cost;

/// Whether a path has one value at all samples, within the tolerance.
int sinew__key_path_is_constant(const sinew__key_samples *samples, const sinew__key_path *path);

/// Divides every interval in the middle if lines between all nodes, moved, then stay within the tolerance of a
/// path: linear keys at twice the nodes, whose times are shared, are smaller than cubic ones at each. Otherwise, and
/// beyond *budget, the samples stay as they are. SINEW_ERROR_OUT_OF_MEMORY; SINEW_ERROR_TIMED_OUT.
SINEW_NODISCARD sinew_result sinew__key_samples_halve(sinew__key_samples *samples, const sinew__key_path *path,
                                                      int64_t *budget);

/// Chooses the keys of a path: linear, cubic, or linear at every node, moved or not, whichever is smallest. Returns 0
/// when out of memory, and after the deadline.
int sinew__fit_keys(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__key_cost *cost,
                    sinew__arena *memory, sinew__fitted_keys *out);

#endif
