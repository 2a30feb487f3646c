// Samples components of joints and morphs with the exact engine, for fitting curves to them.
#include "author/bake/compact_curves.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/platform/clock.h"

static int is_constant_property(const sinew__compact_bake *compact, const sinew__joint_motion *motion,
                                uint32_t property)
{
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i)
        if (compact->bake->model->channels[i].property == property) return 0;
    return 1;
}

/// Whether only the Euler angles of the stack rotate the joint: it has no rotation track, and pre- and post-rotation
/// are constant.
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
    source.joint_constants = sinew__stack_constants_of(compact->bake->model, joint);
    source.has_angles = rotates_by_angles(compact, motion);
    source.is_plain = is_plain(compact, motion);
    return source;
}

/// Writes the angles of the stack, or the angles of the quaternion `inner` if the rotation is not animated as angles.
static void put_angles(const sinew__source *source, const sinew_transform_stack *stack, sinew_quat inner, double *out)
{
    if (source->motion.channel_count > 0 && source->has_angles) {
        for (int i = 0; i < 3; ++i)
            out[i] = source->joint_constants.sign * stack->rotation[source->joint_constants.axes[i]] / 180;
        return;
    }
    sinew__quat_to_euler(inner, SINEW_ROTATE_XYZ, out);
    for (int i = 0; i < 3; ++i) out[i] /= 180;
}

/// Returns the values with the sign of the quaternion that is nearer to `near`; unchanged if `near` is NULL.
static sinew__source_values source_near(const sinew__source_values *values, const sinew__source_values *near)
{
    sinew__source_values out = *values;
    double same = 0;
    for (int i = SINEW__COMPONENT_QUATERNION; near && i < SINEW__COMPONENT_COUNT; ++i)
        same += out.values[i] * near->values[i];
    for (int i = SINEW__COMPONENT_QUATERNION; same < 0 && i < SINEW__COMPONENT_COUNT; ++i)
        out.values[i] = -out.values[i];
    return out;
}

static void put_quaternion(sinew_quat q, double *out)
{
    const double own[4] = {q.x, q.y, q.z, q.w};
    for (int i = 0; i < 4; ++i) out[i] = own[i];
}

static void put_joint(const sinew__source *source, int64_t tick, sinew__source_values *out)
{
    const sinew__bake *bake = source->compact->bake;
    sinew_transform_stack stack;
    sinew_transform local;
    if (source->is_plain && sinew__joint_sample_stack(bake->model, bake->clip_index, source->joint, &source->motion,
                                                      tick, bake->cursor, &stack)) {
        double degrees[3];
        put_angles(source, &stack, sinew__quat_identity(), out->values + SINEW__COMPONENT_ANGLE);
        for (int k = 0; k < 3; ++k) {
            degrees[k] = 180 * out->values[SINEW__COMPONENT_ANGLE + k];
            out->values[SINEW__COMPONENT_TRANSLATION + k] = stack.translation[k];
            out->values[SINEW__COMPONENT_SCALE + k] = stack.scaling[k];
        }
        put_quaternion(sinew__quat_from_euler(degrees, SINEW_ROTATE_XYZ), out->values + SINEW__COMPONENT_QUATERNION);
        return;
    }
    sinew__joint_sample(bake->model, bake->clip_index, source->joint, &source->motion, tick, bake->cursor, &stack,
                        &local);
    const sinew_quat inner = sinew__joint_constants_inner(&source->joint_constants, local.r);
    put_angles(source, &stack, inner, out->values + SINEW__COMPONENT_ANGLE);
    put_quaternion(inner, out->values + SINEW__COMPONENT_QUATERNION);
    sinew__joint_constants_translation(&source->joint_constants, &local, out->values + SINEW__COMPONENT_TRANSLATION);
    const double scale[3] = {local.s.x, local.s.y, local.s.z};
    for (int i = 0; i < 3; ++i) out->values[SINEW__COMPONENT_SCALE + i] = scale[i];
}

/// Samples between two readings of the clock; about 0.1 ms.
static const uint32_t samples_per_look = 256;

/// Returns the values at a tick inside the clip.
static sinew__bake_outcome source_inside(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                         sinew__source_values *out)
{
    sinew__bake *bake = source->compact->bake;
    const uint64_t work = 1 + (uint64_t)source->motion.channel_count + (uint64_t)source->motion.track_count;
    if (*bake->work_left < work) return SINEW__BAKE_TOO_LONG;
    *bake->work_left -= work;
    const sinew__bake_outcome outcome =
        ++bake->clock->sampled % samples_per_look ? SINEW__BAKE_OK : sinew__bake_look_at_clock(bake->clock);
    if (outcome != SINEW__BAKE_OK) return outcome;
    *out = (sinew__source_values){{0}};
    if (source->joint == SINEW_NONE) {
        out->values[0] =
            sinew__morph_sample(bake->model, bake->clip_index, source->morph, &source->motion, tick, bake->cursor);
        return SINEW__BAKE_OK;
    }
    put_joint(source, tick, out);
    for (int i = 0; i < SINEW__COMPONENT_COUNT; ++i)
        if (!isfinite(out->values[i])) return SINEW__BAKE_OUT_OF_REACH;
    *out = source_near(out, near);
    return SINEW__BAKE_OK;
}

/// Extrapolates `values` by `way` times their difference from `from`, and normalises the quaternion.
static void move_on(const sinew__source_values *from, double way, sinew__source_values *values)
{
    double square = 0;
    for (int i = 0; i < SINEW__COMPONENT_COUNT; ++i) values->values[i] += way * (values->values[i] - from->values[i]);
    for (int i = SINEW__COMPONENT_QUATERNION; i < SINEW__COMPONENT_COUNT; ++i)
        square += values->values[i] * values->values[i];
    for (int i = SINEW__COMPONENT_QUATERNION; square > 0 && i < SINEW__COMPONENT_COUNT; ++i)
        values->values[i] /= sqrt(square);
}

sinew__bake_outcome sinew__source_at(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                     sinew__source_values *out)
{
    // `part` is the distance of the second sample as a fraction of a cell: over so short a time, curves are nearly
    // straight. `least` is its minimum in ticks.
    static const double part = 1.0 / 16, least = 1000;
    const sinew__cells *cells = &source->compact->cells;
    const int64_t inside = tick < cells->first ? cells->first : tick > cells->last ? cells->last : tick;
    const sinew__bake_outcome outcome = source_inside(source, inside, near, out);
    const double step = fmin(part * cells->ticks, (double)(cells->last - cells->first)),
                 beyond = (double)(tick - inside);
    if (outcome != SINEW__BAKE_OK || inside == tick || step < least) return outcome;
    sinew__source_values from;
    const int64_t other = inside + (int64_t)(beyond < 0 ? step : -step);
    const sinew__bake_outcome second = source_inside(source, other, out, &from);
    if (second == SINEW__BAKE_OK) move_on(&from, fabs(beyond) / step, out);
    return second;
}

sinew__bake_outcome sinew__samples_begin(const sinew__bake *bake, const sinew__cells *cells, sinew__kept_samples *kept)
{
    enum { MAX_BYTES = 32 << 20, PART = 4 };
    const size_t limit = bake->memory->limit, part = limit / PART;
    const sinew__cells *old = &kept->cells;
    if (kept->items && cells->origin == old->origin && cells->first == old->first && cells->last == old->last &&
        cells->ticks == old->ticks && cells->count == old->count)
        return SINEW__BAKE_OK;
    sinew__samples_free(kept);
    kept->memory.limit = limit && part < MAX_BYTES ? part : MAX_BYTES;
    kept->cells = *cells;
    kept->items = SINEW__ARENA_ARRAY(bake->memory, sinew__samples, bake->model->joint_count + bake->model->morph_count);
    kept->scratch = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, bake->model->joint_count);
    return kept->items && kept->scratch ? SINEW__BAKE_OK : SINEW__BAKE_NO_MEMORY;
}

void sinew__samples_free(sinew__kept_samples *kept)
{
    sinew__arena_free(&kept->memory);
    *kept = (sinew__kept_samples){.items = NULL};
}

// ---- values -------------------------------------------------------------------------------------------------------

sinew__bake_outcome sinew__samples_refine(const sinew__source *source, int32_t per_cell, sinew__arena *memory,
                                          sinew__samples *samples)
{
    const sinew__cells *cells = &source->compact->cells;
    const size_t count = (size_t)cells->count * (size_t)per_cell + 1;
    const size_t known = samples->at ? (size_t)(per_cell / samples->per_cell) : count;
    sinew__source_values *at = SINEW__ARENA_ARRAY(memory, sinew__source_values, count);
    if (!at) return SINEW__BAKE_NO_MEMORY;
    sinew__bake_outcome outcome = sinew__bake_look_at_clock(source->compact->bake->clock);
    for (size_t i = 0; i < count && outcome == SINEW__BAKE_OK; ++i) {
        const sinew__source_values *near = i ? &at[i - 1] : NULL;
        if (samples->at && i % known == 0)
            at[i] = source_near(&samples->at[i / known], near);
        else
            outcome = sinew__source_at(source, sinew__cell_tick(cells, (double)i / per_cell), near, &at[i]);
    }
    if (outcome != SINEW__BAKE_OK) return outcome;
    samples->at = at;
    samples->per_cell = per_cell;
    return SINEW__BAKE_OK;
}

static int is_odd(const sinew__cells *cells, double cell)
{
    const double line = round(cell * SINEW__MIN_SAMPLES) / SINEW__MIN_SAMPLES;
    return fabs(cell - line) * cells->ticks > 3 && cell < cells->count;
}

/// Returns the bits of the components that may change at a key with `values`.
static uint32_t components_of(const sinew__source *source, uint32_t values)
{
    uint32_t components = 0;
    if (source->joint == SINEW_NONE || !source->is_plain) return UINT32_MAX;
    for (int i = 0; i < 3; ++i) {
        if (values & SINEW__VALUE_BIT(SINEW_CHANNEL_ROTATION, source->joint_constants.axes[i]))
            components |= 1u << (SINEW__COMPONENT_ANGLE + i) | 15u << SINEW__COMPONENT_QUATERNION;
        if (values & SINEW__VALUE_BIT(SINEW_CHANNEL_TRANSLATION, i))
            components |= 1u << (SINEW__COMPONENT_TRANSLATION + i);
        if (values & SINEW__VALUE_BIT(SINEW_CHANNEL_SCALING, i)) components |= 1u << (SINEW__COMPONENT_SCALE + i);
    }
    return components;
}

/// Samples all `ticks` [count] within the cells if at least one of them is not at an even time.
static sinew__bake_outcome sample_odd(const sinew__source *source, const sinew__bake_tick *ticks, size_t count,
                                      sinew__arena *memory, sinew__samples *samples)
{
    const sinew__cells *cells = &source->compact->cells;
    size_t odd_count = 0;
    for (size_t i = 0; i < count; ++i)
        odd_count += (size_t)is_odd(cells, (double)(ticks[i].tick - cells->origin) / cells->ticks);
    sinew__odd_time *odd = SINEW__ARENA_ARRAY(memory, sinew__odd_time, odd_count ? count : 0), *next = odd;
    if (!odd) return SINEW__BAKE_NO_MEMORY;
    for (size_t i = 0; i < count && odd_count > 0; ++i) {
        const double cell = (double)(ticks[i].tick - cells->origin) / cells->ticks;
        if (!(cell >= 0 && cell < cells->count)) continue;
        next->tick = ticks[i].tick;
        next->cell = cell;
        next->components = components_of(source, ticks[i].values);
        const sinew__source_values *near = &samples->at[(size_t)(cell * samples->per_cell)];
        const sinew__bake_outcome outcome = sinew__source_at(source, next->tick, near, &next->values);
        if (outcome != SINEW__BAKE_OK) return outcome;
        ++next;
    }
    samples->odd = odd;
    samples->odd_count = (size_t)(next - odd);
    samples->has_odd = 1;
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__samples_find_odd(const sinew__source *source, sinew__arena *memory, sinew__samples *samples)
{
    const sinew__bake *bake = source->compact->bake;
    sinew__arena until_sampled = {.limit = bake->memory->limit};
    size_t count;
    const sinew__bake_tick *ticks = sinew__bake_times_of(bake, &source->motion, &until_sampled, &count);
    sinew__bake_outcome outcome = SINEW__BAKE_NO_MEMORY;
    if (ticks)
        outcome = sample_odd(source, ticks, count, memory, samples);
    else if (until_sampled.failed == 2)
        bake->memory->failed = 2;
    sinew__arena_free(&until_sampled);
    return outcome;
}

// ---- poses --------------------------------------------------------------------------------------------------------

sinew__bake_outcome sinew__samples_pose(sinew__bake *bake, sinew__kept_samples *kept, int32_t per_cell, int32_t index,
                                        int64_t tick)
{
    const size_t joints = (size_t)bake->model->joint_count, morphs = (size_t)bake->model->morph_count;
    if (kept->poses_per_cell != per_cell) {
        const size_t times = (size_t)kept->cells.count * (size_t)per_cell + 1;
        kept->poses_per_cell = per_cell;
        kept->pose_count = 0;
        kept->wanted = sinew__arena_take(&kept->memory, times, joints * sizeof *kept->wanted);
        kept->weights = sinew__arena_take(&kept->memory, times, morphs * sizeof *kept->weights);
        if (kept->memory.failed == 1) return SINEW__BAKE_NO_MEMORY;
        if (kept->memory.failed) kept->wanted = NULL; // poses that exceed the limit are not kept
        kept->memory.failed = 0;
    }
    const int keeps = kept->wanted && index != SINEW_NONE;
    bake->wanted = keeps ? kept->wanted + (size_t)index * joints : kept->scratch;
    if (!keeps) return sinew__bake_pose(bake, tick);
    float *weights = kept->weights + (size_t)index * morphs;
    if (index < kept->pose_count) {
        if (morphs) memcpy(bake->pose->morph_weights, weights, morphs * sizeof *weights);
        return sinew__bake_look_at_clock(bake->clock);
    }
    const sinew__bake_outcome outcome = sinew__bake_pose(bake, tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (morphs) memcpy(weights, bake->pose->morph_weights, morphs * sizeof *weights);
    kept->pose_count = index + 1;
    return SINEW__BAKE_OK;
}
