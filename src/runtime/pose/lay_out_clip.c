// Lays out a baked clip for other groups of joints: copies its keys, pieces and constants lane by lane.
#include "runtime/pose/lay_out_clip.h"

#include <math.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "core/base/memory.h"

uint64_t sinew__layout_append(sinew__clip_layout *layout, const void *bytes, size_t size)
{
    static const char zeros[SINEW__BAKED_ALIGN];
    sinew__buffer_put(&layout->out, zeros,
                      (SINEW__BAKED_ALIGN - layout->out.size % SINEW__BAKED_ALIGN) % SINEW__BAKED_ALIGN);
    const uint64_t at = layout->out.size;
    if (size) sinew__buffer_put(&layout->out, bytes, size);
    return at;
}

static const sinew__lane_source *lane_of(const sinew__clip_layout *layout, int32_t group, int32_t lane)
{
    return &layout->lanes[group * SINEW__COMPACT_LANES + lane];
}

uint8_t sinew__layout_flag(const sinew__clip_layout *layout, const uint8_t *flags, int32_t joint, uint8_t resting)
{
    const sinew__lane_source *at = &layout->lanes[joint];
    return at->group == SINEW_NONE ? resting : flags[at->group * SINEW__COMPACT_LANES + at->lane];
}

// ---- clips --------------------------------------------------------------------------------------------------------

/// A curve of a lane in the new layout.
typedef struct packed_curve {
    const sinew__curve_span *span; ///< span of the original clip
    int32_t in_span;               ///< index in that span
    int32_t chunk;                 ///< chunk of that span
    uint32_t scales;
    int32_t group;
    uint8_t component, adds, lane;
} packed_curve;

/// The new layout of a clip.
typedef struct packed_clip {
    const sinew__compact_clip *from;
    sinew__compact_clip clip;
    sinew__compact_group *groups; ///< [all_groups]
    sinew__curve_chunk *chunks;   ///< [chunks of all groups]
    packed_curve *curves;         ///< [most curves] of one chunk, sorted by span
    sinew__buffer spans, components, scales, data;
    sinew__buffer vectors, constants; ///< one vector per constant
    sinew__buffer piece_starts, pieces;
} packed_clip;

/// Finds the curve of a component's lane in the original clip. If a file has several, the last one is used, so that no
/// chunk has more than SINEW__CHUNK_CURVES. Returns 0 if the lane has no such curve.
static int find_curve(const sinew__clip_layout *work, const sinew__compact_clip *clip, sinew__lane_source at,
                      int32_t component, int adds, packed_curve *out)
{
    if (at.group == SINEW_NONE) return 0;
    const sinew__compact_group *groups = sinew__baked_at(work->base, clip->groups), *group = &groups[at.group];
    const sinew__curve_chunk *chunks = sinew__baked_at(work->base, clip->chunks),
                             *chunk = &chunks[at.group / SINEW__CHUNK_GROUPS];
    const sinew__component_curves *components = sinew__baked_at(work->base, clip->components),
                                  *curves = components + group->first_component, *found = NULL;
    for (uint32_t i = 0; i < group->component_count; ++i, ++curves)
        if (curves->component == component && curves->adds == adds && curves->mask >> at.lane & 1) found = curves;
    if (!found) return 0;
    const int32_t index = found->first + sinew__curve_of_lane(found, at.lane);
    const sinew__curve_span *spans = sinew__baked_at(work->base, clip->spans), *span = spans + chunk->first_span;
    const uint32_t *scales = sinew__baked_at(work->base, clip->scales);
    while (index >= span->first + span->count) ++span;
    *out = (packed_curve){.span = span,
                          .in_span = index - span->first,
                          .chunk = at.group / SINEW__CHUNK_GROUPS,
                          .scales = scales[chunk->first_curve + (uint32_t)index]};
    return 1;
}

/// Appends the curves of a group's component, by lane, to `out`. Returns their number.
static int32_t add_curves(const sinew__clip_layout *work, const packed_clip *to, int32_t group, int32_t component,
                          int adds, packed_curve *out)
{
    int32_t count = 0;
    for (int32_t lane = 0; lane < SINEW__COMPACT_LANES; ++lane) {
        const sinew__lane_source at = *lane_of(work, group, lane);
        if (!at.is_used || !find_curve(work, to->from, at, component, adds, &out[count])) continue;
        out[count].group = group;
        out[count].component = (uint8_t)component;
        out[count].adds = (uint8_t)adds;
        out[count++].lane = (uint8_t)lane;
    }
    return count;
}

/// Appends the rows of curves that share a grid: two keys of each curve, consecutive.
static void put_rows(const sinew__clip_layout *work, packed_clip *to, const packed_curve *curves, int32_t count,
                     uint32_t grid)
{
    const int16_t *data = sinew__baked_at(work->base, to->from->data);
    const int32_t rows = sinew__rows_of_grid(&to->from->grids[grid], to->from->cell_count);
    const size_t pair = 2 * sizeof(int16_t), size = (size_t)rows * (size_t)count * pair;
    char *out = sinew__buffer_reserve(&to->data, size);
    if (!out) return;
    to->data.size += size;
    for (int32_t row = 0; row < rows; ++row) {
        for (int32_t i = 0; i < count; ++i, out += pair) {
            const sinew__curve_span *span = curves[i].span;
            memcpy(out, data + span->data + (size_t)row * 2 * span->count + 2 * (size_t)curves[i].in_span, pair);
        }
    }
}

/// Copies the pieces of a curve in one cell to the curve `number` of its new chunk.
static void put_curve_pieces(const sinew__clip_layout *work, packed_clip *to, const packed_curve *curve, int32_t cell,
                             uint32_t number)
{
    const sinew__compact_clip *clip = to->from;
    const uint32_t *start = sinew__baked_at(work->base, clip->piece_start),
                   place = (uint32_t)(curve->span->first + curve->in_span) << SINEW__PLACE_BITS;
    const sinew__curve_piece *pieces = sinew__baked_at(work->base, clip->pieces);
    start += (size_t)curve->chunk * (size_t)clip->cell_count + (size_t)cell;
    size_t i = start[0];
    SINEW__LOWER_BOUND(i, start[1], pieces[i].place < place);
    for (; i < start[1] && pieces[i].place >> SINEW__PLACE_BITS == place >> SINEW__PLACE_BITS; ++i) {
        sinew__curve_piece own = pieces[i];
        own.place = own.place % SINEW__PLACE_END | number << SINEW__PLACE_BITS;
        sinew__buffer_put(&to->pieces, (const char *)&own, sizeof own);
    }
}

/// Appends the entry for consecutive curves of one component of a group. Returns the number of these curves.
static int32_t put_component(packed_clip *to, const packed_curve *curves, int32_t count, int32_t first)
{
    sinew__component_curves own = {.first = (uint16_t)first, .component = curves->component, .adds = curves->adds};
    int32_t of_same = 0;
    unsigned lanes = 0;
    for (; of_same < count && curves[of_same].group == curves->group &&
           curves[of_same].component == curves->component && curves[of_same].adds == curves->adds;
         ++of_same)
        lanes |= 1u << curves[of_same].lane;
    sinew__set_lanes(lanes, &own);
    sinew__buffer_put(&to->components, (const char *)&own, sizeof own);
    return of_same;
}

/// Lays out the curves of a chunk. `sorted` is memory for the curves in the order of grids.
static void put_chunk(const sinew__clip_layout *work, packed_clip *to, int32_t chunk, packed_curve *sorted)
{
    sinew__curve_chunk *own = &to->chunks[chunk];
    const int32_t first = chunk * SINEW__CHUNK_GROUPS, left = work->all_groups - first,
                  end = left < SINEW__CHUNK_GROUPS ? work->all_groups : first + SINEW__CHUNK_GROUPS;
    int32_t count = 0, done = 0;
    for (int32_t group = first; group < end; ++group)
        for (int32_t component = 0; component < SINEW__COMPONENT_COUNT; ++component)
            for (int adds = 0; adds < 2; ++adds)
                count += add_curves(work, to, group, component, adds, to->curves + count);
    *own = (sinew__curve_chunk){.first_span = (uint32_t)to->clip.span_count,
                                .first_curve = (uint32_t)to->clip.curve_count,
                                .curve_count = (uint32_t)count};
    for (uint32_t grid = 0; grid < (uint32_t)to->from->grid_count; ++grid) {
        const int32_t begin = done;
        for (int32_t i = 0; i < count; ++i)
            if (to->curves[i].span->grid == grid) sorted[done++] = to->curves[i];
        if (done == begin) continue;
        const sinew__curve_span span = {.data = (uint32_t)(to->data.size / sizeof(int16_t)),
                                        .first = (uint16_t)begin,
                                        .count = (uint16_t)(done - begin),
                                        .grid = grid};
        sinew__buffer_put(&to->spans, (const char *)&span, sizeof span);
        ++own->span_count;
        put_rows(work, to, sorted + begin, done - begin, grid);
    }
    for (int32_t cell = 0; to->from->piece_count && cell < to->from->cell_count; ++cell) {
        const uint32_t start = (uint32_t)(to->pieces.size / sizeof(sinew__curve_piece));
        sinew__buffer_put(&to->piece_starts, (const char *)&start, sizeof start);
        for (int32_t i = 0; i < count; ++i) put_curve_pieces(work, to, &sorted[i], cell, (uint32_t)i);
    }
    to->clip.span_count += (int32_t)own->span_count;
    to->clip.curve_count += count;
    for (int32_t i = 0; i < count; ++i)
        sinew__buffer_put(&to->scales, (const char *)&sorted[i].scales, sizeof sorted[i].scales);
    for (int32_t group = first; group < end; ++group) {
        to->groups[group].first_component = (uint32_t)to->clip.component_count;
        for (int32_t component = 0; component < 2 * SINEW__COMPONENT_COUNT; ++component)
            for (int32_t i = 0; i < count;) {
                const int is_own = sorted[i].group == group && 2 * sorted[i].component + sorted[i].adds == component;
                const int starts =
                    is_own &&
                    (i == 0 || sorted[i - 1].span->grid != sorted[i].span->grid || sorted[i - 1].group != group ||
                     sorted[i - 1].component != sorted[i].component || sorted[i - 1].adds != sorted[i].adds);
                if (!starts) {
                    ++i;
                    continue;
                }
                int32_t in_span = 1;
                while (i + in_span < count && sorted[i + in_span].span->grid == sorted[i].span->grid) ++in_span;
                i += put_component(to, sorted + i, in_span, i);
                ++to->groups[group].component_count;
                ++to->clip.component_count;
            }
    }
}

/// Returns the constant of a lane: the clip's, or the rest pose's for a component that the clip's group lacks.
static float constant_of(const sinew__clip_layout *work, const sinew__compact_clip *clip, sinew__lane_source at,
                         int component)
{
    const sinew__compact_group *groups = sinew__baked_at(work->base, clip->groups),
                               *group = &groups[at.group == SINEW_NONE ? 0 : at.group];
    const uint32_t *constants = sinew__baked_at(work->base, clip->constants);
    const float *vectors = sinew__baked_at(work->base, clip->vectors);
    const uint32_t components = at.group == SINEW_NONE ? 0 : sinew__components_of(group->flags);
    if (components >> component & 1)
        return vectors[constants[group->first_vector + sinew__vectors_before(components, component)] +
                       (uint32_t)at.lane];
    if (component >= SINEW__COMPONENT_QUATERNION) return component == SINEW__COMPONENT_COUNT - 1 ? 1.0f : 0.0f;
    if (component < SINEW__COMPONENT_TRANSLATION) return at.resting[component];
    const sinew__joint_constants *rests = &work->rests[at.rest_group];
    if (component >= SINEW__COMPONENT_SCALE) return rests->rest_s[component - SINEW__COMPONENT_SCALE][at.rest_lane];
    return rests->rest_t[component - SINEW__COMPONENT_TRANSLATION][at.rest_lane];
}

/// Lays out a group: it has the components that any of its lanes has, with the constants of all lanes.
static void put_group(const sinew__clip_layout *work, packed_clip *to, int32_t group)
{
    const sinew__compact_group *from = sinew__baked_at(work->base, to->from->groups);
    const int is_joints = group < work->groups;
    sinew__compact_group *own = &to->groups[group];
    sinew__lane_source lanes[SINEW__COMPACT_LANES];
    for (int32_t lane = 0; lane < SINEW__COMPACT_LANES; ++lane) {
        const sinew__lane_source at = lanes[lane] = *lane_of(work, group, lane);
        const unsigned bit = at.is_used ? 1u << lane : 0;
        if (at.group == SINEW_NONE) {
            for (int i = 0; i < 3 && is_joints; ++i)
                if (fabsf(at.resting[i]) > 1) own->flags |= SINEW__COMPACT_TURNS;
            continue;
        }
        own->flags |= from[at.group].flags;
        if (from[at.group].quaternion_mask >> at.lane & 1)
            own->quaternion_mask = (uint16_t)(own->quaternion_mask | bit);
        if (from[at.group].scale_mask >> at.lane & 1) own->scale_mask = (uint16_t)(own->scale_mask | bit);
    }
    own->first_vector = (uint32_t)to->clip.constant_count;
    for (int component = 0; component < SINEW__COMPONENT_COUNT; ++component) {
        float values[SINEW__COMPACT_LANES];
        if (!((is_joints ? sinew__components_of(own->flags) : 1) >> component & 1)) continue;
        for (int32_t lane = 0; lane < SINEW__COMPACT_LANES; ++lane)
            values[lane] = constant_of(work, to->from, lanes[lane], component);
        const uint32_t at = (uint32_t)to->clip.constant_count++ * SINEW__COMPACT_LANES;
        sinew__buffer_put(&to->vectors, (const char *)values, sizeof values);
        sinew__buffer_put(&to->constants, (const char *)&at, sizeof at);
    }
}

/// Lays out the sets of visible joints; a joint that the clip lacks has the visibility of the rest pose.
static void put_visibility(sinew__clip_layout *work, packed_clip *to)
{
    const sinew__compact_clip *from = to->from;
    const uint8_t *sets = sinew__baked_at(work->base, from->visible);
    const size_t joints = (size_t)work->joint_count, base_joints = (size_t)work->base_joint_count;
    uint8_t *own = SINEW__ARENA_ARRAY(&work->memory, uint8_t, ((size_t)from->visible_count + 1) * joints + 1);
    for (size_t set = 0; own && set <= (size_t)from->visible_count; ++set)
        for (size_t i = 0; i < joints; ++i)
            own[set * joints + i] = sinew__layout_flag(work, sets + set * base_joints, (int32_t)i, work->visible[i]);
    to->clip.visible_count = from->visible_count;
    to->clip.visible_ticks = sinew__layout_append(work, sinew__baked_at(work->base, from->visible_ticks),
                                                  (size_t)from->visible_count * sizeof(int64_t));
    to->clip.visible = sinew__layout_append(work, own, own ? ((size_t)from->visible_count + 1) * joints : 0);
}

static uint64_t append_buffer(sinew__clip_layout *work, sinew__buffer *from, size_t slack)
{
    static const char zeros[2 * SINEW__COMPACT_LANES * sizeof(float)];
    sinew__buffer_put(from, zeros, slack);
    const uint64_t at = sinew__layout_append(work, from->text, from->failed ? 0 : from->size);
    work->out.failed |= from->failed;
    sinew__buffer_free(from);
    return at;
}

uint64_t sinew__lay_out_clip(sinew__clip_layout *work, const sinew__baked_clip *baked)
{
    const sinew__compact_clip *from = sinew__baked_at(work->base, baked->compact);
    const int32_t chunks = sinew__chunks_of(work->all_groups);
    packed_clip to = {.from = from, .clip = *from};
    to.groups = SINEW__ARENA_ARRAY(&work->memory, sinew__compact_group, (size_t)work->all_groups + 1);
    to.chunks = SINEW__ARENA_ARRAY(&work->memory, sinew__curve_chunk, (size_t)chunks + 1);
    to.curves = SINEW__ARENA_ARRAY(&work->memory, packed_curve, 2 * SINEW__CHUNK_CURVES);
    to.clip.span_count = to.clip.component_count = to.clip.curve_count = to.clip.piece_count = 0;
    to.clip.constant_count = 0;
    to.clip.visible_count = 0;
    to.clip.piece_start = to.clip.pieces = to.clip.visible_ticks = to.clip.visible = 0;
    if (work->memory.failed) return 0;
    for (int32_t i = 0; i < chunks; ++i) put_chunk(work, &to, i, to.curves + SINEW__CHUNK_CURVES);
    for (int32_t i = 0; i < work->all_groups; ++i) put_group(work, &to, i);
    if (to.pieces.size / sizeof(sinew__curve_piece) > INT32_MAX) work->out.failed = 1;
    to.clip.piece_count = (int32_t)(to.pieces.size / sizeof(sinew__curve_piece));
    if (from->piece_count) sinew__buffer_put(&to.piece_starts, (const char *)&to.clip.piece_count, sizeof(int32_t));
    to.clip.data_count = to.data.size / sizeof(int16_t) + SINEW__KEY_SLACK;
    to.clip.groups = sinew__layout_append(work, to.groups, (size_t)work->all_groups * sizeof *to.groups);
    to.clip.chunks = sinew__layout_append(work, to.chunks, (size_t)chunks * sizeof *to.chunks);
    to.clip.spans = append_buffer(work, &to.spans, 0);
    to.clip.components = append_buffer(work, &to.components, 0);
    to.clip.vector_count = to.clip.constant_count;
    to.clip.constants = append_buffer(work, &to.constants, 0);
    to.clip.vectors = append_buffer(work, &to.vectors, 0);
    to.clip.scales = append_buffer(work, &to.scales, SINEW__COMPACT_LANES * sizeof(uint32_t));
    to.clip.piece_start = append_buffer(work, &to.piece_starts, 0);
    to.clip.pieces = append_buffer(work, &to.pieces, 0);
    if (work->keeps_visibility) put_visibility(work, &to);
    to.clip.data = append_buffer(work, &to.data, SINEW__KEY_SLACK * sizeof(int16_t));
    return sinew__layout_append(work, &to.clip, sizeof to.clip);
}
