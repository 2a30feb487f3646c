/// The file of one baked clip: a block of the kind SINEW__BLOCK_CLIP, with sections of its own and sections that models
/// also have: text, clips, key times, events, and `baked` without the tables of the skeleton.
///
/// Its view is a sinew_model of one clip, without a skeleton: `joint_count` and `morph_count` are taken from the
/// skeleton that it was baked for.
#ifndef SINEW_RUNTIME_MODEL_CLIP_FILE_H
#define SINEW_RUNTIME_MODEL_CLIP_FILE_H

#include "runtime/model/block.h"

typedef struct sinew_clip_skeleton {
    int64_t ticks_per_second; ///< of the clip's ticks
    uint64_t order;           ///< sinew__clip_order
    double velocity[3];       ///< over the ground, of a clip that stays in place
    int32_t motion_joint;     ///< whose motion `clip_motion` and `velocity` are; SINEW_NONE: the file has none
    uint32_t reserved;
} sinew__clip_skeleton;

/// A joint, in the order in which the clip was baked.
typedef struct sinew_clip_joint {
    sinew_text_ref name;
    uint32_t parts; ///< sinew__joint_parts: which components the clip keys, and what tells where two hashes differ
    uint32_t hash;  ///< of all that the joint's keys depend on: SINEW__JOINT_HASH_BITS
} sinew__clip_joint;

typedef struct sinew_clip_morph {
    sinew_text_ref mesh; ///< the object of the morph's mesh; "": as of the morph before
    sinew_text_ref name;
} sinew__clip_morph;

/// Root motion since the clip's start, at equal steps from its start to its end.
typedef struct sinew_clip_motion_key {
    float yaw; ///< radians about the up axis
    float shift[3];
} sinew__clip_motion_key;

/// A clip's file in memory.
struct sinew_clip_file {
    sinew_model *view;
    _Atomic int32_t references; ///< the caller's, and one for each slot
};

/// Drops a reference.
void sinew__clip_file_release(struct sinew_clip_file *file);

static inline sinew__block_kind sinew__kind_of(const sinew_model *model)
{
    return model->clip_skeleton ? SINEW__BLOCK_CLIP : SINEW__BLOCK_MODEL;
}

// ---- what keys depend on -------------------------------------------------------------------------------------------

/// The nine components of a transform, a bit each, that a clip keys: translation, rotation and scale, x y z.
enum {
    SINEW__KEYED_TRANSLATION = 7,
    SINEW__KEYED_ROTATION = 7 << 3,
    SINEW__KEYED_SCALE = 7 << 6,
    SINEW__KEYED = 0x1ff
};

/// With the 3 bits of the part that differs, another joint is taken for this one in 1 of 2^27 cases. Random bits cannot
/// be packed: 8 more would make the file of a two-second clip 2 % larger.
enum { SINEW__JOINT_HASH_BITS = 24 };

/// Parts of a hash: 3 bits of each, above the keyed components. They tell what differs.
typedef enum sinew__joint_part {
    SINEW__PART_PARENT,
    SINEW__PART_ORDER,     ///< rotation order and inherit type
    SINEW__PART_ROTATIONS, ///< pre- and post-rotation
    SINEW__PART_PIVOTS,
    SINEW__PART_BIND,
    SINEW__PART_RESTS, ///< components that the clip does not key
    SINEW__PART_COUNT,
} sinew__joint_part;

/// Describes a joint for a clip that keys these components: its name, and a hash of all that its keys depend on.
sinew__clip_joint sinew__clip_joint_of(const sinew_model *model, int32_t joint, uint32_t keyed);

/// What differs first between two joints whose hashes do: "rotation order".
const char *sinew__joint_difference(const sinew__clip_joint *a, const sinew__clip_joint *b);

/// The angles of a joint at rest as a compact clip has them: half turns, with the axes exchanged so that each rotation
/// order is XYZ.
void sinew__resting_angles(const sinew_model *model, int32_t joint, float out[3]);

/// A hash of the names and parents of a model's joints, and of the names of its morphs, in their order.
uint64_t sinew__clip_order(const sinew_model *model);

/// The name of the object whose mesh a morph belongs to.
static inline const char *sinew__morph_mesh(const sinew_model *model, int32_t morph)
{
    return sinew_text(model, model->meshes[model->morphs[morph].mesh].object);
}

#endif
