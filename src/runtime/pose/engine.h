/// Parts of the engine `fast`, which poses from baked clips, for crowds and for baking.
#ifndef SINEW_RUNTIME_POSE_ENGINE_H
#define SINEW_RUNTIME_POSE_ENGINE_H

#include "runtime/kernels/kernels.h"
#include "sinew/pose.h"

/// Fills palette, morph weights and visibility of a pose. Returns 0, with nothing done, where the model has no baked
/// clip for that clip and time.
int sinew__fast_palette(const sinew_model *model, int32_t clip, double time, sinew_pose *pose);

/// Poses from a sampled compact clip whose joints inherit by their types: locals, globals in double and palette.
void sinew__inherit_pose(const sinew_model *model, const sinew__baked_clip *baked, const sinew__compact_sample *sample,
                         sinew_pose *pose);

/// The global of a joint in model space: its skinning matrix, of a walk of a baked clip, times its bind matrix, and the
/// importer's root.
sinew_affine sinew__global_of_skinning(const sinew_model *model, const float *joint_matrix, int32_t joint);

#endif
