/// Joints, their transform stacks, cameras, and the importer's nodes; facts about the file, and the text.
#include <math.h>

#include "core/base/printable.h"
#include "runtime/model/camera_lens.h"
#include "runtime/model/validate/section_fits.h"

static int rotation_is_unit(const sinew_quat *q)
{
    return fabs(q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w - 1) < 1e-6;
}

int sinew__joints_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        *out_item = i;
        if (joint->parent >= i || (i > 0 && joint->parent < joint[-1].parent)) return 0;
        const int32_t depth = joint->parent == SINEW_NONE ? 0 : model->joints[joint->parent].depth + 1;
        if (joint->depth != depth || !rotation_is_unit(&joint->rest.r)) return 0;
    }
    return 1;
}

int sinew__authored_order_fits(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        *out_item = i;
        if (model->joints[model->authored_order[i]].authored != i) return 0;
    }
    return 1;
}

int sinew__stacks_are_divided(const sinew_model *model)
{
    int32_t next = 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (model->joints[i].stack != SINEW_NONE && model->joints[i].stack != next++) return 0;
    return next == model->stack_count;
}

/// Depth-first: the parent is the node before, or one of its ancestors.
int sinew__nodes_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->node_count; ++i) {
        const int32_t parent = model->nodes[i].parent;
        int32_t before = i - 1;
        while (before != SINEW_NONE && before != parent) before = model->nodes[before].parent;
        *out_item = i;
        if (before != parent || (parent == SINEW_NONE) != (i == 0)) return 0;
    }
    return 1;
}

int sinew__cameras_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->camera_count; ++i) {
        const sinew_file_camera *camera = &model->cameras[i];
        *out_item = i;
        if (!sinew__lens_is_valid(camera->is_parallel, camera->field_of_view, camera->extent)) return 0;
    }
    return 1;
}

int sinew__info_fits(const sinew_model *model, int64_t *out_item)
{
    const sinew_model_info *info = model->info;
    *out_item = 0;
    return info->unit_cm > 0 && info->fps >= 0 && info->ticks_per_second > 0 && info->size > 0;
}

/// It begins with "" and ends with a terminator, so every offset in it is that of a string.
int sinew__text_fits_together(const sinew_model *model, int64_t *out_item)
{
    *out_item = (int64_t)model->text_size;
    return model->text_size > 0 && model->text[0] == '\0' && model->text[model->text_size - 1] == '\0' &&
           sinew__is_utf8(model->text, model->text_size);
}
