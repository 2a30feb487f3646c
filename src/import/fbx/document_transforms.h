/// Matrices of an FBX document.
#ifndef SINEW_IMPORT_FBX_DOCUMENT_TRANSFORMS_H
#define SINEW_IMPORT_FBX_DOCUMENT_TRANSFORMS_H

#include "fbx/fbx_document.h"
#include "sinew/types.h"

/// Reads the 16 numbers of a matrix, translation last. *out_found is 0, and *out the identity, unless the record has 16
/// numbers and all are finite.
SINEW_NODISCARD sinew_result sinew__document_matrix(sinew__arena *arena, const fbx_record *record, int *out_found,
                                                    sinew_affine *out, sinew_error *out_error);

/// The geometric transform of a model. It applies to the model's own geometry and not to its children.
sinew_affine sinew__document_geometric_transform(const fbx_object *model);

#endif
