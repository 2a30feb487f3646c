/// Root motion of clips as tables: a rotation about the up axis and a translation, at equal time steps.
#ifndef SINEW_RUNTIME_BLEND_CLIP_MOTIONS_H
#define SINEW_RUNTIME_BLEND_CLIP_MOTIONS_H

#include <math.h>

#include "core/base/arena.h"
#include "core/base/vec3.h"
#include "runtime/model/clip_slots.h"
#include "sinew/root_motion.h"

struct sinew_root_motion_tables {
    const sinew_model *model;
    int32_t top;               ///< the root joint above the joint that moves the character
    sinew_vec3 up;             ///< unit
    sinew__clip_motion *clips; ///< [clip_count]
    sinew__arena arena;
};

/// Returns the root motion of a clip of the model. For a bound clip it is the motion in its file, if that was measured
/// at the same joint, else none.
static inline const sinew__clip_motion *sinew__motion_of_clip(const sinew_root_motion_tables *motions, int32_t clip)
{
    static const sinew__clip_motion none = {0};
    if (clip < motions->model->clip_count) return &motions->clips[clip];
    const sinew__bound_clip *bound = sinew__bound_clip_of(motions->model, clip);
    return bound && bound->motion_top == motions->top ? &bound->motion : &none;
}

static inline int sinew__clip_moves(const sinew_root_motion_tables *motions, int32_t clip)
{
    return sinew__motion_of_clip(motions, clip)->samples != NULL;
}

/// Rotates a vector about the up axis.
static inline sinew_vec3 sinew__turn_vector(sinew_vec3 up, double yaw, sinew_vec3 v)
{
    if (yaw == 0) return v;
    const double s = sin(yaw), c = cos(yaw);
    const sinew_vec3 across = sinew__vec3_cross(up, v);
    return sinew__vec3_add(sinew__vec3_add(sinew__vec3_scale(v, c), sinew__vec3_scale(across, s)),
                           sinew__vec3_scale(up, sinew__vec3_dot(up, v) * (1 - c)));
}

static inline sinew__turn sinew__turn_multiply(sinew_vec3 up, const sinew__turn *a, const sinew__turn *b)
{
    return (sinew__turn){a->yaw + b->yaw, sinew__vec3_add(a->shift, sinew__turn_vector(up, a->yaw, b->shift))};
}

/// Returns the motion from the start of the clip to `time`, seconds, clamped to the clip.
static inline sinew__turn sinew__motion_within(const sinew__clip_motion *motion, double time)
{
    const double at = fmin(fmax(time * motion->rate, 0), motion->count - 1);
    const int32_t index = (int32_t)at < motion->count - 1 ? (int32_t)at : motion->count - 2;
    const double part = at - index;
    const sinew__turn *a = &motion->samples[index], *b = a + 1;
    return (sinew__turn){a->yaw + (b->yaw - a->yaw) * part,
                         sinew__vec3_add(a->shift, sinew__vec3_scale(sinew__vec3_subtract(b->shift, a->shift), part))};
}

/// Returns the motion from one time of a clip to another, in seconds; times outside the clip count whole loops.
sinew__turn sinew__clip_motion_between(const sinew_root_motion_tables *motions, int32_t clip, double from, double to);

/// Converts a turn to a rotation and a translation.
static inline sinew_root_delta sinew__motion_of_turn(sinew_vec3 up, const sinew__turn *turn)
{
    const double s = sin(turn->yaw / 2);
    const sinew_quat rotation = {up.x * s, up.y * s, up.z * s, cos(turn->yaw / 2)};
    return (sinew_root_delta){turn->shift, turn->yaw == 0 ? (sinew_quat){0, 0, 0, 1} : rotation};
}

/// Returns the transform that takes the motion at `time` out of the clip: applied to the joint `top`, in the space of
/// its parent.
sinew_root_delta sinew__clip_motion_back(const sinew_root_motion_tables *motions, int32_t clip, double time);

/// Takes the motion at `time`, seconds within the clip, out of the joint `top` of a local pose.
void sinew__clip_motion_remove(const sinew_root_motion_tables *motions, int32_t clip, double time,
                               sinew_local_group *groups);

#endif
