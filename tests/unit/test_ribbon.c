/// The ribbon made in code: what must hold for any skinned model, on one whose every number is known.
#include "support/cmocka_close.h"

#include "ribbon_model.h"

static sinew_model *make_ribbon(ribbon_weights weights)
{
    sinew_model *model;
    sinew_error error = {0};
    if (ribbon_create(weights, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

/// Skins the ribbon with bone `bone` (0 … 4) turned about z by a quarter.
static void skin_turned(const sinew_model *model, int bone, float *positions)
{
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (model->joints[i].authored_index == bone + 1) pose->local[i].r = (sinew_quat){0, 0, sqrt(0.5), sqrt(0.5)};
    sinew_pose_local_to_global(model, pose);
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, NULL, positions, NULL);
    sinew_pose_destroy(pose);
}

static void is_twelve_vertices_and_five_planes(void **state)
{
    (void)state;
    sinew_model *model = make_ribbon(RIBBON_ALL_FOUR);
    assert_int_equal(model->vertex_count, 12);
    assert_int_equal(model->polygon_count, 5);
    assert_int_equal(model->joint_count, 6);
    assert_int_equal(model->meshes[0].max_influences, 4);
    sinew_model_destroy(model);
}

static void palette_is_the_identity_in_the_bind_pose(void **state)
{
    (void)state;
    sinew_model *model = make_ribbon(RIBBON_ALL_FOUR);
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) assert_close(pose->palette[i].row[r][c], r == c, 1e-7);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Bone 3 rotates by 90° about (3, 0): its child, bone 4, comes to (3, 1), and the last row, which only follows bone 4,
/// to (3 ∓ 0.5, 2). The first row, which follows bone 0, stays.
static void a_rotated_bone_moves_its_children(void **state)
{
    (void)state;
    sinew_model *model = make_ribbon(RIBBON_ALL_FOUR);
    float positions[RIBBON_VERTICES * 3];
    skin_turned(model, 3, positions);
    assert_close(positions[10 * 3], 3.5, 1e-6);
    assert_close(positions[10 * 3 + 1], 2, 1e-6);
    assert_close(positions[11 * 3], 2.5, 1e-6);
    assert_close(positions[11 * 3 + 1], 2, 1e-6);
    assert_close(positions[0], 0, 1e-6);
    assert_close(positions[1], -0.5, 1e-6);
    sinew_model_destroy(model);
}

static void fourth_weight_as_remainder_gives_the_same(void **state)
{
    (void)state;
    sinew_model *four = make_ribbon(RIBBON_ALL_FOUR), *remainder = make_ribbon(RIBBON_FOURTH_AS_REMAINDER);
    for (int bone = 0; bone < RIBBON_BONES; ++bone) {
        float a[RIBBON_VERTICES * 3], b[RIBBON_VERTICES * 3];
        skin_turned(four, bone, a);
        skin_turned(remainder, bone, b);
        for (int i = 0; i < RIBBON_VERTICES * 3; ++i) assert_close(a[i], b[i], 1e-6);
    }
    sinew_model_destroy(four);
    sinew_model_destroy(remainder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_twelve_vertices_and_five_planes),
        cmocka_unit_test(palette_is_the_identity_in_the_bind_pose),
        cmocka_unit_test(a_rotated_bone_moves_its_children),
        cmocka_unit_test(fourth_weight_as_remainder_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
