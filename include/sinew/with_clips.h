/// Playing the clips of other models on a character: in place of its own clips, or in addition to them.
///
///     sinew_model *hero;
///     const sinew_with_clips_options options = {.only_curves = true};
///     if (sinew_model_create_with_clips(model, animations, 2, &options, &hero, &error)) return puts(error.message);
///     printf("%d clips\n", (int)hero->clip_count);
///     sinew_model_destroy(hero);
#ifndef SINEW_WITH_CLIPS_H
#define SINEW_WITH_CLIPS_H

#include <stdbool.h>

#include "sinew/bake.h"
#include "sinew/retarget.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Options of adding clips. Zero-initialized: the defaults.
typedef struct sinew_with_clips_options {
    /// the new clips replace the character's clips; only with one animation, which is not retargeted
    bool replaces;
    /// retargets the clips first (retarget.h); NULL: joints are matched by name
    const sinew_retarget_options *retarget;
    const sinew_bake_options *bake; ///< options for baking clips that are not baked; NULL: the defaults
    bool only_curves;               ///< bakes nothing: the new clips play from their curves
    sinew_clip_match *matches;      ///< [count] receives the result of matching joints; NULL: not needed
} sinew_with_clips_options;

/// Creates a model with the joints, meshes, materials and clips of `character`, and the clips of `animations`, [count].
/// The character's own clips come first and play exactly as before, then the clips of each animation in order. Joints
/// are matched by name: under the same parent, else anywhere, else without namespaces and prefixes (`mixamorig:`,
/// `mixamorig1:`, `mixamorig_`). Morphs are matched by mesh and name, else by name.
///
/// Rotations play as in the animation file, whatever the rest pose of the character: a clip includes the rotation
/// order, the pre- and post-rotation, and the angles that it does not animate. Animated translations, pivots and scales
/// play as in the animation file, in the units of the character. If a clip does not animate them, the values of the
/// character remain, and so do the lengths of its bones. Unmatched joints of the character keep their rest pose.
/// Unmatched joints of the animation are dropped; the warning "I55" names those that its clips animate. The warning
/// "I56" gives the number of bones that differ in length, or in direction relative to the axes of their parent (the
/// same rotation then has another effect), and the largest difference. A different rest pose by itself is not a
/// difference. If the median bone of the animation is more than twice or less than half as long as the character's, its
/// file states a wrong unit: its translations are divided by that factor, and the warning "I58" names it.
///
/// If the name of a clip is in use, it is prefixed with the name of its file: `walk` of run.fbx becomes `run|walk`, and
/// the next clip of that name `run|walk 2`. The default clip is animations[0]'s. Frame rate, units, axes and inherit
/// types come from the character; a character without clips takes the frame rate and the inherit types of
/// animations[0]. With `replaces` the character also takes over the rest pose of the animation's joints, and frame rate
/// and timeline are the animation's.
///
/// The character's baked clips stay baked, unless one of its joints has to take over a rotation order; all other clips
/// are baked. With `only_curves` they are not, and the warning "I60" counts them.
///
/// The caller destroys *out_model; it is NULL on failure. The message names the file if there are several animations.
/// SINEW_ERROR_NO_CLIP: an animation has no clip; SINEW_ERROR_NO_CURVES: an animation is stripped, or the character is
/// stripped and its clips stay; SINEW_ERROR_NO_MATCH: no animated joint matches; SINEW_ERROR_UNSUPPORTED: clips rotate
/// a joint in different rotation orders, or the curves of two models differ in their ticks per second;
/// SINEW_ERROR_LIMIT: an animation has too many clips, or retargeted clips would take more than 2^22 joints times
/// frames. Errors of retargeting are the errors of sinew_body_map_find and sinew_body_map_check, and the message names
/// the model.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_create_with_clips(const sinew_model *character,
                                                                     const sinew_model *const *animations,
                                                                     int32_t count,
                                                                     const sinew_with_clips_options *options,
                                                                     sinew_model **out_model, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
