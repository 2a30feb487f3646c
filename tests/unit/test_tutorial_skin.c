/// The baseline of `sinew bench`: a vertex with at most four influences gets sinew's position.
#include "support/cmocka_close.h"

#include <stdlib.h>

#include "bench/tutorial_skin.h"
#include "runtime/skin/skin_method.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/scenes.h"

enum { MOST_FLOATS = 20000 };
static float positions[2][MOST_FLOATS], normals[2][MOST_FLOATS], scratch[MOST_FLOATS];

static void assert_skins_alike(const sinew_model *model, double time)
{
    tutorial_skin *skin = tutorial_skin_create(model);
    sinew_pose *pose = make_pose(model);
    assert_non_null(skin);
    assert_true(model->mesh_count == 1 && model->vertex_count * 3 <= MOST_FLOATS &&
                sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) <= MOST_FLOATS);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, model->clip_count ? 0 : SINEW_NONE, time, pose);
    for (int32_t i = 0; i < model->morph_count; ++i) pose->morph_weights[i] = 0; // tutorials have none
    tutorial_skin_set_palette(skin, pose->palette);
    tutorial_skin_vertices(skin, positions[0], normals[0]);
    sinew__skin_mesh_with(NULL, model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions[1], normals[1]);
    for (int32_t i = 0; i < model->vertex_count * 3; ++i) {
        assert_close(positions[0][i], positions[1][i], 1e-5);
        if (time == 0)
            assert_close(normals[0][i], normals[1][i], 1e-5); // later, the blended matrix bends them otherwise
    }
    sinew_pose_destroy(pose);
    tutorial_skin_destroy(skin);
}

static void four_influences_skin_as_sinew_does(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4);
    for (int i = 0; i <= 4; ++i) assert_skins_alike(model, 0.25 * i);
    sinew_model_destroy(model);
}

/// Weights 0.3, 0.2, 0.2, 0.2 and 0.1 on joints at x = 0, 10, 20, 30 and 1000: without the last, the others
/// sum to 0.9, and the vertex comes to (0.2 · 10 + 0.2 · 20 + 0.2 · 30) / 0.9 = 40/3.
static void of_five_influences_the_strongest_four_count(void **state)
{
    (void)state;
    static const float points[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint32_t start[4] = {0, 5, 10, 15};
    static const float weights[5] = {0.3f, 0.2f, 0.2f, 0.1f, 0.2f};
    static const double at[5] = {0, 10, 20, 1000, 30};
    sinew_raw_joint joints[5];
    sinew_raw_skin_joint skin_joints[5];
    sinew_raw_influence influences[15];
    for (int i = 0; i < 5; ++i) {
        joints[i] = (sinew_raw_joint){.parent = SINEW_NONE, .rest = {{at[i], 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        skin_joints[i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE, .inverse_bind = turn_z(0, 0, 0)};
        for (int v = 0; v < 3; ++v) influences[5 * v + i] = (sinew_raw_influence){i, weights[i]};
    }
    const sinew_raw_mesh mesh = raw_skinned_triangle(points, start, influences, skin_joints, 5);
    sinew_model *model = make_model_of_mesh(joints, 5, &mesh);
    tutorial_skin *skin = tutorial_skin_create(model);
    sinew_pose *pose = make_pose(model);
    assert_non_null(skin);
    tutorial_skin_set_palette(skin, pose->palette);
    tutorial_skin_vertices(skin, positions[0], normals[0]);
    assert_close(positions[0][0], 40.0 / 3, 1e-5);
    sinew_pose_destroy(pose);
    tutorial_skin_destroy(skin);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_influences_skin_as_sinew_does),
        cmocka_unit_test(of_five_influences_the_strongest_four_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
