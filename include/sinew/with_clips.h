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

/// Zero-initialized: the defaults.
typedef struct sinew_with_clips_options {
    bool
        replaces; ///< the clips take the place of the character's clips; of one animation only, which is not retargeted
    const sinew_retarget_options
        *retarget;                  ///< retargets the clips first (retarget.h); NULL: joints are matched by name
    const sinew_bake_options *bake; ///< of the clips that are not baked; NULL: the defaults
    bool only_curves;               ///< bakes nothing: the new clips play from their curves
    sinew_clip_match *matches;      ///< [count] is filled; NULL: not needed
} sinew_with_clips_options;

/// Creates a model with the joints, meshes, materials and clips of `character`, and the clips of `animations` [count].
/// The character's own clips come first and play exactly as before, then the clips of each animation in order. Joints
/// are matched by name: under the same parent, else anywhere, else without namespaces and prefixes (`mixamorig:`,
/// `mixamorig1:`, `mixamorig_`). Morphs are matched by mesh and name, else by name.
///
/// Rotations play as in the animation file, whatever the rest pose of the character: a clip takes along the rotation
/// order, the pre- and post-rotation, and the angles that it does not animate. Animated translations, pivots and scales
/// play as in the animation file, in the units of the character. If a clip does not animate them, the values of the
/// character remain, and so do the lengths of its bones. Unmatched joints of the character keep their rest pose.
/// Unmatched joints of the animation are dropped; the warning "I55" names the unmatched joints that its clips animate.
/// The warning "I56" gives the number of bones that differ in length, or in direction relative to the axes of their
/// parent (the same rotation then has another effect), and the largest difference. A different rest pose by itself is
/// not a difference. An animation whose bones are, by their median, more than twice or less than half as long as the
/// character's has other units than its file states: its translations are divided by that factor, which the warning
/// "I58" names.
///
/// A clip whose name is in use gets the name of its file as a prefix: `walk` of run.fbx becomes `run|walk`, and the
/// next of that name `run|walk 2`. The default clip is the default of animations[0]. Frame rate, units, axes and
/// inherit types come from the character; one without clips takes the frame rate and the inherit types of
/// animations[0]. With `replaces` the character also takes over the rest pose of the animation's joints, and frame rate
/// and timeline are the animation's.
///
/// Baked clips of the character stay baked, unless one of its joints has to take over a rotation order; all others are
/// baked. With `only_curves` the warning "I60" counts them.
///
/// The caller destroys *out_model; it is NULL on failure. The message names the file if there are several animations.
/// SINEW_ERROR_NO_CLIP when an animation has no clip, SINEW_ERROR_NO_CURVES when it is stripped, or the character is
/// and its clips stay; SINEW_ERROR_NO_MATCH when no animated joint matches; SINEW_ERROR_UNSUPPORTED when clips rotate a
/// joint in different rotation orders, or when the curves of two models differ in their ticks per second;
/// SINEW_ERROR_LIMIT when an animation has too many clips, or retargeted clips would take more than 2^22 joints times
/// frames. Errors of retargeting are the errors of sinew_body_map_find and sinew_body_map_check, and the message names
/// the model concerned.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_create_with_clips(const sinew_model *character,
                                                                     const sinew_model *const *animations,
                                                                     int32_t count,
                                                                     const sinew_with_clips_options *options,
                                                                     sinew_model **out_model, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
