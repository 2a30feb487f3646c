/// Baked clips → skinning matrices → palette in single precision: the inner loop of playback, written once and
/// compiled for several instruction sets.
///
/// Skinning matrices (see runtime/model/baked_clips.h) are *joint matrices* of 16 floats, 3×4 by rows: joint matrix 0
/// is globalInverse, joint i has joint matrix i + 1.
#ifndef SINEW_RUNTIME_POSE_KERNELS_POSE_KERNEL_H
#define SINEW_RUNTIME_POSE_KERNELS_POSE_KERNEL_H

#include "runtime/sampler/kernels/compact_kernel.h"
#include "sinew/types.h"

enum {
    SINEW__MAX_LANES = 8, ///< characters that are posed at once, at most
};

/// Memory for posing several characters at once.
typedef struct sinew__lane_memory {
    float *joint_matrices; ///< [joint matrices in use][12][lanes]
    float *curves;         ///< [SINEW__CURVE_VALUES][lanes] of the curves of a chunk
} sinew__lane_memory;

/// What the walk of one clip reads. Kernels look up the arrays that they use: most calls use few of them.
typedef struct sinew__walk {
    const uint8_t *section; ///< what offsets count from
    const sinew__baked_header *header;
    const sinew__baked_clip *clip;
    int32_t joint_count;
} sinew__walk;

static inline sinew__walk sinew__walk_of(const sinew_model *model, const sinew__baked_clip *clip)
{
    return (sinew__walk){model->baked, sinew__baked_at(model->baked, 0), clip, model->joint_count};
}

/// What computing globals from locals reads of a skeleton.
typedef struct sinew__skeleton_tables {
    const int32_t *parents;              ///< [joint_count] of joint matrices
    const int32_t *first_child;          ///< [joint_count + 1] the first joint whose parent is this one or a later
    const sinew__palette_entry *entries; ///< [entry_count] of all skin joints, by joint; `offset` is the skin joint's
    const int32_t *first_entry;          ///< [joint_count + 1] the first of a joint's entries
    const float *root;                   ///< [12] globalInverse
    int32_t joint_count, entry_count;
} sinew__skeleton_tables;

/// Playing one character. It is a table of its own: a program that only plays does not link the rest of a kernel.
typedef struct sinew__play_kernel {
    /// One character from a compact clip. Fills palette, [skin_joint_count], and of joint matrices, [joint_count + 1]
    /// and best on a 64-byte boundary, those of joints on which the palette depends, or all.
    void (*walk_compact)(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                         float *joint_matrices, sinew_palette_matrix *palette);
} sinew__play_kernel;

/// One way to compute it.
typedef struct sinew__pose_kernel {
    const sinew__play_kernel *play;

    /// `lanes` characters that play one compact clip at times of their own, with the same bits. matrix_of, of
    /// sinew__assign_lane_matrices, leaves out the joints on which no palette entry depends. Fills palettes, [lanes].
    void (*pose_many)(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                      const sinew__lane_memory *memory, float *const *palettes);
    int32_t lanes;

    /// Joint matrices of all joints from their locals.
    void (*walk_locals)(const sinew__skeleton_tables *tables, const sinew_local_group *groups, float *joint_matrices);

    /// Joint matrices of a joint and all joints below it, from its parent's.
    void (*walk_locals_below)(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t joint,
                              float *joint_matrices);

    /// The joint matrices and palettes of `lanes` characters from their locals, with the same bits. groups[k] are those
    /// of character k; matrix_of is that of pose_many, `joint_matrices` the memory that it reads, [joint matrices in
    /// use][12][lanes]. `palettes` may be NULL.
    void (*pose_many_from_locals)(const sinew__skeleton_tables *tables, const sinew_local_group *const *groups,
                                  const int32_t *matrix_of, float *joint_matrices, float *const *palettes);

    /// Palette entries of all skin joints from joint matrices.
    void (*put_palette)(const sinew__skeleton_tables *tables, const float *joint_matrices,
                        sinew_palette_matrix *palette);
} sinew__pose_kernel;

/// Playing a compact clip, sinew__play_kernel.walk_compact of each kernel.
void sinew__walk_compact_portable(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                                  float *joint_matrices, sinew_palette_matrix *palette);
void sinew__walk_compact_avx2(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                              float *joint_matrices, sinew_palette_matrix *palette);
void sinew__walk_compact_avx512(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                                float *joint_matrices, sinew_palette_matrix *palette);

/// The same of sinew__pose_kernel.pose_many. AVX-512 has eight lanes as well: matrices of sixteen characters do not
/// stay in the nearest cache.
enum { SINEW__LANES_PORTABLE = 4, SINEW__LANES_AVX2 = 8, SINEW__LANES_AVX512 = 8 };
void sinew__pose_many_portable(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                               const sinew__lane_memory *memory, float *const *palettes);
void sinew__pose_many_avx2(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                           const sinew__lane_memory *memory, float *const *palettes);
void sinew__pose_many_avx512(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, float *const *palettes);

/// The same of sinew__pose_kernel.pose_many_from_locals.
void sinew__pose_many_from_locals_portable(const sinew__skeleton_tables *tables, const sinew_local_group *const *groups,
                                           const int32_t *matrix_of, float *joint_matrices, float *const *palettes);
void sinew__pose_many_from_locals_avx2(const sinew__skeleton_tables *tables, const sinew_local_group *const *groups,
                                       const int32_t *matrix_of, float *joint_matrices, float *const *palettes);
void sinew__pose_many_from_locals_avx512(const sinew__skeleton_tables *tables, const sinew_local_group *const *groups,
                                         const int32_t *matrix_of, float *joint_matrices, float *const *palettes);

/// Those in use, see core/base/cpu.h. Baking measures with the portable one, so that all processors bake the same.
const sinew__pose_kernel *sinew__pose_kernel_best(void);
const sinew__play_kernel *sinew__play_kernel_best(void);
extern const sinew__pose_kernel sinew__pose_kernel_portable;
extern const sinew__play_kernel sinew__play_kernel_portable;

#endif
