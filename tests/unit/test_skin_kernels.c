/// Every kernel that this processor runs, against the plain loops: generated meshes of all sizes and numbers of
/// influences, every method.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "runtime/skin/skin_method.h"
#include "support/each_kernel.h"
#include "support/make_mesh.h"
#include "support/make_pose.h"
#include "support/random_number.h"

/// The generated meshes.
typedef struct mesh_kind {
    int32_t vertices, joints, influences; ///< influences of one vertex
    uint32_t method;
    int reorder, morphed;
} mesh_kind;

static float *random_floats(uint32_t *seed, size_t count, double low, double high)
{
    float *out = malloc((count + 1) * sizeof *out);
    assert_non_null(out);
    for (size_t i = 0; i < count; ++i) out[i] = (float)random_number(seed, low, high);
    return out;
}

/// A cloud of vertices, each moved by `influences` joints in a row with random weights.
static sinew_model *generate(const mesh_kind *kind, uint32_t seed)
{
    const size_t count = (size_t)kind->vertices, moved = (size_t)kind->influences;
    sinew_raw_joint *joints = calloc((size_t)kind->joints, sizeof *joints);
    sinew_raw_skin_joint *skin_joints = calloc((size_t)kind->joints, sizeof *skin_joints);
    sinew_raw_influence *influences = malloc((count * moved + 1) * sizeof *influences);
    uint32_t *start = malloc((count + 1) * sizeof *start);
    int32_t *every = malloc((count + 1) * sizeof *every);
    assert_true(joints && skin_joints && influences && start && every);
    for (int32_t i = 0; i < kind->joints; ++i) {
        joints[i] = (sinew_raw_joint){.name = "joint", .parent = SINEW_NONE};
        skin_joints[i].joint = i;
    }
    for (size_t v = 0; v <= count; ++v) {
        start[v] = (uint32_t)(v * moved);
        if (v == count) break;
        every[v] = (int32_t)v;
        const int32_t first = (int32_t)random_number(&seed, 0, kind->joints);
        for (size_t k = 0; k < moved; ++k)
            influences[v * moved + k] =
                (sinew_raw_influence){(first + (int32_t)k) % kind->joints, (float)random_number(&seed, 0.1, 1)};
    }
    float *positions = random_floats(&seed, count * 3, -1, 1), *normals = random_floats(&seed, count * 3, -1, 1);
    float *tangents = random_floats(&seed, count * 4, -1, 1);
    float *shares = random_floats(&seed, count, 0, 1.2), *shifts = random_floats(&seed, count * 3, -0.1, 0.1);
    const sinew_raw_shape shape = {
        .full_weight = 1, .vertices = every, .positions = shifts, .normals = shifts, .count = kind->vertices};
    const sinew_raw_morph morph = {.name = "morph", .shapes = &shape, .shape_count = 1, .weight = 0.5f};
    const sinew_raw_deformer skin = {.kind = SINEW_DEFORM_SKIN,
                                     .method = kind->method,
                                     .blend_weights = kind->method == SINEW_SKIN_BLENDED ? shares : NULL};
    const sinew_raw_mesh mesh = {.positions = positions,
                                 .normals = normals,
                                 .tangents = tangents,
                                 .vertex_count = kind->vertices,
                                 .polygon_sizes = &(uint32_t){(uint32_t)kind->vertices},
                                 .polygon_count = 1,
                                 .influence_start = start,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = kind->joints,
                                 .morphs = &morph,
                                 .morph_count = kind->morphed,
                                 .deformers = &skin,
                                 .deformer_count = 1,
                                 .reorder = kind->reorder};
    sinew_model *model = make_model_of_mesh(joints, kind->joints, &mesh);
    void *const memory[] = {joints,    skin_joints, influences, start,  every,
                            positions, normals,     tangents,   shares, shifts};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; ++i) free(memory[i]);
    return model;
}

/// Random turns, shifts and scales, some of them mirrored, straight into the palette. The turns are around half a turn
/// about x, because the sign of a quaternion is arbitrary there, and less than 120° apart: further apart the mean of
/// two turns jumps with the last bit.
static sinew_pose *random_pose(const sinew_model *model, uint32_t seed)
{
    sinew_pose *pose = make_pose(model);
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        double v[10];
        for (int k = 0; k < 10; ++k) v[k] = (k == 0) + random_number(&seed, -0.25, 0.25);
        const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]), mirror = i % 7 == 3 ? -1 : 1;
        const sinew_transform transform = {{v[4], v[5], v[6]},
                                           {v[0] / length, v[1] / length, v[2] / length, v[3] / length},
                                           {mirror * (1 + v[7]), 1 + v[8], 1 + v[9]}};
        const sinew_affine map = sinew__affine_from_transform(&transform);
        for (int k = 0; k < 12; ++k) pose->palette[i].row[k / 4][k % 4] = (float)map.row[k / 4][k % 4];
    }
    return pose;
}

typedef struct skinned {
    float *positions, *normals, *tangents;
} skinned;

/// Skins mesh 0; the outputs are poisoned first. `kernel` NULL: the plain loops.
static skinned skin(const sinew__skin_kernel *kernel, const sinew_model *model, const sinew_pose *pose,
                    int with_normals)
{
    const size_t floats = (size_t)model->vertex_count * 3, bytes = (floats + 1) * sizeof(float);
    float *scratch = malloc((sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) + 1) * sizeof(float));
    skinned out = {malloc(bytes), malloc(bytes), malloc(bytes * 2)};
    assert_true(scratch && out.positions && out.normals && out.tangents);
    memset(out.positions, 0xff, bytes);
    memset(out.normals, 0xff, bytes);
    memset(out.tangents, 0xff, bytes * 2);
    sinew__skin_mesh_with(kernel, model, 0, SINEW_SKIN_AUTHORED, pose, scratch, out.positions,
                          with_normals ? out.normals : NULL);
    for (size_t i = with_normals ? floats : 0; i <= floats; ++i)
        assert_true(isnan(out.normals[i])); // nothing beyond the end
    assert_true(isnan(out.positions[floats]));
    sinew__skin_tangents_with(kernel, model, 0, SINEW_SKIN_AUTHORED, pose, scratch, out.tangents);
    assert_true(isnan(out.tangents[floats / 3 * 4]));
    free(scratch);
    return out;
}

/// Skins mesh 0 in parts of three vertex blocks, the last part first, and one that is not there.
static void check_parts(const sinew_model *model, const sinew_pose *pose, const skinned *whole)
{
    const size_t floats = (size_t)model->vertex_count * 3, bytes = floats * sizeof(float);
    const int32_t blocks = (model->vertex_count + SINEW_VERTEX_BLOCK_SIZE - 1) / SINEW_VERTEX_BLOCK_SIZE;
    float *scratch = malloc((sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) + 1) * sizeof(float)),
          *positions = malloc(bytes + 1), *normals = malloc(bytes + 1);
    assert_true(scratch && positions && normals);
    memset(positions, 0xff, bytes);
    memset(normals, 0xff, bytes);
    sinew_skin_prepare(model, 0, SINEW_SKIN_AUTHORED, pose, scratch);
    for (int32_t first = blocks / 3 * 3; first >= 0; first -= 3) {
        sinew_skin_vertex_blocks(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, first, 3, positions, normals);
        for (size_t i = 0; i < (size_t)first * SINEW_VERTEX_BLOCK_SIZE * 3 && i < floats; ++i)
            assert_true(isnan(positions[i]) && isnan(normals[i])); // nothing before the part
    }
    sinew_skin_vertex_blocks(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, blocks, INT32_MAX, positions, normals);
    sinew_skin_vertex_blocks(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, -1, 1, positions, normals);
    assert_memory_equal(positions, whole->positions, bytes);
    assert_memory_equal(normals, whole->normals, bytes);
    free(scratch);
    free(positions);
    free(normals);
}

static void free_skinned(skinned memory)
{
    free(memory.positions);
    free(memory.normals);
    free(memory.tangents);
}

static const uint32_t methods[] = {SINEW_SKIN_LINEAR, SINEW_SKIN_DUAL_QUATERNION, SINEW_SKIN_BLENDED};

/// Compares every kernel with the plain loops; the portable one, which adds and multiplies as they do, bit for bit
/// if it can.
static void check(const mesh_kind *kind, uint32_t seed)
{
    sinew_model *model = generate(kind, seed);
    sinew_pose *pose = random_pose(model, seed + 1);
    const size_t floats = (size_t)model->vertex_count * 3;
    const skinned plain = skin(NULL, model, pose, 1);
    for (int kernels = -1; force_next_kernels(&kernels);) {
        const sinew__skin_kernel *kernel = sinew__skin_kernel_best();
        const skinned fast = skin(kernel, model, pose, 1), again = skin(kernel, model, pose, 1),
                      bare = skin(kernel, model, pose, 0);
        for (size_t i = 0; i < floats; ++i) {
            assert_close(fast.positions[i], plain.positions[i], 1e-6 * model->info->size);
            assert_close(fast.normals[i], plain.normals[i], 1e-4); // a blend of mirrored maps may be nearly flat
        }
        for (size_t i = 0; i < floats / 3 * 4; ++i) assert_close(fast.tangents[i], plain.tangents[i], 1e-4);
        if (kernels == SINEW__KERNELS_PORTABLE) {
            assert_memory_equal(fast.tangents, plain.tangents, floats / 3 * 4 * sizeof(float));
            assert_memory_equal(fast.positions, plain.positions, floats * sizeof(float));
            assert_memory_equal(fast.normals, plain.normals, floats * sizeof(float));
        }
        check_parts(model, pose, &fast);
        assert_memory_equal(fast.positions, again.positions, floats * sizeof(float));
        assert_memory_equal(fast.normals, again.normals, floats * sizeof(float));
        assert_memory_equal(fast.positions, bare.positions, floats * sizeof(float));
        free_skinned(fast), free_skinned(again), free_skinned(bare);
    }
    free_skinned(plain);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void every_number_of_influences(void **state)
{
    (void)state;
    for (int32_t influences = 1; influences <= 70; ++influences) {
        for (int m = 0; m < 3; ++m) {
            const mesh_kind kind = {.vertices = 20 + influences,
                                    .joints = 80,
                                    .influences = influences,
                                    .method = methods[m],
                                    .reorder = influences % 2};
            check(&kind, (uint32_t)(influences * 3 + m));
        }
    }
}

/// Meshes that end in the middle of a vertex_block, at its end, and just behind.
static void every_number_of_vertices(void **state)
{
    (void)state;
    for (int32_t vertices = 0; vertices <= 67; ++vertices) {
        for (int m = 0; m < 3; ++m) {
            const mesh_kind kind = {
                .vertices = vertices, .joints = 9, .influences = 3, .method = methods[m], .morphed = vertices % 2};
            check(&kind, (uint32_t)(1000 + vertices * 3 + m));
        }
    }
}

/// Vertex blocks that one joint moves, which are skinned without a blend; and their neighbours.
static void vertex_blocks_of_one_joint(void **state)
{
    (void)state;
    for (int32_t joints = 1; joints <= 3; ++joints) {
        const mesh_kind kind = {
            .vertices = 90, .joints = joints, .influences = 1, .method = SINEW_SKIN_LINEAR, .reorder = 1};
        sinew_model *model = generate(&kind, 2000);
        int32_t rigid = 0;
        for (int32_t i = 0; i < 6; ++i)
            rigid += model->vertex_block_start[i + 1] - model->vertex_block_start[i] == 1;
        assert_in_range(rigid, 4, 6);
        sinew_model_destroy(model);
        check(&kind, 2000);
    }
}

/// Normals of length 0, palettes that flatten, and no influence at all give zeros or finite numbers in every kernel, as
/// in the plain loops.
static void what_vanishes_stays_finite(void **state)
{
    (void)state;
    for (int m = 0; m < 2; ++m) {
        const mesh_kind kind = {.vertices = 50, .joints = 4, .influences = 2, .method = methods[m]};
        sinew_model *model = generate(&kind, 77);
        sinew_pose *pose = random_pose(model, 78);
        memset(&pose->palette[0], 0, sizeof pose->palette[0]);
        memset(pose->palette[1].row[2], 0, sizeof pose->palette[1].row[2]);
        const skinned plain = skin(NULL, model, pose, 1);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            const skinned fast = skin(sinew__skin_kernel_best(), model, pose, 1);
            for (size_t i = 0; i < (size_t)model->vertex_count * 3; ++i) {
                assert_close(fast.positions[i], plain.positions[i], 1e-5);
                assert_true(isfinite(fast.normals[i]));
            }
            free_skinned(fast);
        }
        free_skinned(plain);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// Sorted vertices are the same vertices: each control point ends at its unsorted position.
static void order_changes_nothing_but_the_order(void **state)
{
    (void)state;
    const mesh_kind kinds[2] = {{.vertices = 333, .joints = 20, .influences = 3, .morphed = 1},
                                {.vertices = 333, .joints = 20, .influences = 3, .morphed = 1, .reorder = 1}};
    sinew_model *models[2];
    skinned out[2];
    for (int i = 0; i < 2; ++i) {
        models[i] = generate(&kinds[i], 5);
        sinew_pose *pose = random_pose(models[i], 6);
        out[i] = skin(NULL, models[i], pose, 1);
        sinew_pose_destroy(pose);
    }
    assert_true(models[1]->vertex_block_joint_count <
                models[0]->vertex_block_joint_count); // or sorting would be in vain
    for (int32_t v = 0; v < 333; ++v) {
        const size_t authored = (size_t)models[1]->control_points[v] * 3;
        for (size_t k = 0; k < 3; ++k) {
            assert_close(out[1].positions[(size_t)v * 3 + k], out[0].positions[authored + k], 1e-6);
            assert_close(out[1].normals[(size_t)v * 3 + k], out[0].normals[authored + k], 1e-6);
        }
    }
    for (int i = 0; i < 2; ++i) {
        free_skinned(out[i]);
        sinew_model_destroy(models[i]);
    }
}

static uint64_t add_to_hash(uint64_t hash, const float *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) { // FNV-1a
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; ++k) hash = (hash ^ (bits >> (8 * k) & 0xff)) * UINT64_C(1099511628211);
    }
    return hash;
}

/// One hash over what every method makes of a mesh: the same at -O0 and -O3, with GCC and Clang, on every processor.
/// Fused multiply-add rounds otherwise than the two steps, so there are two of them; the width of the vectors makes no
/// difference.
static void results_are_the_same_everywhere(void **state)
{
    (void)state;
    for (int kernels = -1; force_next_kernels(&kernels);) {
        uint64_t hash = UINT64_C(14695981039346656037);
        for (int m = 0; m < 3; ++m) {
            const mesh_kind kind = {
                .vertices = 333, .joints = 30, .influences = 4, .method = methods[m], .morphed = 1, .reorder = 1};
            sinew_model *model = generate(&kind, 11);
            sinew_pose *pose = random_pose(model, 12);
            const skinned out = skin(sinew__skin_kernel_best(), model, pose, 1);
            hash = add_to_hash(hash, out.positions, (size_t)model->vertex_count * 3);
            hash = add_to_hash(hash, out.normals, (size_t)model->vertex_count * 3);
            hash = add_to_hash(hash, out.tangents, (size_t)model->vertex_count * 4);
            free_skinned(out);
            sinew_pose_destroy(pose);
            sinew_model_destroy(model);
        }
        const uint64_t expected =
            kernels == SINEW__KERNELS_PORTABLE ? UINT64_C(0x9b7fde1a612ece6f) : UINT64_C(0x4b3c6841355dae0b);
        if (hash != expected) fail_msg("%s: %016llx", sinew__kernel_names[kernels], (unsigned long long)hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_influences),      cmocka_unit_test(every_number_of_vertices),
        cmocka_unit_test(vertex_blocks_of_one_joint),      cmocka_unit_test(what_vanishes_stays_finite),
        cmocka_unit_test(order_changes_nothing_but_the_order),
        cmocka_unit_test(results_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
