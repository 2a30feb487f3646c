/// The parts of a body: their names, and which part follows which.
#ifndef SINEW_AUTHOR_RETARGET_FIND_BODY_H
#define SINEW_AUTHOR_RETARGET_FIND_BODY_H

#include "sinew/retarget.h"

/// Parts that every body needs, in the order in which a missing one is reported.
enum { SINEW__NEEDED_PARTS = 7 };

extern const int32_t sinew__needed_parts[SINEW__NEEDED_PARTS];

/// Returns the next part along the limb or chain: forearm after upper arm, hand after forearm, the middle finger after
/// the hand, toes after the foot. SINEW_NONE for the last of a chain, and for parts of the torso.
int32_t sinew__body_part_after(int32_t part);

/// Returns the part that a part of a limb continues: upper arm before forearm, hand before a finger. SINEW_NONE for the
/// first part of a limb, and for parts of the torso.
int32_t sinew__body_part_before(int32_t part);

/// Returns the part within its side, or SINEW_NONE for a part of the torso.
int32_t sinew__side_part_of(int32_t part);

/// Returns the number of joints of a chain that a map fills from `first` on, `capacity` at most.
int32_t sinew__chain_length(const sinew_body_map *map, int32_t first, int32_t capacity);

#endif
