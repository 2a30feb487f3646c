// Root motion: the transform of the joint that moves a character, and its motion between two times.
#include "runtime/motion/motion.h"

#include <math.h>

#include "core/base/lower_bound.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/curve.h"
#include "runtime/sampler/local_lane.h"
#include "runtime/sampler/pose_fits.h"
#include "runtime/sampler/sample_clip.h"
#include "sinew/root_motion.h"

/// Parses an axis such as "+Y".
sinew_vec3 sinew__up_axis(const sinew_model *model)
{
    const char *up = sinew_text(model, model->info->up);
    const double sign = up[0] == '-' ? -1 : 1;
    const char axis = up[0] == '-' || up[0] == '+' ? up[1] : up[0];
    if (axis == 'X') return (sinew_vec3){sign, 0, 0};
    return axis == 'Z' ? (sinew_vec3){0, 0, sign} : (sinew_vec3){0, sign, 0};
}

// Computes one joint of a clip without the rest of the pose.

enum { MAX_CHAIN = 64 };

/// Returns the first channel of a clip whose joint is `joint` or a later one. Channels are sorted by joint.
static int32_t first_channel(const sinew_model *model, const sinew_clip *clip, int32_t joint)
{
    size_t i = (size_t)clip->first_channel;
    SINEW__LOWER_BOUND(i, clip->first_channel + clip->channel_count, model->channels[i].joint < joint);
    return (int32_t)i;
}

/// Finds the channels and tracks of a joint. Returns 0 if its tracks are not consecutive.
static int find_motion(const sinew_model *model, const sinew_clip *clip, int32_t joint, sinew__joint_motion *out)
{
    const int32_t first = first_channel(model, clip, joint);
    *out =
        (sinew__joint_motion){.first_channel = first, .channel_count = first_channel(model, clip, joint + 1) - first};
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        if (model->tracks[i].joint != joint) continue;
        if (out->track_count == 0) out->first_track = i;
        if (i != out->first_track + out->track_count) return 0;
        ++out->track_count;
    }
    return 1;
}

void sinew__joint_in_clip(const sinew_model *model, int32_t clip, int32_t joint, double time, sinew_pose *scratch)
{
    int32_t chain[MAX_CHAIN], count = 0; // the joint, then its ancestors; none has a sheared rest pose
    int is_done = joint != SINEW_NONE && !sinew__lacks_curves(model, clip);
    for (int32_t i = joint; i != SINEW_NONE && is_done; i = model->joints[i].parent) {
        is_done = count < MAX_CHAIN && !(model->joints[i].flags & SINEW_JOINT_REST_SHEARED);
        if (is_done) chain[count++] = i;
    }
    const int64_t ticks = sinew__ticks(model, sinew__model_clip(model, clip)->start + time);
    scratch->baked_clip = SINEW_NONE;
    while (count-- > 0 && is_done) {
        const int32_t i = chain[count];
        sinew__joint_motion motion;
        sinew_transform_stack stack;
        is_done = find_motion(model, sinew__model_clip(model, clip), i, &motion);
        if (!is_done) break;
        sinew__joint_sample(model, clip, i, &motion, ticks, NULL, &stack, &scratch->local[i]);
        sinew__joint_global(model, scratch, i);
    }
    if (!is_done) sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, scratch);
}

sinew_root_delta sinew_root_delta_multiply(const sinew_root_delta *a, const sinew_root_delta *b)
{
    return (sinew_root_delta){sinew__vec3_add(a->translation, sinew__quat_rotate(a->rotation, b->translation)),
                              sinew__quat_normalize(sinew__quat_multiply(a->rotation, b->rotation))};
}

sinew_root_delta sinew_root_delta_inverse(const sinew_root_delta *motion)
{
    const sinew_quat back = sinew__quat_conjugate(motion->rotation);
    return (sinew_root_delta){sinew__vec3_scale(sinew__quat_rotate(back, motion->translation), -1), back};
}

sinew_transform sinew__motion_joint_at(const sinew_model *model, int32_t clip, int32_t joint, double time,
                                       sinew_pose *scratch)
{
    sinew_transform at;
    sinew__joint_in_clip(model, clip, joint, time, scratch);
    sinew__transform_nearest(&scratch->global[joint], &at);
    return at;
}

static sinew_transform sample_joint(const sinew_model *model, const sinew_root_motion *root, double time,
                                    sinew_pose *scratch)
{
    return sinew__motion_joint_at(model, root->clip, root->joint, time, scratch);
}

/// Returns the part of a position that belongs to the motion.
static sinew_vec3 chosen_part(sinew_vec3 position, sinew_vec3 up, uint32_t parts)
{
    const sinew_vec3 height = sinew__vec3_scale(up, sinew__vec3_dot(position, up)),
                     ground = sinew__vec3_subtract(position, height);
    return sinew__vec3_add(sinew__vec3_scale(height, parts & SINEW_MOTION_HEIGHT ? 1 : 0),
                           sinew__vec3_scale(ground, parts & SINEW_MOTION_GROUND ? 1 : 0));
}

sinew_root_delta sinew__motion_between(const sinew_model *model, uint32_t parts, const sinew_transform *first,
                                       const sinew_transform *now)
{
    const sinew_vec3 up = sinew__up_axis(model);
    sinew_quat yaw = sinew__quat_identity();
    if (parts & SINEW_MOTION_YAW) { // only the rotation about the up axis
        const sinew_quat q = sinew__quat_multiply(now->r, sinew__quat_conjugate(first->r));
        const double along = q.x * up.x + q.y * up.y + q.z * up.z;
        yaw = sinew__quat_normalize((sinew_quat){up.x * along, up.y * along, up.z * along, q.w});
    }
    const sinew_vec3 from = chosen_part(first->t, up, parts), to = chosen_part(now->t, up, parts);
    return (sinew_root_delta){sinew__vec3_subtract(to, sinew__quat_rotate(yaw, from)), yaw};
}

/// Returns the n-th power, by squaring; a negative n gives powers of the inverse.
static sinew_root_delta power(sinew_root_delta motion, double n)
{
    sinew_root_delta result = {{0, 0, 0}, {0, 0, 0, 1}};
    if (n < 0) motion = sinew_root_delta_inverse(&motion);
    for (n = fabs(n); n >= 1; n = floor(n / 2)) {
        if (fmod(n, 2) != 0) result = sinew_root_delta_multiply(&result, &motion);
        motion = sinew_root_delta_multiply(&motion, &motion);
    }
    return result;
}

/// Values that the motions to several times share: the joint at the start of the clip and the motion of the whole clip.
typedef struct motion_source {
    const sinew_model *model;
    const sinew_root_motion *root;
    sinew_pose *scratch;
    sinew_transform first;
    sinew_root_delta whole;
    int has_whole; ///< `whole` is computed when it is first needed
} motion_source;

/// Whether the clip and the joint exist in the model, and `scratch` is a pose of the model.
static int is_usable(const sinew_model *model, const sinew_root_motion *root, const sinew_pose *scratch)
{
    return root->clip >= 0 && sinew__has_clip(model, root->clip) && sinew__is_item(root->joint, model->joint_count) &&
           sinew__pose_fits(model, scratch);
}

static const sinew_root_delta no_motion = {.rotation = {0, 0, 0, 1}};

static motion_source open_source(const sinew_model *model, const sinew_root_motion *root, sinew_pose *scratch)
{
    return (motion_source){
        .model = model, .root = root, .scratch = scratch, .first = sample_joint(model, root, 0, scratch)};
}

/// Returns the motion from the start to a time within the clip.
static sinew_root_delta motion_within(const motion_source *source, double time)
{
    const sinew_transform now = sample_joint(source->model, source->root, time, source->scratch);
    return sinew__motion_between(source->model, source->root->parts, &source->first, &now);
}

static sinew_root_delta motion_at(motion_source *source, double time)
{
    static const double max_loops = 1e9; // beyond, a position is not known to a fraction of a unit
    const double duration = sinew__model_clip(source->model, source->root->clip)->duration;
    if (!isfinite(time) || !(duration > 0)) time = 0;
    double loops = duration > 0 ? floor(time / duration) : 0;
    if (loops == 1 && time == duration) loops = 0; // the end belongs to the first loop
    if (fabs(loops) > max_loops) loops = time = 0;
    const sinew_root_delta rest = motion_within(source, time - loops * duration);
    if (loops == 0) return rest;
    if (!source->has_whole) source->whole = motion_within(source, duration);
    source->has_whole = 1;
    const sinew_root_delta before = power(source->whole, loops);
    return sinew_root_delta_multiply(&before, &rest);
}

sinew_root_delta sinew_root_motion_at(const sinew_model *model, const sinew_root_motion *root, double time,
                                      sinew_pose *scratch)
{
    if (!is_usable(model, root, scratch)) return no_motion;
    motion_source source = open_source(model, root, scratch);
    return motion_at(&source, time);
}

sinew_root_delta sinew_root_motion_between(const sinew_model *model, const sinew_root_motion *root, double from,
                                           double to, sinew_pose *scratch)
{
    if (!is_usable(model, root, scratch)) return no_motion;
    motion_source source = open_source(model, root, scratch);
    const sinew_root_delta begin = motion_at(&source, from), end = motion_at(&source, to),
                           back = sinew_root_delta_inverse(&begin);
    return sinew_root_delta_multiply(&back, &end);
}

static void apply_motion(const sinew_root_delta *motion, sinew_transform *local)
{
    local->t = sinew__vec3_add(motion->translation, sinew__quat_rotate(motion->rotation, local->t));
    local->r = sinew__quat_normalize(sinew__quat_multiply(motion->rotation, local->r));
}

void sinew_root_motion_remove(const sinew_model *model, const sinew_root_motion *root, double time, sinew_pose *scratch,
                              sinew_local_pose *pose)
{
    if (!is_usable(model, root, scratch) || !sinew__local_pose_fits(model, pose)) return;
    const motion_source source = open_source(model, root, scratch);
    const sinew_root_delta motion = motion_within(&source, time), back = sinew_root_delta_inverse(&motion);
    const int32_t top = sinew__root_above(model, root->joint);
    sinew_local_group *group = &pose->groups[top / SINEW_LOCAL_LANES];
    sinew_transform local = sinew__local_lane(group, top % SINEW_LOCAL_LANES);
    apply_motion(&back, &local);
    sinew__set_local_lane(group, top % SINEW_LOCAL_LANES, &local);
    pose->animated[top] = 1;
}

void sinew_root_motion_remove_from_pose(const sinew_model *model, const sinew_root_motion *root, sinew_pose *scratch,
                                        sinew_pose *pose)
{
    if (!is_usable(model, root, scratch) || !sinew__pose_fits(model, pose)) return;
    const int32_t top = sinew__root_above(model, root->joint);
    const sinew_transform first = sample_joint(model, root, 0, scratch);
    sinew_transform now;
    sinew_pose_compute_locals(model, pose);
    sinew__transform_nearest(&pose->global[root->joint], &now);
    const sinew_root_delta motion = sinew__motion_between(model, root->parts, &first, &now),
                           back = sinew_root_delta_inverse(&motion);
    apply_motion(&back, &pose->local[top]);
    pose->animated[top] = 1;
    sinew_pose_local_to_global(model, pose);
}
