/// Root motion: paper arithmetic of a clip that walks and turns, and the properties of compositions.
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "runtime/motion/motion.h"
#include "sinew/root_motion.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"

static const int64_t second = INT64_C(46186158000); // ticks

/// In a second the hips go from (1, 2, 0) to (5, 3, 0) and turn about y from 10° to 100°; they lean by 20° about x all
/// the time. A hand hangs on them. The clip starts at 3 s.
static sinew_model *make_walker(void)
{
    static const double from[6] = {1, 2, 0, 20, 10, 0}, to[6] = {5, 3, 0, 20, 100, 0};
    static sinew_curve_key keys[6][2];
    static sinew_raw_curve curves[6];
    for (int i = 0; i < 6; ++i) {
        keys[i][0] = (sinew_curve_key){.ticks = 3 * second, .value = from[i], .interpolation = SINEW_LINEAR};
        keys[i][1] = (sinew_curve_key){.ticks = 4 * second, .value = to[i], .interpolation = SINEW_LINEAR};
        curves[i] = (sinew_raw_curve){.keys = keys[i], .key_count = 2};
    }
    const sinew_transform_stack stack = {
        .scaling = {1, 1, 1}, .rotation_active = 1, .inherit_type = SINEW_INHERIT_RSrs};
    const sinew_raw_joint joints[] = {
        {.name = "hips", .parent = SINEW_NONE, .node = SINEW_NONE, .stack = &stack},
        {.name = "hand", .parent = 0, .node = SINEW_NONE, .rest = {{1, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}},
    };
    const sinew_raw_channel channels[] = {
        {.morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curves[0], &curves[1], &curves[2]}},
        {.morph = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION, .curve = {&curves[3], &curves[4], &curves[5]}},
    };
    const sinew_raw_clip clip = {.name = "c", .start = 3, .duration = 1, .channels = channels, .channel_count = 2};
    const sinew_raw_model raw = {.joints = joints, .joint_count = 2, .clips = &clip, .clip_count = 1, .up = "+Y"};
    return make_model(&raw);
}

static const sinew_root_motion all = {.parts = SINEW_MOTION_GROUND | SINEW_MOTION_HEIGHT | SINEW_MOTION_YAW};
static const sinew_root_motion planar = {.parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};

static void assert_motion(sinew_root_delta motion, double x, double y, double z, double degrees)
{
    assert_close(motion.translation.x, x, 1e-9);
    assert_close(motion.translation.y, y, 1e-9);
    assert_close(motion.translation.z, z, 1e-9);
    const double half = degrees * acos(-1) / 360;
    assert_close(fabs(motion.rotation.w * cos(half) + motion.rotation.y * sin(half)), 1, 1e-12);
}

static void assert_same_motion(sinew_root_delta a, sinew_root_delta b, double tolerance)
{
    assert_close(a.translation.x, b.translation.x, tolerance);
    assert_close(a.translation.y, b.translation.y, tolerance);
    assert_close(a.translation.z, b.translation.z, tolerance);
    assert_close(fabs(a.rotation.x * b.rotation.x + a.rotation.y * b.rotation.y + a.rotation.z * b.rotation.z +
                      a.rotation.w * b.rotation.w),
                 1, 1e-9);
}

/// At the end: yaw 90° takes the ground position (1, 0, 0) to (0, 0, -1); from there to (5, 0, 0) it is (5, 0, 1). The
/// height rises by 1. Without yaw it is a translation by (4, 1, 0). The lean is not a yaw.
static void a_clip_has_the_motion_on_paper(void **state)
{
    (void)state;
    sinew_model *model = make_walker();
    sinew_pose *scratch = make_pose(model);
    sinew_root_motion part = all;
    assert_motion(sinew_root_motion_at(model, &all, 0, scratch), 0, 0, 0, 0);
    assert_motion(sinew_root_motion_at(model, &all, 1, scratch), 5, 1, 1, 90);
    assert_motion(sinew_root_motion_at(model, &planar, 1, scratch), 5, 0, 1, 90);
    part.parts = SINEW_MOTION_GROUND;
    assert_motion(sinew_root_motion_at(model, &part, 0.5, scratch), 2, 0, 0, 0);
    part.parts = SINEW_MOTION_HEIGHT;
    assert_motion(sinew_root_motion_at(model, &part, 0.5, scratch), 0, 0.5, 0, 0);
    part.parts = SINEW_MOTION_YAW;
    assert_motion(sinew_root_motion_at(model, &part, 0.5, scratch), 0, 0, 0, 45);
    assert_motion(sinew_root_motion_at(model, &all, (double)NAN, scratch), 0, 0, 0, 0);
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
}

/// Four quarter turns lead back to the start: (5, 0, 1) + (1, 0, -5) + (-5, 0, -1) + (-1, 0, 5) = 0; only the height
/// has grown by 4.
static void loops_are_powers_of_one(void **state)
{
    (void)state;
    sinew_model *model = make_walker();
    sinew_pose *scratch = make_pose(model);
    assert_motion(sinew_root_motion_at(model, &all, 4, scratch), 0, 4, 0, 0);
    assert_motion(sinew_root_motion_at(model, &all, 401, scratch), 5, 401, 1, 90);
    const sinew_root_delta one = sinew_root_motion_at(model, &all, 1, scratch);
    sinew_root_delta product = {{0, 0, 0}, {0, 0, 0, 1}};
    for (int n = 0; n < 7; ++n) {
        assert_same_motion(sinew_root_motion_at(model, &all, n, scratch), product, 1e-9);
        const sinew_root_delta back = sinew_root_delta_inverse(&product);
        assert_same_motion(sinew_root_motion_at(model, &all, -n, scratch), back, 1e-9);
        product = sinew_root_delta_multiply(&product, &one);
    }
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
}

static void deltas_compose_to_the_whole(void **state)
{
    (void)state;
    sinew_model *model = make_walker();
    sinew_pose *scratch = make_pose(model);
    uint32_t seed = 9;
    for (int i = 0; i < 20; ++i) {
        double time = random_number(&seed, -3, 3);
        const double begin = time;
        sinew_root_delta product = {{0, 0, 0}, {0, 0, 0, 1}};
        for (int k = 0; k < 10; ++k) {
            const double next = time + random_number(&seed, -0.5, 1);
            const sinew_root_delta delta = sinew_root_motion_between(model, &all, time, next, scratch);
            product = sinew_root_delta_multiply(&product, &delta);
            time = next;
        }
        assert_same_motion(product, sinew_root_motion_between(model, &all, begin, time, scratch), 1e-8);
    }
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
}

/// In place, the hips stay above (1, 0, 0) at 10° and still rise; the motion times the pose gives the clip.
static void a_pose_in_place_stays_where_it_started(void **state)
{
    (void)state;
    sinew_model *model = make_walker();
    sinew_pose *scratch = make_pose(model), *clip = make_pose(model), *in_place = make_pose(model);
    sinew_local_pose *local = NULL;
    assert_int_equal(sinew_local_pose_create(model, &local, NULL), SINEW_OK);
    for (int i = 0; i <= 10; ++i) {
        const double time = 0.1 * i;
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, clip);
        sinew_locals_from_pose(model, clip, local->groups);
        sinew_root_motion_remove(model, &planar, time, scratch, local);
        sinew_local_pose_evaluate(model, local, in_place);
        double(*rows)[4] = in_place->global[0].row;
        assert_close(rows[0][3], 1, 1e-6);
        assert_close(rows[1][3], 2 + time, 1e-6);
        assert_close(rows[2][3], 0, 1e-6);
        assert_close(atan2(-rows[2][0], rows[0][0]) * 180 / acos(-1), 10, 1e-4);
        const sinew_root_delta motion = sinew_root_motion_at(model, &planar, time, scratch);
        const sinew_affine *hand = &in_place->global[1];
        const double c = 1 - 2 * motion.rotation.y * motion.rotation.y, s = 2 * motion.rotation.y * motion.rotation.w;
        assert_close(c * hand->row[0][3] + s * hand->row[2][3] + motion.translation.x, clip->global[1].row[0][3], 1e-5);
        assert_close(c * hand->row[2][3] - s * hand->row[0][3] + motion.translation.z, clip->global[1].row[2][3], 1e-5);
    }
    sinew_local_pose_destroy(local);
    sinew_pose_destroy(scratch);
    sinew_pose_destroy(clip);
    sinew_pose_destroy(in_place);
    sinew_model_destroy(model);
}

/// The same of an evaluated pose, by the exact and by the fast engine.
static void an_evaluated_pose_stays_in_place(void **state)
{
    (void)state;
    sinew_model *model = make_walker();
    sinew_pose *scratch = make_pose(model), *clip = make_pose(model), *in_place = make_pose(model);
    for (int i = 0; i <= 10; ++i) {
        const double time = 0.1 * i;
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, clip);
        sinew_pose_evaluate(model, i % 2 ? SINEW_ENGINE_FAST : SINEW_ENGINE_EXACT, 0, time, in_place);
        sinew_root_motion_remove_from_pose(model, &planar, scratch, in_place);
        double(*rows)[4] = in_place->global[0].row;
        assert_close(rows[0][3], 1, 1e-6);
        assert_close(rows[1][3], 2 + time, 1e-6);
        assert_close(rows[2][3], 0, 1e-6);
        assert_close(atan2(-rows[2][0], rows[0][0]) * 180 / acos(-1), 10, 1e-4);
        // The hand is as far from the hips as in the clip.
        double distance = 0, in_clip = 0;
        for (int k = 0; k < 3; ++k) {
            distance += pow(in_place->global[1].row[k][3] - rows[k][3], 2);
            in_clip += pow(clip->global[1].row[k][3] - clip->global[0].row[k][3], 2);
        }
        assert_close(distance, in_clip, 1e-6);
    }
    sinew_pose_destroy(scratch);
    sinew_pose_destroy(clip);
    sinew_pose_destroy(in_place);
    sinew_model_destroy(model);
}

/// Evaluating only the joint and its ancestors gives the exact engine's values.
static void a_joint_alone_is_where_it_is_in_the_pose(void **state)
{
    (void)state;
    sinew_model *model = make_walker();
    sinew_pose *alone = make_pose(model), *pose = make_pose(model);
    for (int i = -3; i <= 13; ++i) {
        for (int32_t joint = 0; joint < model->joint_count; ++joint) {
            memset(alone->global, 0xde, (size_t)model->joint_count * sizeof *alone->global);
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 3 + 0.1 * i, pose);
            sinew__joint_in_clip(model, 0, joint, 3 + 0.1 * i, alone);
            assert_memory_equal(&alone->global[joint], &pose->global[joint], sizeof *pose->global);
        }
    }
    sinew_pose_destroy(alone);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_has_the_motion_on_paper),   cmocka_unit_test(loops_are_powers_of_one),
        cmocka_unit_test(deltas_compose_to_the_whole),      cmocka_unit_test(a_pose_in_place_stays_where_it_started),
        cmocka_unit_test(an_evaluated_pose_stays_in_place), cmocka_unit_test(a_joint_alone_is_where_it_is_in_the_pose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
