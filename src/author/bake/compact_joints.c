// Fits the curves of all joints and morphs of a clip, each within its joint's share of the tolerance.
#include "author/bake/compact_curves.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"

/// Fraction of a curve's tolerance by which its values may differ and still count as constant.
static const double constant_share = 0.2;

/// A joint or morph while it is fitted.
typedef struct fitted_item {
    sinew__compact_bake *compact;
    sinew__source source;
    int32_t group, lane;
    sinew__arena memory;     ///< freed after the item
    sinew__samples *samples; ///< kept samples, or `own`
    sinew__samples own;
} fitted_item;

// ---- the motion of a joint -----------------------------------------------------------------------------------------

/// Collects the motions of joints, then of morphs. Returns 0 if the channels or tracks of a joint or morph are not
/// consecutive.
static int find_motions(const sinew__compact_bake *compact, sinew__joint_motion *motions)
{
    const sinew_model *model = compact->bake->model;
    const sinew_clip *clip = compact->bake->clip;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint == SINEW_NONE && channel->morph == SINEW_NONE) continue;
        sinew__joint_motion *motion =
            &motions[channel->joint != SINEW_NONE ? channel->joint : model->joint_count + channel->morph];
        if (motion->channel_count && motion->first_channel + motion->channel_count != i) return 0;
        if (!motion->channel_count++) motion->first_channel = i;
    }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint == SINEW_NONE && track->morph == SINEW_NONE) continue;
        sinew__joint_motion *motion =
            &motions[track->morph == SINEW_NONE ? track->joint : model->joint_count + track->morph];
        if (motion->track_count && motion->first_track + motion->track_count != i) return 0;
        if (!motion->track_count++) motion->first_track = i;
    }
    return 1;
}

// ---- curves -------------------------------------------------------------------------------------------------------

/// Returns the displacement in the model's units per unit of a component.
static double coarse_of(const fitted_item *item, int component)
{
    const double half_turn = 3.1415926535897931;
    const sinew__bake *bake = item->compact->bake;
    if (item->source.joint == SINEW_NONE) return bake->influence->morphs[item->source.morph];
    const int32_t joint = item->source.joint, parent = bake->model->joints[joint].parent;
    const double reach = item->compact->reach[joint];
    if (component < SINEW__COMPONENT_TRANSLATION) return half_turn * reach;
    if (component >= SINEW__COMPONENT_QUATERNION) return 2 * reach;
    if (component >= SINEW__COMPONENT_SCALE) return reach;
    return parent == SINEW_NONE ? 1
                                : sinew__even_scale(&bake->binds->globals[parent]) * bake->influence->scales[parent];
}

static double tolerance_of(const fitted_item *item, int component)
{
    const double coarse = coarse_of(item, component), allowed = item->compact->share * item->compact->bake->bound;
    return coarse > 0 ? allowed / coarse : (double)INFINITY;
}

/// Adds the samples that an item lacks. They are allocated from `memory`.
static sinew__bake_outcome sample_into(fitted_item *item, int32_t per_cell, int with_odd, sinew__arena *memory)
{
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    if (item->samples->per_cell < per_cell)
        outcome = sinew__samples_refine(&item->source, per_cell, memory, item->samples);
    if (outcome == SINEW__BAKE_OK && with_odd && !item->samples->has_odd)
        outcome = sinew__samples_find_odd(&item->source, memory, item->samples);
    return outcome;
}

static sinew__bake_outcome sample_item(fitted_item *item, int32_t per_cell, int with_odd)
{
    sinew__arena *kept = &item->compact->kept->memory;
    if (item->samples != &item->own) {
        const sinew__bake_outcome outcome = sample_into(item, per_cell, with_odd, kept);
        if (outcome != SINEW__BAKE_NO_MEMORY || kept->failed != 2) return outcome;
        kept->failed = 0;
        item->own = *item->samples;
        item->samples = &item->own;
    }
    return sample_into(item, per_cell, with_odd, &item->memory);
}

/// Sets *out_middle to the middle of a component's range over the clip. Returns whether all values are near it.
static int is_constant(const fitted_item *item, int component, double *out_middle)
{
    const size_t count = (size_t)item->compact->cells.count * (size_t)item->samples->per_cell + 1;
    double low = item->samples->at[0].values[component], high = low;
    for (size_t i = 1; i < count; ++i) {
        const double value = item->samples->at[i].values[component];
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    *out_middle = low + (high - low) / 2;
    return (high - low) / 2 <= constant_share * tolerance_of(item, component);
}

/// Copies a fitted curve from the item's memory to the clip's.
static sinew__bake_outcome keep_curve(const fitted_item *item, int component, const sinew__fitted_curve *fitted)
{
    double middle;
    sinew__compact_bake *compact = item->compact;
    sinew__arena *memory = compact->bake->memory;
    compact->curves = sinew__arena_grow(memory, compact->curves, compact->curve_count, &compact->curve_capacity,
                                        sizeof *compact->curves);
    double *keys = SINEW__ARENA_ARRAY(memory, double, fitted->key_count);
    if (!compact->curves || !keys) return SINEW__BAKE_NO_MEMORY;
    memcpy(keys, fitted->keys, (size_t)fitted->key_count * sizeof *keys);
    int16_t *times = fitted->times ? SINEW__ARENA_ARRAY(memory, int16_t, fitted->key_count) : NULL;
    if (fitted->times && !times) return SINEW__BAKE_NO_MEMORY;
    if (times) memcpy(times, fitted->times, (size_t)fitted->key_count * sizeof *times);
    sinew__fitted_curve *curve = &compact->curves[compact->curve_count++];
    *curve = *fitted;
    curve->group = item->group;
    curve->lane = (uint8_t)item->lane;
    curve->component = (uint8_t)component;
    curve->coarse = coarse_of(item, component);
    curve->keys = keys;
    curve->times = times;
    curve->pieces = NULL;
    (void)is_constant(item, component, &middle);
    for (const sinew__curve_pieces *from = fitted->pieces; from; from = from->next) {
        sinew__curve_pieces *piece = SINEW__ARENA_ARRAY(memory, sinew__curve_pieces, 1);
        if (!piece) return SINEW__BAKE_NO_MEMORY;
        *piece = *from;
        piece->next = curve->pieces;
        if (item->source.joint != SINEW_NONE && component < SINEW__COMPONENT_TRANSLATION) {
            // Remove whole turns from pieces that are more than 8 turns away from the middle of the curve, because
            // floats are coarse there.
            static const double many = 16;
            const double apart = piece->keys[0] - middle, turns = fabs(apart) > many ? 2 * round(apart / 2) : 0;
            for (int k = 0; k < 4; ++k) piece->keys[k] -= turns;
        }
        curve->pieces = piece;
    }
    return SINEW__BAKE_OK;
}

/// Whether only frames are measured, not the values between them.
static int is_of_frames(const fitted_item *item)
{
    return item->compact->bake->rate > 0;
}

/// Fits components with the fewest bytes. More keys per cell are tried while they may still save bytes.
static sinew__bake_outcome fit_best(fitted_item *item, int component, int count, sinew__fitted_curve *best,
                                    double *out_bytes)
{
    const double one_key = (double)item->compact->cells.count * 2 * count;
    if (is_of_frames(item)) {
        const sinew__fit_task task = {
            .source = &item->source, .samples = item->samples, .per_cell = 1, .component = component, .count = count};
        return sinew__fit_frames(&task, &item->memory, best, out_bytes);
    }
    *out_bytes = (double)INFINITY;
    for (int32_t samples = SINEW__MIN_SAMPLES; samples <= SINEW__MAX_SAMPLES; samples *= 2) {
        const double least = one_key * samples / SINEW__MIN_SAMPLES;
        sinew__fitted_curve fitted[4];
        double bytes;
        if (*out_bytes <= least) return SINEW__BAKE_OK;
        sinew__bake_outcome outcome = sample_item(item, samples, 1);
        const sinew__fit_task task = {.source = &item->source,
                                      .samples = item->samples,
                                      .per_cell = samples,
                                      .component = component,
                                      .count = count,
                                      .tolerance = tolerance_of(item, component)};
        if (outcome == SINEW__BAKE_OK) outcome = sinew__fit(&task, &item->memory, fitted, &bytes);
        if (outcome != SINEW__BAKE_OK && outcome != SINEW__BAKE_OUT_OF_REACH) return outcome;
        if (outcome != SINEW__BAKE_OK || !(bytes < *out_bytes)) continue;
        *out_bytes = bytes;
        memcpy(best, fitted, (size_t)count * sizeof *fitted);
    }
    return SINEW__BAKE_OK;
}

static float *constant_of(const fitted_item *item, int component)
{
    return &item->compact->constants[item->group][component][item->lane];
}

/// Fits `count` components separately. *out_bytes is infinite if one of them cannot be fitted.
static sinew__bake_outcome fit_each(fitted_item *item, int first, int count, double *out_bytes)
{
    const size_t before = item->compact->curve_count;
    *out_bytes = 0;
    for (int i = first; i < first + count && isfinite(*out_bytes); ++i) {
        sinew__fitted_curve curve;
        double middle, bytes;
        sinew__bake_outcome outcome = SINEW__BAKE_OK;
        const int rests = is_constant(item, i, &middle);
        *constant_of(item, i) = (float)(first == SINEW__COMPONENT_ANGLE ? middle - 2 * round(middle / 2) : middle);
        if (rests) continue;
        outcome = fit_best(item, i, 1, &curve, &bytes);
        *out_bytes += bytes;
        if (outcome == SINEW__BAKE_OK && isfinite(bytes)) outcome = keep_curve(item, i, &curve);
        if (outcome != SINEW__BAKE_OK) return outcome;
    }
    if (!isfinite(*out_bytes)) item->compact->curve_count = before;
    return SINEW__BAKE_OK;
}

static sinew__bake_outcome fit_rotation(fitted_item *item)
{
    double middle;
    int moves = 0;
    for (int k = 0; k < 4; ++k) moves |= !is_constant(item, SINEW__COMPONENT_QUATERNION + k, &middle);
    if (!moves) {
        // a constant rotation: its angles at the start of the clip
        const double *q = item->samples->at[0].values + SINEW__COMPONENT_QUATERNION;
        double angles[3];
        sinew__quat_to_euler((sinew_quat){q[0], q[1], q[2], q[3]}, SINEW_ROTATE_XYZ, angles);
        for (int i = 0; i < 3; ++i) *constant_of(item, SINEW__COMPONENT_ANGLE + i) = (float)(angles[i] / 180);
        return SINEW__BAKE_OK;
    }
    if (item->source.has_angles) {
        double bytes;
        const sinew__bake_outcome outcome = fit_each(item, SINEW__COMPONENT_ANGLE, 3, &bytes);
        if (outcome != SINEW__BAKE_OK || isfinite(bytes)) return outcome;
    }
    sinew__compact_bake *compact = item->compact;
    sinew__fitted_curve curves[4];
    double bytes;
    sinew__bake_outcome outcome = fit_best(item, SINEW__COMPONENT_QUATERNION, 4, curves, &bytes);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!isfinite(bytes)) return SINEW__BAKE_OUT_OF_REACH;
    compact->flags[item->group] |= SINEW__COMPACT_QUATERNIONS;
    compact->quaternion_masks[item->group] |= (uint16_t)(1u << item->lane);
    for (int i = 0; i < 4 && outcome == SINEW__BAKE_OK; ++i)
        outcome = keep_curve(item, SINEW__COMPONENT_QUATERNION + i, &curves[i]);
    return outcome;
}

static void set_flag(const fitted_item *item, uint32_t flag)
{
    item->compact->flags[item->group] |= flag;
    if (flag == SINEW__COMPACT_SCALES) item->compact->scale_masks[item->group] |= (uint16_t)(1u << item->lane);
}

/// Fits the curves of a translation or scale. Sets `flag` of the group if the vector moves or differs from the rest
/// pose.
static sinew__bake_outcome fit_vector(fitted_item *item, int first, uint32_t flag, const double rest[3])
{
    double bytes;
    const size_t before = item->compact->curve_count;
    const sinew__bake_outcome outcome = fit_each(item, first, 3, &bytes);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!isfinite(bytes)) return SINEW__BAKE_OUT_OF_REACH;
    int differs = item->compact->curve_count > before;
    for (int i = 0; i < 3; ++i) {
        const double apart = fabs((double)*constant_of(item, first + i) - rest[i]);
        differs |= !(apart <= constant_share * tolerance_of(item, first + i));
    }
    if (differs) set_flag(item, flag);
    return SINEW__BAKE_OK;
}

// ---- joints and morphs --------------------------------------------------------------------------------------------

static void rest_of(const fitted_item *item, double t[3], double s[3])
{
    const sinew_transform *rest = &item->compact->bake->model->joints[item->source.joint].rest;
    const double scale[3] = {rest->s.x, rest->s.y, rest->s.z};
    memcpy(s, scale, sizeof scale);
    sinew__joint_constants_translation(&item->source.joint_constants, rest, t);
}

/// Sets the constants of an unanimated joint to its rest pose.
static void put_rest(const fitted_item *item)
{
    double t[3], s[3], angles[3];
    const sinew_transform *rest = &item->compact->bake->model->joints[item->source.joint].rest;
    rest_of(item, t, s);
    sinew__quat_to_euler(sinew__joint_constants_inner(&item->source.joint_constants, rest->r), SINEW_ROTATE_XYZ,
                         angles);
    for (int i = 0; i < 3; ++i) {
        *constant_of(item, SINEW__COMPONENT_ANGLE + i) = (float)(angles[i] / 180);
        *constant_of(item, SINEW__COMPONENT_TRANSLATION + i) = (float)t[i];
        *constant_of(item, SINEW__COMPONENT_SCALE + i) = (float)s[i];
    }
}

static sinew__bake_outcome fit_joint(fitted_item *item)
{
    double t[3], s[3];
    const sinew__bake *bake = item->compact->bake;
    put_rest(item);
    if (sinew__joint_constants_is_scaled(bake->model, bake->binds, item->source.joint))
        set_flag(item, SINEW__COMPACT_SCALES);
    if (item->source.motion.channel_count == 0 && item->source.motion.track_count == 0) return SINEW__BAKE_OK;
    rest_of(item, t, s);
    sinew__bake_outcome outcome = sample_item(item, is_of_frames(item) ? 1 : SINEW__MIN_SAMPLES, 0);
    if (outcome == SINEW__BAKE_OK) outcome = fit_rotation(item);
    if (outcome == SINEW__BAKE_OK)
        outcome = fit_vector(item, SINEW__COMPONENT_TRANSLATION, SINEW__COMPACT_TRANSLATES, t);
    if (outcome == SINEW__BAKE_OK) outcome = fit_vector(item, SINEW__COMPONENT_SCALE, SINEW__COMPACT_SCALES, s);
    return outcome;
}

static sinew__bake_outcome fit_morph(fitted_item *item)
{
    const sinew_model *model = item->compact->bake->model;
    double bytes;
    *constant_of(item, 0) = model->morphs[item->source.morph].weight;
    if (item->source.motion.channel_count == 0 && item->source.motion.track_count == 0) return SINEW__BAKE_OK;
    sinew__bake_outcome outcome = sample_item(item, is_of_frames(item) ? 1 : SINEW__MIN_SAMPLES, 0);
    if (outcome == SINEW__BAKE_OK) outcome = fit_each(item, 0, 1, &bytes);
    if (outcome == SINEW__BAKE_OK && !isfinite(bytes)) outcome = SINEW__BAKE_OUT_OF_REACH;
    return outcome;
}

/// Sets the constant quaternion of a lane from its constant angles.
static void put_resting_quaternion(sinew__compact_bake *compact, int32_t group, int lane)
{
    float(*constants)[SINEW__COMPACT_LANES] = compact->constants[group];
    double degrees[3];
    for (int i = 0; i < 3; ++i) degrees[i] = 180 * (double)constants[SINEW__COMPONENT_ANGLE + i][lane];
    const sinew_quat q = sinew__quat_from_euler(degrees, SINEW_ROTATE_XYZ);
    const double own[4] = {q.x, q.y, q.z, q.w};
    for (int i = 0; i < 4; ++i) constants[SINEW__COMPONENT_QUATERNION + i][lane] = (float)own[i];
    compact->quaternion_masks[group] |= (uint16_t)(1u << lane);
}

/// If the moving rotations of a group are all quaternions, converts the group's constant rotations from angles to
/// quaternions, so that the group needs no angles.
static sinew__bake_outcome rest_by_quaternions(sinew__compact_bake *compact)
{
    uint8_t *has_angles = SINEW__ARENA_ARRAY(compact->bake->memory, uint8_t, compact->group_count);
    if (!has_angles) return SINEW__BAKE_NO_MEMORY;
    for (size_t i = 0; i < compact->curve_count; ++i)
        if (compact->curves[i].group < compact->group_count &&
            compact->curves[i].component < SINEW__COMPONENT_TRANSLATION)
            has_angles[compact->curves[i].group] = 1;
    for (int32_t group = 0; group < compact->group_count; ++group) {
        if (!(compact->flags[group] & SINEW__COMPACT_QUATERNIONS) || has_angles[group]) continue;
        for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane)
            if (!(compact->quaternion_masks[group] >> lane & 1)) put_resting_quaternion(compact, group, lane);
    }
    return SINEW__BAKE_OK;
}

/// Changes curves of lines that may be cubics to cubics, if other curves of the clip are cubics with the same number of
/// keys per cell: components that share a grid take fewer records. A character with 72 cubic curves and 47 lines then
/// plays in 0.95 of the time.
static sinew__bake_outcome share_grids(sinew__compact_bake *compact)
{
    int has_cubics[SINEW__COMPACT_KEYS_PER_CELL + 1] = {0};
    for (size_t i = 0; i < compact->curve_count; ++i)
        if (compact->curves[i].taps == 4) has_cubics[compact->curves[i].per_cell] = 1;
    for (size_t i = 0; i < compact->curve_count; ++i) {
        sinew__fitted_curve *curve = &compact->curves[i];
        if (!curve->may_be_cubic || !has_cubics[curve->per_cell]) continue;
        double *keys = SINEW__ARENA_ARRAY(compact->bake->memory, double, curve->key_count + 2);
        if (!keys) return SINEW__BAKE_NO_MEMORY;
        keys[0] = curve->ends[0];
        memcpy(keys + 1, curve->keys, (size_t)curve->key_count * sizeof *keys);
        keys[curve->key_count + 1] = curve->ends[1];
        curve->keys = keys;
        curve->key_count += 2;
        curve->taps = 4;
    }
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__compact_fit_clip(sinew__compact_bake *compact)
{
    const sinew_model *model = compact->bake->model;
    const int32_t joints = model->joint_count, count = joints + model->morph_count;
    sinew__arena *memory = compact->bake->memory;
    const int32_t groups = compact->group_count + sinew__compact_groups_of(model->morph_count);
    sinew__joint_motion *motions = SINEW__ARENA_ARRAY(memory, sinew__joint_motion, count);
    compact->flags = SINEW__ARENA_ARRAY(memory, uint32_t, compact->group_count);
    compact->quaternion_masks = SINEW__ARENA_ARRAY(memory, uint16_t, compact->group_count);
    compact->scale_masks = SINEW__ARENA_ARRAY(memory, uint16_t, compact->group_count);
    compact->constants = sinew__arena_take(memory, (size_t)groups, sizeof *compact->constants);
    if (memory->failed) return SINEW__BAKE_NO_MEMORY;
    if (!find_motions(compact, motions)) return SINEW__BAKE_OUT_OF_REACH;
    compact->curves = NULL;
    compact->curve_count = compact->curve_capacity = 0;
    // defaults for lanes after the last joint, and quaternions of joints without any
    for (int32_t g = 0; g < compact->group_count; ++g)
        for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane) {
            for (int k = 0; k < 3; ++k) compact->constants[g][SINEW__COMPONENT_SCALE + k][lane] = 1;
            compact->constants[g][SINEW__COMPONENT_QUATERNION + 3][lane] = 1;
        }
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    for (int32_t i = 0; i < count && outcome == SINEW__BAKE_OK; ++i) {
        const int is_joint = i < joints;
        const int32_t number = is_joint ? i : i - joints;
        fitted_item item = {.compact = compact,
                            .source = sinew__source_of(compact, is_joint ? number : SINEW_NONE,
                                                       is_joint ? SINEW_NONE : number, &motions[i]),
                            .group = (is_joint ? 0 : compact->group_count) + number / SINEW__COMPACT_LANES,
                            .lane = number % SINEW__COMPACT_LANES,
                            .samples = &compact->kept->items[i],
                            .memory = {.limit = memory->limit}};
        outcome = is_joint ? fit_joint(&item) : fit_morph(&item);
        if (item.memory.failed == 2) memory->failed = 2;
        sinew__arena_free(&item.memory);
    }
    if (outcome == SINEW__BAKE_OK) outcome = share_grids(compact);
    return outcome == SINEW__BAKE_OK ? rest_by_quaternions(compact) : outcome;
}
