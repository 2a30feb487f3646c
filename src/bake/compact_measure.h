/// What is played against the exact engine.
#ifndef SINEW_BAKE_COMPACT_MEASURE_H
#define SINEW_BAKE_COMPACT_MEASURE_H

#include "bake/compact_curves.h"

/// Plays the bytes at two times of every cell, at least: the largest displacement, in the model's units.
sinew__bake_outcome sinew__compact_measure(sinew__compact_bake *compact, const sinew__buffer *section,
                                           const sinew__baked_clip *baked, double *out_error);

#endif
