/// Baked clips → skinning matrices → palette in single precision: the inner loop of playback, written once and
/// compiled for several instruction sets.
///
/// Skinning matrices (see model/baked_rows.h) lie in slots of 16 floats, 3×4 matrices by rows: slot 0 is globalInverse,
/// joint i has slot i + 1.
#ifndef SINEW_POSE_KERNELS_POSE_KERNEL_H
#define SINEW_POSE_KERNELS_POSE_KERNEL_H

#include "sampler/kernels/compact_kernel.h"
#include "sampler/rows_find.h"
#include "sinew/types.h"

enum { SINEW__SLOT_FLOATS = 16 };

/// Where the tables of one clip's walk lie.
typedef struct sinew__walk {
    const uint8_t *section; ///< what `base` offsets count from
    const sinew__row_group *groups;
    const int32_t *parents, *copies, *matrix_joints;
    const sinew__palette_entry *entries;
    const float *root;
    int32_t group_count, joint_count, entry_count, apart_count, matrix_count, skin_joint_count;
} sinew__walk;

sinew__walk sinew__walk_of(const sinew_model *model, const sinew__baked_clip *clip);

/// What computing globals from locals reads of a skeleton.
typedef struct sinew__skeleton_tables {
    const int32_t *parents;              ///< [joint_count] slots
    const int32_t *first_child;          ///< [joint_count + 1] the first joint whose parent is this one or a later
    const sinew__palette_entry *entries; ///< [entry_count] of all skin joints; `offset` is that of the skin joint
    int32_t joint_count, entry_count;
} sinew__skeleton_tables;

/// One way to compute it.
typedef struct sinew__pose_kernel {
    const char *name;  ///< "sse2", "avx2", …
    unsigned features; ///< that the processor must have, of sinew__cpu_features

    /// One character, from matrix frames. Fills slots, [joint_count + 1] and best on a 64-byte boundary, and palette,
    /// [skin_joint_count]. What is NULL is not filled.
    void (*copy)(const sinew__walk *walk, const sinew__row_pair *pair, float *slots, sinew_palette_matrix *palette);

    /// The same from a compact clip. Fills both.
    void (*walk_compact)(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                         sinew_palette_matrix *palette);

    /// Slots of the joints [first, end) from their locals and their parents' slots.
    void (*walk_locals)(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t first,
                        int32_t end, float *slots);

    /// Palette entries of all skin joints from slots.
    void (*put_palette)(const sinew__skeleton_tables *tables, const float *slots, sinew_palette_matrix *palette);
} sinew__pose_kernel;

/// Playing a compact clip, sinew__pose_kernel.walk_compact of each kernel.
void sinew__walk_compact_portable(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                                  sinew_palette_matrix *palette);
void sinew__walk_compact_avx2(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                              sinew_palette_matrix *palette);
void sinew__walk_compact_avx512(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                                sinew_palette_matrix *palette);

/// All that were compiled in, the portable one first, each faster than those before it.
extern const sinew__pose_kernel *const sinew__pose_kernels[];
extern const int32_t sinew__pose_kernel_count;

/// The last that this machine can run.
const sinew__pose_kernel *sinew__pose_kernel_best(void);

#endif
