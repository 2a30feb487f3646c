// Which kernels there are, and which one this machine runs.
#include "base/cpu.h"
#include "pose/walk_kernel.h"

extern const sinew__walk_kernel sinew__walk_kernel_portable;
#if defined(__x86_64__)
extern const sinew__walk_kernel sinew__walk_kernel_avx2, sinew__walk_kernel_avx512;
#endif

const sinew__walk_kernel *const sinew__walk_kernels[] = {
    &sinew__walk_kernel_portable,
#if defined(__x86_64__)
    &sinew__walk_kernel_avx2,
    &sinew__walk_kernel_avx512,
#endif
};

const int32_t sinew__walk_kernel_count = sizeof sinew__walk_kernels / sizeof *sinew__walk_kernels;

const sinew__walk_kernel *sinew__walk_kernel_best(void)
{
    const unsigned features = sinew__cpu_features();
    int32_t best = sinew__walk_kernel_count - 1;
    while ((sinew__walk_kernels[best]->features & ~features) != 0) --best; // the first needs nothing
    return sinew__walk_kernels[best];
}

sinew__walk sinew__walk_of(const sinew_model *model, const sinew__baked_clip *clip)
{
    const sinew__rows_header *header = sinew__rows_of(model);
    const uint8_t *section = model->rows;
    const int holds_carries = (clip->flags & SINEW__BAKED_CARRIES) != 0;
    return (sinew__walk){.section = section,
                         .groups = (const sinew__row_group *)(const void *)(section + clip->groups),
                         .parents = (const int32_t *)(const void *)(section + header->parents),
                         .copies = (const int32_t *)(const void *)(section + header->copies),
                         .carried = (const int32_t *)(const void *)(section + header->carried),
                         .entries = (const sinew__palette_entry *)(const void *)(section + header->entries),
                         .root = header->root,
                         .group_count = holds_carries ? sinew__groups_of(header->carried_count) : header->group_count,
                         .joint_count = model->joint_count,
                         .entry_count = header->entry_count,
                         .apart_count = header->apart_count,
                         .carried_count = header->carried_count,
                         .skin_joint_count = model->skin_joint_count,
                         .holds_carries = holds_carries,
                         .is_compact = clip->compact != 0};
}
