#include "support/wave_chain.h"

#include <math.h>
#include <string.h>

#include "support/random_number.h"

chain *make_chain(int32_t count)
{
    static chain made;
    memset(&made, 0, sizeof made);
    for (int32_t i = 0; i < count; ++i) {
        made.stacks[i] = (sinew_transform_stack){
            .translation = {0, 1, 0}, .scaling = {1, 1, 1}, .rotation_active = 1, .inherit_type = SINEW_INHERIT_RSrs};
        made.joints[i] = (sinew_raw_joint){.name = "j", .parent = i - 1, .node = SINEW_NONE, .stack = &made.stacks[i]};
        for (int32_t k = 0; k < KEYS; ++k)
            made.keys[i][k] = (sinew_curve_key){
                .ticks = second * k / (KEYS - 1), .value = 10 * sin(i + 0.7 * k), .interpolation = SINEW_LINEAR};
        made.curves[i] = (sinew_raw_curve){.keys = made.keys[i], .key_count = KEYS};
        made.channels[i] = (sinew_raw_channel){.joint = i,
                                               .morph = SINEW_NONE,
                                               .property = SINEW_CHANNEL_ROTATION,
                                               .curve = {NULL, NULL, &made.curves[i]}};
    }
    made.clip = (sinew_raw_clip){.name = "wave", .duration = 1, .channels = made.channels, .channel_count = count};
    made.raw = (sinew_raw_model){.joints = made.joints, .joint_count = count, .clips = &made.clip, .clip_count = 1};
    return &made;
}

void bend_curve(chain *made, int32_t joint, uint32_t *seed)
{
    sinew_curve_key *keys = made->keys[joint];
    for (int32_t k = 1; k < KEYS - 1; ++k) keys[k].ticks += (int64_t)random_number(seed, 0, (double)second / 40);
    for (int32_t k = 0; k < KEYS; ++k) keys[k].interpolation = SINEW_CUBIC;
    for (int32_t k = 1; k < KEYS; ++k) {
        const double third = (double)(keys[k].ticks - keys[k - 1].ticks) / (double)second / 3,
                     rise = 0.9 * (keys[k].value - keys[k - 1].value) / 3;
        keys[k - 1].out_time = (float)third;
        keys[k - 1].out_value = (float)rise;
        keys[k].in_time = (float)-third;
        keys[k].in_value = (float)-rise;
    }
}

chain *make_busy_chain(int uneven)
{
    static const float positions[18] = {0, 8, 0, 1, 8, 0, 0, 8, 1, 0, 16, 0, 1, 16, 0, 0, 16, 1};
    static const uint32_t sizes[2] = {3, 3}, start[7] = {0, 1, 2, 3, 4, 5, 6};
    static const sinew_raw_influence influences[6] = {{0, 1}, {0, 1}, {0, 1}, {1, 1}, {1, 1}, {1, 1}};
    static const sinew_raw_skin_joint skin_joints[2] = {{.joint = 7, .node = SINEW_NONE},
                                                        {.joint = 15, .node = SINEW_NONE}};
    static const sinew_raw_mesh mesh = {.name = "m",
                                        .node = SINEW_NONE,
                                        .positions = positions,
                                        .vertex_count = 6,
                                        .polygon_sizes = sizes,
                                        .polygon_count = 2,
                                        .influence_start = start,
                                        .influences = influences,
                                        .skin_joints = skin_joints,
                                        .skin_joint_count = 2};
    chain *made = make_chain(16);
    for (int32_t i = 8; i < 16; ++i) made->stacks[i].inherit_type = SINEW_INHERIT_Rrs;
    for (int32_t k = 0; k < KEYS; ++k) made->keys[3][k].value = 1 + 0.5 * sin(0.3 * k);
    made->channels[2].property = SINEW_CHANNEL_TRANSLATION;
    made->channels[2].value[1] = 1;
    for (int k = 0; k < 3; ++k) made->channels[3].curve[k] = k == 1 && uneven ? NULL : &made->curves[3];
    made->channels[3].property = SINEW_CHANNEL_SCALING;
    made->channels[3].value[1] = 1;
    made->raw.meshes = &mesh;
    made->raw.mesh_count = 1;
    return made;
}

/// Joints `first`, first + step and so on have skin_joints.
static chain *make_skinned_tree(int32_t first, int32_t step)
{
    enum { COUNT = 60 };
    static const float positions[9] = {0, 1, 0, 1, 1, 0, 0, 1, 1};
    static const uint32_t sizes[1] = {3}, start[4] = {0, 1, 2, 3};
    static sinew_raw_influence influences[3];
    static const sinew_affine of_node = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}; // else they share entries
    static sinew_raw_skin_joint skin_joints[2][COUNT];
    static sinew_raw_mesh meshes[2];
    int32_t count = 0;
    chain *made = make_chain(COUNT);
    for (int32_t i = 0; i < COUNT; ++i) made->joints[i].parent = i == 0 ? SINEW_NONE : (i - 1) / 3;
    for (int32_t i = first; i < COUNT; i += step) {
        skin_joints[0][count] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
        skin_joints[1][count++] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE, .node_offset = of_node};
    }
    for (int i = 0; i < 3; ++i) influences[i] = (sinew_raw_influence){i == 0 ? count - 1 : i == 1 ? count / 2 : 0, 1};
    for (int i = 0; i < 2; ++i)
        meshes[i] = (sinew_raw_mesh){.name = i ? "coat" : "body",
                                     .node = SINEW_NONE,
                                     .positions = positions,
                                     .vertex_count = 3,
                                     .polygon_sizes = sizes,
                                     .polygon_count = 1,
                                     .influence_start = start,
                                     .influences = influences,
                                     .skin_joints = skin_joints[i],
                                     .skin_joint_count = count};
    made->raw.meshes = meshes;
    made->raw.mesh_count = 2;
    return made;
}

chain *make_tree(void)
{
    return make_skinned_tree(0, 1);
}

chain *make_partly_skinned_tree(void)
{
    return make_skinned_tree(3, 7);
}

double farthest_joint(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double worst = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        double square = 0;
        for (int k = 0; k < 3; ++k) square += pow(a->global[i].row[k][3] - b->global[i].row[k][3], 2);
        if (!(sqrt(square) <= worst)) worst = sqrt(square);
    }
    return worst / model->info->size;
}

double farthest_element(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double worst = 0;
    for (int32_t i = 0; i < model->joint_count * 12; ++i) {
        const double apart = fabs(a->global[i / 12].row[i % 12 / 4][i % 4] - b->global[i / 12].row[i % 12 / 4][i % 4]) /
                             (i % 4 == 3 ? model->info->size : 1);
        if (!(apart <= worst)) worst = apart;
    }
    return worst;
}
