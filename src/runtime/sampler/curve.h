/// One authored curve at one time.
#ifndef SINEW_RUNTIME_SAMPLER_CURVE_H
#define SINEW_RUNTIME_SAMPLER_CURVE_H

#include "sinew/model.h"

/// Ticks beyond 2⁵¹ (13 hours of FBX ticks), which doubles store in steps of half a tick or more.
static inline int64_t sinew__far_ticks(double ticks)
{
    const double most = 4e18; // almost three years of FBX ticks; keeps differences of two times within 64 bits
    if (!(ticks < most)) return (int64_t)most;
    return ticks > -most ? (int64_t)ticks : -(int64_t)most;
}

/// Seconds on the file's timeline in the model's ticks, rounded to the nearest: 0.083333333 s does not fall before a
/// key at 1/12 s.
static inline int64_t sinew__ticks(const sinew_model *model, double seconds)
{
    const double ticks = seconds * (double)model->info->ticks_per_second;
    if (!(ticks < 0x1p51) || !(ticks > -0x1p51)) return sinew__far_ticks(ticks);
    const double to_whole = 0x1.8p52; // a sum with it is whole; llround would be a call
    const double whole = (ticks + to_whole) - to_whole, rest = ticks - whole;
    return (int64_t)whole + (rest == 0.5 && ticks > 0) - (rest == -0.5 && ticks < 0); // halves away from zero
}

/// The curve's value, its extrapolation included.
double sinew__curve_evaluate(const sinew_model *model, const sinew_curve *curve, int64_t ticks);

/// Evaluates a curve for callers that read it at many times: *key is the key before the last time, any of the
/// curve's at first. Times that are close to each other are found without a search.
double sinew__curve_evaluate_near(const sinew_model *model, const sinew_curve *curve, int64_t ticks, int32_t *key);

/// Returns the parameter 0 … 1 of the Bézier from a key to the next for `time` of its `length` seconds.
double sinew__curve_parameter(const sinew_curve_key *a, const sinew_curve_key *b, double length, double time);

/// Writes the track's value at a tick of the file's timeline: x y z, x y z w, or the weight. `start` is the clip's, in
/// seconds; a key counts from the tick nearest to it on. Before the first and after the last key the value holds;
/// rotations slerp the short way.
void sinew__track_evaluate(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                           double out_value[4]);

/// Evaluates a track for callers that read it at many times: *key is the key before the last time, any of the
/// track's at first.
void sinew__track_evaluate_near(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                                int32_t *key, double out_value[4]);

/// Puts a track's value into a transform; morph tracks are not part of one.
void sinew__track_put(const sinew_track *track, const double value[4], sinew_transform *transform);

/// Both.
void sinew__track_apply(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                        sinew_transform *transform);

#endif
