/// Retargeting: playing the clips of one body on another whose joints have other names, whose bones have other lengths,
/// and whose rest pose differs.
///
///   sinew_body_map_find            names and hierarchy → which joint is which part of a body
///   sinew_body_front               the body at rest → the direction that it faces
///   sinew_model_create_with_clips  clips of a body → a character with them (with_clips.h)
///
/// Both bodies are compared in their *reference pose*. One score rates the bind pose, the rest pose and the first frame
/// of each clip: trunk upright, limbs of the length that the skin has, both sides alike, feet lowest. The pose with the
/// best score is used; if scores are nearly equal, the bind pose is preferred, then the rest pose. If no pose is
/// upright, as in motion capture whose offsets are all along one axis, the most upright pose of the clips is also
/// rated, rotated upright. The model gets warning I59 if the reference is not a pose at rest, or is not upright.
///
/// The motion of a joint is its rotation in model space since the reference pose. Before it is applied to the other
/// body, the directions of the limbs are aligned, so that an A pose plays the clips of a T pose; if both bodies have
/// two fingers, the sides of the palms are aligned as well. Equal skeletons, with the same names, parents and rest
/// poses in any size, are not compared: a joint copies the transform of its counterpart relative to its parent. The
/// motion of the hips is scaled by the ratio of the leg lengths. If proportions differ, hands and feet are positioned
/// by two-bone inverse kinematics.
///
/// Lengths are in units of the file, angles in degrees.
///
///     sinew_body_map map; // the character's; the animations' map is found by name
///     if (sinew_body_map_find(model, &map, &error)) puts(error.message);
///     if (sinew_body_map_set(model, &map, "left_hand", "hand_l", &error)) return puts(error.message);
///     const sinew_retarget_options options = {.character_map = &map};
///     sinew_model *hero;
///     if (sinew_model_create_with_clips(model, animations, 2, &(sinew_with_clips_options){.retarget = &options},
///                                       &hero, &error))
///         return puts(error.message);
///     sinew_model_destroy(hero);
#ifndef SINEW_RETARGET_H
#define SINEW_RETARGET_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- body maps ----------------------------------------------------------------------------------------------------

/// The joint of each part of a body. Chains (spine, neck, fingers) are filled from their first part.
typedef struct sinew_body_map {
    int32_t joint[SINEW_BODY_PART_COUNT]; ///< index of the joint, or SINEW_NONE
} sinew_body_map;

/// Returns the name of a part, such as "hips", "spine1", "left_upper_arm" or "right_index2"; NULL for an invalid
/// number.
SINEW_API const char *sinew_body_part_name(int32_t part);

/// Finds the parts of a body. The parts that the file states (VRM) are used if they include all parts that every body
/// needs. Otherwise parts are found by the names of joints, in the conventions of Mixamo, MotionBuilder, Unreal, Unity,
/// VRM, Rigify, 3ds Max Biped, CMU and BVH, Daz, Character Creator and MikuMikuDance; joints between these become spine
/// and neck. *out_map has all parts that were found, also on failure. SINEW_ERROR_NO_MATCH names the first missing part
/// that every body needs (hips, thighs, shins, feet), and the joint with the most similar name.
SINEW_API SINEW_NODISCARD sinew_result sinew_body_map_find(const sinew_model *model, sinew_body_map *out_map,
                                                           sinew_error *out_error);

/// Sets the joint of a part, both by name; `joint` NULL or "": no joint. SINEW_ERROR_INVALID_ARGUMENT: the part is
/// unknown; SINEW_ERROR_NO_JOINT: the joint is unknown. The map does not change then.
SINEW_API SINEW_NODISCARD sinew_result sinew_body_map_set(const sinew_model *model, sinew_body_map *map,
                                                          const char *part, const char *joint, sinew_error *out_error);

/// Checks a map: it has the parts that every body needs and no joint twice, limbs and chains go from ancestor to
/// descendant, and legs have a length. SINEW_ERROR_NO_MATCH or SINEW_ERROR_INVALID_ARGUMENT names the part.
SINEW_API SINEW_NODISCARD sinew_result sinew_body_map_check(const sinew_model *model, const sinew_body_map *map,
                                                            sinew_error *out_error);

/// Returns the length of the legs in the reference pose, in model units: from thigh to foot, the mean of both sides. 0
/// if the map does not pass `sinew_body_map_check`.
SINEW_API double sinew_body_leg_length(const sinew_model *model, const sinew_body_map *map);

/// Computes the direction that the body faces in the rest pose, seen from above: perpendicular to its left (at the
/// hips, else at the shoulders) and to its torso. *out_azimuth is in degrees from the file's front towards the
/// character's left, like a view's azimuth (camera.h), −180 … 180. Within 25 degrees of a multiple of 90 it is that
/// multiple. A body whose hips are mirrored faces like the original body. `map` NULL: found by name.
///
/// On failure *out_azimuth is 0, the file's front. Errors are the errors of `sinew_body_map_find` and
/// `sinew_body_map_check`; SINEW_ERROR_NO_MATCH also for a body that lies down, or that has neither width nor height.
SINEW_API SINEW_NODISCARD sinew_result sinew_body_front(const sinew_model *model, const sinew_body_map *map,
                                                        double *out_azimuth, sinew_error *out_error);

// ---- the reference pose ------------------------------------------------------------------------------------------

typedef enum sinew_reference_kind {
    SINEW_REFERENCE_BEST, ///< the pose with the best score
    SINEW_REFERENCE_REST,
    SINEW_REFERENCE_BIND, ///< the bind pose; SINEW_ERROR_NO_MATCH if a part of the body has no bind transform
    SINEW_REFERENCE_FRAME,
} sinew_reference_kind;

/// The pose for comparing a body. Zero-initialized: the pose with the best score.
typedef struct sinew_reference {
    uint32_t kind; ///< sinew_reference_kind
    int32_t clip;  ///< for SINEW_REFERENCE_FRAME
    double time;   ///< for SINEW_REFERENCE_FRAME: seconds from the clip's start
} sinew_reference;

// ---- clips --------------------------------------------------------------------------------------------------------

/// Options of retargeting. Clips are sampled at the frame rate of the animation, or at a multiple of it if `error`
/// requires that. Joints that do not belong to the body are animated if both models have them by name; others are at
/// rest. Morphs are not animated. Zero-initialized: the defaults.
typedef struct sinew_retarget_options {
    const sinew_body_map *character_map; ///< NULL: found by name
    const sinew_body_map *animation_map; ///< NULL: found by name
    double error; ///< largest displacement of a joint between two keys, as a fraction of the leg length; 0: 1e-3
    sinew_reference character_reference, animation_reference;
} sinew_retarget_options;

#ifdef __cplusplus
}
#endif

#endif
