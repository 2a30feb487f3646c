// Images of crowds: each instance at its position, and a single one equal to the character drawn alone.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "draw/render/renderer.h"
#include "sinew/math.h"
#include "support/own_context.h"
#include "support/scenes.h"
#include "support/test_stage.h"

static void draw_instances(test_stage *stage, const sinew_palette_matrix *palettes, const float (*positions)[3],
                           int32_t count)
{
    sinew_error error;
    const sinew_instances instances = {
        .palettes = palettes, .positions = positions, .count = count, .bounds = &stage->bounds};
    must(sinew_renderer_draw_crowd(stage->renderer, stage->pose, &instances, &stage->options, &error), &error);
    memset(stage->pixels, 0xde, sizeof stage->pixels);
    sinew_renderer_read(stage->renderer, stage->pixels);
}

static void a_crowd_of_one_equals_the_character_skinned_once_or_in_every_pass(void **state)
{
    (void)state;
    static uint8_t alone[WIDTH * HEIGHT * 4];
    const float origin[1][3] = {{0.0f, 0.0f, 0.0f}};
    const struct {
        sinew_model *model;
        int edges, ground, once; ///< skinned once for several passes; a crowd is not
        sinew_colors colors;
    } cases[] = {
        {scene_tube(8), 0, 0, 0, SINEW_COLORS_MATERIAL},
        {scene_tube(8), 0, 1, 1, SINEW_COLORS_MATERIAL},
        {scene_tube(8), 1, 0, 1, SINEW_COLORS_INFLUENCES},
        {scene_tube_skinned(5, SINEW_SKIN_BLENDED), 1, 1, 1, SINEW_COLORS_MATERIAL},
        {scene_tube_skinned(5, SINEW_SKIN_DUAL_QUATERNION), 0, 0, 0, SINEW_COLORS_MATERIAL},
        {scene_cube(1.0, -2.0, 1.0, 0), 0, 1, 0, SINEW_COLORS_MATERIAL}, // one influence per vertex
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        test_stage stage;
        stage_open(&stage, cases[i].model, 0.4);
        stage.options.edges = cases[i].edges;
        stage.options.colors = cases[i].colors;
        stage.options.transparent = !cases[i].ground;
        stage_draw(&stage);
        assert_true(covered_pixels(&stage) > 0);
        assert_int_equal(stage.renderer->buffers.is_skinned, cases[i].once);
        memcpy(alone, stage.pixels, sizeof alone);
        draw_instances(&stage, stage.pose->palette, origin, 1);
        assert_int_equal(stage.renderer->buffers.is_skinned, 0);
        assert_memory_equal(stage.pixels, alone, sizeof alone);
        stage_draw(&stage); // the crowd leaves no state behind
        assert_memory_equal(stage.pixels, alone, sizeof alone);
        stage_close(&stage);
    }
}

/// Three instances far apart, each at a time of its own. A camera moved to one of them sees the same image as of a
/// single character: powers of two are added without rounding, except for the last bits near them.
static void each_instance_has_its_own_position_and_pose(void **state)
{
    (void)state;
    enum { COUNT = 3 };
    static uint8_t alone[WIDTH * HEIGHT * 4];
    const float positions[COUNT][3] = {{1024.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -512.0f}, {-256.0f, 0.0f, 256.0f}};
    sinew_model *models[] = {scene_tube(4), scene_tube_skinned(4, SINEW_SKIN_DUAL_QUATERNION), scene_tube_additive(4)};
    for (size_t model = 0; model < sizeof models / sizeof models[0]; ++model) {
        test_stage stage;
        stage_open(&stage, models[model], 0.0);
        const sinew_draw_options home = stage.options;
        const size_t skin_joints = (size_t)stage.model->skin_joint_count;
        sinew_palette_matrix *palettes = malloc(COUNT * skin_joints * sizeof *palettes);
        assert_non_null(palettes);
        for (int i = 0; i < COUNT; ++i) {
            sinew_pose_evaluate(stage.model, SINEW_ENGINE_EXACT, 0, 0.2 + 0.3 * i, stage.pose);
            memcpy(palettes + (size_t)i * skin_joints, stage.pose->palette, skin_joints * sizeof *palettes);
        }
        for (int i = 0; i < COUNT; ++i) {
            memcpy(stage.pose->palette, palettes + (size_t)i * skin_joints, skin_joints * sizeof *palettes);
            stage.options = home;
            stage_draw(&stage);
            memcpy(alone, stage.pixels, sizeof alone);
            for (int k = 0; k < 3; ++k) {
                stage.options.camera.eye[k] += (double)positions[i][k];
                stage.options.camera.target[k] += (double)positions[i][k];
            }
            sinew_bounds all;
            sinew_instance_layout_bounds(&stage.bounds, positions, COUNT, &all);
            stage.options.bounds = &all;
            draw_instances(&stage, palettes, positions, COUNT);
            int apart = 0;
            for (size_t k = 0; k < sizeof alone; ++k) apart += abs(stage.pixels[k] - alone[k]) > 8;
            assert_in_range(apart, 0, WIDTH * HEIGHT * 4 / 200);
        }
        free(palettes);
        stage_close(&stage);
    }
}

/// Palettes in world space need no positions: an instance is where its palette has it, also after a crowd that had
/// positions. A quarter of a metre is a power of two.
static void instances_without_positions_are_where_their_palettes_are(void **state)
{
    (void)state;
    static uint8_t moved[WIDTH * HEIGHT * 4];
    const float position[1][3] = {{0.25f, 0.0f, 0.0f}};
    test_stage stage;
    stage_open(&stage, scene_tube(4), 0.3);
    draw_instances(&stage, stage.pose->palette, position, 1);
    memcpy(moved, stage.pixels, sizeof moved);
    draw_instances(&stage, stage.pose->palette, NULL, 1);
    assert_memory_not_equal(stage.pixels, moved, sizeof moved);
    sinew_affine world = sinew_affine_identity();
    world.row[0][3] = 0.25;
    sinew_palette_transform(&world, stage.pose->palette, stage.model->skin_joint_count);
    draw_instances(&stage, stage.pose->palette, NULL, 1);
    int apart = 0;
    for (size_t k = 0; k < sizeof moved; ++k) apart += abs(stage.pixels[k] - moved[k]) > 8;
    assert_in_range(apart, 0, WIDTH * HEIGHT * 4 / 200);
    stage_close(&stage);
}

static void crowds_that_cannot_be_drawn_are_refused(void **state)
{
    (void)state;
    test_stage stage;
    sinew_error error;
    stage_open(&stage, scene_tube(4), 0.0);
    const sinew_instances too_many = {.count = INT32_MAX, .bounds = &stage.bounds};
    assert_int_equal(sinew_renderer_draw_crowd(stage.renderer, stage.pose, &too_many, &stage.options, &error),
                     SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "2147483647 instances, the graphics driver supports "));
    stage_close(&stage);
    stage_open(&stage, scene_bones(4), 0.0);
    const sinew_instances bones = {.count = 1, .bounds = &stage.bounds};
    assert_int_equal(sinew_renderer_draw_crowd(stage.renderer, stage.pose, &bones, &stage.options, &error),
                     SINEW_ERROR_NO_MESH);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_of_one_equals_the_character_skinned_once_or_in_every_pass),
        cmocka_unit_test(each_instance_has_its_own_position_and_pose),
        cmocka_unit_test(instances_without_positions_are_where_their_palettes_are),
        cmocka_unit_test(crowds_that_cannot_be_drawn_are_refused),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
