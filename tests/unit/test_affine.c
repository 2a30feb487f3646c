/// Double-precision pose maths against paper arithmetic.
#include "support/cmocka_close.h"

#include "core/base/affine.h"
#include "sinew/model.h"

static void euler_orders_round_trip(void **state)
{
    (void)state;
    const double degrees[3] = {25, -40, 70};
    for (int order = 0; order < 6; ++order) {
        double back[3];
        sinew__quat_to_euler(sinew__quat_from_euler(degrees, order), order, back);
        for (int i = 0; i < 3; ++i) assert_close(back[i], degrees[i], 1e-9);
    }
}

/// (45, 103, 4) about X, Y, Z is also (-135, 77, -176), whose middle angle is within 90°: 152° in all against 388°.
static void the_least_angles_are_the_authors(void **state)
{
    (void)state;
    const double triples[][3] = {{45, 103, 4}, {-20, 130, 30}, {10, -95, 0}, {0, 0, 180}, {120, 30, -100}};
    for (size_t t = 0; t < sizeof triples / sizeof triples[0]; ++t) {
        double back[3];
        sinew__quat_to_least_euler(sinew__quat_from_euler(triples[t], SINEW_ROTATE_XYZ), SINEW_ROTATE_XYZ, back);
        for (int i = 0; i < 3; ++i) assert_close(back[i], triples[t][i], 1e-9);
    }
    for (int order = 0; order < 6; ++order) { // the same rotation, whichever axis is the middle one
        const sinew_quat q = sinew__quat_from_euler((const double[3]){45, 103, 97}, order);
        double back[3];
        sinew__quat_to_least_euler(q, order, back);
        const sinew_quat again = sinew__quat_from_euler(back, order);
        assert_close(fabs(q.x * again.x + q.y * again.y + q.z * again.z + q.w * again.w), 1.0, 1e-12);
        assert_true(fabs(back[0]) + fabs(back[1]) + fabs(back[2]) <= 270.0);
    }
}

/// An author's angles are found again from the rotation and angles near them, however many turns they make and
/// whichever axis is in the middle; if it is at 90°, the difference of the others is shared.
static void the_nearest_angles_are_the_authors(void **state)
{
    (void)state;
    const double triples[][3] = {{45, 103, 4}, {-400, 30, 725}, {10, -95, 200}, {0, 0, 540}, {120, 271, -100}};
    for (size_t t = 0; t < sizeof triples / sizeof triples[0]; ++t) {
        for (int order = 0; order < 6; ++order) {
            const double near[3] = {triples[t][0] + 3, triples[t][1] - 2, triples[t][2] + 1};
            double back[3];
            sinew__quat_to_near_euler(sinew__quat_from_euler(triples[t], order), order, near, back);
            for (int i = 0; i < 3; ++i) assert_close(back[i], triples[t][i], 1e-6);
        }
    }
    static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0},
                                   {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}; // as named: XYZ, …
    for (int order = 0; order < 6; ++order) {
        for (int sign = -1; sign <= 1; sign += 2) {
            double authored[3], back[3], near[3];
            authored[axes[order][0]] = 30;
            authored[axes[order][1]] = sign * 90;
            authored[axes[order][2]] = 50;
            for (int i = 0; i < 3; ++i) near[i] = authored[i] + 0.5;
            const sinew_quat q = sinew__quat_from_euler(authored, order);
            sinew__quat_to_near_euler(q, order, near, back);
            const sinew_quat again = sinew__quat_from_euler(back, order);
            assert_close(fabs(q.x * again.x + q.y * again.y + q.z * again.z + q.w * again.w), 1.0, 1e-9);
            for (int i = 0; i < 3; ++i) assert_close(back[i], authored[i], 0.51);
        }
    }
}

/// XYZ turns about X first: (0,0,1) turned 90° about X is (0,-1,0); 90° about Z then makes it (1,0,0).
static void euler_xyz_turns_about_x_first(void **state)
{
    (void)state;
    const double degrees[3] = {90, 0, 90};
    const sinew_affine m = sinew__affine_from_quat(sinew__quat_from_euler(degrees, SINEW_ROTATE_XYZ));
    const sinew_vec3 turned = sinew__affine_direction(&m, (sinew_vec3){0, 0, 1});
    assert_close(turned.x, 1, 1e-12);
    assert_close(turned.y, 0, 1e-12);
    assert_close(turned.z, 0, 1e-12);
}

static void inverse_times_original_is_identity(void **state)
{
    (void)state;
    const sinew_transform transform = {{1, 2, 3}, sinew__quat_normalize((sinew_quat){1, 2, 3, 4}), {2, -3, 0.5}};
    const sinew_affine map = sinew__affine_from_transform(&transform);
    sinew_affine inverse;
    assert_true(sinew__affine_inverse(&map, &inverse));
    const sinew_affine product = sinew__affine_multiply(&inverse, &map);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) assert_close(product.row[i][j], i == j, 1e-12);
}

/// Flat, or with a determinant that a double does not hold: too small, too large.
static void singular_inverse_is_finite(void **state)
{
    (void)state;
    static const double scales[][3] = {{1, 0, 1}, {1e-120, 1e-120, 1e-120}, {1e120, 1e120, 1e120}};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i) {
        const sinew_affine map = sinew__affine_scale(scales[i]);
        sinew_affine inverse;
        assert_false(sinew__affine_inverse(&map, &inverse));
        assert_true(sinew__affine_is_finite(&inverse));
    }
}

static void decomposition_keeps_mirrors_and_reports_shear(void **state)
{
    (void)state;
    const sinew_transform mirrored = {{1, 2, 3}, sinew__quat_normalize((sinew_quat){-1, 2, 3, 4}), {-2, -3, -0.5}};
    const sinew_affine map = sinew__affine_from_transform(&mirrored);
    sinew_transform out;
    assert_true(sinew__transform_from_affine(&map, &out) < 1e-12);
    sinew_affine sheared = sinew__affine_identity();
    sheared.row[0][1] = 0.5;
    assert_true(sinew__transform_from_affine(&sheared, &out) > 0.1);
}

static void flat_maps_decompose_to_finite_transforms(void **state)
{
    (void)state;
    const double scales[3][3] = {{0, 0, 0}, {0, 1, 1}, {0, 0, 2}};
    for (int i = 0; i < 3; ++i) {
        const sinew_affine map = sinew__affine_scale(scales[i]);
        sinew_transform out;
        assert_true(sinew__transform_from_affine(&map, &out) < 1e-12);
        assert_close(out.r.x * out.r.x + out.r.y * out.r.y + out.r.z * out.r.z + out.r.w * out.r.w, 1, 1e-12);
    }
}

/// Half of a quarter turn, whichever sign the second quaternion has.
static void slerp_takes_the_short_way(void **state)
{
    (void)state;
    const double quarter[3] = {0, 0, 90}, eighth[3] = {0, 0, 45};
    const sinew_quat b = sinew__quat_from_euler(quarter, 0), expected = sinew__quat_from_euler(eighth, 0);
    const sinew_quat negated = {-b.x, -b.y, -b.z, -b.w};
    const sinew_quat halves[2] = {sinew__quat_slerp(sinew__quat_identity(), b, 0.5),
                                  sinew__quat_slerp(sinew__quat_identity(), negated, 0.5)};
    for (int i = 0; i < 2; ++i) {
        assert_close(halves[i].z, expected.z, 1e-12);
        assert_close(halves[i].w, expected.w, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(euler_orders_round_trip),
        cmocka_unit_test(the_least_angles_are_the_authors),
        cmocka_unit_test(the_nearest_angles_are_the_authors),
        cmocka_unit_test(euler_xyz_turns_about_x_first),
        cmocka_unit_test(inverse_times_original_is_identity),
        cmocka_unit_test(singular_inverse_is_finite),
        cmocka_unit_test(decomposition_keeps_mirrors_and_reports_shear),
        cmocka_unit_test(flat_maps_decompose_to_finite_transforms),
        cmocka_unit_test(slerp_takes_the_short_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
