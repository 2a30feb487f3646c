/// Compact clips at a time: its position among the keys, visibility, morph weights, and locals for whoever mixes them.
#ifndef SINEW_RUNTIME_SAMPLER_COMPACT_SAMPLE_H
#define SINEW_RUNTIME_SAMPLER_COMPACT_SAMPLE_H

#include "runtime/kernels/kernels.h"

/// Finds a time, in seconds on the file's timeline. Returns 0 if the clip has no values for it: outside a
/// clip whose curves continue.
int sinew__compact_find(const sinew_model *model, const sinew__baked_clip *baked, double time,
                        sinew__compact_position *out_position);

/// Visibility, [joint_count] bytes. Lives with the clip.
const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__baked_clip *baked, int64_t tick);

/// Finds a clip's time. `position` is memory for it. Returns what sinew__compact_find does.
int sinew__compact_sample_at(const sinew_model *model, const sinew__baked_clip *baked, double time,
                             sinew__compact_position *position, sinew__compact_sample *out_sample);

/// Authored locals of all joints, [joint_count].
void sinew__compact_transforms(const sinew_model *model, const sinew__compact_sample *sample, sinew_transform *out);

/// What one joint does in the terms of its author, as a clip of curves would say it.
typedef struct sinew__authored_joint {
    double translation[3], scale[3];
    double rotation[4]; ///< Euler angles in degrees, or a quaternion of length 1
    int has_quaternion; ///< `rotation` is one
    uint32_t moves[3];  ///< bits of the components of translation, rotation and scale that the clip moves
} sinew__authored_joint;

/// Finds the visibility at a time in seconds on the file's timeline. Returns 0 for a clip that is not baked, or has
/// none there.
int sinew__compact_authored(const sinew_model *model, int32_t clip, int32_t joint, double time,
                            sinew__authored_joint *out);

/// Morph weights, [morph_count].
void sinew__compact_weights(const sinew_model *model, const sinew__compact_kernel *kernel,
                            const sinew__compact_sample *sample, float *out_weights);

#endif
