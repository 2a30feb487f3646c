#include "model/validate/validate_compact.h"

#include <math.h>
#include <string.h>

#include "model/compact_clip.h"

/// A clip whose arrays are being taken.
typedef struct clip_check {
    sinew__baked_check *section;
    const sinew__compact_clip *clip;
    int32_t joint_groups, group_count;
    const sinew__curve_chunk *chunks;
    const sinew__curve_span *spans;
    const sinew__component_curves *components;
    const sinew__compact_group *groups;
} clip_check;

int sinew__rig_fits(sinew__baked_check *check)
{
    const sinew__baked_header *header = check->header;
    const int64_t floats = (int64_t)(sizeof(sinew__rig_group) / sizeof(float));
    return (header->rig_count == 0 || header->rig_count == sinew__compact_groups_of(check->model->joint_count)) &&
           sinew__take_floats(check, header->rig, header->rig_count * floats);
}

// ---- the clip's numbers -------------------------------------------------------------------------------------------

static int times_fit(const sinew__compact_clip *clip)
{
    const int64_t max = INT64_C(4000000000000000000);
    return clip->first_tick >= -max && clip->last_tick <= max && clip->first_tick <= clip->last_tick &&
           clip->origin >= -max && clip->origin <= max && clip->cells_per_tick > 0 && isfinite(clip->cells_per_tick) &&
           clip->cell_count > 0 && clip->cell_count <= SINEW__COMPACT_CELLS;
}

/// Whether the clip's ticks lie near its cells, which playing counts in fixed point.
static int cells_fit(const sinew__compact_clip *clip)
{
    const double first = ((double)clip->first_tick - (double)clip->origin) * clip->cells_per_tick,
                 last = ((double)clip->last_tick - (double)clip->origin) * clip->cells_per_tick;
    return first >= -1 && last <= 2.0 * SINEW__COMPACT_CELLS;
}

static int counts_fit(const sinew__compact_clip *clip)
{
    return clip->span_count >= 0 && clip->component_count >= 0 && clip->curve_count >= 0 && clip->piece_count >= 0 &&
           clip->visible_count >= 0 && clip->exception_count >= 0 && clip->exception_count <= clip->piece_count &&
           clip->data_count >= SINEW__KEY_SLACK && clip->data_count <= INT64_MAX;
}

static int grids_fit(const sinew__compact_clip *clip)
{
    if (clip->grid_count < 0 || clip->grid_count > SINEW__COMPACT_GRIDS) return 0;
    for (int32_t i = 0; i < clip->grid_count; ++i) {
        const sinew__key_grid *grid = &clip->grids[i];
        if (grid->per_cell < 1 || grid->per_cell > SINEW__COMPACT_KEYS_PER_CELL ||
            (grid->taps != 1 && grid->taps != 2 && grid->taps != 4))
            return 0;
    }
    return 1;
}

/// Whether the entry of the clip table holds what compact clips use, and zeros.
static int entry_fits(const sinew__baked_clip *baked, const sinew__compact_clip *clip)
{
    const uint32_t flags = SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER | SINEW__BAKED_INHERITS;
    const sinew__baked_clip used = {.frame_count = clip->cell_count + 1,
                                    .flags = baked->flags & flags,
                                    .animated = baked->animated,
                                    .compact = baked->compact,
                                    .byte_count = baked->byte_count,
                                    .error = baked->error};
    return isfinite(baked->error) && baked->error >= 0 && memcmp(baked, &used, sizeof used) == 0;
}

// ---- curves -------------------------------------------------------------------------------------------------------

/// int16 of a span.
static uint64_t span_extent(const sinew__compact_clip *clip, const sinew__curve_span *span)
{
    const sinew__key_grid *grid = &clip->grids[span->grid];
    return (uint64_t)sinew__rows_of_grid(grid, clip->cell_count) * span->count * 2;
}

/// Spans of a chunk, which follow each other in its curves and in the clip's data; *data is where the next begins.
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

/// Chunks divide the clip's spans, curves and data among them.
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

/// Whether the last key of an odd number is there twice, which packing relies on.
static int rows_are_full(const sinew__compact_clip *clip, const sinew__curve_span *span, const int16_t *data)
{
    const sinew__key_grid *grid = &clip->grids[span->grid];
    const int16_t *row = data + span->data + span_extent(clip, span) - 2 * (uint64_t)span->count;
    if (sinew__keys_of_grid(grid, clip->cell_count) % 2 == 0) return 1;
    for (int32_t i = 0; i < span->count; ++i)
        if (row[2 * i] != row[2 * i + 1]) return 0;
    return 1;
}

static int take_keys(const clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    const int16_t *data = sinew__take(check->section, clip->data, (int64_t)clip->data_count, sizeof *data);
    if (!data) return 0;
    for (int32_t i = 0; i < clip->span_count; ++i)
        if (!rows_are_full(clip, &check->spans[i], data)) return 0;
    return 1;
}

static int take_curves(clip_check *check)
{
    sinew__baked_check *section = check->section;
    const sinew__compact_clip *clip = check->clip;
    const int64_t floats = (int64_t)clip->curve_count + SINEW__COMPACT_LANES;
    check->groups = sinew__take(section, clip->groups, check->group_count, sizeof *check->groups);
    if (!check->groups) return 0;
    check->chunks = sinew__take(section, clip->chunks, sinew__chunks_of(check->group_count), sizeof *check->chunks);
    if (!check->chunks) return 0;
    check->spans = sinew__take(section, clip->spans, clip->span_count, sizeof *check->spans);
    if (!check->spans || !spans_fit(check)) return 0;
    check->components = sinew__take(section, clip->components, clip->component_count, sizeof *check->components);
    return check->components && sinew__take_floats(section, clip->steps, floats) &&
           sinew__take_floats(section, clip->middles, floats);
}

// ---- groups -------------------------------------------------------------------------------------------------------

/// Whether a component belongs to a group: of morphs the weight alone.
static int has_component(const sinew__compact_group *group, int is_morphs, int component)
{
    if (is_morphs) return component == 0;
    return component < SINEW__COMPONENT_TRANSLATION ||
           (component < SINEW__COMPONENT_SCALE && group->flags & SINEW__COMPACT_TRANSLATES) ||
           (component >= SINEW__COMPONENT_SCALE && component < SINEW__COMPONENT_QUATERNION &&
            group->flags & SINEW__COMPACT_SCALES) ||
           (component >= SINEW__COMPONENT_QUATERNION && component < SINEW__COMPONENT_COUNT &&
            group->flags & SINEW__COMPACT_QUATERNIONS);
}

/// Whether every lane of the mask has a curve of its own, lowest first, and no other has any.
static int lanes_match(const sinew__component_curves *curves)
{
    int next = 0;
    for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane)
        if (curves->from[lane] != (curves->mask >> lane & 1 ? next++ : -1)) return 0;
    return 1;
}

static int component_is_valid(const sinew__compact_group *group, int is_morphs, const sinew__curve_chunk *chunk,
                              const sinew__component_curves *curves)
{
    const uint32_t count = (uint32_t)__builtin_popcount(curves->mask);
    return curves->adds <= 1 && has_component(group, is_morphs, curves->component) && lanes_match(curves) &&
           curves->first <= chunk->curve_count && count <= chunk->curve_count - curves->first;
}

/// Components stand in their order.
static int components_fit(const clip_check *check, int32_t index)
{
    const sinew__compact_group *group = &check->groups[index];
    const sinew__component_curves *components = check->components + group->first_component;
    const int is_morphs = index >= check->joint_groups;
    for (uint32_t i = 0; i < group->component_count; ++i) {
        const sinew__component_curves *curves = &components[i];
        if (!component_is_valid(group, is_morphs, &check->chunks[index / SINEW__CHUNK_GROUPS], curves) ||
            (i > 0 && curves->component < curves[-1].component))
            return 0;
    }
    return 1;
}

/// Groups divide the components, and their constants follow each other.
static int take_groups(const clip_check *check)
{
    const uint32_t max_flags =
        SINEW__COMPACT_TRANSLATES | SINEW__COMPACT_SCALES | SINEW__COMPACT_QUATERNIONS | SINEW__COMPACT_TURNS;
    const uint32_t total = (uint32_t)check->clip->component_count;
    uint32_t next = 0;
    for (int32_t i = 0; i < check->group_count; ++i) {
        const sinew__compact_group *group = &check->groups[i];
        const int is_morphs = i >= check->joint_groups;
        const int64_t floats = (int64_t)sinew__compact_constants_of(group->flags) * SINEW__COMPACT_LANES;
        if (group->flags > (is_morphs ? 0 : max_flags) ||
            !group->scale_mask != !(group->flags & SINEW__COMPACT_SCALES) ||
            group->first_component != (group->component_count ? next : 0) || group->component_count > total - next ||
            !components_fit(check, i) || !sinew__take_floats(check->section, group->constants, floats))
            return 0;
        next += group->component_count;
    }
    return next == total;
}

// ---- pieces and visibility ----------------------------------------------------------------------------------------

static int piece_fits(const clip_check *check, const sinew__curve_piece *piece)
{
    return piece->group < check->group_count && piece->lane < SINEW__COMPACT_LANES &&
           has_component(&check->groups[piece->group], piece->group >= check->joint_groups, piece->component) &&
           sinew__all_finite(&piece->begin, 1) && sinew__all_finite(&piece->end, 1) && sinew__all_finite(piece->c, 4);
}

static int take_pieces(const clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    if (clip->piece_count == 0) return clip->piece_start == 0 && clip->pieces == 0;
    const uint32_t *start =
        sinew__take(check->section, clip->piece_start, (int64_t)clip->cell_count + 1, sizeof *start);
    if (!start || start[0] != 0 || start[clip->cell_count] != (uint32_t)clip->piece_count) return 0;
    for (int32_t i = 0; i < clip->cell_count; ++i)
        if (start[i] > start[i + 1]) return 0;
    const sinew__curve_piece *pieces = sinew__take(check->section, clip->pieces, clip->piece_count, sizeof *pieces);
    for (int32_t i = 0; pieces && i < clip->piece_count; ++i)
        if (!piece_fits(check, &pieces[i])) return 0;
    return pieces != NULL;
}

static int take_visibility(const clip_check *check)
{
    const sinew__compact_clip *clip = check->clip;
    const int64_t *ticks = sinew__take(check->section, clip->visible_ticks, clip->visible_count, sizeof *ticks);
    for (int32_t i = 1; ticks && i < clip->visible_count; ++i)
        if (ticks[i] <= ticks[i - 1]) return 0;
    return ticks && sinew__take_flags(check->section, clip->visible,
                                      ((int64_t)clip->visible_count + 1) * check->section->model->joint_count);
}

// ---- the clip -----------------------------------------------------------------------------------------------------

int sinew__compact_clip_fits(sinew__baked_check *section, const sinew__baked_clip *baked)
{
    const uint64_t begin = baked->compact;
    const sinew_model *model = section->model;
    clip_check check = {.section = section, .joint_groups = sinew__compact_groups_of(model->joint_count)};
    check.group_count = check.joint_groups + sinew__compact_groups_of(model->morph_count);
    check.clip = sinew__take(section, baked->compact, 1, sizeof *check.clip);
    return check.clip && section->header->rig_count > 0 && times_fit(check.clip) && cells_fit(check.clip) &&
           counts_fit(check.clip) && grids_fit(check.clip) && entry_fits(baked, check.clip) && take_curves(&check) &&
           take_groups(&check) && take_pieces(&check) && take_visibility(&check) &&
           sinew__take_flags(section, baked->animated, model->joint_count) && take_keys(&check) &&
           baked->byte_count == section->next - begin;
}
