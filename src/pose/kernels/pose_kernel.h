/// Baked frames → local → skinning matrix → palette in single precision: the inner loop of playback, written once and
/// compiled for several instruction sets.
///
/// Skinning matrices (see model/baked_rows.h) lie in slots of 16 floats, 3×4 matrices by rows: slot 0 is globalInverse,
/// joint i has slot i + 1.
#ifndef SINEW_POSE_KERNELS_POSE_KERNEL_H
#define SINEW_POSE_KERNELS_POSE_KERNEL_H

#include "base/arena.h"
#include "pose/kernels/prefetch.h"
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
    int holds_matrices; ///< rows hold skinning matrices, not locals
    int is_compact;     ///< there are no rows: a compact clip
} sinew__walk;

sinew__walk sinew__walk_of(const sinew_model *model, const sinew__baked_clip *clip);

/// Where skinning matrices of characters in lanes lie. A slot is used again when the last joint that reads it is past,
/// so that what a walk writes and reads stays in the first cache, however many joints there are.
typedef struct sinew__lane_slots {
    struct sinew__lane_joint {
        int32_t above,
            own;      ///< slots of the parent's skinning matrix and of the joint's; own SINEW_NONE: nothing reads it
        int32_t copy; ///< the skin_joint whose entry it is, or SINEW_NONE
        int32_t entries_end; ///< in `entries`; the joint's begin where those of the joint before end
    } * joints;              ///< [joint_count]
    int32_t *entries;        ///< [entry_count] the walk's entries, sorted by joint
    int32_t count;           ///< of slots
} sinew__lane_slots;

/// Deals out the slots for a model's walks. The arrays are of `memory`, which says whether it was enough.
sinew__lane_slots sinew__lane_slots_of(const sinew_model *model, sinew__arena *memory);

/// One way to compute it.
typedef struct sinew__pose_kernel {
    const char *name;  ///< "sse2", "avx2", …
    unsigned features; ///< that the processor must have, of sinew__cpu_features

    /// One character. Fills slots, [joint_count + 1] and best on a 64-byte boundary, and palette, [skin_joint_count].
    void (*walk)(const sinew__walk *walk, const sinew__row_pair *pair, float *slots, sinew_palette_matrix *palette);

    /// The same from rows that hold skinning matrices. What is NULL is not filled.
    void (*copy)(const sinew__walk *walk, const sinew__row_pair *pair, float *slots, sinew_palette_matrix *palette);

    /// The same from a compact clip. What is NULL is not filled; slots are needed.
    void (*walk_compact)(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                         sinew_palette_matrix *palette);

    /// `lanes` characters that play one clip, each at a time of its own, one to a lane of the vectors.
    int32_t lanes;
    /// Fills memory, [places->count × 12 × lanes] floats of scratch on a 64-byte boundary, and the palettes; beside it
    /// fetches what `ahead` wants.
    void (*walk_lanes)(const sinew__walk *walk, const sinew__lane_slots *places, const sinew__row_pair *pairs,
                       float *memory, sinew_palette_matrix *const *palettes, sinew__prefetch *ahead);
} sinew__pose_kernel;

/// One character, from rows of either sort.
static inline void sinew__pose_single_character(const sinew__pose_kernel *kernel, const sinew__walk *walk,
                                                const sinew__row_pair *pair, float *slots,
                                                sinew_palette_matrix *palette)
{
    (walk->holds_matrices ? kernel->copy : kernel->walk)(walk, pair, slots, palette);
}

/// All that were compiled in, the portable one first, each faster than those before it.
extern const sinew__pose_kernel *const sinew__pose_kernels[];
extern const int32_t sinew__pose_kernel_count;

/// The last that this machine can run.
const sinew__pose_kernel *sinew__pose_kernel_best(void);

#endif
