/// Palette entries that meshes have in common, bit for bit.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model/make_model.h"
#include "sinew/skin.h"
#include "support/make_model.h"
#include "support/make_pose.h"

enum { MOST = 600, MESHES = 4, WEIGHTS = 2 };

/// Meshes of a chain of joints. A vertex of a mesh follows two neighbours among its joints.
typedef struct clothes {
    sinew_raw_joint joints[MOST];
    sinew_raw_mesh meshes[MESHES];
    sinew_raw_skin_joint skin_joints[MESHES][MOST];
    sinew_raw_influence influences[MESHES][MOST * WEIGHTS];
    uint32_t starts[MESHES][MOST + 1];
    float positions[MOST * 3];
    int32_t mesh_count;
} clothes;

static const sinew_affine identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

static clothes *make_clothes(void)
{
    static clothes made;
    made = (clothes){.mesh_count = 0};
    for (int32_t i = 0; i < MOST; ++i) {
        made.joints[i] = (sinew_raw_joint){.name = "bone",
                                           .parent = i ? i - 1 : SINEW_NONE,
                                           .node = SINEW_NONE,
                                           .rest = {{0, 0.01, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        for (int k = 0; k < 3; ++k) made.positions[3 * i + k] = (float)sin(i * 3 + k);
    }
    return &made;
}

/// Adds a mesh of `vertex_count` vertices that is skinned to joints. Returns it, for changes.
static sinew_raw_mesh *add_mesh(clothes *made, const int32_t *joints, int32_t count, int32_t vertex_count)
{
    static const uint32_t size = 3, corners[3] = {0, 1, 2};
    const int32_t m = made->mesh_count++;
    for (int32_t i = 0; i < count; ++i)
        made->skin_joints[m][i] = (sinew_raw_skin_joint){.joint = joints[i], .node = SINEW_NONE};
    for (int32_t v = 0; v < vertex_count; ++v) {
        made->starts[m][v + 1] = WEIGHTS * (uint32_t)(v + 1);
        made->influences[m][WEIGHTS * v] = (sinew_raw_influence){v % count, 0.3f};
        made->influences[m][WEIGHTS * v + 1] = (sinew_raw_influence){(v + 1) % count, 0.7f};
    }
    made->meshes[m] = (sinew_raw_mesh){.name = "cloth",
                                       .node = SINEW_NONE,
                                       .positions = made->positions,
                                       .vertex_count = vertex_count,
                                       .polygon_sizes = &size,
                                       .polygon_count = 1,
                                       .corner_vertices = corners,
                                       .corner_count = 3,
                                       .influence_start = made->starts[m],
                                       .influences = made->influences[m],
                                       .skin_joints = made->skin_joints[m],
                                       .skin_joint_count = count};
    return &made->meshes[m];
}

/// Adds a mesh that is skinned to `count` joints from `first` on.
static sinew_raw_mesh *add_range(clothes *made, int32_t first, int32_t count, int32_t vertex_count)
{
    int32_t joints[MOST];
    for (int32_t i = 0; i < count; ++i) joints[i] = first + i;
    return add_mesh(made, joints, count, vertex_count);
}

static sinew_model *build(const clothes *made)
{
    return make_model(&(sinew_raw_model){
        .joints = made->joints, .joint_count = MOST, .meshes = made->meshes, .mesh_count = made->mesh_count});
}

static int32_t entries_of(const clothes *made)
{
    sinew_model *model = build(made);
    const int32_t count = model->skin_joint_count;
    sinew_model_destroy(model);
    return count;
}

static void assert_range(const sinew_model *model, int32_t mesh, int32_t first, int32_t count)
{
    assert_int_equal(model->meshes[mesh].first_skin_joint, first);
    assert_int_equal(model->meshes[mesh].skin_joint_count, count);
}

/// The joints of all entries, in their order; and each influence is of the joint that the raw mesh named.
static void assert_joints(const clothes *made, const sinew_model *model, const int32_t *joints, int32_t count)
{
    assert_int_equal(model->skin_joint_count, count);
    for (int32_t i = 0; i < count; ++i) assert_int_equal(model->skin_joints[i].joint, joints[i]);
    for (int32_t m = 0; m < model->mesh_count; ++m)
        for (int32_t v = 0; v < model->meshes[m].vertex_count; ++v) {
            const uint32_t *start = model->influence_start + model->meshes[m].first_vertex + v;
            for (uint32_t i = start[0]; i < start[1]; ++i) {
                const int32_t joint = model->skin_joints[model->influences[i].skin_joint].joint;
                const sinew_raw_influence *raw = &made->influences[m][WEIGHTS * v];
                const int is_first = joint == made->skin_joints[m][raw[0].skin_joint].joint;
                assert_int_equal(joint, made->skin_joints[m][raw[is_first ? 0 : 1].skin_joint].joint);
                assert_close(model->influences[i].authored, is_first ? 0.3f : 0.7f, 0);
            }
        }
}

#define LIST(...) ((const int32_t[]){__VA_ARGS__}), (int32_t)(sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

static void meshes_of_one_skin_have_one_palette(void **state)
{
    (void)state;
    clothes *made = make_clothes();
    for (int i = 0; i < 3; ++i) add_range(made, 0, 6, 6);
    sinew_model *model = build(made);
    assert_joints(made, model, LIST(0, 1, 2, 3, 4, 5));
    for (int32_t i = 0; i < 3; ++i) assert_range(model, i, 0, 6);
    for (int32_t i = 0; i < 6; ++i) assert_int_equal(model->skin_joints[i].mesh, 0);
    sinew_model_destroy(model);
}

/// A shoe follows some of the body's joints; its range is between them. Joints of another skin that move no vertex do
/// not widen it.
static void a_part_of_a_skin_has_a_part_of_its_palette(void **state)
{
    (void)state;
    clothes *made = make_clothes();
    add_range(made, 0, 6, 6);
    add_mesh(made, LIST(3, 5), 3);
    add_range(made, 0, 6, 3); // the vertices follow the joints 0 to 3
    sinew_model *model = build(made);
    assert_joints(made, model, LIST(0, 1, 2, 3, 4, 5));
    assert_range(model, 0, 0, 6);
    assert_range(model, 1, 3, 3);
    assert_range(model, 2, 0, 4);
    sinew_model_destroy(model);
}

/// Entries that only one mesh has are put between those that both have, in its order.
static void new_entries_are_put_in_order(void **state)
{
    (void)state;
    clothes *made = make_clothes();
    add_mesh(made, LIST(0, 1, 3, 6), 4);
    add_mesh(made, LIST(1, 2, 3, 4, 5), 5);
    sinew_model *model = build(made);
    assert_joints(made, model, LIST(0, 1, 2, 3, 4, 5, 6));
    assert_range(model, 0, 0, 7);
    assert_range(model, 1, 1, 5);
    sinew_model_destroy(model);
    made = make_clothes();
    add_mesh(made, LIST(3, 4, 5), 3);
    add_mesh(made, LIST(1, 2, 4), 3);
    model = build(made);
    assert_joints(made, model, LIST(3, 1, 2, 4, 5));
    assert_range(model, 0, 0, 5);
    assert_range(model, 1, 1, 3);
    sinew_model_destroy(model);
}

/// The order of a mesh's joints is kept, because the weights of a vertex are summed in it: the longest selection that
/// is in the order of the first mesh is shared.
static void another_order_is_kept(void **state)
{
    (void)state;
    clothes *made = make_clothes();
    add_mesh(made, LIST(0, 1, 2, 3), 4);
    add_mesh(made, LIST(3, 0, 1, 2), 4);
    sinew_model *model = build(made);
    assert_joints(made, model, LIST(3, 0, 1, 2, 3));
    assert_range(model, 0, 1, 4);
    assert_range(model, 1, 0, 4);
    sinew_model_destroy(model);
}

/// Meshes that bind a joint elsewhere are not in one space: a level of detail that replaces a joint by its parent takes
/// the parent's entry of the same range.
static void a_joint_that_is_bound_elsewhere_keeps_meshes_apart(void **state)
{
    (void)state;
    clothes *made = make_clothes();
    add_range(made, 0, 4, 4);
    add_range(made, 0, 4, 4);
    made->skin_joints[1][2].inverse_bind = identity;
    sinew_model *model = build(made);
    assert_joints(made, model, LIST(0, 1, 2, 3, 0, 1, 2, 3));
    assert_range(model, 1, 4, 4);
    sinew_model_destroy(model);
}

/// Whatever fitted a byte fits it still: no range grows beyond 256 entries.
static void a_byte_still_counts_a_range(void **state)
{
    (void)state;
    clothes *made = make_clothes();
    add_range(made, 0, 250, 250);
    add_range(made, 249, 7, 7);
    assert_int_equal(entries_of(made), 256);
    made = make_clothes();
    add_range(made, 0, 250, 250);
    add_range(made, 249, 8, 8); // 257 together
    assert_int_equal(entries_of(made), 258);
    made = make_clothes();
    add_range(made, 0, 300, 300);
    add_mesh(made, LIST(0, 256), 3);
    assert_int_equal(entries_of(made), 302); // the range would be 257
    made = make_clothes();
    add_range(made, 0, 300, 300);
    add_mesh(made, LIST(0, 255), 3);
    add_range(made, 0, 300, 300);
    assert_int_equal(entries_of(made), 300);
}

static void additive_and_rigid_meshes(void **state)
{
    (void)state;
    static const sinew_raw_deformer additive = {.kind = SINEW_DEFORM_SKIN, .link_mode = SINEW_LINK_ADDITIVE};
    clothes *made = make_clothes();
    for (int i = 0; i < 2; ++i) {
        sinew_raw_mesh *mesh = add_range(made, 1, 3, 3);
        mesh->deformers = &additive;
        mesh->deformer_count = 1;
    }
    assert_int_equal(entries_of(made), 8); // and the mesh's own joint
    made = make_clothes();
    for (int i = 0; i < 3; ++i) { // props that one joint carries
        sinew_raw_mesh *mesh = add_range(made, 0, 1, 3);
        mesh->joint = i < 2 ? 7 : 8;
        mesh->skin_joints = NULL;
        mesh->skin_joint_count = 0;
        mesh->influences = NULL;
        mesh->influence_start = NULL;
    }
    sinew_model *model = build(made);
    assert_int_equal(model->skin_joint_count, 2);
    assert_range(model, 0, 0, 1);
    assert_range(model, 1, 0, 1);
    assert_range(model, 2, 1, 1);
    sinew_model_destroy(model);
}

/// All meshes, at a pose that bends each joint.
static float *skin_all(const sinew_model *model, sinew_skin_method method)
{
    float *out = malloc((size_t)model->vertex_count * 6 * sizeof *out), scratch[4096];
    sinew_pose *pose = make_pose(model);
    assert_non_null(out);
    for (int32_t i = 0; i < model->joint_count; ++i)
        pose->local[i].r = (sinew_quat){0, 0, sin(0.02 * (i % 9)), cos(0.02 * (i % 9))};
    memset(pose->animated, 1, (size_t)model->joint_count);
    sinew_pose_local_to_global(model, pose);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        float *to = out + (size_t)model->meshes[i].first_vertex * 6;
        assert_true(sinew_skin_scratch_floats(model, i, method) <= sizeof scratch / sizeof *scratch);
        sinew_skin_mesh(model, i, method, pose, scratch, to, to + (size_t)model->meshes[i].vertex_count * 3);
    }
    sinew_pose_destroy(pose);
    return out;
}

/// Entries whose `node_offset` differs are not shared, and skinning does not read it.
static void skinned_vertices_keep_their_bits(void **state)
{
    (void)state;
    static const sinew_skin_method methods[] = {SINEW_SKIN_LINEAR, SINEW_SKIN_DUAL_QUATERNION, SINEW_SKIN_SPHERICAL};
    clothes *made = make_clothes();
    add_mesh(made, LIST(0, 1, 3, 6, 9, 12, 13), 40);
    add_mesh(made, LIST(9, 1, 2, 3, 4, 5, 12), 40);
    add_mesh(made, LIST(13, 12, 9, 6), 40);
    sinew_model *shared = build(made);
    for (int32_t m = 1; m < 3; ++m)
        for (int32_t i = 0; i < made->meshes[m].skin_joint_count; ++i) {
            made->skin_joints[m][i].node_offset = identity;
            made->skin_joints[m][i].node_offset.row[0][3] = m;
        }
    sinew_model *apart = build(made);
    assert_int_equal(apart->skin_joint_count, 7 + 7 + 4);
    assert_true(shared->skin_joint_count < apart->skin_joint_count);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) {
        float *a = skin_all(shared, methods[i]), *b = skin_all(apart, methods[i]);
        assert_memory_equal(a, b, (size_t)apart->vertex_count * 6 * sizeof *a);
        free(a);
        free(b);
    }
    sinew_model_destroy(shared);
    sinew_model_destroy(apart);
}

/// A block in which meshes of three vertices refer to the first and the last of `count` entries, which the builder
/// does not make if a byte cannot count them: the work on all ranges would not grow linearly with the block.
static sinew_result open_wide_ranges(int32_t count)
{
    clothes *made = make_clothes();
    add_range(made, 0, count, 3);
    for (int32_t m = 1; m < MESHES; ++m) {
        add_mesh(made, LIST(0, 1, 2), 3);
        for (int32_t i = 0; i < 3; ++i) made->skin_joints[m][i].inverse_bind = identity; // apart
        for (int32_t i = 0; i < 3; ++i) made->skin_joints[m][i].inverse_bind.row[0][3] = m;
    }
    sinew_model *model = build(made), *other;
    assert_int_equal(model->skin_joint_count, count + 3 * (MESHES - 1));
    sinew_skin_joint *entries = (sinew_skin_joint *)(uintptr_t)model->skin_joints;
    sinew_mesh *meshes = (sinew_mesh *)(uintptr_t)model->meshes;
    int32_t *block_joints = (int32_t *)(uintptr_t)model->vertex_block_joints;
    sinew_influence *influences = (sinew_influence *)(uintptr_t)model->influences;
    const int32_t to[3] = {0, 1, count - 1}; // of each mesh but the first
    for (int32_t i = count; i < model->skin_joint_count; ++i) entries[i].mesh = 0;
    for (int32_t i = 0; i < model->influence_count; ++i)
        if (influences[i].skin_joint >= count) influences[i].skin_joint = to[(influences[i].skin_joint - count) % 3];
    for (int32_t i = 0; i < model->vertex_block_joint_count; ++i)
        if (block_joints[i] >= count) block_joints[i] = to[(block_joints[i] - count) % 3];
    meshes[0].skin_joint_count = model->skin_joint_count;
    for (int32_t m = 1; m < MESHES; ++m) {
        meshes[m].first_skin_joint = 0;
        meshes[m].skin_joint_count = count;
    }
    void *block = malloc(model->block_size);
    assert_non_null(block);
    memcpy(block, model->block, model->block_size);
    const sinew_result result = sinew__model_from_block(block, model->block_size, &other, NULL);
    sinew_model_destroy(other);
    sinew_model_destroy(model);
    return result;
}

static void ranges_that_add_up_to_too_much_are_refused(void **state)
{
    (void)state;
    // The sum is count + 9 + 3 · count; the limit count + 9 + 4 · (256 + 3). Three times 345 is below 1036.
    assert_int_equal(open_wide_ranges(345), SINEW_OK);
    assert_int_equal(open_wide_ranges(346), SINEW_ERROR_DAMAGED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_of_one_skin_have_one_palette),
        cmocka_unit_test(a_part_of_a_skin_has_a_part_of_its_palette),
        cmocka_unit_test(new_entries_are_put_in_order),
        cmocka_unit_test(another_order_is_kept),
        cmocka_unit_test(a_joint_that_is_bound_elsewhere_keeps_meshes_apart),
        cmocka_unit_test(a_byte_still_counts_a_range),
        cmocka_unit_test(additive_and_rigid_meshes),
        cmocka_unit_test(skinned_vertices_keep_their_bits),
        cmocka_unit_test(ranges_that_add_up_to_too_much_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
