/// Validates baked clips: every array starts at the end of the previous one, every index is within its array, every
/// number is finite.
///
/// The section has offsets instead of indices. It is read once from its first to its last byte, so that arrays cannot
/// share bytes, which would then be read several times.

#include <math.h>
#include <string.h>

#include "runtime/model/baked_clips.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/validate/checks.h"
#include "runtime/model/validate/validation.h"

// Checks of the steps of playing, see sinew__joint_step.

/// A set of joints, one bit each.
typedef struct sinew__joint_set {
    uint8_t bits[SINEW__MAX_JOINTS / 8 + 1];
} sinew__joint_set;

static inline int joint_set_has(const sinew__joint_set *set, int32_t joint)
{
    return set->bits[joint / 8] >> joint % 8 & 1;
}

// Reads the section of baked clips array by array, each at the end of the previous one.

typedef struct sinew__baked_check {
    const sinew_model *model;
    const sinew__baked_header *header;
    uint64_t next; ///< offset of the end of the arrays read so far
} sinew__baked_check;

/// Returns the next array of the section, `count` items of `size` bytes. Returns NULL if `offset` is not the next
/// multiple of `align`, or if the array exceeds the section.
static const void *take_aligned(sinew__baked_check *check, uint64_t offset, int64_t count, size_t size, uint64_t align)
{
    const uint64_t begin = (check->next + align - 1) / align * align;
    const uint64_t end = check->model->baked_byte_count;
    if (count < 0 || offset != begin || offset > end || (uint64_t)count > (end - offset) / size) return NULL;
    check->next = offset + (uint64_t)count * size;
    return check->model->baked + offset;
}

static const void *take(sinew__baked_check *check, uint64_t offset, int64_t count, size_t size)
{
    return take_aligned(check, offset, count, size, SINEW__BAKED_ALIGN);
}

/// Returns the next array of a clip, or NULL.
static const void *take_of_clip(sinew__baked_check *check, uint64_t offset, int64_t count, size_t size)
{
    return take_aligned(check, offset, count, size, SINEW__CLIP_ALIGN);
}

static inline const float *take_floats(sinew__baked_check *check, uint64_t offset, int64_t count)
{
    const float *floats = take(check, offset, count, sizeof *floats);
    return floats && sinew__all_finite(floats, (size_t)count) ? floats : NULL;
}

static inline int take_flags(sinew__baked_check *check, uint64_t offset, int64_t count)
{
    const uint8_t *bytes = take_of_clip(check, offset, count, 1);
    uint8_t all = 0;
    for (int64_t i = 0; bytes && i < count; ++i) all |= bytes[i];
    return bytes && all <= 1;
}

/// The state of checking the steps in order.
typedef struct step_check {
    const sinew_model *model;
    const int32_t *copies;
    sinew__joint_set walked, *needed;
} step_check;

static void add_joint(sinew__joint_set *set, int32_t joint)
{
    set->bits[joint / 8] |= (uint8_t)(1 << joint % 8);
}

/// Whether a step writes to a valid palette entry: the joint's own entry, or else one that a later step writes, or one
/// that is written after all steps.
static int write_fits(const step_check *steps, int32_t joint, uint32_t palette)
{
    const sinew_model *model = steps->model;
    const uint32_t skin_joint = palette / SINEW__MATRIX_FLOATS;
    if (palette % SINEW__MATRIX_FLOATS != 0 || skin_joint >= (uint32_t)model->skin_joint_count) return 0;
    if (steps->copies[joint] != SINEW_NONE) return steps->copies[joint] == (int32_t)skin_joint;
    const int32_t owner = model->skin_joints[skin_joint].joint;
    return steps->copies[owner] != (int32_t)skin_joint || !joint_set_has(&steps->walked, owner);
}

/// Whether a step has the offsets of its joint, occurs once, and comes after its parent's step. A step that the palette
/// needs must have a parent that the palette needs.
static int step_fits(step_check *steps, const sinew__joint_step *step, int32_t joint, int is_needed)
{
    const int32_t parent = steps->model->joints[joint].parent;
    if (joint_set_has(&steps->walked, joint) || step->delta != sinew__delta_of_joint(joint) ||
        step->joint_matrix != (uint32_t)(joint + 1) * SINEW__JOINT_MATRIX_FLOATS ||
        step->parent != (uint32_t)(parent + 1) * SINEW__JOINT_MATRIX_FLOATS)
        return 0;
    if (parent != SINEW_NONE && !joint_set_has(is_needed ? steps->needed : &steps->walked, parent)) return 0;
    if (is_needed ? !write_fits(steps, joint, step->palette) : step->palette != 0 || steps->copies[joint] != SINEW_NONE)
        return 0;
    add_joint(&steps->walked, joint);
    if (is_needed) add_joint(steps->needed, joint);
    return 1;
}

/// Checks the steps and the number of needed steps per chunk. `copies` have been checked. Adds the joints that the
/// palette needs to `out_needed`.
static int joint_steps_fit(sinew__baked_check *check, const int32_t *copies, sinew__joint_set *out_needed)
{
    const int32_t joints = check->model->joint_count, chunks = sinew__joint_chunks_of(joints);
    step_check steps = {.model = check->model, .copies = copies, .needed = out_needed};
    const sinew__joint_step *step = take(check, check->header->steps, joints, sizeof *step);
    const int32_t *needed = step ? take(check, check->header->needed, chunks, sizeof *needed) : NULL;
    for (int32_t chunk = 0; chunk < chunks && needed; ++chunk) {
        const int32_t first = chunk * SINEW__CHUNK_JOINTS, left = joints - first,
                      count = left < SINEW__CHUNK_JOINTS ? left : SINEW__CHUNK_JOINTS;
        if (needed[chunk] < 0 || needed[chunk] > count) return 0;
        for (int32_t i = 0; i < count; ++i, ++step) {
            const int64_t joint = (int64_t)(step->joint_matrix / SINEW__JOINT_MATRIX_FLOATS) - 1;
            if (joint < first || joint >= first + count || !step_fits(&steps, step, (int32_t)joint, i < needed[chunk]))
                return 0;
        }
    }
    return needed != NULL;
}

// Checks the arrays of compact clips.

/// A clip whose arrays are being checked.
typedef struct clip_check {
    sinew__baked_check *section;
    const sinew__compact_clip *clip;
    int32_t joint_groups, group_count;
    const uint32_t *constants;
    const sinew__curve_chunk *chunks;
    const sinew__curve_span *spans;
    const sinew__component_curves *components;
    const sinew__compact_group *groups;
} clip_check;

/// Whether the joint constants are the next array, have finite values, and flags that match their matrices.
static int joint_constants_fit(sinew__baked_check *check)
{
    const sinew__baked_header *header = check->header;
    const int32_t count = header->joint_constants_count;
    const int64_t floats = (int64_t)(sizeof(sinew__joint_constants) / sizeof(float));
    if (count != 0 && count != sinew__compact_groups_of(check->model->joint_count)) return 0;
    const sinew__joint_constants *groups = (const void *)take_floats(check, header->joint_constants, count * floats);
    for (int32_t i = 0; groups && i < count; ++i)
        if ((groups[i].keeps_rotation != 0.0f && !sinew__keeps_rotation(&groups[i])) ||
            (groups[i].keeps_axes != 0.0f && !sinew__keeps_axes(&groups[i])))
            return 0;
    return groups != NULL;
}

// ---- the clip's numbers -------------------------------------------------------------------------------------------

/// Whether the clip's ticks are in order and in the range of its cells, within the limits of the fixed-point arithmetic
/// of playing.
static int times_fit(const sinew__compact_clip *clip)
{
    const int64_t max = INT64_C(4000000000000000000);
    if (clip->first_tick < -max || clip->last_tick > max || clip->first_tick > clip->last_tick || clip->origin < -max ||
        clip->origin > max || !(clip->cells_per_tick > 0) || !isfinite(clip->cells_per_tick) || clip->cell_count <= 0 ||
        clip->cell_count > SINEW__COMPACT_CELLS)
        return 0;
    const double first = ((double)clip->first_tick - (double)clip->origin) * clip->cells_per_tick,
                 last = ((double)clip->last_tick - (double)clip->origin) * clip->cells_per_tick;
    return first >= -1 && last <= 2 * (double)SINEW__COMPACT_CELLS;
}

static int counts_fit(const sinew__compact_clip *clip)
{
    return clip->span_count >= 0 && clip->component_count >= 0 && clip->curve_count >= 0 && clip->piece_count >= 0 &&
           clip->visible_count >= 0 && clip->vector_count >= 0 && clip->constant_count >= 0 &&
           clip->exception_count >= 0 && clip->exception_count <= clip->piece_count &&
           clip->data_count >= SINEW__KEY_SLACK && clip->data_count <= INT64_MAX;
}

static int grids_fit(const sinew__compact_clip *clip)
{
    if (clip->grid_count < 0 || clip->grid_count > SINEW__COMPACT_GRIDS) return 0;
    for (int32_t i = 0; i < clip->grid_count; ++i) {
        const sinew__key_grid *grid = &clip->grids[i];
        if (grid->per_cell < 1 || grid->per_cell > SINEW__COMPACT_KEYS_PER_CELL ||
            (grid->taps != 1 && grid->taps != 2 && grid->taps != 4 && grid->taps != SINEW__UNEVEN))
            return 0;
    }
    return 1;
}

/// Whether the entry in the table of clips has the values of a compact clip, and zeros in all other fields.
static int entry_fits(const sinew__baked_clip *baked, const sinew__compact_clip *clip)
{
    const uint32_t flags = SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER | SINEW__BAKED_INHERITS;
    const sinew__baked_clip used = {.frame_count = clip->cell_count + 1,
                                    .flags = baked->flags & flags,
                                    .animated = baked->animated,
                                    .compact = baked->compact,
                                    .byte_count = baked->byte_count,
                                    .error = baked->error,
                                    .rate = baked->rate};
    return isfinite(baked->error) && baked->error >= 0 && isfinite(baked->rate) && baked->rate >= 0 &&
           memcmp(baked, &used, sizeof used) == 0;
}

// ---- curves -------------------------------------------------------------------------------------------------------

/// Returns the number of int16 in a span.
static uint64_t span_extent(const sinew__compact_clip *clip, const sinew__curve_span *span)
{
    const sinew__key_grid *grid = &clip->grids[span->grid];
    return (uint64_t)sinew__rows_of_grid(grid, clip->cell_count) * span->count * 2;
}

/// Whether the spans of a chunk are consecutive in its curves and in the clip's data. *data is the start of the first
/// span; it becomes the end of the last.
static int chunk_spans_fit(const sinew__compact_clip *clip, const sinew__curve_chunk *chunk,
                           const sinew__curve_span *spans, uint64_t *data)
{
    uint32_t curves = 0;
    for (uint32_t i = 0; i < chunk->span_count; ++i) {
        const sinew__curve_span *span = &spans[i];
        if (span->grid >= (uint32_t)clip->grid_count || span->data != *data || span->first != curves ||
            span->count == 0 || span->count > chunk->curve_count - curves)
            return 0;
        const uint64_t extent = span_extent(clip, span);
        if (extent > clip->data_count - SINEW__KEY_SLACK - *data) return 0;
        *data += extent;
        curves += span->count;
    }
    return curves == chunk->curve_count;
}

/// Whether the chunks divide the clip's spans, curves and data without gaps.
static int spans_fit(const clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    uint32_t span = 0, curve = 0;
    uint64_t data = 0;
    for (int32_t i = 0; i < sinew__chunks_of(check->group_count); ++i) {
        const sinew__curve_chunk *chunk = &check->chunks[i];
        const int is_empty = chunk->span_count == 0;
        if (chunk->first_span != (is_empty ? 0 : span) || chunk->first_curve != (is_empty ? 0 : curve) ||
            chunk->span_count > (uint32_t)clip->span_count - span || chunk->curve_count > SINEW__CHUNK_CURVES ||
            chunk->curve_count > (uint32_t)clip->curve_count - curve ||
            !chunk_spans_fit(clip, chunk, check->spans + span, &data))
            return 0;
        span += chunk->span_count;
        curve += chunk->curve_count;
    }
    return span == (uint32_t)clip->span_count && curve == (uint32_t)clip->curve_count &&
           data + SINEW__KEY_SLACK == clip->data_count;
}

/// Whether an odd number of keys ends with a repeated key, which packing relies on. On an uneven grid: whether the
/// times of keys rise, because playing divides by their distances.
static int rows_fit(const sinew__compact_clip *clip, const sinew__curve_span *span, const int16_t *data)
{
    const sinew__key_grid *grid = &clip->grids[span->grid];
    if (grid->taps == SINEW__UNEVEN) {
        const int half = SINEW__UNEVEN_UNITS / 2, stride = 2 * span->count;
        const int16_t *keys = data + span->data;
        for (uint64_t i = 1; i < span_extent(clip, span); i += 2)
            if (keys[i] < -half || keys[i] > half ||
                (i > (uint64_t)stride && keys[i] + SINEW__UNEVEN_UNITS <= keys[i - (uint64_t)stride]))
                return 0;
        return 1;
    }
    const int16_t *row = data + span->data + span_extent(clip, span) - 2 * (uint64_t)span->count;
    if (sinew__keys_of_grid(grid, clip->cell_count) % 2 == 0) return 1;
    for (int32_t i = 0; i < span->count; ++i)
        if (row[2 * i] != row[2 * i + 1]) return 0;
    return 1;
}

static int take_keys(const clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    const int16_t *data = take_of_clip(check->section, clip->data, (int64_t)clip->data_count, sizeof *data);
    if (!data) return 0;
    for (int32_t i = 0; i < clip->span_count; ++i)
        if (!rows_fit(clip, &check->spans[i], data)) return 0;
    return 1;
}

/// Whether the scales are the next array, and all steps and middles are finite.
static int take_scales(const clip_check *check)
{
    const int64_t count = (int64_t)check->clip->curve_count + SINEW__COMPACT_LANES;
    const uint32_t *scales = take_of_clip(check->section, check->clip->scales, count, sizeof *scales);
    for (int64_t i = 0; i < count && scales; ++i)
        if (!isfinite(sinew__curve_step(scales[i])) || !isfinite(sinew__curve_middle(scales[i]))) return 0;
    return scales != NULL;
}

/// Whether constants refer to existing vectors, and these have finite values.
static int take_constants(clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    check->constants = take_of_clip(check->section, clip->constants, clip->constant_count, sizeof *check->constants);
    for (int32_t i = 0; i < clip->constant_count && check->constants; ++i)
        if (check->constants[i] % SINEW__COMPACT_LANES != 0 ||
            check->constants[i] / SINEW__COMPACT_LANES >= (uint32_t)clip->vector_count)
            return 0;
    return check->constants &&
           take_floats(check->section, clip->vectors, (int64_t)clip->vector_count * SINEW__COMPACT_LANES);
}

static int take_curves(clip_check *check)
{
    sinew__baked_check *section = check->section;
    const sinew__compact_clip *clip = check->clip;
    check->groups = take_of_clip(section, clip->groups, check->group_count, sizeof *check->groups);
    if (!check->groups) return 0;
    check->chunks = take_of_clip(section, clip->chunks, sinew__chunks_of(check->group_count), sizeof *check->chunks);
    if (!check->chunks) return 0;
    check->spans = take_of_clip(section, clip->spans, clip->span_count, sizeof *check->spans);
    if (!check->spans || !spans_fit(check)) return 0;
    check->components = take_of_clip(section, clip->components, clip->component_count, sizeof *check->components);
    return check->components && take_scales(check);
}

// ---- groups -------------------------------------------------------------------------------------------------------

/// Whether `before` matches the mask.
static int lanes_match(const sinew__component_curves *curves)
{
    sinew__component_curves own = *curves;
    memset(own.before, 0, sizeof own.before);
    sinew__set_lanes(curves->mask, &own);
    return memcmp(own.before, curves->before, sizeof own.before) == 0;
}

/// Whether the components of a group are in order, are allowed by its flags, and have their curves in its chunk.
static int components_fit(const clip_check *check, int32_t index)
{
    const sinew__compact_group *group = &check->groups[index];
    const sinew__component_curves *components = check->components + group->first_component;
    const uint32_t curve_count = check->chunks[index / SINEW__CHUNK_GROUPS].curve_count,
                   // morphs have only the weight
        valid = index >= check->joint_groups ? 1 : sinew__components_of(group->flags);
    for (uint32_t i = 0; i < group->component_count; ++i) {
        const sinew__component_curves *curves = &components[i];
        const uint32_t count = (uint32_t)__builtin_popcount(curves->mask);
        if (curves->adds > 1 || curves->component >= SINEW__COMPONENT_COUNT || !(valid >> curves->component & 1) ||
            !lanes_match(curves) || curves->first > curve_count || count > curve_count - curves->first ||
            (i > 0 && curves->component < curves[-1].component))
            return 0;
    }
    return 1;
}

/// Whether the groups divide the components and the constants without gaps.
static int groups_fit(const clip_check *check)
{
    const uint32_t max_flags =
        SINEW__COMPACT_TRANSLATES | SINEW__COMPACT_SCALES | SINEW__COMPACT_QUATERNIONS | SINEW__COMPACT_TURNS;
    const uint32_t total = (uint32_t)check->clip->component_count, constants = (uint32_t)check->clip->constant_count;
    uint32_t next = 0, next_constant = 0;
    for (int32_t i = 0; i < check->group_count; ++i) {
        const sinew__compact_group *group = &check->groups[i];
        const int is_morphs = i >= check->joint_groups;
        const uint32_t components = is_morphs ? 1 : sinew__components_of(group->flags),
                       vectors = sinew__vectors_before(components, SINEW__COMPONENT_COUNT);
        if (group->flags > (is_morphs ? 0 : max_flags) ||
            !group->scale_mask != !(group->flags & SINEW__COMPACT_SCALES) ||
            group->first_component != (group->component_count ? next : 0) || group->component_count > total - next ||
            !components_fit(check, i) || group->first_vector != next_constant || vectors > constants - next_constant)
            return 0;
        next += group->component_count;
        next_constant += vectors;
    }
    return next == total && next_constant == constants;
}

// ---- pieces and visibility ----------------------------------------------------------------------------------------

/// Whether the pieces of a chunk in one cell belong to the chunk's curves and rise, and each curve's first piece starts
/// with the cell.
static int places_fit(const sinew__curve_chunk *chunk, const sinew__curve_piece *pieces, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t place = pieces[i].place, curve = place >> SINEW__PLACE_BITS;
        const int is_first = i == 0 || pieces[i - 1].place >> SINEW__PLACE_BITS != curve;
        if (curve >= chunk->curve_count || (i > 0 && place <= pieces[i - 1].place) ||
            (is_first && place % SINEW__PLACE_END != 0))
            return 0;
    }
    return 1;
}

static int take_pieces(const clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    const int64_t cells = clip->cell_count, count = sinew__chunks_of(check->group_count) * cells;
    if (clip->piece_count == 0) return clip->piece_start == 0 && clip->pieces == 0;
    const uint32_t *start = take_of_clip(check->section, clip->piece_start, count + 1, sizeof *start);
    if (!start || start[0] != 0 || start[count] != (uint32_t)clip->piece_count) return 0;
    const sinew__curve_piece *pieces = take_of_clip(check->section, clip->pieces, clip->piece_count, sizeof *pieces);
    for (int64_t i = 0; pieces && i < count; ++i)
        if (start[i] > start[i + 1] || start[i + 1] > (uint32_t)clip->piece_count ||
            !places_fit(&check->chunks[i / cells], pieces + start[i], start[i + 1] - start[i]))
            return 0;
    return pieces != NULL;
}

static int take_visibility(const clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    const int64_t *ticks = take_of_clip(check->section, clip->visible_ticks, clip->visible_count, sizeof *ticks);
    for (int32_t i = 1; ticks && i < clip->visible_count; ++i)
        if (ticks[i] <= ticks[i - 1]) return 0;
    return ticks && take_flags(check->section, clip->visible,
                               ((int64_t)clip->visible_count + 1) * check->section->model->joint_count);
}

// ---- the clip -----------------------------------------------------------------------------------------------------

/// Whether the arrays of a compact clip are the next ones and have valid values.
static int compact_clip_fits(sinew__baked_check *section, const sinew__baked_clip *baked)
{
    const uint64_t begin = baked->compact;
    const sinew_model *model = section->model;
    clip_check check = {.section = section, .joint_groups = sinew__compact_groups_of(model->joint_count)};
    check.group_count = check.joint_groups + sinew__compact_groups_of(model->morph_count);
    check.clip = take(section, baked->compact, 1, sizeof *check.clip);
    const int has_constants = model->clip_skeleton || section->header->joint_constants_count > 0;
    return check.clip && has_constants && times_fit(check.clip) && counts_fit(check.clip) && grids_fit(check.clip) &&
           entry_fits(baked, check.clip) && take_constants(&check) && take_curves(&check) && groups_fit(&check) &&
           take_pieces(&check) && take_visibility(&check) && take_flags(section, baked->animated, model->joint_count) &&
           take_keys(&check) && baked->byte_count == section->next - begin;
}

// ---- tables of the hierarchy walk ---------------------------------------------------------------------------------

static int parents_match(sinew__baked_check *check)
{
    const sinew_model *model = check->model;
    const int32_t *parents = take(check, check->header->parents, model->joint_count, sizeof *parents);
    if (!parents) return 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (parents[i] != model->joints[i].parent + 1) return 0;
    return 1;
}

/// Returns the array of copies if it is the next one and each joint's copy is a skin joint of that joint; else NULL.
static const int32_t *take_copies(sinew__baked_check *check)
{
    const sinew_model *model = check->model;
    const int32_t *copies = take(check, check->header->copies, model->joint_count, sizeof *copies);
    if (!copies) return NULL;
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        if (!sinew__index_or_none(copies[joint], model->skin_joint_count) ||
            (copies[joint] != SINEW_NONE && model->skin_joints[copies[joint]].joint != joint))
            return NULL;
    }
    return copies;
}

static int is_index(int32_t index, int32_t total)
{
    return index >= 0 && index < total;
}

/// Returns the palette entries if they are the next array, rise, and their joints have needed steps; else NULL.
static const sinew__palette_entry *take_entries(sinew__baked_check *check, const sinew__joint_set *needed)
{
    const sinew_model *model = check->model;
    const int32_t count = check->header->entry_count;
    const sinew__palette_entry *entries = take(check, check->header->entries, count, sizeof *entries);
    for (int32_t i = 0; i < count && entries; ++i)
        if (!is_index(entries[i].skin_joint, model->skin_joint_count) ||
            (i > 0 && entries[i].skin_joint <= entries[i - 1].skin_joint) ||
            entries[i].joint != model->skin_joints[entries[i].skin_joint].joint ||
            !joint_set_has(needed, entries[i].joint) || !sinew__all_finite(entries[i].offset, 12))
            return NULL;
    return entries;
}

/// Returns the repeats if they are the next array, rise, and each refers to an earlier skin joint of the same joint;
/// else NULL.
static const sinew__palette_link *take_repeats(sinew__baked_check *check)
{
    const sinew_skin_joint *skin_joints = check->model->skin_joints;
    const int32_t count = check->header->repeat_count;
    const sinew__palette_link *links = take(check, check->header->repeats, count, sizeof *links);
    for (int32_t i = 0; i < count && links; ++i)
        if (!is_index(links[i].skin_joint, check->model->skin_joint_count) ||
            (i > 0 && links[i].skin_joint <= links[i - 1].skin_joint) ||
            !is_index(links[i].from, links[i].skin_joint) ||
            skin_joints[links[i].from].joint != skin_joints[links[i].skin_joint].joint)
            return NULL;
    return links;
}

/// Whether every skin joint is either a copy, an entry or a repeat.
static int are_divided(const sinew__baked_check *check, const int32_t *copies, const sinew__palette_entry *entries,
                       const sinew__palette_link *repeats)
{
    const sinew_model *model = check->model;
    int32_t entry = 0, repeat = 0;
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const int is_entry = entry < check->header->entry_count && entries[entry].skin_joint == i;
        const int is_repeat = repeat < check->header->repeat_count && repeats[repeat].skin_joint == i;
        if ((copies[model->skin_joints[i].joint] == i) + is_entry + is_repeat != 1) return 0;
        entry += is_entry;
        repeat += is_repeat;
    }
    return 1; // entries and repeats rise, so that all of them have been seen
}

static int palette_matches(sinew__baked_check *check)
{
    sinew__joint_set needed;
    memset(&needed, 0, sizeof needed); // not an initialiser, which would add 8 KB to every small program
    const int32_t *copies = take_copies(check);
    const sinew__palette_entry *entries =
        copies && joint_steps_fit(check, copies, &needed) ? take_entries(check, &needed) : NULL;
    const sinew__palette_link *repeats = entries ? take_repeats(check) : NULL;
    return repeats && are_divided(check, copies, entries, repeats);
}

static int header_fits(sinew__baked_check *check)
{
    const sinew__baked_header *header = check->header;
    // A clip file has no tables of a skeleton, only the table of its one clip.
    const sinew__baked_header of_clip = {.version = SINEW__BAKED_VERSION, .clips = header->clips};
    if (check->model->clip_skeleton) return memcmp(header, &of_clip, sizeof of_clip) == 0;
    if (header->version != SINEW__BAKED_VERSION || header->reserved != 0 || header->reserved2 != 0 ||
        !sinew__all_finite(header->root, 12) || !parents_match(check) || !palette_matches(check))
        return 0;
    const sinew_affine *binds = take(check, header->binds, check->model->joint_count, sizeof *binds);
    return binds && sinew__all_finite_double(binds->row[0], 12 * (size_t)check->model->joint_count) &&
           joint_constants_fit(check);
}

// ---- one clip -----------------------------------------------------------------------------------------------------

static int clip_fits(sinew__baked_check *check, const sinew__baked_clip *clip)
{
    static const sinew__baked_clip none = {0};
    return clip->frame_count == 0 ? memcmp(clip, &none, sizeof none) == 0 : compact_clip_fits(check, clip);
}

/// Returns the table of clips if the header and its arrays are valid, else NULL.
static const sinew__baked_clip *take_clips(sinew__baked_check *check)
{
    if (!take(check, 0, 1, sizeof *check->header) || !header_fits(check)) return NULL;
    return take(check, check->header->clips, check->model->clip_count, sizeof(sinew__baked_clip));
}

int sinew__baked_clip_fits(const sinew_model *model, const sinew__baked_clip *clip, uint64_t begin)
{
    sinew__baked_check check = {.model = model, .header = sinew__baked_header_of(model)};
    if (!take_clips(&check)) return 0;
    check.next = begin;
    return clip_fits(&check, clip);
}

int sinew__baked_clips_fit(const sinew_model *model, int64_t *out_item)
{
    *out_item = 0;
    sinew__baked_check check = {.model = model, .header = sinew__baked_header_of(model)};
    if (!check.header) return !model->clip_skeleton && (!model->info->is_stripped || model->clip_count == 0);
    const uint32_t holds = SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER;
    // clips without curves must hold their first and last pose, so that they have a pose at all times
    const int lacks_curves = model->clip_skeleton || model->info->is_stripped;
    const sinew__baked_clip *clips = take_clips(&check);
    for (int32_t i = 0; clips && i < model->clip_count; ++i) {
        *out_item = i;
        if (!clip_fits(&check, &clips[i])) return 0;
        if (lacks_curves && (clips[i].frame_count <= 0 || (clips[i].flags & holds) != holds)) return 0;
    }
    *out_item = (int64_t)check.next;
    return clips && check.next == model->baked_byte_count;
}
