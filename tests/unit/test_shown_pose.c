// The pose that is drawn: fades, clips in place, edits, hidden joints. Fades in degrees of one joint.
#include "support/cmocka_close.h"

#include <math.h>

#include "draw/scene/motion_overlays.h"
#include "sinew/raw_model.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/scenes.h"

static void pose_at(const shown_posing *posing, double time, sinew_pose *pose)
{
    sinew_error error;
    if (sinew__shown_pose(posing, time, pose, &error) != SINEW_OK) fail_msg("%s", error.message);
}

// ---- fades --------------------------------------------------------------------------------------------------------

static double degrees_of(const sinew_pose *pose)
{
    return 2 * atan2(pose->local[1].r.z, pose->local[1].r.w) * 180 / acos(-1);
}

/// A clock that practically stands still.
static sinew_playback stopped_at(double time)
{
    sinew_playback player;
    sinew_playback_init(&player, 1);
    sinew_playback_set_speed(&player, 1e-9);
    sinew_playback_seek(&player, time);
    return player;
}

/// The joint is at 90° in the middle of the clip and at 0° at its start. Of two rotations about one axis with equal
/// weights the result is halfway: 45°.
static void a_fade_goes_from_clip_to_clip(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4);
    sinew_pose *pose = make_pose(model);
    shown_fade fade = {0};
    const shown_posing rest = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = SINEW_NONE, .fade = &fade};
    const shown_posing bend = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = 0, .fade = &fade};
    const sinew_playback middle = stopped_at(0.5);
    sinew__shown_fade_begin(&fade, model, 0, &middle, SINEW_NONE, 0.4);
    pose_at(&rest, 0, pose);
    assert_close(degrees_of(pose), 90, 1e-3);
    sinew__shown_fade_advance(&fade, 0.2);
    pose_at(&rest, 0, pose);
    assert_close(degrees_of(pose), 45, 1e-3);
    sinew__shown_fade_begin(&fade, model, SINEW_NONE, &middle, 0, 1); // interrupted: from the 45° that were shown
    pose_at(&bend, 0.5, pose);
    assert_close(degrees_of(pose), 45, 1e-3);
    sinew__shown_fade_advance(&fade, 0.5);
    pose_at(&bend, 0.5, pose); // halfway from 45° to 90°
    assert_close(degrees_of(pose), 67.5, 1e-3);
    sinew__shown_fade_advance(&fade, 0.5);
    assert_false(fade.remaining > 0);
    pose_at(&bend, 0, pose); // over
    assert_close(degrees_of(pose), 0, 1e-9);
    sinew__shown_fade_free(&fade);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Half a second after the start it is at 90° in the middle of the clip; from the end backwards as well.
static void the_earlier_clip_continues(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4);
    sinew_pose *pose = make_pose(model);
    shown_fade fade = {0};
    const shown_posing rest = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = SINEW_NONE, .fade = &fade};
    for (int is_back = 0; is_back < 2; ++is_back) {
        sinew_playback player;
        sinew_playback_init(&player, 1);
        sinew_playback_set_loop(&player, SINEW_LOOP_PINGPONG);
        if (is_back) sinew_playback_advance(&player, 1.25); // on the way back, at 0.75
        sinew__shown_fade_free(&fade);
        sinew__shown_fade_begin(&fade, model, 0, &player, SINEW_NONE, 1e6); // the new clip has hardly a weight
        sinew__shown_fade_advance(&fade, is_back ? 0.25 : 0.5);
        pose_at(&rest, 0, pose);
        assert_close(degrees_of(pose), 90, 1e-2);
    }
    sinew__shown_fade_free(&fade);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

// ---- blends -------------------------------------------------------------------------------------------------------

/// One bone goes along x from 0 to 8 in one second of the first clip, and from 100 to 300 in 4 seconds of the second.
/// In the middle of the first clip, the second one with weight 1/4 gives 0.75 × 4 + 0.25 × 200.
static void a_blend_is_as_far_through_both_clips(void **state)
{
    (void)state;
    const sinew_track_key keys[2][2] = {{{0, {0}}, {1, {8}}}, {{0, {100}}, {4, {300}}}};
    sinew_raw_track tracks[2];
    sinew_raw_clip clips[2];
    for (int i = 0; i < 2; ++i) {
        tracks[i] = (sinew_raw_track){.node = SINEW_NONE,
                                      .path = SINEW_TRACK_TRANSLATION,
                                      .keys = keys[i],
                                      .key_count = 2,
                                      .interpolation = SINEW_LINEAR};
        clips[i] = (sinew_raw_clip){
            .name = i ? "b" : "a", .duration = keys[i][1].time, .tracks = &tracks[i], .track_count = 1};
    }
    const sinew_raw_joint joint = {.name = "hips", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .clips = clips, .clip_count = 2, .up = "+Y"};
    sinew_model *model = make_model(&raw);
    sinew_pose *pose = make_pose(model);
    shown_blend blend = {0};
    const shown_posing posing = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = 0, .blend = &blend};
    assert_true(sinew__shown_blend_open(&blend, model));
    blend.clip = 1;
    for (int i = 0; i < 3; ++i) {
        static const double shares[] = {0, 0.25, 1}, expected[] = {4, 53, 200};
        blend.share = shares[i];
        pose_at(&posing, 0.5, pose);
        assert_close(pose->global[0].row[0][3], expected[i], 1e-3);
    }
    sinew__shown_blend_free(&blend);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

// ---- playing in place -----------------------------------------------------------------------------------------------

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
    for (int i = 0; i < 2; ++i) { // the second model is another one at any address
        shown_in_place in_place = {0};
        sinew_model *model = make_mover(10 * i);
        sinew_pose *pose = make_pose(model);
        shown_posing posing = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = 0};
        pose_at(&posing, 0.5, pose);
        assert_hips(pose, 10 * i + 4, 2.5, 3);
        posing.in_place = &in_place;
        pose_at(&posing, 0.5, pose);
        assert_hips(pose, 10 * i, 2.5, 3);
        sinew__shown_in_place_free(&in_place);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// As `sinew pose` does: in place the hips are at (0, 2.5, 3), and the edit moves them from there.
static void edits_come_after_the_motion_is_removed(void **state)
{
    (void)state;
    shown_in_place in_place = {0};
    sinew_joint_edit edit = {.joint = 0, .adds = 1 << SINEW_EDIT_TX, .value = {7}};
    const pose_edits edits = {.edits = &edit, .edit_count = 1};
    sinew_model *model = make_mover(0);
    sinew_pose *pose = make_pose(model);
    const shown_posing posing = {
        .model = model, .engine = SINEW_ENGINE_EXACT, .clip = 0, .in_place = &in_place, .edits = &edits};
    pose_at(&posing, 0.5, pose);
    assert_hips(pose, 7, 2.5, 3);
    sinew__shown_in_place_free(&in_place);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// The trail goes through the joint as it is drawn, and the camera does not leave a character that stays.
static void trail_and_camera_stay_with_a_character_in_place(void **state)
{
    (void)state;
    shown_in_place in_place = {0};
    scene_motion motion = {0};
    sinew_error error;
    sinew_model *model = make_mover(0);
    const pose_edits none = {0};
    const scene_motion_request request = {
        .posing = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = 0, .in_place = &in_place, .edits = &none},
        .trail_joint = 0,
        .tracking = 1};
    assert_int_equal(scene_motion_update(&motion, &request, &error), SINEW_OK);
    double end[3];
    sinew_trail_position(motion.trail, 1, end);
    assert_close(end[0], 0, 1e-6);
    assert_close(end[1], 3, 1e-6);
    assert_null(motion.tracking);
    scene_motion_clear(&motion);
    sinew__shown_in_place_free(&in_place);
    sinew_model_destroy(model);
}

static void the_rest_pose_has_no_motion(void **state)
{
    (void)state;
    shown_in_place in_place = {0};
    sinew_model *model = make_mover(0);
    sinew_pose *pose = make_pose(model);
    const shown_posing posing = {
        .model = model, .engine = SINEW_ENGINE_EXACT, .clip = SINEW_NONE, .in_place = &in_place};
    pose_at(&posing, 0.5, pose);
    assert_hips(pose, 0, 0, 0);
    assert_null(in_place.scratch);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

// ---- hidden joints ------------------------------------------------------------------------------------------------

static int32_t find(const sinew_model *model, const char *name)
{
    int32_t joint;
    if (sinew_model_find_joint(model, name, &joint, NULL) != SINEW_OK) fail_msg("no joint %s", name);
    return joint;
}

static void vertices_of_a_hidden_joint_collapse_to_it(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4); // bones at heights 0, 2.5, 5 and 7.5
    sinew_pose *pose = make_pose(model);
    hidden_joints hidden = {0};
    const shown_posing posing = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = SINEW_NONE, .hidden = &hidden};
    sinew__hidden_joints_toggle(&hidden, model, find(model, "bone2"));
    sinew__hidden_joints_toggle(&hidden, model, find(model, "bone3"));
    pose_at(&posing, 0, pose);
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const int off = model->skin_joints[i].joint >= find(model, "bone2");
        assert_int_equal(sinew__hidden_joints_hide(&hidden, model->skin_joints[i].joint), off);
        assert_close(pose->palette[i].row[0][0], off ? 0.0 : 1.0, 1e-6); // the rest palette is the identity
        assert_close(pose->palette[i].row[1][3], off ? 5.0 : 0.0, 1e-6);
        assert_int_equal(pose->visible[model->skin_joints[i].joint], !off);
    }
    sinew__hidden_joints_toggle(&hidden, model, find(model, "bone2"));
    assert_false(sinew__hidden_joints_hide(&hidden, find(model, "bone2")));
    assert_true(sinew__hidden_joints_hide(&hidden, find(model, "bone3")));
    sinew__hidden_joints_free(&hidden);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void nothing_hidden_changes_nothing(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4);
    sinew_pose *pose = make_pose(model);
    const hidden_joints hidden = {0};
    shown_posing posing = {.model = model, .engine = SINEW_ENGINE_EXACT, .clip = 0};
    pose_at(&posing, 0.3, pose);
    const sinew_palette_matrix before = pose->palette[3];
    posing.hidden = &hidden;
    pose_at(&posing, 0.3, pose);
    assert_memory_equal(&before, &pose->palette[3], sizeof before);
    assert_false(sinew__hidden_joints_hide(&hidden, 0));
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fade_goes_from_clip_to_clip),
        cmocka_unit_test(the_earlier_clip_continues),
        cmocka_unit_test(a_blend_is_as_far_through_both_clips),
        cmocka_unit_test(the_character_rises_but_does_not_move_on),
        cmocka_unit_test(edits_come_after_the_motion_is_removed),
        cmocka_unit_test(trail_and_camera_stay_with_a_character_in_place),
        cmocka_unit_test(the_rest_pose_has_no_motion),
        cmocka_unit_test(vertices_of_a_hidden_joint_collapse_to_it),
        cmocka_unit_test(nothing_hidden_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
