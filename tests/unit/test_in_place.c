// Playing in place: the character of any model stays above its first frame.
#include "support/cmocka_close.h"

#include "scene/in_place.h"
#include "sinew/raw_model.h"
#include "support/make_model.h"
#include "support/make_pose.h"

/// A bone with two children goes along x from `from` to `from` + 8 and along y by 1, in a second.
static sinew_model *make_mover(double from)
{
    const sinew_track_key keys[] = {{0, {from, 2, 3, 0}}, {1, {from + 8, 3, 3, 0}}};
    const sinew_raw_track track = {.node = SINEW_NONE,
                                   .path = SINEW_TRACK_TRANSLATION,
                                   .keys = keys,
                                   .key_count = 2,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_joint joints[] = {
        {.name = "hips", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE},
        {.name = "leg.L", .kind = SINEW_JOINT_BONE, .node = SINEW_NONE},
        {.name = "leg.R", .kind = SINEW_JOINT_BONE, .node = SINEW_NONE}};
    const sinew_raw_clip clip = {.name = "c", .duration = 1, .tracks = &track, .track_count = 1};
    const sinew_raw_model raw = {.joints = joints, .joint_count = 3, .clips = &clip, .clip_count = 1, .up = "+Y"};
    return make_model(&raw);
}

static void assert_hips(const sinew_pose *pose, double x, double y, double z)
{
    assert_close(pose->global[0].row[0][3], x, 1e-9);
    assert_close(pose->global[0].row[1][3], y, 1e-9);
    assert_close(pose->global[0].row[2][3], z, 1e-9);
}

static void the_character_rises_but_does_not_move_on(void **state)
{
    (void)state;
    in_place memory = {0};
    for (int i = 0; i < 2; ++i) { // the second model is another one at any address
        sinew_model *model = make_mover(10 * i);
        sinew_pose *pose = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.5, pose);
        assert_hips(pose, 10 * i + 4, 2.5, 3);
        in_place_apply(&memory, model, 0, pose);
        assert_hips(pose, 10 * i, 2.5, 3);
        in_place_free(&memory);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

static void the_rest_pose_is_not_changed(void **state)
{
    (void)state;
    in_place memory = {0};
    sinew_model *model = make_mover(0);
    sinew_pose *pose = make_pose(model);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.5, pose);
    in_place_apply(&memory, model, SINEW_NONE, pose);
    assert_hips(pose, 4, 2.5, 3);
    assert_null(memory.scratch);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_character_rises_but_does_not_move_on),
        cmocka_unit_test(the_rest_pose_is_not_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
