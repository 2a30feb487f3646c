/// Inertialisation: a fade that samples only the new clip and adds the vanishing difference to the old pose
/// (D. Bollo, Inertialization: High-Performance Animation Transitions in Gears of War, GDC 2018).
#ifndef SINEW_RUNTIME_MIXER_INERTIA_H
#define SINEW_RUNTIME_MIXER_INERTIA_H

#include "runtime/blend/blender.h"
#include "runtime/blend/clip_motions.h"

typedef struct sinew__inertia {
    double length, elapsed;       ///< seconds of the fade; a length of 0: none
    sinew__turn velocity;         ///< difference of the motion of the character, per second
    sinew_local_pose *difference; ///< the rest pose with the difference at the start of the fade added
    sinew_joint_mask mask;        ///< the present part of each joint's difference
    float *approach; ///< [16 × groups] initial velocity of a shrinking difference, per length of the fade: 0 … 5
    sinew__pose_difference *mixed; ///< [groups] the difference before the constants of joints; NULL if the model has no
                                   ///< baked clip
} sinew__inertia;

sinew_result sinew__inertia_create(const sinew_model *model, sinew__inertia *out, sinew_error *error);
void sinew__inertia_destroy(sinew__inertia *inertia);

/// Starts a fade of `seconds` from a pose to another, each given now and `step` seconds before.
void sinew__inertia_begin(sinew__inertia *inertia, double seconds, double step, const sinew_local_pose *const from[2],
                          const sinew_local_pose *const to[2]);

/// Sets weights by the progress of the fade.
void sinew__inertia_update(sinew__inertia *inertia);

/// The remaining part of a difference that does not move at first, `elapsed` seconds after the start: 1 … 0.
double sinew__inertia_left(const sinew__inertia *inertia, double elapsed);

/// The difference that sinew__blend_mix_clips adds to clips instead of the layer. Returns 0 if it cannot, or no fade
/// plays.
int sinew__inertia_mix(const sinew__inertia *inertia, sinew__mixed_difference *out);

/// The layer that adds the difference to the other layers.
sinew_blend_input sinew__inertia_layer(const sinew__inertia *inertia);

#endif
