/// What a map of a body must fulfil before the body is measured.
#ifndef SINEW_RETARGET_CHECK_BODY_H
#define SINEW_RETARGET_CHECK_BODY_H

#include "sinew/retarget.h"

/// Checks the parts that every body needs, indices, joints in use twice, and the order of limbs and chains.
sinew_result sinew__check_body_joints(const sinew_model *model, const sinew_body_map *map, sinew_error *error);

#endif
