/// Which slot holds a joint's matrices while several characters are posed at once, a character to a lane.
#ifndef SINEW_RUNTIME_POSE_LANE_SLOTS_H
#define SINEW_RUNTIME_POSE_LANE_SLOTS_H

#include "core/base/arena.h"

/// What is made from a joint's matrices besides those of its children.
typedef enum sinew__slot_use {
    SINEW__SLOT_UNUSED = 0,
    SINEW__SLOT_READ = 1, ///< palette entries, at once
    SINEW__SLOT_KEPT = 2, ///< what follows all joints
} sinew__slot_use;

/// Assigns slots to the root and to the joints that others depend on. `out_slot_of` and `uses`, of sinew__slot_use, are
/// [joint_count + 1]; they and `parents` count joints from 1. Slots are reused, so that those in use stay in the
/// nearest cache: a parent's is free after its last child, unless it is kept. Joints have SINEW_NONE if no child's
/// matrices are to be made from theirs; those that are not read either are left out. Returns the number of slots, or 0
/// if memory is missing.
int32_t sinew__assign_lane_slots(const int32_t *parents, int32_t joint_count, const uint8_t *uses, sinew__arena *memory,
                                 int32_t *out_slot_of);

/// Memory for `slots` slots of `lanes` characters, on a cache line. NULL if it is missing.
float *sinew__take_lane_slots(sinew__arena *memory, int32_t slots, int32_t lanes);

#endif
