/// Internals of blend spaces: their points with clips and markers; and phases. A phase is a position in a clip, counted
/// from marker to marker; clips of one sync group share it.
#ifndef SINEW_RUNTIME_MIXER_BLEND_SPACE_H
#define SINEW_RUNTIME_MIXER_BLEND_SPACE_H

#include <math.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "sinew/blend_space.h"

// ---- phases --------------------------------------------------------------------------------------------------------

/// The markers of a clip. A clip without markers counts as having one, at its start.
typedef struct sinew__markers {
    const double *items; ///< [count] seconds, or NULL
    int32_t count;
    double duration; ///< seconds, of the clip
} sinew__markers;

static inline int32_t sinew__marker_count(const sinew__markers *markers)
{
    return markers->count > 0 ? markers->count : 1;
}

static inline double sinew__marker(const sinew__markers *markers, int32_t index)
{
    return markers->count > 0 ? markers->items[index] : 0;
}

/// Returns the time of the marker after `index`, in seconds; after the last one, the first marker of the next loop.
static inline double sinew__marker_after(const sinew__markers *markers, int32_t index)
{
    return index + 1 < sinew__marker_count(markers) ? sinew__marker(markers, index + 1)
                                                    : markers->duration + sinew__marker(markers, 0);
}

/// Converts a time to a phase, 0 … count: the number of markers passed, plus the fraction of the way to the next one.
static inline double sinew__phase_of(const sinew__markers *markers, double time)
{
    if (time < sinew__marker(markers, 0)) time += markers->duration;
    int32_t index = sinew__marker_count(markers) - 1;
    while (index > 0 && time < sinew__marker(markers, index)) --index;
    const double begin = sinew__marker(markers, index), length = sinew__marker_after(markers, index) - begin;
    return index + (length > 0 ? fmin((time - begin) / length, 1) : 0);
}

/// Converts a phase, 0 … count, to seconds since the clip's start; times after the clip's duration belong to the next
/// loop, before its first marker. The time never falls as the phase rises.
static inline double sinew__phase_time(const sinew__markers *markers, double phase)
{
    const int32_t count = sinew__marker_count(markers), index = phase < count ? (int32_t)phase : count - 1;
    const double begin = sinew__marker(markers, index), end = sinew__marker_after(markers, index);
    const double time = begin + (phase - index) * (end - begin);
    return time < end ? time : end; // fmin is a call
}

/// Wraps a phase to 0 … count. fmod is exact, so that no error accumulates.
static inline double sinew__phase_wrap(double phase, int32_t count)
{
    phase = fmod(phase, count);
    if (phase < 0) phase += count;
    return phase < count ? phase : 0;
}

// ---- spaces --------------------------------------------------------------------------------------------------------

typedef struct sinew__space_point {
    int32_t clip;
    double position[2]; ///< fractions of the ranges, see `least` and `per_range`
    double speed;
    sinew__markers markers; ///< all points have the same `count`
} sinew__space_point;

struct sinew_blend_space {
    const sinew_model *model;
    int32_t dimensions, count, marker_count;
    int32_t held_count;         ///< the bound clips of the first `held_count` points are held
    sinew__space_point *points; ///< [count]
    int32_t *order;             ///< [count] one dimension: points by position
    int32_t (*triangles)[3];    ///< [triangle_count] two dimensions
    int32_t triangle_count;
    /// position as a fraction of the range = (the caller's position − least) · per_range
    double least[2], per_range[2];
    uint64_t identity; ///< hash of the points' clip names and positions; the same in every process
    sinew__arena arena;
};

/// As sinew_blend_space_weights, but in double precision: a mixer computes fades and phases from these weights.
int32_t sinew__blend_space_find(const sinew_blend_space *space, double x, double y,
                                int32_t out_points[SINEW_BLEND_SPACE_ACTIVE_MAX],
                                double out_weights[SINEW_BLEND_SPACE_ACTIVE_MAX]);

#endif
