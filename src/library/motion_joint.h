/// The joint that moves the character.
#ifndef SINEW_LIBRARY_MOTION_JOINT_H
#define SINEW_LIBRARY_MOTION_JOINT_H

#include "sinew/model.h"

/// The joint whose motion counts: the one nearest to the root that moves a mesh; in a file without skinned meshes the
/// first bone with two children. SINEW_NONE when there is neither.
int32_t library_motion_joint(const sinew_model *model);

#endif
