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

/// The map of transforms with these values.
sinew_affine sinew__collada_affine(collada_transform_kind kind, const double values[COLLADA_MATRIX_SIZE]);

/// Whether what a node animates is T · C · R · C · S · C, where C are rigid; see collada_clips.h. `list` has the node's
/// transforms in their order.
int sinew__collada_find_stack(const collada_document *document, const int32_t *list, size_t count, collada_stack *out);

/// The product of the transforms [from, to) of a list at rest.
sinew_affine sinew__collada_product(const collada_document *document, const int32_t *list, size_t from, size_t to);

#endif
