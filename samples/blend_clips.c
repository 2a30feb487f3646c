/// Cross-fades between two clips: samples both, blends the local transforms, then computes globals and palette once.
#include <math.h>
#include <stdio.h>

#include <sinew/sinew.h>

static sinew_vec3 blend_vectors(sinew_vec3 a, sinew_vec3 b, double weight)
{
    return (sinew_vec3){a.x + (b.x - a.x) * weight, a.y + (b.y - a.y) * weight, a.z + (b.z - a.z) * weight};
}

/// Interpolates along the shorter arc: q and −q are the same rotation.
static sinew_quat blend_rotations(sinew_quat a, sinew_quat b, double weight)
{
    const double side = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -weight : weight;
    const sinew_quat sum = {a.x * (1 - weight) + b.x * side, a.y * (1 - weight) + b.y * side,
                            a.z * (1 - weight) + b.z * side, a.w * (1 - weight) + b.w * side};
    const double length = sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w);
    return (sinew_quat){sum.x / length, sum.y / length, sum.z / length, sum.w / length};
}

/// Blends `other` into `pose` with a weight from 0 (no change) to 1. Call it between sampling and the
/// hierarchy walk.
static void blend_poses(const sinew_model *model, sinew_pose *pose, const sinew_pose *other, double weight)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        sinew_transform *local = &pose->local[i];
        local->t = blend_vectors(local->t, other->local[i].t, weight);
        local->r = blend_rotations(local->r, other->local[i].r, weight);
        local->s = blend_vectors(local->s, other->local[i].s, weight);
        pose->animated[i] |= other->animated[i];
    }
    for (int32_t i = 0; i < model->morph_count; ++i)
        pose->morph_weights[i] += (other->morph_weights[i] - pose->morph_weights[i]) * (float)weight;
}

/// Plays a second of the first clip, half a second of both, a second of the other, at 60 Hz.
static void play(const sinew_model *model, const int32_t clips[2], int32_t joint, sinew_pose *const poses[2])
{
    sinew_player players[2];
    for (int i = 0; i < 2; ++i) sinew_player_init(&players[i], model->clips[clips[i]].duration);
    for (int tick = 0; tick <= 150; ++tick) {
        const double weight = fmin(fmax((tick - 60) / 30.0, 0), 1);
        for (int i = 0; i < 2; ++i) {
            const double time = model->clips[clips[i]].start + sinew_player_time(&players[i]);
            sinew_pose_sample(model, clips[i], time, poses[i]);
            sinew_player_advance(&players[i], 1.0 / 60);
        }
        blend_poses(model, poses[0], poses[1], weight);
        sinew_pose_local_to_global(model, poses[0]);
        const sinew_affine *global = &poses[0]->global[joint];
        if (tick % 15 == 0)
            printf("%5.2f s  %3.0f %%  %9.4f %9.4f %9.4f\n", tick / 60.0, 100 * weight, global->row[0][3],
                   global->row[1][3], global->row[2][3]);
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: blend_clips FILE CLIP CLIP JOINT\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_pose *poses[2] = {NULL, NULL};
    int32_t clips[2], joint = 0;
    const sinew_load_options options = {.unbaked = 1}; // blending samples the curves, so baked frames are not needed
    sinew_result result = sinew_model_load_file(argv[1], &options, &model, &error);
    if (result == SINEW_OK) result = sinew_model_find_joint(model, argv[4], &joint, &error);
    for (int i = 0; i < 2 && result == SINEW_OK; ++i) {
        result = sinew_model_find_clip(model, argv[2 + i], &clips[i], &error);
        if (result == SINEW_OK) result = sinew_pose_create(model, &poses[i], &error);
    }
    const int can_play = result == SINEW_OK && clips[0] != SINEW_NONE && clips[1] != SINEW_NONE;
    if (can_play) play(model, clips, joint, poses);
    if (result != SINEW_OK) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    for (int i = 0; i < 2; ++i) sinew_pose_destroy(poses[i]);
    sinew_model_destroy(model);
    return can_play ? 0 : 1;
}
