#include "pose/fast_pose.h"

#include <string.h>

#include "base/affine.h"

/// Poses from rows. `slots` are filled too if the rows are walked, or if they are not NULL.
static int play(const sinew_model *model, const sinew__walk_kernel *kernel, int32_t clip, double time, float *slots,
                sinew_pose *pose)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    sinew__row_pair pair;
    if (!baked || !sinew__rows_find(model, baked, time, &pair)) return 0;
    const sinew__walk walk = sinew__walk_of(model, baked);
    if (walk.holds_carries)
        kernel->copy(&walk, &pair, slots, pose->palette);
    else {
        sinew__fetch_now(pair.before, baked->row_bytes);
        sinew__fetch_now(pair.after, baked->row_bytes);
        kernel->walk(&walk, &pair, pose->slots, pose->palette);
    }
    sinew__rows_weights(model, baked, &pair, pose->morph_weights);
    memcpy(pose->visible, sinew__rows_visible(model, baked, &pair), (size_t)model->joint_count);
    pose->time = time;
    pose->rows_clip = clip;
    return 1;
}

int sinew__fast_palette(const sinew_model *model, const sinew__walk_kernel *kernel, int32_t clip, double time,
                        sinew_pose *pose)
{
    return play(model, kernel, clip, time, NULL, pose);
}

// ---- the rest of a pose -------------------------------------------------------------------------------------------

/// A joint's global: what it carries, put back to where the joint stands in bind space, and the importer's root.
static void set_globals(const sinew_model *model, sinew_pose *pose)
{
    const sinew_affine *binds = (const sinew_affine *)(const void *)(model->rows + sinew__rows_of(model)->binds);
    const int has_root = !sinew__affine_is_identity(&model->info->root);
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        const float *slot = pose->slots + SINEW__SLOT_FLOATS * (size_t)(joint + 1);
        sinew_affine carry;
        for (int i = 0; i < 12; ++i) carry.row[i / 4][i % 4] = (double)slot[i];
        pose->global[joint] = sinew__affine_multiply(&carry, &binds[joint]);
        if (has_root) pose->global[joint] = sinew__affine_multiply(&model->info->root, &pose->global[joint]);
    }
}

static void set_moved(const sinew_model *model, int32_t clip, sinew_pose *pose)
{
    memcpy(pose->moved, model->rows + sinew__baked_clip_of(model, clip)->moved, (size_t)model->joint_count);
}

/// Locals as the transforms nearest to what leads from each parent's global to the joint's. Under a parent scaled to
/// nothing that is not known: the rest.
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
    if (!play(model, sinew__walk_kernel_best(), clip, time, pose->slots, pose)) return 0;
    set_globals(model, pose);
    set_moved(model, clip, pose);
    return 1;
}

/// Copying a palette leaves the slots as they were.
static void fill_slots(const sinew_model *model, int32_t clip, sinew_pose *pose)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    const sinew__walk walk = sinew__walk_of(model, baked);
    sinew__row_pair pair;
    if (walk.holds_carries && sinew__rows_find(model, baked, pose->time, &pair))
        sinew__walk_kernel_best()->copy(&walk, &pair, pose->slots, NULL);
}

void sinew_pose_complete(const sinew_model *model, sinew_pose *pose)
{
    const int32_t clip = pose->rows_clip;
    if (clip == SINEW_NONE) return;
    fill_slots(model, clip, pose);
    set_globals(model, pose);
    set_moved(model, clip, pose);
    set_locals(model, pose);
    pose->rows_clip = SINEW_NONE;
}
