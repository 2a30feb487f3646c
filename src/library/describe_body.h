/// The motion of a body whose parts are known by the names of its joints: directions of its limbs, which other
/// proportions do not change. Retargeted clips are found by it.
#ifndef SINEW_LIBRARY_DESCRIBE_BODY_H
#define SINEW_LIBRARY_DESCRIBE_BODY_H

#include "library/measure_clip.h"
#include "sinew/retarget.h"

enum {
    LIBRARY_BODY_SEGMENTS = 9, ///< spine; upper arm, forearm, thigh and shin of the left side, then of the right
    LIBRARY_BODY_FEATURES = 3 * LIBRARY_BODY_SEGMENTS + 4,
    LIBRARY_BODY_DESCRIPTOR = LIBRARY_PHASES * LIBRARY_BODY_FEATURES,
};

/// Writes LIBRARY_BODY_FEATURES numbers for each of LIBRARY_PHASES phases, in 1/127: up, left and forward of each
/// segment's direction, seen from the hips; height of the hips above the ground, and how far they have moved up, left
/// and forward since the phase before, in lengths of the legs, height halved. Returns 0 for a clip that is not finite.
int library_describe_body(const sinew_model *model, int32_t clip, const sinew_body_map *map, library_scratch *scratch,
                          int8_t out[LIBRARY_BODY_DESCRIPTOR]);

/// The distance of two motions, in about the unit of library_motion_distance. Mirrored motions are at 0 as well,
/// whether or not the names of the sides were exchanged.
double library_body_distance(const int8_t *a, const int8_t *b);

#endif
