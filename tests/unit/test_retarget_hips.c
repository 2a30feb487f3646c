/// The hips of a retargeted clip: where feet on the ground would bend or stretch the legs, the hips move, and legs keep
/// the directions that they have in the animation.
///
/// Legs of 84 from thighs to ankles, soles 4 below the ankles, hips 88 above the ground; thighs 10 to the left and
/// right.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "sinew/with_clips.h"
#include "support/make_person.h"

static const double pi = 3.14159265358979323846, legs = 84, hips = 88;
enum { FRAMES = 61 };

static const int thighs[] = {PERSON_LEFT_THIGH, PERSON_RIGHT_THIGH}, feet[] = {PERSON_LEFT_FOOT, PERSON_RIGHT_FOOT};

/// Moves the joints of a frame that starts at rest.
static void (*placed)(int frame, sinew_transform locals[PERSON_JOINTS]);

static void place(int frame, sinew_transform locals[PERSON_JOINTS])
{
    for (int i = 0; i < PERSON_JOINTS; ++i) locals[i].r = (sinew_quat){0, 0, 0, 1};
    locals[PERSON_HIPS].t.z = 0;
    placed(frame, locals);
}

static sinew_quat rotation(double degrees, sinew_vec3 axis)
{
    const double s = sin(degrees * pi / 360);
    return (sinew_quat){s * axis.x, s * axis.y, s * axis.z, cos(degrees * pi / 360)};
}

typedef struct stage {
    sinew_model *character, *animation, *joined;
    sinew_pose *own, *other;
} stage;

/// A person that moves as `of` says, and one of another skeleton whose thighs are `width` to the left and right.
static stage open_stage(void (*of)(int frame, sinew_transform locals[PERSON_JOINTS]), double width)
{
    placed = of;
    stage on = {.character = make_person(&(person){.frames = 2}),
                .animation = make_person(&(person){.frames = FRAMES, .fault = place})};
    sinew_joint *joints = (sinew_joint *)(uintptr_t)on.character->joints;
    joints[PERSON_HEAD].rest.t.y = 50;
    for (int side = 0; side < 2; ++side) joints[thighs[side]].rest.t.x *= width / 10;
    const sinew_model *animations[] = {on.animation};
    const sinew_with_clips_options options = {
        .retarget = &(sinew_retarget_options){.animation_reference = {.kind = SINEW_REFERENCE_REST}, .error = 1e-5},
        .only_curves = true};
    sinew_error error;
    if (sinew_model_create_with_clips(on.character, animations, 1, &options, &on.joined, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(sinew_pose_create(on.joined, &on.own, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(on.animation, &on.other, NULL), SINEW_OK);
    return on;
}

static void close_stage(stage *on)
{
    sinew_pose_destroy(on->own);
    sinew_pose_destroy(on->other);
    sinew_model_destroy(on->joined);
    sinew_model_destroy(on->character);
    sinew_model_destroy(on->animation);
}

static void pose_both(stage *on, int frame)
{
    sinew_pose_evaluate(on->joined, SINEW_ENGINE_EXACT, on->joined->clip_count - 1, frame / 30.0, on->own);
    sinew_pose_evaluate(on->animation, SINEW_ENGINE_EXACT, 0, frame / 30.0, on->other);
}

static sinew_vec3 position(const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static sinew_vec3 leg(const sinew_pose *pose, int side)
{
    return sinew__vec3_subtract(position(pose, feet[side]), position(pose, thighs[side]));
}

static void assert_same(sinew_vec3 a, sinew_vec3 b, double tolerance)
{
    assert_close(a.x, b.x, tolerance);
    assert_close(a.y, b.y, tolerance);
    assert_close(a.z, b.z, tolerance);
}

/// Both legs are straight; the right one points outwards until its foot is 2 higher.
static void stand_with_a_leg_outwards(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double angle = acos((legs - 2) / legs) * 180 / pi;
    (void)frame;
    locals[PERSON_RIGHT_THIGH].r = rotation(-angle, (sinew_vec3){0, 0, 1});
    locals[PERSON_RIGHT_FOOT].r = rotation(angle, (sinew_vec3){0, 0, 1});
}

/// The ground below the hips is at 1, in the middle between both feet. So the left ankle is missed by 1, and the right
/// one by −1. A straight leg pulls with 1 / 0.2² = 25 along itself and 1 across, and 0.1 pulls back. Four times, both
/// feet move sideways until their legs do not pull them any more, and then the hips.
typedef struct straight_legs {
    double left, right; ///< offsets of the feet along x
    double x, y;        ///< shift of the hips
} straight_legs;

static straight_legs move_straight_legs(void)
{
    const double y = (legs - 2) / legs, x = sqrt(1 - y * y), // of the right leg, outwards and down
        xx = 1 + 24 * x * x, xy = 24 * x * y, yy = 1 + 24 * y * y, k[2][2] = {{1.1 + xx, xy}, {xy, 25.1 + yy}},
                 determinant = k[0][0] * k[1][1] - xy * xy;
    straight_legs on = {0, 0, 0, 0};
    for (int round = 0; round <= 4; ++round) {
        if (round > 0) on.left = on.x / 1.1;
        if (round > 0) on.right = (xx * on.x + xy * (on.y + 1)) / (xx + 0.1);
        const double pull[2] = {on.left + xx * on.right - xy, 25 + xy * on.right - yy};
        on.x = (pull[0] * k[1][1] - pull[1] * xy) / determinant;
        on.y = (pull[1] * k[0][0] - pull[0] * xy) / determinant;
    }
    return on;
}

static void hips_and_feet_move_sideways_between_straight_legs(void **state)
{
    (void)state;
    const straight_legs moved = move_straight_legs();
    assert_true(moved.x < -1.5 && moved.left < -1.5);
    stage on = open_stage(stand_with_a_leg_outwards, 10);
    for (int frame = 0; frame < FRAMES; frame += 10) {
        pose_both(&on, frame);
        assert_same(position(on.own, PERSON_HIPS), (sinew_vec3){moved.x, hips - 1 + moved.y, 0}, 1e-3);
        assert_close(position(on.own, feet[0]).x, position(on.other, feet[0]).x + moved.left, 1e-3);
    }
    close_stage(&on);
}

/// The right knee is bent until its foot is 2 higher.
static void stand_on_a_bent_leg(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double angle = acos((legs - 2) / legs) * 180 / pi;
    (void)frame;
    locals[PERSON_RIGHT_THIGH].r = rotation(-angle, (sinew_vec3){1, 0, 0});
    locals[PERSON_RIGHT_SHIN].r = rotation(2 * angle, (sinew_vec3){1, 0, 0});
    locals[PERSON_RIGHT_FOOT].r = rotation(-angle, (sinew_vec3){1, 0, 0});
}

/// The left ankle is missed by 1, the right one by −1. Both are on the ground, and the straighter leg pulls more.
static void hips_give_way_to_the_straighter_leg(void **state)
{
    (void)state;
    const double cosine = (legs - 2) / legs, bent = 1 / (1 - cosine * cosine);
    assert_true(bent < 22);
    stage on = open_stage(stand_on_a_bent_leg, 10);
    pose_both(&on, 30);
    assert_close(position(on.own, PERSON_HIPS).y, hips - 1 + (25 - bent) / (25 + bent + 0.1), 1e-4);
    for (int side = 0; side < 2; ++side) assert_close(position(on.own, feet[side]).y, 4, 1e-4);
    close_stage(&on);
}

/// Stands until frame 29, then flies 30 higher.
static void jump_with_a_leg_outwards(int frame, sinew_transform locals[PERSON_JOINTS])
{
    stand_with_a_leg_outwards(frame, locals);
    if (frame < 30) return;
    locals[PERSON_HIPS].t.y += 30;
    locals[PERSON_HIPS].t.z += 20 * (frame - 29);
}

/// In the air the hips are below the animation's again. They get there in 9 steps, the longest 5 of 25 parts.
static void hips_are_not_shaken_when_feet_leave_the_ground(void **state)
{
    (void)state;
    stage on = open_stage(jump_with_a_leg_outwards, 10);
    pose_both(&on, 0);
    const double shift = position(on.own, PERSON_HIPS).x;
    double last = 0, longest = 0;
    assert_true(shift < -1.5);
    for (int frame = 0; frame < FRAMES; ++frame) {
        pose_both(&on, frame);
        const double x = position(on.own, PERSON_HIPS).x;
        if (frame <= 20) assert_close(x, shift, 1e-3);
        if (frame >= 40) assert_close(x, 0, 1e-3);
        if (frame > 0) longest = fmax(longest, fabs(x - last));
        last = x;
    }
    assert_close(longest, -shift * 5 / 25, 1e-3);
    close_stage(&on);
}

/// The right leg points outwards. From frame 20 to 40 the left foot moves forwards and is lifted by `raised`. After
/// that the left leg also points outwards.
static double raised;

static void lift_a_foot(int frame, sinew_transform locals[PERSON_JOINTS])
{
    stand_with_a_leg_outwards(frame, locals);
    const double part = fmax(0, 1 - abs(frame - 30) / 10.0), angle = acos((legs - 2) / legs) * 180 / pi;
    if (frame > 30) {
        locals[PERSON_LEFT_THIGH].r = rotation(angle, (sinew_vec3){0, 0, 1});
        locals[PERSON_LEFT_FOOT].r = rotation(-angle, (sinew_vec3){0, 0, 1});
    }
    locals[PERSON_LEFT_FOOT].t.y += raised * part;
    locals[PERSON_LEFT_FOOT].t.z += 60 * fmin(1, fmax(0, (frame - 20) / 20.0));
}

static double offset_of_left_foot(stage *on, int frame)
{
    pose_both(on, frame);
    return position(on->own, feet[0]).x - position(on->other, feet[0]).x;
}

/// The offset is 0 between two legs that point outwards, and smaller below a straight left leg. A foot that slides has
/// one offset for both postures.
static void each_stance_has_an_offset(void **state)
{
    (void)state;
    for (int is_raised = 0; is_raised < 2; ++is_raised) {
        raised = is_raised ? 10 : 0;
        stage on = open_stage(lift_a_foot, 10);
        const double first = offset_of_left_foot(&on, 5), last = offset_of_left_foot(&on, 55);
        assert_close(offset_of_left_foot(&on, 15), first, 1e-3);
        assert_close(offset_of_left_foot(&on, 45), last, 1e-3);
        assert_true(is_raised ? last - first > 1 : fabs(first - last) < 1e-3);
        close_stage(&on);
    }
}

/// Stands until frame 19. Then it flies 30 higher, and its pelvis turns and leans above feet that keep their rotations.
static void twist_in_the_air(int frame, sinew_transform locals[PERSON_JOINTS])
{
    if (frame < 20) return;
    const sinew_quat pelvis =
        sinew__quat_multiply(rotation(40, (sinew_vec3){0, 1, 0}), rotation(15, (sinew_vec3){0, 0, 1}));
    locals[PERSON_HIPS].t.y += 30;
    locals[PERSON_HIPS].t.z += 20 * (frame - 19);
    locals[PERSON_HIPS].r = pelvis;
    for (int side = 0; side < 2; ++side) locals[feet[side]].r = sinew__quat_conjugate(pelvis);
}

static void legs_in_the_air_follow_wider_hips(void **state)
{
    (void)state;
    stage on = open_stage(twist_in_the_air, 20);
    for (int frame = 30; frame < FRAMES; frame += 10) {
        pose_both(&on, frame);
        for (int side = 0; side < 2; ++side) assert_same(leg(on.own, side), leg(on.other, side), 1e-3);
    }
    close_stage(&on);
}

/// Stands with feet that point outwards by 30 degrees.
static void turn_feet_out(int frame, sinew_transform locals[PERSON_JOINTS])
{
    (void)frame;
    for (int side = 0; side < 2; ++side) locals[feet[side]].r = rotation(side ? -30 : 30, (sinew_vec3){0, 1, 0});
}

/// Thighs are farther apart to the left and right of the pelvis, not of the feet.
static void feet_that_point_outwards_are_below_wider_hips(void **state)
{
    (void)state;
    stage on = open_stage(turn_feet_out, 20);
    pose_both(&on, 30);
    for (int side = 0; side < 2; ++side) {
        assert_same(leg(on.own, side), (sinew_vec3){0, -legs, 0}, 1e-3);
        assert_close(position(on.own, feet[side]).x, side ? -20 : 20, 1e-3);
    }
    close_stage(&on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hips_and_feet_move_sideways_between_straight_legs),
        cmocka_unit_test(hips_give_way_to_the_straighter_leg),
        cmocka_unit_test(hips_are_not_shaken_when_feet_leave_the_ground),
        cmocka_unit_test(each_stance_has_an_offset),
        cmocka_unit_test(legs_in_the_air_follow_wider_hips),
        cmocka_unit_test(feet_that_point_outwards_are_below_wider_hips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
