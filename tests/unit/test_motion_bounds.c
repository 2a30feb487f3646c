// The bounds of motions, and cameras that fit them.
#include "support/cmocka_close.h"

#include <stdlib.h>

#include "runtime/view/view.h"
#include "sinew/raw_model.h"
#include "sinew/render.h"
#include "sinew/skin.h"
#include "support/scenes.h"

static sinew_bounds bounds_of(const sinew_model *model, int32_t clip)
{
    sinew_bounds bounds;
    sinew_error error;
    if (sinew_motion_bounds(model, SINEW_ENGINE_EXACT, clip, 0.0, 1.0, &bounds, &error) != SINEW_OK) {
        fail_msg("%s", error.message);
    }
    return bounds;
}

static void the_bounds_of_a_cube_at_rest_are_the_cube(void **state)
{
    (void)state;
    sinew_model *model = scene_cube(1.0, 2.0, 3.0, 0);
    const sinew_bounds bounds = bounds_of(model, SINEW_NONE);
    for (int i = 0; i < 3; ++i) {
        assert_close(bounds.min[i], -(i + 1.0), 1e-6);
        assert_close(bounds.max[i], i + 1.0, 1e-6);
        assert_close(bounds.center[i], 0.0, 1e-6);
    }
    assert_close(bounds.radius, sqrt(14.0), 1e-6);
    assert_close(bounds.ground, -2.0, 1e-6); // far below the origin: the ground is there
    sinew_model_destroy(model);
}

/// Every vertex of every frame, skinned on the CPU, is inside the bounds, and the bounds are not much larger.
static void check_bounds(sinew_model *model)
{
    const sinew_bounds bounds = bounds_of(model, 0);
    const int32_t count = model->meshes[0].vertex_count;
    float *positions = malloc((size_t)count * 3 * sizeof(float));
    float *scratch = malloc((sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) + 1) * sizeof(float));
    sinew_pose *pose = NULL;
    sinew_error error;
    assert_true(positions && scratch && sinew_pose_create(model, &pose, &error) == SINEW_OK);
    double low[3] = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
           high[3] = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY};
    for (int step = 0; step <= 60; ++step) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, step / 60.0, pose);
        sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions, NULL);
        for (int32_t i = 0; i < 3 * count; ++i) {
            low[i % 3] = fmin(low[i % 3], (double)positions[i]);
            high[i % 3] = fmax(high[i % 3], (double)positions[i]);
        }
    }
    const double slack = 0.02 * bounds.radius; // poses are sampled, and only extreme vertices are used
    for (int i = 0; i < 3; ++i) {
        assert_true(low[i] >= bounds.min[i] - slack);
        assert_true(high[i] <= bounds.max[i] + slack);
        assert_close(bounds.min[i], low[i], 0.1 * bounds.radius);
        assert_close(bounds.max[i], high[i], 0.1 * bounds.radius);
    }
    free(positions);
    free(scratch);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void the_bounds_of_a_clip_contain_every_vertex(void **state)
{
    (void)state;
    check_bounds(scene_tube(16));
    check_bounds(scene_tube_additive(4));
}

static void an_empty_file_has_valid_bounds(void **state)
{
    (void)state;
    sinew_model *model = NULL;
    sinew_error error;
    const sinew_raw_model raw = {0};
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    const sinew_bounds bounds = bounds_of(model, SINEW_NONE);
    assert_true(bounds.radius > 0.0);
    sinew_camera camera;
    sinew_camera_fit(model, &bounds, SINEW_VIEW_DEFAULT, 1.0, &camera);
    for (int i = 0; i < 3; ++i) assert_true(isfinite(camera.eye[i]) && isfinite(camera.target[i]));
    assert_true(camera.eye[2] > camera.target[2]);
    sinew_model_destroy(model);
}

/// A model with up axis +Z and front axis -Y, as in Blender.
static void views_follow_the_axes_of_the_file(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.up = "+Z", .front = "-Y", .joints = &joint, .joint_count = 1};
    sinew_model *model = NULL;
    sinew_error error;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    const sinew_bounds bounds = bounds_of(model, SINEW_NONE);
    const struct {
        sinew_view view;
        double towards[3], up[3];
    } cases[] = {
        {SINEW_VIEW_FRONT, {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}},
        {SINEW_VIEW_SIDE, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}, // its left hand is at +X
        {SINEW_VIEW_TOP, {0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}},
        {SINEW_VIEW_BACK, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
        {SINEW_VIEW_RIGHT, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        sinew_camera camera;
        sinew_camera_fit(model, &bounds, cases[i].view, 1.0, &camera);
        double away[3];
        for (int k = 0; k < 3; ++k) away[k] = camera.eye[k] - camera.target[k];
        const double distance = sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
        for (int k = 0; k < 3; ++k) {
            assert_close(away[k] / distance, cases[i].towards[k], 1e-9);
            assert_close(camera.up[k], cases[i].up[k], 1e-9);
        }
    }
    sinew_model_destroy(model);
}

/// The direction of a camera at 90 degrees to the left and 30 above: (cos 30°, 0, sin 30°) with these axes. From below,
/// the character faces the upper edge.
static void angles_are_to_the_left_and_above(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.up = "+Z", .front = "-Y", .joints = &joint, .joint_count = 1};
    sinew_model *model = NULL;
    sinew_camera camera;
    assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
    const sinew_bounds bounds = bounds_of(model, SINEW_NONE);
    sinew_camera_fit_angles(model, &bounds, 90.0, 30.0, 1.0, &camera);
    const double x = camera.eye[0] - camera.target[0], y = camera.eye[1] - camera.target[1],
                 z = camera.eye[2] - camera.target[2], distance = sqrt(x * x + y * y + z * z);
    assert_close(x / distance, sqrt(3.0) / 2.0, 1e-9);
    assert_close(y / distance, 0.0, 1e-9);
    assert_close(z / distance, 0.5, 1e-9);
    sinew_camera_fit_angles(model, &bounds, 0.0, -90.0, 1.0, &camera);
    assert_close(camera.up[1], -1.0, 1e-9);
    sinew_model_destroy(model);
}

/// A quarter of an orbit around (1, 2, 0) with +Z up: (x, y) relative to the centre becomes (−y, x).
static void an_orbit_rotates_around_the_vertical_axis(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.up = "+Z", .front = "-Y", .joints = &joint, .joint_count = 1};
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
    sinew_camera camera = {.eye = {4.0, 2.0, 7.0}, .target = {1.0, 3.0, 5.0}, .up = {0.0, 0.6, 0.8}};
    sinew_camera_orbit(model, (const double[3]){1.0, 2.0, 0.0}, 90.0, &camera);
    const double eye[3] = {1.0, 5.0, 7.0}, target[3] = {0.0, 2.0, 5.0}, up[3] = {-0.6, 0.0, 0.8};
    for (int i = 0; i < 3; ++i) {
        assert_close(camera.eye[i], eye[i], 1e-9);
        assert_close(camera.target[i], target[i], 1e-9);
        assert_close(camera.up[i], up[i], 1e-9);
    }
    sinew_model_destroy(model);
}

/// Enlarged twice, half the image plane is seen: tan(45°) / 2 = tan(26.565°).
static void zoom_narrows_the_view(void **state)
{
    (void)state;
    sinew_camera camera = {.field_of_view = 90.0, .height = 8.0};
    sinew_camera_zoom(&camera, 2.0);
    assert_close(camera.field_of_view, 53.13010235, 1e-6);
    assert_close(camera.height, 4.0, 0.0);
}

/// Two bounds; the second is the first, moved by twice its size along +X.
static void joined_bounds_contain_both(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4);
    const sinew_bounds first = bounds_of(model, 0);
    sinew_bounds second = first, joined = first;
    const double shift = 2.0 * (first.max[0] - first.min[0]) + 1.0;
    second.min[0] += shift;
    second.max[0] += shift;
    second.ground -= 3.0;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) second.points[i][0] += shift;
    sinew__render_join_bounds(&joined, &second);
    assert_close(joined.min[0], first.min[0], 0.0);
    assert_close(joined.max[0], second.max[0], 0.0);
    assert_close(joined.center[0], 0.5 * (first.min[0] + second.max[0]), 1e-12);
    assert_close(joined.ground, first.ground - 3.0, 1e-12);
    double left = (double)INFINITY, right = -(double)INFINITY;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        left = fmin(left, joined.points[i][0] - first.points[i][0]); // a point of the first or the second
        right = fmax(right, joined.points[i][0] - first.points[i][0]);
        const double distance =
            hypot(hypot(joined.points[i][0] - joined.center[0], joined.points[i][1] - joined.center[1]),
                  joined.points[i][2] - joined.center[2]);
        assert_true(distance <= joined.radius * (1.0 + 1e-9));
    }
    assert_close(left, 0.0, 0.0);
    assert_close(right, shift, 1e-9);
    sinew_model_destroy(model);
}

// ---- crowds -------------------------------------------------------------------------------------------------------

static void instances_of_a_crowd_do_not_overlap(void **state)
{
    (void)state;
    enum { MOST = 300 };
    static float positions[MOST][3];
    sinew_model *model = scene_tube(4);
    const sinew_bounds one = bounds_of(model, 0);
    sinew_instance_layout(model, &one, 1, positions);
    for (int k = 0; k < 3; ++k) assert_close(positions[0][k], 0.0, 0.0);
    for (int32_t count = 2; count <= MOST; count += count / 3 + 1) {
        sinew_instance_layout(model, &one, count, positions);
        for (int32_t i = 0; i < count; ++i) {
            assert_close(positions[i][1], 0.0, 0.0); // +Y is up
            for (int32_t k = 0; k < i; ++k) {
                const double across = fabs((double)(positions[i][0] - positions[k][0])),
                             along = fabs((double)(positions[i][2] - positions[k][2]));
                assert_true(across >= one.max[0] - one.min[0] ||
                            along >= fmin(one.max[2] - one.min[2], 2.5 * (one.max[0] - one.min[0])));
            }
        }
    }
    sinew_model_destroy(model);
}

static void the_bounds_of_a_crowd_contain_all_instances(void **state)
{
    (void)state;
    enum { COUNT = 3 };
    const float positions[COUNT][3] = {{10, 0, 0}, {-30, 0, 2}, {0, 5, -40}};
    sinew_model *model = scene_tube(4);
    const sinew_bounds one = bounds_of(model, 0);
    sinew_bounds all;
    sinew_instance_layout_bounds(&one, positions, COUNT, &all);
    assert_close(all.min[0], one.min[0] - 30, 1e-9);
    assert_close(all.max[0], one.max[0] + 10, 1e-9);
    assert_close(all.min[1], one.min[1], 1e-9);
    assert_close(all.max[1], one.max[1] + 5, 1e-9);
    assert_close(all.min[2], one.min[2] - 40, 1e-9);
    assert_close(all.max[2], one.max[2] + 2, 1e-9);
    for (int i = 0; i < COUNT * SINEW_BOUND_POINTS; ++i) {
        double square = 0.0;
        for (int k = 0; k < 3; ++k) {
            const double away = one.points[i / COUNT][k] + (double)positions[i % COUNT][k] - all.center[k];
            square += away * away;
        }
        assert_true(sqrt(square) <= 1.05 * all.radius); // 96 directions approximate a hull to a few hundredths
    }
    sinew_instance_layout_bounds(&one, (const float[1][3]){{0, 0, 0}}, 1, &all);
    assert_memory_equal(&all, &one, sizeof all);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bounds_of_a_cube_at_rest_are_the_cube),
        cmocka_unit_test(the_bounds_of_a_clip_contain_every_vertex),
        cmocka_unit_test(an_empty_file_has_valid_bounds),
        cmocka_unit_test(views_follow_the_axes_of_the_file),
        cmocka_unit_test(angles_are_to_the_left_and_above),
        cmocka_unit_test(an_orbit_rotates_around_the_vertical_axis),
        cmocka_unit_test(zoom_narrows_the_view),
        cmocka_unit_test(joined_bounds_contain_both),
        cmocka_unit_test(instances_of_a_crowd_do_not_overlap),
        cmocka_unit_test(the_bounds_of_a_crowd_contain_all_instances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
