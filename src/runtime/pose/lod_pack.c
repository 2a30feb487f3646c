// The baked clips of a level of detail: curves, constants and tables of the joints that stay, sixteen to a group. Their
// numbers are those of the model's section; only their places differ, so that every walk plays them.
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "runtime/model/compact_clip.h"
#include "runtime/pose/lod.h"

typedef struct packing {
    const sinew_lod *lod;
    const sinew_model *model;
    const uint8_t *base; ///< the model's section
    const sinew__baked_header *header;
    int32_t groups, base_groups; ///< of joints
    int32_t all_groups;          ///< with those of morphs
    sinew__buffer out;
    sinew__arena memory; ///< of one clip
} packing;

/// Appends an array on the next multiple of SINEW__BAKED_ALIGN, which nobody counts bytes of here. Returns its offset.
static uint64_t append(packing *work, const void *bytes, size_t size)
{
    static const char zeros[SINEW__BAKED_ALIGN];
    sinew__buffer_put(&work->out, zeros,
                      (SINEW__BAKED_ALIGN - work->out.size % SINEW__BAKED_ALIGN) % SINEW__BAKED_ALIGN);
    const uint64_t at = work->out.size;
    if (size) sinew__buffer_put(&work->out, bytes, size);
    return at;
}

/// A lane of the model's groups.
typedef struct base_lane {
    int32_t group, lane;
} base_lane;

/// Where the model has what a lane of the level holds; behind the last joint, the last joint again, without curves.
static base_lane base_of(const packing *work, int32_t group, int32_t lane, int *out_is_used)
{
    if (group >= work->groups) {
        *out_is_used = 1;
        return (base_lane){work->base_groups + group - work->groups, lane};
    }
    const int32_t place = group * SINEW__COMPACT_LANES + lane, last = work->lod->joint_count - 1;
    const int32_t joint = work->lod->joints[place < last ? place : last];
    *out_is_used = place <= last;
    return (base_lane){joint / SINEW__COMPACT_LANES, joint % SINEW__COMPACT_LANES};
}

// ---- tables of the skeleton ---------------------------------------------------------------------------------------

static void pack_constants(packing *work, sinew__baked_header *header)
{
    const sinew__joint_constants *from = sinew__baked_at(work->base, work->header->joint_constants);
    sinew__joint_constants *groups = SINEW__ARENA_ARRAY(&work->memory, sinew__joint_constants, work->groups);
    for (int32_t g = 0; groups && g < work->groups; ++g) {
        sinew__joint_constants *to = &groups[g];
        for (int32_t lane = 0; lane < SINEW__COMPACT_LANES; ++lane) {
            int is_used;
            const base_lane own = base_of(work, g, lane, &is_used);
            const sinew__joint_constants *with = &from[own.group];
            const struct {
                const float (*from)[16];
                float (*to)[16];
                int count;
            } arrays[] = {{with->above, to->above, 12},
                          {with->inside, to->inside, 3},
                          {with->rest_t, to->rest_t, 3},
                          {with->rest_s, to->rest_s, 3},
                          {with->shift, to->shift, 3},
                          {with->scale_pivot, to->scale_pivot, 3},
                          {with->rotation, to->rotation, 16},
                          {with->skin, to->skin, 16},
                          {&with->diagonal, &to->diagonal, 1},
                          {with->center, to->center, 3},
                          {with->skin_position, to->skin_position, 3}};
            for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
                for (int k = 0; k < arrays[i].count; ++k) arrays[i].to[k][lane] = arrays[i].from[k][own.lane];
            memcpy(to->columns[lane], with->columns[own.lane], sizeof to->columns[lane]);
            memcpy(to->back[lane], with->back[own.lane], sizeof to->back[lane]);
            if (with->has_pivots != 0.0f) to->has_pivots = 1;
        }
        to->keeps_rotation = (float)sinew__keeps_rotation(to);
        to->keeps_axes = (float)sinew__keeps_axes(to);
    }
    header->joint_constants_count = work->groups;
    header->joint_constants = append(work, groups, groups ? (size_t)work->groups * sizeof *groups : 0);
}

/// The skin joint whose entry is made first of those that equal it.
static int32_t made_first(const packing *work, int32_t skin_joint)
{
    const sinew__palette_link *repeats = sinew__baked_at(work->base, work->header->repeats);
    for (int32_t i = 0; i < work->header->repeat_count; ++i)
        if (repeats[i].skin_joint == skin_joint) return repeats[i].from;
    return skin_joint;
}

static sinew__palette_entry entry_of_link(const packing *work, const sinew__lod_link *link)
{
    const sinew_affine *binds = sinew__baked_at(work->base, work->header->binds);
    const sinew_affine offset = sinew__affine_multiply(&binds[link->joint], &link->offset);
    sinew__palette_entry entry = {.skin_joint = link->skin_joint, .joint = work->lod->kept_of[link->joint]};
    for (int k = 0; k < 12; ++k) entry.offset[k] = (float)offset.row[k / 4][k % 4];
    return entry;
}

/// By the entry that is repeated: walks load each once.
static int compare_links(const void *left, const void *right)
{
    const sinew__palette_link *a = left, *b = right;
    if (a->from != b->from) return (a->from > b->from) - (a->from < b->from);
    return (a->skin_joint > b->skin_joint) - (a->skin_joint < b->skin_joint);
}

/// Which entries are made from matrices, and which repeat another one. `written` is [joint_count]: an entry of each
/// joint, or of one below it, that nobody has read when it is written.
static void pack_entries(packing *work, const int32_t *copies, int32_t *written, sinew__baked_header *header)
{
    const sinew_lod *lod = work->lod;
    const sinew__palette_entry *entries = sinew__baked_at(work->base, work->header->entries);
    const sinew__palette_link *repeats = sinew__baked_at(work->base, work->header->repeats);
    const size_t most =
        (size_t)work->header->entry_count + (size_t)work->header->repeat_count + (size_t)lod->link_count + 1;
    sinew__palette_entry *own = SINEW__ARENA_ARRAY(&work->memory, sinew__palette_entry, most);
    sinew__palette_link *again = SINEW__ARENA_ARRAY(&work->memory, sinew__palette_link, most);
    if (work->memory.failed) return;
    for (int32_t i = 0; i < work->header->entry_count; ++i) {
        if (sinew__stands_for(lod, entries[i].joint) != entries[i].joint) continue;
        own[header->entry_count] = entries[i];
        own[header->entry_count++].joint = lod->kept_of[entries[i].joint];
    }
    for (int32_t i = 0; i < work->header->repeat_count; ++i) {
        const int32_t joint = work->model->skin_joints[repeats[i].skin_joint].joint;
        if (sinew__stands_for(lod, joint) == joint) again[header->repeat_count++] = repeats[i];
    }
    for (int32_t i = 0; i < lod->link_count; ++i) {
        const sinew__lod_link *link = &lod->links[i];
        if (link->from == SINEW_NONE)
            own[header->entry_count++] = entry_of_link(work, link);
        else
            again[header->repeat_count++] = (sinew__palette_link){link->skin_joint, made_first(work, link->from)};
    }
    if (header->repeat_count) qsort(again, (size_t)header->repeat_count, sizeof *again, compare_links);
    for (int32_t i = 0; i < lod->joint_count; ++i) written[i] = copies[i];
    for (int32_t i = 0; i < header->entry_count; ++i)
        if (written[own[i].joint] == SINEW_NONE) written[own[i].joint] = own[i].skin_joint;
    header->entries = append(work, own, (size_t)header->entry_count * sizeof *own);
    header->repeats = append(work, again, (size_t)header->repeat_count * sizeof *again);
}

/// Steps of the walk, by chunk, first those of joints on which palette entries depend.
static void pack_steps(packing *work, const int32_t *parents, const int32_t *written, sinew__baked_header *header)
{
    const int32_t joints = work->lod->joint_count, chunks = sinew__joint_chunks_of(joints);
    sinew__joint_step *steps = SINEW__ARENA_ARRAY(&work->memory, sinew__joint_step, (size_t)joints + 1);
    int32_t *needed = SINEW__ARENA_ARRAY(&work->memory, int32_t, (size_t)chunks + 1);
    if (work->memory.failed) return;
    for (int32_t chunk = 0, next = 0; chunk < chunks; ++chunk) {
        const int32_t first = chunk * SINEW__CHUNK_JOINTS, left = joints - first,
                      end = left < SINEW__CHUNK_JOINTS ? joints : first + SINEW__CHUNK_JOINTS;
        for (int pass = 0; pass < 2; ++pass) {
            for (int32_t i = first; i < end; ++i) {
                const int is_needed = written[i] != SINEW_NONE;
                if (is_needed != !pass) continue;
                steps[next++] =
                    (sinew__joint_step){.delta = sinew__delta_of_joint(i),
                                        .parent = (uint32_t)parents[i] * SINEW__JOINT_MATRIX_FLOATS,
                                        .joint_matrix = (uint32_t)(i + 1) * SINEW__JOINT_MATRIX_FLOATS,
                                        .palette = is_needed ? (uint32_t)written[i] * SINEW__MATRIX_FLOATS : 0};
            }
            if (!pass) needed[chunk] = next - first;
        }
    }
    header->steps = append(work, steps, (size_t)joints * sizeof *steps);
    header->needed = append(work, needed, (size_t)chunks * sizeof *needed);
}

static void pack_skeleton(packing *work, sinew__baked_header *header)
{
    const sinew_lod *lod = work->lod;
    const int32_t *base_copies = sinew__baked_at(work->base, work->header->copies);
    const size_t joints = (size_t)lod->joint_count;
    int32_t *parents = SINEW__ARENA_ARRAY(&work->memory, int32_t, joints + 1),
            *copies = SINEW__ARENA_ARRAY(&work->memory, int32_t, joints + 1),
            *written = SINEW__ARENA_ARRAY(&work->memory, int32_t, joints + 1);
    if (work->memory.failed) return;
    for (int32_t i = 0; i < lod->joint_count; ++i) {
        const int32_t parent = work->model->joints[lod->joints[i]].parent;
        parents[i] = parent == SINEW_NONE ? 0 : lod->kept_of[parent] + 1;
        copies[i] = base_copies[lod->joints[i]];
    }
    header->parents = append(work, parents, joints * sizeof *parents);
    header->copies = append(work, copies, joints * sizeof *copies);
    pack_entries(work, copies, written, header);
    for (int32_t i = lod->joint_count; i-- > 0 && !work->memory.failed;)
        if (parents[i] && written[parents[i] - 1] == SINEW_NONE) written[parents[i] - 1] = written[i];
    pack_steps(work, parents, written, header);
    pack_constants(work, header);
}

// ---- clips --------------------------------------------------------------------------------------------------------

/// A curve of a lane of the level.
typedef struct packed_curve {
    const sinew__curve_span *span; ///< of the model's clip
    int32_t in_span;               ///< its place there
    int32_t chunk;                 ///< and the chunk that it is of
    uint32_t scales;
    int32_t group;
    uint8_t component, adds, lane;
} packed_curve;

/// What a clip becomes.
typedef struct packed_clip {
    const sinew__compact_clip *from;
    sinew__compact_clip clip;
    sinew__compact_group *groups; ///< [all_groups]
    sinew__curve_chunk *chunks;   ///< [chunks of all groups]
    packed_curve *curves;         ///< [most curves] of one chunk, in the order of spans
    sinew__buffer spans, components, scales, data;
    sinew__buffer vectors, constants; ///< a vector of its own for each constant
    sinew__buffer piece_starts, pieces;
} packed_clip;

/// Finds the curve of a lane of a component in the model's clip. Where a file has several, the last one counts, so
/// that no chunk has more than SINEW__CHUNK_CURVES. Returns 0 where the lane has none.
static int find_curve(const packing *work, const sinew__compact_clip *clip, base_lane at, int32_t component, int adds,
                      packed_curve *out)
{
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

/// Adds the curves of a component of a group, by lane. Returns how many.
static int32_t add_curves(const packing *work, const packed_clip *to, int32_t group, int32_t component, int adds,
                          packed_curve *out)
{
    int32_t count = 0;
    for (int32_t lane = 0; lane < SINEW__COMPACT_LANES; ++lane) {
        int is_used;
        const base_lane at = base_of(work, group, lane, &is_used);
        if (!is_used || !find_curve(work, to->from, at, component, adds, &out[count])) continue;
        out[count].group = group;
        out[count].component = (uint8_t)component;
        out[count].adds = (uint8_t)adds;
        out[count++].lane = (uint8_t)lane;
    }
    return count;
}

/// The rows of curves that share a grid: two keys of each, side by side.
static void put_rows(const packing *work, packed_clip *to, const packed_curve *curves, int32_t count, uint32_t grid)
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

/// The pieces of one curve in a cell, as those of the curve `number` of its chunk here.
static void put_curve_pieces(const packing *work, packed_clip *to, const packed_curve *curve, int32_t cell,
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

/// The pieces of a chunk's curves, cell by cell.
static void put_pieces(const packing *work, packed_clip *to, const packed_curve *curves, int32_t count)
{
    for (int32_t cell = 0; cell < to->from->cell_count; ++cell) {
        const uint32_t start = (uint32_t)(to->pieces.size / sizeof(sinew__curve_piece));
        sinew__buffer_put(&to->piece_starts, (const char *)&start, sizeof start);
        for (int32_t i = 0; i < count; ++i) put_curve_pieces(work, to, &curves[i], cell, (uint32_t)i);
    }
}

/// Curves of one component of a group that lie side by side. Returns how many.
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

/// The curves of a chunk, and where they lie. `sorted` is memory for them by grid.
static void put_chunk(const packing *work, packed_clip *to, int32_t chunk, packed_curve *sorted)
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
    if (to->from->piece_count) put_pieces(work, to, sorted, count);
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

/// The constant of a lane of the model's groups, of a component of which `first` is the first of its kind: what the
/// clip says, or for components that its group lacks what the skeleton does.
static float constant_of(const packing *work, const sinew__compact_clip *clip, base_lane at, int component)
{
    const sinew__compact_group *groups = sinew__baked_at(work->base, clip->groups), *group = &groups[at.group];
    const uint32_t *constants = sinew__baked_at(work->base, clip->constants);
    const float *vectors = sinew__baked_at(work->base, clip->vectors);
    const sinew__joint_constants *rests = sinew__baked_at(work->base, work->header->joint_constants);
    const uint32_t components = sinew__components_of(group->flags);
    if (components >> component & 1)
        return vectors[constants[group->first_vector + sinew__vectors_before(components, component)] +
                       (uint32_t)at.lane];
    if (component >= SINEW__COMPONENT_QUATERNION) return component == SINEW__COMPONENT_COUNT - 1 ? 1.0f : 0.0f;
    if (component >= SINEW__COMPONENT_SCALE) return rests[at.group].rest_s[component - SINEW__COMPONENT_SCALE][at.lane];
    return rests[at.group].rest_t[component - SINEW__COMPONENT_TRANSLATION][at.lane];
}

/// What any of a group's lanes has, and the constants of that.
static void put_group(const packing *work, packed_clip *to, int32_t group)
{
    const sinew__compact_group *from = sinew__baked_at(work->base, to->from->groups);
    const int is_joints = group < work->groups;
    sinew__compact_group *own = &to->groups[group];
    base_lane lanes[SINEW__COMPACT_LANES];
    for (int32_t lane = 0; lane < SINEW__COMPACT_LANES; ++lane) {
        int is_used;
        const base_lane at = lanes[lane] = base_of(work, group, lane, &is_used);
        const unsigned bit = is_used ? 1u << lane : 0;
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

static uint64_t append_buffer(packing *work, sinew__buffer *from, size_t slack)
{
    static const char zeros[2 * SINEW__COMPACT_LANES * sizeof(float)];
    sinew__buffer_put(from, zeros, slack);
    const uint64_t at = append(work, from->text, from->failed ? 0 : from->size);
    work->out.failed |= from->failed;
    sinew__buffer_free(from);
    return at;
}

static uint64_t pack_clip(packing *work, const sinew__baked_clip *baked)
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
    to.clip.groups = append(work, to.groups, (size_t)work->all_groups * sizeof *to.groups);
    to.clip.chunks = append(work, to.chunks, (size_t)chunks * sizeof *to.chunks);
    to.clip.spans = append_buffer(work, &to.spans, 0);
    to.clip.components = append_buffer(work, &to.components, 0);
    to.clip.vector_count = to.clip.constant_count;
    to.clip.constants = append_buffer(work, &to.constants, 0);
    to.clip.vectors = append_buffer(work, &to.vectors, 0);
    to.clip.scales = append_buffer(work, &to.scales, SINEW__COMPACT_LANES * sizeof(uint32_t));
    to.clip.piece_start = append_buffer(work, &to.piece_starts, 0);
    to.clip.pieces = append_buffer(work, &to.pieces, 0);
    to.clip.data = append_buffer(work, &to.data, SINEW__KEY_SLACK * sizeof(int16_t));
    return append(work, &to.clip, sizeof to.clip);
}

static void pack_clips(packing *work, sinew__baked_header *header)
{
    const sinew__baked_clip *from = sinew__baked_at(work->base, work->header->clips);
    const size_t count = (size_t)work->model->clip_count;
    sinew__baked_clip *clips = sinew__allocate_zeroed(count + 1, sizeof *clips);
    for (size_t i = 0; clips && i < count; ++i) {
        if (from[i].frame_count == 0 || from[i].flags & SINEW__BAKED_INHERITS) continue;
        clips[i] = from[i];
        clips[i].animated = 0;
        clips[i].compact = pack_clip(work, &from[i]);
        work->out.failed |= work->memory.failed;
        sinew__arena_free(&work->memory);
    }
    if (!clips) work->out.failed = 1;
    header->clips = append(work, clips, clips ? count * sizeof *clips : 0);
    sinew_free(clips);
}

sinew_result sinew__lod_pack(const sinew_lod *lod, uint8_t **out_section, size_t *out_size, sinew_error *error)
{
    const sinew_model *model = lod->model;
    packing work = {.lod = lod, .model = model, .base = model->baked, .header = sinew__baked_header_of(model)};
    *out_section = NULL;
    *out_size = 0;
    if (!work.header || lod->joint_count == 0) return SINEW_OK;
    work.groups = sinew__compact_groups_of(lod->joint_count);
    work.base_groups = sinew__compact_groups_of(model->joint_count);
    work.all_groups = work.groups + sinew__compact_groups_of(model->morph_count);
    sinew__baked_header header = *work.header;
    header.entry_count = header.repeat_count = 0;
    header.binds = 0;
    append(&work, &header, sizeof header);
    pack_skeleton(&work, &header);
    work.out.failed |= work.memory.failed;
    sinew__arena_free(&work.memory);
    pack_clips(&work, &header);
    uint8_t *section = work.out.failed ? NULL : sinew__allocate_lines(work.out.size);
    if (section) {
        memcpy(section, work.out.text, work.out.size);
        memcpy(section, &header, sizeof header);
        *out_section = section;
        *out_size = work.out.size;
    }
    sinew__buffer_free(&work.out);
    return section ? SINEW_OK : sinew__fail_memory(error);
}
