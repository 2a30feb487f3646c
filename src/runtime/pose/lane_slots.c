#include "runtime/pose/lane_slots.h"

#include "core/base/memory.h"
#include "sinew/model.h"

int32_t sinew__assign_lane_slots(const int32_t *parents, int32_t joint_count, const uint8_t *uses, sinew__arena *memory,
                                 int32_t *out_slot_of)
{
    uint8_t *has_slot = SINEW__ARENA_ARRAY(memory, uint8_t, (size_t)joint_count + 1);
    int32_t *unused = SINEW__ARENA_ARRAY(memory, int32_t, (size_t)joint_count + 1);
    int32_t unused_count = 0, used = 1; // slot 0 is the root's
    if (memory->failed) return 0;
    has_slot[0] = 1;
    for (int32_t i = joint_count; i > 0; --i) {
        if (uses[i] == SINEW__SLOT_KEPT) has_slot[i] = 1;
        if (has_slot[i] || uses[i] != SINEW__SLOT_UNUSED) has_slot[parents[i - 1]] = 1;
    }
    out_slot_of[0] = 0;
    for (int32_t i = 1; i <= joint_count; ++i) {
        const int32_t parent = parents[i - 1];
        out_slot_of[i] = SINEW_NONE;
        if (has_slot[i]) out_slot_of[i] = unused_count ? unused[--unused_count] : used++;
        const int is_last_child = i == joint_count || parents[i] != parent;
        if (is_last_child && has_slot[parent] && uses[parent] != SINEW__SLOT_KEPT)
            unused[unused_count++] = out_slot_of[parent];
    }
    return used;
}

float *sinew__take_lane_slots(sinew__arena *memory, int32_t slots, int32_t lanes)
{
    return sinew__arena_aligned(memory, (size_t)slots * (size_t)lanes * 12 * sizeof(float), SINEW__LINE);
}
