/// The meaning of a joint's name: its side, and its part of a body.
#ifndef SINEW_AUTHOR_RETARGET_JOINT_NAMES_H
#define SINEW_AUTHOR_RETARGET_JOINT_NAMES_H

#include "core/base/arena.h"
#include "sinew/retarget.h"

/// The side that a name has.
typedef struct sinew__name_side {
    int32_t side;      ///< SINEW_BODY_LEFT, SINEW_BODY_RIGHT or SINEW_NONE
    size_t at, length; ///< bytes of the name that say the side
    char other[8];     ///< the word for the other side, in capitals if this one is
} sinew__name_side;

/// Finds the side in the name of a joint, a morph or an event: `LeftHand`, `left-hand`, `Hand_L.001`, `l_hand_01`,
/// `LHipJoint`, `rhip`, `LThumb`, `mixamorig:LeftHand`, `左腕`. Words come before single letters, and these before
/// letters in front of a part of the body. `L5` is a vertebra and has no side.
sinew__name_side sinew__side_of_name(const char *name);

/// Returns the name with the other side; NULL: the name has no side, or memory ran out.
const char *sinew__name_of_other_side(const char *name, sinew__arena *memory);

typedef enum sinew__center_role { SINEW__ROLE_HIPS, SINEW__ROLE_NECK, SINEW__ROLE_HEAD } sinew__center_role;

/// `side` is SINEW_BODY_LEFT or _RIGHT, and `role` a sinew_side_part: of a finger its first part, for each of its
/// joints. Or `side` is SINEW_NONE, and `role` a sinew__center_role.
typedef struct sinew__joint_role {
    int32_t side;
    int32_t role; ///< SINEW_NONE: the name says nothing
    int32_t rank; ///< smaller is more certain, if several joints have the role
} sinew__joint_role;

sinew__joint_role sinew__joint_role_of(const char *name);

/// Returns the distance of a name from the names of a role (of a side, sinew_side_part; of SINEW_NONE,
/// sinew__center_role): the edit distance of its last words, plus 1 for another side or none. INT_MAX if it is not even
/// a misspelling.
int sinew__distance_from_role(const char *name, int32_t side, int32_t role);

#endif
