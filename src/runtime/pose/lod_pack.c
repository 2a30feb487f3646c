// Makes the baked clips of a level of detail: the curves, constants and tables of the joints that stay. The values do
// not change, only their positions, so that every walk can play the result.
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/pose/lay_out_clip.h"
#include "runtime/pose/lod.h"

typedef struct packing {
    const sinew_lod *lod;
    const sinew_model *model;
    const uint8_t *base; ///< the model's section
    const sinew__baked_header *header;
    int32_t groups, base_groups; ///< number of groups of joints in the level and in the model
    int32_t all_groups;          ///< number of groups of joints and morphs
    sinew__clip_layout layout;
    sinew__arena memory; ///< memory for the whole level
} packing;

/// Returns the model's lane for each lane of the level. Lanes after the last joint repeat it, without curves.
static sinew__lane_source *list_lanes(packing *work)
{
    sinew__lane_source *lanes =
        SINEW__ARENA_ARRAY(&work->memory, sinew__lane_source, work->all_groups * SINEW__COMPACT_LANES);
    const int32_t last = work->lod->joint_count - 1;
    for (int32_t i = 0; lanes && i < work->all_groups * SINEW__COMPACT_LANES; ++i) {
        const int32_t joint = work->lod->joints[i < last ? i : last],
                      place = i < work->groups * SINEW__COMPACT_LANES
                                  ? joint
                                  : i + (work->base_groups - work->groups) * SINEW__COMPACT_LANES;
        const int32_t group = place / SINEW__COMPACT_LANES, lane = place % SINEW__COMPACT_LANES;
        lanes[i] = (sinew__lane_source){.group = group,
                                        .lane = lane,
                                        .rest_group = group,
                                        .rest_lane = lane,
                                        .is_used = i <= last || i >= work->groups * SINEW__COMPACT_LANES};
    }
    return lanes;
}

// ---- tables of the skeleton ---------------------------------------------------------------------------------------

static void pack_constants(packing *work, sinew__baked_header *header)
{
    const sinew__joint_constants *from = sinew__baked_at(work->base, work->header->joint_constants);
    sinew__joint_constants *groups = SINEW__ARENA_ARRAY(&work->layout.memory, sinew__joint_constants, work->groups);
    for (int32_t g = 0; groups && g < work->groups; ++g) {
        sinew__joint_constants *to = &groups[g];
        for (int32_t lane = 0; lane < SINEW__COMPACT_LANES; ++lane) {
            const sinew__lane_source own = work->layout.lanes[g * SINEW__COMPACT_LANES + lane];
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
    header->joint_constants =
        sinew__layout_append(&work->layout, groups, groups ? (size_t)work->groups * sizeof *groups : 0);
}

/// Orders links by their source, because a walk loads each source once.
static int compare_links(const void *left, const void *right)
{
    const sinew__palette_link *a = left, *b = right;
    if (a->from != b->from) return (a->from > b->from) - (a->from < b->from);
    return (a->skin_joint > b->skin_joint) - (a->skin_joint < b->skin_joint);
}

/// Finds the palette entries that are computed from matrices and those that repeat another entry. `written`,
/// [joint_count], receives for each joint an entry of its own, or SINEW_NONE.
static void pack_entries(packing *work, const int32_t *copies, int32_t *written, sinew__baked_header *header)
{
    const sinew_lod *lod = work->lod;
    const sinew__palette_entry *entries = sinew__baked_at(work->base, work->header->entries);
    const sinew__palette_link *repeats = sinew__baked_at(work->base, work->header->repeats);
    const sinew_affine *binds = sinew__baked_at(work->base, work->header->binds);
    const size_t most =
        (size_t)work->header->entry_count + (size_t)work->header->repeat_count + (size_t)lod->link_count + 1;
    sinew__palette_entry *own = SINEW__ARENA_ARRAY(&work->layout.memory, sinew__palette_entry, most);
    sinew__palette_link *again = SINEW__ARENA_ARRAY(&work->layout.memory, sinew__palette_link, most);
    if (work->layout.memory.failed) return;
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
        if (link->from == SINEW_NONE) {
            const sinew_affine offset = sinew__affine_multiply(&binds[link->joint], &link->offset);
            sinew__palette_entry *entry = &own[header->entry_count++];
            *entry = (sinew__palette_entry){.skin_joint = link->skin_joint, .joint = lod->kept_of[link->joint]};
            for (int k = 0; k < 12; ++k) entry->offset[k] = (float)offset.row[k / 4][k % 4];
            continue;
        }
        int32_t k = 0; // finds the skin joint that `from` repeats, if it does
        while (k < work->header->repeat_count && repeats[k].skin_joint != link->from) ++k;
        again[header->repeat_count++] =
            (sinew__palette_link){link->skin_joint, k < work->header->repeat_count ? repeats[k].from : link->from};
    }
    if (header->repeat_count) qsort(again, (size_t)header->repeat_count, sizeof *again, compare_links);
    for (int32_t i = 0; i < lod->joint_count; ++i) written[i] = copies[i];
    for (int32_t i = 0; i < header->entry_count; ++i)
        if (written[own[i].joint] == SINEW_NONE) written[own[i].joint] = own[i].skin_joint;
    header->entries = sinew__layout_append(&work->layout, own, (size_t)header->entry_count * sizeof *own);
    header->repeats = sinew__layout_append(&work->layout, again, (size_t)header->repeat_count * sizeof *again);
}

/// Makes the steps of the walk by chunk, first those that palette entries depend on.
static void pack_steps(packing *work, const int32_t *parents, const int32_t *written, sinew__baked_header *header)
{
    const int32_t joints = work->lod->joint_count, chunks = sinew__joint_chunks_of(joints);
    sinew__joint_step *steps = SINEW__ARENA_ARRAY(&work->layout.memory, sinew__joint_step, (size_t)joints + 1);
    int32_t *needed = SINEW__ARENA_ARRAY(&work->layout.memory, int32_t, (size_t)chunks + 1);
    if (work->layout.memory.failed) return;
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
    header->steps = sinew__layout_append(&work->layout, steps, (size_t)joints * sizeof *steps);
    header->needed = sinew__layout_append(&work->layout, needed, (size_t)chunks * sizeof *needed);
}

static void pack_skeleton(packing *work, sinew__baked_header *header)
{
    const sinew_lod *lod = work->lod;
    const int32_t *base_copies = sinew__baked_at(work->base, work->header->copies);
    const size_t joints = (size_t)lod->joint_count;
    int32_t *parents = SINEW__ARENA_ARRAY(&work->layout.memory, int32_t, joints + 1),
            *copies = SINEW__ARENA_ARRAY(&work->layout.memory, int32_t, joints + 1),
            *written = SINEW__ARENA_ARRAY(&work->layout.memory, int32_t, joints + 1);
    if (work->layout.memory.failed) return;
    for (int32_t i = 0; i < lod->joint_count; ++i) {
        const int32_t parent = work->model->joints[lod->joints[i]].parent;
        parents[i] = parent == SINEW_NONE ? 0 : lod->kept_of[parent] + 1;
        copies[i] = base_copies[lod->joints[i]];
    }
    header->parents = sinew__layout_append(&work->layout, parents, joints * sizeof *parents);
    header->copies = sinew__layout_append(&work->layout, copies, joints * sizeof *copies);
    pack_entries(work, copies, written, header);
    for (int32_t i = lod->joint_count; i-- > 0 && !work->layout.memory.failed;)
        if (parents[i] && written[parents[i] - 1] == SINEW_NONE) written[parents[i] - 1] = written[i];
    pack_steps(work, parents, written, header);
    pack_constants(work, header);
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
        clips[i].compact = sinew__lay_out_clip(&work->layout, &from[i]);
        work->layout.out.failed |= work->layout.memory.failed;
        sinew__arena_free(&work->layout.memory);
    }
    if (!clips) work->layout.out.failed = 1;
    header->clips = sinew__layout_append(&work->layout, clips, clips ? count * sizeof *clips : 0);
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
    work.layout.lanes = list_lanes(&work);
    if (!work.layout.lanes) return sinew__fail_memory(error);
    work.layout.base = work.base;
    work.layout.rests = sinew__baked_at(work.base, work.header->joint_constants);
    work.layout.groups = work.groups;
    work.layout.all_groups = work.all_groups;
    sinew__baked_header header = *work.header;
    header.entry_count = header.repeat_count = 0;
    header.binds = 0;
    sinew__layout_append(&work.layout, &header, sizeof header);
    pack_skeleton(&work, &header);
    work.layout.out.failed |= work.layout.memory.failed;
    sinew__arena_free(&work.layout.memory);
    pack_clips(&work, &header);
    uint8_t *section = work.layout.out.failed ? NULL : sinew__allocate_lines(work.layout.out.size);
    if (section) {
        memcpy(section, work.layout.out.text, work.layout.out.size);
        memcpy(section, &header, sizeof header);
        *out_section = section;
        *out_size = work.layout.out.size;
    }
    sinew__buffer_free(&work.layout.out);
    sinew__arena_free(&work.memory);
    return section ? SINEW_OK : sinew__fail_memory(error);
}
