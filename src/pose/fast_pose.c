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

/// A joint's global: what it carries, put back to where the joint stands in bind space, and the importer's root.
static sinew_affine global_of(const sinew_model *model, const float *slot, const sinew_affine *bind)
{
    sinew_affine carry;
    for (int i = 0; i < 12; ++i) carry.row[i / 4][i % 4] = (double)slot[i];
    const sinew_affine rootless = sinew__affine_multiply(&carry, bind);
    return sinew__affine_multiply(&model->info->root, &rootless);
}

/// Locals as the transforms nearest to what leads from each parent's global to the joint's. Under a parent scaled to nothing that is not known: the rest.
static void set_locals(const sinew_model *model, sinew_pose *pose)
{
    int32_t last = SINEW_NONE; // children of one parent lie side by side
    int known = 1;
    sinew_affine above = sinew__affine_identity();
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        if (parent != last) known = sinew__affine_inverse(&pose->global[parent], &above);
        last = parent;
        pose->local[i] = model->joints[i].rest;
        const sinew_affine map = sinew__affine_multiply(&above, &pose->global[i]);
        if (known) sinew__transform_nearest(&map, &pose->local[i]);
    }
}

int sinew__fast_pose(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    const sinew__baked_clip *baked;
    sinew__row_pair pair;
    if (!find_rows(model, clip, time, &baked, &pair)) return 0;
    walk_rows(model, sinew__walk_kernel_best(), baked, &pair, time, pose);
    const sinew_affine *binds = (const sinew_affine *)(const void *)(model->rows + sinew__rows_of(model)->binds);
    for (int32_t i = 0; i < model->joint_count; ++i)
        pose->global[i] = global_of(model, pose->slots + SINEW__SLOT_FLOATS * (size_t)(i + 1), &binds[i]);
    set_locals(model, pose);
    memcpy(pose->moved, model->rows + baked->moved, (size_t)model->joint_count);
    return 1;
}
