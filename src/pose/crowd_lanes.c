#include "pose/crowd_lanes.h"

#include "base/memory.h"
#include "pose/lane_slots.h"

/// Any baked clip: the tables of their walks are the skeleton's.
static const sinew__baked_clip *find_baked(const sinew_model *model)
{
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (sinew__baked_clip_of(model, i)) return sinew__baked_clip_of(model, i);
    return NULL;
}

/// Palette entries that are not copies of a joint's matrix are made after all joints. Returns the number of slots.
static int32_t assign_slots(const sinew__walk *walk, sinew__arena *memory, int32_t *out_slot_of)
{
    uint8_t *uses = SINEW__ARENA_ARRAY(memory, uint8_t, (size_t)walk->joint_count + 1);
    if (memory->failed) return 0;
    const int32_t *copies = sinew__baked_at(walk->section, walk->header->copies);
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    for (int32_t i = 0; i < walk->joint_count; ++i)
        if (copies[i] != SINEW_NONE) uses[i + 1] = SINEW__SLOT_READ;
    for (int32_t i = 0; i < walk->header->entry_count; ++i) uses[entries[i].joint + 1] = SINEW__SLOT_KEPT;
    return sinew__assign_lane_slots(sinew__baked_at(walk->section, walk->header->parents), walk->joint_count, uses,
                                    memory, out_slot_of);
}

void sinew__crowd_lanes_create(const sinew_model *model, const sinew__pose_kernel *kernel, int32_t worker_count,
                               sinew__arena *memory, sinew__crowd_lanes *out)
{
    const sinew__baked_clip *any = find_baked(model);
    if (!any) return;
    const sinew__walk walk = sinew__walk_of(model, any);
    *out = (sinew__crowd_lanes){.model = model, .kernel = kernel};
    out->slot_of = SINEW__ARENA_ARRAY(memory, int32_t, (size_t)walk.joint_count + 1);
    out->workers = SINEW__ARENA_ARRAY(memory, sinew__lane_memory, worker_count);
    const int32_t slots = assign_slots(&walk, memory, out->slot_of);
    for (int32_t i = 0; i < worker_count && !memory->failed; ++i) {
        out->workers[i].slots = sinew__take_lane_slots(memory, slots, kernel->lanes);
        out->workers[i].curves =
            sinew__arena_aligned(memory, (size_t)kernel->lanes * SINEW__CURVE_VALUES * sizeof(float), SINEW__LINE);
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
