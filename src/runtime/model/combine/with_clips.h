/// Models with clips of other models: the two implementations of sinew_model_create_with_clips.
#ifndef SINEW_RUNTIME_MODEL_COMBINE_WITH_CLIPS_H
#define SINEW_RUNTIME_MODEL_COMBINE_WITH_CLIPS_H

#include "sinew/model.h"

/// Creates a model with the joints, meshes and materials of `character` and the clips of `animation`. Joints are
/// matched by name: under the same parent, else anywhere, else without namespaces and prefixes (`mixamorig:`,
/// `mixamorig1:`, `mixamorig_`). Morphs are matched by mesh and name, else by name.
///
/// Rotations play as in the animation file, whatever the rest pose of the character: a joint takes over the rotation
/// order, the pre- and post-rotation, and the angles that no clip animates. Animated translations, pivots and scales
/// play as in the animation file, in the units of the character. If a clip does not animate them, the values of the
/// character remain, and so do the lengths of its bones. Unmatched joints of the character keep their rest pose.
/// Unmatched joints of the animation are dropped; the warning "I55" names those that its clips animate. The warning
/// "I56" gives the number of bones that differ in length, or in direction relative to the axes of their parent (in
/// which case the same rotation has another effect), and the largest difference. A different rest pose by itself is not
/// a difference.
///
/// An animation whose bones are, by their median, more than twice or less than half as long as the character's
/// has other units than its file states: its translations are divided by the factor that the warning "I58" names.
///
/// Frame rate and timeline come from the animation, units and axes from the character. No clip is baked: see
/// bake.h. The caller destroys *out_model; it is NULL on failure. out_match may be NULL. SINEW_ERROR_NO_CLIP when
/// `animation` has no clip, SINEW_ERROR_NO_CURVES when it is stripped, SINEW_ERROR_NO_MATCH when no animated joint
/// matches.
SINEW_NODISCARD sinew_result sinew__model_with_clips(const sinew_model *character, const sinew_model *animation,
                                                     sinew_clip_match *out_match, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Creates a model with the joints, meshes, materials and clips of `character`, and the clips of `animations` [count].
/// The character's own clips come first and play exactly as before, then each animation's in order. Joints and
/// morphs are matched, and clips play, as with `sinew__model_with_clips`, but the rest pose is the character's:
/// differences of the animation's rest pose are written into its clips, as channels and tracks that do not vary.
///
/// A clip whose name is in use gets the name of its file as a prefix: `walk` of run.fbx becomes `run|walk`, and the
/// next clip of that name `run|walk 2`. The default clip is the default of animations[0]. Frame rate, units, axes and
/// inherit types come from the character; a character without clips takes the frame rate and the inherit types of
/// animations[0]. Baked clips of the character stay baked, unless one of its joints has to take over a rotation order.
/// All other clips play from their curves, and the warning "I60" counts them; sinew_bake_options.keeps_baked bakes
/// these clips only.
///
/// out_matches [count] may be NULL. The caller destroys *out_model; it is NULL on failure. Errors are the errors of
/// `sinew__model_with_clips`, and the message names the file if there are several; SINEW_ERROR_NO_CURVES also when
/// `character` is stripped; SINEW_ERROR_UNSUPPORTED when clips rotate a joint in different rotation orders, or when the
/// curves of two models differ in their ticks per second; SINEW_ERROR_LIMIT when an animation has too many clips.
SINEW_NODISCARD sinew_result sinew__model_add_clips(const sinew_model *character, const sinew_model *const *animations,
                                                    int32_t count, sinew_clip_match *out_matches,
                                                    sinew_model **out_model, sinew_error *out_error);

#endif
