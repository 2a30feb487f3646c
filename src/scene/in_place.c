#include "scene/in_place.h"

#include "sinew/root_motion.h"

void in_place_free(in_place *memory)
{
    sinew_pose_destroy(memory->scratch);
    *memory = (in_place){0};
}

int in_place_open(in_place *memory, const sinew_model *model)
{
    if (memory->model == model) return 1;
    in_place_free(memory);
    if (sinew_pose_create(model, &memory->scratch, NULL) != SINEW_OK) return 0;
    memory->model = model;
    memory->joint = sinew_model_find_motion_joint(model);
    return 1;
}

void in_place_apply(in_place *memory, const sinew_model *model, int32_t clip, sinew_pose *pose)
{
    if (clip == SINEW_NONE || !in_place_open(memory, model) || memory->joint == SINEW_NONE) return;
    const sinew_root_motion root = {
        .clip = clip, .joint = memory->joint, .parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    sinew_root_motion_remove_from_pose(model, &root, memory->scratch, pose);
}
