/// Both sides of a model: pairs of joints, and the way in which their axes are mirror images.
#ifndef SINEW_AUTHOR_EDIT_MIRROR_SIDES_H
#define SINEW_AUTHOR_EDIT_MIRROR_SIDES_H

#include "author/retarget/retarget.h"

typedef struct sinew__sides {
    int32_t *partner; ///< [joint_count] itself in the middle; SINEW_NONE: it follows the joint above it
    /// [joint_count] m of each joint: (partner's rotation)⁻¹ · reflection · (own rotation) is a reflection, which is −1
    /// times a rotation. This is the rotation.
    sinew_quat *turn;
    /// [joint_count] added to the mirror image of a translation: a joint without another side keeps its position at
    /// rest
    sinew_vec3 *offset;
    sinew_quat root;                            ///< the turn above the roots
    char reference[SINEW__REFERENCE_NAME_SIZE]; ///< the pose in which the sides were compared
    int32_t in_place, first_in_place; ///< joints beside the plane that have no other side, below a joint in the middle
    int32_t following, first_following; ///< below a joint that has another side, such as a sword in a hand
} sinew__sides;

/// Pairs parts of the body by the map, other joints by their names, and then by their positions. The plane belongs to
/// the body in its reference pose; a model without a body has the plane between its pairs, else the file's. Axes
/// are compared by the positions of the joints below them, so that the reference may have any pose. `map` NULL: found
/// by name; a model need not have a body then. Arrays are taken from `memory`.
SINEW_NODISCARD sinew_result sinew__sides_find(const sinew_model *model, const sinew_body_map *map,
                                               sinew__arena *memory, sinew__sides *out, sinew_error *error);

#endif
