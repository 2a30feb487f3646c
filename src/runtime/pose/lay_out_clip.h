/// Lays out baked clips for other joints: for a level of detail, or for a skeleton with another order of joints. The
/// values do not change, only their positions, so that every walk can play the result.
#ifndef SINEW_RUNTIME_POSE_LAY_OUT_CLIP_H
#define SINEW_RUNTIME_POSE_LAY_OUT_CLIP_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "runtime/model/compact_clip.h"

/// The source of a lane in the new layout.
typedef struct sinew__lane_source {
    int32_t group, lane;           ///< lane in the original clip; group SINEW_NONE: none, the lane is at rest
    int32_t rest_group, rest_lane; ///< lane in `rests`, for components that the clip's group lacks
    int32_t is_used;               ///< 0: a lane after the last joint, which has no curves
    float resting[3];              ///< rest angles in half turns, or the rest weight of a morph, for a lane at rest
} sinew__lane_source;

typedef struct sinew__clip_layout {
    const uint8_t *base; ///< the section of the original clip
    const sinew__joint_constants *rests;
    const sinew__lane_source *lanes; ///< [all_groups × 16]
    int32_t groups, all_groups;      ///< number of groups of joints; number of groups of joints and morphs

    int keeps_visibility;                  ///< the new clip gets sets of visible joints
    int32_t joint_count, base_joint_count; ///< of the new skeleton, and of the clip's
    const uint8_t *visible;                ///< [joint_count] visibility in the rest pose

    sinew__buffer out;
    sinew__arena memory; ///< memory for laying out one clip
} sinew__clip_layout;

/// Appends an array at the next multiple of SINEW__BAKED_ALIGN. Returns its offset.
uint64_t sinew__layout_append(sinew__clip_layout *layout, const void *bytes, size_t size);

/// Returns the flag of a joint of the new skeleton, given the flags of the clip's joints; `resting` if the clip lacks
/// it.
uint8_t sinew__layout_flag(const sinew__clip_layout *layout, const uint8_t *flags, int32_t joint, uint8_t resting);

/// Appends a clip. Returns the offset of its sinew__compact_clip. Sets out.failed or memory.failed when out of memory.
uint64_t sinew__lay_out_clip(sinew__clip_layout *layout, const sinew__baked_clip *baked);

#endif
