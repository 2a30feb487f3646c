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

sinew__source sinew__source_of(const sinew__compact_bake *compact, int32_t joint, int32_t morph,
                               const sinew__joint_motion *motion)
{
    sinew__source source = {.compact = compact, .joint = joint, .morph = morph, .motion = *motion};
    if (joint == SINEW_NONE) return source;
    source.rig = sinew__rig_joint_of(compact->bake->model, joint);
    source.has_angles = rotates_by_angles(compact, motion);
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

static void put_quaternion(sinew_quat q, const sinew__source_values *near, double *out)
{
    const double own[4] = {q.x, q.y, q.z, q.w};
    double same = 0;
    for (int i = 0; i < 4; ++i) same += near ? own[i] * near->of[SINEW__COMPONENT_QUATERNION + i] : 0;
    for (int i = 0; i < 4; ++i) out[i] = same < 0 ? -own[i] : own[i];
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
    sinew_transform_stack stack;
    sinew_transform local;
    sinew__joint_sample(bake->model, bake->clip_index, source->joint, &source->motion, tick, bake->cursor, &stack,
                        &local);
    const sinew_quat inner = sinew__rig_inner(&source->rig, local.r);
    put_angles(source, &stack, inner, out->of + SINEW__COMPONENT_ANGLE);
    put_quaternion(inner, near, out->of + SINEW__COMPONENT_QUATERNION);
    sinew__rig_translation(&source->rig, &local, out->of + SINEW__COMPONENT_TRANSLATION);
    const double scale[3] = {local.s.x, local.s.y, local.s.z};
    for (int i = 0; i < 3; ++i) out->of[SINEW__COMPONENT_SCALE + i] = scale[i];
    for (int i = 0; i < SINEW__COMPONENT_COUNT; ++i)
        if (!isfinite(out->of[i])) return SINEW__BAKE_OUT_OF_REACH;
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__source_sample(const sinew__source *source, int32_t per_cell, sinew__arena *memory,
                                         sinew__sampled *out)
{
    const sinew__cells *cells = &source->compact->cells;
    const size_t count = (size_t)cells->count * (size_t)per_cell + 1;
    *out = (sinew__sampled){.at = SINEW__ARENA_ARRAY(memory, sinew__source_values, count), .per_cell = per_cell};
    if (!out->at) return SINEW__BAKE_NO_MEMORY;
    sinew__bake_outcome outcome = sinew__bake_look_at_clock(source->compact->bake->clock);
    for (size_t i = 0; i < count && outcome == SINEW__BAKE_OK; ++i)
        outcome = sinew__source_at(source, sinew__cell_tick(cells, (double)i / per_cell), i ? &out->at[i - 1] : NULL,
                                   &out->at[i]);
    return outcome;
}
