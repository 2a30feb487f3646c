/// Warns of shear in a Collada document that clips cannot hold: their keys are translations, rotations and scales.
#ifndef SINEW_IMPORT_COLLADA_SHEARED_MATRICES_H
#define SINEW_IMPORT_COLLADA_SHEARED_MATRICES_H

#include "base/affine.h"
#include "import/collada/edit_text.h"
#include "import/import_pass.h"

/// Whether a map differs from every translation, rotation and scale by more than 1e-4 of its largest entry, the bound
/// of baked clips. Matrices that programs write with six digits do not.
static inline int sinew__affine_is_sheared(const sinew_affine *a)
{
    sinew_transform nearest;
    return sinew__transform_from_affine(a, &nearest) > 1e-4;
}

/// Warns of nodes with animated matrices that are sheared. Removes each <skew>, on which Assimp fails an assertion,
/// with a warning. Lists the nodes with animated matrices in pass->matrix_channels. Returns 0 when out of memory.
int sinew__collada_warn_of_shear(import_pass *pass, collada_text *document);

#endif
