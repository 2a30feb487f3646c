// Samples compact clips at one time: finds the position between the keys, and computes locals, weights and visibility.
#include "runtime/sampler/compact_sample.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/lower_bound.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/curve.h"
#include "runtime/sampler/local_lane.h"
#include "runtime/sampler/pose_fits.h"

/// Bits after the binary point of a position between keys. Fixed-point numbers split into a key and a fraction without
/// a branch, which would delay everything that depends on the position.
enum { FRACTION_BITS = 32 };

static const int64_t one = INT64_C(1) << FRACTION_BITS;

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_whole __attribute__((vector_size(16)));
typedef uint64_t two_pairs __attribute__((vector_size(16)));

/// Evaluates four cubics at `way`, the fraction from the second key to the third: for each key, the sum of the weights
/// up to that key, times SINEW__KEY_WEIGHT_SUM. `power` has the coefficients of the cubics. Adding `rounding` leaves
/// the rounded integer in the low bits of each float.
static inline four_whole rounded_sums(const four power[4], four way)
{
    static const four rounding = {0x1.8p23f, 0x1.8p23f, 0x1.8p23f, 0x1.8p23f};
    const four sums = (power[3] * way + power[2]) * (way * way) + (power[1] * way + power[0]);
    return (four_whole)(sums * (float)SINEW__KEY_WEIGHT_SUM + rounding);
}

/// Returns the four Catmull-Rom weights at the fraction `part` from the second key to the third, as 16-bit integers.
/// Their sum is exactly SINEW__KEY_WEIGHT_SUM, so that a curve with equal keys has no rounding error: partial sums are
/// rounded, and the sum of all four is constant. The four are computed together and without a branch, because
/// everything that is played depends on them.
static uint64_t cubic_weights(float part)
{
    static const four upto[4] = {{0, 1, 1, 1}, {-0.5f, -0.5f, 0, 0}, {1, -1.5f, 0.5f, 0}, {-0.5f, 1, -0.5f, 0}},
                      before[4] = {{0, 0, 1, 1}, {0, -0.5f, -0.5f, 0}, {0, 1, -1.5f, 0.5f}, {0, -0.5f, 1, -0.5f}};
    const four way = {part, part, part, part};
    const two_pairs weights = (two_pairs)(rounded_sums(upto, way) - rounded_sums(before, way)),
                    pairs = (weights & 0xffff) | (weights >> 16 & 0xffff0000);
    return pairs[0] | pairs[1] << 32;
}

/// Returns the weights of the keys around a position, 16 bits each, the first key's in the lowest bits. `u` is the
/// fraction to the next key, in units of `one`.
static uint64_t key_weights(int32_t taps, int64_t u)
{
    if (taps == 4) return cubic_weights((float)u * 0x1p-32f);
    const int32_t second = taps == 2 ? (int32_t)((u * SINEW__KEY_WEIGHT_SUM + one / 2) >> FRACTION_BITS) : 0;
    return (uint64_t)(SINEW__KEY_WEIGHT_SUM - second) | (uint64_t)second << 16;
}

/// Returns a number of cells limited to 0 … `most`.
static double clamped(double cells, double most)
{
    return cells < 0 ? 0 : cells > most ? most : cells;
}

/// Sets the rows and weights for a position in cells. The last key, at the end of the last cell, starts no segment;
/// only held values use it alone.
static void position_on_grid(const sinew__key_grid *grid, int32_t cell_count, double cells, sinew__grid_position *out)
{
    const int64_t key_count = (int64_t)cell_count * grid->per_cell, last = key_count - (grid->taps > 1);
    const int64_t keys = (int64_t)(cells * ((double)grid->per_cell * (double)one));
    if (grid->taps == SINEW__UNEVEN) {
        // the key before `middle` is in row `middle`, because the grid starts one key early
        const int64_t middle = (keys + one / 2) >> FRACTION_BITS;
        for (int32_t i = 0; i < SINEW__KEY_ROWS; ++i) out->rows[i] = (int32_t)middle + i;
        out->uneven_time = (float)(keys - middle * one) * (0x1p-32f * SINEW__UNEVEN_UNITS);
        out->weights[0] = ((int32_t)floorf(out->uneven_time) + 1) * 65536;
        out->row_count = 0;
        return;
    }
    const int64_t whole = keys >> FRACTION_BITS, key = whole < last ? whole : last;
    const int32_t odd = (int32_t)key & 1, row = (int32_t)(key >> 1);
    const uint64_t weights = key_weights(grid->taps, keys - key * one), first_two = weights << 16 * odd;
    out->weights[0] = (int32_t)(uint32_t)first_two;
    out->weights[1] = (int32_t)(uint32_t)(first_two >> 32);
    out->weights[2] = (int32_t)(weights >> 48) & -odd;
    out->row_count = grid->taps == 4 ? SINEW__KEY_ROWS : grid->taps;
    out->rows[0] = row;
    out->rows[1] = row + (odd + grid->taps > 2); // a row without a weight may be after the last row
    out->rows[2] = row + 1 + (odd + grid->taps > 4);
}

/// Returns the number of cells that is added to a position for sampling held values. If grid lines are between ticks,
/// the author's key may be up to a tick before the line that stores it, and its value holds from the key on. For cells
/// of few ticks the number is 0, because a tick is a noticeable part of them.
static double held_delay(const sinew__compact_clip *clip)
{
    static const double most_ticks = 0.74, long_cell = 10000;
    return clip->cells_per_tick * long_cell < 1 ? most_ticks * clip->cells_per_tick : 0;
}

int sinew__compact_find(const sinew_model *model, const sinew__baked_clip *baked, double time,
                        sinew__compact_position *out_position)
{
    static const double same_tick = 0.25; // ticks: added, so that rounding does not put a tick before the grid line
                                          // that it is on
    const sinew__compact_clip *clip = sinew__compact_of(model, baked);
    int64_t tick = sinew__ticks(model, time);
    if (tick < clip->first_tick) {
        if (!(baked->flags & SINEW__BAKED_HOLDS_BEFORE)) return 0;
        tick = clip->first_tick;
    } else if (tick > clip->last_tick) {
        if (!(baked->flags & SINEW__BAKED_HOLDS_AFTER)) return 0;
        tick = clip->last_tick;
    }
    const double cells = ((double)(tick - clip->origin) + same_tick) * clip->cells_per_tick;
    const double inside = clamped(cells, clip->cell_count);
    const int32_t cell = (int32_t)inside, last = clip->cell_count - 1;
    out_position->tick = tick;
    out_position->cell = cell < last ? cell : last;
    out_position->part = inside - out_position->cell;
    for (int32_t i = 0; i < clip->grid_count; ++i)
        position_on_grid(&clip->grids[i], clip->cell_count,
                         clip->grids[i].taps == 1 ? clamped(cells + held_delay(clip), clip->cell_count) : inside,
                         &out_position->grids[i]);
    return 1;
}

const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__baked_clip *baked, int64_t tick)
{
    const uint8_t *section = sinew__section_of_clip(model, baked);
    const sinew__compact_clip *clip = sinew__compact_of(model, baked);
    const int64_t *ticks = sinew__baked_at(section, clip->visible_ticks);
    size_t changes = 0; // number of changes up to the tick
    SINEW__LOWER_BOUND(changes, clip->visible_count, ticks[changes] <= tick);
    return section + clip->visible + changes * (size_t)model->joint_count;
}

int sinew__compact_sample_at(const sinew_model *model, const sinew__baked_clip *baked, double time,
                             sinew__compact_position *position, sinew__compact_sample *out_sample)
{
    if (!sinew__compact_find(model, baked, time, position)) return 0;
    const sinew__compact_clip *clip = sinew__compact_of(model, baked);
    const uint8_t *section = sinew__section_of_clip(model, baked);
    // Set field by field: clearing the struct took longer than finding the position.
    out_sample->section = section;
    out_sample->clip = clip;
    out_sample->joint_constants = sinew__baked_at(model->baked, sinew__baked_header_of(model)->joint_constants);
    out_sample->position = position;
    out_sample->joint_count = model->joint_count;
    out_sample->joint_group_count = sinew__compact_groups_of(model->joint_count);
    return 1;
}

void sinew__compact_weights(const sinew_model *model, const sinew__compact_kernel *kernel,
                            const sinew__compact_sample *sample, float *out_weights)
{
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    const int32_t first = sinew__compact_groups_of(model->joint_count);
    for (int32_t i = 0; i < model->morph_count; i += SINEW__COMPACT_LANES) {
        const int32_t group = first + i / SINEW__COMPACT_LANES, left = model->morph_count - i;
        float weights[SINEW__COMPACT_LANES];
        if (i == 0 || group % SINEW__CHUNK_GROUPS == 0) kernel->curves(sample, group / SINEW__CHUNK_GROUPS, curves);
        kernel->weights(sample, group, curves, weights);
        memcpy(out_weights + i, weights,
               (size_t)(left < SINEW__COMPACT_LANES ? left : SINEW__COMPACT_LANES) * sizeof *out_weights);
    }
}

// ---- locals -------------------------------------------------------------------------------------------------------

int32_t sinew_local_group_count(const sinew_model *model)
{
    return sinew__compact_groups_of(model->joint_count);
}

int sinew_clip_sample_locals(const sinew_model *model, int32_t clip, double time, sinew_local_group *out_groups,
                             float *out_morph_weights)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    const sinew__compact_kernel *kernel = sinew__compact_kernel_best();
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (!baked || !isfinite(time) ||
        !sinew__compact_sample_at(model, baked, sinew__timeline(model, clip, time), &position, &sample))
        return 0;
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    for (int32_t i = 0; i < sample.joint_group_count; ++i) {
        if (i % SINEW__CHUNK_GROUPS == 0) kernel->curves(&sample, i / SINEW__CHUNK_GROUPS, curves);
        kernel->locals(&sample, i, curves, &out_groups[i]);
    }
    if (out_morph_weights) sinew__compact_weights(model, kernel, &sample, out_morph_weights);
    return 1;
}

void sinew_locals_from_pose(const sinew_model *model, const sinew_pose *pose, sinew_local_group *out_groups)
{
    static const sinew_transform rests = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    if (!sinew__pose_fits(model, pose)) return;
    const int32_t count = sinew_local_group_count(model) * SINEW_LOCAL_LANES;
    for (int32_t i = 0; i < count; ++i) {
        sinew__set_local_lane(&out_groups[i / SINEW_LOCAL_LANES], i % SINEW_LOCAL_LANES,
                              i < model->joint_count ? &pose->local[i] : &rests);
    }
}

/// Writes the joints of one group to `out`, [joint_count].
static void locals_to_transforms(const sinew_model *model, const sinew_local_group *group, int32_t index,
                                 sinew_transform *out)
{
    const int32_t first = index * SINEW_LOCAL_LANES, left = model->joint_count - first;
    for (int32_t i = 0; i < SINEW_LOCAL_LANES && i < left; ++i) out[first + i] = sinew__local_lane(group, i);
}

void sinew__compact_transforms(const sinew_model *model, const sinew__compact_sample *sample, sinew_transform *out)
{
    const sinew__compact_kernel *kernel = sinew__compact_kernel_best();
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    for (int32_t i = 0; i < sample->joint_group_count; ++i) {
        _Alignas(64) sinew_local_group group;
        if (i % SINEW__CHUNK_GROUPS == 0) kernel->curves(sample, i / SINEW__CHUNK_GROUPS, curves);
        kernel->locals(sample, i, curves, &group);
        locals_to_transforms(model, &group, i, out);
    }
}

void sinew_locals_to_pose(const sinew_model *model, const sinew_local_group *groups, sinew_pose *pose)
{
    if (!sinew__pose_fits(model, pose)) return;
    const int32_t count = sinew_local_group_count(model);
    for (int32_t i = 0; i < count; ++i) locals_to_transforms(model, &groups[i], i, pose->local);
    if (model->joint_count) memset(pose->animated, 1, (size_t)model->joint_count);
    pose->baked_clip = SINEW_NONE;
}

// ---- one joint in the author's terms --------------------------------------------------------------------------------

/// The component values of one joint, and whether curves of the clip animate them.
typedef struct joint_components {
    float value[SINEW__COMPONENT_COUNT];
    uint8_t moves[SINEW__COMPONENT_COUNT];
} joint_components;

/// Sets a lane's components to its constants in the clip, or to the rest pose's for components that the group lacks.
static void put_constants(const sinew__compact_sample *sample, const sinew__compact_group *group, int32_t index,
                          int32_t lane, joint_components *out)
{
    const sinew__joint_constants *rests = sample->joint_constants + index;
    const uint32_t *constants = sinew__baked_at(sample->section, sample->clip->constants);
    const float *vectors = sinew__baked_at(sample->section, sample->clip->vectors);
    constants += group->first_vector;
    for (int k = 0; k < 3; ++k) {
        out->value[SINEW__COMPONENT_TRANSLATION + k] = rests->rest_t[k][lane];
        out->value[SINEW__COMPONENT_SCALE + k] = rests->rest_s[k][lane];
    }
    for (int component = 0; component < SINEW__COMPONENT_COUNT; ++component)
        if (sinew__components_of(group->flags) >> component & 1)
            out->value[component] = vectors[*constants++ + (uint32_t)lane];
}

/// Sets the components of a lane that have curves.
static void put_curves(const sinew__compact_sample *sample, const sinew__compact_group *group, int32_t index,
                       int32_t lane, joint_components *out)
{
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    const sinew__compact_clip *clip = sample->clip;
    const sinew__component_curves *own = sinew__baked_at(sample->section, clip->components);
    own += group->first_component;
    sinew__compact_kernel_best()->curves(sample, index / SINEW__CHUNK_GROUPS, curves);
    for (const sinew__component_curves *end = own + group->component_count; own < end; ++own) {
        const int curve = sinew__curve_of_lane(own, lane);
        if (curve < 0) continue;
        const float value = curves[own->first + curve];
        out->value[own->component] = own->adds ? out->value[own->component] + value : value;
        out->moves[own->component] = 1;
    }
}

/// Converts the rotation back from the exchanged axes of compact clips, which make every rotation order XYZ.
static void put_rotation(const sinew_model *model, int32_t joint, const joint_components *of,
                         sinew__authored_joint *out)
{
    const int32_t stack = model->joints[joint].stack;
    const int is_active = stack != SINEW_NONE && model->stacks[stack].rotation_active;
    int axes[3];
    const double sign = sinew__rotation_axes(is_active ? model->stacks[stack].rotation_order : 0, axes);
    const int first = out->has_quaternion ? SINEW__COMPONENT_QUATERNION : SINEW__COMPONENT_ANGLE;
    double length = 0;
    for (int i = 0; i < 4; ++i) {
        const double part = (double)of->value[SINEW__COMPONENT_QUATERNION + i];
        length += part * part;
    }
    const double factor = out->has_quaternion ? 1 / sqrt(length) : 180;
    for (int i = 0; i < 3; ++i) {
        out->rotation[axes[i]] = sign * factor * (double)of->value[first + i];
        out->moves[1] |= (uint32_t)of->moves[first + i] << axes[i];
    }
    if (!out->has_quaternion) return;
    out->rotation[3] = factor * (double)of->value[first + 3];
    out->moves[1] |= (uint32_t)of->moves[first + 3] << 3;
}

int sinew__compact_authored(const sinew_model *model, int32_t clip, int32_t joint, double time,
                            sinew__authored_joint *out)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    const int32_t index = joint / SINEW__COMPACT_LANES, lane = joint % SINEW__COMPACT_LANES;
    joint_components of = {0};
    sinew__compact_position position;
    sinew__compact_sample sample;
    *out = (sinew__authored_joint){0};
    if (!baked || !sinew__compact_sample_at(model, baked, time, &position, &sample)) return 0;
    const sinew__compact_group *group = sinew__sample_group(&sample, index);
    put_constants(&sample, group, index, lane, &of);
    put_curves(&sample, group, index, lane, &of);
    out->has_quaternion = group->flags & SINEW__COMPACT_QUATERNIONS && group->quaternion_mask >> lane & 1;
    put_rotation(model, joint, &of, out);
    for (int i = 0; i < 3; ++i) {
        out->translation[i] = (double)of.value[SINEW__COMPONENT_TRANSLATION + i];
        out->scale[i] = (double)of.value[SINEW__COMPONENT_SCALE + i];
        out->moves[0] |= (uint32_t)of.moves[SINEW__COMPONENT_TRANSLATION + i] << i;
        out->moves[2] |= (uint32_t)of.moves[SINEW__COMPONENT_SCALE + i] << i;
    }
    return 1;
}
