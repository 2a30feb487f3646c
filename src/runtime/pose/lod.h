/// A level of detail: the joints that stay, and the baked clips of only these joints, in a section like a model's.
#ifndef SINEW_RUNTIME_POSE_LOD_H
#define SINEW_RUNTIME_POSE_LOD_H

#include "core/base/arena.h"
#include "runtime/model/baked_clips.h"
#include "sinew/lod.h"

/// The palette entry of a joint that is left out.
typedef struct sinew__lod_link {
    int32_t skin_joint;
    int32_t joint;       ///< that stands for its own
    int32_t from;        ///< the skin joint of that joint in the same mesh, or SINEW_NONE
    sinew_affine offset; ///< from the mesh to `joint`, if `from` is SINEW_NONE
} sinew__lod_link;

struct sinew_lod {
    const sinew_model *model;
    sinew_model played;     ///< the model with `section` for its baked clips, and as many joints as stay
    uint8_t *section;       ///< NULL if the model has no baked clips
    int32_t *joints;        ///< [joint_count] those that stay
    int32_t joint_count;    ///< of those
    int32_t *kept_of;       ///< [joint_count of the model] the place in `joints` of the joint that stands for a joint
    int32_t *matrix_of;     ///< [joint_count + 1] where lanes of a crowd keep matrices (crowd_lanes.h)
    int32_t matrix_count;   ///< of these
    sinew__lod_link *links; ///< [link_count]
    int32_t link_count;
    sinew__arena memory;
};

/// The joint that stands for a joint.
static inline int32_t sinew__stands_for(const sinew_lod *lod, int32_t joint)
{
    return lod->joints[lod->kept_of[joint]];
}

/// Makes the section of a level whose joints and links are known: clips that walks of one matrix per joint play.
/// Release it with sinew_free; *out_section is NULL if the model has no baked clips.
sinew_result sinew__lod_pack(const sinew_lod *lod, uint8_t **out_section, size_t *out_size, sinew_error *error);

#endif
