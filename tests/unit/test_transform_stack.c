/// The FBX transform stack against the product of its matrices, one by one as the FBX SDK's documentation writes it.
#include "support/cmocka_close.h"

#include "core/base/affine.h"
#include "runtime/model/joint_frame.h"

static sinew_affine moved(const double t[3])
{
    return (sinew_affine){{{1, 0, 0, t[0]}, {0, 1, 0, t[1]}, {0, 0, 1, t[2]}}};
}

static sinew_affine turned(const double degrees[3], int order)
{
    return sinew__affine_from_quat(sinew__quat_from_euler(degrees, order));
}

static sinew_affine inverted(sinew_affine map)
{
    sinew_affine out;
    assert_true(sinew__affine_inverse(&map, &out));
    return out;
}

/// T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹
static sinew_affine long_product(const sinew_transform_stack *s)
{
    const sinew_affine factors[] = {
        moved(s->translation),
        moved(s->rotation_offset),
        moved(s->rotation_pivot),
        turned(s->pre_rotation, SINEW_ROTATE_XYZ),
        turned(s->rotation, s->rotation_order),
        inverted(turned(s->post_rotation, SINEW_ROTATE_XYZ)),
        inverted(moved(s->rotation_pivot)),
        moved(s->scaling_offset),
        moved(s->scaling_pivot),
        sinew__affine_scale(s->scaling),
        inverted(moved(s->scaling_pivot)),
    };
    sinew_affine out = sinew__affine_identity();
    for (size_t i = 0; i < sizeof factors / sizeof *factors; ++i) out = sinew__affine_multiply(&out, &factors[i]);
    return out;
}

static void equals_the_product_of_its_matrices_in_every_order(void **state)
{
    (void)state;
    sinew_transform_stack stack = {.translation = {1, 2, 3},
                                   .rotation = {20, -50, 130},
                                   .scaling = {2, 0.5, -3},
                                   .rotation_offset = {4, -1, 0},
                                   .rotation_pivot = {0.5, 7, 2},
                                   .pre_rotation = {90, 10, 5},
                                   .post_rotation = {-15, 25, 35},
                                   .scaling_offset = {1, 1, -2},
                                   .scaling_pivot = {3, -4, 5},
                                   .rotation_active = 1};
    for (int order = 0; order <= SINEW_ROTATE_ZYX; ++order) {
        stack.rotation_order = order;
        const sinew_affine expected = long_product(&stack);
        const sinew_transform local = sinew__stack_local(&stack);
        const sinew_affine actual = sinew__affine_from_transform(&local);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j) assert_close(actual.row[i][j], expected.row[i][j], 1e-12);
    }
}

static void inactive_rotation_ignores_order_and_pre_and_post(void **state)
{
    (void)state;
    const sinew_transform_stack stack = {.rotation = {20, -50, 130},
                                         .scaling = {1, 1, 1},
                                         .pre_rotation = {90, 0, 0},
                                         .post_rotation = {0, 45, 0},
                                         .rotation_order = SINEW_ROTATE_ZYX};
    const sinew_quat actual = sinew__stack_rotation(&stack),
                     expected = sinew__quat_from_euler(stack.rotation, SINEW_ROTATE_XYZ);
    assert_close(actual.x, expected.x, 1e-12);
    assert_close(actual.w, expected.w, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_product_of_its_matrices_in_every_order),
        cmocka_unit_test(inactive_rotation_ignores_order_and_pre_and_post),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
