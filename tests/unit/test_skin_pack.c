/// Influences packed for shaders: worked by hand, and against their unpacked values.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/skin.h"
#include "support/make_mesh.h"
#include "support/scenes.h"

/// A triangle each of whose corners follows five joints by these weights.
static sinew_model *make_five(const float weights[15])
{
    static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t start[4] = {0, 5, 10, 15};
    sinew_raw_joint joints[5];
    sinew_raw_skin_joint skin_joints[5];
    sinew_raw_influence influences[15];
    memset(skin_joints, 0, sizeof skin_joints);
    for (int i = 0; i < 5; ++i) {
        joints[i] = (sinew_raw_joint){.parent = SINEW_NONE, .rest = {{i, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        skin_joints[i].joint = i;
        for (int v = 0; v < 3; ++v) influences[5 * v + i] = (sinew_raw_influence){i, weights[5 * v + i]};
    }
    const sinew_raw_mesh mesh = raw_skinned_triangle(points, start, influences, skin_joints, 5);
    return make_model_of_mesh(joints, 5, &mesh);
}

/// Of 0.3, 0.2, 0.2, 0.1, 0.2 the 0.1 is left out and the others sum to 0.9: 85, 56.67 × 3 of 255, whose missing three
/// units go to the three that were rounded down. Of 0.96 and four times 0.01 one 0.01 is left out: 0.96 / 0.99 · 255 =
/// 247.27 and three times 2.58.
static void the_four_largest_remain(void **state)
{
    (void)state;
    static const float weights[15] = {0.3f, 0.2f, 0.2f, 0.1f, 0.2f, 0.01f, 0.01f, 0.96f, 0.01f, 0.01f, 0, 0, 0, 1, 0};
    static const uint8_t expected_joints[12] = {0, 1, 2, 4, 2, 0, 1, 3, 3, 0, 0, 0};
    static const uint8_t expected_weights[12] = {85, 57, 57, 56, 247, 3, 3, 2, 255, 0, 0, 0};
    sinew_model *model = make_five(weights);
    uint8_t joints[12], packed[12];
    sinew_skin_loss loss;
    assert_int_equal(sinew_skin_pack(model, 0, 1, 1, joints, packed, &loss, NULL), SINEW_OK);
    assert_memory_equal(packed, expected_weights, 12);
    assert_memory_equal(joints, expected_joints, 12);
    assert_int_equal(loss.vertex_count, 2);
    assert_int_equal(loss.vertex, 0);
    assert_close(loss.weight, 0.1, 1e-6);
    sinew_model_destroy(model);
}

/// Every vertex of a tube of sixteen joints, in both sizes: the sum is exact, the order falls, and each weight is off
/// by less than one unit from the authored one's share of the kept ones.
static void sums_are_exact(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(16);
    const sinew_mesh *mesh = &model->meshes[0];
    const size_t count = (size_t)mesh->vertex_count * 4;
    uint16_t *joints = calloc(count, sizeof *joints), *packed = calloc(count, sizeof *packed);
    uint8_t *small = calloc(count, 1);
    assert_true(joints && packed && small);
    assert_int_equal(sinew_skin_pack(model, 0, 2, 2, joints, packed, NULL, NULL), SINEW_OK);
    assert_int_equal(sinew_skin_pack(model, 0, 2, 1, joints, small, NULL, NULL), SINEW_OK);
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        uint32_t sum = 0, small_sum = 0;
        double kept = 0;
        double authored[4] = {0};
        for (int i = 0; i < 4; ++i) {
            sum += packed[4 * v + i];
            small_sum += small[4 * v + i];
            assert_true(i == 0 || packed[4 * v + i] <= packed[4 * v + i - 1] + 1u); // rounded up behind an equal one
            for (uint32_t k = model->influence_start[mesh->first_vertex + v];
                 k < model->influence_start[mesh->first_vertex + v + 1]; ++k)
                if (packed[4 * v + i] && model->influences[k].skin_joint - mesh->first_skin_joint == joints[4 * v + i])
                    authored[i] = (double)model->influences[k].weight;
            kept += authored[i];
        }
        assert_int_equal(sum, 65535);
        assert_int_equal(small_sum, 255);
        for (int i = 0; i < 4; ++i) {
            assert_close(packed[4 * v + i], authored[i] / kept * 65535, 1.0);
            assert_close(small[4 * v + i], authored[i] / kept * 255, 1.0);
        }
    }
    free(joints);
    free(packed);
    free(small);
    sinew_model_destroy(model);
}

static void what_cannot_be_packed_says_why(void **state)
{
    (void)state;
    static uint8_t joints[1 << 16], packed[1 << 16];
    sinew_error error;
    sinew_model *model = scene_tube_additive(4);
    assert_int_equal(sinew_skin_pack(model, 0, 1, 1, joints, packed, NULL, &error), SINEW_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "mesh 0"));
    sinew_model_destroy(model);
    model = scene_tube(4);
    assert_int_equal(sinew_skin_pack(model, 1, 1, 1, joints, packed, NULL, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_skin_pack(model, 0, 4, 1, joints, packed, NULL, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_skin_pack(model, 0, 1, 0, joints, packed, NULL, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_skin_pack(model, 0, 1, 1, NULL, packed, NULL, &error), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_model_destroy(model);
}

/// A mesh of 257 palette entries counts them in two bytes, not in one.
static void joints_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    enum { JOINTS = 257 };
    static sinew_raw_joint raw[JOINTS];
    static sinew_raw_skin_joint skin_joints[JOINTS];
    static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t start[4] = {0, 1, 2, 3};
    static const sinew_raw_influence influences[3] = {{0, 1}, {128, 1}, {256, 1}};
    for (int i = 0; i < JOINTS; ++i) {
        raw[i] = (sinew_raw_joint){.parent = SINEW_NONE, .rest = {{i, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        skin_joints[i].joint = i;
    }
    const sinew_raw_mesh mesh = raw_skinned_triangle(points, start, influences, skin_joints, JOINTS);
    sinew_model *model = make_model_of_mesh(raw, JOINTS, &mesh);
    uint16_t joints[12];
    uint8_t packed[12];
    sinew_error error;
    assert_int_equal(sinew_skin_pack(model, 0, 1, 1, joints, packed, NULL, &error), SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "257"));
    assert_int_equal(sinew_skin_pack(model, 0, 2, 1, joints, packed, NULL, &error), SINEW_OK);
    assert_int_equal(joints[8], 256);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_four_largest_remain),
        cmocka_unit_test(sums_are_exact),
        cmocka_unit_test(what_cannot_be_packed_says_why),
        cmocka_unit_test(joints_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
