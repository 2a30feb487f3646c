// Which kernels there are, and which one this machine runs.
#include "base/cpu.h"
#include "pose/kernels/pose_kernel.h"

extern const sinew__pose_kernel sinew__pose_kernel_portable;
#if defined(__x86_64__)
extern const sinew__pose_kernel sinew__pose_kernel_avx2, sinew__pose_kernel_avx512;
#endif

const sinew__pose_kernel *const sinew__pose_kernels[] = {
    &sinew__pose_kernel_portable,
#if defined(__x86_64__)
    &sinew__pose_kernel_avx2,
    &sinew__pose_kernel_avx512,
#endif
};

extern const sinew__play_kernel sinew__play_kernel_portable;
#if defined(__x86_64__)
extern const sinew__play_kernel sinew__play_kernel_avx2, sinew__play_kernel_avx512;
#endif

const int32_t sinew__pose_kernel_count = sizeof sinew__pose_kernels / sizeof *sinew__pose_kernels;

const sinew__pose_kernel *sinew__pose_kernel_best(void)
{
    const unsigned features = sinew__cpu_features();
    int32_t best = sinew__pose_kernel_count - 1;
    while ((sinew__pose_kernels[best]->features & ~features) != 0) --best; // the first needs nothing
    return sinew__pose_kernels[best];
}

const sinew__play_kernel *sinew__play_kernel_best(void)
{
#if defined(__x86_64__)
    static const sinew__play_kernel *const faster[] = {&sinew__play_kernel_avx512, &sinew__play_kernel_avx2};
    const unsigned features = sinew__cpu_features();
    for (size_t i = 0; i < sizeof faster / sizeof *faster; ++i)
        if ((faster[i]->features & ~features) == 0) return faster[i];
#endif
    return &sinew__play_kernel_portable;
}

sinew__walk sinew__walk_of(const sinew_model *model, const sinew__baked_clip *clip)
{
    const sinew__baked_header *header = sinew__baked_header_of(model);
    const uint8_t *section = model->baked;
    return (sinew__walk){.section = section,
                         .groups = (const sinew__frame_group *)(const void *)(section + clip->groups),
                         .parents = (const int32_t *)(const void *)(section + header->parents),
                         .copies = (const int32_t *)(const void *)(section + header->copies),
                         .matrix_joints = (const int32_t *)(const void *)(section + header->matrix_joints),
                         .entries = (const sinew__palette_entry *)(const void *)(section + header->entries),
                         .repeats = (const sinew__palette_link *)(const void *)(section + header->repeats),
                         .moves = (const sinew__palette_link *)(const void *)(section + header->moves),
                         .root = header->root,
                         .group_count = sinew__groups_of(model->joint_count),
                         .joint_count = model->joint_count,
                         .entry_count = header->entry_count,
                         .repeat_count = header->repeat_count,
                         .move_count = header->move_count,
                         .bound_count = header->bound_count};
}
