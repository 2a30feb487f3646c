/// Baked clips laid out again: for the joints of a level of detail, or for a skeleton whose joints have another order
/// than the joints that the clip was baked for. Values stay the clip's; only their positions differ, so that every walk
/// plays them.
#ifndef SINEW_RUNTIME_POSE_LAY_OUT_CLIP_H
#define SINEW_RUNTIME_POSE_LAY_OUT_CLIP_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "runtime/model/compact_clip.h"

/// The source of a lane of the new groups.
typedef struct sinew__lane_source {
    int32_t group, lane;           ///< in the clip; SINEW_NONE: it has nothing for the lane, which rests
    int32_t rest_group, rest_lane; ///< in `rests`, for components that the clip leaves to the skeleton
    int32_t is_used;               ///< 0: a lane after the last joint, without curves
    float resting[3];              ///< angles in half turns, or the weight of a morph, of a lane that rests
} sinew__lane_source;

typedef struct sinew__clip_layout {
    const uint8_t *base; ///< the section that the clip's offsets count from
    const sinew__joint_constants *rests;
    const sinew__lane_source *lanes; ///< [all_groups × 16]
    int32_t groups, all_groups;      ///< of joints, and including morphs

    int keeps_visibility;                  ///< the clip gets its sets of visible joints, which need the rest pose
    int32_t joint_count, base_joint_count; ///< of the new skeleton, and of the clip's
    const uint8_t *visible;                ///< [joint_count] at rest

    sinew__buffer out;
    sinew__arena memory; ///< of one clip
} sinew__clip_layout;

/// Appends an array on the next multiple of SINEW__BAKED_ALIGN, which nobody counts bytes of here. Returns its offset.
uint64_t sinew__layout_append(sinew__clip_layout *layout, const void *bytes, size_t size);

/// The flag of a joint of the new skeleton, from the flags of the clip's joints; `resting` for one that the clip lacks.
uint8_t sinew__layout_flag(const sinew__clip_layout *layout, const uint8_t *flags, int32_t joint, uint8_t resting);

/// Appends a clip. Returns the offset of its sinew__compact_clip; out.failed and memory.failed say whether memory was
/// enough.
uint64_t sinew__lay_out_clip(sinew__clip_layout *layout, const sinew__baked_clip *baked);

#endif
