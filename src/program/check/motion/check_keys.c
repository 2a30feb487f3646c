/// W14, W15, W18 and W19: keys that are stepped, jump, or have no effect.
#include <math.h>
#include <stdio.h>

#include "core/base/vec3.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/motion/motion.h"

enum { MAX_FLIPS = 1000 }; // largest number of flips per curve that are counted, because each test evaluates poses

enum { CURVE_KEY_BYTES = 12, TRACK_KEY_BYTES = 16 }; // bytes in most files: 8 + 4 and 4 + 3 × 4 for time and values

/// A clip, and the numbers of its channels with each kind of fault; each kind is reported once.
typedef struct key_findings {
    const check_task *task;
    const sinew_clip *clip;
    int32_t index;
    double fps;
    double motion_start; ///< start of the motion, after a reference pose, in seconds from the clip's start
    int64_t stepped_channels, idle_channels, idle_keys, idle_bytes;
    int32_t stepped_joint, idle_joint;
} key_findings;

static double seconds_of(const key_findings *of, const sinew_curve_key *key)
{
    return (double)key->ticks / (double)of->task->model->info->ticks_per_second - of->clip->start;
}

/// The largest rotation between two keys of a curve.
typedef struct rotation_jump {
    double degrees, time;
} rotation_jump;

static void note_jump(rotation_jump *jump, double degrees, double time)
{
    if (degrees > jump->degrees) *jump = (rotation_jump){degrees, time};
}

static void report_jump(const key_findings *of, check_id id, int32_t joint, const rotation_jump *jump, const char *what)
{
    check_spot spot = check_spot_of(of->index, joint, SINEW_NONE, id == CHECK_W15 ? CHECK_VIEW_KEYS : CHECK_VIEW_POSE);
    spot.time = jump->time;
    spot.measured = jump->degrees;
    spot.expected = 180;
    spot.unit = "deg";
    if (jump->degrees > 0)
        check_find(of->task, id, &spot, "%s: %.4g degrees at %.4f s", what, jump->degrees, jump->time);
}

/// Returns the local rotation of a joint, `seconds` after the clip's start.
static sinew_quat rotation_at(const key_findings *of, int32_t joint, double seconds)
{
    sinew__joint_in_clip(of->task->model, of->index, joint, seconds, of->task->pose);
    return of->task->pose->local[joint].r;
}

static double degrees_between(sinew_vec3 a, sinew_vec3 b)
{
    static const double degrees_per_radian = 57.29577951308232;
    return atan2(sinew__vec3_length(sinew__vec3_cross(a, b)), sinew__vec3_dot(a, b)) * degrees_per_radian;
}

/// Returns the visible angle between two rotations of a joint. If the joint moves a mesh, that is the whole angle.
/// Otherwise it is the largest change of direction of a bone to a child.
static double seen_degrees(const key_findings *of, int32_t joint, sinew_quat a, sinew_quat b)
{
    const sinew_model *model = of->task->model;
    double degrees = 0;
    if (model->joints[joint].flags & SINEW_JOINT_DEFORMS) return sinew__rotation_degrees(a, b);
    for (int32_t i = joint + 1; i < model->joint_count; ++i) {
        if (model->joints[i].parent != joint) continue;
        const sinew_vec3 bone = of->task->pose->local[i].t;
        degrees = fmax(degrees, degrees_between(sinew__quat_rotate(a, bone), sinew__quat_rotate(b, bone)));
    }
    return degrees;
}

/// Returns whether a flip of Euler angles between two keys is visible: the joint rotates by 90° or more within a frame,
/// or leaves the arc between the keys' rotations. A change between two sets of angles for one rotation is not visible.
static int flip_shows(const key_findings *of, int32_t joint, double from, double to)
{
    if (from < of->motion_start - 1e-6) return 0;
    check_pose(of->task, of->index, from); // seen_degrees() needs the directions of the bones
    const sinew_quat first = rotation_at(of, joint, from), last = rotation_at(of, joint, to);
    const double seen = seen_degrees(of, joint, first, last);
    if (sinew__rotation_degrees(first, last) >= sinew__check_flip_arc && seen >= sinew__check_pop_twist &&
        (to - from) * of->fps <= 1 + sinew__check_frame)
        return 1;
    for (int i = 1; i < 4; ++i) {
        const sinew_quat between = rotation_at(of, joint, from + (to - from) * i / 4);
        const double detour = seen_degrees(of, joint, first, between) + seen_degrees(of, joint, between, last) - seen;
        if (detour > 2 * sinew__check_flip_detour) return 1;
    }
    return 0;
}

/// Judges the Euler angles of one axis: W15 for a jump between any two keys, W18 for a visible jump between keys within
/// one frame. Returns the number of visible flips.
static int32_t judge_euler(const key_findings *of, int32_t joint, const sinew_curve *curve, rotation_jump *far,
                           rotation_jump *near)
{
    int32_t flips = 0;
    const sinew_curve_key *keys = of->task->model->curve_keys + curve->first_key;
    for (int32_t k = 0; k + 1 < curve->key_count; ++k) {
        const double degrees = fabs(keys[k + 1].value - keys[k].value), time = seconds_of(of, &keys[k]);
        const int is_near = (seconds_of(of, &keys[k + 1]) - time) * of->fps <= 1 + sinew__check_frame;
        if (!is_near && degrees > 180 * (1 + 1e-6)) note_jump(far, degrees, time);
        if (!is_near || degrees < sinew__check_flip_euler || flips >= MAX_FLIPS ||
            !flip_shows(of, joint, time, seconds_of(of, &keys[k + 1])))
            continue;
        ++flips;
        note_jump(near, degrees, time);
    }
    return flips;
}

/// Returns whether a stepped segment of a curve changes its value.
static int is_stepped(const key_findings *of, const sinew_curve *curve)
{
    const sinew_curve_key *keys = of->task->model->curve_keys + curve->first_key;
    for (int32_t k = 0; k + 1 < curve->key_count; ++k) {
        const int steps = keys[k].interpolation == SINEW_STEP || keys[k].interpolation == SINEW_STEP_NEXT;
        if (steps && keys[k].value != keys[k + 1].value) return 1;
    }
    return 0;
}

static int is_constant(double low, double high)
{
    return high - low <= sinew__check_constant * fmax(fabs(low), fabs(high));
}

static void note_idle(key_findings *of, int32_t joint, int64_t keys, int64_t key_bytes)
{
    if (of->idle_channels++ == 0) of->idle_joint = joint;
    of->idle_keys += keys - 1;
    of->idle_bytes += (keys - 1) * key_bytes;
}

static void judge_idle_curve(key_findings *of, int32_t joint, const sinew_curve *curve)
{
    const sinew_curve_key *keys = of->task->model->curve_keys + curve->first_key;
    double low = (double)INFINITY, high = -(double)INFINITY;
    if (curve->key_count < CHECK_IDLE_KEYS) return;
    for (int32_t k = 0; k < curve->key_count; ++k) {
        low = fmin(low, keys[k].value);
        high = fmax(high, keys[k].value);
        if (keys[k].interpolation == SINEW_CUBIC && (keys[k].out_value != 0 || keys[k].in_value != 0)) return;
    }
    if (is_constant(low, high)) note_idle(of, joint, curve->key_count, CURVE_KEY_BYTES);
}

static void judge_channel(key_findings *of, const sinew_channel *channel)
{
    rotation_jump far = {0}, near = {0};
    const int visible = channel->property != SINEW_CHANNEL_VISIBILITY && channel->property != SINEW_CHANNEL_OTHER;
    int stepped = 0;
    int32_t flips = 0;
    char axes[8] = "", *end = axes;
    for (int axis = 0; axis < 3; ++axis) {
        if (channel->curve[axis] == SINEW_NONE) continue;
        const sinew_curve *curve = &of->task->model->curves[channel->curve[axis]];
        const int32_t of_axis =
            channel->property == SINEW_CHANNEL_ROTATION ? judge_euler(of, channel->joint, curve, &far, &near) : 0;
        flips += of_axis;
        if (of_axis > 0 && end > axes) *end++ = '/';
        if (of_axis > 0) *end++ = (char)('X' + axis);
        stepped |= visible && is_stepped(of, curve);
        judge_idle_curve(of, channel->joint, curve);
    }
    if (stepped && of->stepped_channels++ == 0) of->stepped_joint = channel->joint;
    report_jump(of, CHECK_W15, channel->joint, &far, "rotates by more than half a turn between two keys");
    char what[80];
    snprintf(what, sizeof what,
             flips > 1 ? "rotation %s jumps between two frames, %d times, at most"
                       : "rotation %s jumps between two frames",
             axes, (int)flips);
    report_jump(of, CHECK_W18, channel->joint, &near, what);
}

// ---- tracks -------------------------------------------------------------------------------------------------------

/// W18: reports neighbouring quaternions with opposite signs on a cubic track. A quaternion and its negative are the
/// same rotation. Linear interpolation takes the shorter arc between them, but a cubic passes through other rotations.
static void judge_hemispheres(const key_findings *of, const sinew_track *track)
{
    const sinew_track_key *keys = of->task->model->track_keys + track->first_key;
    check_spot spot = check_spot_of(of->index, track->joint, SINEW_NONE, CHECK_VIEW_KEYS);
    spot.count = 0;
    for (int32_t k = 0; k + 1 < track->key_count; ++k) {
        double dot = 0;
        for (int i = 0; i < 4; ++i) dot += keys[k].value[i] * keys[k + 1].value[i];
        if (!(dot < 0) || !flip_shows(of, track->joint, keys[k].time, keys[k + 1].time)) continue;
        if (spot.count++ == 0) spot.time = keys[k].time;
    }
    spot.measured = (double)spot.count;
    spot.expected = 0;
    if (spot.count > 0)
        check_find(of->task, CHECK_W18, &spot, "the rotation flips between keys (%lld times, first after %.4f s)",
                   (long long)spot.count, spot.time);
}

static void judge_idle_track(key_findings *of, const sinew_track *track)
{
    const sinew_track_key *keys = of->task->model->track_keys + track->first_key;
    if (track->key_count < CHECK_IDLE_KEYS || track->interpolation == SINEW_CUBIC) return;
    for (int i = 0; i < 4; ++i) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (int32_t k = 0; k < track->key_count; ++k) {
            low = fmin(low, keys[k].value[i]);
            high = fmax(high, keys[k].value[i]);
        }
        if (!is_constant(low, high) && high - low > sinew__check_constant) return;
    }
    note_idle(of, track->joint, track->key_count, TRACK_KEY_BYTES);
}

static int changes(const sinew_model *model, const sinew_track *track)
{
    const sinew_track_key *keys = model->track_keys + track->first_key;
    for (int32_t k = 1; k < track->key_count; ++k)
        for (int i = 0; i < 4; ++i)
            if (keys[k].value[i] != keys[0].value[i]) return 1;
    return 0;
}

// ---- the findings of the clip -------------------------------------------------------------------------------------

void check_keys(const check_task *task, int32_t clip)
{
    key_findings of = {.task = task,
                       .clip = &task->model->clips[clip],
                       .index = clip,
                       .fps = check_fps(task->model),
                       .motion_start = sinew__motion_span(task->model, clip, task->pose).start,
                       .stepped_joint = SINEW_NONE,
                       .idle_joint = SINEW_NONE};
    for (int32_t i = of.clip->first_channel; i < of.clip->first_channel + of.clip->channel_count; ++i)
        judge_channel(&of, &task->model->channels[i]);
    if (of.clip->channel_count == 0) {
        for (int32_t k = of.clip->first_track; k < of.clip->first_track + of.clip->track_count; ++k) {
            const sinew_track *track = &of.task->model->tracks[k];
            if (track->joint == SINEW_NONE && track->morph == SINEW_NONE) continue;
            if (track->path == SINEW_TRACK_ROTATION && track->joint != SINEW_NONE) judge_hemispheres(&of, track);
            judge_idle_track(&of, track);
            if (track->interpolation == SINEW_STEP && changes(of.task->model, track) && of.stepped_channels++ == 0)
                of.stepped_joint = track->joint;
        }
    }

    check_spot stepped = check_spot_of(clip, of.stepped_joint, SINEW_NONE, CHECK_VIEW_KEYS);
    stepped.count = of.stepped_channels;
    stepped.measured = (double)of.stepped_channels;
    stepped.expected = 0;
    if (of.stepped_channels > 0)
        check_find(task, CHECK_W14, &stepped, "%lld channels have stepped keys", (long long)of.stepped_channels);

    if (of.idle_channels == 0) return;
    check_spot idle = check_spot_of(clip, of.idle_joint, SINEW_NONE, CHECK_VIEW_KEYS);
    idle.count = of.idle_keys;
    idle.measured = (double)of.idle_bytes;
    idle.expected = 0;
    idle.unit = "bytes";
    check_finding *finding = check_find(
        task, CHECK_W19, &idle, "%lld curves never change; %lld of their keys, about %lld bytes, have no effect",
        (long long)of.idle_channels, (long long)of.idle_keys, (long long)of.idle_bytes);
    check_mend(task, finding, clip, "reduce", "0.0001");
}
