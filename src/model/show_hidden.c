#include <stdint.h>

#include "sinew/model.h"

/// Returns an array of the model for writing: it is part of the model's own block.
static void *writable(sinew_model *model, const void *array)
{
    return (uint8_t *)model->block + ((const uint8_t *)array - (const uint8_t *)model->block);
}

void sinew_model_show_hidden(sinew_model *model)
{
    sinew_mesh *meshes = writable(model, model->meshes);
    sinew_joint *joints = writable(model, model->joints);
    for (int32_t i = 0; i < model->mesh_count; ++i) meshes[i].flags &= ~(uint32_t)SINEW_MESH_HIDDEN;
    for (int32_t i = 0; i < model->joint_count; ++i) joints[i].flags &= ~(uint32_t)SINEW_JOINT_HIDDEN;
}
