/// Local poses of several characters → palettes and globals, a character to a lane of the vectors.
#ifndef SINEW_RUNTIME_BLEND_BLEND_LANES_H
#define SINEW_RUNTIME_BLEND_BLEND_LANES_H

#include "runtime/blend/blender.h"

typedef struct sinew__blend_lanes {
    const sinew_blender *blender; ///< whose model, tables and kernel are used
    int32_t count;                ///< characters, SINEW__MAX_LANES at most
    int32_t *matrix_of;           ///< [joint_count + 1] joint matrices that are reused, for palettes only
    int32_t *own_matrix_of;       ///< [joint_count + 1] one joint matrix per joint, where globals are read
    int rest_inherits;            ///< sinew__blend_inherits_scale of the rest pose
    sinew__lane_memory memory;    ///< `curves` are those of two clips
} sinew__blend_lanes;

/// Allocates what `blender` needs to compute several characters at once. Memory that is missing is the arena's
/// `failed`.
void sinew__blend_lanes_create(const sinew_blender *blender, sinew__arena *memory, sinew__blend_lanes *out);

/// Computes the globals of `count` poses, and their palettes unless `palettes` is NULL, with the bits of
/// sinew_blend_globals and sinew_blend_palette. `keeps_globals` keeps the globals for sinew__blend_lane_global. Returns
/// 0, with nothing done, if one of the poses needs double precision.
int sinew__blend_lanes_evaluate(const sinew__blend_lanes *lanes, const sinew_local_pose *poses, int keeps_globals,
                                float *const *palettes);

/// Poses `count` cross-fades, [count], from their clips. Returns 0, with nothing done, if they do not fade
/// between the same two compact clips, if these do not define the pose at one of the times, or if a pose needs double
/// precision.
int sinew__blend_lanes_fade(const sinew__blend_lanes *lanes, const sinew__clip_fade *fades, int keeps_globals,
                            float *const *palettes);

/// The global of a joint of character `lane`, as sinew_blend_joint_global returns it.
sinew_affine sinew__blend_lane_global(const sinew__blend_lanes *lanes, int32_t lane, int32_t joint);

#endif
