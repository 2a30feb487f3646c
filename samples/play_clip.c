/// Plays a clip without drawing: thirty ticks per second, as in a game, printing the position of
/// one joint.
#include <stdio.h>
#include <stdlib.h>

#include <sinew/sinew.h>

/// Two seconds of ticks: advances the clock, then evaluates the pose.
static void play(const sinew_model *model, int32_t clip, int32_t joint, sinew_pose *pose)
{
    sinew_playback player;
    printf("joint '%s'\n", sinew_text(model, model->joints[joint].name));
    sinew_playback_init(&player, model->clips[clip].duration);
    for (int tick = 0; tick <= 60; ++tick) {
        const double time = sinew_playback_time(&player);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, pose);
        const sinew_affine *global = &pose->global[joint];
        printf("%6.3f s  %9.4f %9.4f %9.4f\n", time, global->row[0][3], global->row[1][3],
               global->row[2][3]);
        sinew_playback_advance(&player, 1.0 / 30);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: play_clip FILE [CLIP [JOINT]]\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_pose *pose = NULL;
    int32_t clip = SINEW_NONE, joint;
    sinew_result result = sinew_model_load(argv[1], NULL, &model, &error);
    if (result == SINEW_OK)
        result = sinew_model_find_clip(model, argc > 2 ? argv[2] : NULL, &clip, &error);
    joint = result == SINEW_OK ? model->joint_count - 1
                               : 0; // the last joint, usually the end of a chain
    if (result == SINEW_OK && argc > 3)
        result = sinew_model_find_joint(model, argv[3], &joint, &error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, &error);
    if (result == SINEW_OK && clip != SINEW_NONE && model->joint_count > 0)
        play(model, clip, joint, pose);
    if (result == SINEW_OK && clip == SINEW_NONE) printf("no clip to play\n");
    if (result != SINEW_OK) fprintf(stderr, "%s: %s\n", argv[1], error.message);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    return result == SINEW_OK ? 0 : 1;
}
