/// The middles of all bones, from which motions and poses are described: independent of names and of where joints are.
#ifndef SINEW_LIBRARY_BONE_MIDDLES_H
#define SINEW_LIBRARY_BONE_MIDDLES_H

#include "library/measure_clip.h"

/// A position as height and two horizontal coordinates.
typedef struct library_upright {
    double height, a, b;
} library_upright;

library_upright library_upright_of(const sinew_model *model, sinew_vec3 position);

/// Sets the masses of a model's bones and their typical length, from the rest pose. The mass of a bone is its length
/// squared, so that fingers and twist joints, which bodies have or lack, hardly count.
void library_weigh_bones(const sinew_model *model, library_scratch *scratch);

/// Writes the middles of the bones in scratch->pose, in units of a typical bone, to out[joint] of the joint that ends
/// each bone. Other joints are not written.
void library_find_middles(const sinew_model *model, library_scratch *scratch, sinew_vec3 *out);

/// The centre of mass.
library_upright library_centre_of(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles);

/// Poses the clip in the middle of one of LIBRARY_PHASES equal parts; −1 is its start.
void library_pose_phase(const sinew_model *model, int32_t clip, int phase, library_scratch *scratch);

/// The height of the ground: where the lowest bone comes in the clip. (The rest pose may be anywhere.)
double library_find_ground(const sinew_model *model, int32_t clip, library_scratch *scratch);

#endif
