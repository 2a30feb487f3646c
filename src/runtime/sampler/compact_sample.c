// Compact clips by pointers, and locals for whoever mixes them.
#include <string.h>

#include "core/base/cpu.h"
#include "runtime/model/clip_span.h"
#include "runtime/sampler/kernels/compact_kernel.h"
#include "runtime/sampler/local_lane.h"

#if defined(__x86_64__)
extern const sinew__compact_kernel sinew__compact_kernel_avx2, sinew__compact_kernel_avx512;
#endif

static const sinew__compact_kernel *const kernels[SINEW__KERNELS_COUNT] = {
    [SINEW__KERNELS_PORTABLE] = &sinew__compact_kernel_portable,
#if defined(__x86_64__)
    [SINEW__KERNELS_AVX2] = &sinew__compact_kernel_avx2,
    [SINEW__KERNELS_AVX512] = &sinew__compact_kernel_avx512,
#endif
};

const sinew__compact_kernel *sinew__compact_kernel_best(void)
{
    return kernels[sinew__kernels_in_use()];
}

int sinew__compact_sample_at(const sinew_model *model, const sinew__baked_clip *baked, double time,
                             sinew__compact_position *position, sinew__compact_sample *out_sample)
{
    if (!sinew__compact_find(model, baked, time, position)) return 0;
    const sinew__compact_clip *clip = sinew__compact_of(model, baked);
    const uint8_t *section = model->baked;
    // Field by field: clearing the struct first took longer than finding the time.
    out_sample->section = section;
    out_sample->clip = clip;
    out_sample->joint_constants = sinew__baked_at(section, sinew__baked_header_of(model)->joint_constants);
    out_sample->position = position;
    out_sample->joint_group_count = sinew__compact_groups_of(model->joint_count);
    out_sample->pieces = out_sample->pieces_end = NULL;
    if (!clip->piece_start) return 1;
    const sinew__curve_piece *pieces = sinew__baked_at(section, clip->pieces);
    const uint32_t *start = sinew__baked_at(section, clip->piece_start);
    out_sample->pieces = pieces + start[position->cell];
    out_sample->pieces_end = pieces + start[position->cell + 1];
    return 1;
}

void sinew__compact_weights(const sinew_model *model, const sinew__compact_kernel *kernel,
                            const sinew__compact_sample *sample, float *out_weights)
{
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    const int32_t first = sinew__compact_groups_of(model->joint_count);
    for (int32_t i = 0; i < model->morph_count; i += SINEW__COMPACT_LANES) {
        const int32_t group = first + i / SINEW__COMPACT_LANES, left = model->morph_count - i;
        float weights[SINEW__COMPACT_LANES];
        if (i == 0 || group % SINEW__CHUNK_GROUPS == 0) kernel->curves(sample, group / SINEW__CHUNK_GROUPS, curves);
        kernel->weights(sample, group, curves, weights);
        memcpy(out_weights + i, weights,
               (size_t)(left < SINEW__COMPACT_LANES ? left : SINEW__COMPACT_LANES) * sizeof *out_weights);
    }
}

// ---- locals -------------------------------------------------------------------------------------------------------

int32_t sinew_local_group_count(const sinew_model *model)
{
    return sinew__compact_groups_of(model->joint_count);
}

void sinew__compact_locals(const sinew__compact_kernel *kernel, const sinew__compact_sample *sample,
                           sinew_local_group *out_groups)
{
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    for (int32_t i = 0; i < sample->joint_group_count; ++i) {
        if (i % SINEW__CHUNK_GROUPS == 0) kernel->curves(sample, i / SINEW__CHUNK_GROUPS, curves);
        kernel->locals(sample, i, curves, &out_groups[i]);
    }
}

int sinew_clip_sample_locals(const sinew_model *model, int32_t clip, double time, sinew_local_group *out_groups,
                             float *out_morph_weights)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    const sinew__compact_kernel *kernel = sinew__compact_kernel_best();
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (!baked || !sinew__compact_sample_at(model, baked, sinew__timeline(model, clip, time), &position, &sample))
        return 0;
    sinew__compact_locals(kernel, &sample, out_groups);
    if (out_morph_weights) sinew__compact_weights(model, kernel, &sample, out_morph_weights);
    return 1;
}

void sinew_locals_from_pose(const sinew_model *model, const sinew_pose *pose, sinew_local_group *out_groups)
{
    static const sinew_transform rests = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const int32_t count = sinew_local_group_count(model) * SINEW_LOCAL_LANES;
    for (int32_t i = 0; i < count; ++i) {
        sinew__set_local_lane(&out_groups[i / SINEW_LOCAL_LANES], i % SINEW_LOCAL_LANES,
                              i < model->joint_count ? &pose->local[i] : &rests);
    }
}

void sinew__locals_to_transforms(const sinew_model *model, const sinew_local_group *group, int32_t index,
                                 sinew_transform *out)
{
    const int32_t first = index * SINEW_LOCAL_LANES, left = model->joint_count - first;
    for (int32_t i = 0; i < SINEW_LOCAL_LANES && i < left; ++i) out[first + i] = sinew__local_lane(group, i);
}

void sinew__compact_transforms(const sinew_model *model, const sinew__compact_sample *sample, sinew_transform *out)
{
    const sinew__compact_kernel *kernel = sinew__compact_kernel_best();
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    for (int32_t i = 0; i < sample->joint_group_count; ++i) {
        _Alignas(64) sinew_local_group group;
        if (i % SINEW__CHUNK_GROUPS == 0) kernel->curves(sample, i / SINEW__CHUNK_GROUPS, curves);
        kernel->locals(sample, i, curves, &group);
        sinew__locals_to_transforms(model, &group, i, out);
    }
}

void sinew_locals_to_pose(const sinew_model *model, const sinew_local_group *groups, sinew_pose *pose)
{
    const int32_t count = sinew_local_group_count(model);
    for (int32_t i = 0; i < count; ++i) sinew__locals_to_transforms(model, &groups[i], i, pose->local);
    if (model->joint_count) memset(pose->animated, 1, (size_t)model->joint_count);
    pose->baked_clip = SINEW_NONE;
}
