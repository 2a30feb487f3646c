/// Animated transforms of a Collada node as translations, rotations and scales at times.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_SAMPLES_H
#define SINEW_IMPORT_COLLADA_COLLADA_SAMPLES_H

#include "import/collada/collada_document.h"

typedef struct collada_sample_key {
    int64_t ticks;
    sinew_transform transform;
} collada_sample_key;

typedef struct collada_samples {
    collada_sample_key *keys; ///< [count] times strictly increasing
    size_t count, capacity;
    int is_stepped;       ///< each key holds until the next; else what lies between them is linear, a step takes a tick
    double largest_shear; ///< that was left out; see sinew__transform_from_affine
} collada_samples;

/// The transforms of a node and the curves of their values; NULL where a value is not animated.
typedef struct collada_moving {
    const collada_document *document;
    const int32_t *list; ///< [list_count] transforms
    size_t list_count;
    const sinew_raw_curve **curves; ///< [COLLADA_MATRIX_SIZE × list_count]
} collada_moving;

/// before · matrix · behind at each key of a sampler of matrices. Return 0 when out of memory.
int sinew__collada_sample_matrices(import_pass *pass, const struct collada_sampler *sampler, const sinew_affine *before,
                                   const sinew_affine *behind, collada_samples *out);

/// The product of the transforms at each key of their curves, and between them where lines differ from it by more than
/// 1e-5.
int sinew__collada_sample(import_pass *pass, const collada_moving *moving, collada_samples *out);

/// One part of the samples, in seconds on the file's timeline; NULL when out of memory.
sinew_track_key *sinew__collada_sample_keys(import_pass *pass, const collada_samples *samples, sinew_track_path path);

#endif
