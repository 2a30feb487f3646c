/// One authored curve at one time.
#ifndef SINEW_SAMPLER_CURVE_H
#define SINEW_SAMPLER_CURVE_H

#include "sinew/model.h"

/// Seconds on the file's timeline in the model's ticks, rounded to the nearest: 0.083333333 s does not fall before a
/// key at 1/12 s.
static inline int64_t sinew__ticks(const sinew_model *model, double seconds)
{
    const double ticks = seconds * (double)model->info->ticks_per_second;
    const double most = 4e18; // almost three years of FBX ticks; keeps differences of two times within 64 bits
    if (!(ticks < most)) return (int64_t)most;
    if (!(ticks > -most)) return -(int64_t)most;
    const int64_t whole = (int64_t)ticks; // towards zero; llround would be a call
    const double rest = ticks - (double)whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

/// The curve's value, its extrapolation included.
double sinew__curve_evaluate(const sinew_model *model, const sinew_curve *curve, int64_t ticks);

/// The same for callers that read a curve at many times: *key is the key that the last one lay behind, any of the
/// curve's at first. Times that are close to each other are found without a search.
double sinew__curve_evaluate_near(const sinew_model *model, const sinew_curve *curve, int64_t ticks, int32_t *key);

#endif
