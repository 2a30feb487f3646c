// Local pose → globals → palette.
#include <assert.h>
#include <math.h>

#include "base/affine.h"
#include "blend/blender.h"

int sinew__blend_inherits_scale(const sinew_blender *blender, const sinew_local_group *groups, float tolerance)
{
    for (int32_t i = 0; i < blender->group_count; ++i)
        for (uint32_t left = blender->scale_lanes[i], lane = 0; left; left >>= 1, ++lane)
            if ((left & 1) &&
                !(fabsf(groups[i].sx[lane] - 1) <= tolerance && fabsf(groups[i].sy[lane] - 1) <= tolerance &&
                  fabsf(groups[i].sz[lane] - 1) <= tolerance))
                return 1;
    return 0;
}

static int rests_sheared(const sinew_blender *blender, const sinew_local_pose *pose)
{
    for (int32_t i = 0; blender->has_sheared_rest && i < blender->model->joint_count; ++i)
        if ((blender->model->joints[i].flags & SINEW_JOINT_REST_SHEARED) && !pose->animated[i]) return 1;
    return 0;
}

/// In double precision, for what a product of T · R · S does not say.
static void compute_exactly(sinew_blender *blender, const sinew_local_pose *pose)
{
    const sinew_model *model = blender->model;
    sinew_local_pose_evaluate(model, pose, blender->exact);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        float *slot = blender->slots + SINEW__SLOT_FLOATS * (size_t)(i + 1);
        const sinew_affine global = sinew__affine_multiply(&model->info->global_inverse, &blender->exact->global[i]);
        for (int k = 0; k < 12; ++k) slot[k] = (float)global.row[k / 4][k % 4];
    }
}

int sinew__blend_needs_exact(const sinew_blender *blender, const sinew_local_pose *pose)
{
    static const float tolerance = 1e-6f; // of one rounded to float
    return (blender->any_scale_lane && sinew__blend_inherits_scale(blender, pose->groups, tolerance)) ||
           rests_sheared(blender, pose);
}

void sinew_blend_globals(sinew_blender *blender, const sinew_local_pose *pose)
{
    if (sinew__blend_needs_exact(blender, pose))
        compute_exactly(blender, pose);
    else
        blender->pose_kernel->walk_locals(&blender->tables, pose->groups, blender->slots);
}

void sinew_blend_globals_below(sinew_blender *blender, const sinew_local_pose *pose, int32_t joint)
{
    assert(joint >= 0 && joint < blender->model->joint_count);
    if (sinew__blend_needs_exact(blender, pose))
        compute_exactly(blender, pose);
    else
        blender->pose_kernel->walk_locals_below(&blender->tables, pose->groups, joint, blender->slots);
}

sinew_affine sinew__blend_slot_global(const sinew_blender *blender, const float *slot)
{
    sinew_affine global;
    for (int k = 0; k < 12; ++k) global.row[k / 4][k % 4] = (double)slot[k];
    return blender->has_root ? sinew__affine_multiply(&blender->model->info->root, &global) : global;
}

sinew_affine sinew_blend_joint_global(const sinew_blender *blender, int32_t joint)
{
    assert(joint >= 0 && joint < blender->model->joint_count);
    return sinew__blend_slot_global(blender, blender->slots + SINEW__SLOT_FLOATS * (size_t)(joint + 1));
}

void sinew_blend_palette(const sinew_blender *blender, sinew_palette_matrix *out_palette)
{
    blender->pose_kernel->put_palette(&blender->tables, blender->slots, out_palette);
}
