#include "cli/commands/clip_motion.h"

#include <math.h>

#include "sinew/root_motion.h"

static const double degrees_per_radian = 57.29577951308232;

/// Radians about the up axis, which the rotation of a motion is about.
static double angle_of(const sinew_model *model, const sinew_quat *rotation)
{
    const double along = rotation->x + rotation->y + rotation->z; // one of them
    const double sign = *sinew_text(model, model->info->up) == '-' ? -1 : 1;
    return 2 * atan2(sign * along, rotation->w);
}

static double without_noise(double value)
{
    return round(value * 1e6) / 1e6 + 0.0; // no −0
}

cli_clip_motion cli_measure_clip_motion(const sinew_model *model, int32_t clip, int32_t joint, sinew_pose *scratch)
{
    static const double full_turn = 6.283185307179586;
    const double duration = model->clips[clip].duration;
    sinew_root_motion root = {.clip = clip, .joint = joint, .parts = SINEW_MOTION_GROUND};
    const sinew_vec3 path = sinew_root_motion_at(model, &root, duration, scratch).translation;
    root.parts = SINEW_MOTION_YAW;
    const sinew_quat yaw = sinew_root_motion_at(model, &root, duration, scratch).rotation;
    const double length = sqrt(path.x * path.x + path.y * path.y + path.z * path.z);
    const double degrees = remainder(angle_of(model, &yaw), full_turn) * degrees_per_radian;
    return (cli_clip_motion){.speed = without_noise(length * model->info->unit_cm / 100 / duration),
                             .yaw_rate = without_noise(degrees / duration)};
}

int cli_clip_moves(const cli_clip_motion *motion)
{
    return motion->speed > 0.02 || fabs(motion->yaw_rate) > 2;
}
