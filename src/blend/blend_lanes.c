#include "blend/blend_lanes.h"

#include <assert.h>
#include <string.h>

#include "pose/lane_slots.h"

void sinew__blend_lanes_create(const sinew_blender *blender, sinew__arena *memory, sinew__blend_lanes *out)
{
    const sinew__skeleton_tables *tables = &blender->tables;
    const size_t count = (size_t)tables->joint_count + 1;
    *out = (sinew__blend_lanes){.blender = blender, .count = blender->pose_kernel->lanes};
    out->slot_of = SINEW__ARENA_ARRAY(memory, int32_t, count);
    out->own_slot_of = SINEW__ARENA_ARRAY(memory, int32_t, count);
    uint8_t *is_kept = SINEW__ARENA_ARRAY(memory, uint8_t, count);
    if (memory->failed) return;
    (void)sinew__assign_lane_slots(tables->parents, tables->joint_count, is_kept, memory, out->slot_of);
    memset(is_kept, 1, count);
    const int32_t slots =
        sinew__assign_lane_slots(tables->parents, tables->joint_count, is_kept, memory, out->own_slot_of);
    out->slots = sinew__take_lane_slots(memory, slots, out->count);
}

int sinew__blend_lanes_evaluate(const sinew__blend_lanes *lanes, const sinew_local_pose *poses, int keeps_globals,
                                float *const *palettes)
{
    const sinew_blender *blender = lanes->blender;
    const sinew_local_group *groups[SINEW__MAX_LANES];
    for (int32_t i = 0; i < lanes->count; ++i) {
        if (sinew__blend_needs_exact(blender, &poses[i])) return 0;
        groups[i] = poses[i].groups;
    }
    blender->pose_kernel->walk_local_lanes(&blender->tables, groups,
                                           keeps_globals ? lanes->own_slot_of : lanes->slot_of, lanes->slots, palettes);
    return 1;
}

sinew_affine sinew__blend_lane_global(const sinew__blend_lanes *lanes, int32_t lane, int32_t joint)
{
    assert(lane >= 0 && lane < lanes->count && joint >= 0 && joint < lanes->blender->model->joint_count);
    const float *slot = lanes->slots + (size_t)lanes->own_slot_of[joint + 1] * 12 * (size_t)lanes->count;
    float matrix[12];
    for (int k = 0; k < 12; ++k) matrix[k] = slot[k * lanes->count + lane];
    return sinew__blend_slot_global(lanes->blender, matrix);
}
