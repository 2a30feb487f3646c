/// One authored curve at one time.
#ifndef SINEW_SAMPLER_CURVE_H
#define SINEW_SAMPLER_CURVE_H

#include "sinew/model.h"

/// Seconds on the file's timeline in the model's ticks, rounded to the nearest: 0.083333333 s does not fall before a key at 1/12 s.
int64_t sinew__ticks(const sinew_model *model, double seconds);

/// The curve's value, its extrapolation included.
double sinew__curve_evaluate(const sinew_model *model, const sinew_curve *curve, int64_t ticks);

#endif
