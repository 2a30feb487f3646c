/// Closes loops: spreads the difference at the seam over the last frames, so that they lead to the pose and velocity of
/// the first frame. An open loop lacks the frame that would equal its first one; that frame is appended instead, and
/// all other frames stay.
///
/// A curve gets a cubic correction that grows from 0 to the whole difference. The sum of two cubics is a cubic, so the
/// curve keeps its keys. The joint that moves the character does not return to its first pose, but to that pose moved
/// by the clip's root motion, so that a walk can travel.
#include <math.h>
#include <string.h>

#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "author/edit/fit_keys.h"
#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "runtime/sampler/curve.h"
#include "sinew/pose.h"

static const double slope_step = 1e-4; ///< step for velocities, seconds; much shorter than a movement, much longer than
                                       ///< a tick

/// The state while a clip is closed. Times are seconds since its start.
typedef struct closing {
    sinew__key_fitter *fitter;
    sinew_raw_clip *clip;
    double start;           ///< start of the loop, after a reference pose
    double from, to;        ///< range of the frames that change
    double frame;           ///< length of a frame, seconds
    int32_t joint;          ///< the joint that moves the character, or SINEW_NONE
    sinew_root_delta whole; ///< root motion of the whole clip
    sinew_affine above;     ///< global transform of the joint's parent at the end
    int above_moves;        ///< whether an ancestor of the joint is animated
} closing;

/// An added value: 0 at `from`; `value` at `to`, with `slope` per second there.
typedef struct correction {
    double from, to, value, slope;
} correction;

static double correction_at(const correction *add, double time, double *out_slope)
{
    const double length = add->to - add->from, t = fmax(0, fmin((time - add->from) / length, 1)), t2 = t * t;
    *out_slope = ((6 * t - 6 * t2) * add->value + (3 * t2 - 2 * t) * length * add->slope) / length;
    return (3 * t2 - 2 * t2 * t) * add->value + (t2 * t - t2) * length * add->slope;
}

// ---- curves --------------------------------------------------------------------------------------------------------

static int64_t ticks_at(const closing *job, double time)
{
    return sinew__ticks(job->fitter->editor->model, job->clip->start + time);
}

static int is_step(const sinew_curve_key *key)
{
    return key->interpolation == SINEW_STEP || key->interpolation == SINEW_STEP_NEXT;
}

/// Adds the slopes of the correction at `a` and `b` to the tangents of the segment between them. A line becomes a
/// cubic; a step does not change.
static void correct_segment(const sinew_model *model, sinew_curve_key *a, sinew_curve_key *b, double slope_a,
                            double slope_b)
{
    const double length = (double)(b->ticks - a->ticks) / (double)model->info->ticks_per_second;
    if (is_step(a)) return;
    if (a->interpolation == SINEW_LINEAR) {
        const double chord = (b->value - a->value) / 3;
        a->out_time = (float)(length / 3), a->out_value = (float)chord;
        b->in_time = (float)(-length / 3), b->in_value = (float)-chord;
        a->interpolation = SINEW_CUBIC;
    }
    a->out_value = (float)((double)a->out_value + slope_a * (double)a->out_time);
    b->in_value = (float)((double)b->in_value + slope_b * (double)b->in_time);
}

static sinew_result correct_curve(const closing *job, const correction *add, sinew_raw_curve *curve)
{
    sinew__clip_editor *editor = job->fitter->editor;
    const int64_t from = ticks_at(job, add->from), to = ticks_at(job, add->to);
    sinew_result result = sinew__curve_add_key(editor, from, curve);
    if (result == SINEW_OK) result = sinew__curve_add_key(editor, to, curve);
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(&editor->memory, sinew_curve_key, curve->key_count);
    if (result == SINEW_OK && !keys) result = sinew__fail_memory(editor->error);
    if (result != SINEW_OK) return result;
    memcpy(keys, curve->keys, (size_t)curve->key_count * sizeof *keys);
    for (int32_t i = 0; i + 1 < curve->key_count; ++i) {
        double slope_a, slope_b;
        if (keys[i].ticks < from || keys[i + 1].ticks > to) continue;
        const double rate = (double)editor->model->info->ticks_per_second;
        (void)correction_at(add, (double)keys[i].ticks / rate - job->clip->start, &slope_a);
        (void)correction_at(add, (double)keys[i + 1].ticks / rate - job->clip->start, &slope_b);
        correct_segment(editor->model, &keys[i], &keys[i + 1], slope_a, slope_b);
    }
    for (int32_t i = 0; i < curve->key_count; ++i) {
        double slope;
        if (keys[i].ticks < from || keys[i].ticks > to) continue;
        const int holds = keys[i].ticks < to && is_step(&keys[i]);
        const double time = (double)keys[i].ticks / (double)editor->model->info->ticks_per_second - job->clip->start;
        if (!holds) keys[i].value += correction_at(add, time, &slope);
    }
    curve->keys = keys;
    return SINEW_OK;
}

static double curve_at(const closing *job, const sinew_raw_curve *curve, double time)
{
    return sinew__raw_curve_value(job->fitter->editor->model, curve, ticks_at(job, time));
}

/// Returns a component of a channel at a time: its curve's value, or its constant.
static double component_at(const closing *job, const sinew_raw_channel *channel, int c, double time)
{
    return channel->curve[c] ? curve_at(job, channel->curve[c], time) : channel->value[c];
}

/// Replaces angles by equivalent ones near to `like`: adds whole turns, and chooses the nearer of the two triples that
/// mean the same rotation. `second`, the angles a little later, changes by as much.
static void continue_angles(const double like[3], int middle, double angles[3], double second[3])
{
    double other[3], near = 0, far = 0;
    for (int i = 0; i < 3; ++i) other[i] = i == middle ? 180 - angles[i] : angles[i] + 180;
    for (int i = 0; i < 3; ++i) {
        const double turn = 360 * round((like[i] - angles[i]) / 360), flip = 360 * round((like[i] - other[i]) / 360);
        angles[i] += turn, second[i] += turn;
        other[i] += flip;
        near += fabs(angles[i] - like[i]);
        far += fabs(other[i] - like[i]);
    }
    if (!(far < near)) return;
    for (int i = 0; i < 3; ++i) {
        const double change = second[i] - angles[i];
        second[i] = other[i] + (i == middle ? -change : change);
        angles[i] = other[i];
    }
}

/// Returns the middle axis of a rotation order.
static int middle_axis(const sinew_transform_stack *stack)
{
    static const int middle[] = {1, 2, 2, 0, 0, 1, 1};
    return middle[stack->rotation_active ? stack->rotation_order : SINEW_ROTATE_XYZ];
}

// ---- the joint that moves the character -----------------------------------------------------------------------------

/// Returns the wanted local transform of the joint `after` seconds after the end: the transform that long after the
/// start, moved by the clip's root motion.
static sinew_transform joint_after(const closing *job, double after)
{
    const sinew_model *model = job->fitter->editor->model;
    sinew_transform local = sinew__key_fitter_local(job->fitter, job->joint, job->start + after);
    if (job->above_moves) return local;
    const sinew_affine own = sinew__affine_from_transform(&local);
    const int32_t parent = model->joints[job->joint].parent;
    sinew_affine motion = sinew__affine_from_quat(job->whole.rotation), unplace;
    motion.row[0][3] = job->whole.translation.x;
    motion.row[1][3] = job->whole.translation.y;
    motion.row[2][3] = job->whole.translation.z;
    const sinew_affine place = parent == SINEW_NONE ? model->info->root : job->above;
    if (!sinew__affine_inverse(&place, &unplace)) return local;
    sinew_affine map = sinew__affine_multiply(&place, &own);
    map = sinew__affine_multiply(&motion, &map);
    map = sinew__affine_multiply(&unplace, &map);
    const sinew_vec3 scale = local.s;
    sinew__transform_nearest(&map, &local);
    local.s = scale;
    return local;
}

/// Computes the values of one property of the joint's stack for a local transform, with the other properties unchanged.
static void solve_property(const closing *job, uint32_t property, const sinew_transform *local, double out[3])
{
    const sinew_model *model = job->fitter->editor->model;
    sinew_transform_stack stack = sinew__joint_stack(model, job->joint);
    sinew_transform there;
    sinew__joint_sample(model, job->fitter->clip, job->joint, &job->fitter->sampler.motions[job->joint],
                        ticks_at(job, job->to), &job->fitter->sampler.cursor, &stack, &there);
    sinew_quat rotation = local->r;
    if (stack.rotation_active) {
        const sinew_quat before = sinew__quat_from_euler(stack.pre_rotation, SINEW_ROTATE_XYZ),
                         after = sinew__quat_from_euler(stack.post_rotation, SINEW_ROTATE_XYZ);
        rotation = sinew__quat_multiply(sinew__quat_conjugate(before), sinew__quat_multiply(rotation, after));
    }
    sinew__quat_to_euler(rotation, stack.rotation_active ? stack.rotation_order : SINEW_ROTATE_XYZ, stack.rotation);
    if (property == SINEW_CHANNEL_ROTATION) {
        memcpy(out, stack.rotation, sizeof stack.rotation);
        return;
    }
    there = sinew__stack_local(&stack);
    out[0] = stack.translation[0] + local->t.x - there.t.x;
    out[1] = stack.translation[1] + local->t.y - there.t.y;
    out[2] = stack.translation[2] + local->t.z - there.t.z;
}

// ---- channels ------------------------------------------------------------------------------------------------------

/// Finds the wanted values of a channel at the end, and slope_step later.
static void find_target(const closing *job, const sinew_raw_channel *channel, double at[3], double after[3])
{
    const int is_base = channel->layer >= job->clip->layer_count || job->clip->layers[channel->layer].is_base;
    const int moves_character =
        channel->joint == job->joint && is_base &&
        (channel->property == SINEW_CHANNEL_TRANSLATION || channel->property == SINEW_CHANNEL_ROTATION);
    for (int c = 0; c < 3; ++c) {
        at[c] = component_at(job, channel, c, job->start);
        after[c] = component_at(job, channel, c, job->start + slope_step);
    }
    if (!moves_character) return;
    const sinew_transform here = joint_after(job, 0), there = joint_after(job, slope_step);
    solve_property(job, channel->property, &here, at);
    solve_property(job, channel->property, &there, after);
    if (channel->property != SINEW_CHANNEL_ROTATION) return;
    const sinew_transform_stack stack = sinew__joint_stack(job->fitter->editor->model, job->joint);
    double like[3], unused[3] = {0};
    memcpy(like, at, sizeof like);
    continue_angles(like, middle_axis(&stack), after, unused);
}

static sinew_result close_channel(const closing *job, sinew_raw_channel *channel)
{
    double at[3], after[3], end[3], before[3];
    sinew_result result = SINEW_OK;
    find_target(job, channel, at, after);
    for (int c = 0; c < 3; ++c) {
        end[c] = component_at(job, channel, c, job->to);
        before[c] = component_at(job, channel, c, job->to - slope_step);
    }
    if (channel->property == SINEW_CHANNEL_ROTATION) {
        const sinew_transform_stack stack = sinew__joint_stack(job->fitter->editor->model, channel->joint);
        continue_angles(end, middle_axis(&stack), at, after);
    }
    for (int c = 0; c < 3 && result == SINEW_OK; ++c) {
        const correction add = {job->from, job->to, at[c] - end[c],
                                (after[c] - at[c] - end[c] + before[c]) / slope_step};
        if (channel->curve[c]) result = correct_curve(job, &add, (sinew_raw_curve *)(uintptr_t)channel->curve[c]);
    }
    return result;
}

// ---- tracks --------------------------------------------------------------------------------------------------------

/// Adds the keys that a track needs for the correction: at all frames that change, or only at both ends if the track is
/// cubic.
static int add_track_keys(const closing *job, sinew_raw_track *track)
{
    const sinew_model *model = job->fitter->editor->model;
    sinew__arena *memory = &job->fitter->editor->memory;
    int ok =
        sinew__track_add_key(model, job->from, memory, track) && sinew__track_add_key(model, job->to, memory, track);
    for (double time = job->from + job->frame; track->interpolation == SINEW_LINEAR && ok && time < job->to;
         time += job->frame)
        ok = sinew__track_add_key(model, time, memory, track);
    return ok;
}

static void align(const double like[4], double value[4])
{
    double dot = 0;
    for (int c = 0; c < 4; ++c) dot += like[c] * value[c];
    for (int c = 0; c < 4 && dot < 0; ++c) value[c] = -value[c];
}

static void track_target(const closing *job, const sinew_raw_track *track, double time, double out[4])
{
    sinew__raw_track_value(job->fitter->editor->model, track, job->start + time, out);
    if (track->joint != job->joint || track->joint == SINEW_NONE || track->path > SINEW_TRACK_ROTATION) return;
    const sinew_transform local = joint_after(job, time);
    const double values[2][4] = {{local.t.x, local.t.y, local.t.z}, {local.r.x, local.r.y, local.r.z, local.r.w}};
    memcpy(out, values[track->path], sizeof values[0]);
}

static int close_track(const closing *job, sinew_raw_track *track)
{
    const sinew_model *model = job->fitter->editor->model;
    const double apart = 0.5 / (double)model->info->ticks_per_second;
    const int is_rotation = track->path == SINEW_TRACK_ROTATION;
    double at[4], after[4], end[4], before[4];
    track_target(job, track, 0, at);
    track_target(job, track, slope_step, after);
    sinew__raw_track_value(model, track, job->to, end);
    sinew__raw_track_value(model, track, job->to - slope_step, before);
    if (track->interpolation == SINEW_STEP || track->key_count < 2) return 1;
    if (!add_track_keys(job, track)) return 0;
    if (is_rotation) align(end, at), align(at, after), align(end, before);
    sinew_track_key *keys = sinew__track_own_keys(&job->fitter->editor->memory, track),
                    *tangents = (sinew_track_key *)(uintptr_t)track->tangents;
    if (!keys) return 0;
    for (int32_t i = 0; i < track->key_count; ++i) {
        if (keys[i].time < job->from - apart || keys[i].time > job->to + apart) continue;
        double aligned[4];
        memcpy(aligned, keys[i].value, sizeof aligned);
        if (is_rotation) align(end, aligned);
        const double sign = aligned[0] * keys[i].value[0] + aligned[1] * keys[i].value[1] +
                                        aligned[2] * keys[i].value[2] + aligned[3] * keys[i].value[3] <
                                    0
                                ? -1
                                : 1;
        for (int c = 0; c < 4; ++c) {
            const correction add = {job->from, job->to, at[c] - end[c],
                                    (after[c] - at[c] - end[c] + before[c]) / slope_step};
            double slope;
            keys[i].value[c] = aligned[c] + correction_at(&add, keys[i].time, &slope);
            if (!tangents || track->interpolation != SINEW_CUBIC) continue;
            for (int side = 0; side < 2; ++side) {
                double *tangent = &tangents[2 * i + side].value[c];
                const int is_outside = side == 0 ? keys[i].time < job->from + apart : keys[i].time > job->to - apart;
                *tangent = sign * *tangent + (is_outside ? 0 : slope);
            }
        }
    }
    return 1;
}

// ---- the frame that an open loop lacks ------------------------------------------------------------------------------

/// Whether the joint is an animated ancestor of the joint that moves the character. The motion of such a joint goes on
/// after the last frame; it does not return to the first frame.
static int goes_on(const closing *job, int32_t joint)
{
    return job->above_moves && joint != SINEW_NONE && joint != job->joint && job->joint != SINEW_NONE &&
           sinew__is_below(job->fitter->editor->model, job->joint, joint);
}

/// Adds a key at the end, with a line to it from the last frame.
static sinew_result append_to_curve(const closing *job, double value, sinew_raw_curve *curve)
{
    sinew__clip_editor *editor = job->fitter->editor;
    const int64_t from = ticks_at(job, job->from), to = ticks_at(job, job->to);
    sinew_result result = sinew__curve_add_key(editor, from, curve);
    if (result == SINEW_OK) result = sinew__curve_add_key(editor, to, curve);
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(&editor->memory, sinew_curve_key, curve->key_count);
    if (result == SINEW_OK && !keys) result = sinew__fail_memory(editor->error);
    if (result != SINEW_OK) return result;
    int32_t count = 0;
    for (int32_t i = 0; i < curve->key_count; ++i) {
        if (curve->keys[i].ticks > from && curve->keys[i].ticks < to) continue;
        keys[count] = curve->keys[i];
        if (keys[count].ticks == from && !is_step(&keys[count])) keys[count].interpolation = SINEW_LINEAR;
        if (keys[count].ticks == to) keys[count].value = value;
        ++count;
    }
    curve->keys = keys;
    curve->key_count = count;
    return SINEW_OK;
}

static sinew_result append_to_channel(const closing *job, sinew_raw_channel *channel)
{
    double at[3], after[3], end[3];
    sinew_result result = SINEW_OK;
    find_target(job, channel, at, after);
    for (int c = 0; c < 3; ++c) {
        end[c] = component_at(job, channel, c, job->from);
        if (goes_on(job, channel->joint)) at[c] = 2 * end[c] - component_at(job, channel, c, job->from - job->frame);
    }
    if (channel->property == SINEW_CHANNEL_ROTATION && !goes_on(job, channel->joint)) {
        const sinew_transform_stack stack = sinew__joint_stack(job->fitter->editor->model, channel->joint);
        continue_angles(end, middle_axis(&stack), at, after);
    }
    for (int c = 0; c < 3 && result == SINEW_OK; ++c)
        if (channel->curve[c]) result = append_to_curve(job, at[c], (sinew_raw_curve *)(uintptr_t)channel->curve[c]);
    return result;
}

static int append_to_track(const closing *job, sinew_raw_track *track)
{
    const sinew_model *model = job->fitter->editor->model;
    sinew__arena *memory = &job->fitter->editor->memory;
    const double apart = 0.5 / (double)model->info->ticks_per_second;
    double at[4], end[4], before[4];
    track_target(job, track, 0, at);
    sinew__raw_track_value(model, track, job->from, end);
    sinew__raw_track_value(model, track, job->from - job->frame, before);
    if (track->path == SINEW_TRACK_ROTATION) align(end, before);
    for (int c = 0; c < 4 && goes_on(job, track->joint); ++c) at[c] = 2 * end[c] - before[c];
    if (track->key_count < 2) return 1;
    if (!sinew__track_add_key(model, job->from, memory, track) || !sinew__track_add_key(model, job->to, memory, track))
        return 0;
    sinew_track_key *keys = sinew__track_own_keys(memory, track),
                    *tangents = (sinew_track_key *)(uintptr_t)track->tangents;
    if (!keys) return 0;
    int32_t last = 0;
    while (last < track->key_count && keys[last].time < job->to - apart) ++last;
    if (last == track->key_count || last == 0) return 1;
    if (track->path == SINEW_TRACK_ROTATION) align(keys[last - 1].value, at);
    for (int c = 0; c < 4; ++c) {
        const double slope = (at[c] - keys[last - 1].value[c]) / (keys[last].time - keys[last - 1].time);
        keys[last].value[c] = at[c];
        if (!tangents || track->interpolation != SINEW_CUBIC) continue;
        tangents[2 * last - 1].value[c] = tangents[2 * last].value[c] = slope;
    }
    return 1;
}

/// Returns the root motion from the first frame to the appended one. The step from the last frame to the appended one
/// is the mean of the clip's last and first steps.
static sinew_root_delta open_motion(const closing *job, sinew_pose *scratch)
{
    const sinew_model *model = job->fitter->editor->model;
    const uint32_t parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW;
    const double times[4] = {job->start, job->start + job->frame, job->from - job->frame, job->from};
    sinew_transform at[4], ends[2];
    for (int i = 0; i < 4; ++i) at[i] = sinew__motion_joint_at(model, job->fitter->clip, job->joint, times[i], scratch);
    const sinew_root_delta whole = sinew__motion_between(model, parts, &at[0], &at[3]),
                           leaves = sinew__motion_between(model, parts, &at[0], &at[1]),
                           arrives = sinew__motion_between(model, parts, &at[2], &at[3]);
    const sinew_root_delta steps[2] = {sinew_root_delta_multiply(&arrives, &whole),
                                       sinew_root_delta_multiply(&whole, &leaves)};
    for (int i = 0; i < 2; ++i) {
        ends[i].t = sinew__vec3_add(steps[i].translation, sinew__quat_rotate(steps[i].rotation, at[0].t));
        ends[i].r = sinew__quat_multiply(steps[i].rotation, at[0].r);
    }
    const double dot = ends[0].r.x * ends[1].r.x + ends[0].r.y * ends[1].r.y + ends[0].r.z * ends[1].r.z +
                       ends[0].r.w * ends[1].r.w,
                 sign = dot < 0 ? -1 : 1;
    const sinew_transform mean = {
        sinew__vec3_scale(sinew__vec3_add(ends[0].t, ends[1].t), 0.5),
        sinew__quat_normalize((sinew_quat){ends[0].r.x + sign * ends[1].r.x, ends[0].r.y + sign * ends[1].r.y,
                                           ends[0].r.z + sign * ends[1].r.z, ends[0].r.w + sign * ends[1].r.w}),
        {1, 1, 1}};
    return sinew__motion_between(model, parts, &at[0], &mean);
}

// ---- clips ---------------------------------------------------------------------------------------------------------

/// Whether the clip animates an ancestor of a joint.
static int is_moved_above(const sinew__key_fitter *fitter, int32_t joint)
{
    const sinew_model *model = fitter->editor->model;
    for (int32_t i = model->joints[joint].parent; i != SINEW_NONE; i = model->joints[i].parent) {
        const sinew__joint_motion *motion = &fitter->sampler.motions[i];
        const sinew_transform a = sinew__key_fitter_local(fitter, i, 0),
                              b = sinew__key_fitter_local(fitter, i, model->clips[fitter->clip].duration);
        if ((motion->channel_count || motion->track_count) && memcmp(&a, &b, sizeof a) != 0) return 1;
    }
    return 0;
}

/// Measures the root motion of the clip, and the global transform of the joint's parent at its end.
static void measure_motion(closing *job, int is_open, sinew_pose *scratch)
{
    const sinew_model *model = job->fitter->editor->model;
    job->above_moves = 0;
    if (job->joint == SINEW_NONE) return;
    const sinew_transform first = sinew__motion_joint_at(model, job->fitter->clip, job->joint, job->start, scratch),
                          last = sinew__motion_joint_at(model, job->fitter->clip, job->joint,
                                                        is_open ? job->from : job->to, scratch);
    const int32_t parent = model->joints[job->joint].parent;
    job->whole = sinew__motion_between(model, SINEW_MOTION_GROUND | SINEW_MOTION_YAW, &first, &last);
    if (parent != SINEW_NONE) job->above = scratch->global[parent];
    job->above_moves = is_moved_above(job->fitter, job->joint);
    if (is_open) job->whole = open_motion(job, scratch);
}

/// Finds the start of the loop and the joint that moves the character. Returns whether the loop is open; −1 when out of
/// memory.
static int find_loop(closing *job, int32_t index, sinew_pose *scratch)
{
    const sinew_model *model = job->fitter->editor->model;
    uint8_t *in_character = SINEW__ARENA_ARRAY(&job->fitter->editor->memory, uint8_t, model->joint_count + 1);
    sinew_foot feet[SINEW_FEET_MAX];
    sinew__loop loop;
    const sinew__span span = sinew__motion_span(model, index, scratch);
    const int32_t foot_count = sinew_model_find_feet(model, scratch, feet);
    if (!in_character) return -1;
    sinew__mark_character(model, in_character);
    const int is_found = sinew__loop_open(model, index, &span, feet, foot_count, in_character, scratch, &loop);
    const int is_open = is_found && sinew__loop_find(&loop).kind == SINEW__SEAM_OPEN;
    job->start = span.start;
    job->joint = loop.root;
    job->frame = is_open ? loop.frame : 1 / (model->info->fps > 0 ? model->info->fps : 30);
    sinew__loop_free(&loop);
    return is_found ? is_open : -1;
}

static sinew_result close_clip(closing *job, int32_t index, double frames, sinew_pose *scratch)
{
    sinew_raw_clip *clip = job->clip = &job->fitter->editor->clips[index];
    const int is_open = find_loop(job, index, scratch);
    if (is_open < 0) return sinew__fail_memory(job->fitter->editor->error);
    job->to = clip->duration + (is_open ? job->frame : 0);
    job->from = is_open ? clip->duration : clip->duration - frames * job->frame;
    if (!(job->from >= job->start - slope_step && clip->duration > 4 * slope_step))
        return sinew__edit_fail_clip(job->fitter->editor, SINEW_ERROR_NO_TIME, clip,
                                     "%g frames are not inside its %.6g s", frames, clip->duration - job->start);
    job->from = fmax(job->from, job->start);
    sinew_result result = sinew__key_fitter_select(job->fitter, index);
    if (result == SINEW_OK) measure_motion(job, is_open, scratch);
    for (int32_t i = 0; i < clip->layer_count && result == SINEW_OK; ++i) {
        sinew_raw_curve *weight = (sinew_raw_curve *)(uintptr_t)clip->layers[i].weight_curve;
        if (!weight) continue;
        const double at = curve_at(job, weight, job->start);
        if (is_open) {
            result = append_to_curve(job, at, weight);
            continue;
        }
        const double end = curve_at(job, weight, job->to), leaves = curve_at(job, weight, job->start + slope_step) - at,
                     arrives = end - curve_at(job, weight, job->to - slope_step);
        const correction add = {job->from, job->to, at - end, (leaves - arrives) / slope_step};
        result = correct_curve(job, &add, weight);
    }
    for (int32_t i = 0; i < clip->channel_count && result == SINEW_OK; ++i) {
        sinew_raw_channel *channel = &((sinew_raw_channel *)(uintptr_t)clip->channels)[i];
        if (channel->property == SINEW_CHANNEL_VISIBILITY || channel->property == SINEW_CHANNEL_OTHER) continue;
        if (is_open)
            result = append_to_channel(job, channel);
        else if (!goes_on(job, channel->joint))
            result = close_channel(job, channel);
    }
    for (int32_t i = 0; i < clip->track_count && result == SINEW_OK; ++i) {
        sinew_raw_track *track = &((sinew_raw_track *)(uintptr_t)clip->tracks)[i];
        if (!(is_open ? append_to_track(job, track) : goes_on(job, track->joint) || close_track(job, track)))
            result = sinew__fail_memory(job->fitter->editor->error);
    }
    clip->duration = job->to;
    return result;
}

sinew_result sinew__edit_close_loop(const sinew_model *model, double frames, const sinew__edit_options *options,
                                    sinew_model **out_model, sinew_error *out_error)
{
    static const double most_frames = 1e6;
    sinew__clip_editor editor;
    sinew__key_fitter fitter;
    sinew_pose *scratch = NULL;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!(frames > 0 && frames <= most_frames))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%g frames are out of range", frames);
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__key_fitter_init(&fitter, &editor, editor.options->error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &scratch, out_error);
    closing job = {.fitter = &fitter};
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        if (editor.is_chosen[i]) result = close_clip(&job, i, frames, scratch);
    sinew_pose_destroy(scratch);
    return sinew__edit_finish(&editor, result, out_model);
}
