/// Samples compact clips at one time: the position between the keys, visibility, morph weights and locals.
#ifndef SINEW_RUNTIME_SAMPLER_COMPACT_SAMPLE_H
#define SINEW_RUNTIME_SAMPLER_COMPACT_SAMPLE_H

#include "runtime/kernels/kernels.h"

/// Finds the position for a time, in seconds on the file's timeline. Returns 0 if the time is outside of the clip and
/// its curves continue there, so that the clip has no values.
int sinew__compact_find(const sinew_model *model, const sinew__baked_clip *baked, double time,
                        sinew__compact_position *out_position);

/// Returns the visibility of joints, [joint_count], at a tick. It is part of the clip.
const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__baked_clip *baked, int64_t tick);

/// Sets `out_sample` to the clip at a time; `position` is memory that it refers to. Returns 0 if sinew__compact_find
/// does.
int sinew__compact_sample_at(const sinew_model *model, const sinew__baked_clip *baked, double time,
                             sinew__compact_position *position, sinew__compact_sample *out_sample);

/// Writes the locals of all joints, [joint_count].
void sinew__compact_transforms(const sinew_model *model, const sinew__compact_sample *sample, sinew_transform *out);

/// The values of one joint as the curves of a file have them.
typedef struct sinew__authored_joint {
    double translation[3], scale[3];
    double rotation[4]; ///< Euler angles in degrees, or a quaternion of length 1
    int has_quaternion; ///< `rotation` is a quaternion
    uint32_t moves[3];  ///< bit masks of the axes of translation, rotation and scale that curves of the clip animate
} sinew__authored_joint;

/// Computes the values of one joint at a time, in seconds on the file's timeline. Returns 0 if the clip is not baked or
/// has no values at that time.
int sinew__compact_authored(const sinew_model *model, int32_t clip, int32_t joint, double time,
                            sinew__authored_joint *out);

/// Writes the morph weights, [morph_count].
void sinew__compact_weights(const sinew_model *model, const sinew__compact_kernel *kernel,
                            const sinew__compact_sample *sample, float *out_weights);

#endif
