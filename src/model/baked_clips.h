/// The section `baked`: baked clips, and the tables of the skeleton that playing reads.
///
/// Skinning needs the motion of a joint since it was bound, not its position. A joint is therefore described in *bind
/// space*, the space of the undeformed vertices: `bind` is its global there, skinning matrix = globalInverse · global ·
/// bind⁻¹ its motion in that space, and most palette entries are skinning matrices as they are. Skinning matrices
/// follow from the parent's like globals, by bind-space locals:
///
///   local = bind(parent) · (parent's global)⁻¹ · global · bind⁻¹
///
/// A clip is a compact clip (compact_clip.h) or *matrix frames*: all skinning matrices at one tick after the other. A
/// time between two frames is a mix of them, which is the palette.
///
/// A frame has the matrix of every joint once: of joints with skin_joints in the order of their first ones, then of the
/// others. They form groups of eight. How a group is stored is the same in all frames of a clip. With globalInverse
/// included, a group is
///
///   STATIC   nothing moves: eight matrices outside the frames, in the palette's layout
///   MAPS16   eight matrices as int16, three cache lines, see sinew__map16_at; every element has a step of its own
///            outside the frames
///   MAPS32   eight matrices in float, in the palette's layout, where int16 is too coarse
///
/// After the groups a frame has the morph weights that move, and where visibility moves, a byte per joint: that of the
/// earlier frame holds. Offsets count from the section's first byte, or from a frame's.
///
/// No two arrays share bytes: arrays follow one another in the order of the fields that name them, each on the next
/// multiple of SINEW__BAKED_ALIGN, the header's first, then those of each baked clip; the bases of its groups come
/// after the groups. The same holds for what is in a frame, without gaps.
#ifndef SINEW_MODEL_BAKED_CLIPS_H
#define SINEW_MODEL_BAKED_CLIPS_H

#include "sinew/model.h"

#define SINEW__BAKED_VERSION 14u
#define SINEW__BAKED_ALIGN 64u ///< of everything that an offset from the section's first byte leads to
#define SINEW__FRAME_ALIGN 32u ///< of a frame's length, and of groups in it
#define SINEW__QUAT16_LENGTH 32767
#define SINEW__MAP16_MOST 32767

enum {
    SINEW__LANES = 8,
    SINEW__SLOT_FLOATS = 16,                  ///< of a slot: a cache line
    SINEW__MATRIX_FLOATS = 12,                ///< of a matrix in the palette
    SINEW__CHUNK_JOINTS = 128,                ///< joints of compact clips whose maps are made at once
    SINEW__STATIC_FLOATS = 12 * SINEW__LANES, ///< of a STATIC group's base
    SINEW__MAPS = 12 * SINEW__LANES,          ///< numbers of a MAPS group in a frame
};

/// Of a group's eight matrices in int16, where number 0 … 95 lies: fours of sixteen stand in the order 0 2 1 3, in
/// which vectors of two frames, mixed in pairs, come out in the order of the palette.
static inline int sinew__map16_at(int number)
{
    return (number & ~15) + (number >> 2 & 1) * 8 + (number >> 3 & 1) * 4 + (number & 3);
}

/// The section's first bytes. Joints are called by slot: joint i has slot i + 1, slot 0 is what root joints hang on.
typedef struct sinew__baked_header {
    uint32_t version, reserved;
    uint64_t parents; ///< int32_t[joint_count] slots
    uint64_t copies;  ///< int32_t[joint_count] the skin_joint whose palette entry is the joint's skinning matrix, or
                      ///< SINEW_NONE
    uint64_t steps;   ///< sinew__joint_step[joint_count], by chunk: first those of joints on which palette entries
                      ///< depend, rising, then those of the others, rising
    uint64_t needed;  ///< int32_t[sinew__joint_chunks_of]: how many of a chunk's steps come first
    uint64_t entries; ///< sinew__palette_entry[entry_count] of skin_joints with an offset of their own, rising
    uint64_t repeats; ///< sinew__palette_link[repeat_count], rising: the other skin_joints have the palette entry
                      ///< of an earlier one with the same joint and offset
    uint64_t matrix_joints; ///< int32_t[joint_count] joints, as frames of skinning matrices have them: those of
                            ///< skin_joints in the order of their first ones, then, rising, the others
    uint64_t moves;         ///< sinew__palette_link[move_count], falling: skin_joints that are no repeats and whose
                            ///< matrix has another index in frames than the skin_joint in the palette
    uint64_t binds;         ///< sinew_affine[joint_count]
    uint64_t clips;         ///< sinew__baked_clip[clip_count]
    uint64_t rig;           ///< sinew__rig_group[rig_count] of compact_clip.h
    float root[12];         ///< skinning matrix of slot 0: globalInverse, rows of a 3×4 matrix
    int32_t entry_count, repeat_count, move_count;
    int32_t bound_count; ///< joints that have skin_joints
    int32_t rig_count;   ///< a sixteenth of joint_count, rounded up; 0 where no clip is compact
    int32_t reserved2;
} sinew__baked_header;

/// Where a joint's matrices are while a compact clip is played, in floats, so that playing multiplies no index.
typedef struct sinew__joint_step {
    uint32_t map;    ///< its map among those of its chunk, see sinew__map_of_joint
    uint32_t parent; ///< its parent's skinning matrix, in slots
    uint32_t slot;   ///< its own, in slots
    uint32_t
        palette; ///< its own palette entry. A joint without one writes an entry that a later step overwrites, or what
                 ///< follows all steps: it takes less time than a branch. 0 where no palette entry depends on it
} sinew__joint_step;

static inline int32_t sinew__joint_chunks_of(int32_t joint_count)
{
    return joint_count / SINEW__CHUNK_JOINTS + (joint_count % SINEW__CHUNK_JOINTS != 0);
}

/// What an offset in the section leads to.
static inline const void *sinew__baked_at(const uint8_t *section, uint64_t offset)
{
    return section + offset;
}

/// A skin_joint that is no copy of a skinning matrix, because its mesh is not in its joint's bind space. One cache
/// line.
typedef struct sinew__palette_entry {
    float offset[12]; ///< bind · the skin_joint's offset, rows of a 3×4 matrix
    int32_t skin_joint, joint;
    uint32_t reserved[2];
} sinew__palette_entry;

/// A palette entry that is made from another matrix.
typedef struct sinew__palette_link {
    int32_t skin_joint;
    int32_t from; ///< of repeats: the earlier skin_joint; of moves: the index of its joint in matrix_joints
} sinew__palette_link;

typedef enum sinew__frame_kind {
    SINEW__FRAME_STATIC,
    SINEW__FRAME_MAPS16,
    SINEW__FRAME_MAPS32,
    SINEW__FRAME_KIND_COUNT
} sinew__frame_kind;

/// Eight skinning matrices of one clip.
typedef struct sinew__frame_group {
    uint32_t kind; ///< sinew__frame_kind
    uint32_t main; ///< in a frame: the matrices
    uint64_t base; ///< in the section: STATIC float[96], MAPS16 float step[96], both in the palette's order: an element
                   ///< is step · 32767 · the number in the frame
} sinew__frame_group;

typedef enum sinew__baked_flags {
    SINEW__BAKED_HOLDS_BEFORE = 1, ///< the first frame is the pose of all earlier times
    SINEW__BAKED_HOLDS_AFTER = 2,
    SINEW__BAKED_INHERITS = 4, ///< of a compact clip: globals follow from locals by inherit types and sheared rests,
                               ///< joint by joint; else each is the product of its parent's matrix and its own
} sinew__baked_flags;

/// One clip. All zero: it is not baked. Of a compact clip frame_count counts the cells and one more; ticks, buckets,
/// groups, scalars and frames are 0.
typedef struct sinew__baked_clip {
    int32_t frame_count;
    uint32_t flags;   ///< sinew__baked_flags
    uint64_t ticks;   ///< int64_t[frame_count] strictly rising, on the file's timeline
    uint64_t buckets; ///< uint32_t[bucket_count + 1]: the last frame before each bucket of ticks, 0 where there is none
    double buckets_per_tick;
    int32_t bucket_count;
    int32_t scalar_count; ///< morph weights that move
    uint64_t groups;   ///< sinew__frame_group[group_count], of skinning matrices: an eighth of joint_count, rounded up
    uint64_t weights;  ///< float[morph_count]: those that do not move
    uint64_t scalars;  ///< int32_t[scalar_count]: morphs
    uint64_t visible;  ///< uint8_t[joint_count] while frames have none
    uint64_t animated; ///< uint8_t[joint_count]
    uint64_t frames;   ///< frame_count × frame_bytes
    uint32_t frame_bytes;
    uint32_t scalar_offset;  ///< in a frame: float[scalar_count]
    uint32_t visible_offset; ///< in a frame: uint8_t[joint_count]; 0: visibility does not move
    uint32_t reserved;
    uint64_t compact;    ///< sinew__compact_clip of compact_clip.h; 0: the clip has frames
    uint64_t byte_count; ///< of all that the clip takes in the section
    double error;        ///< the largest displacement that baking measured, as a part of the character's diagonal
} sinew__baked_clip;

/// The section's header, or NULL for a model without baked clips.
const sinew__baked_header *sinew__baked_header_of(const sinew_model *model);

/// A baked clip, or NULL where it is not baked.
const sinew__baked_clip *sinew__baked_clip_of(const sinew_model *model, int32_t clip);

/// Gives a group its offset in a frame that has `frame_bytes` bytes so far; returns the bytes that it has then.
uint32_t sinew__frame_group_place(sinew__frame_group *group, uint32_t frame_bytes);

/// Floats of the base of a group of that kind; 0: it has none.
uint32_t sinew__frame_base_floats(uint32_t kind);

/// Where in a frame that is `frame_bytes` long so far the bytes of visibility lie. 0 would say that there are none.
static inline uint32_t sinew__row_visible_offset(uint32_t frame_bytes)
{
    return frame_bytes ? frame_bytes : SINEW__FRAME_ALIGN;
}

/// Bytes from a frame to the next, where so many are used.
static inline uint32_t sinew__row_stride(uint32_t frame_bytes)
{
    const uint32_t used = frame_bytes ? frame_bytes : 1;
    return (used + SINEW__FRAME_ALIGN - 1) / SINEW__FRAME_ALIGN * SINEW__FRAME_ALIGN;
}

/// Groups of so many joints or skin_joints.
static inline int32_t sinew__groups_of(int32_t count)
{
    return count / SINEW__LANES + (count % SINEW__LANES != 0);
}

/// The bucket of a tick that is at or after the first frame's.
static inline int32_t sinew__bucket_of(const sinew__baked_clip *clip, int64_t first_tick, int64_t tick)
{
    const double bucket = (double)(tick - first_tick) * clip->buckets_per_tick;
    return bucket < (double)clip->bucket_count ? (int32_t)bucket : clip->bucket_count - 1;
}

#endif
