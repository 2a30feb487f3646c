/// The section `baked`: baked clips, and the tables of the skeleton that playing reads.
///
/// Skinning needs the motion of a joint since it was bound, not its position. A joint is therefore described in *bind
/// space*, the space of the undeformed vertices: `bind` is its global there, and its motion in that space is its
/// skinning matrix = globalInverse · global · bind⁻¹. Most palette entries are equal to a joint's skinning matrix. A
/// joint's skinning matrix is its parent's times the bind-space local:
///
///   local = bind(parent) · (parent's global)⁻¹ · global · bind⁻¹
///
/// Each clip is a compact clip (compact_clip.h); the section also says which joints it animates.
///
/// No two arrays share bytes: arrays are stored in the order of the fields that point to them. The header's arrays come
/// first, each at the next multiple of SINEW__BAKED_ALIGN, then the arrays of each baked clip, at multiples of
/// SINEW__CLIP_ALIGN. Offsets count from the section's first byte.
#ifndef SINEW_RUNTIME_MODEL_BAKED_CLIPS_H
#define SINEW_RUNTIME_MODEL_BAKED_CLIPS_H

#include "sinew/model.h"

#define SINEW__BAKED_VERSION 19u
#define SINEW__BAKED_ALIGN 64u ///< bytes: alignment of the header's arrays
#define SINEW__CLIP_ALIGN 16u  ///< bytes: alignment of the arrays of a baked clip
#define SINEW__KEY16_MOST 32767

enum {
    SINEW__JOINT_MATRIX_FLOATS = 16, ///< floats of a joint matrix: 3×4, padded to a cache line
    SINEW__MATRIX_FLOATS = 12,       ///< floats of a matrix in the palette
    SINEW__CHUNK_JOINTS = 128,       ///< joints of a compact clip whose deltas are computed together
};

/// The section's first bytes. Joint i has joint matrix i + 1; joint matrix 0 is the parent of the root joints.
typedef struct sinew__baked_header {
    uint32_t version, reserved;
    uint64_t parents; ///< int32_t[joint_count]: the joint matrix of each joint's parent
    /// int32_t[joint_count]: the skin joint whose palette entry is the joint's skinning matrix, or SINEW_NONE
    uint64_t copies;
    /// sinew__joint_step[joint_count], by chunk: first the joints that palette entries need, then the others, both in
    /// rising order
    uint64_t steps;
    uint64_t needed; ///< int32_t[sinew__joint_chunks_of]: number of steps in each chunk that palette entries need
    /// sinew__palette_entry[entry_count], rising: skin joints that need a multiplication by an offset
    uint64_t entries;
    /// sinew__palette_link[repeat_count], rising: skin joints with the same joint and offset as an earlier skin joint
    uint64_t repeats;
    uint64_t binds;           ///< sinew_affine[joint_count]
    uint64_t joint_constants; ///< sinew__joint_constants[joint_constants_count] of compact_clip.h
    uint64_t clips;           ///< sinew__baked_clip[clip_count]
    float root[12];           ///< joint matrix 0: globalInverse, a 3×4 matrix by rows
    int32_t entry_count, repeat_count;
    int32_t joint_constants_count; ///< a sixteenth of joint_count, rounded up
    int32_t reserved2;
} sinew__baked_header;

/// The positions of a joint's matrices in memory while a compact clip is played, as offsets in floats, so that playing
/// multiplies no index.
typedef struct sinew__joint_step {
    uint32_t delta;        ///< the joint's delta in its chunk, see sinew__delta_of_joint
    uint32_t parent;       ///< the parent's matrix among the joint matrices
    uint32_t joint_matrix; ///< the joint's matrix among the joint matrices
    /// the joint's palette entry; 0 if no palette entry depends on the joint. A needed joint without an entry writes to
    /// one that a later step overwrites: this takes less time than a branch
    uint32_t palette;
} sinew__joint_step;

static inline int32_t sinew__joint_chunks_of(int32_t joint_count)
{
    return joint_count / SINEW__CHUNK_JOINTS + (joint_count % SINEW__CHUNK_JOINTS != 0);
}

/// Returns the address of an offset in the section.
static inline const void *sinew__baked_at(const uint8_t *section, uint64_t offset)
{
    return section + offset;
}

/// A skin joint whose palette entry is not a copy of a skinning matrix, because its mesh is not in its joint's bind
/// space. It takes one cache line.
typedef struct sinew__palette_entry {
    float offset[12]; ///< bind · the skin joint's inverse bind matrix, 3×4 by rows
    int32_t skin_joint, joint;
    uint32_t reserved[2];
} sinew__palette_entry;

/// A palette entry that is a copy of an earlier one.
typedef struct sinew__palette_link {
    int32_t skin_joint;
    int32_t from; ///< the earlier skin joint
} sinew__palette_link;

typedef enum sinew__baked_flags {
    SINEW__BAKED_HOLDS_BEFORE = 1, ///< before the clip, its first pose is shown
    SINEW__BAKED_HOLDS_AFTER = 2,
    /// globals are computed from locals joint by joint, because inherit types or sheared rest poses matter; without the
    /// flag, each global is the product of the parent's matrix and the joint's
    SINEW__BAKED_INHERITS = 4,
    /// only in memory: the struct is the first field of a sinew__bound_clip (clip_slots.h)
    SINEW__BAKED_IS_BOUND = 1 << 30,
} sinew__baked_flags;

/// One baked clip; all zero if the clip is not baked.
typedef struct sinew__baked_clip {
    int32_t frame_count; ///< number of cells + 1
    uint32_t flags;      ///< sinew__baked_flags
    uint64_t compact;    ///< sinew__compact_clip of compact_clip.h
    uint64_t animated;   ///< uint8_t[joint_count]
    uint64_t byte_count; ///< bytes of the clip's data in the section
    double error;        ///< the largest displacement that baking measured, as a fraction of the character's diagonal
    double rate;         ///< frames per second of the times that `error` was measured at; 0: all times
} sinew__baked_clip;

/// Returns the section's header, or NULL if the model has no baked clips.
const sinew__baked_header *sinew__baked_header_of(const sinew_model *model);

/// Returns the baked form of a clip of the model or of a bound clip, or NULL if it is not baked.
const sinew__baked_clip *sinew__baked_clip_of(const sinew_model *model, int32_t clip);

/// Returns the start of the section that a baked clip's offsets count from. The first function is for bound clips.
const uint8_t *sinew__section_of_bound(const sinew__baked_clip *baked);
static inline const uint8_t *sinew__section_of_clip(const sinew_model *model, const sinew__baked_clip *baked)
{
#ifdef __wasm__ // a page binds no clips
    (void)baked;
    return model->baked;
#else
    return baked->flags & SINEW__BAKED_IS_BOUND ? sinew__section_of_bound(baked) : model->baked;
#endif
}

/// Returns a flag per joint, [joint_count]: whether the baked clip animates it.
static inline const uint8_t *sinew__baked_animated(const sinew_model *model, const sinew__baked_clip *baked)
{
    return sinew__section_of_clip(model, baked) + baked->animated;
}

#endif
