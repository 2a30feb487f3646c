#include "bake/compact_source.h"

#include <math.h>

#include "base/affine.h"
#include "platform/clock.h"

static int is_constant_property(const sinew__compact_bake *compact, const sinew__joint_motion *motion,
                                uint32_t property)
{
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i)
        if (compact->bake->model->channels[i].property == property) return 0;
    return 1;
}

/// Whether angles of the stack say how a joint is rotated: nothing else of the stack rotates it.
static int rotates_by_angles(const sinew__compact_bake *compact, const sinew__joint_motion *motion)
{
    const sinew_model *model = compact->bake->model;
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i)
        if (model->tracks[i].path == SINEW_TRACK_ROTATION) return 0;
    return is_constant_property(compact, motion, SINEW_CHANNEL_PRE_ROTATION) &&
           is_constant_property(compact, motion, SINEW_CHANNEL_POST_ROTATION);
}

static int is_plain(const sinew__compact_bake *compact, const sinew__joint_motion *motion)
{
    if (motion->track_count > 0) return 0;
    for (uint32_t i = SINEW_CHANNEL_SCALING + 1; i <= SINEW_CHANNEL_SCALING_PIVOT; ++i)
        if (!is_constant_property(compact, motion, i)) return 0;
    return 1;
}

sinew__source sinew__source_of(const sinew__compact_bake *compact, int32_t joint, int32_t morph,
                               const sinew__joint_motion *motion)
{
    sinew__source source = {.compact = compact, .joint = joint, .morph = morph, .motion = *motion};
    if (joint == SINEW_NONE) return source;
    source.rig = sinew__rig_joint_of(compact->bake->model, joint);
    source.has_angles = rotates_by_angles(compact, motion);
    source.is_plain = is_plain(compact, motion);
    return source;
}

/// Angles as the stack has them; without a stack's channel those of the rotation.
static void put_angles(const sinew__source *source, const sinew_transform_stack *stack, sinew_quat inner, double *out)
{
    if (source->motion.channel_count > 0 && source->has_angles) {
        for (int i = 0; i < 3; ++i) out[i] = source->rig.sign * stack->rotation[source->rig.axes[i]] / 180;
        return;
    }
    sinew__quat_to_euler(inner, SINEW_ROTATE_XYZ, out);
    for (int i = 0; i < 3; ++i) out[i] /= 180;
}

sinew__source_values sinew__source_near(const sinew__source_values *values, const sinew__source_values *near)
{
    sinew__source_values out = *values;
    double same = 0;
    for (int i = SINEW__COMPONENT_QUATERNION; near && i < SINEW__COMPONENT_COUNT; ++i) same += out.of[i] * near->of[i];
    for (int i = SINEW__COMPONENT_QUATERNION; same < 0 && i < SINEW__COMPONENT_COUNT; ++i) out.of[i] = -out.of[i];
    return out;
}

static void put_quaternion(sinew_quat q, double *out)
{
    const double own[4] = {q.x, q.y, q.z, q.w};
    for (int i = 0; i < 4; ++i) out[i] = own[i];
}

/// Values that are those of the stack.
static void put_plain(const sinew__source *source, const sinew_transform_stack *stack, double *out)
{
    double degrees[3];
    put_angles(source, stack, sinew__quat_identity(), out + SINEW__COMPONENT_ANGLE);
    for (int i = 0; i < 3; ++i) {
        degrees[i] = 180 * out[SINEW__COMPONENT_ANGLE + i];
        out[SINEW__COMPONENT_TRANSLATION + i] = stack->translation[i];
        out[SINEW__COMPONENT_SCALE + i] = stack->scaling[i];
    }
    put_quaternion(sinew__quat_from_euler(degrees, SINEW_ROTATE_XYZ), out + SINEW__COMPONENT_QUATERNION);
}

static void put_joint(const sinew__source *source, int64_t tick, sinew__source_values *out)
{
    const sinew__bake *bake = source->compact->bake;
    sinew_transform_stack stack;
    sinew_transform local;
    if (source->is_plain && sinew__joint_sample_stack(bake->model, bake->clip_index, source->joint, &source->motion,
                                                      tick, bake->cursor, &stack)) {
        put_plain(source, &stack, out->of);
        return;
    }
    sinew__joint_sample(bake->model, bake->clip_index, source->joint, &source->motion, tick, bake->cursor, &stack,
                        &local);
    const sinew_quat inner = sinew__rig_inner(&source->rig, local.r);
    put_angles(source, &stack, inner, out->of + SINEW__COMPONENT_ANGLE);
    put_quaternion(inner, out->of + SINEW__COMPONENT_QUATERNION);
    sinew__rig_translation(&source->rig, &local, out->of + SINEW__COMPONENT_TRANSLATION);
    const double scale[3] = {local.s.x, local.s.y, local.s.z};
    for (int i = 0; i < 3; ++i) out->of[SINEW__COMPONENT_SCALE + i] = scale[i];
}

sinew__bake_outcome sinew__source_at(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                     sinew__source_values *out)
{
    sinew__bake *bake = source->compact->bake;
    const sinew__cells *cells = &source->compact->cells;
    const uint64_t work = 1 + (uint64_t)source->motion.channel_count + (uint64_t)source->motion.track_count;
    if (*bake->work_left < work) return SINEW__BAKE_TOO_LONG;
    *bake->work_left -= work;
    tick = tick < cells->first ? cells->first : tick > cells->last ? cells->last : tick;
    *out = (sinew__source_values){{0}};
    if (source->joint == SINEW_NONE) {
        out->of[0] =
            sinew__morph_sample(bake->model, bake->clip_index, source->morph, &source->motion, tick, bake->cursor);
        return SINEW__BAKE_OK;
    }
    put_joint(source, tick, out);
    for (int i = 0; i < SINEW__COMPONENT_COUNT; ++i)
        if (!isfinite(out->of[i])) return SINEW__BAKE_OUT_OF_REACH;
    *out = sinew__source_near(out, near);
    return SINEW__BAKE_OK;
}
