/// The section `baked`: baked clips, and the tables of the skeleton that playing reads.
///
/// Skinning needs the motion of a joint since it was bound, not its position. A joint is therefore described in *bind
/// space*, the space of the undeformed vertices: `bind` is its global there, skinning matrix = globalInverse · global ·
/// bind⁻¹ its motion in that space, and most palette entries are skinning matrices as they are. Skinning matrices
/// follow from the parent's like globals, by bind-space locals:
///
///   local = bind(parent) · (parent's global)⁻¹ · global · bind⁻¹
///
/// Each clip is a compact clip (compact_clip.h), beside which the section says which joints it animates.
///
/// No two arrays share bytes: arrays follow one another in the order of the fields that name them. The header's arrays
/// come first, each on the next multiple of SINEW__BAKED_ALIGN, then the arrays of each baked clip, on multiples of
/// SINEW__CLIP_ALIGN. Offsets count from the section's first byte.
#ifndef SINEW_RUNTIME_MODEL_BAKED_CLIPS_H
#define SINEW_RUNTIME_MODEL_BAKED_CLIPS_H

#include "sinew/model.h"

#define SINEW__BAKED_VERSION 19u
#define SINEW__BAKED_ALIGN 64u ///< of everything that an offset from the section's first byte leads to,
#define SINEW__CLIP_ALIGN 16u  ///< but for the arrays of a baked clip
#define SINEW__KEY16_MOST 32767

enum {
    SINEW__JOINT_MATRIX_FLOATS = 16, ///< of a joint matrix: 3×4, and the rest of a cache line
    SINEW__MATRIX_FLOATS = 12,       ///< of a matrix in the palette
    SINEW__CHUNK_JOINTS = 128,       ///< joints of compact clips whose deltas are made at once
};

/// The section's first bytes. Joint i has joint matrix i + 1; joint matrix 0 is the parent of the root joints.
typedef struct sinew__baked_header {
    uint32_t version, reserved;
    uint64_t parents; ///< int32_t[joint_count] of joint matrices
    uint64_t copies;  ///< int32_t[joint_count] the skin_joint whose palette entry is the joint's skinning matrix, or
                      ///< SINEW_NONE
    uint64_t steps;   ///< sinew__joint_step[joint_count], by chunk: first the joints that palette entries need, rising,
                      ///< then the others, rising
    uint64_t needed;  ///< int32_t[sinew__joint_chunks_of]: how many of a chunk's steps come first
    uint64_t entries; ///< sinew__palette_entry[entry_count] of skin_joints with an offset of their own, rising
    uint64_t repeats; ///< sinew__palette_link[repeat_count], rising: the other skin_joints have the palette entry
                      ///< of an earlier one with the same joint and offset
    uint64_t binds;   ///< sinew_affine[joint_count]
    uint64_t joint_constants; ///< sinew__joint_constants[joint_constants_count] of compact_clip.h
    uint64_t clips;           ///< sinew__baked_clip[clip_count]
    float root[12];           ///< joint matrix 0: globalInverse, rows of a 3×4 matrix
    int32_t entry_count, repeat_count;
    int32_t joint_constants_count; ///< a sixteenth of joint_count, rounded up
    int32_t reserved2;
} sinew__baked_header;

/// The places of a joint's matrices while a compact clip is played, in floats, so that playing multiplies no index.
typedef struct sinew__joint_step {
    uint32_t delta;        ///< its delta within its chunk, see sinew__delta_of_joint
    uint32_t parent;       ///< its parent's skinning matrix, among the joint matrices
    uint32_t joint_matrix; ///< its own, among the joint matrices
    uint32_t
        palette; ///< its own palette entry. A joint without one writes an entry that a later step overwrites, or the
                 ///< memory behind all steps: it takes less time than a branch. 0 if no palette entry depends on it
} sinew__joint_step;

static inline int32_t sinew__joint_chunks_of(int32_t joint_count)
{
    return joint_count / SINEW__CHUNK_JOINTS + (joint_count % SINEW__CHUNK_JOINTS != 0);
}

/// The target of an offset in the section.
static inline const void *sinew__baked_at(const uint8_t *section, uint64_t offset)
{
    return section + offset;
}

/// A skin_joint that is not a copy of a skinning matrix, because its mesh is not in its joint's bind space. One cache
/// line.
typedef struct sinew__palette_entry {
    float offset[12]; ///< bind · the skin_joint's offset, rows of a 3×4 matrix
    int32_t skin_joint, joint;
    uint32_t reserved[2];
} sinew__palette_entry;

/// A palette entry that equals an earlier one.
typedef struct sinew__palette_link {
    int32_t skin_joint;
    int32_t from; ///< the earlier skin_joint
} sinew__palette_link;

typedef enum sinew__baked_flags {
    SINEW__BAKED_HOLDS_BEFORE = 1, ///< the first pose holds at all earlier times
    SINEW__BAKED_HOLDS_AFTER = 2,
    SINEW__BAKED_INHERITS = 4, ///< globals follow from locals by inherit types and sheared rests, joint by joint; else
                               ///< each is the product of its parent's matrix and its own
    SINEW__BAKED_IS_BOUND = 1 << 30, ///< only in memory: a sinew__bound_clip (clip_slots.h) is around it
} sinew__baked_flags;

/// One clip. All zero: it is not baked.
typedef struct sinew__baked_clip {
    int32_t frame_count; ///< the cells and one more
    uint32_t flags;      ///< sinew__baked_flags
    uint64_t compact;    ///< sinew__compact_clip of compact_clip.h
    uint64_t animated;   ///< uint8_t[joint_count]
    uint64_t byte_count; ///< of all that the clip takes in the section
    double error;        ///< the largest displacement that baking measured, as a part of the character's diagonal
    double rate;         ///< measured frames per second, from the clip's start; 0: at all times
} sinew__baked_clip;

/// The section's header, or NULL for a model without baked clips.
const sinew__baked_header *sinew__baked_header_of(const sinew_model *model);

/// A baked clip, of the model or bound in a slot, or NULL if it is not baked.
const sinew__baked_clip *sinew__baked_clip_of(const sinew_model *model, int32_t clip);

/// The origin of a baked clip's offsets.
const uint8_t *sinew__section_of_bound(const sinew__baked_clip *baked);
static inline const uint8_t *sinew__section_of_clip(const sinew_model *model, const sinew__baked_clip *baked)
{
#ifdef __wasm__ // which binds no clips
    (void)baked;
    return model->baked;
#else
    return baked->flags & SINEW__BAKED_IS_BOUND ? sinew__section_of_bound(baked) : model->baked;
#endif
}

/// Which joints a baked clip animates, [joint_count] flags.
static inline const uint8_t *sinew__baked_animated(const sinew_model *model, const sinew__baked_clip *baked)
{
    return sinew__section_of_clip(model, baked) + baked->animated;
}

#endif
