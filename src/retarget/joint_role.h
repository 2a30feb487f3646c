/// The name of a joint → what it probably is in a body.
#ifndef SINEW_RETARGET_JOINT_ROLE_H
#define SINEW_RETARGET_JOINT_ROLE_H

#include "sinew/retarget.h"

typedef enum sinew__center_role { SINEW__ROLE_HIPS, SINEW__ROLE_NECK, SINEW__ROLE_HEAD } sinew__center_role;

/// `side` is SINEW_BODY_LEFT or _RIGHT, and `role` a sinew_side_part: of a finger its first part, for each of its
/// joints. Or `side` is SINEW_NONE, and `role` a sinew__center_role.
typedef struct sinew__joint_role {
    int32_t side;
    int32_t role; ///< SINEW_NONE: the name says nothing
    int32_t rank; ///< smaller is more certain, if several joints have the role
} sinew__joint_role;

sinew__joint_role sinew__joint_role_of(const char *name);

#endif
