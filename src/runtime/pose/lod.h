/// A level of detail: the joints that stay, and the baked clips of only these joints, in a section like a model's.
#ifndef SINEW_RUNTIME_POSE_LOD_H
#define SINEW_RUNTIME_POSE_LOD_H

#include "core/base/arena.h"
#include "runtime/model/baked_clips.h"
#include "sinew/lod.h"

/// The palette entry of a skin joint whose joint is left out.
typedef struct sinew__lod_link {
    int32_t skin_joint;
    int32_t joint;       ///< nearest ancestor that stays: it replaces the skin joint's joint
    int32_t from;        ///< skin joint of `joint` in the same mesh, or SINEW_NONE
    sinew_affine offset; ///< inverse bind matrix with respect to `joint`, if `from` is SINEW_NONE
} sinew__lod_link;

struct sinew_lod {
    const sinew_model *model;
    sinew_model played;  ///< the model with `section` as its baked clips and only the joints that stay
    uint8_t *section;    ///< NULL if the model has no baked clips
    int32_t *joints;     ///< [joint_count] joints that stay
    int32_t joint_count; ///< number of joints that stay
    /// [joint_count of the model] index in `joints` of each joint's replacement, or of the joint itself
    int32_t *kept_of;
    /// [joint_count + 1] joint matrix of the root and of each joint that stays, for posing several characters together
    /// (crowd_lanes.h)
    int32_t *matrix_of;
    int32_t matrix_count;   ///< number of these joint matrices
    sinew__lod_link *links; ///< [link_count]
    int32_t link_count;
    sinew__arena memory;
};

/// Returns the joint that replaces a joint, or the joint itself if it stays.
static inline int32_t sinew__stands_for(const sinew_lod *lod, int32_t joint)
{
    return lod->joints[lod->kept_of[joint]];
}

/// Makes the section of a level whose joints and links are set. Release it with sinew_free; *out_section is NULL if the
/// model has no baked clips.
sinew_result sinew__lod_pack(const sinew_lod *lod, uint8_t **out_section, size_t *out_size, sinew_error *error);

#endif
