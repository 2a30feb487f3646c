/// One track of whole vectors or quaternions at one time.
#ifndef SINEW_SAMPLER_TRACK_H
#define SINEW_SAMPLER_TRACK_H

#include "sinew/model.h"

/// Writes the track's value at a tick of the file's timeline: x y z, x y z w, or the weight. `start` is the clip's, in
/// seconds; a key counts from the tick nearest to it on. Before the first and after the last key the value holds;
/// rotations slerp the short way.
void sinew__track_evaluate(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                           double out_value[4]);

/// The same for callers that read a track at many times: *key is the key that the last one lay behind, any of the
/// track's at first.
void sinew__track_evaluate_near(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                                int32_t *key, double out_value[4]);

/// Puts a track's value where it belongs in a transform; morph tracks have no place there.
void sinew__track_put(const sinew_track *track, const double value[4], sinew_transform *transform);

/// Both.
void sinew__track_apply(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                        sinew_transform *transform);

#endif
