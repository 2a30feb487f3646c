/// How the limbs of the character must be rotated in its reference pose to look as those of the animation.
#ifndef SINEW_RETARGET_ALIGN_PARTS_H
#define SINEW_RETARGET_ALIGN_PARTS_H

#include "retarget/retarget_drivers.h"

/// Fills the rotation of each part in the character's model space: bones get the directions of the animation's, palms
/// its side, of which the forearm takes half. Parts of the torso and shoulders keep their own. `on->axes` must be set.
void sinew__align_parts(const sinew__retargeting *on, sinew_quat out_rotations[SINEW_BODY_PART_COUNT]);

#endif
