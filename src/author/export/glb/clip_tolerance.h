/// Computes the largest error of each track of a clip for which no vertex exceeds one error bound.
///
/// Errors add up along a chain of joints. Each animated translation, rotation and scale of a chain gets an equal share
/// of the bound; a rotation's share is divided by the distance to the farthest vertex that it moves.
#ifndef SINEW_AUTHOR_EXPORT_GLB_CLIP_TOLERANCE_H
#define SINEW_AUTHOR_EXPORT_GLB_CLIP_TOLERANCE_H

#include "author/export/glb/glb_joint.h"

typedef struct sinew__clip_tolerance {
    double error;  ///< error bound, metres
    double *reach; ///< [joint_count] distance in metres to the farthest vertex or joint that a joint moves, in the rest
                   ///< pose
    double *scale; ///< [joint_count] largest scale of the joint's global transform at rest
    double *share; ///< [joint_count] share of the bound, in metres, for each track of a joint in the current clip
    double smallest_share;
} sinew__clip_tolerance;

/// Measures the rest pose. `error` is a fraction of the character's diagonal. The only error is
/// SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__clip_tolerance_init(sinew__clip_tolerance *tolerance, const glb_scene *scene,
                                                        double error, sinew__arena *memory, sinew_error *out_error);

/// Divides the error bound among the joints that the sampler's clip animates. Returns 0 when out of memory.
int sinew__clip_tolerance_select(sinew__clip_tolerance *tolerance, const glb_sampler *sampler);

/// Returns the largest error of the weights of a mesh's morphs; −1 when out of memory.
double sinew__weight_tolerance(const sinew__clip_tolerance *tolerance, const glb_scene *scene, int32_t mesh);

#endif
