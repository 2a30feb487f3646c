/// Inertial fades: only the new clip is sampled, and the difference between the old and the new pose at the change is
/// added and fades to zero (D. Bollo, Inertialization: High-Performance Animation Transitions in Gears of War, GDC
/// 2018).
#ifndef SINEW_RUNTIME_MIXER_INERTIA_H
#define SINEW_RUNTIME_MIXER_INERTIA_H

#include "runtime/blend/blender.h"
#include "runtime/blend/clip_motions.h"

typedef struct sinew__inertia {
    double length, elapsed;       ///< seconds; a length of 0: no fade
    sinew__turn velocity;         ///< difference of the character's root motion, per second, at the start of the fade
    sinew_local_pose *difference; ///< the rest pose plus the difference at the start of the fade
    sinew_joint_mask mask;        ///< the remaining fraction of each joint's difference
    /// [16 × groups] initial velocity of each joint's difference towards 0, per length of the fade: 0 … 5
    float *approach;
    /// [groups] the difference before the joint constants; NULL if the model has no baked clip
    sinew__pose_difference *mixed;
} sinew__inertia;

sinew_result sinew__inertia_create(const sinew_model *model, sinew__inertia *out, sinew_error *error);
void sinew__inertia_destroy(sinew__inertia *inertia);

/// Starts a fade of `seconds` from one pose to another. Element 0 of each array is the pose now, element 1 the pose
/// `step` seconds earlier.
void sinew__inertia_begin(sinew__inertia *inertia, double seconds, double step, const sinew_local_pose *const from[2],
                          const sinew_local_pose *const to[2]);

/// Sets the weights of the mask from the progress of the fade.
void sinew__inertia_update(sinew__inertia *inertia);

/// Returns the remaining fraction, 1 … 0, of a difference with initial velocity 0, `elapsed` seconds after the start.
double sinew__inertia_left(const sinew__inertia *inertia, double elapsed);

/// Sets `out` to the difference for sinew__blend_mix_clips, which replaces sinew__inertia_layer. Returns 0 if no fade
/// is in progress or the model has no baked clip.
int sinew__inertia_mix(const sinew__inertia *inertia, sinew__mixed_difference *out);

/// Returns the additive layer that adds the difference to the other layers.
sinew_blend_input sinew__inertia_layer(const sinew__inertia *inertia);

#endif
