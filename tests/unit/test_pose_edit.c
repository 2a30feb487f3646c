/// Posing by hand: single joints, the bind pose, limbs that reach a point. Expected values are paper arithmetic.
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "sinew/import.h"
#include "sinew/pose_edit.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"

static sinew_model *model;
static sinew_pose *pose;

static int32_t joint_named(const char *name)
{
    int32_t joint;
    sinew_error error;
    if (sinew_model_find_joint(model, name, &joint, &error) != SINEW_OK) fail_msg("%s", error.message);
    return joint;
}

/// An arm along +x: shoulder at the origin, elbow 3 further, a twist joint at the elbow, hand 4 further, fingers 1.
/// `stack` is the elbow's, or NULL.
static void make_arm(const sinew_transform_stack *stack)
{
    static const double x[] = {0, 3, 0, 4, 1};
    sinew_raw_joint joints[] = {{.name = "shoulder", .parent = SINEW_NONE, .node = SINEW_NONE},
                                {.name = "elbow", .parent = 0, .node = SINEW_NONE, .stack = stack},
                                {.name = "twist", .parent = 1, .node = SINEW_NONE},
                                {.name = "hand", .parent = 2, .node = SINEW_NONE},
                                {.name = "fingers", .parent = 3, .node = SINEW_NONE}};
    for (int i = 0; i < 5; ++i)
        joints[i].rest = (sinew_transform){.t = {x[i], 0, 0}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = 5});
    pose = make_pose(model);
}

static void destroy_arm(void)
{
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void edit(const char *joint, uint32_t adds, uint32_t replaces, const double *value)
{
    sinew_joint_edit request = {.joint = joint_named(joint), .adds = adds, .replaces = replaces};
    memcpy(request.value, value, sizeof request.value);
    sinew_error error;
    if (sinew_joint_edit_check(model, &request, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_pose_edit_joint(model, &request, pose);
    sinew_pose_local_to_global(model, pose);
}

static void assert_joint_at(const char *joint, double x, double y, double z, double tolerance)
{
    const sinew_affine *global = &pose->global[joint_named(joint)];
    assert_close(global->row[0][3], x, tolerance);
    assert_close(global->row[1][3], y, tolerance);
    assert_close(global->row[2][3], z, tolerance);
}

enum { RX = 1 << SINEW_EDIT_RX, RY = 1 << SINEW_EDIT_RY, RZ = 1 << SINEW_EDIT_RZ };

static void children_follow_a_joint(void **state)
{
    (void)state;
    make_arm(NULL);
    edit("elbow", RZ, 0, (double[9]){[SINEW_EDIT_RZ] = 90});
    assert_joint_at("elbow", 3, 0, 0, 1e-12);
    assert_joint_at("hand", 3, 4, 0, 1e-12);
    edit("elbow", RZ, 0, (double[9]){[SINEW_EDIT_RZ] = -45});
    assert_joint_at("hand", 3 + 4 * sqrt(0.5), 4 * sqrt(0.5), 0, 1e-12);
    edit("shoulder", RZ, 0, (double[9]){[SINEW_EDIT_RZ] = 90});
    assert_joint_at("elbow", 0, 3, 0, 1e-12);
    edit("hand", 1 << SINEW_EDIT_TX, 1 << SINEW_EDIT_SX, (double[9]){[SINEW_EDIT_TX] = -4, [SINEW_EDIT_SX] = 3});
    assert_joint_at("hand", 0, 3, 0, 1e-12);
    assert_joint_at("fingers", -3 * sqrt(0.5), 3 + 3 * sqrt(0.5), 0, 1e-12);
    destroy_arm();
}

/// Two rotations of a quarter about own axes: y, then z of the turned joint or the other way round, by the order.
static void rotations_that_add_use_the_order_of_the_joint(void **state)
{
    (void)state;
    const double value[9] = {[SINEW_EDIT_RY] = 90, [SINEW_EDIT_RZ] = 90};
    for (int is_zyx = 0; is_zyx < 2; ++is_zyx) {
        const sinew_transform_stack stack = {.translation = {3},
                                             .scaling = {1, 1, 1},
                                             .rotation_order = is_zyx ? SINEW_ROTATE_ZYX : SINEW_ROTATE_XYZ,
                                             .inherit_type = SINEW_INHERIT_RSrs,
                                             .rotation_active = 1};
        make_arm(&stack);
        edit("elbow", RY | RZ, 0, value);
        // XYZ: Rz·Ry·x = Rz·(−z) = −z; ZYX: Ry·Rz·x = Ry·y = y
        assert_joint_at("hand", 3, is_zyx ? 4 : 0, is_zyx ? 0 : -4, 1e-12);
        destroy_arm();
    }
}

/// The authored rotation is 20 30 40 between pre- and post-rotation; replacing its z gives 20 30 −10.
static void a_rotation_that_replaces_keeps_the_other_channels(void **state)
{
    (void)state;
    for (int order = SINEW_ROTATE_XYZ; order <= SINEW_ROTATE_ZYX; ++order) {
        const sinew_transform_stack stack = {.translation = {3},
                                             .rotation = {20, 30, 40},
                                             .scaling = {1, 1, 1},
                                             .pre_rotation = {5, -60, 7},
                                             .post_rotation = {50, 10, -25},
                                             .rotation_order = order,
                                             .inherit_type = SINEW_INHERIT_RSrs,
                                             .rotation_active = 1};
        make_arm(&stack);
        edit("elbow", 0, RZ, (double[9]){[SINEW_EDIT_RZ] = -10});
        const sinew_quat before = sinew__quat_from_euler(stack.pre_rotation, SINEW_ROTATE_XYZ),
                         after = sinew__quat_from_euler(stack.post_rotation, SINEW_ROTATE_XYZ),
                         inner = sinew__quat_from_euler((double[3]){20, 30, -10}, order);
        const sinew_quat expected =
            sinew__quat_multiply(sinew__quat_multiply(before, inner), sinew__quat_conjugate(after));
        const sinew_quat actual = pose->local[joint_named("elbow")].r;
        const double dot =
            actual.x * expected.x + actual.y * expected.y + actual.z * expected.z + actual.w * expected.w;
        assert_close(fabs(dot), 1, 1e-14);
        destroy_arm();
    }
}

/// A rotation pivot 1 above the elbow's origin stays in place: a half turn about z takes the origin to 2 above.
static void a_joint_turns_about_its_pivot(void **state)
{
    (void)state;
    const sinew_transform_stack stack = {.translation = {3},
                                         .scaling = {1, 1, 1},
                                         .rotation_pivot = {0, 1, 0},
                                         .inherit_type = SINEW_INHERIT_RSrs,
                                         .rotation_active = 1};
    make_arm(&stack);
    edit("elbow", RZ, 0, (double[9]){[SINEW_EDIT_RZ] = 180});
    assert_joint_at("elbow", 3, 2, 0, 1e-12);
    assert_joint_at("hand", -1, 2, 0, 1e-12);
    destroy_arm();
}

static void wrong_edits_are_refused(void **state)
{
    (void)state;
    make_arm(NULL);
    const sinew_joint_edit wrong[] = {
        {.joint = -1},
        {.joint = 5},
        {.adds = RX, .replaces = RX},
        {.adds = 1u << SINEW_EDIT_COUNT},
        {.adds = RX, .value = {[SINEW_EDIT_RX] = (double)NAN}},
        {.replaces = RX, .value = {[SINEW_EDIT_RX] = (double)INFINITY}},
        {.adds = 1 << SINEW_EDIT_TX, .value = {2 * SINEW_JOINT_EDIT_MAX}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        sinew_error error = {0};
        assert_int_equal(sinew_joint_edit_check(model, &wrong[i], &error), SINEW_ERROR_INVALID_ARGUMENT);
        assert_int_not_equal(error.message[0], 0);
    }
    const sinew_joint_edit unused = {.adds = RX, .value = {[SINEW_EDIT_RY] = (double)NAN}};
    assert_int_equal(sinew_joint_edit_check(model, &unused, NULL), SINEW_OK);
    destroy_arm();
}

// ---- limbs --------------------------------------------------------------------------------------------------------

/// 3-4-5: bones of 3 and 4, a target 5 away. The elbow bends in the plane that it has.
static void a_limb_reaches_a_point(void **state)
{
    (void)state;
    make_arm(NULL);
    edit("elbow", RZ, 0, (double[9]){[SINEW_EDIT_RZ] = 10});
    sinew_ik_two_bone limb;
    double distance;
    assert_int_equal(sinew_pose_find_limb(model, pose, joint_named("hand"), &limb, NULL), SINEW_OK);
    assert_int_equal(limb.upper, joint_named("shoulder"));
    assert_true(limb.middle == joint_named("elbow") || limb.middle == joint_named("twist"));
    limb.target = (sinew_vec3){5, 0, 0};
    assert_int_equal(sinew_pose_reach(model, &limb, pose, &distance, NULL), SINEW_OK);
    assert_close(distance, 0, 1e-6);
    assert_joint_at("hand", 5, 0, 0, 1e-5);
    assert_joint_at("elbow", 1.8, -2.4, 0, 1e-5);
    limb.target = (sinew_vec3){0, 9, 0}; // 2 out of reach
    assert_int_equal(sinew_pose_reach(model, &limb, pose, &distance, NULL), SINEW_OK);
    assert_close(distance, 2, 1e-5);
    assert_joint_at("hand", 0, 7, 0, 1e-5);
    destroy_arm();
}

static void a_joint_without_two_bones_has_no_limb(void **state)
{
    (void)state;
    make_arm(NULL);
    sinew_ik_two_bone limb;
    sinew_error error = {0};
    const char *const without[] = {"shoulder", "elbow", "twist"};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(sinew_pose_find_limb(model, pose, joint_named(without[i]), &limb, &error),
                         SINEW_ERROR_NO_JOINT);
        assert_non_null(strstr(error.message, without[i]));
    }
    destroy_arm();
}

// ---- the base -----------------------------------------------------------------------------------------------------

/// In the bind pose no palette entry moves its mesh, whatever the rest pose is.
static void the_bind_pose_leaves_meshes_as_they_are(void **state)
{
    (void)state;
    static const char *const files[] = {"samples/walk.fbx", "samples/character.glb"};
    for (int file = 0; file < 2; ++file) {
        sinew_error error;
        if (sinew_model_import(files[file], NULL, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
        pose = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.4, pose);
        sinew_pose_set_bind(model, pose);
        double worst = 0, largest = 0;
        for (int32_t i = 1; i < model->skin_joint_count; ++i) {
            const sinew_skin_joint *one = &model->skin_joints[i - 1], *next = &model->skin_joints[i];
            for (int k = 0; one->mesh == next->mesh && k < 12; ++k) {
                const double entry = (double)pose->palette[i].row[k / 4][k % 4];
                largest = fmax(largest, fabs(entry));
                worst = fmax(worst, fabs(entry - (double)pose->palette[i - 1].row[k / 4][k % 4]));
            }
        }
        assert_true(model->skin_joint_count > 10);
        assert_close(worst, 0, 1e-5 * largest); // offsets are single precision in the files
        sinew_pose_set_rest(model, pose);
        for (int32_t i = 0; i < model->joint_count; ++i) assert_close(pose->local[i].t.x, model->joints[i].rest.t.x, 0);
        destroy_arm();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_follow_a_joint),
        cmocka_unit_test(rotations_that_add_use_the_order_of_the_joint),
        cmocka_unit_test(a_rotation_that_replaces_keeps_the_other_channels),
        cmocka_unit_test(a_joint_turns_about_its_pivot),
        cmocka_unit_test(wrong_edits_are_refused),
        cmocka_unit_test(a_limb_reaches_a_point),
        cmocka_unit_test(a_joint_without_two_bones_has_no_limb),
        cmocka_unit_test(the_bind_pose_leaves_meshes_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
