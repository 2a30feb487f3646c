// The difference between two poses, per joint, and the polynomial that fades it out.
//
// For each joint x is the difference along its initial direction, and v its velocity towards 0. Bollo's polynomial of
// degree five starts with x, v and an acceleration a, and ends with position, velocity and acceleration 0. a is the
// least acceleration ≥ 0 that keeps the sign of x. With time scaled to 0 … 1 and x to 1, the polynomial is linear in v
// and a.
#include "runtime/mixer/inertia.h"

#include <string.h>

#include "core/base/memory.h"
#include "runtime/model/compact_clip.h"
#include "runtime/sampler/local_lane.h"

/// Limit of v with time scaled to 0 … 1: a difference with a larger v would pass 0 before the end of the fade. Bollo
/// shortens the fade instead.
static const double fastest = 5;

sinew_result sinew__inertia_create(const sinew_model *model, sinew__inertia *out, sinew_error *error)
{
    const size_t lanes = (size_t)sinew_local_group_count(model) * SINEW_LOCAL_LANES;
    *out = (sinew__inertia){.mask = {.model = model}};
    const sinew_result result = sinew_local_pose_create(model, &out->difference, error);
    if (result != SINEW_OK) return result;
    out->mask.weights = sinew__allocate_zeroed(lanes, sizeof *out->mask.weights);
    out->approach = sinew__allocate_zeroed(lanes, sizeof *out->approach);
    if (model->baked_byte_count) {
        // allocates whole cache lines, and clears the lanes after the last joint
        const size_t groups = (size_t)sinew_local_group_count(model);
        sinew__pose_difference *mixed = sinew__allocate_lines((groups + 1) * sizeof *mixed);
        if (mixed) memset(mixed, 0, (groups + 1) * sizeof *mixed);
        out->mixed = mixed;
    }
    if (out->mask.weights && out->approach && (out->mixed || !model->baked_byte_count)) return SINEW_OK;
    sinew__inertia_destroy(out);
    return sinew__fail_memory(error);
}

void sinew__inertia_destroy(sinew__inertia *inertia)
{
    sinew_local_pose_destroy(inertia->difference);
    sinew_free(inertia->mask.weights);
    sinew_free(inertia->approach);
    sinew_free(inertia->mixed);
    *inertia = (sinew__inertia){0};
}

/// The factors of x, v and a at one time of the fade.
typedef struct terms {
    double position, velocity, acceleration;
} terms;

static terms terms_at(double s)
{
    const double s3 = s * s * s, s4 = s3 * s, s5 = s4 * s;
    return (terms){1 - 10 * s3 + 15 * s4 - 6 * s5, s - 6 * s3 + 8 * s4 - 3 * s5,
                   0.5 * s * s - 1.5 * s3 + 1.5 * s4 - 0.5 * s5};
}

double sinew__inertia_left(const sinew__inertia *inertia, double elapsed)
{
    if (!(elapsed < inertia->length)) return 0;
    return terms_at(fmax(elapsed / inertia->length, 0)).position;
}

void sinew__inertia_update(sinew__inertia *inertia)
{
    if (!(inertia->elapsed < inertia->length)) inertia->length = inertia->elapsed = 0;
    if (inertia->length == 0) return;
    const terms at = terms_at(inertia->elapsed / inertia->length);
    const float position = (float)at.position, velocity = (float)at.velocity, acceleration = (float)at.acceleration;
    const int32_t lanes = sinew_local_group_count(inertia->mask.model) * SINEW_LOCAL_LANES;
    for (int32_t i = 0; i < lanes; ++i) {
        const float approach = inertia->approach[i], least = 8 * approach - 20;
        inertia->mask.weights[i] = position - approach * velocity + (least > 0 ? least : 0) * acceleration;
    }
    inertia->mask.morph_weight = position;
}

/// The difference of a joint between two poses: its rotation in radians, x y z, and its translation in tenths of the
/// model's size, x y z.
typedef struct difference {
    double components[6];
} difference;

static sinew_quat rotation_between(const sinew_transform *from, const sinew_transform *to)
{
    return sinew__quat_multiply(to->r, sinew__quat_conjugate(from->r));
}

static difference difference_of(const sinew_transform *from, const sinew_transform *to, double size)
{
    const sinew_quat q = rotation_between(from, to);
    const double sign = q.w < 0 ? -2 : 2, per = size > 0 ? 10 / size : 0;
    const sinew_vec3 t = sinew__vec3_scale(sinew__vec3_subtract(to->t, from->t), per);
    return (difference){{q.x * sign, q.y * sign, q.z * sign, t.x, t.y, t.z}};
}

/// Returns the velocity of a difference towards 0, as a fraction of the difference per step; 0 if the difference grows.
static double approach_of(const difference *now, const difference *before)
{
    double square = 0, along = 0;
    for (int i = 0; i < 6; ++i) {
        square += now->components[i] * now->components[i];
        along += now->components[i] * (before->components[i] - now->components[i]);
    }
    return square > 1e-12 && along > 0 ? along / square : 0;
}

/// Returns to / from, or 1 if the two differ only by rounding: with a ratio near 1 but not equal to it, globals would
/// be computed in double precision.
static double ratio_of(double to, double from)
{
    static const double rounding = 1e-5;
    const double ratio = from != 0 ? to / from : 1;
    return isfinite(ratio) && fabs(ratio - 1) > rounding ? ratio : 1;
}

static sinew_vec3 scale_between(const sinew_transform *from, const sinew_transform *to)
{
    return (sinew_vec3){ratio_of(to->s.x, from->s.x), ratio_of(to->s.y, from->s.y), ratio_of(to->s.z, from->s.z)};
}

/// Sets the difference of a joint as it applies before the joint constants.
static void set_mixed(sinew__inertia *inertia, int32_t joint, const sinew_transform *from, const sinew_transform *to)
{
    const sinew_model *model = inertia->mask.model;
    const int32_t group = joint / SINEW_LOCAL_LANES, lane = joint % SINEW_LOCAL_LANES;
    const sinew__joint_constants *constants =
        sinew__baked_at(model->baked, sinew__baked_header_of(model)->joint_constants);
    const sinew_quat r =
        sinew__quat_normalize(sinew__rotation_before_constants(&constants[group], lane, rotation_between(from, to)));
    const sinew_vec3 t = sinew__vec3_subtract(to->t, from->t), s = scale_between(from, to);
    const double sign = r.w < 0 ? -1 : 1, rotation[4] = {r.x, r.y, r.z, r.w}, translation[3] = {t.x, t.y, t.z},
                 ratio[3] = {s.x, s.y, s.z};
    sinew__pose_difference *out = &inertia->mixed[group];
    if (lane == 0) out->translates = 0, out->scale_mask = 0;
    for (int i = 0; i < 4; ++i) out->rotation[i][lane] = (float)(sign * rotation[i]);
    for (int i = 0; i < 3; ++i) {
        out->translation[i][lane] = (float)translation[i];
        out->translates |= translation[i] != 0;
        out->scale[i][lane] = (float)(ratio[i] - 1);
        if (ratio[i] != 1) out->scale_mask |= UINT32_C(1) << lane;
    }
}

void sinew__inertia_begin(sinew__inertia *inertia, double seconds, double step, const sinew_local_pose *const from[2],
                          const sinew_local_pose *const to[2])
{
    const sinew_model *model = inertia->mask.model;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int lane = i % SINEW_LOCAL_LANES;
        const int32_t group = i / SINEW_LOCAL_LANES;
        const sinew_transform own[4] = {
            sinew__local_lane(&to[0]->groups[group], lane), sinew__local_lane(&from[0]->groups[group], lane),
            sinew__local_lane(&to[1]->groups[group], lane), sinew__local_lane(&from[1]->groups[group], lane)};
        const difference now = difference_of(&own[0], &own[1], model->info->size),
                         before = difference_of(&own[2], &own[3], model->info->size);
        // The difference is stored as a pose, rest + difference: an additive layer subtracts the rest pose again.
        const sinew_transform *rest = &model->joints[i].rest;
        const sinew_vec3 ratio = scale_between(&own[0], &own[1]);
        const sinew_transform sum = {
            .t = sinew__vec3_add(rest->t, sinew__vec3_subtract(own[1].t, own[0].t)),
            .r = sinew__quat_normalize(sinew__quat_multiply(rotation_between(&own[0], &own[1]), rest->r)),
            .s = {rest->s.x * ratio.x, rest->s.y * ratio.y, rest->s.z * ratio.z}};
        sinew__set_local_lane(&inertia->difference->groups[group], lane, &sum);
        if (inertia->mixed) set_mixed(inertia, i, &own[0], &own[1]);
        inertia->approach[i] = (float)fmin(approach_of(&now, &before) * seconds / step, fastest);
    }
    for (int32_t i = 0; i < model->morph_count; ++i)
        inertia->difference->morph_weights[i] =
            model->morphs[i].weight + (from[0]->morph_weights[i] - to[0]->morph_weights[i]);
    inertia->length = seconds;
    inertia->elapsed = 0;
    sinew__inertia_update(inertia);
}

int sinew__inertia_mix(const sinew__inertia *inertia, sinew__mixed_difference *out)
{
    if (inertia->length == 0 || !inertia->mixed) return 0;
    *out = (sinew__mixed_difference){.groups = inertia->mixed,
                                     .left = inertia->mask.weights,
                                     .morph_weights = inertia->difference->morph_weights,
                                     .morphs_left = inertia->mask.morph_weight};
    return 1;
}

sinew_blend_input sinew__inertia_layer(const sinew__inertia *inertia)
{
    return (sinew_blend_input){.source = {.kind = SINEW_BLEND_POSE, .pose = inertia->difference},
                               .mode = SINEW_BLEND_ADDITIVE,
                               .weight = 1,
                               .mask = &inertia->mask,
                               .reference = {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE}};
}
