/// The clips of one model on the meshes of another: an animation that came without its character.
#ifndef SINEW_WITH_CLIPS_H
#define SINEW_WITH_CLIPS_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How the joints of two models found each other.
typedef struct sinew_clip_match {
    int32_t matched;   ///< joints that the clips move and the character has
    int32_t unmatched; ///< joints that the clips move and it has not
} sinew_clip_match;

/// Makes a model of `character`'s joints, meshes and materials and of `animation`'s clips. Joints are the same by name:
/// under the same parent, else anywhere, else without namespaces and prefixes (`mixamorig:`, `mixamorig1:`,
/// `mixamorig_`). Morphs are the same by mesh and name, else by name.
///
/// A clip means for a joint what it means in its own file. Rotations are played as they are there, whatever the rest
/// pose of the character is: a bone takes over rotation order, pre- and post-rotation and the angles that the clips do
/// not move. Where a clip moves translation or pivots, these are played as they are there, in the character's units;
/// elsewhere the character's own remain, and with them the lengths of its bones. So it is with scale. Joints that only
/// the character has keep its rest pose. What only the animation has is left out; a warning "I55" names joints that its
/// clips move. Where bones of the two have other lengths, or lie otherwise in the axes of their parents (which is why
/// rotations turn them another way), a warning "I56" says how many, and how far the worst. Another stance at rest is no
/// difference.
///
/// Frame rate and timeline are the animation's, units and axes the character's. Nothing is baked: see bake.h.
/// *out_model is the caller's to destroy; NULL on failure. *out_match may be NULL. SINEW_ERROR_NO_CLIP when there is no
/// clip, SINEW_ERROR_NO_MATCH when none of the joints that move is there.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_with_clips(const sinew_model *character,
                                                              const sinew_model *animation, sinew_clip_match *out_match,
                                                              sinew_model **out_model, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
