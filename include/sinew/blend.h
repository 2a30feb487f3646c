/// Blending: layers of clips and poses → one local pose → palette.
///
///   sinew_blender_create            once per thread: scratch memory for one model
///   sinew_blend                     layers → local pose
///   sinew_blend_globals             local pose → globals, in the blender
///   sinew_blend_palette             globals → palette
///
/// Layers of SINEW_BLEND_AVERAGE form a weighted average. It does not depend on their order, to the last bit: layers
/// are sorted by weight, and each rotation is added in the hemisphere of the sum. The sum of weights is normalised per
/// joint. If a joint's sum is below SINEW_BLEND_THRESHOLD, the rest pose takes the missing weight. Layers of the other
/// modes then apply in the order of the array: SINEW_BLEND_OVERRIDE interpolates from the result so far to the layer,
/// SINEW_BLEND_ADDITIVE adds the difference between the layer and its reference (sinew_blend_input.reference).
///
/// Morph weights are blended like translations. A joint is visible if layers that show it have at least half of the
/// weight. FBX inherit types apply after blending: a joint that compensates the scale of its parent uses the blended
/// scale.
///
/// Blending uses no fused multiply-add: locals have the same bits on every processor. No function here allocates memory
/// except the `_create` functions.
///
/// Globals and palettes are row-major 3×4, as in pose.h: globals in model space and units of the file, palettes to be
/// uploaded as they are.
///
///     const sinew_blend_input layers[2] = {
///         {.source = {.kind = SINEW_BLEND_CLIP, .clip = walk, .time = time}, .weight = 0.7f},
///         {.source = {.kind = SINEW_BLEND_CLIP, .clip = run, .time = time}, .weight = 0.3f},
///     };
///     if (sinew_blend_check(model, layers, 2, &error)) return puts(error.message); // not in every tick
///     sinew_blend(blender, layers, 2, local);
///     sinew_blend_globals(blender, local); // inverse kinematics follows
///     sinew_blend_palette(blender, palette);
#ifndef SINEW_BLEND_H
#define SINEW_BLEND_H

#include "sinew/locals.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- local poses --------------------------------------------------------------------------------------------------

/// The locals, morph weights and visibility of one character as a structure of arrays: a result of blending, or a
/// snapshot to blend from. Joint j is lane j % 16 of group j / 16 (locals.h); in `visible` and `animated` it is element
/// j. The arrays belong to the pose, and their contents may be edited. Values must be finite.
typedef struct sinew_local_pose {
    sinew_local_group *groups;        ///< [sinew_local_group_count(model)]
    float *morph_weights;             ///< [morph_count]
    uint8_t *visible;                 ///< [joint_count]
    uint8_t *animated;                ///< [joint_count] 0: the joint rests; see sinew_pose.animated
    double timeline;                  ///< seconds on the file's timeline, for geometry caches
    int32_t joint_count, morph_count; ///< of the model that the pose was created for
} sinew_local_pose;

/// Creates a local pose in the rest pose: 42 bytes per joint. The caller destroys *out_pose; it is NULL on failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_local_pose_create(const sinew_model *model, sinew_local_pose **out_pose,
                                                               sinew_error *out_error);

/// Destroys a local pose. Accepts NULL.
SINEW_API void sinew_local_pose_destroy(sinew_local_pose *pose);

/// Sets a local pose to the rest pose.
SINEW_API void sinew_local_pose_set_rest(const sinew_model *model, sinew_local_pose *pose);

/// Copies all arrays of a local pose to another one of the same model.
SINEW_API void sinew_local_pose_copy(const sinew_model *model, const sinew_local_pose *from, sinew_local_pose *to);

// ---- masks --------------------------------------------------------------------------------------------------------

/// A weight in [0, 1] for each joint, and one for all morphs. Immutable while layers use it; any number of threads may
/// read it.
typedef struct sinew_joint_mask sinew_joint_mask;

/// Creates a mask with one weight for all joints and morphs. The caller destroys *out_mask; it is NULL on failure. The
/// model must outlive the mask.
SINEW_API SINEW_NODISCARD sinew_result sinew_joint_mask_create(const sinew_model *model, float weight,
                                                               sinew_joint_mask **out_mask, sinew_error *out_error);

/// Destroys a mask. Accepts NULL.
SINEW_API void sinew_joint_mask_destroy(sinew_joint_mask *mask);

/// Sets the weights of all joints, [count] in the order of `sinew_model.joints`. SINEW_ERROR_INVALID_ARGUMENT when
/// `count` is not the number of joints or a weight is outside [0, 1]; the mask then does not change.
SINEW_API SINEW_NODISCARD sinew_result sinew_joint_mask_set_all(sinew_joint_mask *mask, const float *weights,
                                                                int32_t count, sinew_error *out_error);

/// Sets the weight of a joint and of all joints below it.
SINEW_API SINEW_NODISCARD sinew_result sinew_joint_mask_set_subtree(sinew_joint_mask *mask, int32_t joint, float weight,
                                                                    sinew_error *out_error);

/// Sets the weight of all joints whose name matches a glob, with or without its namespace: `Left*` matches
/// `mixamorig:LeftArm`. SINEW_ERROR_NO_JOINT when no joint matches.
SINEW_API SINEW_NODISCARD sinew_result sinew_joint_mask_set_matching(sinew_joint_mask *mask, const char *pattern,
                                                                     float weight, sinew_error *out_error);

/// Sets weights that rise linearly along a chain, from the present weight of the parent of `first` (0 for a root) to
/// `weight` at `last`, and `weight` below `last`. `last` is `first` or a joint below it.
SINEW_API SINEW_NODISCARD sinew_result sinew_joint_mask_set_gradient(sinew_joint_mask *mask, int32_t first,
                                                                     int32_t last, float weight,
                                                                     sinew_error *out_error);

/// Sets the weight of all morphs.
SINEW_API SINEW_NODISCARD sinew_result sinew_joint_mask_set_morphs(sinew_joint_mask *mask, float weight,
                                                                   sinew_error *out_error);

/// Returns the weight of a joint.
SINEW_API float sinew_joint_mask_weight(const sinew_joint_mask *mask, int32_t joint);

// ---- layers -------------------------------------------------------------------------------------------------------

typedef enum sinew_blend_mode {
    SINEW_BLEND_AVERAGE,  ///< part of the weighted average
    SINEW_BLEND_OVERRIDE, ///< interpolates from the result so far to the layer; weights above 1 count as 1
    SINEW_BLEND_ADDITIVE, ///< adds the difference between the layer and its reference; rotations and scales multiply
} sinew_blend_mode;

/// The kind of a source.
typedef enum sinew_blend_kind {
    SINEW_BLEND_NONE, ///< no source: the layer has no effect; see also sinew_blend_input.reference
    SINEW_BLEND_CLIP, ///< `clip` at `time`
    SINEW_BLEND_POSE, ///< `pose`
} sinew_blend_kind;

struct sinew_root_motion_tables; ///< root_motion.h

/// A clip at a time, or a pose. Zeroed: no source.
typedef struct sinew_blend_source {
    sinew_blend_kind kind;
    int32_t clip;                 ///< the clip of SINEW_BLEND_CLIP; SINEW_NONE: the rest pose
    const sinew_local_pose *pose; ///< the pose of SINEW_BLEND_POSE, not NULL
    double time; ///< seconds from the clip's start; NaN counts as 0. See sinew_pose_evaluate for times outside the clip
    /// tables of the root motion that is removed from the clip; NULL: no motion is removed
    const struct sinew_root_motion_tables *in_place;
} sinew_blend_source;

typedef struct sinew_blend_input {
    sinew_blend_source source;
    sinew_blend_mode mode;
    float weight; ///< ≥ 0, at most SINEW_BLEND_WEIGHT_MAX; during ticks, negative weights and NaN count as 0
    const sinew_joint_mask *mask; ///< NULL: 1 for every joint and morph
    /// The source that an additive layer is relative to: the difference between `source` and the reference is added.
    /// SINEW_BLEND_NONE: the start of the clip if `source` is a clip, the rest pose if it is a pose. Other modes ignore
    /// it.
    sinew_blend_source reference;
} sinew_blend_input;

#define SINEW_BLEND_THRESHOLD 0.1f
#define SINEW_BLEND_WEIGHT_MAX 1e6f
#define SINEW_BLEND_INPUTS_MAX 64

/// Checks layers once, before they are used in every tick: sources and clips exist, times are finite, weights are
/// within their limits and not all 0, masks belong to this model. SINEW_ERROR_INVALID_ARGUMENT names the first layer
/// that fails, counted from 1.
SINEW_API SINEW_NODISCARD sinew_result sinew_blend_check(const sinew_model *model, const sinew_blend_input *layers,
                                                         int32_t count, sinew_error *out_error);

// ---- blending -----------------------------------------------------------------------------------------------------

/// Scratch memory and the globals of one character. Used by one thread at a time.
typedef struct sinew_blender sinew_blender;

/// Creates a blender. The caller destroys *out_blender; it is NULL on failure. The model must outlive it. A blender
/// takes 772 bytes per joint: create one per thread, not per character.
SINEW_API SINEW_NODISCARD sinew_result sinew_blender_create(const sinew_model *model, sinew_blender **out_blender,
                                                            sinew_error *out_error);

/// Destroys a blender. Accepts NULL.
SINEW_API void sinew_blender_destroy(sinew_blender *blender);

/// Blends `count` layers, at most SINEW_BLEND_INPUTS_MAX, into `out_pose`, which may also be the pose of a layer of
/// SINEW_BLEND_AVERAGE. Without layers the result is the rest pose. A layer has no effect if its clip, pose, motions,
/// mask or reference does not belong to the model. If `count` is out of range or `out_pose` belongs to another model,
/// nothing changes. Clips that are not baked (bake.h) are sampled from their curves, which takes longer.
SINEW_API void sinew_blend(sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                           sinew_local_pose *out_pose);

/// Blends layers directly into a palette, [skin_joint_count], for characters that are only drawn. Takes less time than
/// sinew_blend, sinew_blend_globals and sinew_blend_palette together, with the same result up to rounding. Layers of
/// compact clips (bake.h), and of poses beside two or more clips, do not become a local pose, unless the model has
/// pivots or scales that inherit types change. `out_morph_weights` is [morph_count] or NULL. Afterwards
/// sinew_blend_joint_global returns the globals of this blend.
SINEW_API void sinew_blend_evaluate_palette(sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                                            sinew_palette_matrix *out_palette, float *out_morph_weights);

/// Computes the globals of all joints from their locals, in single precision. If a scale makes FBX inherit types
/// matter, it uses double precision, as sinew_pose_local_to_global does. The blender keeps the globals until the next
/// call.
SINEW_API void sinew_blend_globals(sinew_blender *blender, const sinew_local_pose *pose);

/// Computes the globals of a joint and its descendants again, after their locals were edited.
SINEW_API void sinew_blend_globals_below(sinew_blender *blender, const sinew_local_pose *pose, int32_t joint);

/// Returns the global of a joint in model space, for an object that is attached to it.
SINEW_API sinew_affine sinew_blend_joint_global(const sinew_blender *blender, int32_t joint);

/// Fills palette, [skin_joint_count], from the globals.
SINEW_API void sinew_blend_palette(const sinew_blender *blender, sinew_palette_matrix *out_palette);

/// Converts a local pose to a sinew_pose with all arrays, in double precision: for drawing skeletons and for data.
SINEW_API void sinew_local_pose_evaluate(const sinew_model *model, const sinew_local_pose *pose, sinew_pose *out_pose);

#ifdef __cplusplus
}
#endif

#endif
