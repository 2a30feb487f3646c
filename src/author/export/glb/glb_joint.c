#include "author/export/glb/glb_joint.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/curve.h"
#include "sinew/root_motion.h"

// ---- sampling -----------------------------------------------------------------------------------------------------

int sinew__glb_sampler_init(glb_sampler *sampler, const glb_scene *scene, sinew__arena *memory)
{
    const sinew_model *model = scene->model;
    *sampler = (glb_sampler){.scene = scene, .clip = SINEW_NONE, .in_place_root = SINEW_NONE, .frame_share = 1};
    sampler->motions = SINEW__ARENA_ARRAY(memory, sinew__joint_motion, model->joint_count + model->morph_count);
    sampler->cursor.curve_keys = SINEW__ARENA_ARRAY(memory, int32_t, model->curve_count);
    sampler->cursor.track_keys = SINEW__ARENA_ARRAY(memory, int32_t, model->track_count);
    sampler->path = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count);
    return !memory->failed;
}

void sinew__glb_sampler_select(glb_sampler *sampler, int32_t clip)
{
    const sinew_model *model = sampler->scene->model;
    const sinew_export_options *options = sampler->scene->options;
    sampler->clip = clip;
    memset(sampler->motions, 0, (size_t)(model->joint_count + model->morph_count) * sizeof *sampler->motions);
    sampler->in_place_root = SINEW_NONE;
    if (clip == SINEW_NONE) return;
    const sinew_clip *item = &model->clips[clip];
    for (int32_t i = item->first_channel; i < item->first_channel + item->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint == SINEW_NONE && channel->morph == SINEW_NONE) continue;
        sinew__joint_motion *motion =
            &sampler->motions[channel->joint != SINEW_NONE ? channel->joint : model->joint_count + channel->morph];
        if (!motion->channel_count++) motion->first_channel = i;
    }
    for (int32_t i = item->first_track; i < item->first_track + item->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint == SINEW_NONE && track->morph == SINEW_NONE) continue;
        sinew__joint_motion *motion =
            &sampler->motions[track->morph == SINEW_NONE ? track->joint : model->joint_count + track->morph];
        if (!motion->track_count++) motion->first_track = i;
    }
    if (!options->in_place || model->joint_count == 0) return;
    sampler->in_place_root = sinew__root_above(model, options->in_place_joint);
}

sinew_transform sinew__glb_local(const glb_sampler *sampler, int32_t joint, double time)
{
    const sinew_model *model = sampler->scene->model;
    const sinew__joint_motion *motion = &sampler->motions[joint];
    sinew_transform local = model->joints[joint].rest;
    if (sampler->clip == SINEW_NONE) return local;
    if (motion->channel_count > 0 || motion->track_count > 0) {
        sinew__joint_sample(model, sampler->clip, joint, motion, sinew__ticks(model, time), &sampler->cursor, NULL,
                            &local);
    }
    if (joint != sampler->in_place_root) return local;
    // Removes the clip's root motion.
    const sinew_export_options *options = sampler->scene->options;
    const sinew_clip *clip = &model->clips[sampler->clip];
    const sinew_root_motion root = {sampler->clip, options->in_place_joint, options->in_place};
    const double since = fmax(fmin(time - clip->start, clip->duration), 0);
    const sinew_root_delta root_motion = sinew_root_motion_at(model, &root, since, sampler->scene->scratch),
                           back = sinew_root_delta_inverse(&root_motion);
    local.t = sinew__vec3_add(back.translation, sinew__quat_rotate(back.rotation, local.t));
    local.r = sinew__quat_normalize(sinew__quat_multiply(back.rotation, local.r));
    return local;
}

// ---- inherit types ------------------------------------------------------------------------------------------------

static double inverse_or_zero(double s)
{
    return s != 0 ? 1 / s : 0;
}

/// Returns r⁻¹ · S · r · s: the accumulated scale that a joint passes to its children, if S is the scale accumulated
/// above it.
static sinew_affine hand_down(const sinew_affine *scale, const sinew_transform *local)
{
    const sinew_affine rotation = sinew__affine_from_quat(local->r),
                       back = sinew__affine_from_quat(sinew__quat_conjugate(local->r)),
                       own = sinew__affine_scale((double[3]){local->s.x, local->s.y, local->s.z});
    const sinew_affine left = sinew__affine_multiply(&back, scale), right = sinew__affine_multiply(&rotation, &own);
    return sinew__affine_multiply(&left, &right);
}

/// Returns R⁻¹ · L of a joint, where L is the linear part of its global transform and R the product of the rotations
/// from the root. See sinew_inherit_type.
static sinew_affine accumulated_scale(const glb_sampler *sampler, int32_t joint, double time)
{
    const sinew_model *model = sampler->scene->model;
    sinew_affine scale = sinew__affine_identity();
    sinew_vec3 above = {1, 1, 1};
    int32_t count = 0;
    for (int32_t at = joint; at != SINEW_NONE; at = model->joints[at].parent) sampler->path[count++] = at;
    while (count-- > 0) {
        const int32_t at = sampler->path[count];
        const sinew_transform local = sinew__glb_local(sampler, at, time);
        const double inverse[3] = {inverse_or_zero(above.x), inverse_or_zero(above.y), inverse_or_zero(above.z)};
        const sinew_affine own = sinew__affine_scale((double[3]){local.s.x, local.s.y, local.s.z}),
                           unscale = sinew__affine_scale(inverse);
        sinew_affine compensated;
        switch (sinew__inherit_type(model, at)) {
        case SINEW_INHERIT_RrSs: scale = sinew__affine_multiply(&scale, &own); break;
        case SINEW_INHERIT_Rrs:
            compensated = sinew__affine_multiply(&scale, &unscale);
            scale = hand_down(&compensated, &local);
            break;
        case SINEW_INHERIT_RSrs: scale = hand_down(&scale, &local); break;
        }
        above = local.s;
    }
    return scale;
}

/// Splits a joint into two nodes: G · T · S⁻¹ · r · s for Rrs; G · T · S⁻¹ · r · (S · s) for RrSs, where the linear
/// part of G · S⁻¹ is the parent's rotation. S is the scale above the joint: `top` removes it, and `node` applies it
/// again for RrSs.
static void split(const glb_sampler *sampler, int32_t joint, double time, sinew_transform *node, sinew_transform *top)
{
    const sinew_model *model = sampler->scene->model;
    const int32_t parent = model->joints[joint].parent;
    const int is_local = sinew__inherit_type(model, joint) == SINEW_INHERIT_Rrs;
    sinew_vec3 scale;
    if (is_local) {
        scale = sinew__glb_local(sampler, parent, time).s;
    } else {
        const sinew_affine above = accumulated_scale(sampler, parent, time);
        scale = (sinew_vec3){above.row[0][0], above.row[1][1], above.row[2][2]};
    }
    *top = (sinew_transform){
        node->t, {0, 0, 0, 1}, {inverse_or_zero(scale.x), inverse_or_zero(scale.y), inverse_or_zero(scale.z)}};
    node->t = (sinew_vec3){0, 0, 0};
    if (sinew__inherit_type(model, joint) != SINEW_INHERIT_RrSs) return;
    node->s = (sinew_vec3){node->s.x * scale.x, node->s.y * scale.y, node->s.z * scale.z};
}

void sinew__glb_joint_nodes(const glb_sampler *sampler, int32_t joint, double time, sinew_transform *out_node,
                            sinew_transform *out_top)
{
    const glb_scene *scene = sampler->scene;
    const int32_t parent = scene->model->joints[joint].parent;
    *out_node = sinew__glb_local(sampler, joint, time);
    *out_top = sinew__transform_identity();
    switch ((glb_compensation)scene->compensation[joint]) {
    case GLB_PLAIN: break;
    case GLB_DIVIDED: {
        const double scale = inverse_or_zero(sinew__glb_local(sampler, parent, time).s.x);
        out_node->s = sinew__vec3_scale(out_node->s, scale);
        break;
    }
    case GLB_TWO_NODES: split(sampler, joint, time, out_node, out_top); break;
    }
    sinew_transform *upper = scene->compensation[joint] == GLB_TWO_NODES ? out_top : out_node;
    upper->t = sinew__vec3_scale(upper->t, scene->unit);
    if (parent != SINEW_NONE) return;
    upper->t = sinew__quat_rotate(scene->axes, upper->t);
    upper->r = sinew__quat_multiply(scene->axes, upper->r);
}

// ---- which joints compensate --------------------------------------------------------------------------------------

/// The kinds of scale that a joint has in any clip.
enum { SCALE_NONE, SCALE_EVEN, SCALE_UNEVEN };

static int scale_kind(sinew_vec3 s)
{
    static const double same = 1e-9;
    if (fabs(s.x - s.y) > same * fabs(s.x) || fabs(s.x - s.z) > same * fabs(s.x)) return SCALE_UNEVEN;
    return fabs(s.x - 1) > same ? SCALE_EVEN : SCALE_NONE;
}

static int scales_in_clip(const glb_sampler *sampler, int32_t joint)
{
    const sinew_model *model = sampler->scene->model;
    const sinew__joint_motion *motion = &sampler->motions[joint];
    for (int32_t i = 0; i < motion->channel_count; ++i)
        if (model->channels[motion->first_channel + i].property == SINEW_CHANNEL_SCALING) return 1;
    for (int32_t i = 0; i < motion->track_count; ++i)
        if (model->tracks[motion->first_track + i].path == SINEW_TRACK_SCALE) return 1;
    return 0;
}

static int32_t max_kind(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/// Updates the kinds of the joints whose scale a clip animates.
static void find_clip_kinds(glb_sampler *sampler, int32_t clip, int32_t *kinds)
{
    enum { MAX_TIMES = 4096 };
    const sinew_model *model = sampler->scene->model;
    const sinew_clip *item = &model->clips[clip];
    const double rate = model->info->fps > 0 ? model->info->fps : 30;
    const int32_t times = (int32_t)fmin(ceil(item->duration * rate), MAX_TIMES);
    sinew__glb_sampler_select(sampler, clip);
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        if (!scales_in_clip(sampler, joint)) continue;
        for (int32_t i = 0; i <= times && kinds[joint] < SCALE_UNEVEN; ++i) {
            const double time = item->start + (times > 0 ? item->duration * i / times : 0);
            kinds[joint] = max_kind(kinds[joint], scale_kind(sinew__glb_local(sampler, joint, time).s));
        }
    }
}

int sinew__glb_find_compensation(glb_scene *scene)
{
    const sinew_model *model = scene->model;
    glb_sampler sampler;
    sinew__arena memory = {0};
    int32_t *kinds = SINEW__ARENA_ARRAY(&memory, int32_t, model->joint_count);
    // [joint_count] largest kind of the joint and its ancestors.
    int32_t *above = SINEW__ARENA_ARRAY(&memory, int32_t, model->joint_count);
    const int ok = sinew__glb_sampler_init(&sampler, scene, &memory) && kinds && above;
    for (int32_t i = 0; ok && i < model->joint_count; ++i) kinds[i] = scale_kind(model->joints[i].rest.s);
    for (int32_t i = 0; ok && i < model->clip_count; ++i) find_clip_kinds(&sampler, i, kinds);
    for (int32_t i = 0; ok && i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        above[i] = parent == SINEW_NONE ? kinds[i] : max_kind(kinds[i], above[parent]);
        if (parent == SINEW_NONE) continue;
        const sinew_inherit_type type = sinew__inherit_type(model, i);
        glb_compensation compensation = GLB_PLAIN;
        if (type == SINEW_INHERIT_Rrs && kinds[parent] != SCALE_NONE)
            compensation = kinds[parent] == SCALE_EVEN ? GLB_DIVIDED : GLB_TWO_NODES;
        else if (type == SINEW_INHERIT_RrSs && above[parent] == SCALE_UNEVEN)
            compensation = GLB_TWO_NODES;
        scene->compensation[i] = (uint8_t)compensation;
    }
    sinew__arena_free(&memory);
    return ok;
}
