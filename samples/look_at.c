/// The fox looks at a point that circles around it, and reaches for it with one hand.
#include <stdio.h>

#include <sinew/sinew.h>

static const char *const names[] = {"chest", "neck", "head", "upper_arm.R", "forearm.R", "hand.R"};
static const double circle[8][2] = {{1, 0},  {.7, .7},   {0, 1},  {-.7, .7},
                                    {-1, 0}, {-.7, -.7}, {0, -1}, {.7, -.7}};

static void look(const int32_t joints[6], sinew_blender *blender, sinew_local_pose *pose)
{
    const sinew_ik_aim_joint chain[3] = {
        {joints[0], 0.2f, 20}, {joints[1], 0.4f, 40}, {joints[2], 1, 60}};
    for (int i = 0; i < 8; ++i) {
        const sinew_vec3 target = {40 * circle[i][0], 60 + 20 * circle[i][1], 60};
        const sinew_blend_input walk = {
            .source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = 0.1 * i}, .weight = 1};
        sinew_blend(blender, &walk, 1, pose);
        sinew_blend_globals(blender, pose);
        const sinew_ik_aim aim = {.joints = chain,
                                  .joint_count = 3,
                                  .target = target,
                                  .forward = {0, 0, 1}, // of the head of this rig
                                  .up = {0, 1, 0},
                                  .pole = {0, 1, 0},
                                  .weight = 1};
        const double degrees = sinew_ik_solve_aim(blender, pose, &aim);
        const sinew_ik_two_bone arm = {.upper = joints[3],
                                       .middle = joints[4],
                                       .end = joints[5],
                                       .target = target,
                                       .softening = 0.05,
                                       .weight = 1};
        const double distance = sinew_ik_solve_two_bone(blender, pose, &arm);
        printf("%6.1f %6.1f: %4.1f degrees and %5.2f cm off\n", target.x, target.y, degrees,
               distance);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: look_at character.fbx\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_blender *blender = NULL;
    sinew_local_pose *pose = NULL;
    int32_t joints[6];
    int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK;
    for (int i = 0; i < 6 && done; ++i)
        done = sinew_model_find_joint(model, names[i], &joints[i], &error) == SINEW_OK;
    done = done && model->clip_count > 0 &&
           sinew_blender_create(model, &blender, &error) == SINEW_OK &&
           sinew_local_pose_create(model, &pose, &error) == SINEW_OK;
    if (done) look(joints, blender, pose);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
