/// Poses a model at a time of a clip, in two steps: sampling (clip → local), then local to global (local → global →
/// palette).
///
/// Palette entry = globalInverse · global(joint) · inverse bind matrix, one per element of `sinew_model.skin_joints`.
/// It transforms a vertex from mesh space to model space without the importer's root transform; multiply by
/// `sinew_model_info.root` for world space.
///
/// Between the steps you can edit local transforms: set `animated` of each changed joint to 1. To blend several clips,
/// see blend.h.
///
/// Matrices are row-major 3×4. Globals take joint space to model space, in double precision and units of the file.
/// Upload palettes as they are (sinew_palette_matrix in types.h); a shader with column-major 4×4 matrices needs them
/// transposed.
///
///     sinew_pose *created;
///     if (sinew_pose_create(model, &created, &error)) return puts(error.message);
///     for (double t = 0; t < model->clips[clip].duration; t += 1.0 / 60) {
///         sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, t, created);
///         const sinew_affine *global = &created->global[joint];
///         printf("%.3f %.3f %.3f\n", global->row[0][3], global->row[1][3], global->row[2][3]); // its position
///     }
///     sinew_pose_destroy(created);
#ifndef SINEW_POSE_H
#define SINEW_POSE_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Engines: ways to compute the same pose, which `sinew diff --engine` compares. Programs play with `fast` and read
/// data with `exact`; `reference` and `assimp` are for comparisons.
typedef enum sinew_engine {
    SINEW_ENGINE_FAST,      ///< for playing
    SINEW_ENGINE_EXACT,     ///< for data: authored curves in double precision
    SINEW_ENGINE_REFERENCE, ///< authored curves, the recursive hierarchy walk, plain loops
    SINEW_ENGINE_ASSIMP,    ///< Assimp's own nodes and keys, the recursive hierarchy walk
    SINEW_ENGINE_GPU,       ///< as SINEW_ENGINE_FAST, but the shader skins
    SINEW_ENGINE_COUNT
} sinew_engine;

/// The pose of one character. The arrays belong to the pose; their contents may be read at any time and edited between
/// the two steps.
typedef struct sinew_pose {
    sinew_transform *local;        ///< [joint_count]
    sinew_affine *global;          ///< [joint_count] model space, including the importer's root
    sinew_palette_matrix *palette; ///< [skin_joint_count]
    float *morph_weights;          ///< [morph_count]
    /// [joint_count] 0: the joint and its descendants are hidden; see also SINEW_MESH_HIDDEN
    uint8_t *visible;
    /// [joint_count] 0: the joint is at rest, and if its rest pose is sheared, `rest_matrix` replaces `local`. Set it
    /// to 1 when you edit `local`
    uint8_t *animated;
    sinew_quat *global_rotation; ///< [joint_count] product of the rotations from the root, for FBX inherit types
    sinew_affine *node_global;   ///< [node_count] set by the `assimp` engine
    double timeline;             ///< seconds on the file's timeline, for geometry caches
    float *joint_matrices;       ///< [(joint_count + 1) × 16] memory of the `fast` engine
    /// the baked clip in joint_matrices if locals are not computed yet (`sinew_pose_compute_locals`); else SINEW_NONE
    int32_t baked_clip;
    /// counts of the model that the pose was created for
    int32_t joint_count, skin_joint_count, morph_count, node_count;
} sinew_pose;

/// Creates a pose of `model`, at rest. Destroy it with `sinew_pose_destroy`.
///
/// A pose takes 274 bytes per joint, 48 per skin joint, 4 per morph, and 96 per importer's node (none in stripped
/// models): 22 KB for 69 joints that one mesh has weights for. A character that is only drawn does not need a pose of
/// its own: fill one pose per thread with sinew_pose_evaluate_palette, and keep only the palette (48 bytes per skin
/// joint) and the morph weights. Crowds do that (crowd.h). Keep a pose per character if globals are read later, such as
/// the global of a hand that holds an object.
SINEW_API SINEW_NODISCARD sinew_result sinew_pose_create(const sinew_model *model, sinew_pose **out_pose,
                                                         sinew_error *out_error);

/// Destroys a pose. Accepts NULL.
SINEW_API void sinew_pose_destroy(sinew_pose *pose);

/// Performs both steps for `time`, in seconds from the clip's start. `clip` SINEW_NONE gives the rest pose. Outside the
/// clip, curves are extrapolated and tracks hold. Allocates nothing. SINEW_ENGINE_FAST and _GPU do not compute `local`,
/// which drawing and skinning do not need: see `sinew_pose_compute_locals`. SINEW_ENGINE_ASSIMP needs `node_count > 0`;
/// without nodes it behaves as SINEW_ENGINE_REFERENCE. Check deep hierarchies with `sinew_engine_accepts` first.
SINEW_API void sinew_pose_evaluate(const sinew_model *model, sinew_engine engine, int32_t clip, double time,
                                   sinew_pose *pose);

/// Computes only the data that skinned meshes need, in the shortest time: palette, morph weights and visibility, from
/// the baked clip. The contents of the other arrays are unspecified. Uses SINEW_ENGINE_EXACT if the model has no baked
/// clip for this time. Allocates nothing.
SINEW_API void sinew_pose_evaluate_palette(const sinew_model *model, int32_t clip, double time, sinew_pose *pose);

/// Computes the values that playing a baked clip omits: `local` after SINEW_ENGINE_FAST and _GPU, also `global` and
/// `animated` after `sinew_pose_evaluate_palette`. Local transforms are as authored. Does nothing after other engines,
/// or if these values are computed already. Allocates nothing.
SINEW_API void sinew_pose_compute_locals(const sinew_model *model, sinew_pose *pose);

/// Returns the global of one joint as sinew_pose_evaluate computes it with SINEW_ENGINE_FAST, without computing the
/// others: for an object in a hand, after `sinew_pose_evaluate_palette`. If no palette entry depends on the joint, all
/// joints are walked again. After other engines it is the joint's `global`. All zero for a joint that does not exist.
/// Allocates nothing.
SINEW_API sinew_affine sinew_pose_joint_global(const sinew_model *model, sinew_pose *pose, int32_t joint);

/// Returns whether the engine can pose this model. SINEW_ERROR_LIMIT: the engine is recursive and the hierarchy is
/// deeper than SINEW_RECURSION_MAX. SINEW_ERROR_NO_CURVES: the model is stripped (bake.h) and the engine is neither
/// fast nor gpu.
SINEW_API SINEW_NODISCARD sinew_result sinew_engine_accepts(const sinew_model *model, sinew_engine engine,
                                                            sinew_error *out_error);

/// Step one: computes local transforms, morph weights and visibility from authored curves or tracks, or from the
/// baked clip of a stripped model (bake.h). `clip` and `time` as in `sinew_pose_evaluate`.
SINEW_API void sinew_pose_sample(const sinew_model *model, int32_t clip, double time, sinew_pose *pose);

/// Step two: computes global transforms and the palette, in one pass over the joints, parents first. After a fast pose
/// it calls `sinew_pose_compute_locals` first, which overwrites edits of `local`. FBX inherit types apply, see
/// sinew_inherit_type.
SINEW_API void sinew_pose_local_to_global(const sinew_model *model, sinew_pose *pose);

/// Depth of the deepest hierarchy that recursive engines accept, in joints.
#define SINEW_RECURSION_MAX 4096

#ifdef __cplusplus
}
#endif

#endif
