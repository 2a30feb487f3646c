/// Blend spaces: clips at points of a line or a plane, such as speeds, or speeds and directions. A position between the
/// points plays the two or three clips around it, with weights, at a common phase.
///
///   sinew_blend_space_create    points → space, once
///   sinew_blend_space_weights   position → at most three points and their weights
///   sinew_mixer_play            plays a space as one entry of a layer (mixer.h)
///
/// In one dimension, the clips of the two neighbouring points are interpolated. In two dimensions the points are
/// triangulated, and the corners of the triangle around the position get its barycentric coordinates as weights. The
/// triangulation is Delaunay's: no point is inside the circle through another triangle's corners (B. Delaunay, Sur la
/// sphère vide, 1934). If more than three points are on one circle, as on a grid, the triangles with the lower indices
/// are used. Both axes are divided by their ranges first, so that units do not matter. Positions outside are projected
/// to the nearest point of the hull.
///
/// All clips of a space play at one phase, counted from marker to marker (sync groups in mixer.h): a walk and a run
/// whose markers are footsteps step together.
///
/// Coordinates may have any unit that is the same for all points.
///
///     const sinew_blend_point gaits[2] = {{.clip = walk, .x = 1.4}, {.clip = run, .x = 4}}; // metres per second
///     const sinew_blend_space_options options = {.marker_track = "step"};
///     sinew_blend_space *space;
///     if (sinew_blend_space_create(model, gaits, 2, &options, &space, &error)) return puts(error.message);
///     const sinew_mixer_clip play = {.space = space, .x = 1.4, .half_life = 0.1};
///     if (sinew_mixer_play(mixer, 0, &play, &error)) return puts(error.message);
///     sinew_mixer_set_position(mixer, 0, space, 2.5, 0); // between walk and run
#ifndef SINEW_BLEND_SPACE_H
#define SINEW_BLEND_SPACE_H

#include <stdbool.h>

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SINEW_BLEND_SPACE_POINTS_MAX = 64,
    SINEW_BLEND_SPACE_ACTIVE_MAX = 3,   ///< largest number of points with a weight at one position
    SINEW_BLEND_SPACE_MARKERS_MAX = 64, ///< largest number of markers of a point
};

/// A clip at a position.
typedef struct sinew_blend_point {
    int32_t clip; ///< SINEW_NONE: the rest pose
    double x, y;  ///< y is ignored in one dimension
    double speed; ///< factor of the clip's speed; 0: 1. Negative plays backwards
    bool paused;  ///< the clip does not move the phase forward, whatever `speed` says
    /// [marker_count] seconds from the clip's start, rising, less than its duration; copied. All points with markers
    /// must have the same number of them. NULL: see sinew_blend_space_options
    const double *markers;
    int32_t marker_count;
} sinew_blend_point;

/// Options of a blend space. Zeroed: one dimension, and markers only from points that have them.
typedef struct sinew_blend_space_options {
    int32_t dimensions; ///< 1 or 2; 0: 1
    /// the events of this track (events.h) become the markers of clips that have such events; NULL: events are not
    /// used. A clip without markers gets evenly spaced ones, the first at its start
    const char *marker_track;
} sinew_blend_space_options;

/// A blend space. Immutable: any number of mixers and threads may play it.
typedef struct sinew_blend_space sinew_blend_space;

/// Creates a space of `count` points, 1 … SINEW_BLEND_SPACE_POINTS_MAX. `options` may be NULL. The caller destroys
/// *out_space after the mixers that play it; it is NULL on failure. The model must outlive it.
/// SINEW_ERROR_INVALID_ARGUMENT names an invalid point, counted from 1: it coincides with another point, its position
/// is not finite, its markers are out of order, or another point has a different number of markers. In two dimensions
/// there must be at least three points, not all on one line.
SINEW_API SINEW_NODISCARD sinew_result sinew_blend_space_create(const sinew_model *model,
                                                                const sinew_blend_point *points, int32_t count,
                                                                const sinew_blend_space_options *options,
                                                                sinew_blend_space **out_space, sinew_error *out_error);

/// Destroys a space. Accepts NULL.
SINEW_API void sinew_blend_space_destroy(sinew_blend_space *space);

/// Writes the points with a weight at a position, the heaviest first, and their weights, which sum to 1. Returns the
/// number of these points. At the position of a point, only that point has a weight. A coordinate that is not finite
/// counts as 0.
SINEW_API int32_t sinew_blend_space_weights(const sinew_blend_space *space, double x, double y,
                                            int32_t out_points[SINEW_BLEND_SPACE_ACTIVE_MAX],
                                            float out_weights[SINEW_BLEND_SPACE_ACTIVE_MAX]);

#ifdef __cplusplus
}
#endif

#endif
