// Looks up root motion in the tables that motion/bake_motions.c makes from clips.
#include "runtime/blend/clip_motions.h"

#include "runtime/sampler/local_lane.h"

// loops that are counted: beyond, a double resolves positions to less than a fraction of a unit
static const double max_loops = 1e9;

static sinew__turn inverse(sinew_vec3 up, const sinew__turn *turn)
{
    return (sinew__turn){-turn->yaw, sinew__vec3_scale(sinew__turn_vector(up, -turn->yaw, turn->shift), -1)};
}

/// Returns `turn` applied n times, a whole number; the inverse if n is negative. Squaring makes it logarithmic in n.
static sinew__turn power(sinew_vec3 up, sinew__turn turn, double n)
{
    sinew__turn result = {0};
    if (n < 0) turn = inverse(up, &turn);
    for (n = fabs(n); n >= 1; n = floor(n / 2)) {
        if (fmod(n, 2) != 0) result = sinew__turn_multiply(up, &result, &turn);
        turn = sinew__turn_multiply(up, &turn, &turn);
    }
    return result;
}

static sinew__turn motion_at(const sinew_root_motion_tables *motions, const sinew__clip_motion *motion, double time)
{
    if (time >= 0 && time <= motion->duration) return sinew__motion_within(motion, time);
    const double loops = floor(time / motion->duration);
    if (!(fabs(loops) <= max_loops)) return (sinew__turn){0};
    const sinew__turn rest = sinew__motion_within(motion, time - loops * motion->duration),
                      before = power(motions->up, motion->samples[motion->count - 1], loops);
    return sinew__turn_multiply(motions->up, &before, &rest);
}

sinew__turn sinew__clip_motion_between(const sinew_root_motion_tables *motions, int32_t clip, double from, double to)
{
    const sinew__clip_motion *motion = sinew__motion_of_clip(motions, clip);
    if (!(fmax(fabs(from), fabs(to)) <= max_loops * motion->duration)) return (sinew__turn){0};
    if (!motion->samples) return (sinew__turn){0, sinew__vec3_scale(motion->velocity, to - from)};
    const sinew__turn begin = motion_at(motions, motion, from), end = motion_at(motions, motion, to);
    return (sinew__turn){end.yaw - begin.yaw,
                         sinew__turn_vector(motions->up, -begin.yaw, sinew__vec3_subtract(end.shift, begin.shift))};
}

sinew_root_delta sinew__clip_motion_back(const sinew_root_motion_tables *motions, int32_t clip, double time)
{
    const sinew__turn turn = sinew__motion_within(sinew__motion_of_clip(motions, clip), time),
                      back = inverse(motions->up, &turn);
    return sinew__motion_of_turn(motions->up, &back);
}

void sinew__clip_motion_remove(const sinew_root_motion_tables *motions, int32_t clip, double time,
                               sinew_local_group *groups)
{
    if (!sinew__clip_moves(motions, clip)) return;
    const sinew_root_delta removed = sinew__clip_motion_back(motions, clip, time);
    sinew_local_group *group = &groups[motions->top / SINEW_LOCAL_LANES];
    const int lane = motions->top % SINEW_LOCAL_LANES;
    sinew_transform local = sinew__local_lane(group, lane);
    local.t = sinew__vec3_add(removed.translation, sinew__quat_rotate(removed.rotation, local.t));
    local.r = sinew__quat_normalize(sinew__quat_multiply(removed.rotation, local.r));
    sinew__set_local_lane(group, lane, &local);
}
