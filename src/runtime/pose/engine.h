/// The table of engines, and the parts of the engine `fast` that crowds and baking use.
#ifndef SINEW_RUNTIME_POSE_ENGINE_H
#define SINEW_RUNTIME_POSE_ENGINE_H

#include "runtime/kernels/kernels.h"
#include "sinew/pose.h"

/// Where an engine gets the local transforms.
typedef enum sinew__engine_source {
    SINEW__SOURCE_DOCUMENT, ///< authored curves and tracks
    SINEW__SOURCE_NODES,    ///< Assimp's nodes and keys
    SINEW__SOURCE_BAKED,    ///< baked clips (bake.h); authored curves if there are none
} sinew__engine_source;

typedef enum sinew__engine_walk { SINEW__WALK_FLAT, SINEW__WALK_RECURSIVE } sinew__engine_walk;

typedef enum sinew__engine_skinner {
    SINEW__SKINNER_CPU, ///< sinew_skin_mesh
    SINEW__SKINNER_SHADER,
    SINEW__SKINNER_PLAIN, ///< sinew__skin_mesh_reference
} sinew__engine_skinner;

typedef struct sinew__engine_parts {
    const char *name; ///< "exact"
    sinew__engine_source source;
    sinew__engine_walk walk;
    sinew__engine_skinner skinner;
    const char *description; ///< one line for help
} sinew__engine_parts;

const sinew__engine_parts *sinew__engine_info(sinew_engine engine);

/// As sinew_engine_accepts_clip, for modules that may not include clip.h.
sinew_result sinew__engine_takes_clip(const sinew_model *model, sinew_engine engine, int32_t clip,
                                      sinew_error *out_error);

/// As sinew_pose_local_to_global, by recursion from each root over its children: the reference.
void sinew__pose_walk_hierarchy(const sinew_model *model, sinew_pose *pose);

/// Computes palette, morph weights and visibility of a pose. Returns 0 and changes nothing if the clip is not baked or
/// does not cover the time.
int sinew__fast_palette(const sinew_model *model, int32_t clip, double time, sinew_pose *pose);

/// Computes locals, globals in double precision and palette from a sampled compact clip whose joints inherit by their
/// types.
void sinew__inherit_pose(const sinew_model *model, const sinew__baked_clip *baked, const sinew__compact_sample *sample,
                         sinew_pose *pose);

/// Returns the global of a joint in model space from its joint matrix after the walk of a baked clip: importer's root ·
/// joint matrix · bind matrix.
sinew_affine sinew__global_of_skinning(const sinew_model *model, const float *joint_matrix, int32_t joint);

/// Returns the global of a joint in the world, from its joint matrix after a walk that began with the linear part of
/// `place`, which is world · the importer's root.
sinew_affine sinew__global_of_placed(const sinew_model *model, const sinew_affine *place, const float *joint_matrix,
                                     int32_t joint);

#endif
