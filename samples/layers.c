/// A clip for the whole body, and another one over it from one joint down: prints all joints and
/// their mask.
#include <stdio.h>

#include <sinew/sinew.h>

/// Blends once, in the middle of both clips.
static int blend(const sinew_model *model, const int32_t clips[2], int32_t joint,
                 sinew_error *error)
{
    sinew_joint_mask *mask = NULL;
    sinew_blender *blender = NULL;
    sinew_local_pose *pose = NULL;
    sinew_blend_input layers[2] = {{.mode = SINEW_BLEND_AVERAGE, .weight = 1},
                                   {.mode = SINEW_BLEND_OVERRIDE, .weight = 1}};
    for (int i = 0; i < 2; ++i) {
        const sinew_clip *clip = &model->clips[clips[i]];
        layers[i].source = (sinew_blend_source){
            .kind = SINEW_BLEND_CLIP, .clip = clips[i], .time = clip->duration / 2};
    }
    const int done =
        sinew_joint_mask_create(model, 0, &mask, error) == SINEW_OK &&
        sinew_joint_mask_set_subtree(mask, joint, 1, error) == SINEW_OK &&
        sinew_blender_create(model, &blender, error) == SINEW_OK &&
        sinew_local_pose_create(model, &pose, error) == SINEW_OK &&
        (layers[1].mask = mask, sinew_blend_check(model, layers, 2, error)) == SINEW_OK;
    if (done) {
        sinew_blend(blender, layers, 2, pose);
        sinew_blend_globals(blender, pose);
    }
    for (int32_t i = 0; i < model->joint_count && done; ++i) {
        const sinew_affine global = sinew_blend_joint_global(blender, i);
        printf("%-16s %4.2f  %9.4f %9.4f %9.4f\n", sinew_text(model, model->joints[i].name),
               (double)sinew_joint_mask_weight(mask, i), global.row[0][3], global.row[1][3],
               global.row[2][3]);
    }
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_joint_mask_destroy(mask);
    return done;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: layers FILE CLIP CLIP-OVER-IT JOINT\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    int32_t clips[2], joint;
    int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK &&
               sinew_model_find_clip(model, argv[2], &clips[0], &error) == SINEW_OK &&
               sinew_model_find_clip(model, argv[3], &clips[1], &error) == SINEW_OK &&
               sinew_model_find_joint(model, argv[4], &joint, &error) == SINEW_OK;
    if (done && (clips[0] == SINEW_NONE || clips[1] == SINEW_NONE)) {
        fprintf(stderr, "%s: the rest pose is no clip\n", argv[1]);
        sinew_model_destroy(model);
        return 2;
    }
    if (done) done = blend(model, clips, joint, &error);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
