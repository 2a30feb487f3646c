/// Moves a character by its clip: the pose stays in place, and the character's own transform takes
/// the motion. Prints where it is after each quarter of the clip, for three loops, and how far the
/// pose moves within a loop.
#include <math.h>
#include <stdio.h>

#include <sinew/sinew.h>

enum { LOOPS = 3, TICKS = 4 };

/// Returns how far a joint of the pose is from where it is at the start of the clip, along the
/// ground.
static double distance_in_place(const sinew_model *model, const sinew_root_motion *root,
                                double time, sinew_pose *scratch, sinew_pose *pose)
{
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, root->clip, time, pose);
    sinew_root_motion_remove_from_pose(model, root, scratch,
                                       pose); // leaves the first frame in scratch
    const sinew_affine *now = &pose->global[root->joint], *first = &scratch->global[root->joint];
    return hypot(now->row[0][3] - first->row[0][3], now->row[2][3] - first->row[2][3]);
}

static void walk(const sinew_model *model, const sinew_root_motion *root, sinew_pose *scratch,
                 sinew_pose *pose)
{
    const double duration = model->clips[root->clip].duration, tick = duration / TICKS;
    sinew_root_delta character = {.rotation = {0, 0, 0, 1}};
    for (int i = 0; i <= LOOPS * TICKS; ++i) {
        const double time = i * tick;
        const double moved = distance_in_place(model, root, fmod(time, duration), scratch, pose);
        printf("%5.2f s  character %9.3f %9.3f %9.3f, in place %.3f\n", time,
               character.translation.x, character.translation.y, character.translation.z, moved);
        const sinew_root_delta delta =
            sinew_root_motion_between(model, root, time, time + tick, scratch);
        character = sinew_root_delta_multiply(&character, &delta);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: root_motion FILE CLIP\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_pose *scratch = NULL, *pose = NULL;
    sinew_root_motion root = {.parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK &&
               sinew_model_find_clip(model, argv[2], &root.clip, &error) == SINEW_OK &&
               sinew_pose_create(model, &scratch, &error) == SINEW_OK &&
               sinew_pose_create(model, &pose, &error) == SINEW_OK;
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    if (done) root.joint = sinew_model_find_motion_joint(model);
    if (done && root.clip != SINEW_NONE && root.joint != SINEW_NONE)
        walk(model, &root, scratch, pose);
    sinew_pose_destroy(pose);
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
