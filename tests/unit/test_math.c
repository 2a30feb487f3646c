// The maths for users against paper arithmetic: quarter turns, whose results are whole numbers.
#include "support/cmocka_close.h"

#include "sinew/math.h"

static void assert_vec3(sinew_vec3 v, double x, double y, double z)
{
    assert_close(v.x, x, 1e-12);
    assert_close(v.y, y, 1e-12);
    assert_close(v.z, z, 1e-12);
}

/// 90° about Z takes X to Y and Y to −X, whatever the length of the axis.
static void an_axis_and_an_angle_are_a_rotation(void **state)
{
    (void)state;
    const sinew_quat q = sinew_quat_from_axis_angle((sinew_vec3){0, 0, 7}, 90);
    assert_vec3(sinew_quat_rotate(q, (sinew_vec3){1, 0, 0}), 0, 1, 0);
    assert_vec3(sinew_quat_rotate(q, (sinew_vec3){0, 1, 0}), -1, 0, 0);
    assert_vec3(sinew_quat_rotate(sinew_quat_conjugate(q), (sinew_vec3){0, 1, 0}), 1, 0, 0);
    assert_close(sinew_quat_from_axis_angle((sinew_vec3){0, 0, 0}, 90).w, 1, 0);
    assert_close(sinew_quat_normalize((sinew_quat){0, 0, 0, -3}).w, -1, 0);
}

/// Y goes to Z by 90° about X; 90° about Z leaves it. In the other order Y goes to −X, which X leaves.
static void a_product_applies_its_second_factor_first(void **state)
{
    (void)state;
    const sinew_quat x = sinew_quat_from_axis_angle((sinew_vec3){1, 0, 0}, 90);
    const sinew_quat z = sinew_quat_from_axis_angle((sinew_vec3){0, 0, 1}, 90);
    assert_vec3(sinew_quat_rotate(sinew_quat_multiply(z, x), (sinew_vec3){0, 1, 0}), 0, 0, 1);
    assert_vec3(sinew_quat_rotate(sinew_quat_multiply(x, z), (sinew_vec3){0, 1, 0}), -1, 0, 0);
    const sinew_affine a = sinew_affine_from_quat(z), b = sinew_affine_from_quat(x), ab = sinew_affine_multiply(&a, &b);
    assert_vec3(sinew_affine_direction(&ab, (sinew_vec3){0, 1, 0}), 0, 0, 1);
}

static void euler_angles_rotate_about_x_first(void **state)
{
    (void)state;
    const double angles[3] = {90, 0, 90};
    double back[3];
    const sinew_quat q = sinew_quat_from_euler(angles, SINEW_ROTATE_XYZ);
    assert_vec3(sinew_quat_rotate(q, (sinew_vec3){0, 1, 0}), 0, 0, 1);
    sinew_quat_to_euler(q, SINEW_ROTATE_XYZ, back);
    for (int i = 0; i < 3; ++i) assert_close(back[i], angles[i], 1e-9);
}

/// Halfway between no rotation and 90° are 45°: (√½, √½, 0). −q is the same rotation as q.
static void slerp_takes_the_shorter_arc(void **state)
{
    (void)state;
    const sinew_quat none = {0, 0, 0, 1}, q = sinew_quat_from_axis_angle((sinew_vec3){0, 0, 1}, 90);
    const sinew_quat opposite = {-q.x, -q.y, -q.z, -q.w};
    const double half = sqrt(0.5);
    assert_vec3(sinew_quat_rotate(sinew_quat_slerp(none, q, 0.5), (sinew_vec3){1, 0, 0}), half, half, 0);
    assert_vec3(sinew_quat_rotate(sinew_quat_slerp(none, opposite, 0.5), (sinew_vec3){1, 0, 0}), half, half, 0);
}

/// Scale by (2, 3, 4), rotate X to Y, move by (10, 20, 30): the point (1, 1, 1) goes to (2, 3, 4), (−3, 2, 4), (7, 22,
/// 34).
static void a_transform_scales_then_rotates_then_moves(void **state)
{
    (void)state;
    const sinew_transform transform = {{10, 20, 30}, sinew_quat_from_axis_angle((sinew_vec3){0, 0, 1}, 90), {2, 3, 4}};
    const sinew_affine map = sinew_affine_from_transform(&transform);
    sinew_affine inverse;
    sinew_transform found;
    assert_vec3(sinew_affine_point(&map, (sinew_vec3){1, 1, 1}), 7, 22, 34);
    assert_vec3(sinew_affine_direction(&map, (sinew_vec3){1, 1, 1}), -3, 2, 4);
    assert_int_equal(sinew_affine_inverse(&map, &inverse), 1);
    assert_vec3(sinew_affine_point(&inverse, (sinew_vec3){7, 22, 34}), 1, 1, 1);
    assert_close(sinew_transform_from_affine(&map, &found), 0, 1e-12);
    assert_vec3(found.t, 10, 20, 30);
    assert_vec3(found.s, 2, 3, 4);
    assert_close(fabs(found.r.z), sqrt(0.5), 1e-12);
}

/// A quarter turn about z takes (1, 2, 3) to (-2, 1, 3); then x moves by 10. The palette's second matrix moves by (1,
/// 2, 3), its first is the identity, and the third stays as it was.
static void a_palette_is_brought_to_the_world(void **state)
{
    (void)state;
    const sinew_palette_matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    sinew_palette_matrix palette[3] = {identity, {{{1, 0, 0, 1}, {0, 1, 0, 2}, {0, 0, 1, 3}}}, identity};
    const sinew_transform transform = {{10, 0, 0}, sinew_quat_from_axis_angle((sinew_vec3){0, 0, 1}, 90), {1, 1, 1}};
    const sinew_affine world = sinew_affine_from_transform(&transform);
    const float expected[2][3][4] = {{{0, -1, 0, 10}, {1, 0, 0, 0}, {0, 0, 1, 0}},
                                     {{0, -1, 0, 8}, {1, 0, 0, 1}, {0, 0, 1, 3}}};
    sinew_palette_transform(&world, palette, 2);
    for (int i = 0; i < 2; ++i)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) assert_close(palette[i].row[r][c], expected[i][r][c], 1e-6);
    assert_memory_equal(&palette[2], &identity, sizeof identity);
}

static void a_flat_map_has_no_inverse_and_a_sheared_one_no_transform(void **state)
{
    (void)state;
    sinew_affine flat = sinew_affine_identity(), inverse, sheared = sinew_affine_identity();
    sinew_transform nearest;
    flat.row[1][1] = 0;
    sheared.row[0][1] = 0.5;
    assert_int_equal(sinew_affine_inverse(&flat, &inverse), 0);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) assert_true(isfinite(inverse.row[i][j]));
    assert_true(sinew_transform_from_affine(&sheared, &nearest) > 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_axis_and_an_angle_are_a_rotation),
        cmocka_unit_test(a_product_applies_its_second_factor_first),
        cmocka_unit_test(euler_angles_rotate_about_x_first),
        cmocka_unit_test(slerp_takes_the_shorter_arc),
        cmocka_unit_test(a_transform_scales_then_rotates_then_moves),
        cmocka_unit_test(a_palette_is_brought_to_the_world),
        cmocka_unit_test(a_flat_map_has_no_inverse_and_a_sheared_one_no_transform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
