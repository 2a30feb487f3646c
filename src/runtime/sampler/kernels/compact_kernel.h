/// Compact clip + time → locals of 16 joints at once, written once and compiled for several instruction sets. Every
/// product and sum is rounded by itself – no fused multiply-add – and sines come from polynomials of our own, so that
/// every kernel and every compiler gives the same bits. Playing to matrices starts from the same formulas
/// (runtime/pose/kernels/compact_deltas.h).
#ifndef SINEW_RUNTIME_SAMPLER_KERNELS_COMPACT_KERNEL_H
#define SINEW_RUNTIME_SAMPLER_KERNELS_COMPACT_KERNEL_H

#include "runtime/sampler/compact_find.h"
#include "sinew/locals.h"

enum { SINEW__CURVE_VALUES = SINEW__CHUNK_CURVES + SINEW__COMPACT_LANES }; ///< floats for the curves of a chunk

/// A clip at a time.
typedef struct sinew__compact_sample {
    const uint8_t *section; ///< what the clip's offsets count from
    const sinew__compact_clip *clip;
    const sinew__joint_constants *joint_constants;
    const sinew__curve_piece *pieces, *pieces_end; ///< of the time's cell
    const sinew__compact_position *position;
    int32_t joint_group_count;
} sinew__compact_sample;

static inline const sinew__compact_group *sinew__sample_group(const sinew__compact_sample *sample, int32_t index)
{
    return (const sinew__compact_group *)sinew__baked_at(sample->section, sample->clip->groups) + index;
}

typedef struct sinew__compact_kernel {
    /// Values of the curves of eight groups, [SINEW__CURVE_VALUES].
    void (*curves)(const sinew__compact_sample *sample, int32_t chunk, float *out);

    /// Authored locals of a group of joints.
    void (*locals)(const sinew__compact_sample *sample, int32_t group, const float *curves, sinew_local_group *out);

    /// Weights of a group of morphs, [16].
    void (*weights)(const sinew__compact_sample *sample, int32_t group, const float *curves, float *out);
} sinew__compact_kernel;

/// The one in use, see core/base/cpu.h. Baking measures with the portable one, so that all processors bake the same.
const sinew__compact_kernel *sinew__compact_kernel_best(void);
extern const sinew__compact_kernel sinew__compact_kernel_portable;

/// Finds a clip's time. `position` is memory for it. Returns what sinew__compact_find does.
int sinew__compact_sample_at(const sinew_model *model, const sinew__baked_clip *baked, double time,
                             sinew__compact_position *position, sinew__compact_sample *out_sample);

/// Authored locals of all joints, [joint_count].
void sinew__compact_transforms(const sinew_model *model, const sinew__compact_sample *sample, sinew_transform *out);

/// Writes the joints of one group to transforms, [joint_count].
void sinew__locals_to_transforms(const sinew_model *model, const sinew_local_group *group, int32_t index,
                                 sinew_transform *out);

/// Locals of all joints, [sinew_local_group_count(model)].
void sinew__compact_locals(const sinew__compact_kernel *kernel, const sinew__compact_sample *sample,
                           sinew_local_group *out_groups);

/// Morph weights, [morph_count].
void sinew__compact_weights(const sinew_model *model, const sinew__compact_kernel *kernel,
                            const sinew__compact_sample *sample, float *out_weights);

#endif
