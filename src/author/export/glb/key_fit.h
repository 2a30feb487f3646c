/// Keys of a path: as few as stay within its tolerance.
#ifndef SINEW_AUTHOR_EXPORT_GLB_KEY_FIT_H
#define SINEW_AUTHOR_EXPORT_GLB_KEY_FIT_H

#include "author/export/glb/key_samples.h"

typedef struct sinew__fitted_keys {
    int32_t *nodes; ///< [count] nodes of the samples that are keys
    int32_t count;
    int is_cubic;
} sinew__fitted_keys;

/// Whether a path has one value at all samples, within the tolerance.
int sinew__key_path_is_constant(const sinew__key_samples *samples, const sinew__key_path *path);

/// Chooses the keys of a path, linear or cubic, whichever is smaller: a cubic key has three values. Returns 0 when out
/// of memory, and behind the deadline.
int sinew__fit_keys(const sinew__key_samples *samples, const sinew__key_path *path, sinew__arena *memory,
                    sinew__fitted_keys *out);

#endif
