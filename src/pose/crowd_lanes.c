#include "pose/crowd_lanes.h"

/// Reuses slots, so that those in use stay in the nearest cache: a joint gives back its parent's if it is the last
/// child. Joints that other palette entries are made from keep theirs; those that nobody reads have none.
static void assign_slots(const sinew__walk *walk, sinew__arena *memory, int32_t *slot_of)
{
    const int32_t count = walk->joint_count;
    uint8_t *is_kept = SINEW__ARENA_ARRAY(memory, uint8_t, count + 1);
    uint8_t *is_parent = SINEW__ARENA_ARRAY(memory, uint8_t, count + 1);
    int32_t *unused = SINEW__ARENA_ARRAY(memory, int32_t, count + 1);
    int32_t unused_count = 0, used = 1; // slot 0 is the root's
    if (memory->failed) return;
    for (int32_t i = 0; i < walk->entry_count; ++i) is_kept[walk->entries[i].joint + 1] = 1;
    for (int32_t i = 0; i < count; ++i) is_parent[walk->parents[i]] = 1;
    slot_of[0] = 0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t parent = walk->parents[i];
        slot_of[i + 1] = SINEW_NONE;
        if (is_kept[i + 1] || is_parent[i + 1]) slot_of[i + 1] = unused_count ? unused[--unused_count] : used++;
        const int is_last_child = i + 1 == count || walk->parents[i + 1] != parent;
        if (is_last_child && !is_kept[parent]) unused[unused_count++] = slot_of[parent];
    }
}

static int32_t slot_count(const int32_t *slot_of, int32_t joint_count)
{
    int32_t last = 0;
    for (int32_t i = 1; i <= joint_count; ++i)
        if (slot_of[i] > last) last = slot_of[i];
    return last + 1;
}

static float *take_floats(sinew__arena *memory, size_t count)
{
    enum { CACHE_LINE = 64 };
    uint8_t *bytes = SINEW__ARENA_ARRAY(memory, uint8_t, count * sizeof(float) + CACHE_LINE);
    if (!bytes) return NULL;
    return (float *)(void *)(bytes + (CACHE_LINE - (uintptr_t)bytes % CACHE_LINE) % CACHE_LINE);
}

/// Any clip that is compact: the tables of their walks are the skeleton's.
static const sinew__baked_clip *find_compact(const sinew_model *model)
{
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew__baked_clip *baked = sinew__baked_clip_of(model, i);
        if (baked && baked->compact) return baked;
    }
    return NULL;
}

void sinew__crowd_lanes_create(const sinew_model *model, const sinew__pose_kernel *kernel, int32_t worker_count,
                               sinew__arena *memory, sinew__crowd_lanes *out)
{
    const sinew__baked_clip *any = find_compact(model);
    if (!any) return;
    const sinew__walk walk = sinew__walk_of(model, any);
    *out = (sinew__crowd_lanes){.model = model, .kernel = kernel};
    out->slot_of = SINEW__ARENA_ARRAY(memory, int32_t, (size_t)walk.joint_count + 1);
    out->workers = SINEW__ARENA_ARRAY(memory, sinew__lane_memory, worker_count);
    if (!memory->failed) assign_slots(&walk, memory, out->slot_of);
    if (memory->failed) return;
    const size_t slot_values = (size_t)(12 * kernel->lanes) * (size_t)slot_count(out->slot_of, walk.joint_count);
    for (int32_t i = 0; i < worker_count && !memory->failed; ++i) {
        out->workers[i].slots = take_floats(memory, slot_values);
        out->workers[i].curves = take_floats(memory, (size_t)kernel->lanes * SINEW__CURVE_VALUES);
    }
}

int sinew__crowd_lanes_pose(const sinew__crowd_lanes *lanes, int32_t worker, const sinew__baked_clip *baked,
                            const double *times, float *const *palettes, float *const *weights)
{
    const sinew__walk walk = sinew__walk_of(lanes->model, baked);
    sinew__compact_position positions[SINEW__MAX_LANES];
    sinew__compact_sample samples[SINEW__MAX_LANES];
    for (int32_t i = 0; i < lanes->kernel->lanes; ++i)
        if (!sinew__compact_sample_at(lanes->model, baked, times[i], &positions[i], &samples[i])) return 0;
    lanes->kernel->walk_lanes(&walk, samples, lanes->slot_of, &lanes->workers[worker], palettes);
    for (int32_t i = 0; i < lanes->kernel->lanes && weights; ++i)
        sinew__compact_weights(lanes->model, sinew__compact_kernel_best(), &samples[i], weights[i]);
    return 1;
}
