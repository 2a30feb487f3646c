/// Fits a grid of keys to sampled values.
#ifndef SINEW_AUTHOR_BAKE_COMPACT_FIT_H
#define SINEW_AUTHOR_BAKE_COMPACT_FIT_H

#include "author/bake/compact_samples.h"

/// What is wanted of components that are fitted together: one curve, or a quaternion's four.
typedef struct sinew__fit_task {
    const sinew__source *source;
    const sinew__samples *samples; ///< with odd times
    int32_t per_cell;              ///< samples of a cell that are looked at: all, or a power of two of them
    int component, count;
    double tolerance; ///< of a value; of a quaternion its distance to the wanted one of the same length
} sinew__fit_task;

/// Fits components with as few bytes as possible. Returns the bytes; infinity where no grid is near enough. The keys
/// and pieces of component i go to out[i].
sinew__bake_outcome sinew__fit(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                               double *out_bytes);

/// Takes the samples, one a cell, for the keys of cubics through them, without pieces. Returns their bytes.
sinew__bake_outcome sinew__fit_frames(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                                      double *out_bytes);

#endif
