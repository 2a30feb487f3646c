/// The file of one baked clip: a block of kind SINEW__BLOCK_CLIP. It has sections of its own, and some that models have
/// too: text, clips, key times, events, and `baked` without the tables of the skeleton.
///
/// The view of the file is a sinew_model with one clip and no skeleton. Its `joint_count` and `morph_count` are those
/// of the skeleton that the clip was baked for.
#ifndef SINEW_RUNTIME_MODEL_CLIP_FILE_H
#define SINEW_RUNTIME_MODEL_CLIP_FILE_H

#include "runtime/model/block.h"

typedef struct sinew_clip_skeleton {
    int64_t ticks_per_second; ///< ticks per second of the clip's times
    uint64_t order;           ///< sinew__clip_order
    double velocity[3];       ///< units per second over the ground, for a clip that stays in place
    int32_t motion_joint;     ///< joint of `clip_motion` and `velocity`; SINEW_NONE: the file has no root motion
    uint32_t reserved;
} sinew__clip_skeleton;

/// A joint of the clip's skeleton, in the order of baking.
typedef struct sinew_clip_joint {
    sinew_text_ref name;
    /// keyed components in the low bits; above them 3 bits of each part's hash (sinew__joint_part), which tell the part
    /// that differs
    uint32_t parts;
    uint32_t hash; ///< hash of everything that the joint's keys depend on, SINEW__JOINT_HASH_BITS wide
} sinew__clip_joint;

typedef struct sinew_clip_morph {
    sinew_text_ref mesh; ///< object of the morph's mesh; "": the same as the previous morph's
    sinew_text_ref name;
} sinew__clip_morph;

/// Root motion since the clip's start, at equal time steps from the clip's start to its end.
typedef struct sinew_clip_motion_key {
    float yaw; ///< radians about the up axis
    float shift[3];
} sinew__clip_motion_key;

/// An opened clip file.
struct sinew_clip_file {
    sinew_model *view;
    _Atomic int32_t references; ///< one for the caller and one for each slot that uses it
};

/// Drops a reference.
void sinew__clip_file_release(struct sinew_clip_file *file);

static inline sinew__block_kind sinew__kind_of(const sinew_model *model)
{
    return model->clip_skeleton ? SINEW__BLOCK_CLIP : SINEW__BLOCK_MODEL;
}

// ---- the joints that keys depend on --------------------------------------------------------------------------------

/// One bit per component of a transform that a clip keys: translation, rotation and scale, x y z.
enum {
    SINEW__KEYED_TRANSLATION = 7,
    SINEW__KEYED_ROTATION = 7 << 3,
    SINEW__KEYED_SCALE = 7 << 6,
    SINEW__KEYED = 0x1ff
};

/// Bits of a joint's hash. Together with 3 bits of the differing part, another joint passes for this one in 1 of 2^27
/// cases. Hashes do not compress: 8 more bits make the file of a two-second clip 2 % larger.
enum { SINEW__JOINT_HASH_BITS = 24 };

/// The parts of a joint that are hashed separately. 3 bits of each hash are stored above the keyed components, so that
/// messages can name the parts that differ.
typedef enum sinew__joint_part {
    SINEW__PART_PARENT,
    SINEW__PART_ORDER,     ///< rotation order and inherit type
    SINEW__PART_ROTATIONS, ///< pre- and post-rotation
    SINEW__PART_PIVOTS,
    SINEW__PART_BIND,
    SINEW__PART_RESTS, ///< rest values of components that the clip does not key
    SINEW__PART_COUNT,
} sinew__joint_part;

/// Returns the name and hashes of a joint for a clip that keys the components `keyed`.
sinew__clip_joint sinew__clip_joint_of(const sinew_model *model, int32_t joint, uint32_t keyed);

/// Returns a name, such as "rotation order", for the first part that differs between two joints.
const char *sinew__joint_difference(const sinew__clip_joint *a, const sinew__clip_joint *b);

/// Writes the rest angles of a joint in the form of a compact clip: in half turns, with axes exchanged so that the
/// rotation order is XYZ.
void sinew__resting_angles(const sinew_model *model, int32_t joint, float out[3]);

/// Returns a hash of the names and parents of a model's joints and the names of its morphs, in order.
uint64_t sinew__clip_order(const sinew_model *model);

/// The name of the object whose mesh a morph belongs to.
static inline const char *sinew__morph_mesh(const sinew_model *model, int32_t morph)
{
    return sinew_text(model, model->meshes[model->morphs[morph].mesh].object);
}

#endif
