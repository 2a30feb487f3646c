/// W20: scales that engines without per-joint scale, or with uniform scale only, play differently.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/motion/motion.h"

// D04 within one file: compares the bind pose with the rest pose, and the first frame of a clip with the rest pose if
// the contract declares that the clip starts at rest.

/// The number of joints that differ, and the joint that differs most.
typedef struct pose_difference {
    int64_t count;
    int32_t joint;
    sinew__rigid_difference worst;
} pose_difference;

static void note_difference(const check_task *task, pose_difference *difference, int32_t joint, const sinew_affine *a,
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

static void report_difference(const check_task *task, int32_t clip, const pose_difference *difference, const char *what)
{
    const double unit = task->model->info->unit_cm;
    check_spot spot =
        check_spot_of(clip, difference->joint, SINEW_NONE, clip == SINEW_NONE ? CHECK_VIEW_TREE : CHECK_VIEW_POSE);
    spot.count = difference->count;
    if (clip != SINEW_NONE) spot.time = 0;
    spot.measured = difference->worst.degrees;
    spot.expected = 0;
    spot.unit = "deg";
    if (difference->count == 0) return;
    check_finding *finding =
        check_find(task, CHECK_D04, &spot, "%s by %.3g degrees and %.3g cm (joints: %lld)", what,
                   difference->worst.degrees, difference->worst.distance * unit, (long long)difference->count);
    if (finding && clip == SINEW_NONE && finding->severity == SINEW_SEVERITY_WARNING)
        finding->severity = SINEW_SEVERITY_INFO; // most exporters store the pose of the current frame as the rest pose
}

/// D04: compares the first frame of a clip with the rest pose, relative to each joint's parent: a character may start
/// anywhere.
static void judge_first_frame(const check_task *task, int32_t clip)
{
    const sinew_model *model = task->model;
    pose_difference difference = {0};
    check_pose(task, clip, 0);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!task->in_character[i] || model->joints[i].parent == SINEW_NONE) continue;
        const sinew_affine local = sinew__affine_from_transform(&task->pose->local[i]);
        note_difference(task, &difference, i, &model->joints[i].rest_matrix, &local);
    }
    report_difference(task, clip, &difference, "the first frame differs from the rest pose");
}

void check_bind_pose(const check_task *task)
{
    if (!check_wants(task, CHECK_D04)) return;
    const sinew_model *model = task->model;
    pose_difference difference = {0};
    check_pose(task, SINEW_NONE, 0);
    for (int32_t k = 0; k < model->joint_count; ++k)
        if (task->in_character[k] && model->joints[k].flags & SINEW_JOINT_HAS_BIND)
            note_difference(task, &difference, k, &model->joints[k].bind_global, &task->pose->global[k]);
    report_difference(task, SINEW_NONE, &difference, "the bind pose differs from the rest pose");
    for (int32_t i = 0; i < task->model->clip_count; ++i)
        if (task->terms[i].starts_at_rest) judge_first_frame(task, i);
}

/// A joint and its name, for sorting.
typedef struct named_joint {
    const char *name;
    int32_t joint;
} named_joint;

static int compare_names(const void *a, const void *b)
{
    const named_joint *left = a, *right = b;
    const int order = strcmp(left->name, right->name);
    return order ? order : (left->joint > right->joint) - (left->joint < right->joint);
}

void check_names(const check_task *task)
{
    const sinew_model *model = task->model;
    named_joint *list = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *list);
    size_t count = 0;
    if (!list) {
        task->report->arena.failed = 1;
        return;
    }
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (task->in_character[i]) list[count++] = (named_joint){sinew_text(model, model->joints[i].name), i};
    qsort(list, count, sizeof *list, compare_names);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && strcmp(list[end].name, list[first].name) == 0; ++end) {
        }
        if (end - first == 1) continue;
        check_spot spot = check_spot_of(SINEW_NONE, list[first].joint, SINEW_NONE, CHECK_VIEW_TREE);
        spot.count = (int64_t)(end - first);
        spot.measured = (double)(end - first);
        spot.expected = 1;
        check_find(task, CHECK_W12, &spot, "%zu joints have this name; clips and sockets find one of them",
                   end - first);
    }
    sinew_free(list);
}

/// The joints with one kind of defect, and the joint with the largest one.
typedef struct scale_fault {
    int64_t count;
    int32_t joint;
    double measured; ///< scale of `joint`
} scale_fault;

static void note(scale_fault *fault, int32_t joint, double measured)
{
    if (fault->count++ == 0 || fabs(measured - 1) > fabs(fault->measured - 1)) {
        fault->joint = joint;
        fault->measured = measured;
    }
}

static int differs(double a, double b)
{
    return fabs(a - b) > sinew__check_scale * fmax(1, fabs(b));
}

static double farthest_from_one(sinew_vec3 scale)
{
    double result = scale.x;
    if (fabs(scale.y - 1) > fabs(result - 1)) result = scale.y;
    if (fabs(scale.z - 1) > fabs(result - 1)) result = scale.z;
    return result;
}

static void report(const check_task *task, const scale_fault *fault, int32_t clip, const char *what)
{
    check_spot spot =
        check_spot_of(clip, fault->joint, SINEW_NONE, clip == SINEW_NONE ? CHECK_VIEW_TREE : CHECK_VIEW_KEYS);
    spot.count = fault->count;
    spot.measured = fault->measured;
    spot.expected = 1;
    if (fault->count == 0) return;
    check_finding *finding = check_find(task, CHECK_W20, &spot, "%s, %.4g here (joints: %lld)", what, fault->measured,
                                        (long long)fault->count);
    if (finding && task->model->clip_count == 0 && finding->severity == SINEW_SEVERITY_WARNING)
        finding->severity = SINEW_SEVERITY_INFO; // nothing plays differently
}

static void judge_rest(const check_task *task)
{
    const sinew_model *model = task->model;
    scale_fault uneven = {0}, negative = {0}, global_scale = {0}, zero = {0};
    check_pose(task, SINEW_NONE, 0);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!task->in_character[i]) continue;
        const sinew_vec3 s = model->joints[i].rest.s;
        if (s.x == 0 || s.y == 0 || s.z == 0) {
            note(&zero, i, 0);
            continue;
        }
        if (s.x < 0 || s.y < 0 || s.z < 0)
            note(&negative, i, fmin(s.x, fmin(s.y, s.z)));
        else if (differs(s.x, s.y) || differs(s.y, s.z))
            note(&uneven, i, farthest_from_one(s));
        const sinew_affine *global = &task->pose->global[i];
        const double length = hypot(hypot(global->row[0][0], global->row[1][0]), global->row[2][0]);
        if (differs(length, 1) && s.x >= 0) note(&global_scale, i, length);
    }
    report(task, &zero, SINEW_NONE, "a scale at rest is 0: the joint and all below it have no size");
    report(task, &negative, SINEW_NONE, "a scale at rest is negative");
    report(task, &uneven, SINEW_NONE, "the scale at rest is not uniform");
    report(task, &global_scale, SINEW_NONE, "the global scale at rest is not 1");
}

/// Sets *worst to an extreme of an axis if the axis changes and the extreme is farther from 1.
static void take_axis(double low, double high, double *worst)
{
    const double extreme = fabs(low - 1) > fabs(high - 1) ? low : high;
    if (high - low > sinew__check_scale && fabs(extreme - 1) > fabs(*worst - 1)) *worst = extreme;
}

static void judge_channels(const check_task *task, const sinew_clip *clip, scale_fault *animated)
{
    const sinew_model *model = task->model;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->property != SINEW_CHANNEL_SCALING || channel->joint == SINEW_NONE ||
            !task->in_character[channel->joint])
            continue;
        double worst = 1;
        for (int axis = 0; axis < 3; ++axis) {
            if (channel->curve[axis] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[channel->curve[axis]];
            double low = (double)INFINITY, high = -(double)INFINITY;
            for (int32_t k = curve->first_key; k < curve->first_key + curve->key_count; ++k) {
                low = fmin(low, model->curve_keys[k].value);
                high = fmax(high, model->curve_keys[k].value);
            }
            take_axis(low, high, &worst);
        }
        if (worst != 1) note(animated, channel->joint, worst);
    }
}

static void judge_tracks(const check_task *task, const sinew_clip *clip, scale_fault *animated)
{
    const sinew_model *model = task->model;
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->path != SINEW_TRACK_SCALE || track->joint == SINEW_NONE || !task->in_character[track->joint])
            continue;
        double worst = 1;
        for (int axis = 0; axis < 3; ++axis) {
            double low = (double)INFINITY, high = -(double)INFINITY;
            for (int32_t k = track->first_key; k < track->first_key + track->key_count; ++k) {
                low = fmin(low, model->track_keys[k].value[axis]);
                high = fmax(high, model->track_keys[k].value[axis]);
            }
            take_axis(low, high, &worst);
        }
        if (worst != 1) note(animated, track->joint, worst);
    }
}

void check_scales(const check_task *task)
{
    judge_rest(task);
    for (int32_t i = 0; i < task->model->clip_count; ++i) {
        const sinew_clip *clip = &task->model->clips[i];
        scale_fault animated = {0};
        if (clip->channel_count > 0)
            judge_channels(task, clip, &animated);
        else
            judge_tracks(task, clip, &animated);
        report(task, &animated, i, "the scale is animated");
    }
}
