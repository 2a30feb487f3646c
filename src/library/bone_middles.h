/// The middles of all bones, from which motions and poses are described: independent of names and of where joints are.
#ifndef SINEW_LIBRARY_BONE_MIDDLES_H
#define SINEW_LIBRARY_BONE_MIDDLES_H

#include "library/measure_clip.h"

/// A position as height and two horizontal coordinates.
typedef struct library_upright {
    double height, a, b;
} library_upright;

library_upright library_upright_of(const sinew_model *model, sinew_vec3 position);

/// The mass of a long bone, as a part of that of the heaviest one: leaves out hands and feet, which bodies have or
/// lack.
extern const double library_long_bone;

/// Finds the bones of the bodies that a clip moves: their masses, their typical length and the ground, all in the
/// scratch, once for each clip. SINEW_NONE is the rest pose. Returns 0 for a model without bones.
///
/// A bone leads from a joint to a child, both bones of the file or deforming a mesh. In a file with meshes it deforms
/// or leads to what does; in others its length stays the same. Wrappers between the top of a skeleton and the body are
/// left out, however many there are: what leads to nine tenths of all below without deforming or moving itself. The
/// mass of a bone is its length squared, so that fingers and twist joints, which bodies have or lack, hardly count.
int library_find_bones(const sinew_model *model, int32_t clip, library_scratch *scratch);

/// Writes the middles of the bones in scratch->pose, in units of a typical bone, to out[joint] of the joint that ends
/// each bone. Other joints are not written.
void library_find_middles(const sinew_model *model, library_scratch *scratch, sinew_vec3 *out);

/// The centre of mass.
library_upright library_centre_of(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles);

/// When the motion of a clip plays: without a reference pose in its first frame.
sinew__span library_motion_span(const sinew_model *model, int32_t clip, library_scratch *scratch);

/// Poses the clip in the middle of one of LIBRARY_PHASES equal parts; −1 is its start.
void library_pose_phase(const sinew_model *model, int32_t clip, int phase, library_scratch *scratch);

#endif
