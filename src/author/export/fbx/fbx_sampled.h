/// Joints and morphs whose curves the writer makes: a key a frame in portable files, keys fitted to the motion where
/// the model has no curves of the author's.
#ifndef SINEW_AUTHOR_EXPORT_FBX_FBX_SAMPLED_H
#define SINEW_AUTHOR_EXPORT_FBX_FBX_SAMPLED_H

#include "author/export/fbx/fbx_curves.h"
#include "author/export/glb/clip_times.h"

/// A clip that is being sampled.
typedef struct fbx_clip_sampler {
    fbx_writer *writer;
    glb_sampler sampler;
    sinew__clip_tolerance tolerance;
    int64_t budget; ///< of samples that fitting may add
    int64_t layer;  ///< the id of the layer that gets the curves
    double start, duration;
    int is_coarse; ///< fitting would have needed more samples
    // of the joint or morph being sampled:
    int32_t item;
    int is_morph;
    int has_channels; ///< the author's channels give its translation, rotation and scale
    sinew__arena memory;
} fbx_clip_sampler;

/// Writes translation, rotation and scale of a joint.
SINEW_NODISCARD sinew_result sinew__fbx_put_sampled_joint(fbx_clip_sampler *clip, int32_t joint, sinew_error *error);

/// Writes the weight of a morph.
SINEW_NODISCARD sinew_result sinew__fbx_put_sampled_morph(fbx_clip_sampler *clip, int32_t morph, sinew_error *error);

#endif
