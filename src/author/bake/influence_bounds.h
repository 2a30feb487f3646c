/// What a wrong joint would displace: the box of all that it moves.
#ifndef SINEW_AUTHOR_BAKE_INFLUENCE_BOUNDS_H
#define SINEW_AUTHOR_BAKE_INFLUENCE_BOUNDS_H

#include "author/bake/bake_palette.h"
#include "core/base/arena.h"

/// A box in bind space.
typedef struct sinew__influence_box {
    sinew_vec3 center, half;
    double weight; ///< that a displacement of it counts with: 1 for the character and what is near it; less for a
                   ///< camera or a prop far away, by the bounds of the character and itself
} sinew__influence_box;

typedef struct sinew__influence_bounds {
    sinew__influence_box *joints; ///< [joint_count] around the vertices that the joint moves, with all their morphs
    double *scales;               ///< [joint_count] how much the joint at rest enlarges bind space
    double *morphs;               ///< [morph_count] how far weight 1 moves a vertex, at most
} sinew__influence_bounds;

/// Memory running out shows in memory->failed.
sinew__influence_bounds sinew__influence_bounds_of_model(const sinew_model *model, const sinew__binds *binds,
                                                         sinew__arena *memory);

/// The larger of `farthest` and how far the corners of a box lie apart under two maps, at most, times its weight; not a
/// number if one of them is not a number. Of most boxes it is seen at once that they come no farther.
double sinew__influence_bounds_widen(const sinew__influence_box *box, const sinew_affine *a, const sinew_affine *b,
                                     double farthest);

/// Distances from joints to what they and their children move, [joint_count].
double *sinew__compact_reach(const sinew_model *model, const sinew__binds *binds,
                             const sinew__influence_bounds *influence, sinew__arena *memory);

#endif
