/// From clip and time to pose: sample (clip → local), then walk (local → global → palette).
///
/// palette = globalInverse · global(joint) · offset, one matrix per entry of `sinew_model.skin_joints`. Multiply a
/// palette entry with a vertex in mesh space to get it in the model's space without the importer's root transform;
/// `sinew_model_info.root` puts that back for world space.
///
/// Between the two steps locals may be edited, or those of several clips mixed (samples/blend_clips.c): sample each
/// clip into a pose of its own, mix `local` and `morph_weights`, set `moved` of every joint that was changed, and walk
/// once.
#ifndef SINEW_POSE_H
#define SINEW_POSE_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ways to compute the same pose; `sinew diff --engine` compares them. Rows of one table, see `sinew_engine_info`.
typedef enum sinew_engine {
    SINEW_ENGINE_FAST,      ///< for playing
    SINEW_ENGINE_EXACT,     ///< for data: authored curves in double precision
    SINEW_ENGINE_REFERENCE, ///< authored curves, the recursive walk, plain loops
    SINEW_ENGINE_ASSIMP,    ///< Assimp's own nodes and keys, the recursive walk
    SINEW_ENGINE_GPU,       ///< fast, skinned by the shader
    SINEW_ENGINE_COUNT
} sinew_engine;

typedef enum sinew_engine_source {
    SINEW_SOURCE_DOCUMENT, ///< authored curves and tracks
    SINEW_SOURCE_NODES,    ///< Assimp's nodes and keys
    SINEW_SOURCE_ROWS,     ///< baked rows (bake.h); authored curves where there are none
} sinew_engine_source;
typedef enum sinew_engine_walk { SINEW_WALK_FLAT, SINEW_WALK_RECURSIVE } sinew_engine_walk;
typedef enum sinew_engine_skinner {
    SINEW_SKINNER_CPU, ///< sinew_skin_mesh
    SINEW_SKINNER_SHADER,
    SINEW_SKINNER_PLAIN, ///< sinew_skin_mesh_reference
} sinew_engine_skinner;

/// What an engine is made of.
typedef struct sinew_engine_parts {
    const char *name; ///< "exact", as `--engine` takes it
    sinew_engine_source source;
    sinew_engine_walk walk;
    sinew_engine_skinner skinner;
    const char *description; ///< one line for help
} sinew_engine_parts;

SINEW_API const sinew_engine_parts *sinew_engine_info(sinew_engine engine);

/// One character's pose. The arrays belong to the pose; their contents are free to be read and, between the two steps,
/// edited.
typedef struct sinew_pose {
    sinew_transform *local;        ///< [joint_count]
    sinew_affine *global;          ///< [joint_count] model space, importer's root included
    sinew_palette_matrix *palette; ///< [skin_joint_count]
    float *morph_weights;          ///< [morph_count]
    uint8_t *visible;              ///< [joint_count] 0: the animator hides what hangs on the joint
    uint8_t *animated;             ///< [joint_count] 0: the joint rests; where that is sheared its `rest_matrix`
                                   ///< holds in place of `local`. Who edits a local sets 1
    sinew_quat *global_rotation;   ///< [joint_count] product of rotations down to the joint, for FBX inherit types
    sinew_affine *node_global;     ///< [node_count] of the `assimp` engine
    double time;                   ///< seconds on the file's timeline, as sampled: for geometry caches
    float *slots;                  ///< [(joint_count + 1) × 16] memory of the `fast` engine
    int32_t rows_clip; ///< the clip whose rows fill the slots, while `sinew_pose_compute_locals` has something left to
                       ///< do; else SINEW_NONE
} sinew_pose;

/// Makes a pose for `model`, set to rest. *out_pose is the caller's to destroy.
SINEW_API SINEW_NODISCARD sinew_result sinew_pose_create(const sinew_model *model, sinew_pose **out_pose,
                                                         sinew_error *out_error);
SINEW_API void sinew_pose_destroy(sinew_pose *pose);

/// Both steps. `clip` SINEW_NONE poses the rest; `time` is in seconds on the file's own timeline (add
/// `sinew_clip.start` to a time within a clip) and may lie outside the clip: the curves' own extrapolation applies,
/// tracks hold. Allocates nothing. SINEW_ENGINE_FAST and _GPU leave `local` as it is, which neither drawing nor
/// skinning reads: see `sinew_pose_compute_locals`. `engine` SINEW_ENGINE_ASSIMP needs `node_count > 0` or behaves as
/// SINEW_ENGINE_REFERENCE; SINEW_ENGINE_REFERENCE and _ASSIMP refuse nothing here, see `sinew_engine_accepts`.
SINEW_API void sinew_pose_evaluate(const sinew_model *model, sinew_engine engine, int32_t clip, double time,
                                   sinew_pose *pose);

/// What skinned meshes need and no more, in the shortest time: palette, morph weights and visibility, from baked rows.
/// The other arrays are left as they are, or not: where the model has no rows for this clip and time, it is
/// SINEW_ENGINE_EXACT. Allocates nothing.
SINEW_API void sinew_pose_evaluate_palette(const sinew_model *model, int32_t clip, double time, sinew_pose *pose);

/// Fills what playing rows has left: `local` after SINEW_ENGINE_FAST and _GPU, `global` and `moved` too after
/// `sinew_pose_evaluate_palette`. Of a compact clip they are the author's. Of frames they are computed from the
/// globals, as the FBX inherit types compose them: `sinew_pose_local_to_global` gives the same globals again. Nothing
/// is left to do after other engines, nor the second time. (Locals are not needed to draw, and taking them apart costs
/// many times what playing does.) Allocates nothing.
SINEW_API void sinew_pose_compute_locals(const sinew_model *model, sinew_pose *pose);

/// Whether the engine can pose this model: the recursive walks refuse hierarchies deeper than 4096.
SINEW_API SINEW_NODISCARD sinew_result sinew_engine_accepts(sinew_engine engine, const sinew_model *model,
                                                            sinew_error *out_error);

/// Step one: clip and time → local transforms, morph weights, visibility, from authored curves or tracks.
SINEW_API void sinew_pose_sample(const sinew_model *model, int32_t clip, double time, sinew_pose *pose);

/// Step two: local → global → palette, a flat pass over joints sorted parents-first. After a fast pose it computes the
/// locals first (`sinew_pose_compute_locals`), in place of whatever was written to them. A joint's FBX inherit type is
/// honoured, see sinew_inherit_type.
SINEW_API void sinew_pose_local_to_global(const sinew_model *model, sinew_pose *pose);

/// Step two again, as one would explain it: a recursion from each root over its children. The reference.
SINEW_API void sinew_pose_walk_hierarchy(const sinew_model *model, sinew_pose *pose);

/// What one walk can hold.
#define SINEW_RECURSION_LIMIT 4096

#ifdef __cplusplus
}
#endif

#endif
