/// Evaluates one authored curve or track at one time.
#ifndef SINEW_RUNTIME_SAMPLER_CURVE_H
#define SINEW_RUNTIME_SAMPLER_CURVE_H

#include "sinew/model.h"

/// Converts ticks of 2⁵¹ or more (13 hours of FBX ticks), where doubles have steps of half a tick or more.
static inline int64_t sinew__far_ticks(double ticks)
{
    const double most = 4e18; // limit, almost three years of FBX ticks: differences of two times stay within 64 bits
    if (!(ticks < most)) return (int64_t)most;
    return ticks > -most ? (int64_t)ticks : -(int64_t)most;
}

/// Converts seconds on the file's timeline to the model's ticks, rounded to nearest: 0.083333333 s is not before a key
/// at 1/12 s.
static inline int64_t sinew__ticks(const sinew_model *model, double seconds)
{
    const double ticks = seconds * (double)model->info->ticks_per_second;
    if (!(ticks < 0x1p51) || !(ticks > -0x1p51)) return sinew__far_ticks(ticks);
    const double to_whole = 0x1.8p52; // adding it rounds to an integer; llround would be a function call
    const double whole = (ticks + to_whole) - to_whole, rest = ticks - whole;
    return (int64_t)whole + (rest == 0.5 && ticks > 0) - (rest == -0.5 && ticks < 0); // rounds halves away from zero
}

/// Returns the value of a curve, including extrapolation.
double sinew__curve_evaluate(const sinew_model *model, const sinew_curve *curve, int64_t ticks);

/// As sinew__curve_evaluate, for callers that evaluate a curve at many times. *key is the index of the key before the
/// previous time; set it to any key before the first call. Times close to the previous one are found without a search.
double sinew__curve_evaluate_near(const sinew_model *model, const sinew_curve *curve, int64_t ticks, int32_t *key);

/// Returns the parameter, 0 … 1, of the Bézier segment between two keys at `time`; `length` is the segment's, in
/// seconds.
double sinew__curve_parameter(const sinew_curve_key *a, const sinew_curve_key *b, double length, double time);

/// Writes the value of a track at a tick of the file's timeline: x y z, x y z w, or the weight. `start` is the start of
/// the clip in seconds. A key applies from the tick nearest to its time. Before the first and after the last key their
/// value holds; rotations are interpolated along the shorter arc.
void sinew__track_evaluate(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                           double out_value[4]);

/// As sinew__track_evaluate, for callers that evaluate a track at many times. *key is the index of the key before the
/// previous time; set it to any key before the first call.
void sinew__track_evaluate_near(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                                int32_t *key, double out_value[4]);

/// Sets a track's property in a transform; tracks of morphs change nothing.
void sinew__track_put(const sinew_track *track, const double value[4], sinew_transform *transform);

/// Evaluates a track at a tick and sets its property in a transform.
void sinew__track_apply(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                        sinew_transform *transform);

#endif
