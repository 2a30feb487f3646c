/// Fades from one clip to another with a mixer: a second of the first, half a second of both, then
/// the other.
#include <stdio.h>

#include <sinew/sinew.h>

/// Starts the second clip after a second. One blender serves any number of mixers on a thread.
static int play(const sinew_model *model, const int32_t clips[2], int32_t joint, sinew_error *error)
{
    sinew_mixer *mixer = NULL;
    sinew_blender *blender = NULL;
    sinew_local_pose *pose = NULL;
    const sinew_mixer_clip first = {.clip = clips[0]},
                           second = {.clip = clips[1], .start = 1, .fade = 0.5};
    int done = sinew_mixer_create(model, &mixer, error) == SINEW_OK &&
               sinew_blender_create(model, &blender, error) == SINEW_OK &&
               sinew_local_pose_create(model, &pose, error) == SINEW_OK &&
               sinew_mixer_play(mixer, 0, &first, error) == SINEW_OK;
    for (int tick = 0; tick <= 120 && done; ++tick) {
        if (tick == 60) done = sinew_mixer_play(mixer, 0, &second, error) == SINEW_OK;
        sinew_mixer_evaluate(mixer, blender, pose); // clips → local pose
        sinew_blend_globals(blender,
                            pose); // local → global; sinew_blend_palette is next for skinning
        const sinew_affine global = sinew_blend_joint_global(blender, joint);
        float weight;
        const int is_second = sinew_mixer_current(mixer, 0, NULL, &weight) == clips[1];
        if (tick % 15 == 0)
            printf("%4.2f s  %3.0f %%  %9.4f %9.4f %9.4f\n", tick / 60.0,
                   is_second ? 100 * (double)weight : 0.0, global.row[0][3], global.row[1][3],
                   global.row[2][3]);
        sinew_mixer_advance(mixer, 1.0 / 60);
    }
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_mixer_destroy(mixer);
    return done;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: fade FILE CLIP CLIP JOINT\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    int32_t clips[2], joint;
    int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK &&
               sinew_model_find_clip(model, argv[2], &clips[0], &error) == SINEW_OK &&
               sinew_model_find_clip(model, argv[3], &clips[1], &error) == SINEW_OK &&
               sinew_model_find_joint(model, argv[4], &joint, &error) == SINEW_OK;
    if (done) done = play(model, clips, joint, &error);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
