// Which skinning matrix of a crowd's walk lies where: slots are used in turn, because joints stand in the order of
// their parents.
#include "pose/kernels/pose_kernel.h"

static const sinew__palette_entry *entries_of(const sinew_model *model, const sinew__rows_header *header)
{
    return (const sinew__palette_entry *)(const void *)(model->rows + header->entries);
}

/// Entries sorted by joint, those of one joint in their order.
static void sort_entries(const sinew_model *model, const sinew__rows_header *header, sinew__lane_slots *places)
{
    const sinew__palette_entry *entries = entries_of(model, header);
    int32_t begin = 0; // `entries_end`: first how many; then where a joint's begin; at last where they end
    for (int32_t i = 0; i < header->entry_count; ++i) ++places->joints[entries[i].joint].entries_end;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t own = places->joints[i].entries_end;
        places->joints[i].entries_end = begin;
        begin += own;
    }
    for (int32_t i = 0; i < header->entry_count; ++i)
        places->entries[places->joints[entries[i].joint].entries_end++] = i;
}

/// A slot for each skinning matrix that is read again: 0 for what root joints hang on, then one after the other.
static void number_slots(const sinew_model *model, const sinew__rows_header *header, sinew__lane_slots *places)
{
    const sinew__palette_entry *entries = entries_of(model, header);
    struct sinew__lane_joint *joints = places->joints;
    int32_t count = 1;
    for (int32_t i = 0; i < model->joint_count; ++i) joints[i].own = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (model->joints[i].parent != SINEW_NONE) joints[model->joints[i].parent].own = 0;
    for (int32_t i = 0; i < header->entry_count; ++i) joints[entries[i].joint].own = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (joints[i].own != SINEW_NONE) joints[i].own = count++;
        joints[i].above = model->joints[i].parent == SINEW_NONE ? 0 : joints[model->joints[i].parent].own;
    }
}

/// Takes a slot again when the last that reads it is past.
static void share_slots(int32_t joint_count, sinew__lane_slots *places)
{
    struct sinew__lane_joint *joints = places->joints;
    int32_t newest = 0;
    places->count = 1;
    for (int32_t i = 0; i < joint_count; ++i) {
        if (joints[i].own != SINEW_NONE) newest = joints[i].own;
        const int32_t needed = newest - joints[i].above + 1;
        if (needed > places->count) places->count = needed;
    }
    for (int32_t i = 0; i < joint_count; ++i) {
        joints[i].above %= places->count;
        if (joints[i].own != SINEW_NONE) joints[i].own %= places->count;
    }
}

sinew__lane_slots sinew__lane_slots_of(const sinew_model *model, sinew__arena *memory)
{
    const sinew__rows_header *header = sinew__rows_of(model);
    sinew__lane_slots places = {0};
    if (!header) return places;
    places.joints = SINEW__ARENA_ARRAY(memory, struct sinew__lane_joint, model->joint_count);
    places.entries = SINEW__ARENA_ARRAY(memory, int32_t, header->entry_count);
    if (memory->failed) return places;
    const int32_t *copies = (const int32_t *)(const void *)(model->rows + header->copies);
    for (int32_t i = 0; i < model->joint_count; ++i) places.joints[i].copy = copies[i];
    sort_entries(model, header, &places);
    number_slots(model, header, &places);
    share_slots(model->joint_count, &places);
    return places;
}
