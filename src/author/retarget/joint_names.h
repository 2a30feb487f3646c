/// The meaning of a joint's name: a side and a body part.
#ifndef SINEW_AUTHOR_RETARGET_JOINT_NAMES_H
#define SINEW_AUTHOR_RETARGET_JOINT_NAMES_H

#include "core/base/arena.h"
#include "sinew/retarget.h"

/// The side that a name states.
typedef struct sinew__name_side {
    int32_t side;      ///< SINEW_BODY_LEFT, SINEW_BODY_RIGHT or SINEW_NONE
    size_t at, length; ///< the bytes of the name that state it
    char other[8];     ///< the word for the other side, with the same capitals
} sinew__name_side;

/// Finds the side in the name of a joint, a morph or an event: `LeftHand`, `left-hand`, `Hand_L.001`, `l_hand_01`,
/// `LHipJoint`, `rhip`, `LThumb`, `mixamorig:LeftHand`, `左腕`. Words have priority over single letters, and single
/// letters over letters joined to a body part. `L5` is a vertebra and has no side.
sinew__name_side sinew__side_of_name(const char *name);

/// Returns the name with the side exchanged. NULL if the name has no side, or when out of memory.
const char *sinew__name_of_other_side(const char *name, sinew__arena *memory);

typedef enum sinew__center_role { SINEW__ROLE_HIPS, SINEW__ROLE_NECK, SINEW__ROLE_HEAD } sinew__center_role;

/// The body part that a name states. If `side` is SINEW_BODY_LEFT or _RIGHT, `role` is a sinew_side_part; all joints of
/// a finger have the finger's first part. If `side` is SINEW_NONE, `role` is a sinew__center_role.
typedef struct sinew__joint_role {
    int32_t side;
    int32_t role; ///< SINEW_NONE: the name states no part
    int32_t rank; ///< if several joints have the role, the smallest rank wins
} sinew__joint_role;

sinew__joint_role sinew__joint_role_of(const char *name);

/// Returns the distance of a name from the names of a role: the edit distance of its last words, plus 1 if its side
/// differs or is missing. INT_MAX if it is not even a misspelling. `role` is a sinew_side_part, or a sinew__center_role
/// if `side` is SINEW_NONE.
int sinew__distance_from_role(const char *name, int32_t side, int32_t role);

#endif
