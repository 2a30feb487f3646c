/// Feet on stairs, slopes and invalid ground. A body walks in place while its world transform moves it; formulas give
/// the planted foot and the height of the ground.
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "sinew/foot_ik.h"
#include "sinew/ik.h"
#include "support/make_body.h"

static const double leg = 0.900222; // 2 · √(0.45² + 0.01²)

typedef struct walker {
    sinew_model *model;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_foot_ik *feet;
    sinew_leg joints[2];
    int32_t hips;
} walker;

static sinew_leg foot_of(const sinew_model *model, int side)
{
    return (sinew_leg){body_joint(model, NULL, side + THIGH), body_joint(model, NULL, side + SHIN),
                       body_joint(model, NULL, side + FOOT), body_joint(model, NULL, side + TOES)};
}

static walker make_walker(sinew_ground *ground, double half_life)
{
    walker made = {.model = make_body(&(body_options){0})};
    made.joints[0] = foot_of(made.model, BODY_LEFT);
    made.joints[1] = foot_of(made.model, BODY_RIGHT);
    made.hips = body_joint(made.model, NULL, 0);
    const sinew_foot_ik_options options = {.legs = made.joints,
                                           .leg_count = 2,
                                           .pelvis = made.hips,
                                           .up = {0, 2, 0},
                                           .ground = ground,
                                           .half_life = half_life};
    sinew_error error;
    if (sinew_foot_ik_create(made.model, &options, &made.feet, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(sinew_blender_create(made.model, &made.blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(made.model, &made.pose, NULL), SINEW_OK);
    return made;
}

static void destroy_walker(walker *made)
{
    sinew_foot_ik_destroy(made->feet);
    sinew_local_pose_destroy(made->pose);
    sinew_blender_destroy(made->blender);
    sinew_model_destroy(made->model);
}

// ---- the animation ------------------------------------------------------------------------------------------------

/// Sets the global rotation of a joint, in a body whose joints have the axes of the model at rest.
static void set_global_rotation(walker *made, int32_t joint, sinew_quat rotation)
{
    const sinew_affine above = sinew_blend_joint_global(made->blender, made->model->joints[joint].parent);
    sinew_transform transform;
    (void)sinew__transform_from_affine(&above, &transform);
    const sinew_quat local = sinew__quat_multiply(sinew__quat_conjugate(transform.r), rotation);
    sinew_local_group *group = &made->pose->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    group->qx[lane] = (float)local.x;
    group->qy[lane] = (float)local.y;
    group->qz[lane] = (float)local.z;
    group->qw[lane] = (float)local.w;
    sinew_blend_globals_below(made->blender, made->pose, joint);
}

/// Places an ankle in model space, knees to the front, with the foot pitched: toes down for positive degrees.
static void place_ankle(walker *made, int foot, sinew_vec3 ankle, double pitch)
{
    const sinew_leg *joints = &made->joints[foot];
    const sinew_ik_two_bone limb = {.upper = joints->thigh,
                                    .middle = joints->shin,
                                    .end = joints->foot,
                                    .target = ankle,
                                    .pole = {0, 0, 1},
                                    .weight = 1};
    assert_close(sinew_ik_solve_two_bone(made->blender, made->pose, &limb), 0, 1e-6);
    const double half = pitch * acos(-1) / 360;
    set_global_rotation(made, joints->foot, (sinew_quat){sin(half), 0, 0, cos(half)});
}

/// One metre and two steps per second. Each foot is planted for the first half of its second, and moves back with the
/// ground.
static void pose_walk(walker *made, double seconds, sinew_planted_foot out_plants[2])
{
    sinew_local_pose_set_rest(made->model, made->pose);
    made->pose->groups[made->hips / SINEW_LOCAL_LANES].ty[made->hips % SINEW_LOCAL_LANES] -= 0.1f;
    sinew_blend_globals(made->blender, made->pose);
    for (int i = 0; i < 2; ++i) {
        const double phase = fmod(seconds + 0.5 * i, 1), swing = phase < 0.5 ? 0 : (phase - 0.5) * 2;
        const double z = phase < 0.5 ? 0.25 - phase : -0.25 + 0.5 * swing;
        place_ankle(made, i, (sinew_vec3){i ? -0.1 : 0.1, 0.1 + 0.08 * sin(acos(-1) * swing), z}, 0);
        out_plants[i] = (sinew_planted_foot){phase < 0.5, phase < 0.5};
    }
}

/// The heel and the toe of a foot, in world space: 0.1 below the ankle, and 0.15 in front of that.
static void sole_of(const walker *made, int foot, const sinew_affine *to_world, sinew_vec3 out[2])
{
    const sinew_affine global = sinew_blend_joint_global(made->blender, made->joints[foot].foot);
    const sinew_vec3 local[2] = {{0, -0.1, 0}, {0, -0.1, 0.15}};
    for (int i = 0; i < 2; ++i) out[i] = sinew__affine_point(to_world, sinew__affine_point(&global, local[i]));
}

static sinew_affine moved_by(double x, double y, double z)
{
    sinew_affine map = sinew__affine_identity();
    map.row[0][3] = x;
    map.row[1][3] = y;
    map.row[2][3] = z;
    return map;
}

// ---- ground -------------------------------------------------------------------------------------------------------

static int stairs(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = (sinew_vec3){position.x, 0.12 * floor((position.z + 0.03) / 0.4), position.z};
    *out_normal = (sinew_vec3){0, 1, 0};
    return 1;
}

/// 15° up to the front and 5° to the side.
static int slope(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    const double ahead = tan(15 * acos(-1) / 180), aside = tan(5 * acos(-1) / 180);
    *out_point = (sinew_vec3){position.x, ahead * position.z + aside * position.x, position.z};
    *out_normal = (sinew_vec3){-aside, 1, -ahead};
    return 1;
}

static int downhill(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    const int is_found = slope(user, position, out_point, out_normal);
    out_point->y = -out_point->y;
    out_normal->x = -out_normal->x;
    out_normal->z = -out_normal->z;
    return is_found;
}

static int level(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = (sinew_vec3){position.x, 0, position.z};
    *out_normal = (sinew_vec3){0, 3, 0};
    return 1;
}

/// Each invalid result in turn.
static int invalid(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    static int calls;
    (void)user;
    (void)position;
    const double nan = (double)NAN;
    switch (calls++ % 5) {
    case 0: *out_point = (sinew_vec3){nan, nan, nan}; return 1;
    case 1: *out_normal = (sinew_vec3){nan, nan, nan}; return 1;
    case 2: *out_normal = (sinew_vec3){0, 0, 0}; return 1;
    case 3: *out_normal = (sinew_vec3){0, -1, 0}; return 1;
    default: out_point->y = 100; return 0;
    }
}

// ---- walking ------------------------------------------------------------------------------------------------------

/// Walks for three seconds and checks that planted points move by at most 0.5 % of
/// the leg, and that none sinks by more than 1 %.
static void walk_on(sinew_ground *ground, double half_life)
{
    walker made = make_walker(ground, half_life);
    sinew_vec3 planted[2][2];
    int was_planted[2] = {0, 0};
    double farthest = 0, deepest = 0;
    for (int frame = 0; frame <= 180; ++frame) {
        const double seconds = frame / 60.0;
        sinew_planted_foot plants[2];
        sinew_vec3 under, normal;
        pose_walk(&made, seconds, plants);
        (void)ground(NULL, (sinew_vec3){0.3, 0, seconds}, &under, &normal);
        const sinew_affine to_world = moved_by(0.3, under.y, seconds);
        sinew_foot_ik_solve(made.feet, made.blender, made.pose, &to_world, plants, 1.0 / 60);
        for (int i = 0; i < 2; ++i) {
            sinew_vec3 sole[2];
            sole_of(&made, i, &to_world, sole);
            for (int point = 0; point < 2; ++point) {
                if (plants[i].toe > 0 && !was_planted[i]) planted[i][point] = sole[point];
                if (plants[i].toe > 0)
                    farthest = fmax(farthest, sinew__vec3_length(sinew__vec3_subtract(sole[point], planted[i][point])));
                (void)ground(NULL, sole[point], &under, &normal);
                deepest = fmax(deepest, under.y - sole[point].y);
            }
            was_planted[i] = plants[i].toe > 0;
        }
    }
    assert_close(farthest, 0, 0.005 * leg);
    assert_close(deepest, 0, 0.01 * leg);
    destroy_walker(&made);
}

static void planted_feet_stay_on_stairs(void **state)
{
    (void)state;
    walk_on(stairs, 0);
    walk_on(stairs, 0.1);
}

static void planted_feet_stay_on_slopes(void **state)
{
    (void)state;
    walk_on(slope, 0);
    walk_on(slope, 0.1);
    walk_on(downhill, 0);
    walk_on(downhill, 0.1);
}

/// On level ground nothing has to change.
static void level_ground_leaves_the_pose(void **state)
{
    (void)state;
    walker made = make_walker(level, 0);
    const sinew_affine to_world = moved_by(0, 0, 0);
    for (int frame = 0; frame < 30; ++frame) { // while the first foot is planted
        sinew_planted_foot plants[2] = {{0, 0}, {0, 0}}, ignored[2];
        pose_walk(&made, frame / 60.0, ignored);
        sinew_affine before[BODY_JOINTS];
        for (int32_t i = 0; i < BODY_JOINTS; ++i) before[i] = sinew_blend_joint_global(made.blender, i);
        sinew_foot_ik_solve(made.feet, made.blender, made.pose, &to_world, plants, 0);
        for (int32_t i = 0; i < BODY_JOINTS; ++i) {
            const sinew_affine after = sinew_blend_joint_global(made.blender, i);
            for (int k = 0; k < 12; ++k) assert_close(after.row[k / 4][k % 4], before[i].row[k / 4][k % 4], 2e-6);
        }
    }
    destroy_walker(&made);
}

/// The heel rises by 0.15 · sin 30° = 0.075 about a toe that stays, while the animation moves both.
static void a_planted_toe_stays_while_the_heel_rolls_off(void **state)
{
    (void)state;
    walker made = make_walker(level, 0);
    const sinew_affine to_world = moved_by(0, 0, 0);
    sinew_vec3 sole[2], toe = {0, 0, 0};
    for (int frame = 0; frame <= 10; ++frame) {
        const sinew_planted_foot plants[2] = {{frame == 0, 1}, {1, 1}};
        sinew_planted_foot ignored[2];
        pose_walk(&made, 0.4, ignored);
        const double pitch = 3 * frame, angle = pitch * acos(-1) / 180;
        // The toe of this pose slides by 0.003 a frame, and is on the ground.
        place_ankle(&made, 0,
                    (sinew_vec3){0.1, 0.1 * cos(angle) + 0.15 * sin(angle), -0.15 - 0.15 * cos(angle) - 0.003 * frame},
                    pitch);
        sinew_foot_ik_solve(made.feet, made.blender, made.pose, &to_world, plants, 0);
        sole_of(&made, 0, &to_world, sole);
        if (frame == 0) toe = sole[1];
        assert_close(sinew__vec3_length(sinew__vec3_subtract(sole[1], toe)), 0, 0.005 * leg);
    }
    assert_close(sole[0].y, 0.075, 1e-3);
    destroy_walker(&made);
}

static void the_sole_is_below_the_foot_and_the_toe(void **state)
{
    (void)state;
    walker made = make_walker(level, 0);
    const sinew_affine here = sinew__affine_identity();
    sinew_planted_foot plants[2];
    pose_walk(&made, 0.7, plants);
    for (int i = 0; i < 2; ++i) {
        sinew_vec3 expected[2], heel, toe;
        sole_of(&made, i, &here, expected);
        sinew_foot_ik_sole(made.feet, made.blender, i, &heel, &toe);
        assert_close(sinew__vec3_length(sinew__vec3_subtract(heel, expected[0])), 0, 1e-6);
        assert_close(sinew__vec3_length(sinew__vec3_subtract(toe, expected[1])), 0, 1e-6);
        sinew_foot_ik_sole(made.feet, made.blender, i, NULL, NULL);
    }
    destroy_walker(&made);
}

/// The sole of a foot that stands on the slope has its inclination: 15° along, 5° across.
static void a_foot_has_the_inclination_of_the_ground(void **state)
{
    (void)state;
    walker made = make_walker(slope, 0);
    const sinew_affine to_world = moved_by(0, 0, 0);
    const sinew_planted_foot plants[2] = {{1, 1}, {1, 1}};
    sinew_planted_foot ignored[2];
    pose_walk(&made, 0.25, ignored);
    sinew_foot_ik_solve(made.feet, made.blender, made.pose, &to_world, plants, 0);
    const sinew_affine foot = sinew_blend_joint_global(made.blender, made.joints[0].foot);
    sinew_vec3 normal, point;
    (void)slope(NULL, (sinew_vec3){0, 0, 0}, &point, &normal);
    normal = sinew__vec3_normalize(normal, 0);
    assert_close(foot.row[0][1], normal.x, 1e-4);
    assert_close(foot.row[1][1], normal.y, 1e-4);
    assert_close(foot.row[2][1], normal.z, 1e-4);
    destroy_walker(&made);
}

static void invalid_ground_is_level(void **state)
{
    (void)state;
    walker made = make_walker(invalid, 0.1);
    const double nan = (double)NAN;
    for (int frame = 0; frame < 60; ++frame) {
        sinew_planted_foot plants[2];
        const sinew_affine to_world = moved_by(0, 5, 0);
        pose_walk(&made, frame / 60.0, plants);
        plants[0].heel = (float)nan;
        sinew_foot_ik_solve(made.feet, made.blender, made.pose, &to_world, plants, frame % 7 ? 1.0 / 60 : nan);
        for (int32_t i = 0; i < BODY_JOINTS; ++i) {
            const sinew_affine global = sinew_blend_joint_global(made.blender, i);
            assert_true(sinew__affine_is_finite(&global));
        }
        sinew_vec3 sole[2];
        sole_of(&made, 1, &to_world, sole);
        assert_true(sole[0].y > 5 - 0.01 && sole[0].y < 5.2);
    }
    const sinew_affine broken = moved_by(nan, 0, 0), flat = {{{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 0, 3}}};
    const sinew_affine before = sinew_blend_joint_global(made.blender, made.joints[0].foot);
    const sinew_planted_foot plants[2] = {{1, 1}, {1, 1}};
    sinew_foot_ik_solve(made.feet, made.blender, made.pose, &broken, plants, 1);
    sinew_foot_ik_solve(made.feet, made.blender, made.pose, &flat, plants, 1);
    const sinew_affine after = sinew_blend_joint_global(made.blender, made.joints[0].foot);
    assert_memory_equal(&before, &after, sizeof before);
    destroy_walker(&made);
}

static void expect_failure(const sinew_model *model, const sinew_foot_ik_options *options, const char *text)
{
    sinew_foot_ik *feet = (sinew_foot_ik *)(uintptr_t)1;
    sinew_error error;
    assert_int_equal(sinew_foot_ik_create(model, options, &feet, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(feet);
    if (!strstr(error.message, text)) fail_msg("'%s' is not in '%s'", text, error.message);
}

static void wrong_feet_are_refused(void **state)
{
    (void)state;
    sinew_model *model = make_body(&(body_options){0}), *point = make_body(&(body_options){.size = 1e-320});
    const sinew_leg left = foot_of(model, BODY_LEFT);
    const sinew_leg crossed = {left.shin, left.thigh, left.foot, left.toe},
                    loose = {left.thigh, left.shin, left.foot, 0};
    const sinew_foot_ik_options good = {
        .legs = &left, .leg_count = 1, .pelvis = body_joint(model, NULL, 0), .up = {0, 1, 0}, .ground = level};
    sinew_foot_ik_options options = good;
    options.leg_count = 9;
    expect_failure(model, &options, "9 legs, expected 1 to 8");
    options = good;
    options.legs = &crossed;
    expect_failure(model, &options, "is not below joint");
    options.legs = &loose;
    expect_failure(model, &options, "'mixamorig:Hips' is not below joint 'mixamorig:LeftFoot'");
    options = good;
    options.pelvis = left.toe;
    expect_failure(model, &options, "is not below joint 'mixamorig:LeftToeBase'");
    options = good;
    options.up = (sinew_vec3){0, 0, 0};
    expect_failure(model, &options, "the up direction has no length");
    options = good;
    options.half_life = -1;
    expect_failure(model, &options, "half-life -1 is out of range");
    expect_failure(point, &good, "has no length");
    sinew_model_destroy(point);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_feet_are_refused),
        cmocka_unit_test(invalid_ground_is_level),
        cmocka_unit_test(level_ground_leaves_the_pose),
        cmocka_unit_test(the_sole_is_below_the_foot_and_the_toe),
        cmocka_unit_test(a_foot_has_the_inclination_of_the_ground),
        cmocka_unit_test(a_planted_toe_stays_while_the_heel_rolls_off),
        cmocka_unit_test(planted_feet_stay_on_slopes),
        cmocka_unit_test(planted_feet_stay_on_stairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
