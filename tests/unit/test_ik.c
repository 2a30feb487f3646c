/// Inverse kinematics: triangles and angles on paper, properties at random targets, wrong input.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "sinew/ik.h"
#include "support/make_model.h"
#include "support/random_number.h"

/// A chain along +y: bones of 3 and 4 units from joint 1, and a hand of 1. The root is rotated about x and scaled by 2
/// where `scaled` is set.
typedef struct limb {
    sinew_model *model;
    sinew_blender *blender;
    sinew_local_pose *pose;
} limb;

static limb make_limb(int scaled, double upper, double lower)
{
    const sinew_transform root = {.t = {5, 6, 7}, .r = {0.6, 0, 0, 0.8}, .s = {2, 2, 2}};
    sinew_raw_joint joints[] = {
        {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE}, {.name = "upper", .parent = 0, .node = SINEW_NONE},
        {.name = "middle", .parent = 1, .node = SINEW_NONE},        {.name = "end", .parent = 2, .node = SINEW_NONE},
        {.name = "tip", .parent = 3, .node = SINEW_NONE},           {.name = "other", .parent = 0, .node = SINEW_NONE},
    };
    const double y[] = {0, 0, upper, lower, 1, 2};
    for (int i = 0; i < 6; ++i)
        joints[i].rest = (sinew_transform){.t = {0, y[i], 0}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    if (scaled) joints[0].rest = root;
    const sinew_raw_model raw = {.joints = joints, .joint_count = 6};
    limb made = {.model = make_model(&raw)};
    assert_int_equal(sinew_blender_create(made.model, &made.blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(made.model, &made.pose, NULL), SINEW_OK);
    sinew_blend_globals(made.blender, made.pose);
    return made;
}

static void destroy_limb(limb *made)
{
    sinew_local_pose_destroy(made->pose);
    sinew_blender_destroy(made->blender);
    sinew_model_destroy(made->model);
}

/// Joints keep their order of names in this model.
static int32_t joint_named(const sinew_model *model, const char *name)
{
    int32_t joint;
    assert_int_equal(sinew_model_find_joint(model, name, &joint, NULL), SINEW_OK);
    return joint;
}

static sinew_ik_two_bone two_bone_of(const limb *made, sinew_vec3 target)
{
    return (sinew_ik_two_bone){.upper = joint_named(made->model, "upper"),
                               .middle = joint_named(made->model, "middle"),
                               .end = joint_named(made->model, "end"),
                               .target = target,
                               .weight = 1};
}

static sinew_vec3 position_of(const limb *made, const char *name)
{
    const sinew_affine global = sinew_blend_joint_global(made->blender, joint_named(made->model, name));
    return (sinew_vec3){global.row[0][3], global.row[1][3], global.row[2][3]};
}

static double distance(sinew_vec3 a, sinew_vec3 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static void assert_at(sinew_vec3 actual, double x, double y, double z, double tolerance)
{
    assert_close(actual.x, x, tolerance);
    assert_close(actual.y, y, tolerance);
    assert_close(actual.z, z, tolerance);
}

// ---- two bones ----------------------------------------------------------------------------------------------------

/// 3-4-5: the target 5 away along x, the pole along y: the middle joint at 9/5 along x and 12/5 along y.
static void a_triangle_has_the_sides_on_paper(void **state)
{
    (void)state;
    limb made = make_limb(0, 3, 4);
    sinew_ik_two_bone ik = two_bone_of(&made, (sinew_vec3){5, 0, 0});
    ik.pole = (sinew_vec3){0.3, 1, 0};
    assert_int_equal(sinew_ik_two_bone_check(made.model, &ik, NULL), SINEW_OK);
    assert_close(sinew_ik_solve_two_bone(made.blender, made.pose, &ik), 0, 1e-12);
    assert_at(position_of(&made, "middle"), 1.8, 2.4, 0, 1e-6);
    assert_at(position_of(&made, "end"), 5, 0, 0, 1e-6);
    assert_at(position_of(&made, "other"), 0, 2, 0, 0);
    ik.pole = (sinew_vec3){0, 0, -1}; // from a bent pose into another plane
    assert_close(sinew_ik_solve_two_bone(made.blender, made.pose, &ik), 0, 1e-12);
    assert_at(position_of(&made, "middle"), 1.8, 0, -2.4, 1e-6);
    assert_at(position_of(&made, "end"), 5, 0, 0, 1e-6);
    ik.twist = 90; // about +x, from -z to +y
    assert_close(sinew_ik_solve_two_bone(made.blender, made.pose, &ik), 0, 1e-12);
    assert_at(position_of(&made, "middle"), 1.8, 2.4, 0, 1e-6);
    destroy_limb(&made);
}

/// The end meets the target, or the limb is straight and points at it, or folded.
static void random_targets_are_reached_or_pointed_at(void **state)
{
    (void)state;
    uint32_t seed = 11;
    for (int i = 0; i < 400; ++i) {
        limb made = make_limb(1, 3, 4);
        const sinew_vec3 upper = position_of(&made, "upper");
        const sinew_vec3 target = {upper.x + random_number(&seed, -12, 12), upper.y + random_number(&seed, -12, 12),
                                   upper.z + random_number(&seed, -12, 12)};
        sinew_ik_two_bone ik = two_bone_of(&made, target);
        if (i % 2) ik.pole = (sinew_vec3){random_number(&seed, -1, 1), 1, random_number(&seed, -1, 1)};
        for (int again = 0; again < 2; ++again) { // again from the result
            const double missed = sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
            const sinew_vec3 end = position_of(&made, "end");
            const double wanted = distance(target, upper);
            assert_close(missed, wanted > 14 ? wanted - 14 : wanted < 2 ? 2 - wanted : 0, 1e-5);
            assert_close(distance(end, target), missed, 1e-5 * 14);
            assert_close(distance(end, upper) + (wanted > 14 ? missed : wanted < 2 ? -missed : 0), wanted, 1e-5 * 14);
            assert_close(distance(upper, position_of(&made, "middle")), 6, 1e-5); // scaled by 2
        }
        destroy_limb(&made);
    }
}

/// The middle joint bends to the pole's side.
static void the_middle_joint_bends_towards_the_pole(void **state)
{
    (void)state;
    uint32_t seed = 3;
    for (int i = 0; i < 100; ++i) {
        limb made = make_limb(0, 3, 4);
        sinew_ik_two_bone ik = two_bone_of(&made, (sinew_vec3){random_number(&seed, 1, 3), 0.5, 2});
        ik.pole = (sinew_vec3){random_number(&seed, -1, 1), random_number(&seed, -1, 1), random_number(&seed, -1, 1)};
        (void)sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
        const sinew_vec3 middle = position_of(&made, "middle"), end = position_of(&made, "end");
        // middle, without its part along the line to the end, is parallel to the pole without its part
        const double square = end.x * end.x + end.y * end.y + end.z * end.z;
        const double along = (middle.x * end.x + middle.y * end.y + middle.z * end.z) / square,
                     pole_along = (ik.pole.x * end.x + ik.pole.y * end.y + ik.pole.z * end.z) / square;
        const sinew_vec3 m = {middle.x - along * end.x, middle.y - along * end.y, middle.z - along * end.z},
                         p = {ik.pole.x - pole_along * end.x, ik.pole.y - pole_along * end.y,
                              ik.pole.z - pole_along * end.z};
        const double cosine =
            (m.x * p.x + m.y * p.y + m.z * p.z) / distance(m, (sinew_vec3){0}) / distance(p, (sinew_vec3){0});
        assert_close(cosine, 1, 1e-5);
        destroy_limb(&made);
    }
}

static sinew_vec3 difference(sinew_vec3 a, sinew_vec3 b)
{
    return (sinew_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(sinew_vec3 a, sinew_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// At a right angle to both bones, of unit length.
static sinew_vec3 hinge_of(const limb *made)
{
    const sinew_vec3 a = difference(position_of(made, "middle"), position_of(made, "upper")),
                     b = difference(position_of(made, "end"), position_of(made, "middle"));
    const sinew_vec3 n = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    const double length = sqrt(dot(n, n));
    return (sinew_vec3){n.x / length, n.y / length, n.z / length};
}

/// A direction of model space in the space of a joint; the globals are rotations with a scale.
static sinew_vec3 within(const limb *made, const char *name, sinew_vec3 direction)
{
    sinew_affine global = sinew_blend_joint_global(made->blender, joint_named(made->model, name)), inverse;
    assert_true(sinew__affine_inverse(&global, &inverse));
    return sinew__affine_direction(&inverse, direction);
}

/// A knee is a hinge: its axis is fixed to both bones, whichever way the limb rotates, about 180 degrees as well.
static void the_hinge_of_a_bent_limb_is_fixed_to_both_bones(void **state)
{
    (void)state;
    uint32_t seed = 5;
    limb made = make_limb(1, 3, 4);
    const sinew_vec3 upper = position_of(&made, "upper");
    sinew_ik_two_bone ik = two_bone_of(&made, (sinew_vec3){upper.x + 6, upper.y + 6, upper.z});
    ik.pole = (sinew_vec3){0.2, 1, 0.1};
    (void)sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
    for (int i = 0; i < 300; ++i) {
        const sinew_vec3 hinge = hinge_of(&made), in_upper = within(&made, "upper", hinge),
                         in_middle = within(&made, "middle", hinge), to = difference(ik.target, upper);
        const sinew_vec3 pole = ik.pole;
        const sinew_vec3 random = {random_number(&seed, -1, 1), random_number(&seed, -1, 1),
                                   random_number(&seed, -1, 1)};
        const double size = random_number(&seed, 3, 13) / sqrt(dot(random, random));
        ik.target = (sinew_vec3){upper.x + random.x * size, upper.y + random.y * size, upper.z + random.z * size};
        ik.pole = (sinew_vec3){random_number(&seed, -1, 1), random_number(&seed, -1, 1), random_number(&seed, -1, 1)};
        if (i % 3 == 0) { // to the other side of the upper joint, by half a rotation
            ik.target = (sinew_vec3){upper.x - to.x, upper.y - to.y, upper.z - to.z};
            ik.pole = difference((sinew_vec3){0}, pole);
        }
        (void)sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
        const sinew_vec3 after = hinge_of(&made), now_in_upper = within(&made, "upper", after),
                         now_in_middle = within(&made, "middle", after);
        assert_close(distance(position_of(&made, "end"), ik.target), 0, 1e-5 * 14);
        assert_at(now_in_upper, in_upper.x, in_upper.y, in_upper.z, 2e-5);
        assert_at(now_in_middle, in_middle.x, in_middle.y, in_middle.z, 2e-5);
    }
    destroy_limb(&made);
}

/// Joints below the limb have the globals of a computation of all joints, up to rounding: four fingers of two bones.
static void joints_below_the_limb_are_those_of_all_globals(void **state)
{
    (void)state;
    enum { COUNT = 13 };
    static const int32_t parents[COUNT] = {-1, 0, 1, 2, 2, 4, 4, 4, 4, 5, 6, 7, 8};
    uint32_t seed = 9;
    for (int round = 0; round < 50; ++round) {
        sinew_raw_joint joints[COUNT] = {{0}};
        char names[COUNT][8];
        for (int i = 0; i < COUNT; ++i) {
            snprintf(names[i], sizeof names[i], "%d", i);
            joints[i] = (sinew_raw_joint){.name = names[i], .parent = parents[i], .node = SINEW_NONE};
            joints[i].rest = (sinew_transform){
                .t = {random_number(&seed, -1, 1), random_number(&seed, 1, 3), random_number(&seed, -1, 1)},
                .r = sinew__quat_normalize((sinew_quat){random_number(&seed, -1, 1), random_number(&seed, -1, 1),
                                                        random_number(&seed, -1, 1), 1}),
                .s = {random_number(&seed, 0.5, 2), random_number(&seed, 0.5, 2), random_number(&seed, 0.5, 2)}};
        }
        const sinew_raw_model raw = {.joints = joints, .joint_count = COUNT};
        limb made = {.model = make_model(&raw)};
        assert_int_equal(sinew_blender_create(made.model, &made.blender, NULL), SINEW_OK);
        assert_int_equal(sinew_local_pose_create(made.model, &made.pose, NULL), SINEW_OK);
        sinew_blend_globals(made.blender, made.pose);
        const sinew_ik_two_bone ik = {.upper = 1,
                                      .middle = 2,
                                      .end = 4,
                                      .target = {random_number(&seed, -5, 5), 3, random_number(&seed, -5, 5)},
                                      .weight = round % 2 ? 1 : 0.5};
        (void)sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
        sinew_affine found[COUNT];
        for (int i = 0; i < COUNT; ++i) found[i] = sinew_blend_joint_global(made.blender, i);
        sinew_blend_globals(made.blender, made.pose);
        for (int i = 0; i < COUNT; ++i) {
            const sinew_affine all = sinew_blend_joint_global(made.blender, i);
            for (int k = 0; k < 12; ++k)
                assert_close(found[i].row[k / 4][k % 4], all.row[k / 4][k % 4],
                             2e-5 * (1 + fabs(all.row[k / 4][k % 4])));
        }
        destroy_limb(&made);
    }
}

/// Half of the length, 7, is softened: begin 3.5. At 7 the excess is 1 of 3.5, so half of 3.5 is added: 5.25. At 3.4
/// nothing changes.
static void softening_shortens_the_distance(void **state)
{
    (void)state;
    static const double expected[3][2] = {{3.4, 3.4}, {7, 5.25}, {1e9, 7}};
    for (int i = 0; i < 3; ++i) {
        limb made = make_limb(0, 3, 4);
        sinew_ik_two_bone ik = two_bone_of(&made, (sinew_vec3){expected[i][0], 0, 0});
        ik.softening = 0.5;
        const double missed = sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
        assert_close(missed, expected[i][0] - expected[i][1], 1e-6 * expected[i][0]);
        assert_at(position_of(&made, "end"), expected[i][1], 0, 0, 1e-5);
        destroy_limb(&made);
    }
}

/// From straight up to straight along x is 90° at the upper joint; half of it is 45°.
static void weight_is_the_part_of_the_rotation(void **state)
{
    (void)state;
    const double parts[3] = {0, 0.5, 1};
    for (int i = 0; i < 3; ++i) {
        limb made = make_limb(0, 3, 4);
        sinew_ik_two_bone ik = two_bone_of(&made, (sinew_vec3){7, 0, 0});
        ik.weight = (float)parts[i];
        (void)sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
        const double angle = parts[i] * acos(-1) / 2;
        assert_at(position_of(&made, "end"), 7 * sin(angle), 7 * cos(angle), 0, 1e-5);
        destroy_limb(&made);
    }
}

static void coincident_targets_and_zero_bones_stay_finite(void **state)
{
    (void)state;
    static const double lengths[4][2] = {{3, 4}, {0, 4}, {3, 0}, {0, 0}};
    static const sinew_vec3 targets[] = {{0, 0, 0}, {0, 7, 0}, {0, -7, 0}, {0, 1e-300, 0}, {1e300, 0, 0}, {2, 2, 0}};
    for (int i = 0; i < 4; ++i)
        for (size_t k = 0; k < sizeof targets / sizeof *targets; ++k) {
            limb made = make_limb(0, lengths[i][0], lengths[i][1]);
            sinew_ik_two_bone ik = two_bone_of(&made, targets[k]);
            ik.pole = (sinew_vec3){0, 1, 0};
            (void)sinew_ik_solve_two_bone(made.blender, made.pose, &ik);
            const sinew_vec3 tip = position_of(&made, "tip");
            assert_true(isfinite(tip.x) && isfinite(tip.y) && isfinite(tip.z));
            const double full = lengths[i][0] + lengths[i][1];
            assert_true(distance(position_of(&made, "end"), (sinew_vec3){0}) <= full * (1 + 1e-6));
            if (lengths[i][0] == 3 && lengths[i][1] == 0 && k == 5) // points at it
                assert_at(position_of(&made, "end"), 3 / sqrt(2), 3 / sqrt(2), 0, 1e-5);
            destroy_limb(&made);
        }
    limb made = make_limb(0, 3, 4);
    sinew_ik_two_bone ik = two_bone_of(&made, (sinew_vec3){(double)NAN, 0, 0});
    assert_true(isinf(sinew_ik_solve_two_bone(made.blender, made.pose, &ik)));
    assert_at(position_of(&made, "end"), 0, 7, 0, 0);
    destroy_limb(&made);
}

static void invalid_limbs_are_named(void **state)
{
    (void)state;
    limb made = make_limb(0, 3, 4);
    sinew_error error;
    sinew_ik_two_bone ik = two_bone_of(&made, (sinew_vec3){1, 1, 1});
    ik.end = joint_named(made.model, "other");
    assert_int_equal(sinew_ik_two_bone_check(made.model, &ik, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "joint 'other' is not below joint 'middle'");
    ik.end = 6;
    assert_int_equal(sinew_ik_two_bone_check(made.model, &ik, &error), SINEW_ERROR_INVALID_ARGUMENT);
    ik = two_bone_of(&made, (sinew_vec3){1, (double)NAN, 1});
    assert_int_equal(sinew_ik_two_bone_check(made.model, &ik, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "target, pole or twist is not finite");
    ik = two_bone_of(&made, (sinew_vec3){1, 1, 1});
    ik.softening = 1.5;
    assert_int_equal(sinew_ik_two_bone_check(made.model, &ik, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "softening 1.5 is out of range [0, 1]");
    destroy_limb(&made);
}

// ---- aiming -------------------------------------------------------------------------------------------------------

static sinew_vec3 direction_of(const limb *made, const char *name, sinew_vec3 within)
{
    const sinew_affine global = sinew_blend_joint_global(made->blender, joint_named(made->model, name));
    sinew_vec3 out = sinew__affine_direction(&global, within);
    const double length = distance(out, (sinew_vec3){0});
    return (sinew_vec3){out.x / length, out.y / length, out.z / length};
}

/// The angle in degrees between a joint's +z and the direction to a target.
static double degrees_off(const limb *made, const char *name, sinew_vec3 target)
{
    const sinew_vec3 at = position_of(made, name), forward = direction_of(made, name, (sinew_vec3){0, 0, 1});
    const sinew_vec3 to = {target.x - at.x, target.y - at.y, target.z - at.z};
    const double cosine = (forward.x * to.x + forward.y * to.y + forward.z * to.z) / distance(to, (sinew_vec3){0});
    return acos(cosine > 1 ? 1 : cosine) * 180 / acos(-1);
}

static void a_chain_faces_its_target(void **state)
{
    (void)state;
    uint32_t seed = 7;
    for (int i = 0; i < 200; ++i) {
        limb made = make_limb(1, 3, 4);
        const sinew_ik_aim_joint joints[3] = {{joint_named(made.model, "upper"), 0.2f, 0},
                                              {joint_named(made.model, "middle"), 0.3f, 0},
                                              {joint_named(made.model, "end"), 1, 0}};
        const sinew_vec3 target = {random_number(&seed, 30, 60), random_number(&seed, -50, 50),
                                   random_number(&seed, -50, 50)};
        sinew_ik_aim aim = {.joints = joints,
                            .joint_count = 3,
                            .target = target,
                            .forward = {0, 0, 2},
                            .up = {0, 1, 0},
                            .pole = {0, 0, 1},
                            .weight = 1};
        assert_int_equal(sinew_ik_aim_check(made.model, &aim, NULL), SINEW_OK);
        assert_close(sinew_ik_solve_aim(made.blender, made.pose, &aim), 0, 1e-6);
        assert_close(degrees_off(&made, "end", target), 0, 0.05); // acos of a float near 1
        // up, forward and pole are in one plane, up on the side of the pole
        const sinew_vec3 forward = direction_of(&made, "end", (sinew_vec3){0, 0, 1}),
                         up = direction_of(&made, "end", (sinew_vec3){0, 1, 0});
        assert_close(forward.x * up.y - forward.y * up.x, 0, 1e-5);
        assert_true(up.z > 0);
        destroy_limb(&made);
    }
}

/// +z to a target along +x is 90°. A limit of 30° leaves 60°; two joints of 30° leave 30°. Half a share leaves 45°.
static void limits_and_shares_leave_angles_on_paper(void **state)
{
    (void)state;
    limb made = make_limb(0, 3, 4);
    const sinew_vec3 far_away = {1e7, 7, 0}; // the joint's position does not matter
    sinew_ik_aim_joint joints[2] = {{joint_named(made.model, "end"), 1, 30}};
    sinew_ik_aim aim = {.joints = joints, .joint_count = 1, .target = far_away, .forward = {0, 0, 1}, .weight = 1};
    assert_close(sinew_ik_solve_aim(made.blender, made.pose, &aim), 60, 1e-4);
    assert_close(degrees_off(&made, "end", far_away), 60, 1e-3);
    joints[0] = (sinew_ik_aim_joint){joint_named(made.model, "upper"), 1, 30};
    joints[1] = (sinew_ik_aim_joint){joint_named(made.model, "end"), 0.5, 0};
    aim.joint_count = 2;
    assert_close(sinew_ik_solve_aim(made.blender, made.pose, &aim), 15, 1e-3); // 60 - 30, then half of it
    destroy_limb(&made);
    made = make_limb(0, 3, 4);
    aim.weight = 0.5; // 30° and half of 60°, each by half
    assert_close(sinew_ik_solve_aim(made.blender, made.pose, &aim), 30, 1e-3);
    assert_close(degrees_off(&made, "end", far_away), 60, 1e-2);
    destroy_limb(&made);
}

static void invalid_aims_are_named_and_change_nothing(void **state)
{
    (void)state;
    limb made = make_limb(0, 3, 4);
    sinew_error error;
    sinew_ik_aim_joint joints[2] = {{joint_named(made.model, "end"), 1, 0}, {joint_named(made.model, "upper"), 1, 0}};
    sinew_ik_aim aim = {.joints = joints, .joint_count = 2, .forward = {0, 0, 1}, .weight = 1};
    assert_int_equal(sinew_ik_aim_check(made.model, &aim, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "joint 'upper' is not below joint 'end'");
    aim.joint_count = 0;
    assert_int_equal(sinew_ik_aim_check(made.model, &aim, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "0 joints aim, expected 1 to 16");
    aim.joint_count = 1;
    joints[0].share = -1;
    assert_int_equal(sinew_ik_aim_check(made.model, &aim, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "share -1 is out of range [0, 1]");
    joints[0].share = 1;
    aim.forward = (sinew_vec3){0, 0, 0};
    assert_int_equal(sinew_ik_aim_check(made.model, &aim, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the forward direction has no length");
    aim.forward = (sinew_vec3){0, 0, 1};
    aim.target = position_of(&made, "end");
    assert_close(sinew_ik_solve_aim(made.blender, made.pose, &aim), 180, 0);
    aim.target.x = (double)NAN;
    assert_close(sinew_ik_solve_aim(made.blender, made.pose, &aim), 180, 0);
    assert_at(position_of(&made, "tip"), 0, 8, 0, 0);
    destroy_limb(&made);
}

// ---- chains -------------------------------------------------------------------------------------------------------

/// Bones of 1 along +y.
static limb make_chain(int32_t count, int32_t out_joints[])
{
    sinew_raw_joint joints[SINEW_IK_CHAIN_JOINTS_MAX];
    for (int32_t i = 0; i < count; ++i)
        joints[i] = (sinew_raw_joint){
            .parent = i - 1, .node = SINEW_NONE, .rest = {.t = {0, i > 0, 0}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const sinew_raw_model raw = {.joints = joints, .joint_count = count};
    limb made = {.model = make_model(&raw)};
    assert_int_equal(sinew_blender_create(made.model, &made.blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(made.model, &made.pose, NULL), SINEW_OK);
    sinew_blend_globals(made.blender, made.pose);
    for (int32_t i = 0; i < count; ++i) out_joints[i] = i;
    return made;
}

static sinew_vec3 position_of_joint(const limb *made, int32_t joint)
{
    const sinew_affine global = sinew_blend_joint_global(made->blender, joint);
    return (sinew_vec3){global.row[0][3], global.row[1][3], global.row[2][3]};
}

/// The end meets random targets within reach, bones keep their length, and targets beyond are pointed at.
static void chains_reach_their_targets(void **state)
{
    (void)state;
    uint32_t seed = 5;
    for (int i = 0; i < 100; ++i) {
        int32_t joints[SINEW_IK_CHAIN_JOINTS_MAX];
        const int32_t count = 3 + i % 10;
        limb made = make_chain(count, joints);
        const double reach = count - 1, far = reach / sqrt(3);
        const sinew_ik_chain chain = {.joints = joints,
                                      .joint_count = count,
                                      .target = {random_number(&seed, -far, far), random_number(&seed, -far, far),
                                                 random_number(&seed, 0.1, i % 3 ? far : 3 * far)},
                                      .iterations = 200,
                                      .weight = 1};
        assert_int_equal(sinew_ik_chain_check(made.model, &chain, NULL), SINEW_OK);
        const double wanted = distance(chain.target, (sinew_vec3){0, 0, 0});
        const double missed = sinew_ik_solve_chain(made.blender, made.pose, &chain);
        assert_close(missed, wanted > reach ? wanted - reach : 0, 2e-4 * reach);
        assert_close(distance(position_of_joint(&made, count - 1), chain.target), missed, 1e-5 * reach);
        for (int32_t k = 1; k < count; ++k)
            assert_close(distance(position_of_joint(&made, k), position_of_joint(&made, k - 1)), 1, 1e-5);
        destroy_limb(&made);
    }
}

/// A straight chain whose target is on its own line has no side to bend to.
static void a_straight_chain_folds_to_a_target_on_its_line(void **state)
{
    (void)state;
    int32_t joints[SINEW_IK_CHAIN_JOINTS_MAX];
    limb made = make_chain(5, joints);
    const sinew_ik_chain chain = {
        .joints = joints, .joint_count = 5, .target = {0, 2, 0}, .iterations = 500, .weight = 1};
    assert_close(sinew_ik_solve_chain(made.blender, made.pose, &chain), 0, 4e-4);
    assert_at(position_of_joint(&made, 4), 0, 2, 0, 5e-4);
    destroy_limb(&made);
}

static void wrong_chains_are_refused(void **state)
{
    (void)state;
    int32_t joints[SINEW_IK_CHAIN_JOINTS_MAX];
    limb made = make_chain(4, joints);
    const int32_t upwards[] = {2, 1}, missing[] = {0, 9};
    const sinew_ik_chain good = {.joints = joints, .joint_count = 4, .target = {1, 1, 1}, .weight = 1};
    sinew_ik_chain bad[8];
    for (int i = 0; i < 8; ++i) bad[i] = good;
    bad[0].joint_count = 1;
    bad[1].joint_count = SINEW_IK_CHAIN_JOINTS_MAX + 1;
    bad[2] = (sinew_ik_chain){.joints = upwards, .joint_count = 2, .weight = 1};
    bad[3] = (sinew_ik_chain){.joints = missing, .joint_count = 2, .weight = 1};
    bad[4].target.y = (double)NAN;
    bad[5].tolerance = -1;
    bad[6].iterations = SINEW_IK_ITERATIONS_MAX + 1;
    bad[7].weight = 2;
    assert_int_equal(sinew_ik_chain_check(made.model, &good, NULL), SINEW_OK);
    for (int i = 0; i < 8; ++i)
        assert_int_equal(sinew_ik_chain_check(made.model, &bad[i], NULL), SINEW_ERROR_INVALID_ARGUMENT);
    assert_true(isinf(sinew_ik_solve_chain(made.blender, made.pose, &bad[4])));
    assert_at(position_of_joint(&made, 3), 0, 3, 0, 0);
    destroy_limb(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_triangle_has_the_sides_on_paper),
        cmocka_unit_test(random_targets_are_reached_or_pointed_at),
        cmocka_unit_test(the_middle_joint_bends_towards_the_pole),
        cmocka_unit_test(the_hinge_of_a_bent_limb_is_fixed_to_both_bones),
        cmocka_unit_test(joints_below_the_limb_are_those_of_all_globals),
        cmocka_unit_test(softening_shortens_the_distance),
        cmocka_unit_test(weight_is_the_part_of_the_rotation),
        cmocka_unit_test(coincident_targets_and_zero_bones_stay_finite),
        cmocka_unit_test(invalid_limbs_are_named),
        cmocka_unit_test(a_chain_faces_its_target),
        cmocka_unit_test(limits_and_shares_leave_angles_on_paper),
        cmocka_unit_test(wrong_chains_are_refused),
        cmocka_unit_test(chains_reach_their_targets),
        cmocka_unit_test(a_straight_chain_folds_to_a_target_on_its_line),
        cmocka_unit_test(invalid_aims_are_named_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
