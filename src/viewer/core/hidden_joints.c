#include "viewer/core/hidden_joints.h"

#include <stdlib.h>

void hidden_joints_free(hidden_joints *hidden)
{
    free(hidden->is_off);
    free(hidden->under);
    *hidden = (hidden_joints){0};
}

static int prepare(hidden_joints *hidden, const sinew_model *model)
{
    const size_t count = (size_t)model->joint_count;
    if (hidden->is_off) return 1;
    hidden->is_off = calloc(count + 1, 1);
    hidden->under = malloc((count + 1) * sizeof *hidden->under);
    if (hidden->is_off && hidden->under) return 1;
    hidden_joints_free(hidden);
    return 0;
}

void hidden_joints_toggle(hidden_joints *hidden, const sinew_model *model, int32_t joint)
{
    if (!prepare(hidden, model)) return;
    hidden->is_off[joint] = !hidden->is_off[joint];
    for (int32_t i = 0; i < model->joint_count; ++i) { // parents come first
        const int32_t parent = model->joints[i].parent,
                      above = parent == SINEW_NONE ? SINEW_NONE : hidden->under[parent];
        hidden->under[i] = above != SINEW_NONE ? above : hidden->is_off[i] ? i : SINEW_NONE;
    }
}

int hidden_joints_hide(const hidden_joints *hidden, int32_t joint)
{
    return hidden->is_off && hidden->under[joint] != SINEW_NONE;
}

/// Returns a palette entry that collapses everything to a joint's position.
static sinew_palette_matrix shrink_into(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *inverse = &model->info->global_inverse, *global = &pose->global[joint];
    sinew_palette_matrix point = {0};
    for (int r = 0; r < 3; ++r) {
        double position = inverse->row[r][3];
        for (int k = 0; k < 3; ++k) position += inverse->row[r][k] * global->row[k][3];
        point.row[r][3] = (float)position;
    }
    return point;
}

void hidden_joints_apply(const hidden_joints *hidden, const sinew_model *model, sinew_pose *pose)
{
    if (!hidden->is_off) return;
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const int32_t top = hidden->under[model->skin_joints[i].joint];
        if (top != SINEW_NONE) pose->palette[i] = shrink_into(model, pose, top);
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t top = hidden->under[i];
        if (top == SINEW_NONE) continue;
        pose->visible[i] = 0;
        for (int r = 0; r < 3; ++r) pose->global[i].row[r][3] = pose->global[top].row[r][3];
    }
}
