/// The two sides of a model: pairs of joints, and how their axes are mirror images.
#ifndef SINEW_AUTHOR_EDIT_MIRROR_SIDES_H
#define SINEW_AUTHOR_EDIT_MIRROR_SIDES_H

#include "author/retarget/retarget.h"

typedef struct sinew__sides {
    int32_t *partner; ///< [joint_count] the joint itself if it is in the middle; SINEW_NONE: it follows its parent
    /// [joint_count] rotation −m, where m = (partner's rotation)⁻¹ · reflection · (own rotation) relates the joint's
    /// axes to its partner's; m is a reflection
    sinew_quat *turn;
    /// [joint_count] added to the mirror image of a translation, so that a joint without a partner keeps its rest
    /// position
    sinew_vec3 *offset;
    sinew_quat root;                            ///< `turn` for the parent of roots
    char reference[SINEW__REFERENCE_NAME_SIZE]; ///< name of the pose in which the sides were compared
    int32_t in_place, first_in_place;   ///< number of joints beside the plane that have no partner and are mirrored in
                                        ///< place, and the first of them
    int32_t following, first_following; ///< number of joints that follow their parent, such as a sword in a hand, and
                                        ///< the first of them
} sinew__sides;

/// Finds the sides of a model. Body parts are paired by the map, other joints by names, and then by positions. The
/// mirror plane is the body's in its reference pose; without a body, it is the plane between the pairs, or else a plane
/// of the file's axes. Axes are compared by the positions of children, so the reference may be any pose. `map` NULL:
/// the body is found by name and may be missing. Arrays are taken from `memory`.
SINEW_NODISCARD sinew_result sinew__sides_find(const sinew_model *model, const sinew_body_map *map,
                                               sinew__arena *memory, sinew__sides *out, sinew_error *error);

#endif
