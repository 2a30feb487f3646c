#include "cli/bench/bench_model.h"

#include <math.h>

#include "base/arena.h"
#include "base/error.h"
#include "sinew/bake.h"
#include "sinew/raw_model.h"

enum { LIMB = 8, MAX_INFLUENCES = 4 };

static const int64_t ticks_per_second = INT64_C(46186158000);

/// Limbs are chains of eight joints; each is attached to the middle of the limb with half its index.
static int32_t parent_of(int32_t joint)
{
    if (joint == 0) return SINEW_NONE;
    if (joint % LIMB) return joint - 1;
    return (joint / LIMB - 1) / 2 * LIMB + LIMB / 2;
}

static sinew_raw_joint *make_joints(sinew__arena *arena, int32_t count, uint32_t *seed)
{
    sinew_raw_joint *joints = SINEW__ARENA_ARRAY(arena, sinew_raw_joint, count);
    for (int32_t i = 0; joints && i < count; ++i) {
        const double angle = cli_bench_random(seed, -0.5, 0.5);
        joints[i] = (sinew_raw_joint){.name = sinew__arena_format(arena, "joint%d", (int)i),
                                      .parent = parent_of(i),
                                      .kind = SINEW_JOINT_BONE,
                                      .rest = {{0, 10, 0}, {sin(angle / 2), 0, 0, cos(angle / 2)}, {1, 1, 1}}};
    }
    return joints;
}

// ---- the clip -----------------------------------------------------------------------------------------------------

/// A sine curve with smooth tangents at its keys.
static sinew_raw_curve *make_swing(sinew__arena *arena, int32_t frames, uint32_t *seed)
{
    const double phase = cli_bench_random(seed, 0, 6.28), speed = cli_bench_random(seed, 1, 6),
                 height = cli_bench_random(seed, 2, 25);
    sinew_raw_curve *curve = SINEW__ARENA_ARRAY(arena, sinew_raw_curve, 1);
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(arena, sinew_curve_key, frames + 1);
    if (!curve || !keys) return NULL;
    const double third = 1.0 / 90;
    for (int32_t i = 0; i <= frames; ++i) {
        const double time = i / 30.0, slope = height * speed * cos(phase + speed * time);
        keys[i] = (sinew_curve_key){.ticks = ticks_per_second / 30 * i,
                                    .value = height * sin(phase + speed * time),
                                    .interpolation = SINEW_CUBIC,
                                    .in_time = (float)-third,
                                    .in_value = (float)(-third * slope),
                                    .out_time = (float)third,
                                    .out_value = (float)(third * slope)};
    }
    *curve = (sinew_raw_curve){.keys = keys, .key_count = frames + 1};
    return curve;
}

static sinew_raw_clip *make_clip(sinew__arena *arena, int32_t joints, int32_t frames, uint32_t *seed)
{
    sinew_raw_clip *clip = SINEW__ARENA_ARRAY(arena, sinew_raw_clip, 1);
    sinew_raw_channel *channels = SINEW__ARENA_ARRAY(arena, sinew_raw_channel, joints);
    if (!clip || !channels) return NULL;
    for (int32_t i = 0; i < joints; ++i) {
        channels[i] = (sinew_raw_channel){
            .joint = i, .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION};
        for (int k = 0; k < 3; ++k) {
            channels[i].curve[k] = make_swing(arena, frames, seed);
            if (!channels[i].curve[k]) return NULL;
        }
    }
    *clip = (sinew_raw_clip){
        .name = "swing", .is_default = 1, .duration = frames / 30.0, .channels = channels, .channel_count = joints};
    return clip;
}

// ---- the mesh -----------------------------------------------------------------------------------------------------

/// Number of influences of a vertex: 1, 2, 3 or 4 for 10, 15, 30 and 45 of 100 vertices.
static int influence_count(uint32_t *seed)
{
    const double share = cli_bench_random(seed, 0, 100);
    return share < 10 ? 1 : share < 25 ? 2 : share < 55 ? 3 : 4;
}

/// Adds a vertex near a joint, influenced by the joint and its ancestors.
static uint32_t add_vertex(int32_t joint, uint32_t *seed, sinew_raw_influence *influences, float *position,
                           float *normal)
{
    const int wanted = influence_count(seed);
    uint32_t count = 0;
    for (int32_t above = joint; above != SINEW_NONE && (int)count < wanted; above = parent_of(above))
        influences[count++] =
            (sinew_raw_influence){.skin_joint = above, .weight = (float)cli_bench_random(seed, 0.1, 1)};
    const double angle = cli_bench_random(seed, 0, 6.28);
    position[0] = (float)(3 * cos(angle));
    position[1] = (float)cli_bench_random(seed, 0, 10) + (float)(joint % LIMB) * 10;
    position[2] = (float)(3 * sin(angle));
    normal[0] = (float)cos(angle);
    normal[1] = 0;
    normal[2] = (float)sin(angle);
    return count;
}

/// Vertices without polygons: the mesh is never drawn.
static sinew_raw_mesh *make_mesh(sinew__arena *arena, int32_t joints, int32_t vertices, uint32_t *seed)
{
    sinew_raw_mesh *mesh = SINEW__ARENA_ARRAY(arena, sinew_raw_mesh, 1);
    float *positions = SINEW__ARENA_ARRAY(arena, float, (size_t)vertices * 3);
    float *normals = SINEW__ARENA_ARRAY(arena, float, (size_t)vertices * 3);
    uint32_t *start = SINEW__ARENA_ARRAY(arena, uint32_t, (size_t)vertices + 1);
    sinew_raw_influence *influences = SINEW__ARENA_ARRAY(arena, sinew_raw_influence, (size_t)vertices * MAX_INFLUENCES);
    sinew_raw_skin_joint *skin_joints = SINEW__ARENA_ARRAY(arena, sinew_raw_skin_joint, joints);
    if (!mesh || !positions || !normals || !start || !influences || !skin_joints) return NULL;
    for (int32_t i = 0; i < joints; ++i) skin_joints[i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
    for (int32_t v = 0; v < vertices; ++v) {
        const int32_t joint = (int32_t)cli_bench_random(seed, 0, joints);
        const size_t at = (size_t)v * 3;
        start[v + 1] = start[v] + add_vertex(joint, seed, influences + start[v], positions + at, normals + at);
    }
    *mesh = (sinew_raw_mesh){.name = "cloud",
                             .node = SINEW_NONE,
                             .positions = positions,
                             .normals = normals,
                             .vertex_count = vertices,
                             .reorder = 1,
                             .corner_vertices = start /* none are used */,
                             .influence_start = start,
                             .influences = influences,
                             .skin_joints = skin_joints,
                             .skin_joint_count = joints};
    return mesh;
}

/// Bakes the clip, always to the same encoding, so that models of different sizes are comparable.
static sinew_result bake(sinew_model **model, sinew_error *out_error)
{
    void *block;
    size_t size;
    const sinew_bake_options no_limits = {
        .byte_limit = SIZE_MAX, .total_byte_limit = SIZE_MAX, .work_limit = UINT64_MAX};
    const sinew_result result = sinew_model_bake(*model, &no_limits, &block, &size, out_error);
    sinew_model_destroy(*model);
    *model = NULL;
    return result == SINEW_OK ? sinew_model_from_block(block, size, model, out_error) : result;
}

sinew_result cli_bench_model(cli_bench_size size, sinew_model **out_model, sinew_error *out_error)
{
    sinew__arena arena = {0};
    uint32_t seed = 1;
    sinew_raw_joint *joints = make_joints(&arena, size.joints, &seed);
    sinew_raw_clip *clip = make_clip(&arena, size.joints, size.frames, &seed);
    sinew_raw_mesh *mesh = size.vertices ? make_mesh(&arena, size.joints, size.vertices, &seed) : NULL;
    sinew_result result = sinew__fail_memory(out_error);
    if (joints && clip && (mesh || !size.vertices)) {
        const sinew_raw_model raw = {.format = "generated",
                                     .fps = 30,
                                     .joints = joints,
                                     .joint_count = size.joints,
                                     .clips = clip,
                                     .clip_count = 1,
                                     .meshes = mesh,
                                     .mesh_count = mesh != NULL};
        result = sinew_model_from_raw(&raw, out_model, out_error);
        if (result == SINEW_OK) result = bake(out_model, out_error);
    }
    sinew__arena_free(&arena);
    return result;
}
