/// D04 within one file: the bind pose against the rest pose, and the first frame of clips that start at rest.
#include <math.h>

#include "check/check_limits.h"
#include "check/checks.h"
#include "motion/rigid_difference.h"

/// Joints that differ, and the worst of them.
typedef struct pose_difference {
    int64_t count;
    int32_t joint;
    sinew__rigid_difference worst;
} pose_difference;

static void note(const sinew__check_task *task, pose_difference *difference, int32_t joint, const sinew_affine *a,
                 const sinew_affine *b)
{
    const sinew__rigid_difference found = sinew__rigid_difference_of(a, b);
    const double limit = sinew__check_bind_distance * task->model->info->size;
    if (found.distance <= limit && found.degrees <= sinew__check_bind_angle) return;
    const double ratio = fmax(found.distance / limit, found.degrees / sinew__check_bind_angle),
                 worst = fmax(difference->worst.distance / limit, difference->worst.degrees / sinew__check_bind_angle);
    if (difference->count++ > 0 && ratio <= worst) return;
    difference->joint = joint;
    difference->worst = found;
}

static void report(const sinew__check_task *task, int32_t clip, const pose_difference *difference, const char *what)
{
    const double unit = task->model->info->unit_cm;
    sinew__check_spot spot = sinew__check_spot_of(clip, difference->joint, SINEW_NONE,
                                                  clip == SINEW_NONE ? SINEW__VIEW_TREE : SINEW__VIEW_POSE);
    spot.count = difference->count;
    if (clip != SINEW_NONE) spot.time = 0;
    spot.measured = difference->worst.degrees;
    spot.expected = 0;
    spot.unit = "deg";
    if (difference->count == 0) return;
    sinew__finding *finding =
        sinew__check_find(task, SINEW__CHECK_D04, &spot, "%s by %.3g degrees and %.3g cm (joints: %lld)", what,
                          difference->worst.degrees, difference->worst.distance * unit, (long long)difference->count);
    if (finding && clip == SINEW_NONE && finding->severity == SINEW_SEVERITY_WARNING)
        finding->severity = SINEW_SEVERITY_INFO; // most exporters store the pose of the current frame as the rest pose
}

static void judge_bind(const sinew__check_task *task)
{
    const sinew_model *model = task->model;
    pose_difference difference = {0};
    sinew__check_pose(task, SINEW_NONE, 0);
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (task->in_rig[i] && model->joints[i].flags & SINEW_JOINT_HAS_BIND)
            note(task, &difference, i, &model->joints[i].bind_global, &task->pose->global[i]);
    report(task, SINEW_NONE, &difference, "the bind pose differs from the rest pose");
}

/// The first frame, joint by joint, relative to the parent: a character may start anywhere.
static void judge_first_frame(const sinew__check_task *task, int32_t clip)
{
    const sinew_model *model = task->model;
    pose_difference difference = {0};
    sinew__check_pose(task, clip, 0);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!task->in_rig[i] || model->joints[i].parent == SINEW_NONE) continue;
        const sinew_affine local = sinew__affine_from_transform(&task->pose->local[i]);
        note(task, &difference, i, &model->joints[i].rest_matrix, &local);
    }
    report(task, clip, &difference, "the first frame differs from the rest pose");
}

void sinew__check_bind_pose(const sinew__check_task *task)
{
    if (!sinew__check_wants(task, SINEW__CHECK_D04)) return;
    judge_bind(task);
    for (int32_t i = 0; i < task->model->clip_count; ++i)
        if (task->terms[i].starts_at_rest) judge_first_frame(task, i);
}
