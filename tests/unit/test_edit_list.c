// The list of edits: undo, redo, switching and keys. Expected values are paper arithmetic.
#include "support/cmocka_close.h"

#include <math.h>

#include "core/base/memory.h"
#include "program/viewer/core/edit_list.h"
#include "support/scenes.h"

static const double half = 0.7071067811865476;
static sinew_model *model;
static viewer_edit_list list;
static pose_edits edits;

static int open_list(void **state)
{
    (void)state;
    model = scene_tube(4);
    list = (viewer_edit_list){.chosen = SINEW_NONE};
    edits = (pose_edits){0};
    return model ? 0 : -1;
}

static int close_list(void **state)
{
    (void)state;
    edits = (pose_edits){.rotations = edits.rotations, .targets = edits.targets};
    sinew__pose_edits_free(&edits);
    viewer_edit_list_free(&list);
    sinew_model_destroy(model);
    return 0;
}

static void apply(void)
{
    viewer_edit_list_apply(&list, model, 0, &edits);
}

static void add(const viewer_edit *edit)
{
    assert_true(viewer_edit_list_add(&list, model, edit));
    apply();
}

/// Rotates a joint by 90 degrees about z.
static void rotate(int32_t joint)
{
    add(&(viewer_edit){.kind = VIEWER_EDIT_ROTATION, .joint = joint, .rotation = {0, 0, half, half}});
}

/// A key that moves joint 1 by 6 along x.
static viewer_edit key_at(double time)
{
    viewer_edit key = {.kind = VIEWER_EDIT_KEY, .clip = 0, .time = time};
    const size_t count = (size_t)model->joint_count + 1;
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, pose);
    key.pose.stored_locals = sinew__allocate_zeroed(count, sizeof(sinew_transform));
    key.pose.is_stored = sinew__allocate_zeroed(count, 1);
    assert_true(key.pose.stored_locals && key.pose.is_stored);
    key.pose.stored_locals[1] = pose->local[1];
    key.pose.stored_locals[1].t.x += 6;
    key.pose.is_stored[1] = 1;
    sinew_pose_destroy(pose);
    return key;
}

static double shift_at(double time)
{
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, pose);
    const double before = pose->local[1].t.x;
    if (list.keys.count) viewer_edit_list_change_clip(&list, pose);
    const double shift = pose->local[1].t.x - before;
    sinew_pose_destroy(pose);
    return shift;
}

static void undo(int32_t steps)
{
    list.done -= steps;
    apply();
}

// ---- rotations and targets -----------------------------------------------------------------------------------------

static void two_rotations_of_a_joint_are_undone_one_by_one(void **state)
{
    (void)state;
    rotate(1);
    rotate(1);
    assert_close(fabs(sinew__pose_edits_rotation(&edits, 1).z), 1, 1e-12); // 180 degrees
    undo(1);
    assert_close(sinew__pose_edits_rotation(&edits, 1).z, half, 1e-12);
    undo(1);
    assert_close(sinew__pose_edits_rotation(&edits, 1).w, 1, 0);
    assert_true(sinew__pose_edits_is_empty(&edits));
    undo(-2);
    assert_close(fabs(sinew__pose_edits_rotation(&edits, 1).z), 1, 1e-12);
}

static void an_edit_after_an_undo_drops_what_was_undone(void **state)
{
    (void)state;
    rotate(1);
    rotate(2);
    undo(2);
    rotate(3);
    assert_int_equal(list.count, 1);
    assert_close(sinew__pose_edits_rotation(&edits, 1).w, 1, 0);
    assert_close(sinew__pose_edits_rotation(&edits, 3).z, half, 1e-12);
}

static void a_reset_is_undone_too(void **state)
{
    (void)state;
    rotate(1);
    add(&(viewer_edit){.kind = VIEWER_EDIT_TARGET, .joint = 3, .target = {1, 2, 3}});
    add(&(viewer_edit){.kind = VIEWER_EDIT_RESET});
    assert_true(sinew__pose_edits_is_empty(&edits));
    undo(1);
    assert_close(sinew__pose_edits_rotation(&edits, 1).z, half, 1e-12);
    assert_close(sinew__pose_edits_find_target(&edits, 3)->y, 2, 0);
}

static void a_switched_edit_stays_in_the_list(void **state)
{
    (void)state;
    rotate(1);
    rotate(1);
    add(&(viewer_edit){.kind = VIEWER_EDIT_SWITCH, .item = 0});
    assert_close(sinew__pose_edits_rotation(&edits, 1).z, half, 1e-12);
    assert_true(list.items[0].is_listed && !list.items[0].is_on);
    undo(1);
    assert_close(fabs(sinew__pose_edits_rotation(&edits, 1).z), 1, 1e-12);
    assert_int_equal(viewer_edit_list_step(&list, 1), 1); // none is chosen: the last
    list.chosen = 1;
    assert_int_equal(viewer_edit_list_step(&list, 1), 0);
}

// ---- keys ----------------------------------------------------------------------------------------------------------

/// Within a quarter of a second around it a key fades as 3 t² − 2 t³: half way by half of it, and at 1/5 of the way
/// by 0.104.
static void a_key_fades_as_the_command_does_it(void **state)
{
    (void)state;
    const viewer_edit key = key_at(0.5);
    add(&key);
    assert_close(shift_at(0.5), 6, 1e-5);
    assert_close(shift_at(0.375), 3, 1e-5);
    assert_close(shift_at(0.7), 6 * 0.104, 1e-5);
    assert_close(shift_at(0.2), 0, 0);
    assert_close(shift_at(0.8), 0, 0);
}

static void a_key_takes_the_place_of_the_edits_before_it(void **state)
{
    (void)state;
    rotate(2);
    const viewer_edit key = key_at(0.5);
    add(&key);
    assert_true(sinew__pose_edits_is_empty(&edits));
    assert_false(list.items[0].is_listed);
    rotate(3);
    assert_false(sinew__pose_edits_is_empty(&edits));
    undo(2); // the rotation after it, and the key
    assert_close(sinew__pose_edits_rotation(&edits, 2).z, half, 1e-12);
    assert_int_equal(list.keys.count, 0);
    undo(-1);
    assert_int_equal(list.keys.count, 1);
    assert_true(sinew__pose_edits_is_empty(&edits));
}

static void a_second_key_at_a_time_replaces_the_first(void **state)
{
    (void)state;
    const viewer_edit first = key_at(0.5), second = key_at(0.50001), third = key_at(0.25);
    add(&first);
    add(&second);
    add(&third);
    assert_int_equal(list.keys.count, 2);
    assert_close(list.keys.poses[0].from, 0.25, 0);
    assert_close(list.keys.poses[1].from, 0.50001, 0);
}

static void keys_of_a_file_come_first_and_stay(void **state)
{
    (void)state;
    rotate(2);
    add(&(viewer_edit){.kind = VIEWER_EDIT_SWITCH, .item = 0});
    viewer_edit stored[2] = {key_at(0.25), key_at(0.75)};
    assert_true(viewer_edit_list_insert_keys(&list, stored, 2));
    apply();
    assert_int_equal(list.fixed, 2);
    assert_int_equal(list.keys.count, 2);
    assert_int_equal(list.items[3].item, 2); // the switch still switches the rotation
    assert_true(sinew__pose_edits_is_empty(&edits));
    viewer_edit_list_apply(&list, model, 1, &edits); // another clip
    assert_int_equal(list.keys.count, 0);
}

static void a_full_list_takes_no_more(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; ++i)
        assert_true(viewer_edit_list_add(&list, model, &(viewer_edit){.kind = VIEWER_EDIT_RESET}));
    assert_false(viewer_edit_list_add(&list, model, &(viewer_edit){.kind = VIEWER_EDIT_RESET}));
    assert_int_equal(list.done, 10000);
}

#define list_test(test) cmocka_unit_test_setup_teardown(test, open_list, close_list)

int main(void)
{
    const struct CMUnitTest tests[] = {
        list_test(two_rotations_of_a_joint_are_undone_one_by_one),
        list_test(an_edit_after_an_undo_drops_what_was_undone),
        list_test(a_reset_is_undone_too),
        list_test(a_switched_edit_stays_in_the_list),
        list_test(a_key_fades_as_the_command_does_it),
        list_test(a_key_takes_the_place_of_the_edits_before_it),
        list_test(a_second_key_at_a_time_replaces_the_first),
        list_test(keys_of_a_file_come_first_and_stay),
        list_test(a_full_list_takes_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
