// Writes fitted curves as a compact clip, in the order in which the kernels read them; see
// docs/internals/compact-clips.md.
#include "author/bake/compact_curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/cpu.h"

/// A curve as it is stored: the keys of a fitted curve, rounded to int16, or a second curve that adds their rounding
/// errors.
typedef struct stored_curve {
    const sinew__fitted_curve *from;
    int32_t grid;
    uint8_t adds;
    float step, middle;              ///< stored scale and offset of the int16 keys; key values are multiplied by
                                     ///< SINEW__KEY_WEIGHT_SUM
    double half_range;               ///< half of the range of the keys' values
    double whole_step, whole_middle; ///< value of one step of the first curve, and value of its number 0
} stored_curve;

typedef struct writing {
    sinew__compact_bake *compact;
    sinew__buffer *section;
    stored_curve *curves;
    size_t curve_count;
    int32_t group_count; ///< groups of joints and morphs
    sinew__compact_clip clip;
} writing;

enum { SCALE_DIGITS = 8 }; // significant bits of a stored step or middle; the lower half of the float is 0

enum { ADDED_STEPS = 1 << 16 }; // steps of the added curve in one step of the first

// ---- steps --------------------------------------------------------------------------------------------------------

static int32_t grid_of(sinew__compact_clip *clip, const sinew__fitted_curve *curve)
{
    for (int32_t i = 0; i < clip->grid_count; ++i)
        if (clip->grids[i].per_cell == curve->per_cell && clip->grids[i].taps == curve->taps) return i;
    clip->grids[clip->grid_count] =
        (sinew__key_grid){.per_cell = (uint8_t)curve->per_cell, .taps = (uint8_t)curve->taps};
    return clip->grid_count++;
}

/// Rounds to a number with `digits` significant bits, which compresses better.
static double of_digits(double value, int digits, double (*rounding)(double value))
{
    int exponent;
    const double fraction = frexp(value, &exponent);
    return ldexp(rounding(ldexp(fraction, digits)), exponent - digits);
}

/// Returns the step to store, with SCALE_DIGITS significant bits: the larger of `least` rounded up and `finest` rounded
/// down. Finer steps than `finest` are not needed.
static double stored_step(double least, double finest)
{
    const double up = of_digits(fmax(least, 1e-30) / SINEW__KEY_WEIGHT_SUM, SCALE_DIGITS, ceil),
                 down = of_digits(finest / SINEW__KEY_WEIGHT_SUM, SCALE_DIGITS, floor);
    return fmax(up, down);
}

static void add_curve(writing *work, const sinew__fitted_curve *from)
{
    const sinew__compact_bake *compact = work->compact;
    double low = from->keys[0], high = low;
    for (int32_t i = 1; i < from->key_count; ++i) {
        low = fmin(low, from->keys[i]);
        high = fmax(high, from->keys[i]);
    }
    for (const sinew__curve_pieces *piece = from->pieces; piece; piece = piece->next)
        for (int i = 0; i < 4; ++i) {
            low = fmin(low, piece->keys[i]);
            high = fmax(high, piece->keys[i]);
        }
    const double needed = 2 * compact->needed_share * compact->bake->bound; // a finer step only makes files larger
    const double finest = from->coarse > 0 ? needed / from->coarse : 0;
    // Remove whole turns from the middle of angles.
    const int is_angle = from->group < compact->group_count && from->component < SINEW__COMPONENT_TRANSLATION;
    const double center = low + (high - low) / 2, wrapped = is_angle ? center - 2 * round(center / 2) : center,
                 stored_middle = of_digits(wrapped, SCALE_DIGITS, rint), middle = center + (stored_middle - wrapped),
                 half = fmax(high - middle, middle - low), stored = stored_step(half / SINEW__KEY16_MOST, finest),
                 step = stored * SINEW__KEY_WEIGHT_SUM;
    const int32_t grid = grid_of(&work->clip, from);
    stored_curve *own = &work->curves[work->curve_count++];
    *own = (stored_curve){.from = from,
                          .grid = grid,
                          .step = (float)stored,
                          .middle = (float)stored_middle,
                          .half_range = half,
                          .whole_step = step,
                          .whole_middle = middle};
    if (step / 2 * from->coarse <= compact->coarse_share * compact->bake->bound) return;
    work->curves[work->curve_count++] = (stored_curve){.from = from,
                                                       .grid = grid,
                                                       .adds = 1,
                                                       .step = (float)(stored / ADDED_STEPS),
                                                       .whole_step = step,
                                                       .whole_middle = middle};
}

/// Returns the int16 of a key's value.
static int16_t number_of(const stored_curve *curve, double key)
{
    const double scaled = (key - curve->whole_middle) / curve->whole_step, number = rint(scaled);
    const double most = SINEW__KEY16_MOST, wanted = curve->adds ? rint((scaled - number) * ADDED_STEPS) : number;
    return (int16_t)(wanted < -most ? -most : wanted > most ? most : wanted);
}

static int compare_curves(const void *a, const void *b)
{
    const stored_curve *x = a, *y = b;
    const int32_t left[] =
        {x->from->group / SINEW__CHUNK_GROUPS, x->grid, x->from->group, x->adds, x->from->component, x->from->lane},
                  right[] = {y->from->group / SINEW__CHUNK_GROUPS,
                             y->grid,
                             y->from->group,
                             y->adds,
                             y->from->component,
                             y->from->lane};
    for (int i = 0; i < 6; ++i)
        if (left[i] != right[i]) return (left[i] > right[i]) - (left[i] < right[i]);
    return 0;
}

/// Whether an angle may exceed ± half a turn, so that playback must remove whole turns before it computes sines. A
/// cubic exceeds the range of its keys by 1/8 at most.
static int may_turn(const stored_curve *curve)
{
    return curve->from->component < SINEW__COMPONENT_TRANSLATION &&
           (curve->from->pieces || fabs((double)curve->middle) + 1.25 * curve->half_range > 1);
}

// ---- components ---------------------------------------------------------------------------------------------------

static int32_t chunk_of(const stored_curve *curve)
{
    return curve->from->group / SINEW__CHUNK_GROUPS;
}

static int begins_span(const writing *work, size_t i)
{
    const stored_curve *curve = &work->curves[i];
    return i == 0 || chunk_of(curve - 1) != chunk_of(curve) || curve[-1].grid != curve->grid;
}

static int begins_component(const writing *work, size_t i)
{
    const stored_curve *curve = &work->curves[i];
    return begins_span(work, i) || curve[-1].from->group != curve->from->group || curve[-1].adds != curve->adds ||
           curve[-1].from->component != curve->from->component;
}

/// Returns the number of int16 that a curve takes on a grid.
static uint64_t extent_on_grid(const sinew__compact_clip *clip, const sinew__key_grid *grid)
{
    return 2 * (uint64_t)sinew__rows_of_grid(grid, clip->cell_count);
}

/// Writes the chunks, spans and keys.
static void write_spans(const writing *work)
{
    const sinew__compact_clip *clip = &work->clip;
    char *section = work->section->text;
    sinew__curve_chunk *chunks = (sinew__curve_chunk *)(void *)(section + clip->chunks);
    sinew__curve_span *spans = (sinew__curve_span *)(void *)(section + clip->spans), *span = spans;
    int16_t *numbers = (int16_t *)(void *)(section + clip->data);
    uint32_t *scales = (uint32_t *)(void *)(section + clip->scales);
    uint64_t data = 0;
    for (size_t i = 0, end; i < work->curve_count; i = end, ++span) {
        const stored_curve *curve = &work->curves[i];
        sinew__curve_chunk *chunk = &chunks[chunk_of(curve)];
        const uint64_t extent = extent_on_grid(clip, &clip->grids[curve->grid]);
        for (end = i + 1; end < work->curve_count && !begins_span(work, end); ++end) continue;
        if (!chunk->span_count++) *chunk = (sinew__curve_chunk){(uint32_t)(span - spans), 1, (uint32_t)i, 0};
        *span = (sinew__curve_span){.data = (uint32_t)data,
                                    .first = (uint16_t)chunk->curve_count,
                                    .count = (uint16_t)(end - i),
                                    .grid = (uint32_t)curve->grid};
        chunk->curve_count += span->count;
        for (size_t k = i; k < end; ++k) {
            const stored_curve *own = &work->curves[k];
            const uint64_t last = (uint64_t)own->from->key_count - 1;
            // Every curve in turn stores two consecutive keys, or one key and its time.
            int16_t *pairs = numbers + data + 2 * (k - i);
            for (uint64_t j = 0; j < extent; ++j) {
                int16_t *const out = &pairs[j / 2 * (2 * (end - i)) + j % 2];
                if (!own->from->times)
                    *out = number_of(own, own->from->keys[j < last ? j : last]);
                else
                    *out = j % 2 ? own->from->times[j / 2] : number_of(own, own->from->keys[j / 2]);
            }
            // the upper halves of a curve's step and middle, in one number
            uint32_t step, middle;
            memcpy(&step, &own->step, sizeof step);
            memcpy(&middle, &own->middle, sizeof middle);
            scales[k] = step | middle >> 16;
        }
        data += span->count * extent;
    }
}

/// Returns the record of a component whose curves start at index `i`, in a chunk that starts at curve `first`.
static sinew__component_curves component_from(const writing *work, size_t i, size_t first)
{
    const sinew__fitted_curve *from = work->curves[i].from;
    sinew__component_curves out = {
        .first = (uint16_t)(i - first), .component = from->component, .adds = work->curves[i].adds};
    unsigned lanes = 0;
    for (size_t k = i; k < work->curve_count && (k == i || !begins_component(work, k)); ++k)
        lanes |= 1u << work->curves[k].from->lane;
    sinew__set_lanes(lanes, &out);
    return out;
}

/// A component's record with its group, for sorting.
typedef struct group_component {
    int32_t group;
    sinew__component_curves curves;
} group_component;

/// Orders by group and component; added curves come last in their component.
static int compare_components(const void *a, const void *b)
{
    const group_component *x = a, *y = b;
    if (x->group != y->group) return (x->group > y->group) - (x->group < y->group);
    if (x->curves.component != y->curves.component) return x->curves.component - y->curves.component;
    if (x->curves.adds != y->curves.adds) return x->curves.adds - y->curves.adds;
    return (x->curves.first > y->curves.first) - (x->curves.first < y->curves.first);
}

/// Lists the components of all groups. Returns NULL when out of memory.
static group_component *list_components(const writing *work, int32_t *out_count)
{
    group_component *all = SINEW__ARENA_ARRAY(work->compact->bake->memory, group_component, work->curve_count);
    int32_t count = 0;
    size_t first = 0;
    if (!all) return NULL;
    for (size_t i = 0; i < work->curve_count; ++i) {
        if (i == 0 || chunk_of(&work->curves[i - 1]) != chunk_of(&work->curves[i])) first = i;
        if (begins_component(work, i))
            all[count++] = (group_component){work->curves[i].from->group, component_from(work, i, first)};
    }
    qsort(all, (size_t)count, sizeof *all, compare_components);
    *out_count = count;
    return all;
}

static void write_components(const writing *work, const group_component *all, sinew__compact_group *groups)
{
    const sinew__compact_clip *clip = &work->clip;
    sinew__component_curves *out = (sinew__component_curves *)(void *)(work->section->text + clip->components);
    for (int32_t i = 0, end; i < clip->component_count; i = end) {
        sinew__compact_group *group = &groups[all[i].group];
        for (end = i; end < clip->component_count && all[end].group == all[i].group; ++end) out[end] = all[end].curves;
        group->first_component = (uint32_t)i;
        group->component_count = (uint32_t)(end - i);
    }
}

/// Vectors of constants while equal ones are merged.
typedef struct joined_vectors {
    float (*vectors)[SINEW__COMPACT_LANES];
    uint16_t *read; ///< [vector_count] bits of the lanes that are used
    uint32_t *constants;
    int32_t vector_count, constant_count;
} joined_vectors;

/// Whether a vector equals `values` in all lanes that both use.
static int agrees(const joined_vectors *joined, int32_t index, const float *values, unsigned read)
{
    const unsigned both = joined->read[index] & read;
    for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane)
        if (both >> lane & 1 && memcmp(&joined->vectors[index][lane], &values[lane], sizeof *values) != 0) return 0;
    return 1;
}

/// Adds a vector with its used lanes `read`, or merges it with one of the last 64 vectors.
static void join_vector(joined_vectors *joined, const float *values, unsigned read)
{
    enum { LOOKED_AT = 64 };
    const int32_t first = joined->vector_count > LOOKED_AT ? joined->vector_count - LOOKED_AT : 0;
    int32_t index = first;
    while (index < joined->vector_count && !agrees(joined, index, values, read)) ++index;
    if (index == joined->vector_count) ++joined->vector_count;
    for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane)
        if (read >> lane & 1) joined->vectors[index][lane] = values[lane];
    joined->read[index] = (uint16_t)(joined->read[index] | read);
    joined->constants[joined->constant_count++] = (uint32_t)(index * SINEW__COMPACT_LANES);
}

/// Returns the lanes of a component that use its constant, because no curve replaces it. For an angle, these are only
/// lanes of joints that rotate by angles; for a part of a quaternion, only lanes of joints that rotate by a quaternion.
static unsigned read_lanes(const sinew__compact_bake *compact, int32_t group, int component,
                           const group_component *curves, int32_t count)
{
    unsigned read = SINEW__ALL_LANES;
    for (int32_t i = 0; i < count; ++i)
        if (curves[i].curves.component == component && !curves[i].curves.adds) read &= ~(unsigned)curves[i].curves.mask;
    if (group >= compact->group_count || !(compact->flags[group] & SINEW__COMPACT_QUATERNIONS)) return read;
    if (component < SINEW__COMPONENT_TRANSLATION) return read & ~(unsigned)compact->quaternion_masks[group];
    return component >= SINEW__COMPONENT_QUATERNION ? read & compact->quaternion_masks[group] : read;
}

/// Adds the constant vectors of a group; `curves` are the records of its components.
static void join_group(const writing *work, int32_t group, const group_component *curves, int32_t curve_count,
                       joined_vectors *joined)
{
    const sinew__compact_bake *compact = work->compact;
    const uint32_t components = group < compact->group_count ? sinew__components_of(compact->flags[group]) : 1;
    for (int i = 0; i < SINEW__COMPONENT_COUNT; ++i) {
        const int rotates = i < SINEW__COMPONENT_TRANSLATION || i >= SINEW__COMPONENT_QUATERNION;
        float values[SINEW__COMPACT_LANES];
        if (!(components >> i & 1)) continue;
        for (int k = 0; k < SINEW__COMPACT_LANES; ++k)
            values[k] = sinew__flush((double)compact->constants[group][i][k], rotates ? SINEW__LEAST_ROTATION : 0);
        join_vector(joined, values, read_lanes(compact, group, i, curves, curve_count));
    }
}

// ---- pieces -------------------------------------------------------------------------------------------------------

typedef struct sorted_piece {
    int32_t chunk, cell;
    sinew__curve_piece piece;
} sorted_piece;

static int compare_pieces(const void *a, const void *b)
{
    const sorted_piece *x = a, *y = b;
    if (x->chunk != y->chunk) return (x->chunk > y->chunk) - (x->chunk < y->chunk);
    if (x->cell != y->cell) return (x->cell > y->cell) - (x->cell < y->cell);
    return (x->piece.place > y->piece.place) - (x->piece.place < y->piece.place);
}

static sorted_piece *sort_pieces(const writing *work, size_t count)
{
    sorted_piece *pieces = SINEW__ARENA_ARRAY(work->compact->bake->memory, sorted_piece, count), *next = pieces;
    size_t first = 0; // curve of the chunk
    if (!pieces) return NULL;
    for (size_t i = 0; i < work->curve_count; ++i) {
        const stored_curve *curve = &work->curves[i];
        if (chunk_of(&work->curves[first]) != chunk_of(curve)) first = i;
        for (const sinew__curve_pieces *p = curve->from->pieces; p; p = p->next, ++next) {
            next->chunk = chunk_of(curve);
            next->cell = p->cell;
            next->piece.place = (uint32_t)(i - first) << SINEW__PLACE_BITS | p->begin;
            for (int k = 0; k < 4; ++k) next->piece.keys[k] = number_of(curve, p->keys[k]);
        }
    }
    qsort(pieces, count, sizeof *pieces, compare_pieces);
    return pieces;
}

static sinew__bake_outcome write_pieces(writing *work)
{
    sinew__compact_clip *clip = &work->clip;
    const uint64_t cells = (uint64_t)clip->cell_count,
                   starts = (uint64_t)sinew__chunks_of(work->group_count) * cells + 1;
    size_t count = 0;
    int32_t exceptions = 0; // number of cells with pieces, summed over all curves
    for (size_t k = 0; k < work->curve_count; ++k)
        for (const sinew__curve_pieces *p = work->curves[k].from->pieces; p; p = p->next, ++count)
            exceptions += p->begin == 0 && !work->curves[k].adds;
    if (count == 0) return SINEW__BAKE_OK;
    if (count > INT32_MAX || starts > work->compact->bake->byte_limit) return SINEW__BAKE_TOO_LARGE;
    const sorted_piece *sorted = sort_pieces(work, count);
    clip->piece_count = (int32_t)count;
    clip->exception_count = exceptions;
    clip->piece_start = sinew__bake_reserve_clip(work->section, starts, sizeof(uint32_t));
    clip->pieces = sinew__bake_reserve_clip(work->section, count, sizeof(sinew__curve_piece));
    if (!sorted || work->section->failed) return SINEW__BAKE_NO_MEMORY;
    uint32_t *start = (uint32_t *)(void *)(work->section->text + clip->piece_start);
    sinew__curve_piece *pieces = (sinew__curve_piece *)(void *)(work->section->text + clip->pieces);
    for (size_t i = 0; i < count; ++i) {
        pieces[i] = sorted[i].piece;
        ++start[(uint64_t)sorted[i].chunk * cells + (uint64_t)sorted[i].cell + 1];
    }
    for (uint64_t i = 1; i < starts; ++i) start[i] += start[i - 1];
    return SINEW__BAKE_OK;
}

// ---- visibility ---------------------------------------------------------------------------------------------------

/// Visibility of the joints over time.
typedef struct visibility {
    int64_t *ticks; ///< [count] ticks of changes, rising
    uint8_t *sets;  ///< [count + 1][joint_count]
    size_t count, tick_capacity, set_capacity;
} visibility;

static sinew__bake_outcome add_set(sinew__bake *bake, visibility *seen)
{
    const size_t joints = (size_t)bake->model->joint_count;
    seen->sets = sinew__arena_grow(bake->memory, seen->sets, seen->count, &seen->set_capacity, joints);
    if (!seen->sets) return SINEW__BAKE_NO_MEMORY;
    memcpy(seen->sets + seen->count * joints, bake->pose->visible, joints);
    return SINEW__BAKE_OK;
}

/// Adds the changes between two ticks.
static sinew__bake_outcome follow_changes(sinew__bake *bake, visibility *seen, int64_t from, int64_t to)
{
    const size_t joints = (size_t)bake->model->joint_count;
    sinew__bake_outcome outcome = sinew__bake_sample(bake, to);
    while (outcome == SINEW__BAKE_OK && memcmp(bake->pose->visible, seen->sets + seen->count * joints, joints) != 0) {
        int64_t same = from, other = to;
        while (other - same > 1 && outcome == SINEW__BAKE_OK) {
            const int64_t middle = same + (other - same) / 2;
            outcome = sinew__bake_sample(bake, middle);
            *(memcmp(bake->pose->visible, seen->sets + seen->count * joints, joints) == 0 ? &same : &other) = middle;
        }
        if (outcome == SINEW__BAKE_OK) outcome = sinew__bake_sample(bake, other);
        if (outcome != SINEW__BAKE_OK) return outcome;
        seen->ticks =
            sinew__arena_grow(bake->memory, seen->ticks, seen->count, &seen->tick_capacity, sizeof *seen->ticks);
        if (!seen->ticks) return SINEW__BAKE_NO_MEMORY;
        seen->ticks[seen->count++] = other;
        outcome = add_set(bake, seen);
        from = other;
        if (outcome == SINEW__BAKE_OK) outcome = sinew__bake_sample(bake, to);
    }
    return outcome;
}

static sinew__bake_outcome write_visibility(writing *work)
{
    sinew__compact_bake *compact = work->compact;
    sinew__bake *bake = compact->bake;
    const size_t joints = (size_t)bake->model->joint_count;
    visibility seen = {0};
    sinew__bake_outcome outcome = sinew__bake_sample(bake, compact->cells.first);
    if (outcome == SINEW__BAKE_OK) outcome = add_set(bake, &seen);
    int moves = 0;
    for (int32_t i = bake->clip->first_channel; i < bake->clip->first_channel + bake->clip->channel_count; ++i)
        moves |= bake->model->channels[i].property == SINEW_CHANNEL_VISIBILITY;
    int64_t before = compact->cells.first;
    for (size_t i = 1; moves && i < compact->tick_count && outcome == SINEW__BAKE_OK; ++i) {
        if (!(compact->ticks[i].values & SINEW__VISIBILITY_VALUE)) continue;
        outcome = follow_changes(bake, &seen, before, compact->ticks[i].tick);
        before = compact->ticks[i].tick;
    }
    if (outcome != SINEW__BAKE_OK) return outcome;
    work->clip.visible_count = (int32_t)seen.count;
    work->clip.visible_ticks = sinew__bake_reserve_clip(work->section, seen.count, sizeof *seen.ticks);
    work->clip.visible = sinew__bake_reserve_clip(work->section, seen.count + 1, joints);
    if (work->section->failed) return SINEW__BAKE_NO_MEMORY;
    if (seen.count) memcpy(work->section->text + work->clip.visible_ticks, seen.ticks, seen.count * sizeof *seen.ticks);
    memcpy(work->section->text + work->clip.visible, seen.sets, (seen.count + 1) * joints);
    return SINEW__BAKE_OK;
}

// ---- the clip -----------------------------------------------------------------------------------------------------

/// Makes the groups without their components, and the vectors of all constants. Returns NULL when out of memory.
static sinew__compact_group *list_groups(const writing *work, int32_t count, const group_component *components,
                                         joined_vectors *out)
{
    const sinew__compact_bake *compact = work->compact;
    sinew__arena *memory = compact->bake->memory;
    const size_t most = (size_t)count * SINEW__COMPONENT_COUNT;
    sinew__compact_group *groups = SINEW__ARENA_ARRAY(memory, sinew__compact_group, count);
    *out = (joined_vectors){.vectors = sinew__arena_take(memory, most, sizeof *out->vectors),
                            .read = SINEW__ARENA_ARRAY(memory, uint16_t, most),
                            .constants = SINEW__ARENA_ARRAY(memory, uint32_t, most)};
    if (memory->failed) return NULL;
    for (int32_t i = 0, first = 0, end; i < count; ++i, first = end) {
        for (end = first; end < work->clip.component_count && components[end].group == i; ++end) continue;
        if (i < compact->group_count)
            groups[i] = (sinew__compact_group){.flags = compact->flags[i],
                                               .quaternion_mask = compact->quaternion_masks[i],
                                               .scale_mask = compact->scale_masks[i]};
        groups[i].first_vector = (uint32_t)out->constant_count;
        join_group(work, i, components + first, end - first, out);
    }
    return groups;
}

/// Appends an array of the clip and returns its offset.
static uint64_t append(const writing *work, const void *items, size_t count, size_t size)
{
    const uint64_t at = sinew__bake_reserve_clip(work->section, count, size);
    if (!work->section->failed && count) memcpy(work->section->text + at, items, count * size);
    return at;
}

static sinew__bake_outcome write_groups(writing *work)
{
    sinew__compact_clip *clip = &work->clip;
    const sinew__compact_bake *compact = work->compact;
    const int32_t count = work->group_count;
    const group_component *components = list_components(work, &clip->component_count);
    joined_vectors joined;
    sinew__compact_group *groups = components ? list_groups(work, count, components, &joined) : NULL;
    if (!groups) return SINEW__BAKE_NO_MEMORY;
    uint64_t numbers = 0;
    for (size_t i = 0; i < work->curve_count; ++i) {
        numbers += extent_on_grid(clip, &clip->grids[work->curves[i].grid]);
        clip->span_count += begins_span(work, i);
    }
    clip->data_count = numbers + SINEW__KEY_SLACK;
    if (numbers > UINT32_MAX || numbers * sizeof(int16_t) > compact->bake->byte_limit) return SINEW__BAKE_TOO_LARGE;
    clip->curve_count = (int32_t)work->curve_count;
    clip->vector_count = joined.vector_count;
    clip->constant_count = joined.constant_count;
    clip->constants = append(work, joined.constants, (size_t)joined.constant_count, sizeof *joined.constants);
    clip->vectors = sinew__bake_reserve(work->section, (uint64_t)joined.vector_count, sizeof *joined.vectors);
    if (work->section->failed) return SINEW__BAKE_NO_MEMORY;
    memcpy(work->section->text + clip->vectors, joined.vectors, (size_t)joined.vector_count * sizeof *joined.vectors);
    clip->groups = append(work, groups, (size_t)count, sizeof *groups);
    clip->chunks =
        sinew__bake_reserve_clip(work->section, (uint64_t)sinew__chunks_of(count), sizeof(sinew__curve_chunk));
    clip->spans = sinew__bake_reserve_clip(work->section, (uint64_t)clip->span_count, sizeof(sinew__curve_span));
    clip->components =
        sinew__bake_reserve_clip(work->section, (uint64_t)clip->component_count, sizeof(sinew__component_curves));
    clip->scales = sinew__bake_reserve_clip(work->section, work->curve_count + SINEW__COMPACT_LANES, sizeof(uint32_t));
    if (work->section->failed) return SINEW__BAKE_NO_MEMORY;
    write_components(work, components, (sinew__compact_group *)(void *)(work->section->text + clip->groups));
    return SINEW__BAKE_OK;
}

/// Whether all curves hold their value before the clip's first tick, or after its last one.
static int holds_outside(const sinew__bake *bake, int after, int64_t first, int64_t last)
{
    const sinew_model *model = bake->model;
    const sinew_clip *clip = bake->clip;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count + clip->layer_count; ++i) {
        const int32_t layer = i - clip->first_channel - clip->channel_count;
        const int32_t weight = layer >= 0 ? model->layers[clip->first_layer + layer].weight_curve : SINEW_NONE;
        const int32_t *indices = layer >= 0 ? &weight : model->channels[i].curve;
        for (int k = 0; k < (layer >= 0 ? 1 : 3); ++k) {
            if (indices[k] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[indices[k]];
            const sinew_curve_key *keys = model->curve_keys + curve->first_key;
            if (after && (keys[curve->key_count - 1].ticks > last || curve->after != SINEW_EXTRAPOLATE_HOLD)) return 0;
            if (!after && (keys[0].ticks < first || curve->before != SINEW_EXTRAPOLATE_HOLD)) return 0;
        }
    }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (after && model->track_keys[track->first_key + track->key_count - 1].time > clip->duration) return 0;
        if (!after && model->track_keys[track->first_key].time < 0) return 0;
    }
    return 1;
}

sinew__bake_outcome sinew__compact_write(sinew__compact_bake *compact, sinew__buffer *section,
                                         sinew__baked_clip *out_baked)
{
    const sinew__cells *cells = &compact->cells;
    const sinew__bake *bake = compact->bake;
    const size_t before = (size_t)sinew__bake_reserve(section, 0, 1); // padding before the clip is not counted
    writing work = {.compact = compact,
                    .section = section,
                    .curves = SINEW__ARENA_ARRAY(bake->memory, stored_curve, 2 * compact->curve_count),
                    .group_count = compact->group_count + sinew__compact_groups_of(bake->model->morph_count),
                    .clip = {.first_tick = cells->first,
                             .last_tick = cells->last,
                             .origin = cells->origin,
                             .cells_per_tick = 1 / cells->ticks,
                             .cell_count = cells->count}};
    if (!work.curves) return SINEW__BAKE_NO_MEMORY;
    for (size_t i = 0; i < compact->curve_count; ++i) add_curve(&work, &compact->curves[i]);
    for (size_t i = 0; i < work.curve_count; ++i) {
        const int32_t group = work.curves[i].from->group;
        if (group < compact->group_count && !work.curves[i].adds && may_turn(&work.curves[i]))
            compact->flags[group] |= SINEW__COMPACT_TURNS;
    }
    qsort(work.curves, work.curve_count, sizeof *work.curves, compare_curves);
    sinew__baked_clip baked = {.frame_count = cells->count + 1, .rate = bake->rate};
    baked.flags = (holds_outside(bake, 0, cells->first, cells->last) ? (uint32_t)SINEW__BAKED_HOLDS_BEFORE : 0u) |
                  (holds_outside(bake, 1, cells->first, cells->last) ? (uint32_t)SINEW__BAKED_HOLDS_AFTER : 0u) |
                  (compact->inherits ? (uint32_t)SINEW__BAKED_INHERITS : 0u);
    baked.compact = sinew__bake_reserve(section, 1, sizeof work.clip);
    sinew__bake_outcome outcome = section->failed ? SINEW__BAKE_NO_MEMORY : write_groups(&work);
    if (outcome == SINEW__BAKE_OK) outcome = write_pieces(&work);
    if (outcome == SINEW__BAKE_OK) outcome = write_visibility(&work);
    if (outcome != SINEW__BAKE_OK) return outcome;
    const size_t joints = (size_t)bake->model->joint_count;
    baked.animated = sinew__bake_reserve_clip(section, joints, 1);
    if (section->failed) return SINEW__BAKE_NO_MEMORY;
    memcpy(section->text + baked.animated, bake->pose->animated, joints); // the same at all times
    // Keys come last: padding after them would cancel the bytes that fewer keys save.
    work.clip.data = sinew__bake_reserve_clip(section, work.clip.data_count, sizeof(int16_t));
    if (section->failed) return SINEW__BAKE_NO_MEMORY;
    write_spans(&work);
    memcpy(section->text + baked.compact, &work.clip, sizeof work.clip);
    baked.byte_count = section->size - before;
    if (baked.byte_count > bake->byte_limit) return SINEW__BAKE_TOO_LARGE;
    *out_baked = baked;
    return SINEW__BAKE_OK;
}
