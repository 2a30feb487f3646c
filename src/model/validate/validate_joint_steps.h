/// The steps by which playing walks the joints, see sinew__joint_step.
#ifndef SINEW_MODEL_VALIDATE_VALIDATE_JOINT_STEPS_H
#define SINEW_MODEL_VALIDATE_VALIDATE_JOINT_STEPS_H

#include "model/validate/baked_check.h"
#include "model/validate/section_fits.h"

/// A bit for each joint.
typedef struct sinew__joint_set {
    uint8_t bits[SINEW__MAX_JOINTS / 8 + 1];
} sinew__joint_set;

static inline int sinew__joint_set_has(const sinew__joint_set *set, int32_t joint)
{
    return set->bits[joint / 8] >> joint % 8 & 1;
}

/// Takes the steps and what counts them. `copies` are valid. Adds the joints that are walked for the palette.
int sinew__joint_steps_fit(sinew__baked_check *check, const int32_t *copies, sinew__joint_set *out_needed);

#endif
