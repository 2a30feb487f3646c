#include "pose/fast_pose.h"

#include <string.h>

#include "base/affine.h"

static int find_rows(const sinew_model *model, int32_t clip, double time, const sinew__baked_clip **out_baked,
                     sinew__row_pair *out_pair)
{
    *out_baked = sinew__baked_clip_of(model, clip);
    return *out_baked && sinew__rows_find(model, *out_baked, time, out_pair);
}

static void walk_rows(const sinew_model *model, const sinew__walk_kernel *kernel, const sinew__baked_clip *baked,
                      const sinew__row_pair *pair, double time, sinew_pose *pose)
{
    const sinew__walk walk = sinew__walk_of(model, baked);
    kernel->walk(&walk, pair, pose->slots, pose->palette);
    sinew__rows_weights(model, baked, pair, pose->morph_weights);
    memcpy(pose->visible, sinew__rows_visible(model, baked, pair), (size_t)model->joint_count);
    pose->time = time;
}

int sinew__fast_palette(const sinew_model *model, const sinew__walk_kernel *kernel, int32_t clip, double time,
                        sinew_pose *pose)
{
    const sinew__baked_clip *baked;
    sinew__row_pair pair;
    if (!find_rows(model, clip, time, &baked, &pair)) return 0;
    walk_rows(model, kernel, baked, &pair, time, pose);
    return 1;
}

// ---- the rest of a pose -------------------------------------------------------------------------------------------

/// Number `component` of a lane at `offset` of both rows, mixed.
static double mixed_float(const sinew__row_pair *pair, uint32_t offset, int component, int lane)
{
    const size_t at = offset + (size_t)(component * SINEW__LANES + lane) * sizeof(float);
    float before, after;
    memcpy(&before, pair->before + at, sizeof before);
    memcpy(&after, pair->after + at, sizeof after);
    return (double)before + ((double)after - (double)before) * (double)pair->part;
}

static double mixed_int16(const sinew__row_pair *pair, uint32_t offset, int component, int lane)
{
    const size_t at = offset + (size_t)(component * SINEW__LANES + lane) * sizeof(int16_t);
    int16_t before, after;
    memcpy(&before, pair->before + at, sizeof before);
    memcpy(&after, pair->after + at, sizeof after);
    return before + (after - before) * (double)pair->part;
}

/// One lane of a group as T · R · S; an affine map gives the nearest.
static sinew_transform local_of_lane(const uint8_t *section, const sinew__row_group *group, const sinew__row_pair *pair,
                                     int lane)
{
    const float *base = (const float *)(const void *)(section + group->base);
    sinew_transform local = sinew__transform_identity();
    if (group->kind == SINEW__ROW_STATIC || group->kind == SINEW__ROW_AFFINE) {
        sinew_affine map;
        for (int i = 0; i < 12; ++i)
            map.row[i / 4][i % 4] = group->kind == SINEW__ROW_STATIC ? (double)base[12 * lane + i]
                                                                     : mixed_float(pair, group->main, i, lane);
        (void)sinew__transform_from_affine(&map, &local);
        return local;
    }
    double q[4], t[3], s[3] = {1, 1, 1};
    for (int i = 0; i < 4; ++i)
        q[i] = group->kind == SINEW__ROW_QUAT16 ? mixed_int16(pair, group->main, i, lane)
                                                : mixed_float(pair, group->main, i, lane);
    for (int i = 0; i < 3; ++i) {
        t[i] = group->flags & SINEW__ROW_MOVES ? mixed_float(pair, group->translation, i, lane)
                                               : (double)base[i * SINEW__LANES + lane];
        if (group->flags & SINEW__ROW_SCALES) s[i] = mixed_float(pair, group->scale, i, lane);
        else if (!(group->flags & SINEW__ROW_UNIT)) s[i] = (double)base[(3 + i) * SINEW__LANES + lane];
    }
    local.t = (sinew_vec3){t[0], t[1], t[2]};
    local.r = sinew__quat_normalize((sinew_quat){q[0], q[1], q[2], q[3]});
    local.s = (sinew_vec3){s[0], s[1], s[2]};
    return local;
}

/// A slot with the importer's root put back.
static sinew_affine global_of_slot(const sinew_model *model, const float *slot)
{
    sinew_affine map;
    for (int i = 0; i < 12; ++i) map.row[i / 4][i % 4] = (double)slot[i];
    return sinew__affine_multiply(&model->info->root, &map);
}

int sinew__fast_pose(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    const sinew__baked_clip *baked;
    sinew__row_pair pair;
    if (!find_rows(model, clip, time, &baked, &pair)) return 0;
    walk_rows(model, sinew__walk_kernel_best(), baked, &pair, time, pose);
    const sinew__walk walk = sinew__walk_of(model, baked);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        pose->local[i] = local_of_lane(walk.section, &walk.groups[i / SINEW__LANES], &pair, i % SINEW__LANES);
        pose->global[i] = global_of_slot(model, pose->slots + SINEW__SLOT_FLOATS * (size_t)(i + 1));
    }
    memcpy(pose->moved, walk.section + baked->moved, (size_t)model->joint_count);
    return 1;
}
