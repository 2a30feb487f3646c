// The joint tree of the window: which joints it lists, and how hiding them changes a pose.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/viewer/panels/joint_list.h"
#include "runtime/view/view.h"
#include "support/make_model.h"
#include "support/scenes.h"

/// Hips ( Spine ( Head ), helper ( LeftLeg ( LeftFoot ) ), RightLeg ), Camera. The clip moves Head.
static sinew_model *make_character(void)
{
    static const sinew_raw_joint joints[] = {
        {.name = "Hips", .parent = SINEW_NONE, .node = SINEW_NONE},
        {.name = "Spine", .parent = 0, .node = SINEW_NONE},
        {.name = "Head", .parent = 1, .node = SINEW_NONE},
        {.name = "leg helper", .parent = 0, .node = SINEW_NONE, .flags = SINEW_JOINT_HELPER},
        {.name = "LeftLeg", .parent = 3, .node = SINEW_NONE},
        {.name = "LeftFoot", .parent = 4, .node = SINEW_NONE},
        {.name = "RightLeg", .parent = 0, .node = SINEW_NONE},
        {.name = "Camera", .parent = SINEW_NONE, .node = SINEW_NONE},
    };
    static const sinew_track_key keys[] = {{0.0, {0.0, 0.0, 0.0}}, {1.0, {0.0, 1.0, 0.0}}};
    static const sinew_raw_track track = {.joint = 2,
                                          .node = SINEW_NONE,
                                          .mesh = SINEW_NONE,
                                          .morph = SINEW_NONE,
                                          .path = SINEW_TRACK_TRANSLATION,
                                          .keys = keys,
                                          .key_count = 2,
                                          .interpolation = SINEW_LINEAR};
    static const sinew_raw_clip clip = {.name = "nod", .duration = 1.0, .tracks = &track, .track_count = 1};
    const sinew_raw_model raw = {.joints = joints, .joint_count = 8, .clips = &clip, .clip_count = 1};
    return make_model(&raw);
}

/// The list as text: a digit for the depth, the name, "+" if it is folded, "?" if it does not match.
static const char *text_of(const joint_list *list)
{
    static char text[512];
    text[0] = '\0';
    for (int32_t i = 0; i < list->row_count; ++i) {
        const joint_row *row = &list->rows[i];
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%d%s%s%s ", (int)row->depth,
                 sinew_text(list->model, list->model->joints[row->joint].name), row->is_folded ? "+" : "",
                 row->is_found ? "" : "?");
    }
    return text;
}

static int32_t find(const sinew_model *model, const char *name)
{
    int32_t joint;
    assert_int_equal(sinew_model_find_joint(model, name, &joint, NULL), SINEW_OK);
    return joint;
}

static void joints_are_in_the_authors_order_without_helpers(void **state)
{
    (void)state;
    sinew_model *model = make_character();
    joint_list list = {0};
    panel_joint_list_update(&list, model, 0, "");
    assert_string_equal(text_of(&list), "0Hips 1Spine 2Head 1LeftLeg 2LeftFoot 1RightLeg 0Camera ");
    assert_true(list.rows[0].has_children && list.rows[1].has_children);
    assert_false(list.rows[2].has_children || list.rows[5].has_children || list.rows[6].has_children);
    panel_joint_list_free(&list);
    sinew_model_destroy(model);
}

static void folding_hides_descendants(void **state)
{
    (void)state;
    sinew_model *model = make_character();
    joint_list list = {0};
    panel_joint_list_update(&list, model, 0, "");
    panel_joint_list_fold(&list, find(model, "LeftLeg"));
    assert_string_equal(text_of(&list), "0Hips 1Spine 2Head 1LeftLeg+ 1RightLeg 0Camera ");
    panel_joint_list_fold(&list, find(model, "Hips"));
    assert_string_equal(text_of(&list), "0Hips+ 0Camera ");
    assert_int_equal(panel_joint_list_reveal(&list, find(model, "LeftFoot")), 4);
    assert_string_equal(text_of(&list), "0Hips 1Spine 2Head 1LeftLeg 2LeftFoot 1RightLeg 0Camera ");
    panel_joint_list_free(&list);
    sinew_model_destroy(model);
}

static void a_filter_lists_matches_and_their_ancestors(void **state)
{
    (void)state;
    sinew_model *model = make_character();
    joint_list list = {0};
    panel_joint_list_update(&list, model, 0, "");
    panel_joint_list_fold(&list, find(model, "Hips"));
    panel_joint_list_update(&list, model, 0, "foot"); // also searches folded joints
    assert_string_equal(text_of(&list), "0Hips? 1LeftLeg? 2LeftFoot ");
    panel_joint_list_update(&list, model, 0, "leg"); // not the helper's name
    assert_string_equal(text_of(&list), "0Hips? 1LeftLeg 1RightLeg ");
    panel_joint_list_update(&list, model, 0, "tail");
    assert_string_equal(text_of(&list), "");
    assert_int_equal(panel_joint_list_reveal(&list, find(model, "Head")), SINEW_NONE);
    panel_joint_list_free(&list);
    sinew_model_destroy(model);
}

static void animated_joints_are_marked(void **state)
{
    (void)state;
    sinew_model *model = make_character();
    joint_list list = {0};
    panel_joint_list_update(&list, model, 0, "");
    for (int32_t i = 0; i < model->joint_count; ++i) assert_int_equal(list.moves[i], i == find(model, "Head"));
    panel_joint_list_update(&list, model, SINEW_NONE, "");
    assert_int_equal(list.moves[find(model, "Head")], 0);
    panel_joint_list_free(&list);
    sinew_model_destroy(model);
}

static void the_longest_list_is_listed(void **state)
{
    (void)state;
    enum { MANY = 65535 };
    sinew_raw_joint *joints = calloc(MANY, sizeof *joints);
    assert_non_null(joints);
    for (int32_t i = 0; i < MANY; ++i) joints[i] = (sinew_raw_joint){.name = "j", .parent = i - 1, .node = SINEW_NONE};
    const sinew_raw_model raw = {.joints = joints, .joint_count = MANY};
    sinew_model *model = make_model(&raw);
    joint_list list = {0};
    panel_joint_list_update(&list, model, SINEW_NONE, "");
    assert_int_equal(list.row_count, MANY);
    assert_int_equal(list.rows[MANY - 1].depth, MANY - 1);
    panel_joint_list_free(&list);
    sinew_model_destroy(model);
    free(joints);
}

/// Bones share "rig:"; the camera is not a bone, and keeps its name, and a bone that is called like the prefix would
/// have none.
static void a_namespace_of_all_bones_is_left_out(void **state)
{
    (void)state;
    static const sinew_raw_joint joints[] = {
        {.name = "rig:hips", .parent = SINEW_NONE, .node = SINEW_NONE, .kind = SINEW_JOINT_BONE},
        {.name = "rig:hip.L", .parent = 0, .node = SINEW_NONE, .kind = SINEW_JOINT_BONE},
        {.name = "camera", .parent = SINEW_NONE, .node = SINEW_NONE, .kind = SINEW_JOINT_CAMERA},
    };
    const sinew_raw_model raw = {.joints = joints, .joint_count = 3};
    sinew_model *model = make_model(&raw);
    const sinew__joint_prefix prefix = sinew__find_joint_prefix(model);
    assert_int_equal(prefix.size, 4); // not "rig:hip": a name is cut behind a separator
    int seen = 0;
    for (int32_t i = 0; i < 3; ++i) {
        const char *label = sinew__joint_label(model, i, prefix);
        seen += strcmp(label, "hips") == 0     ? 1
                : strcmp(label, "hip.L") == 0  ? 10
                : strcmp(label, "camera") == 0 ? 100
                                               : 0;
    }
    assert_int_equal(seen, 111);
    sinew_model_destroy(model);
    sinew_model *character = make_character();
    assert_int_equal(sinew__find_joint_prefix(character).size, 0);
    sinew_model_destroy(character);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_are_in_the_authors_order_without_helpers),
        cmocka_unit_test(folding_hides_descendants),
        cmocka_unit_test(a_filter_lists_matches_and_their_ancestors),
        cmocka_unit_test(animated_joints_are_marked),
        cmocka_unit_test(the_longest_list_is_listed),
        cmocka_unit_test(a_namespace_of_all_bones_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
