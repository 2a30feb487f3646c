/// Playing computes the matrices that palette entries depend on, each from its parent's, and no others.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/model/compact_clip.h"
#include "runtime/pose/engine.h"
#include "sinew/bake.h"
#include "support/each_kernel.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"

enum {
    JOINTS = 300, ///< in three chunks
    KEYS = 31,
    MOST_SKIN_JOINTS = JOINTS / 2,
};

static const int64_t second = INT64_C(46186158000); // ticks
static const double bound = 1e-4;

/// A joint's relation to the mesh.
typedef enum use {
    UNUSED,
    OWN, ///< a skin_joint that is bound at the joint's rest transform: the joint's skinning matrix is its palette entry
    UNEVEN, ///< one that is bound with an uneven scale: its palette entry is made from the joint's matrix
} use;

/// Joint i hangs on (i − 1) / 3: the last two thirds are leaves. Every fifth leaf and every eleventh joint has a
/// skin_joint; every third one is bound with an uneven scale.
static use use_of(int32_t joint)
{
    if (joint % 5 != 3 && joint % 11 != 7) return UNUSED;
    return joint % 3 == 1 ? UNEVEN : OWN;
}

static int32_t parent_of(int32_t joint)
{
    return joint == 0 ? SINEW_NONE : (joint - 1) / 3;
}

/// Whether a joint with a skin_joint is this one or below it.
static int is_needed(int32_t joint)
{
    for (int32_t i = joint; i < JOINTS; ++i) {
        if (use_of(i) == UNUSED) continue;
        for (int32_t above = i; above != SINEW_NONE; above = parent_of(above))
            if (above == joint) return 1;
    }
    return 0;
}

/// All joints rotate about z. The mesh has a skin_joint for each that is used, or none.
static sinew_model *make_tree_model(int is_skinned)
{
    static const sinew_affine uneven = {{{2, 0, 0, 0.5}, {0, 1, 0, 1}, {0, 0, 1, 0}}};
    static const float positions[9] = {0, 1, 0, 1, 1, 0, 0, 1, 1};
    static const uint32_t start[4] = {0, 1, 2, 3};
    static sinew_raw_joint joints[JOINTS];
    static sinew_raw_channel channels[JOINTS];
    static sinew_raw_skin_joint skin_joints[MOST_SKIN_JOINTS];
    static sinew_raw_influence influences[3];
    static sinew_curve_key keys[KEYS];
    static sinew_raw_curve curve = {.keys = keys, .key_count = KEYS};
    int32_t count = 0;
    for (int32_t k = 0; k < KEYS; ++k)
        keys[k] = (sinew_curve_key){
            .ticks = second * k / (KEYS - 1), .value = 8 * sin(0.7 * k), .interpolation = SINEW_LINEAR};
    for (int32_t i = 0; i < JOINTS; ++i) {
        joints[i] = (sinew_raw_joint){.name = "j",
                                      .parent = parent_of(i),
                                      .node = SINEW_NONE,
                                      .rest = {{0.3 * (i % 3), 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        channels[i] = (sinew_raw_channel){.joint = i,
                                          .mesh = SINEW_NONE,
                                          .morph = SINEW_NONE,
                                          .property = SINEW_CHANNEL_ROTATION,
                                          .curve = {NULL, NULL, &curve}};
        if (use_of(i) == UNUSED) continue;
        skin_joints[count] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
        if (use_of(i) == UNEVEN) skin_joints[count].inverse_bind = uneven;
        ++count;
    }
    assert_in_range(count, 3, MOST_SKIN_JOINTS);
    for (int i = 0; i < 3; ++i) influences[i] = (sinew_raw_influence){i * (count - 1) / 2, 1};
    const sinew_raw_clip clip = {.name = "wave", .duration = 1, .channels = channels, .channel_count = JOINTS};
    const sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, count);
    const sinew_raw_model raw = {.joints = joints,
                                 .joint_count = JOINTS,
                                 .clips = &clip,
                                 .clip_count = 1,
                                 .meshes = is_skinned ? &mesh : NULL,
                                 .mesh_count = is_skinned};
    sinew_model *model = make_baked(make_model(&raw), NULL);
    assert_non_null(sinew__compact_of(model, sinew__baked_clip_of(model, 0)));
    return model;
}

/// The palette of every kernel against the curves.
static void palettes_are_those_of_the_curves(void **state)
{
    (void)state;
    sinew_model *model = make_tree_model(1);
    sinew_pose *exact = make_pose(model), *played = make_pose(model);
    assert_in_range(sinew__baked_header_of(model)->entry_count, 10, JOINTS);
    for (int kernels = -1; force_next_kernels(&kernels);) {
        memset(played->palette, 0xde, (size_t)model->skin_joint_count * sizeof *played->palette);
        for (int i = 0; i < 20; ++i) {
            sinew_pose_evaluate(model, SINEW_ENGINE_REFERENCE, 0, i / 19.0, exact);
            assert_true(sinew__fast_palette(model, 0, i / 19.0, played));
            for (int32_t s = 0; s < model->skin_joint_count * 12; ++s)
                assert_close((&played->palette[0].row[0][0])[s], (&exact->palette[0].row[0][0])[s],
                             20 * bound * model->info->size);
        }
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(played);
    sinew_model_destroy(model);
}

/// Joint matrices of other joints stay as they were, and are filled when locals are asked for. A model without skin
/// joints is posed for its globals.
static void joints_that_nothing_depends_on_are_left_out(void **state)
{
    (void)state;
    for (int is_skinned = 0; is_skinned < 2; ++is_skinned) {
        sinew_model *model = make_tree_model(is_skinned);
        sinew_pose *played = make_pose(model), *whole = make_pose(model);
        float untouched[SINEW__JOINT_MATRIX_FLOATS];
        int32_t left_out = 0;
        memset(untouched, 0xde, sizeof untouched);
        memset(played->joint_matrices, 0xde, (JOINTS + 1) * sizeof untouched);
        sinew_pose_evaluate_palette(model, 0, 0.37, played);
        for (int32_t i = 0; i < JOINTS; ++i) {
            const float *joint_matrix = played->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(i + 1);
            const int is_left_out = memcmp(joint_matrix, untouched, sizeof untouched) == 0;
            assert_int_equal(is_left_out, is_skinned && !is_needed(i));
            left_out += is_left_out;
        }
        assert_in_range(left_out, is_skinned ? 100 : 0, is_skinned ? JOINTS : 0);
        sinew_pose_compute_locals(model, played);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.37, whole);
        assert_memory_equal(played->global, whole->global, JOINTS * sizeof *whole->global);
        sinew_pose_destroy(played);
        sinew_pose_destroy(whole);
        sinew_model_destroy(model);
    }
}

/// Computing locals keeps the changes that a program made in the meantime.
static void completing_a_pose_keeps_its_visibility(void **state)
{
    (void)state;
    sinew_model *model = make_tree_model(1);
    sinew_pose *pose = make_pose(model);
    sinew_pose_evaluate_palette(model, 0, 0.37, pose);
    pose->visible[3] = !pose->visible[3];
    const uint8_t changed = pose->visible[3];
    sinew_pose_compute_locals(model, pose);
    assert_int_equal(pose->visible[3], changed);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

// ---- damaged steps ------------------------------------------------------------------------------------------------

/// Whether a model loads after `size` bytes of its section `baked` were replaced.
static int loads_with(const sinew_model *model, const void *at, const void *bytes, size_t size)
{
    size_t block_size;
    const uint8_t *block = sinew_model_block(model, &block_size);
    uint8_t *copy = memcpy(malloc(block_size), block, block_size);
    sinew_model *changed;
    memcpy(copy + ((const uint8_t *)at - block), bytes, size);
    const sinew_result result = sinew__model_from_block(copy, block_size, &changed, NULL);
    if (result == SINEW_OK)
        sinew_model_destroy(changed);
    else
        assert_int_equal(result, SINEW_ERROR_DAMAGED);
    return result == SINEW_OK;
}

static void check_step_is_refused(const sinew_model *model, const sinew__joint_step *step, sinew__joint_step changed)
{
    assert_false(loads_with(model, step, &changed, sizeof changed));
}

static void steps_that_read_or_write_elsewhere_are_refused(void **state)
{
    (void)state;
    sinew_model *model = make_tree_model(1);
    const sinew__baked_header *header = sinew__baked_header_of(model);
    const sinew__joint_step *steps = sinew__baked_at(model->baked, header->steps);
    const uint32_t beyond = (uint32_t)model->skin_joint_count * SINEW__MATRIX_FLOATS;
    assert_true(loads_with(model, steps, steps, sizeof *steps));
    for (int32_t i = 0; i < JOINTS; i += 7) {
        const sinew__joint_step *own = &steps[i];
        check_step_is_refused(model, own,
                              (sinew__joint_step){own->delta + 4, own->parent, own->joint_matrix, own->palette});
        check_step_is_refused(model, own,
                              (sinew__joint_step){own->delta, own->joint_matrix, own->joint_matrix, own->palette});
        check_step_is_refused(model, own,
                              (sinew__joint_step){own->delta, own->parent + 1, own->joint_matrix, own->palette});
        check_step_is_refused(model, own,
                              (sinew__joint_step){own->delta, own->parent, own->joint_matrix + 1, own->palette});
        check_step_is_refused(
            model, own,
            (sinew__joint_step){own->delta, own->parent, (JOINTS + 1) * SINEW__JOINT_MATRIX_FLOATS, own->palette});
        check_step_is_refused(model, own, (sinew__joint_step){own->delta, own->parent, 0, own->palette});
        check_step_is_refused(model, own, (sinew__joint_step){own->delta, own->parent, own->joint_matrix, beyond});
        check_step_is_refused(model, own,
                              (sinew__joint_step){own->delta, own->parent, own->joint_matrix, own->palette + 1});
        check_step_is_refused(model, own,
                              (sinew__joint_step){own->delta, own->parent, own->joint_matrix, UINT32_MAX - 11});
    }
    for (int32_t i = 1; i < JOINTS; ++i) { // a joint that is walked twice, another that is not
        if (i % SINEW__CHUNK_JOINTS == 0) continue;
        check_step_is_refused(model, &steps[i], steps[i - 1]);
    }
    sinew_model_destroy(model);
}

/// A step writes its joint's own entry; without one, none that an earlier step wrote.
static void palette_entries_are_not_lost(void **state)
{
    (void)state;
    sinew_model *model = make_tree_model(1);
    const sinew__baked_header *header = sinew__baked_header_of(model);
    const sinew__joint_step *steps = sinew__baked_at(model->baked, header->steps);
    const int32_t *copies = sinew__baked_at(model->baked, header->copies),
                  *needed = sinew__baked_at(model->baked, header->needed);
    int32_t written = SINEW_NONE, owners = 0, others = 0; // an entry that an earlier step wrote
    for (int32_t i = 0; i < needed[0]; ++i) {
        const int32_t copy = copies[steps[i].joint_matrix / SINEW__JOINT_MATRIX_FLOATS - 1];
        sinew__joint_step changed = steps[i];
        if (written != SINEW_NONE) {
            changed.palette = (uint32_t)written * SINEW__MATRIX_FLOATS;
            check_step_is_refused(model, &steps[i], changed);
            ++*(copy == SINEW_NONE ? &others : &owners);
        }
        if (copy != SINEW_NONE) written = copy;
        changed.palette =
            (steps[i].palette + SINEW__MATRIX_FLOATS) % ((uint32_t)model->skin_joint_count * SINEW__MATRIX_FLOATS);
        if (copy != SINEW_NONE) check_step_is_refused(model, &steps[i], changed);
    }
    assert_true(owners > 0 && others > 0);
    sinew_model_destroy(model);
}

static void parents_come_first_and_counts_are_those_of_chunks(void **state)
{
    (void)state;
    sinew_model *model = make_tree_model(1);
    const sinew__baked_header *header = sinew__baked_header_of(model);
    const sinew__joint_step *steps = sinew__baked_at(model->baked, header->steps);
    const int32_t *needed = sinew__baked_at(model->baked, header->needed);
    assert_int_equal(sinew__joint_chunks_of(JOINTS), 3);
    assert_int_equal(steps[1].parent, steps[0].joint_matrix);
    const sinew__joint_step swapped[2] = {steps[1], steps[0]};
    assert_false(loads_with(model, steps, swapped, sizeof swapped));
    for (int chunk = 0; chunk < 3; ++chunk) {
        const int32_t counts[] = {needed[chunk] - 1,       needed[chunk] + 1, -1,
                                  SINEW__CHUNK_JOINTS + 1, INT32_MAX,         INT32_MIN};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
            assert_false(loads_with(model, &needed[chunk], &counts[i], sizeof counts[i]));
    }
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palettes_are_those_of_the_curves),
        cmocka_unit_test(joints_that_nothing_depends_on_are_left_out),
        cmocka_unit_test(completing_a_pose_keeps_its_visibility),
        cmocka_unit_test(steps_that_read_or_write_elsewhere_are_refused),
        cmocka_unit_test(palette_entries_are_not_lost),
        cmocka_unit_test(parents_come_first_and_counts_are_those_of_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
