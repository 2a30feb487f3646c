#include "pose/lane_slots.h"

#include "base/memory.h"
#include "sinew/model.h"

int32_t sinew__assign_lane_slots(const int32_t *parents, int32_t joint_count, const uint8_t *is_kept,
                                 sinew__arena *memory, int32_t *out_slot_of)
{
    uint8_t *is_parent = SINEW__ARENA_ARRAY(memory, uint8_t, (size_t)joint_count + 1);
    int32_t *unused = SINEW__ARENA_ARRAY(memory, int32_t, (size_t)joint_count + 1);
    int32_t unused_count = 0, used = 1; // slot 0 is the root's
    if (memory->failed) return 0;
    for (int32_t i = 0; i < joint_count; ++i) is_parent[parents[i]] = 1;
    out_slot_of[0] = 0;
    for (int32_t i = 0; i < joint_count; ++i) {
        const int32_t parent = parents[i];
        out_slot_of[i + 1] = SINEW_NONE;
        if (is_kept[i + 1] || is_parent[i + 1]) out_slot_of[i + 1] = unused_count ? unused[--unused_count] : used++;
        const int is_last_child = i + 1 == joint_count || parents[i + 1] != parent;
        if (is_last_child && !is_kept[parent]) unused[unused_count++] = out_slot_of[parent];
    }
    return used;
}

float *sinew__take_lane_slots(sinew__arena *memory, int32_t slots, int32_t lanes)
{
    return sinew__arena_aligned(memory, (size_t)slots * (size_t)lanes * 12 * sizeof(float), SINEW__LINE);
}
