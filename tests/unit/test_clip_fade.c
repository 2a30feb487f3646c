/// A cross-fade in the player, in degrees of one joint.
#include "support/cmocka_close.h"

#include <math.h>

#include "scene/clip_fade.h"
#include "support/make_pose.h"
#include "support/scenes.h"

static double degrees_of(const sinew_pose *pose)
{
    return 2 * atan2(pose->local[1].r.z, pose->local[1].r.w) * 180 / acos(-1);
}

static sinew_player stopped_at(double time)
{
    sinew_player player;
    sinew_player_init(&player, 1);
    sinew_player_set_speed(&player, 0);
    sinew_player_seek(&player, time);
    return player;
}

/// The joint is at 90° in the middle of the clip and at 0° at its start. Of two rotations about one axis with equal
/// weights the result is halfway: 45°.
static void a_fade_goes_from_clip_to_clip(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4);
    sinew_pose *pose = make_pose(model);
    clip_fade fade = {0};
    const sinew_player middle = stopped_at(0.5);
    clip_fade_begin(&fade, model, 0, &middle, 0.4);
    clip_fade_apply(&fade, SINEW_NONE, 0, pose);
    assert_close(degrees_of(pose), 90, 1e-3);
    clip_fade_advance(&fade, 0.2);
    clip_fade_apply(&fade, SINEW_NONE, 0, pose);
    assert_close(degrees_of(pose), 45, 1e-3);
    clip_fade_begin(&fade, model, SINEW_NONE, &middle, 1); // interrupted: from the 45° that were shown
    clip_fade_apply(&fade, 0, 0.5, pose);
    assert_close(degrees_of(pose), 45, 1e-3);
    clip_fade_advance(&fade, 0.5);
    clip_fade_apply(&fade, 0, 0.5, pose); // halfway from 45° to 90°
    assert_close(degrees_of(pose), 67.5, 1e-3);
    clip_fade_advance(&fade, 0.5);
    assert_false(clip_fade_is_active(&fade));
    pose->local[1].r = (sinew_quat){0, 0, 0, 1};
    clip_fade_apply(&fade, 0, 0.5, pose); // over: nothing is replaced
    assert_close(degrees_of(pose), 0, 0);
    clip_fade_free(&fade);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void the_earlier_clip_continues(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4);
    sinew_pose *pose = make_pose(model);
    clip_fade fade = {0};
    sinew_player player;
    sinew_player_init(&player, 1);
    clip_fade_begin(&fade, model, 0, &player, 1e6); // the new clip has hardly a weight
    clip_fade_advance(&fade, 0.5);
    clip_fade_apply(&fade, SINEW_NONE, 0, pose);
    assert_close(degrees_of(pose), 90, 1e-2);
    clip_fade_free(&fade);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fade_goes_from_clip_to_clip),
        cmocka_unit_test(the_earlier_clip_continues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
