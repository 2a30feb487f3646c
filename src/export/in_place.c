#include "export/in_place.h"

#include <math.h>

#include "ik/vector.h"
#include "sinew/root_motion.h"

int32_t sinew__in_place_root(const sinew_model *model, const sinew_export_options *options)
{
    int32_t root = options->in_place_joint;
    while (model->joints[root].parent != SINEW_NONE) root = model->joints[root].parent;
    return root;
}

void sinew__in_place_local(const sinew_model *model, const sinew_export_options *options, int32_t clip, double time,
                           sinew_pose *scratch, sinew_transform *local)
{
    const sinew_root_motion root = {clip, options->in_place_joint, options->in_place};
    const double since = fmin(time - model->clips[clip].start, model->clips[clip].duration);
    const sinew_motion motion = sinew_root_motion_at(model, &root, fmax(since, 0), scratch);
    const sinew_motion back = sinew_motion_inverse(&motion);
    local->t = sinew__vec3_add(back.translation, sinew__quat_rotate(back.rotation, local->t));
    local->r = sinew__quat_normalize(sinew__quat_multiply(back.rotation, local->r));
}

void sinew__export_pose(const sinew_model *model, const sinew_export_options *options, int32_t clip, double time,
                        sinew_pose *scratch, sinew_pose *pose)
{
    sinew_pose_evaluate(model, options->engine, clip, time, pose);
    sinew_pose_compute_locals(model, pose);
    if (!options->in_place || clip == SINEW_NONE) return;
    const int32_t root = sinew__in_place_root(model, options);
    sinew__in_place_local(model, options, clip, time, scratch, &pose->local[root]);
    pose->animated[root] = 1;
    sinew_pose_local_to_global(model, pose);
}
