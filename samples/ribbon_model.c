#include "ribbon_model.h"

#include <stddef.h>

/// Weights of the four bones around each row of vertices, nearest first. The last weight is 1 minus
/// the others.
static const struct {
    int bone[4];
    float weight[4];
} rows[RIBBON_ROWS] = {
    {{0, 1, 2, 3}, {1.0f, 0.0f, 0.0f, 0.0f}},        {{1, 0, 2, 3}, {0.5f, 0.4f, 0.1f, 0.0f}},
    {{2, 1, 3, 0}, {0.5f, 0.25f, 0.125f, 0.125f}},   {{3, 2, 4, 1}, {0.5f, 0.25f, 0.125f, 0.125f}},
    {{4, 3, 2, 1}, {0.5f, 0.25f, 0.1875f, 0.0625f}}, {{4, 3, 2, 1}, {1.0f, 0.0f, 0.0f, 0.0f}},
};

static sinew_transform shifted(double x)
{
    return (sinew_transform){.t = {x, 0, 0}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}};
}

static float weight_of(int row, int k, ribbon_weights weights)
{
    if (weights == RIBBON_ALL_FOUR || k < 3) return rows[row].weight[k];
    return 1.0f - rows[row].weight[0] - rows[row].weight[1] - rows[row].weight[2];
}

sinew_result ribbon_create(ribbon_weights weights, sinew_model **out_model, sinew_error *out_error)
{
    static const char *names[RIBBON_BONES] = {"bone0", "bone1", "bone2", "bone3", "bone4"};
    sinew_raw_joint joints[1 + RIBBON_BONES] = {
        {.name = "ribbon", .parent = SINEW_NONE, .kind = SINEW_JOINT_MESH}};
    sinew_raw_skin_joint skin_joints[RIBBON_BONES] = {{.joint = 0}};
    for (int i = 0; i < RIBBON_BONES; ++i) {
        joints[1 + i] = (sinew_raw_joint){.name = names[i],
                                          .parent = i == 0 ? SINEW_NONE : i,
                                          .kind = SINEW_JOINT_BONE,
                                          .rest = shifted(i == 0 ? 0 : 1)};
        skin_joints[i].joint = 1 + i; // no offset: defaults to the inverse of the initial pose
    }

    float positions[RIBBON_VERTICES * 3];
    uint32_t influence_start[RIBBON_VERTICES + 1];
    sinew_raw_influence influences[RIBBON_VERTICES * 4];
    for (int v = 0; v < RIBBON_VERTICES; ++v) {
        const int row = v / 2;
        positions[v * 3] = (float)row;
        positions[v * 3 + 1] = v % 2 == 0 ? -0.5f : 0.5f;
        positions[v * 3 + 2] = 0.0f;
        influence_start[v] = (uint32_t)v * 4;
        for (int k = 0; k < 4; ++k)
            influences[v * 4 + k] =
                (sinew_raw_influence){rows[row].bone[k], weight_of(row, k, weights)};
    }
    influence_start[RIBBON_VERTICES] = RIBBON_VERTICES * 4;

    uint32_t sizes[RIBBON_PLANES], corners[RIBBON_PLANES * 4];
    for (uint32_t plane = 0; plane < RIBBON_PLANES; ++plane) {
        sizes[plane] = 4;
        corners[plane * 4] = plane * 2;
        corners[plane * 4 + 1] = plane * 2 + 2;
        corners[plane * 4 + 2] = plane * 2 + 3;
        corners[plane * 4 + 3] = plane * 2 + 1;
    }

    const sinew_raw_mesh mesh = {.name = "ribbon",
                                 .joint = 0,
                                 .positions = positions,
                                 .vertex_count = RIBBON_VERTICES,
                                 .polygon_sizes = sizes,
                                 .polygon_count = RIBBON_PLANES,
                                 .corner_vertices = corners,
                                 .corner_count = RIBBON_PLANES * 4,
                                 .influence_start = influence_start,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = RIBBON_BONES};
    const sinew_raw_model raw = {.format = "code",
                                 .joints = joints,
                                 .joint_count = 1 + RIBBON_BONES,
                                 .meshes = &mesh,
                                 .mesh_count = 1};
    return sinew_model_from_raw(&raw, out_model, out_error);
}
