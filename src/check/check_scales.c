/// W20: scales that engines without per-joint scale, or with uniform scale only, play differently.
#include <math.h>

#include "check/check_limits.h"
#include "check/checks.h"

/// The joints of one kind of defect, and the one that is the farthest off.
typedef struct scale_fault {
    int64_t count;
    int32_t joint;
    double measured; ///< a scale
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

static double column_length(const sinew_affine *global, int column)
{
    return hypot(hypot(global->row[0][column], global->row[1][column]), global->row[2][column]);
}

static void report(const sinew__check_task *task, const scale_fault *fault, int32_t clip, const char *what)
{
    sinew__check_spot spot =
        sinew__check_spot_of(clip, fault->joint, SINEW_NONE, clip == SINEW_NONE ? SINEW__VIEW_TREE : SINEW__VIEW_KEYS);
    spot.count = fault->count;
    spot.measured = fault->measured;
    spot.expected = 1;
    if (fault->count > 0)
        sinew__check_find(task, SINEW__CHECK_W20, &spot, "%s, %.4g here (joints: %lld)", what, fault->measured,
                          (long long)fault->count);
}

static void judge_rest(const sinew__check_task *task)
{
    const sinew_model *model = task->model;
    scale_fault uneven = {0}, negative = {0}, global = {0};
    sinew__check_pose(task, SINEW_NONE, 0);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!task->in_rig[i]) continue;
        const sinew_vec3 s = model->joints[i].rest.s;
        if (s.x < 0 || s.y < 0 || s.z < 0)
            note(&negative, i, fmin(s.x, fmin(s.y, s.z)));
        else if (differs(s.x, s.y) || differs(s.y, s.z))
            note(&uneven, i, farthest_from_one(s));
        const double length = column_length(&task->pose->global[i], 0);
        if (differs(length, 1) && s.x >= 0) note(&global, i, length);
    }
    report(task, &negative, SINEW_NONE, "a scale at rest is negative");
    report(task, &uneven, SINEW_NONE, "the scale at rest is not uniform");
    report(task, &global, SINEW_NONE, "the global scale at rest is not 1");
}

static double track_range(const sinew_model *model, const sinew_track *track, double *out_farthest)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int32_t k = track->first_key; k < track->first_key + track->key_count; ++k)
        for (int i = 0; i < 3; ++i) {
            low = fmin(low, model->track_keys[k].value[i]);
            high = fmax(high, model->track_keys[k].value[i]);
        }
    *out_farthest = fabs(low - 1) > fabs(high - 1) ? low : high;
    return high - low;
}

static double curve_range(const sinew_model *model, const sinew_curve *curve, double *out_farthest)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int32_t k = curve->first_key; k < curve->first_key + curve->key_count; ++k) {
        low = fmin(low, model->curve_keys[k].value);
        high = fmax(high, model->curve_keys[k].value);
    }
    *out_farthest = fabs(low - 1) > fabs(high - 1) ? low : high;
    return high - low;
}

static void judge_channels(const sinew__check_task *task, const sinew_clip *clip, scale_fault *animated)
{
    const sinew_model *model = task->model;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->property != SINEW_CHANNEL_SCALING || channel->joint == SINEW_NONE || !task->in_rig[channel->joint])
            continue;
        double worst = 1, farthest;
        for (int axis = 0; axis < 3; ++axis) {
            if (channel->curve[axis] == SINEW_NONE) continue;
            if (curve_range(model, &model->curves[channel->curve[axis]], &farthest) > sinew__check_scale)
                worst = farthest;
        }
        if (worst != 1) note(animated, channel->joint, worst);
    }
}

static void judge_tracks(const sinew__check_task *task, const sinew_clip *clip, scale_fault *animated)
{
    const sinew_model *model = task->model;
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        double farthest;
        if (track->path != SINEW_TRACK_SCALE || track->joint == SINEW_NONE || !task->in_rig[track->joint]) continue;
        if (track_range(model, track, &farthest) > sinew__check_scale) note(animated, track->joint, farthest);
    }
}

void sinew__check_scales(const sinew__check_task *task)
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
