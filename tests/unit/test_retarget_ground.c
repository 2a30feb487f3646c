/// The ground of a clip: when feet are planted and how high, which foot bears the weight, and which clips have no
/// ground.
///
/// A person whose joints are placed frame by frame: straight legs of 84, soles 4 below the ankles, at rest on the
/// ground; thighs 10 to the left and right. Heights and speeds of the feet are known, and every limit is a part of the
/// legs: each is tried a little on either side.
#include "author/retarget/retarget.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/vec3.h"
#include "support/make_model.h"
#include "support/make_person.h"
#include "support/vary_model.h"

static const double pi = 3.14159265358979323846;
enum { FRAMES = 61 };

static const int thighs[] = {PERSON_LEFT_THIGH, PERSON_RIGHT_THIGH}, feet[] = {PERSON_LEFT_FOOT, PERSON_RIGHT_FOOT};

/// Moves the joints of a frame that starts at rest.
static void (*placed)(int frame, sinew_transform locals[PERSON_JOINTS]);
static double parameter;

static void place(int frame, sinew_transform locals[PERSON_JOINTS])
{
    for (int i = 0; i < PERSON_JOINTS; ++i) locals[i].r = (sinew_quat){0, 0, 0, 1};
    locals[PERSON_HIPS].t.z = 0;
    placed(frame, locals);
}

/// The ground of the clip, with its arrays copied.
typedef struct found_ground {
    int has_ground;
    double ground, levels[3][FRAMES], left_share[FRAMES];
} found_ground;

static found_ground find_in_form(const model_variation *how, double height)
{
    vary_models(how);
    sinew_model *model = make_person(&(person){.frames = FRAMES, .fault = place, .lifted = height});
    vary_models(NULL);
    const double size = how && how->size > 0 ? how->size : 1;
    const int32_t clip = model->clip_count - 1;
    sinew__arena memory = {0};
    sinew__retargeting on = {.level_interval = 1};
    sinew_body_map map;
    sinew_pose *pose = NULL;
    sinew_error error;
    if (sinew_body_map_find(model, &map, &error) != SINEW_OK ||
        sinew__reference_body_init(&on.animation, model, &map, &(sinew_reference){.kind = SINEW_REFERENCE_REST},
                                   &memory, &error) != SINEW_OK ||
        sinew_pose_create(model, &pose, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_close(on.animation.leg_length, 84 * size, 1e-9);
    assert_int_equal(sinew__find_ground(&on, clip, pose, &memory), 1);
    found_ground found = {.has_ground = on.has_ground, .ground = on.ground / size};
    if (on.has_ground) {
        assert_int_equal(on.level_count, FRAMES);
        assert_close(on.level_interval, 1 / 30.0, 1e-12);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < FRAMES; ++k) found.levels[i][k] = on.levels[i][k] / size;
        memcpy(found.left_share, on.left_share, sizeof found.left_share);
    }
    sinew_pose_destroy(pose);
    sinew__arena_free(&memory);
    sinew_model_destroy(model);
    return found;
}

/// The ground is the same in other units and axes, whatever else is in the file.
static found_ground find(void (*of)(int frame, sinew_transform locals[PERSON_JOINTS]), double value, double height)
{
    placed = of;
    parameter = value;
    const found_ground found = find_in_form(NULL, height);
    for (int k = 0; k < MODEL_VARIATIONS; ++k) {
        const found_ground other = find_in_form(&model_variations[k], height);
        assert_int_equal(other.has_ground, found.has_ground);
        assert_close(other.ground, found.ground, 1e-9);
        for (int i = 0; i < FRAMES && found.has_ground; ++i) {
            for (int n = 0; n < 3; ++n) assert_close(other.levels[n][i], found.levels[n][i], 1e-9);
            assert_close(other.left_share[i], found.left_share[i], 1e-9);
        }
    }
    return found;
}

/// Raises the hips by `parameter` from frame 31 on.
static void climb_a_step(int frame, sinew_transform locals[PERSON_JOINTS])
{
    if (frame >= 31) locals[PERSON_HIPS].t.y += parameter;
}

/// A step of 12 % of the legs, 10.08, is another ground.
static void feet_at_two_heights_have_no_ground(void **state)
{
    (void)state;
    assert_int_equal(find(climb_a_step, 10, 0).has_ground, 1);
    assert_int_equal(find(climb_a_step, 10.2, 0).has_ground, 0);
    assert_close(find(climb_a_step, 10, 0).ground, 0, 1e-6);
    assert_close(find(climb_a_step, 30, 0).ground, 0, 1e-6); // the one at rest
    assert_close(find(climb_a_step, -30, 0).ground, 0, 1e-6);
}

/// A body whose rest pose is 300 above the ground, so that its soles are 2 % of the legs below its toe joints: 7.68
/// below the ankles. A clip on the ground has its soles at a height of −3.68, also if a step divides it.
static void a_body_elsewhere_has_the_ground_of_its_clip(void **state)
{
    (void)state;
    found_ground found = find(climb_a_step, 0, 300);
    assert_int_equal(found.has_ground, 1);
    assert_close(found.ground, -3.68, 1e-6);
    found = find(climb_a_step, 20, 300);
    assert_int_equal(found.has_ground, 0);
    assert_close(found.ground, -3.68, 1e-6);
    found = find(climb_a_step, -20, 300);
    assert_int_equal(found.has_ground, 0);
    assert_close(found.ground, -23.68, 1e-6);
}

/// Flies by with 1000 per second, and is held from frame 20 on for `parameter` frames: planted for 2 fewer, because
/// speeds are taken over three frames.
static void fly_and_hold(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double held = frame < 20 ? frame : frame < 20 + parameter ? 20 : frame - parameter + 1;
    locals[PERSON_HIPS].t.z = 1000 / 30.0 * held;
}

/// Both feet are planted in 3 or 4 of 61 frames: 4.9 % and 6.6 %.
static void feet_that_are_planted_for_a_twentieth_have_a_ground(void **state)
{
    (void)state;
    assert_int_equal(find(fly_and_hold, 5, 0).has_ground, 0);
    assert_int_equal(find(fly_and_hold, 6, 0).has_ground, 1);
    assert_int_equal(find(fly_and_hold, 1, 0).has_ground, 0);
    const found_ground elsewhere = find(fly_and_hold, 1, 300); // the ground of the rest pose
    assert_int_equal(elsewhere.has_ground, 0);
    assert_close(elsewhere.ground, 296.32, 1e-6);
    assert_close(find(fly_and_hold, 1, 0).ground, 0, 1e-6);
}

/// Hangs 50 above the ground; `parameter` frames are lower by 4.1 or 4.3 and quick.
static double depth;
static void hang(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const int is_low = frame >= 30 && frame < 30 + parameter;
    locals[PERSON_HIPS].t.y += is_low ? 50 - depth : 50;
    if (frame > 28) locals[PERSON_HIPS].t.z = 20 * (fmin(frame, 31 + parameter) - 28);
}

/// Feet that are lower by 5 % of the legs, 4.2, in more than 5 % of the frames are not planted.
static void feet_that_stop_in_the_air_have_no_ground(void **state)
{
    (void)state;
    depth = 4.3;
    assert_int_equal(find(hang, 3, 0).has_ground, 1);
    assert_int_equal(find(hang, 4, 0).has_ground, 0);
    depth = 4.1;
    assert_int_equal(find(hang, 4, 0).has_ground, 1);
    assert_close(find(hang, 4, 0).ground, 50, 1e-6);
}

/// Raises straight legs to the front by `parameter` degrees; the soles stay level.
static void sit(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double half = parameter * pi / 360;
    (void)frame;
    for (int side = 0; side < 2; ++side) {
        locals[thighs[side]].r = (sinew_quat){-sin(half), 0, 0, cos(half)};
        locals[feet[side]].r = (sinew_quat){sin(half), 0, 0, cos(half)};
    }
}

/// Soles are 84 cos a + 4 below the hips: half of the legs at 63.1 degrees.
static void soles_of_a_body_that_sits_are_not_planted(void **state)
{
    (void)state;
    assert_int_equal(find(sit, 62.5, 0).has_ground, 1);
    assert_int_equal(find(sit, 63.7, 0).has_ground, 0);
}

static void glide(int frame, sinew_transform locals[PERSON_JOINTS])
{
    locals[PERSON_HIPS].t.z = parameter * frame / 30;
}

/// 0.3 legs per second: 25.2.
static void slow_feet_are_planted(void **state)
{
    (void)state;
    assert_int_equal(find(glide, 25, 0).has_ground, 1);
    assert_int_equal(find(glide, 25.4, 0).has_ground, 0);
}

/// The left foot rests. The right one, 2 above, glides with 200 per second in frames 0 to 40, then with `parameter`.
static void drag(int frame, sinew_transform locals[PERSON_JOINTS])
{
    locals[PERSON_RIGHT_FOOT].t.y += 2;
    locals[PERSON_RIGHT_FOOT].t.z += (200 * fmin(frame, 40) + parameter * fmax(0, frame - 40)) / 30;
}

/// A quarter of the speed of the fast foot, which is faster than 90 % of the samples of both: 50.
static void feet_slower_than_swinging_ones_are_planted(void **state)
{
    (void)state;
    found_ground found = find(drag, 49, 0);
    assert_int_equal(found.has_ground, 1);
    assert_close(found.ground, 0, 1e-6);
    for (int i = 0; i < FRAMES; ++i) {
        assert_close(found.levels[0][i], 0, 1e-6);
        assert_close(found.levels[1][i], 2, 1e-6); // also before the first contact
    }
    found = find(drag, 51, 0);
    for (int i = 0; i < FRAMES; ++i) assert_close(found.levels[1][i], 0, 1e-6);
}

/// One foot glides with 300 per second, the other one is still at a height of 2: `parameter` is its side.
static void hop_on_one_leg(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const int side = parameter > 0;
    locals[feet[side]].t.y += 2;
    locals[feet[1 - side]].t.z += 10 * frame;
}

static void one_foot_shows_the_ground(void **state)
{
    (void)state;
    for (int side = 0; side < 2; ++side) {
        const found_ground found = find(hop_on_one_leg, side, 0);
        assert_int_equal(found.has_ground, 1);
        assert_close(found.ground, 2, 1e-6);
    }
}

/// The left foot rests until frame 20 and from frame 40 to 50, higher by `parameter`; the right one at 2 until
/// frame 20.
static void step_up(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double part = fmin(1, fmax(0, (frame - 20) / 20.0));
    locals[PERSON_LEFT_FOOT].t.y += parameter * part;
    locals[PERSON_LEFT_FOOT].t.z += 200 * part + 10 * fmax(0, frame - 50);
    locals[PERSON_RIGHT_FOOT].t.y += 2;
    locals[PERSON_RIGHT_FOOT].t.z += 10 * fmax(0, frame - 20);
}

/// Between two contacts the ground is on a straight line. A contact that is more than 10 % of the legs, 8.4, above
/// the ground is a step, and does not count. Frames 20 and 40 are half as fast as those between them, and too fast.
static void ground_is_linear_between_contacts(void **state)
{
    (void)state;
    found_ground found = find(step_up, 8.3, 0);
    assert_int_equal(found.has_ground, 1);
    for (int i = 0; i < FRAMES; ++i) {
        assert_close(found.levels[0][i], 8.3 * fmin(1, fmax(0, (i - 19) / 22.0)), 1e-6);
        assert_close(found.levels[1][i], 2, 1e-6);
    }
    found = find(step_up, 8.5, 0);
    for (int i = 0; i < FRAMES; ++i) assert_close(found.levels[0][i], 0, 1e-6);
}

/// The right foot is still, above the left one by `parameter` in the second half of the clip.
static void hold_up(int frame, sinew_transform locals[PERSON_JOINTS])
{
    if (frame >= 30) locals[PERSON_RIGHT_FOOT].t.y += parameter;
}

/// Up to 3 % of the legs, 2.52, its height is the noise of the ground; more is a posture. Frames 29 and 30 are too
/// fast.
static void a_foot_that_is_held_up_shows_no_ground(void **state)
{
    (void)state;
    found_ground found = find(hold_up, 2.5, 0);
    for (int i = 0; i < FRAMES; ++i) {
        assert_close(found.levels[0][i], 0, 1e-6);
        assert_close(found.levels[1][i], 2.5 * fmin(1, fmax(0, (i - 28) / 3.0)), 1e-6);
    }
    found = find(hold_up, 2.6, 0);
    assert_int_equal(found.has_ground, 1);
    for (int i = 0; i < FRAMES; ++i) assert_close(found.levels[1][i], 0, 1e-6);
}

/// Raises both feet by `parameter` in frames 20 to 40.
static void stay_and_rise(int frame, sinew_transform locals[PERSON_JOINTS])
{
    for (int side = 0; side < 2; ++side) locals[feet[side]].t.y += parameter * fmin(1, fmax(0, (frame - 20) / 20.0));
}

/// During one stance, the ground below a foot rises by at most 3.5 % of the legs, 2.94: a sole that rises more stands
/// on the tips of its toes. At 9 per second
/// it counts as planted.
static void a_sole_that_rises_during_a_stance_stands_on_its_toes(void **state)
{
    (void)state;
    found_ground found = find(stay_and_rise, 2.9, 0);
    for (int i = 0; i < FRAMES; ++i)
        for (int side = 0; side < 2; ++side)
            assert_close(found.levels[side][i], 2.9 * fmin(1, fmax(0, (i - 20) / 20.0)), 1e-6);
    found = find(stay_and_rise, 6, 0);
    assert_int_equal(found.has_ground, 1);
    for (int i = 0; i < FRAMES; ++i)
        for (int side = 0; side < 2; ++side)
            assert_close(found.levels[side][i], fmin(2.94, 6 * fmin(1, fmax(0, (i - 20) / 20.0))), 1e-6);
}

/// Both feet rest, then move fast for `parameter` frames, then rest 4 higher.
static void stay_and_step(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double part = fmin(1, fmax(0, (frame - 20) / (parameter + 1)));
    for (int side = 0; side < 2; ++side) {
        locals[feet[side]].t.y += 4 * part;
        locals[feet[side]].t.z += 20 * part;
    }
}

/// A speed is taken over three frames: a foot that moves from frame 20 to 21 is not planted in these two, one that
/// moves from frame 20 to 22 in these three. Two frames do not end a stance, and three do.
static void a_stance_continues_over_two_frames(void **state)
{
    (void)state;
    const found_ground one = find(stay_and_step, 0, 0), two = find(stay_and_step, 1, 0);
    for (int side = 0; side < 2; ++side) {
        assert_close(one.levels[side][40], 2.94, 1e-6);
        assert_close(two.levels[side][40], 4, 1e-6);
    }
}

/// One foot is raised by 8.5: the right one before frame 30, then the left one.
static void change_feet(int frame, sinew_transform locals[PERSON_JOINTS])
{
    locals[frame < 30 ? PERSON_RIGHT_FOOT : PERSON_LEFT_FOOT].t.y += 8.5;
    locals[PERSON_LEFT_FOOT].t.y += 1;
}

/// The weight on a foot is inverse to 2 % of the legs, 1.68, and its height above the ground below it: 1 / 1.68 and
/// 1 / 10.18. It changes over seven frames with the weights 1 2 3 4 3 2 1. The ground of the left foot is 1; the right
/// one, raised, is above a ground of 0.
static void weight_goes_to_the_lower_foot(void **state)
{
    (void)state;
    static const double sums[] = {0, 1, 3, 6, 10, 13, 15, 16};
    const double more = 1 / 1.68 / (1 / 1.68 + 1 / 10.18);
    const found_ground found = find(change_feet, 0, 0);
    assert_int_equal(found.has_ground, 1);
    assert_close(found.ground, 0, 1e-6);
    for (int i = 0; i < FRAMES; ++i) {
        const double part = sums[i < 27 ? 0 : i > 33 ? 7 : i - 26] / 16, left = (1 - part) * more + part * (1 - more);
        assert_close(found.left_share[i], left, 1e-6);
        assert_close(found.levels[0][i], 1, 1e-6);
        assert_close(found.levels[1][i], 0, 1e-6);
        assert_close(found.levels[2][i], left, 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_at_two_heights_have_no_ground),
        cmocka_unit_test(a_body_elsewhere_has_the_ground_of_its_clip),
        cmocka_unit_test(feet_that_are_planted_for_a_twentieth_have_a_ground),
        cmocka_unit_test(feet_that_stop_in_the_air_have_no_ground),
        cmocka_unit_test(soles_of_a_body_that_sits_are_not_planted),
        cmocka_unit_test(slow_feet_are_planted),
        cmocka_unit_test(feet_slower_than_swinging_ones_are_planted),
        cmocka_unit_test(one_foot_shows_the_ground),
        cmocka_unit_test(ground_is_linear_between_contacts),
        cmocka_unit_test(a_foot_that_is_held_up_shows_no_ground),
        cmocka_unit_test(a_sole_that_rises_during_a_stance_stands_on_its_toes),
        cmocka_unit_test(a_stance_continues_over_two_frames),
        cmocka_unit_test(weight_goes_to_the_lower_foot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
