/// The transforms of a Collada node as a transform stack.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_STACK_H
#define SINEW_IMPORT_COLLADA_COLLADA_STACK_H

#include "import/collada/collada_document.h"

/// The stack of a node and which transforms animate it.
typedef struct collada_stack {
    sinew_transform_stack stack;
    double shift[3];          ///< added to the values of `translate`
    int32_t translate, scale; ///< transforms, or SINEW_NONE
    int32_t rotate[3];        ///< about x, y and z, or SINEW_NONE
    double sign[3];           ///< of their angles
} collada_stack;

/// Whether what a node animates is T · C · R · C · S · C, where C are rigid; see collada_clips.h. `list` has the node's
/// transforms in their order.
int sinew__collada_find_stack(const collada_document *document, const int32_t *list, size_t count, collada_stack *out);

/// The product of the transforms [from, to) of a list at rest.
sinew_affine sinew__collada_product(const collada_document *document, const int32_t *list, size_t from, size_t to);

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
