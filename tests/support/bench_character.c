#include "support/bench_character.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sinew/raw_model.h"

enum { KEYS_PER_SECOND = 30 };

/// Chains of the skeleton: where each hangs (a joint before it), how many joints, how long each of them.
static const struct {
    int parent, count;
    double length;
} limbs[] = {
    {-1, 1, 0},    {0, 5, 0.11},  {5, 2, 0.1}, // hips; spine 1–5; neck and head 6, 7
    {0, 4, 0.4},   {0, 4, 0.4},                // legs 8–11, 12–15
    {5, 4, 0.25},  {5, 4, 0.25},               // arms 16–19, 20–23
    {19, 3, 0.03}, {19, 3, 0.03}, {19, 3, 0.03}, {19, 3, 0.03}, {19, 3, 0.03},
    {23, 3, 0.03}, {23, 3, 0.03}, {23, 3, 0.03}, {23, 3, 0.03}, {23, 3, 0.03},
    {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05}, // the face
    {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},
    {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},  {7, 1, 0.05},
};

/// What the raw model points to.
typedef struct character {
    sinew_raw_joint joints[BENCH_JOINTS];
    char names[BENCH_JOINTS][48];
    sinew_raw_track tracks[BENCH_JOINTS + 1];
    sinew_raw_skin_joint skin_joints[BENCH_JOINTS];
    float positions[BENCH_JOINTS * 9];
    uint32_t sizes[BENCH_JOINTS], start[BENCH_JOINTS * 3 + 1];
    sinew_raw_influence influences[BENCH_JOINTS * 3];
    double places[BENCH_JOINTS]; ///< heights of the rest pose
} character;

static void make_joints(character *made)
{
    int joint = 0;
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; ++i) {
        for (int k = 0; k < limbs[i].count; ++k, ++joint) {
            const int parent = k == 0 ? limbs[i].parent : joint - 1;
            snprintf(made->names[joint], sizeof made->names[joint], "character:limb%02zu_%02d", i, k);
            made->joints[joint] = (sinew_raw_joint){.name = made->names[joint], .parent = parent, .node = SINEW_NONE};
            made->joints[joint].rest = (sinew_transform){{0, limbs[i].length, 0}, {0, 0, 0, 1}, {1, 1, 1}};
            made->places[joint] = (parent >= 0 ? made->places[parent] : 0) + limbs[i].length;
            made->skin_joints[joint] = (sinew_raw_skin_joint){.joint = joint, .node = SINEW_NONE};
        }
    }
}

static void make_mesh(character *made)
{
    for (int i = 0; i < BENCH_JOINTS; ++i) {
        made->sizes[i] = 3;
        for (int corner = 0; corner < 3; ++corner) {
            float *p = made->positions + 9 * i + 3 * corner;
            p[0] = corner == 1 ? 0.05f : 0.0f;
            p[1] = (float)made->places[i];
            p[2] = corner == 2 ? 0.05f : 0.0f;
            made->start[3 * i + corner + 1] = (uint32_t)(3 * i + corner + 1);
            made->influences[3 * i + corner] = (sinew_raw_influence){i, 1.0f};
        }
    }
}

/// Turns about an axis of the joint's own by two waves.
static void fill_rotations(sinew_track_key *keys, int count, int joint)
{
    const double axis[3] = {sin(joint), cos(joint), sin(2 * joint + 1)};
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int k = 0; k < count; ++k) {
        const double time = (double)k / KEYS_PER_SECOND;
        const double half = 0.15 * sin(5 * time + joint) + 0.05 * sin(13 * time + 2 * joint);
        keys[k] = (sinew_track_key){
            time,
            {axis[0] / length * sin(half), axis[1] / length * sin(half), axis[2] / length * sin(half), cos(half)}};
    }
}

sinew_model *bench_character(double seconds)
{
    const int count = (int)lround(seconds * KEYS_PER_SECOND) + 1;
    character *made = calloc(1, sizeof *made);
    sinew_track_key *keys = calloc((size_t)count * (BENCH_JOINTS + 1), sizeof *keys);
    sinew_model *model = NULL;
    if (made && keys) {
        make_joints(made);
        make_mesh(made);
        for (int i = 0; i <= BENCH_JOINTS; ++i) {
            sinew_track_key *own = keys + (size_t)count * (size_t)i;
            made->tracks[i] =
                (sinew_raw_track){.joint = i % BENCH_JOINTS,
                                  .node = SINEW_NONE,
                                  .mesh = SINEW_NONE,
                                  .morph = SINEW_NONE,
                                  .path = i < BENCH_JOINTS ? SINEW_TRACK_ROTATION : SINEW_TRACK_TRANSLATION,
                                  .keys = own,
                                  .key_count = count,
                                  .interpolation = SINEW_LINEAR};
            if (i < BENCH_JOINTS) fill_rotations(own, count, i);
            for (int k = 0; k < count && i == BENCH_JOINTS; ++k)
                own[k] = (sinew_track_key){(double)k / KEYS_PER_SECOND, {0.03 * k, 1 + 0.02 * sin(0.3 * k), 0}};
        }
        const sinew_raw_mesh mesh = {.name = "body",
                                     .joint = 0,
                                     .node = SINEW_NONE,
                                     .positions = made->positions,
                                     .vertex_count = BENCH_JOINTS * 3,
                                     .polygon_sizes = made->sizes,
                                     .polygon_count = BENCH_JOINTS,
                                     .influence_start = made->start,
                                     .influences = made->influences,
                                     .skin_joints = made->skin_joints,
                                     .skin_joint_count = BENCH_JOINTS};
        const sinew_raw_clip clip = {
            .name = "walk", .duration = seconds, .tracks = made->tracks, .track_count = BENCH_JOINTS + 1};
        const sinew_raw_model raw = {.joints = made->joints,
                                     .joint_count = BENCH_JOINTS,
                                     .meshes = &mesh,
                                     .mesh_count = 1,
                                     .clips = &clip,
                                     .clip_count = 1};
        if (sinew_model_from_raw(&raw, &model, NULL) != SINEW_OK) model = NULL;
    }
    free(keys);
    free(made);
    return model;
}
