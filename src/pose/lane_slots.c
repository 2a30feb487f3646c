// Which carry of a crowd's walk lies where: slots are used in turn, because joints stand in the order of their parents.
#include "pose/walk_kernel.h"

/// Entries sorted by joint, those of one joint in their order.
static void sort_entries(const sinew__palette_entry *entries, int32_t count, int32_t *begins, int32_t joint_count, int32_t *out)
{
    for (int32_t i = 0; i < count; ++i) ++begins[entries[i].joint];
    int32_t begin = 0;
    for (int32_t joint = 0; joint < joint_count; ++joint) {
        const int32_t own = begins[joint];
        begins[joint] = begin;
        begin += own;
    }
    for (int32_t i = 0; i < count; ++i) out[begins[entries[i].joint]++] = i;
}

/// A slot for each carry that is read again: 0 for what root joints hang on, then one after the other.
static void number_carries(const sinew_model *model, const sinew__palette_entry *entries, int32_t entry_count, sinew__lane_slots *places)
{
    int32_t count = 1;
    for (int32_t i = 0; i < model->joint_count; ++i) places->own[i] = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (model->joints[i].parent != SINEW_NONE) places->own[model->joints[i].parent] = 0;
    for (int32_t i = 0; i < entry_count; ++i) places->own[entries[i].joint] = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (places->own[i] != SINEW_NONE) places->own[i] = count++;
        places->above[i] = model->joints[i].parent == SINEW_NONE ? 0 : places->own[model->joints[i].parent];
    }
}

/// Takes a slot again when the last that reads it is past.
static void share_slots(int32_t joint_count, sinew__lane_slots *places)
{
    int32_t newest = 0;
    places->count = 1;
    for (int32_t i = 0; i < joint_count; ++i) {
        if (places->own[i] != SINEW_NONE) newest = places->own[i];
        const int32_t needed = newest - places->above[i] + 1;
        if (needed > places->count) places->count = needed;
    }
    for (int32_t i = 0; i < joint_count; ++i) {
        places->above[i] %= places->count;
        if (places->own[i] != SINEW_NONE) places->own[i] %= places->count;
    }
}

sinew__lane_slots sinew__lane_slots_of(const sinew_model *model, sinew__arena *memory)
{
    const sinew__rows_header *header = sinew__rows_of(model);
    const int32_t entry_count = header ? header->entry_count : 0;
    const sinew__palette_entry *entries = header ? (const sinew__palette_entry *)(const void *)(model->rows + header->entries) : NULL;
    sinew__lane_slots places = {.above = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count),
                                .own = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count),
                                .entries = SINEW__ARENA_ARRAY(memory, int32_t, entry_count)};
    int32_t *begins = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count);
    if (memory->failed) return places;
    sort_entries(entries, entry_count, begins, model->joint_count, places.entries);
    number_carries(model, entries, entry_count, &places);
    share_slots(model->joint_count, &places);
    return places;
}
