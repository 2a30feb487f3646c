/// Which slot holds a joint's matrices while several characters are posed at once, a character to a lane.
#ifndef SINEW_POSE_LANE_SLOTS_H
#define SINEW_POSE_LANE_SLOTS_H

#include "base/arena.h"

/// Assigns slots to the root and to all joints: out_slot_of is [joint_count + 1], and `parents` and `is_kept`,
/// [joint_count + 1], count joints from 1 too. Slots are reused, so that those in use stay in the nearest cache: a
/// joint returns its parent's if it is the last child. Joints with is_kept keep theirs; joints that nobody reads have
/// SINEW_NONE. Returns the number of slots, or 0 if memory is missing.
int32_t sinew__assign_lane_slots(const int32_t *parents, int32_t joint_count, const uint8_t *is_kept,
                                 sinew__arena *memory, int32_t *out_slot_of);

/// Memory for `slots` slots of `lanes` characters, on a cache line. NULL if it is missing.
float *sinew__take_lane_slots(sinew__arena *memory, int32_t slots, int32_t lanes);

#endif
