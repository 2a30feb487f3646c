/// Values of the components of one joint or morph over a clip, from the exact sampler.
#ifndef SINEW_BAKE_COMPACT_SOURCE_H
#define SINEW_BAKE_COMPACT_SOURCE_H

#include "bake/compact_curves.h"
#include "bake/compact_rig.h"

/// Values of one joint or morph at a tick.
typedef struct sinew__source_values {
    double of[SINEW__COMPONENT_COUNT];
} sinew__source_values;

/// One joint or morph of the clip.
typedef struct sinew__source {
    const sinew__compact_bake *compact;
    int32_t joint, morph; ///< one of them, or SINEW_NONE
    sinew__joint_motion motion;
    sinew__rig_joint rig;
    int has_angles; ///< its rotation is one of angles
    int is_plain;   ///< and nothing of the stack moves but translation, rotation and scale
} sinew__source;

/// Values at a tick; quaternions lie on the side of `near`, if that is not NULL.
sinew__bake_outcome sinew__source_at(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                     sinew__source_values *out);

/// The source of a joint or morph whose motion begins where `motion` says.
sinew__source sinew__source_of(const sinew__compact_bake *compact, int32_t joint, int32_t morph,
                               const sinew__joint_motion *motion);

/// Values whose quaternion is on the side of `near`, if that is not NULL.
sinew__source_values sinew__source_near(const sinew__source_values *values, const sinew__source_values *near);

#endif
