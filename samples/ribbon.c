/// Bends a ribbon that is made in code and prints the vertex positions: raw model → pose →
/// skinning, without a file.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ribbon_model.h"

/// Rotates every bone about z by `degrees`, relative to its parent.
static void bend(const sinew_model *model, double degrees, sinew_pose *pose)
{
    const double half = degrees * 3.14159265358979323846 / 360;
    sinew_pose_sample(model, SINEW_NONE, 0, pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].kind == SINEW_JOINT_BONE)
            pose->local[i].r = (sinew_quat){0, 0, sin(half), cos(half)};
    }
    sinew_pose_local_to_global(model, pose);
}

int main(int argc, char **argv)
{
    const double degrees = argc > 1 ? atof(argv[1]) : 15;
    sinew_error error;
    sinew_model *model = NULL;
    sinew_pose *pose = NULL;
    sinew_result result = ribbon_create(RIBBON_ALL_FOUR, &model, &error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, &error);
    if (result != SINEW_OK) {
        fprintf(stderr, "ribbon: %s\n", error.message);
        sinew_model_destroy(model);
        return 1;
    }
    bend(model, degrees, pose);
    float positions[RIBBON_VERTICES * 3];
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, NULL, positions, NULL);
    printf("every bone rotated by %g degrees\n", degrees);
    for (int v = 0; v < RIBBON_VERTICES; ++v)
        printf("%2d  %8.4f %8.4f %8.4f\n", v, (double)positions[v * 3],
               (double)positions[v * 3 + 1], (double)positions[v * 3 + 2]);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    return 0;
}
