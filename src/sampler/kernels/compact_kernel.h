/// Compact clip + time → values of 16 joints at once: the inner loop of playing and of sampling locals, written once
/// and compiled for several instruction sets. Every product and sum is rounded by itself – no fused multiply-add – and
/// sines come from polynomials of our own, so that every kernel and every compiler gives the same bits.
#ifndef SINEW_SAMPLER_KERNELS_COMPACT_KERNEL_H
#define SINEW_SAMPLER_KERNELS_COMPACT_KERNEL_H

#include "sampler/compact_find.h"
#include "sinew/locals.h"

/// What the groups of a chunk are made from: sines and cosines of their angles, or of half of these, and the other
/// components where the clip has any. On a 64-byte boundary.
typedef struct sinew__chunk_values {
    float sines[SINEW__CHUNK_GROUPS][3][SINEW__COMPACT_LANES], cosines[SINEW__CHUNK_GROUPS][3][SINEW__COMPACT_LANES];
    float of[SINEW__CHUNK_GROUPS][SINEW__COMPONENT_COUNT][SINEW__COMPACT_LANES];
} sinew__chunk_values;

/// A clip at a time, by pointers.
typedef struct sinew__compact_sample {
    const uint8_t *section; ///< what the groups' constants count from
    const sinew__compact_group *groups;
    const sinew__curve_chunk *chunks;
    const sinew__curve_span *spans;
    const sinew__component_curves *components;
    const float *steps, *middles;
    const int16_t *data;
    const sinew__rig_group *rig;
    const sinew__curve_piece *pieces, *pieces_end; ///< of the time's cell
    const sinew__key_grid *grids;
    const sinew__grid_position *positions;
    float part; ///< of the cell
    int32_t group_count, joint_group_count;
} sinew__compact_sample;

/// Of the 16 bind-space locals of a group, by rows, where in floats row `row` of a lane begins in the order of a kernel
/// with vectors of `width` floats: that in which vectors are rotated into rows with the least work.
static inline int sinew__compact_map_at(int width, int lane, int row)
{
    const int in_vector = lane % width;
    return lane / width * 12 * width + (row * width + (in_vector & 3) * (width / 4) + (in_vector >> 2)) * 4;
}

typedef struct sinew__compact_kernel {
    const char *name;  ///< "sse2", "avx2", …
    unsigned features; ///< that the processor must have, of sinew__cpu_features
    int32_t width;     ///< floats of its vectors

    /// Values of eight groups, for what follows: for maps, or for locals, which rotate by halves of angles.
    void (*values)(const sinew__compact_sample *sample, int32_t chunk, int halves, sinew__chunk_values *out);

    /// Bind-space locals of a group, float[192] on a 64-byte boundary, at sinew__compact_map_at.
    void (*maps)(const sinew__compact_sample *sample, int32_t group, const sinew__chunk_values *values, float *out);

    /// Authored locals of a group.
    void (*locals)(const sinew__compact_sample *sample, int32_t group, const sinew__chunk_values *values,
                   sinew_local_group *out);
} sinew__compact_kernel;

/// All that were compiled in, the portable one first, each faster than those before it.
extern const sinew__compact_kernel *const sinew__compact_kernels[];
extern const int32_t sinew__compact_kernel_count;

/// The last that this machine can run.
const sinew__compact_kernel *sinew__compact_kernel_best(void);

/// Finds a clip's time. `position` is memory for it. Returns what sinew__compact_find does.
int sinew__compact_sample_at(const sinew_model *model, const sinew__baked_clip *baked, double time,
                             sinew__compact_position *position, sinew__compact_sample *out_sample);

/// Authored locals of all joints, [joint_count].
void sinew__compact_locals(const sinew_model *model, const sinew__compact_sample *sample, sinew_transform *out);

/// Writes the joints of one group to transforms, [joint_count].
void sinew__locals_to_transforms(const sinew_model *model, const sinew_local_group *group, int32_t index,
                                 sinew_transform *out);

/// Morph weights, [morph_count].
void sinew__compact_weights(const sinew_model *model, const sinew__compact_kernel *kernel,
                            const sinew__compact_sample *sample, float *out_weights);

#endif
